"""Most hints have a reason; each is a fact of what the seat sees, whatever is hidden."""

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
from tianxia.games.huns.pieces import COLOURS as GOODS
from tianxia.games.sun_tzu.pieces import PROVINCES

View = dict[str, Any]
Claim = Callable[[View, int, tianxia.Action, re.Match[str]], bool]
COLOURS = ("yellow", "red", "blue", "green", "white")
SEEDS = (1, 2, 3)
SENTENCES = r"(?<=\.) "
WINDOWS = ("cancel", "restore")
"""What is asked of who may react [C6]."""
MOST = 0.6
"""Of the hints that have a reason, at least: some are of actions that a bot would never take."""
ALSO = {"huang": {"players": 2, "eighteen_kingdoms": True}}
"""Further options of a game, played with the last seed."""


@cache
def asked(game: str) -> tuple[tuple[tianxia.Match, int, tianxia.Action], ...]:
    """What a bot would do, and of each other kind something that is legal, in games that go on with either."""
    found = []
    for seed in SEEDS:
        options = ALSO.get(game, GAMES[game]) if seed == SEEDS[-1] else GAMES[game]
        match, chance = tianxia.load(game, **options).new(seed), random.Random(seed)
        bot = bots.make("greedy", match.game, seed)
        while match.to_act:
            seat = chance.choice(match.to_act)
            best = match.game.action(int(bot.choose(match.record(seat), seat)))
            legal = match.legal(seat)
            chance.shuffle(legal)
            others = [*{act.kind: act for act in legal}.values()]
            found += [(match.copy(), seat, act) for act in {best, *others}]
            match.play(seat, best if chance.random() < 0.7 else chance.choice(others))
    return tuple(found)


def facts(match: tianxia.Match, seat: int, action: tianxia.Action) -> View:
    """What the seat sees, with what is legal for it and what it sees once the action is done and nobody reacts."""
    after = match.copy()
    after.play(seat, action)
    while after.asked and after.asked["kind"] in WINDOWS:
        after.play(after.to_act[0], "decline")
    seen = match.view(seat)["state"]
    return {**seen, "legal": match.legal(seat), "after": after.view(seat)["state"], "over": not after.to_act}


def held(view: View, seat: int) -> Counter[int]:
    """Cards of Chu Han by value, the joker left out."""
    kinds = ("0", "1", "2", "4", "5", "7", "8", "9")
    hand: Counter[int] = Counter()
    for place, count in enumerate(view["hand"][seat]):
        value = int(kinds[place]) if place < 8 else 3 if place < 15 else 6
        hand[value] += count if place else 0
    return +hand


def plain_sets(view: View, *, jokers: bool = True) -> list[int]:
    """Values of the plain sets that the rules allow."""
    return [value_of(act) for act in sets(view) if jokers or not act.args["joker"]]


def sets(view: View) -> list[tianxia.Action]:
    """Plain sets that the rules allow."""
    return [act for act in view["legal"] if act.kind in ("set", "threes", "sixes")]


def lends(view: View) -> bool:
    """Whether a card of the Warlords may join a set [C9.8]."""
    return view["event"] == "warlords" and any(view["face_up"])


def value_of(action: tianxia.Action) -> int:
    return int(action.args["value"]) if action.kind == "set" else 3 if action.kind == "threes" else 6


def size_of(action: tianxia.Action) -> int:
    count = action.args["count"] if action.kind == "set" else len(action.args["persons"])
    return int(count) + action.args["joker"]


def next_worth(view: View, province: str) -> int:
    done = view["step"] in ("clear_up", "under", "leads", "reinforce_1", "reinforce_2")
    step = next(i for i, last in enumerate((3, 6, 9)) if last > view["round"] or (last == view["round"] and not done))
    return int(view["displays"][PROVINCES.index(province)].split("/")[step])


def plague_takes(armies: int, pestilence: int) -> int:
    """Of 5 armies 2 leave and 3 stay, under pestilence 1 stays [S7.4, S8.6]."""
    return armies - 1 if pestilence else armies // 2


def armies_left(view: View, seat: int, action: tianxia.Action, other: int) -> int:
    """Own armies in the province of an order, less those of the enemy, after a battle against a number [S6]."""
    card, at = action.args["card"], PROVINCES.index(action.args["province"])
    margin = int(card) if card[0] == "+" else -1 if card == "-1" else int(card) - other
    return int(view["armies"][seat][at] - view["armies"][1 - seat][at] + margin)


def totals(view: View, seat: int) -> list[int]:
    """Points by colour but white, each granary as 2 blue ones [H12.2a, M2.4]."""
    points = [*view["points"][seat][:4]]
    points[COLOURS.index("blue")] += 2 * view["granaries_taken"][seat]
    return points


def is_lowest(view: View, seat: int, colour: str) -> bool:
    return colour != "white" and totals(view, seat)[COLOURS.index(colour)] == min(totals(view, seat))


def score(view: View, seat: int) -> int:
    """The highest level to which the white points raise all colours [H12.2, H12.3]."""
    white = view["points"][seat][4]
    return max(level for level in range(999) if sum(max(0, level - one) for one in totals(view, seat)) <= white)


def gained(view: View, seat: int, colour: str) -> int:
    at = COLOURS.index(colour)
    return int(view["after"]["points"][seat][at] - view["points"][seat][at])


def touch(one: str, other: str) -> bool:
    """Whether two hexes share an edge; odd rows lie half a hex to the right [H1.2a]."""
    (column, row), (x, y) = ((ord(hex_[0]) - ord("A"), int(hex_[1:]) - 1) for hex_ in (one, other))
    if row == y:
        return abs(column - x) == 1
    return abs(row - y) == 1 and x in ((column, column + 1) if row % 2 else (column - 1, column))


def beside(view: View, colour: str, place: str) -> int:
    """Tiles of a colour that touch a hex."""
    return sum(touch(place, one) for one in view["tiles"][COLOURS.index(colour)])


def strengths(view: View, seat: int) -> list[int]:
    """Own and the other's strength in a revolt; the attacker's comes first [H10.1]."""
    attack, defence = view["totals"][:2]
    return [defence, attack] if seat == view["defender"] else [attack, defence]


def all_spaces(view: View, seat: int) -> int:
    return sum(empty_spaces(view, seat, colour) for colour in GOODS)


def standing(view: View, seat: int) -> int:
    """Points as things stand [N7.1]."""
    return int(sum(view["standing"][seat]))


def wagon_lacks(view: View, seat: int, slot: int) -> int:
    """Spaces of a wagon that are empty."""
    wagon = view["wagons"][seat][slot - 1]
    return int(sum(view["need"][int(wagon[1:]) - 1]) - sum(map(sum, view["load"][seat][slot - 1])))


def deck_of(view: View, action: tianxia.Action) -> str:
    """The colour of the deck that a card played or a draw is of."""
    if card := action.args.get("card"):
        return GOODS["ERMCT".index(card[0])]
    return str(view["die"])


def spaces(view: View, seat: int, colour: str) -> list[int]:
    """Empty spaces of a colour on each wagon of a seat."""
    at = GOODS.index(colour)
    return [
        view["need"][int(wagon[1:]) - 1][at] - sum(view["load"][seat][slot][at])
        for slot, wagon in enumerate(view["wagons"][seat])
        if wagon != "none"
    ]


def empty_spaces(view: View, seat: int, colour: str) -> int:
    return sum(spaces(view, seat, colour))


def for_loot(view: View, seat: int, colour: str) -> int:
    """Spaces that a loot may go on; a Broken Axle allows one wagon only [C01]."""
    found = spaces(view, seat, colour)
    return max(found, default=0) if "C01" in view["works"][seat] else sum(found)


CLAIMS: dict[str, dict[str, Claim]] = {
    "chu-han": {
        r"Your rival has (\d+) cards?, too few for a set that beats it\.": lambda v, s, a, m: (
            v["after"]["hand_size"][1 - s] == int(m[1])
            and int(m[1]) + 2 * (v["decrees_left"] > 0) + lends(v["after"]) < size_of(a)
        ),
        r"Then you hold (\d+) cards?(?:, which make one set)?: with the lead you go out\.": lambda v, s, a, m: (
            v["after"]["hand_size"][s] == int(m[1]) and len(held(v["after"], s)) < 2
        ),
        r"It is the lowest plain set of yours that beats the set to beat\.": lambda v, s, a, m: (
            value_of(a) == min(plain_sets(v)) and v["lent"][s] == "none" and v["to_beat_size"] > 0
        ),
        r"A lower answer would break up your (\d+) × (\d+)\.": lambda v, s, a, m: (
            held(v, s)[int(m[2])] == int(m[1]) >= 3
            and int(m[1]) > v["to_beat_size"]
            and int(m[2]) < value_of(a)
            and int(m[2]) in plain_sets(v)
        ),
        r"It plays the lowest cards that you hold, which beat least\.": lambda v, s, a, m: (
            value_of(a) == min(held(v, s)) and v["lent"][s] == "none"
        ),
        r"Cards gone at once: (\d+), more than with a set of any other value\.": lambda v, s, a, m: (
            size_of(a) == int(m[1]) > max((size_of(one) for one in sets(v) if value_of(one) != value_of(a)), default=2)
        ),
        r"No plain set beats it\.": lambda v, s, a, m: value_of(a) == 9,
        r"Only plain sets of (\d)(?: or (\d))? beat it\.": lambda v, s, a, m: (
            [int(one) for one in m.groups() if one] == [*range(value_of(a) + 1, 10)]
        ),
        r"You hold no plain set that beats the set to beat: two more cards may make one\.": lambda v, s, a, m: (
            plain_sets(v) == [] and v["event"] != "hong_canal" and v["after"]["hand_size"][s] == v["hand_size"][s] + 2
        ),
        r"You hold no plain set that beats the set to beat\.": lambda v, s, a, m: plain_sets(v) == [],
        r"It saves your (\d+) × (\d+) for later\.": lambda v, s, a, m: (
            int(m[2]) == min(plain_sets(v, jokers=False)) and int(m[1]) == v["to_beat_size"]
        ),
        r"It draws you cards, and costs nothing if it is you who goes out\.": lambda v, s, a, m: (
            v["event"] != "restraint" and v["after"]["hand_size"][s] == v["hand_size"][s] + 2
        ),
        r"It stops (.+), and (\d+) cards? returns? to your rival's hand, unless Xiao He answers\.": lambda v, s, a, m: (
            v["after"]["hand_size"][1 - s] - v["hand_size"][1 - s] == int(m[2])
        ),
        r"It stops ([^,]+), unless Xiao He answers\.": lambda v, s, a, m: (
            v["declared_ability"] == m[1].lower().replace(" ", "_") and v["asks"] == "cancel"
        ),
        r"It lets (.+) stand\.": lambda v, s, a, m: (
            v["declared_ability"] == m[1].lower().replace(" ", "_") and v["asks"] == "restore"
        ),
        r"Lyu Zhi stays in your hand\.": lambda v, s, a, m: v["asks"] == "cancel" and v["hand"][s][10] == 1,
        r"Xiao He stays in your hand\.": lambda v, s, a, m: v["asks"] == "restore" and v["hand"][s][11] == 1,
        r"It gains you (\d+) points? at once\.": lambda v, s, a, m: v["after"]["score"][s] - v["score"][s] == int(m[1]),
        r"Cards gone from your hand: (\d+), and none of them needs a set\.": lambda v, s, a, m: (
            v["hand_size"][s] - v["after"]["hand_size"][s] == int(m[1]) > 1
        ),
        r"You lead the next trick\.": lambda v, s, a, m: v["after"]["turn"] == s and v["after"]["to_beat_size"] == 0,
        r"It answers without a set, and your rival must beat (\d+) × (\d+)\.": lambda v, s, a, m: (
            v["after"]["turn"] == 1 - s
            and [v["after"]["to_beat_size"], v["after"]["to_beat_value"]] == [int(m[1]), int(m[2])]
        ),
        r"It is your only card of value (\d+)\.": lambda v, s, a, m: held(v, s)[int(m[1])] == 1,
        r"Single cards, which are hard to get rid of, make one set with him\.": lambda v, s, a, m: (
            a.kind == "zhongli_mo"
        ),
        r"You have nothing to answer with\.": lambda v, s, a, m: (
            v["asks"] in ("cancel", "restore") and [act.kind for act in v["legal"]] == ["decline"]
        ),
    },
    "sun-tzu": {
        r"No province is worth more at the next scoring than (.+): (\d)\.": lambda v, s, a, m: (
            int(m[2]) == next_worth(v, m[1]) == max(next_worth(v, one) for one in PROVINCES)
            and int(m[2]) > min(next_worth(v, one) for one in PROVINCES)
        ),
        r"(.+) is worth least at the next scoring, (\d): higher cards stay for the others\.": lambda v, s, a, m: (
            int(m[2]) == next_worth(v, m[1]) == min(next_worth(v, one) for one in PROVINCES)
            and int(m[2]) < max(next_worth(v, one) for one in PROVINCES)
            and any(v["hand"][s][int(a.args["card"]) : 10])
        ),
        r"Against a number the -1 loses by only 1\.": lambda v, s, a, m: a.args["card"] == "-1",
        r"Unless a Plague lies against it, the 1 lets you draw 3 cards and keep 2 at the end of the round\.": (
            lambda v, s, a, m: a.args["card"] == "1" and v["round"] < 9 and v["deck_size"][s] >= 3
        ),
        r"(.+) stays yours with the armies of now, whatever card lies against it\.": lambda v, s, a, m: (
            v["armies"][s][PROVINCES.index(m[1])] > 0 and (a.args["card"] == "Plague" or armies_left(v, s, a, 5) > 0)
        ),
        r"With the armies of now (.+) is yours after the battle against any number up to (\d+): (\d) at the next scoring\.": (
            lambda v, s, a, m: armies_left(v, s, a, int(m[2])) > 0 and int(m[3]) == next_worth(v, m[1])
        ),
        r"With the armies of now (.+) is yours after the battle against any number: (\d) at the next scoring\.": (
            lambda v, s, a, m: armies_left(v, s, a, 5) > 0 and int(m[2]) == next_worth(v, m[1])
        ),
        r"Enemy armies that it drives out of (.+) at best: (\d+) of (\d+)\.": lambda v, s, a, m: (
            v["armies"][1 - s][PROVINCES.index(m[1])] == int(m[3]) >= int(m[2]) > 0
        ),
        r"(.+) becomes yours: (\d) at the next scoring\.": lambda v, s, a, m: (
            v["armies"][s][PROVINCES.index(m[1])] == 0 and int(m[2]) == next_worth(v, m[1])
        ),
        r"(.+) is the other side's no longer: (\d) at the next scoring\.": lambda v, s, a, m: (
            v["armies"][1 - s][PROVINCES.index(m[1])] > 0 and int(m[2]) == next_worth(v, m[1])
        ),
        r"Your pool is empty, and it brings an army back from the reinforcements\.": lambda v, s, a, m: (
            v["pool"][s] == 0 and v["after"]["reinforcements"][s] == v["reinforcements"][s] - 1
        ),
        r"(.+) stays yours with the armies that are left\.": lambda v, s, a, m: (
            v["armies"][s][PROVINCES.index(m[1])] > 1
        ),
        r"None of your provinces is worth less at the next scoring than (.+): (\d)\.": lambda v, s, a, m: (
            int(m[2])
            == next_worth(v, m[1])
            == min(next_worth(v, one) for one, n in zip(PROVINCES, v["armies"][s], strict=True) if n)
        ),
        r"Your provinces keep their armies\.": lambda v, s, a, m: a.kind == "take_pool",
        r"Enemy armies that would leave: (\d+) of (\d+)\.": lambda v, s, a, m: (
            a.args["card"] == "Plague"
            and v["armies"][1 - s][PROVINCES.index(a.args["province"])] == int(m[2])
            and int(m[1]) == plague_takes(int(m[2]), v["pestilence"]) > 0
        ),
        r"All five provinces have your orders\.": lambda v, s, a, m: "none" not in v["laid"][s],
        r"Then the (.+) is in your hand again\.": lambda v, s, a, m: (
            v["laid"][s][PROVINCES.index(a.args["province"])] == m[1].replace("−", "-")
            and sum(v["after"]["hand"][s]) == sum(v["hand"][s]) + 1
        ),
        r"(?:You keep|What you keep is higher:) (.+)\.": lambda v, s, a, m: (
            sorted([*m[1].replace("−", "-").split(", "), a.args["card"]])
            == sorted(v["drawn"][s].split() if isinstance(v["drawn"][s], str) else kinds_in(v["drawn"][s]))
        ),
        r"You show no general\.": lambda v, s, a, m: (
            v["held"][s] != [] and v["asks"] in ("reveal", "window") and v["after"]["held"][s] == v["held"][s]
        ),
        r"It costs you no card\.": lambda v, s, a, m: sum(v["after"]["hand"][s]) >= sum(v["hand"][s]),
    },
    "huang": {
        r"If you win: .+\.": lambda v, s, a, m: v["after"]["conflict"] != v["conflict"],
        r"It wins you the revolt (\d+) to (\d+): .+\.": lambda v, s, a, m: (
            int(m[1]) >= int(m[2]) and sum(v["after"]["points"][s]) > sum(v["points"][s])
        ),
        r"It wins the war for the side of (\w+) .+\.": lambda v, s, a, m: (
            m[1] in v["side_hex"] and sum(v["after"]["points"][s]) > sum(v["points"][s])
        ),
        r"Three (\w+) tiles touch then: a pagoda there brings you a point at the end of each turn of yours\.": (
            lambda v, s, a, m: v["after"]["asks"] == "pagoda" and beside(v, m[1], a.args["hex"]) >= 2
        ),
        r"You may take a tile from the market with it\.": lambda v, s, a, m: v["after"]["asks"] == "market",
        r"It brings you (\d+) (\w+) points?; white apart, no colour of yours is lower now\.": lambda v, s, a, m: (
            gained(v, s, m[2]) == int(m[1]) and is_lowest(v, s, m[2])
        ),
        r"It brings you (\d+) (\w+) points?\.": lambda v, s, a, m: gained(v, s, m[2]) == int(m[1]),
        r"It lies beside a (\w+) tile: three of a colour that touch each other can carry a pagoda\.": (
            lambda v, s, a, m: (
                a.args["colour"] == m[1]
                and any(touch(a.args["hex"], one) for one in v["tiles"][COLOURS.index(m[1])])
                and not (m[1] == "blue" and v["eighteen_kingdoms"])
            )
        ),
        r"You hold (\d) (\w+) tiles?: with your \w+ in their state each of them brings a point\.": lambda v, s, a, m: (
            v["leaders"][s][COLOURS.index(m[2])] == "none"
            and a.args["colour"] == m[2]
            and v["hand"][s][COLOURS.index(m[2])] == int(m[1])
        ),
        r"From now on your \w+ gains a point for each tile of its colour placed in its state\.": lambda v, s, a, m: (
            v["leaders"][s][COLOURS.index(a.args["colour"])] == "none"
        ),
        r"Yellow tiles beside your \w+, its strength in a revolt: (\d), and (\d) where it stood\.": lambda v, s, a, m: (
            beside(v, "yellow", a.args["hex"]) == int(m[1]) > int(m[2])
        ),
        r"No pagoda falls and no leader goes home with this tile\.": lambda v, s, a, m: (
            v["after"]["pagodas"] == v["pagodas"] and v["after"]["leaders"] == v["leaders"]
        ),
        r"You have no action left\.": lambda v, s, a, m: (
            v["actions_done"] == 2 and not {act.kind for act in v["legal"]} & {"place", "leader", "withdraw", "draw"}
        ),
        r"It changes a (\w+) tile for a new one\.": lambda v, s, a, m: (
            v["hand"][s][COLOURS.index(m[1])] > 0 and v["bag_size"] > v["replaced"]
        ),
        r"White apart, no colour of yours is lower now than this one: (\w+)\.": lambda v, s, a, m: is_lowest(
            v, s, m[1]
        ),
        r"It is a tile more, and costs nothing\.": lambda v, s, a, m: a.kind == "take",
        r"You draw as many tiles as you have discarded\.": lambda v, s, a, m: (
            v["after"]["hand_size"][s] == v["hand_size"][s] + v["replaced"]
        ),
        r"The board and your hand stay as they are\.": lambda v, s, a, m: all(
            v["after"][place] == v[place] for place in ("hand", "tiles", "leaders", "pagodas", "granaries")
        ),
        r"You keep (\d+) (\w+) tiles? for later\.": lambda v, s, a, m: (
            v["hand"][s][COLOURS.index(m[2])] == int(m[1]) > 0
            and {"stop": "blue", "nothing": "red", "commit": "yellow"}[a.kind] == m[2]
        ),
        r"You have no blue tile left\.": lambda v, s, a, m: v["hand"][s][2] == 0,
        r"You have no red tile to give\.": lambda v, s, a, m: v["hand"][s][1] == 0,
        r"It raises the side of (\w+) from (\d+) to (\d+)\.": lambda v, s, a, m: (
            v["totals"][v["side_hex"].index(m[1])] == int(m[2]) == int(m[3]) - a.args["tiles"] - a.args["leader"]
        ),
        r"It makes you (\d+) strong in the revolt, against (\d+)( so far)?\.": lambda v, s, a, m: (
            [int(m[1]) - a.args["tiles"] - a.args["leader"], int(m[2])] == strengths(v, s)
            and bool(m[3]) == (s != v["defender"])
        ),
        r"Strengths in the revolt: you (\d+), against (\d+)\.": lambda v, s, a, m: (
            [int(m[1]), int(m[2])] == strengths(v, s)
        ),
    },
    "huns": {
        r"It brings you (\d+) points? as things stand\.": lambda v, s, a, m: (
            int(m[1]) == standing(v["after"], s) - standing(v, s) > 0
        ),
        r"Wagon (\d) is full and sent with it: (\d+) points? more as things stand\.": lambda v, s, a, m: (
            int(m[2]) == standing(v["after"], s) - standing(v, s) > 0 and v["after"]["sent_size"][s] > v["sent_size"][s]
        ),
        r"It fills (\d+) spaces? on your wagons\.": lambda v, s, a, m: (
            all_spaces(v, s) - all_spaces(v["after"], s) == int(m[1]) > 0
        ),
        r"Looted, it brings you (\d+) points? as things stand\.": lambda v, s, a, m: a.kind == "die" and int(m[1]) > 0,
        r"Looted, it is (\d+) (\w+) goods?; fitting on your wagons: (\d+)\.": lambda v, s, a, m: (
            m[2] == a.args["colour"] and int(m[3]) == min(int(m[1]), for_loot(v, s, m[2])) > 0
        ),
        r"Cards to choose from, drawn with it: (\d+)\.": lambda v, s, a, m: a.kind == "die" and int(m[1]) > 1,
        r"Fitting on your wagons: (\d+) of (\d+)\.": lambda v, s, a, m: (
            int(m[1]) == min(int(m[2]), for_loot(v, s, v["die"])) > 0
        ),
        r"Of what this Treasure asks for you have (\d+) of (\d+)\.": lambda v, s, a, m: (
            [int(m[1]), int(m[2])] == v["after"]["progress"][int(a.args["card"][1:]) - 1]
        ),
        r"No opponent has more points as things stand than \w+: (\d+)\.": lambda v, s, a, m: (
            standing(v, a.args["seat"])
            == int(m[1])
            == max(standing(v, other) for other in range(len(v["standing"])) if other != s)
        ),
        r"Then wagon (\d) lacks (\d+) goods?\.": lambda v, s, a, m: wagon_lacks(v["after"], s, int(m[1])) == int(m[2]),
        r"No open wagon has fewer spaces to fill: (\d)\.": lambda v, s, a, m: (
            int(m[1]) == min(sum(v["need"][int(one[1:]) - 1]) for one in v["display"] if one != "none")
        ),
        r"Equipment works at once and to the end\.": lambda v, s, a, m: (
            a.args["card"] in v["after"]["works"][s] if a.kind == "play" else deck_of(v, a) == "blue"
        ),
        r"A Raid brings 1 point at the end, used or not\.": lambda v, s, a, m: deck_of(v, a) == "red",
        r"A Mercenary whose spaces are all full works, and brings 1 point at the end\.": lambda v, s, a, m: (
            deck_of(v, a) == "green" and "C07" not in v["works"][s]
        ),
        r"A Treasure brings as many points as there are players, .*": lambda v, s, a, m: deck_of(v, a) == "yellow",
        r"\w+ may flee it for (\d+) points?\.": lambda v, s, a, m: a.kind == "victim",
        r"The Curse never works then\.": lambda v, s, a, m: a.kind == "flee",
        r"A Curse that you accept costs no points by itself\.": lambda v, s, a, m: a.kind == "accept",
        r"Your action is over\.": lambda v, s, a, m: a.kind == "done",
        r"You need not use this effect\.": lambda v, s, a, m: a.kind == "done" and len(v["legal"]) > 1,
    },
}
"""By game every reason, and when it holds in what the seat sees."""


def kinds_in(counts: list[int]) -> Iterator[str]:
    from tianxia.games.sun_tzu.pieces import CARDS

    for card, count in zip(CARDS, counts, strict=True):
        yield from [card] * count


@pytest.mark.parametrize("game", GAMES)
def test_most_hints_have_a_reason_and_each_holds(game: str) -> None:
    met = Counter[str]()
    reasons = [(match, seat, action, match.advice(seat, action)) for match, seat, action in asked(game)]
    for match, seat, action, said in reasons:
        if not said:
            continue
        told = re.split(SENTENCES, match.preview(seat, action))
        for sentence in re.split(SENTENCES, said):
            if sentence in told:
                met["preview"] += 1
                continue
            found = [(text, match_) for text in CLAIMS[game] if (match_ := re.fullmatch(text, sentence))]
            assert found, said
            text, words = found[0]
            assert CLAIMS[game][text](facts(match, seat, action), seat, action, words), (said, action)
            met[text] += 1
    assert len(met) > len(CLAIMS[game]) // 2
    assert sum(bool(said) for *_, said in reasons) > len(reasons) * MOST


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize("game", GAMES)
def test_a_reason_ends_and_tells_nothing_hidden(game: str, lang: str) -> None:
    for seed, (match, seat, action) in enumerate(asked(game)[::20]):
        said = match.advice(seat, action, lang)
        assert not said or said.endswith(".")
        assert not UNFILLED.search(said), said
        twin = tianxia.Match(match.game, other_world(match.game, match._states, seat, seed), {})
        assert twin.advice(seat, action, lang) == said


def test_what_is_not_legal_has_no_reason() -> None:
    assert tianxia.load("chu-han").new(1).advice(0, "pass") == ""


def test_under_pestilence_a_plague_leaves_one_army() -> None:
    met = 0
    for seed in SEEDS:
        match = tianxia.load("sun-tzu").new(seed)
        match.play(1, "choose R4")
        bot = bots.make("greedy", match.game, seed)
        while match.to_act:
            seat = match.to_act[0]
            told, texts = match.copy(), [act.text for act in match.legal(seat)]
            if "use_r4" in texts:
                told.play(seat, "use_r4")
            state = told.view(seat)["state"]
            for text in [text for text in texts if text.startswith("order") and text.endswith("Plague")]:
                there = state["armies"][1 - seat][PROVINCES.index(text.split()[1])]
                if there and plague_takes(there, state["pestilence"]) != there // 2:
                    assert told.advice(seat, text) == f"Enemy armies that would leave: {there - 1} of {there}."
                    met += 1
            match.play(seat, match.game.action(int(bot.choose(match.record(seat), seat))))
    assert met


def test_a_card_of_the_warlords_is_something_to_answer_with() -> None:
    match, chance, met = tianxia.load("chu-han", events=True).new(6), random.Random(6), 0
    bot = bots.make("greedy", match.game, 6)
    while match.to_act:
        (seat,) = match.to_act
        legal = match.legal(seat)
        if "cancel" in [act.kind for act in legal] and not match.view(seat)["state"]["hand"][seat][10]:
            assert match.advice(seat, "decline") != "You have nothing to answer with."
            met += 1
        best = match.game.action(int(bot.choose(match.record(seat), seat)))
        match.play(seat, best if chance.random() < 0.6 else chance.choice(legal))
    assert met


@pytest.mark.parametrize(("event", "told"), [("silence", True), ("warlords", False)])
def test_a_card_of_the_warlords_may_make_a_set_large_enough(event: str, told: bool) -> None:
    beside = {"face_up": "5 ji_bu"} if event == "warlords" else {}
    position = {"event": event, "hand": ["1 1 1 1 7 8 9", "5"], **beside}
    match = tianxia.load("chu-han", events=True).position(position)
    assert match.advice(0, "set 1 4").startswith("Your rival has 1 card, too few") == told


@pytest.mark.parametrize(("event", "told"), [("silence", True), ("hong_canal", False)])
def test_at_hong_canal_a_decree_brings_no_two_cards(event: str, told: bool) -> None:
    match = tianxia.load("chu-han", events=True).position({"event": event, "hand": ["8 8 5", "9 7"]})
    match.play(0, "set 8 2")
    assert ("two more cards may make one" in match.advice(1, "decree")) == told
