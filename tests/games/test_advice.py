"""Every hint has one reason; each is a fact of what the seat sees, whatever is hidden."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import tianxia
from tests.games.interference import other_world
from tests.games.test_notes import GAMES, UNFILLED
from tianxia import bots
from tianxia.engine import i18n
from tianxia.engine.outcomes import first_sentence
from tianxia.games.huns.pieces import COLOURS as GOODS
from tianxia.games.sun_tzu.pieces import PROVINCES

View = dict[str, Any]
Claim = Callable[[View, int, tianxia.Action, re.Match[str]], bool]
COLOURS = ("yellow", "red", "blue", "green", "white")
SEEDS = (1, 2)


@cache
def asked(game: str) -> tuple[tuple[tianxia.Match, int, tianxia.Action], ...]:
    """What a bot would do, and something else that is legal, in games that go on with either."""
    found = []
    for seed in SEEDS:
        match, chance = tianxia.load(game, **GAMES[game]).new(seed), random.Random(seed)
        bot = bots.make("greedy", match.game, seed)
        while match.to_act:
            seat = chance.choice(match.to_act)
            best = match.game.action(int(bot.choose(match.record(seat), seat)))
            other = chance.choice(match.legal(seat))
            found += [(match.copy(), seat, act) for act in {best, other}]
            match.play(seat, best if chance.random() < 0.7 else other)
    return tuple(found)


def held(view: View, seat: int) -> Counter[int]:
    """Cards of Chu Han by value, the joker left out."""
    kinds = ("0", "1", "2", "4", "5", "7", "8", "9")
    hand: Counter[int] = Counter()
    for place, count in enumerate(view["hand"][seat]):
        value = int(kinds[place]) if place < 8 else 3 if place < 15 else 6
        hand[value] += count if place else 0
    return +hand


def beats(view: View, seat: int) -> list[int]:
    return [v for v, n in held(view, seat).items() if v > view["to_beat_value"] and n >= view["to_beat_size"]]


def value_of(action: tianxia.Action) -> int:
    return int(action.args["value"]) if action.kind == "set" else 3 if action.kind == "threes" else 6


def size_of(action: tianxia.Action) -> int:
    count = action.args["count"] if action.kind == "set" else len(action.args["persons"])
    return int(count) + action.args["joker"]


def next_worth(view: View, province: str) -> int:
    done = view["step"] in ("clear_up", "under", "leads", "reinforce_1", "reinforce_2")
    step = next(i for i, last in enumerate((3, 6, 9)) if last > view["round"] or (last == view["round"] and not done))
    return int(view["displays"][PROVINCES.index(province)].split("/")[step])


def empty_spaces(view: View, seat: int, colour: str) -> int:
    at, free = GOODS.index(colour), 0
    for slot, wagon in enumerate(view["wagons"][seat]):
        if wagon != "none":
            free += view["need"][int(wagon[1:]) - 1][at] - sum(view["load"][seat][slot][at])
    return free


CLAIMS: dict[str, dict[str, Claim]] = {
    "chu-han": {
        r"Cards in hand: you (\d+), your rival (\d+)\.": lambda v, s, a, m: (
            [int(m[1]), int(m[2])] == [v["hand_size"][s], v["hand_size"][1 - s]]
        ),
        r"It is all that you hold: you go out\.": lambda v, s, a, m: size_of(a) == v["hand_size"][s],
        r"It is the lowest set of yours that beats theirs\.": lambda v, s, a, m: value_of(a) == min(beats(v, s)),
        r"It keeps your (\d+) × (\d+) together\.": lambda v, s, a, m: (
            held(v, s)[int(m[2])] == int(m[1]) >= 3 and value_of(a) != int(m[2])
        ),
        r"It plays the lowest cards that you hold\.": lambda v, s, a, m: value_of(a) == min(held(v, s)),
        r"Cards played at once: (\d+)\.": lambda v, s, a, m: size_of(a) == int(m[1]) >= 3,
        r"You hold no plain set that beats theirs\.": lambda v, s, a, m: beats(v, s) == [],
        r"It saves your (\d+) × (\d+) for later\.": lambda v, s, a, m: (
            int(m[2]) == min(beats(v, s)) and int(m[1]) == v["to_beat_size"]
        ),
        r"It draws you cards, and costs nothing if it is you who goes out\.": lambda v, s, a, m: (
            v["event"] != "restraint"
        ),
        r"It stops (.+), unless Xiao He answers\.": lambda v, s, a, m: v["declared_ability"] != "none",
        r"It lets (.+) stand\.": lambda v, s, a, m: v["declared_ability"] != "none",
        r"It keeps Lyu Zhi for another ability\.": lambda v, s, a, m: v["hand"][s][10] == 1,
        r"It keeps Xiao He for another ability\.": lambda v, s, a, m: v["hand"][s][11] == 1,
        r"You have nothing to answer with\.": lambda v, s, a, m: v["hand"][s][10:12] == [0, 0],
    },
    "sun-tzu": {
        r"Armies in the pools: you (\d+), the other side (\d+)\.": lambda v, s, a, m: (
            [int(m[1]), int(m[2])] == [v["pool"][s], v["pool"][1 - s]]
        ),
        r"No province is worth more at the next scoring than (.+): (\d)\.": lambda v, s, a, m: (
            int(m[2]) == next_worth(v, m[1]) == max(next_worth(v, one) for one in PROVINCES)
        ),
        r"(.+) is worth (\d) at the next scoring\.": lambda v, s, a, m: int(m[2]) == next_worth(v, m[1]),
        r"Half of the (\d+) enemy armies there would leave\.": lambda v, s, a, m: (
            a.args["card"] == "Plague" and v["armies"][1 - s][PROVINCES.index(a.args["province"])] == int(m[1]) > 1
        ),
        r"The (\d) comes back to your hand after the round\.": lambda v, s, a, m: a.args["card"] == m[1] in "12345",
        r"You hold (.+) with (\d+) arm(?:y|ies)\.": lambda v, s, a, m: (
            v["armies"][s][PROVINCES.index(m[1])] == int(m[2])
        ),
        r"All five provinces have your orders\.": lambda v, s, a, m: "none" not in v["laid"][s],
        r"Your (.+) can go elsewhere then\.": lambda v, s, a, m: (
            v["laid"][s][PROVINCES.index(a.args["province"])] == m[1].replace("−", "-")
        ),
        r"You keep (.+)\.": lambda v, s, a, m: (
            sorted([*m[1].replace("−", "-").split(", "), a.args["card"]])
            == sorted(v["drawn"][s].split() if isinstance(v["drawn"][s], str) else kinds_in(v["drawn"][s]))
        ),
        r"Your general stays hidden for later\.": lambda v, s, a, m: v["held"][s] != [],
        r"Your hand stays as it is\.": lambda v, s, a, m: a.kind == "pass",
    },
    "huang": {
        r"Your score as things stand: (\d+)\.": lambda v, s, a, m: int(m[1]) <= sum(v["points"][s]) + 99,
        r"It brings you (.+), and you have no fewer of any colour\.": lambda v, s, a, m: any(
            v["points"][s][i] == min(v["points"][s][:4]) and COLOURS[i] in m[1] for i in range(4)
        ),
        r"It brings you (.+)\.": lambda v, s, a, m: a.kind in ("place", "end_turn"),
        r"It lies beside a (\w+) tile: three of a colour that touch carry a pagoda\.": lambda v, s, a, m: (
            a.args["colour"] == m[1] and len(v["tiles"][COLOURS.index(m[1])]) > 0
        ),
        r"Off the board your (\w+) gains you no points\.": lambda v, s, a, m: (
            v["leaders"][s][COLOURS.index(a.args["colour"])] == "none"
        ),
        r"It changes a (\w+) tile for a new one\.": lambda v, s, a, m: v["hand"][s][COLOURS.index(m[1])] > 0,
        r"You have no fewer points of any colour than of this one: (\w+)\.": lambda v, s, a, m: (
            v["points"][s][COLOURS.index(m[1])] == min(v["points"][s][:4])
        ),
        r"It is a tile more, and costs nothing\.": lambda v, s, a, m: a.kind == "take",
        r"You draw as many tiles as you have discarded\.": lambda v, s, a, m: v["replaced"] > 0,
        r"The board and your hand stay as they are\.": lambda v, s, a, m: a.kind in ("pass", "decline"),
        r"It keeps your blue tiles for later\.": lambda v, s, a, m: v["hand"][s][2] > 0,
        r"You have no blue tile left\.": lambda v, s, a, m: v["hand"][s][2] == 0,
        r"It keeps your red tiles for later\.": lambda v, s, a, m: v["hand"][s][1] > 0,
        r"You have no red tile to give\.": lambda v, s, a, m: v["hand"][s][1] == 0,
        r"It raises the side of (\w+) from (\d+) to (\d+)\.": lambda v, s, a, m: (
            v["totals"][v["side_hex"].index(m[1])] == int(m[2]) == int(m[3]) - a.args["tiles"] - a.args["leader"]
        ),
        r"It makes you (\d+) strong in the revolt, against (\d+) so far\.": lambda v, s, a, m: (
            sorted(v["totals"][:2]) == sorted([int(m[1]) - a.args["tiles"] - a.args["leader"], int(m[2])])
        ),
        r"It keeps your yellow tiles for later\.": lambda v, s, a, m: v["hand"][s][0] > 0,
        r"Strengths in the revolt: you (\d+), against (\d+)\.": lambda v, s, a, m: (
            sorted(v["totals"][:2]) == sorted([int(m[1]), int(m[2])])
        ),
    },
    "huns": {
        r"Your points as things stand: (-?\d+)\.": lambda v, s, a, m: sum(v["standing"][s]) == int(m[1]),
        r"It brings you (\d+) points? as things stand\.": lambda v, s, a, m: int(m[1]) > 0,
        r"You take the (\w+) die: it shows (\d)\.": lambda v, s, a, m: v["dice"][GOODS.index(m[1])] == int(m[2]),
        r"Your wagons have (\d+) empty spaces? of its colour\.": lambda v, s, a, m: (
            empty_spaces(v, s, a.args.get("colour", v["die"])) == int(m[1]) > 0
        ),
        r"Equipment works at once and to the end\.": lambda v, s, a, m: a.args["card"][0] == "E",
        r"A Raid brings 1 point at the end, used or not\.": lambda v, s, a, m: a.args["card"][0] == "R",
        r"A Mercenary works and brings a point once its spaces are full\.": lambda v, s, a, m: a.args["card"][0] == "M",
        r"A Curse goes to an opponent\.": lambda v, s, a, m: a.args["card"][0] == "C",
        r"A Treasure brings a point for each player, .*": lambda v, s, a, m: a.args["card"][0] == "T",
        r"\w+ has sent (\d+) wagons?\.": lambda v, s, a, m: v["sent_size"][a.args["seat"]] == int(m[1]),
        r"The Curse never works then\.": lambda v, s, a, m: a.kind == "flee",
        r"A Curse that you accept costs no points at the end\.": lambda v, s, a, m: a.kind == "accept",
        r"It fills a space on wagon (\d)\.": lambda v, s, a, m: a.args["slot"] == int(m[1]),
        r"It has (\d) spaces? to fill\.": lambda v, s, a, m: (
            sum(v["need"][int(v["display"][int(a.args["place"]) - 1][1:]) - 1]) == int(m[1])
        ),
        r"It leaves the open wagons where they are\.": lambda v, s, a, m: a.args["place"] == "deck",
        r"Your action is over\.": lambda v, s, a, m: a.kind == "done",
        r"You need not take it\.": lambda v, s, a, m: a.kind == "done",
    },
}
"""By game every reason, and when it holds in what the seat sees."""


def kinds_in(counts: list[int]) -> Iterator[str]:
    from tianxia.games.sun_tzu.pieces import CARDS

    for card, count in zip(CARDS, counts, strict=True):
        yield from [card] * count


@pytest.mark.parametrize("game", GAMES)
def test_every_hint_has_a_reason_that_holds(game: str) -> None:
    met = Counter[str]()
    for match, seat, action in asked(game):
        said = match.advice(seat, action)
        assert said, action
        if said == first_sentence(match.preview(seat, action)):
            met["preview"] += 1
            continue
        found = [(text, match_) for text in CLAIMS[game] if (match_ := re.fullmatch(text, said))]
        assert found, said
        text, words = found[0]
        assert CLAIMS[game][text](match.view(seat)["state"], seat, action, words), (said, action)
        met[text] += 1
    assert len(met) > len(CLAIMS[game]) // 2


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize("game", GAMES)
def test_a_reason_is_one_sentence_and_tells_nothing_hidden(game: str, lang: str) -> None:
    for seed, (match, seat, action) in enumerate(asked(game)[::5]):
        said = match.advice(seat, action, lang)
        assert said.endswith(".")
        assert not UNFILLED.search(said), said
        twin = tianxia.Match(match.game, other_world(match.game, match._states, seat, seed), {})
        assert twin.advice(seat, action, lang) == said


def test_what_is_not_legal_has_no_reason() -> None:
    assert tianxia.load("chu-han").new(1).advice(0, "pass") == ""
