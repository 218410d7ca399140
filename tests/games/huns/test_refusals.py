"""Why an action is refused: the rule that the slow reference names too, in every language, telling nothing hidden."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import tianxia
from tests.games.huns.lockstep import Pair
from tests.games.huns.playing import CHOOSERS
from tests.games.huns.table import ID, NOTATION, OPTION_SETS, game_of_cases, taking
from tests.oracle.huns_refusals import why_not as reason_of_oracle
from tianxia.engine import _entries as entries
from tianxia.engine import i18n
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.refusals import REFUSALS, why_not

COMMON = ("before_die", "after_die", "after_action", "place", "drawn", "victim", "flee")
"""Moments that come so often that few actions are tried at each."""


def cited(text: str) -> list[str]:
    """The numbers in the brackets at the end: [N4.2, N8.17.3]."""
    return text[text.rindex("[") + 1 : -1].split(", ")


def refused(players: str, seed: int) -> Iterator[tuple[Pair, int, str]]:
    """Actions that are illegal somewhere in a game: the game as it is then, who is asked, the action."""
    chance = random.Random(seed)
    pair = Pair.of_game(seed, OPTION_SETS[players])
    choosers = [chance.choice(CHOOSERS) for _ in range(pair.table.players)]
    while pair.table.actors:
        (seat,) = pair.table.actors
        legal = [NOTATION[number] for number in pair.table.legal(seat)]
        for act in chance.sample(NOTATION, 3 if pair.table.question in COMMON else 60):
            if act not in legal:
                yield pair, seat, act
        pair.apply(seat, choosers[seat](chance, legal))


def reason(pair: Pair, seat: int, act: str, lang: str = "en") -> str:
    states = pair.table.states.copy()
    entries.masked(states, seat)
    return why_not(pair.table.game.table.record_class(states, 0), seat, ID[act], i18n.translator(lang))


def nobody_there(pair: Pair, act: str) -> bool:
    """Whether a wagon of no player is named, or for the Thieves one of another: the reference tells no such things."""
    kind, *words = act.split()
    if kind not in ("take", "swap"):
        return False
    other = int(words[0] if kind == "take" else words[1])
    return other >= pair.table.players or pair.table.question == "thieves"


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_a_refusal_cites_the_rule_that_the_reference_cites(players: str) -> None:
    tried: Counter[str] = Counter()
    for seed in (1, 2, 5):
        for pair, seat, act in refused(players, seed):
            if not nobody_there(pair, act):
                (rule,) = cited(reason_of_oracle(pair.oracle.table, pair.oracle.asks(), seat, act))
                told = reason(pair, seat, act)
                assert rule in cited(told), f"{pair.table.question}, {act}: {told}, should cite [{rule}]"
                tried[act.split()[0]] += 1
    assert sum(tried.values()) > 2000
    assert len(tried) > 15


@pytest.mark.parametrize("lang", i18n.languages())
def test_refusals_are_whole_sentences_in_every_language(lang: str) -> None:
    for pair, seat, act in refused("4", 7):
        told = reason(pair, seat, act, lang)
        assert re.search(r"\w \[N[\d.]+(, N[\d.]+)*\]$", told), told
        assert not re.search(r"[{}_]|None", told), told
        if lang == "pl":
            assert not re.search(r"\b(the|is|not|goods?|wagon|card|your)\b", told), told


def test_refusals_tell_nothing_hidden() -> None:
    """They are the same when all that the seat cannot know is dealt anew."""
    chance = random.Random(3)
    for pair, seat, act in refused("3", 4):
        told = reason(pair, seat, act)
        other = pair.table.states.copy()
        entries.resample(other, seat, chance.getrandbits(60))
        entries.masked(other, seat)
        s = pair.table.game.table.record_class(other, 0)
        assert why_not(s, seat, ID[act], i18n.translator("en")) == told


def test_who_is_not_asked_is_told_so_and_after_the_end_that_it_is_over() -> None:
    match = tianxia.load("huns").new(seed=3)
    other = 1 - match.to_act[0]
    assert match.why_not(other, "loot") == "loot: it is not your decision now [N11.1]"
    chance = random.Random(1)
    while match.to_act:
        match.play(match.to_act[0], int(chance.choice(match.legal_ids(match.to_act[0]))))
    assert match.why_not(0, "loot") == "loot: the game is over [N3.2]"


@pytest.mark.parametrize(
    ("position", "act", "reason"),
    [
        ({}, "draw", "first take a die [N3.1, N11.3]"),
        (taking("red", 2, {}), "die green", "you have the red die: draw or loot with it [N4, N11.3]"),
        (taking("red", 2, {}), "loot_as green", "Alan Archer is not in your camp [N9.1]"),
        (taking("red", 2, {}), "raise", "Steppe Horse is not in your camp [N9.1]"),
        (
            taking("green", 3, {"camp": [["E04"]]}),
            "raise",
            "the value is 3 already, and more there is not [N8.3]",
        ),
        (
            taking("black", 2, {"camp": [["C09", "E04"]]}),
            "draw",
            "Oath of Peace: you cannot draw with the black die [N9]",
        ),
        ({"camp": [["C09", "R07"]]}, "use R07", "Oath of Peace: you cannot use Raids [N9]"),
        ({"camp": [["E01"]]}, "use E01", "Recurve Bow acts by itself [N6.1.1]"),
        ({"camp": [["T01"]]}, "use T01", "Crown of the Khan acts by itself [N6.1.1]"),
        ({"camp": [["M04"]]}, "use M04", "Gepid Smith is not used at this moment [N6.1.1]"),
    ],
)
def test_a_wish_on_the_board_is_answered_with_its_rule(position: dict[str, Any], act: str, reason: str) -> None:
    match = game_of_cases().position(position)
    assert match.why_not(0, act) == f"{act}: {reason}"


def test_disgrace_bars_the_dice_that_show_three() -> None:
    match = game_of_cases(players=3).position({"camp": [["C11"]]})
    assert (
        match.why_not(0, "die green") == "die green: Disgrace: you take a die that shows 3 only if all of them do [N9]"
    )


def test_every_kind_of_action_can_be_refused() -> None:
    # a loot is legal wherever a die is at hand, and the other two answer a Curse or nothing
    always = {"loot", "flee", "accept"}
    assert REFUSALS.keys() | always == ACTIONS.by_name.keys()
