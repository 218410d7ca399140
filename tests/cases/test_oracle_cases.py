"""The rule cases against the slow references: rules as sentences, one test each."""

from __future__ import annotations

import re
from collections import deque

import pytest

from tests.cases import chu_han_cases, huang_cases, huns_cases, sun_tzu_cases
from tests.oracle.chu_han import ChuHan
from tests.oracle.huang import Huang
from tests.oracle.huang_map import BASE, EIGHTEEN_KINGDOMS, load_map
from tests.oracle.huang_things import Chance as HuangChance
from tests.oracle.huns import Huns
from tests.oracle.huns_things import Chance as HunsChance
from tests.oracle.sun_tzu import SunTzu
from tests.oracle.sun_tzu_cards import Chance

Case = chu_han_cases.Case | sun_tzu_cases.Case | huang_cases.Case | huns_cases.Case
CHU_HAN = chu_han_cases.load()
CHU_HAN_RULES = [
    *("C1", "C2.1", "C2.2", "C2.3", "C2.4", "C3.1", "C3.2", "C3.3", "C3.4"),
    *(f"C4.{n}" for n in range(1, 11)),
    *(f"C5.{n}" for n in range(1, 19)),
    *("C6", *(f"C6.{n}" for n in range(1, 10))),
    *("C7.1", "C7.2", "C7.3"),
    *("C8", "C8.1", "C8.2", "C8.3", "C8.4", "C8.6"),  # C8.5 is about sampling hidden cards
    *(f"C9.{n}" for n in range(1, 15)),
    *(f"C11.{n}" for n in range(1, 7)),
]
SUN_TZU = sun_tzu_cases.load()
SUN_TZU_RULES = [
    *(f"S1.{n}" for n in range(1, 9)),
    *(f"S2.{n}" for n in range(1, 6)),
    "S3.1",
    *(f"S4.{n}" for n in range(1, 7)),
    *(f"S5.{n}" for n in range(1, 6)),
    *(f"S6.{n}" for n in range(1, 8)),
    *(f"S7.{n}" for n in range(1, 6)),
    *(f"S8.{n}" for n in range(1, 11)),
    *(f"S9.{n}" for n in range(1, 7)),
    *("S10.1", "S10.2"),
    *(f"S11.{n}" for n in range(1, 5)),
    *("S12.1", "S12.2"),
    *(f"S13.{n}" for n in range(1, 5)),  # S13.5 is about sampling hidden cards
    *(f"S14.{n}" for n in range(1, 5)),
]

HUANG = huang_cases.load()
HUANG_RULES = [
    *("H1.1", "H1.1a", "H1.2", "H1.2a", "H1.2b"),  # H1.3, H1.4 are about map files
    *("H2.1", "H2.2", "H2.3", "H2.4", "H2.5", "H2.5a", "H2.6"),
    *("H3.1", "H3.1a", "H3.2", "H3.3", "H3.4", "H3.5"),
    *(f"H4.{n}" for n in range(1, 7)),
    *("H5.1", "H5.2", "H5.3", "H5.3a", "H5.4", "H5.5", "H5.6", "H5.7", "H5.7a", "H5.8"),
    *("H6.1", "H6.2", "H6.3", "H6.4", "H6.5", "H6.5a", "H6.6", "H6.6a", "H6.7"),
    *(f"H7.{n}" for n in range(1, 5)),
    *("H8.1", "H8.2"),
    *("H9.1", "H9.2", "H9.3", "H9.4", "H9.4a", "H9.5", "H9.6"),
    *("H10.1", "H10.1a", "H10.1b", "H10.2", "H10.2a", "H10.3", "H10.4"),
    *("H11.1", "H11.1a", "H11.2", "H11.3", "H11.4", "H11.4a", "H11.4b", "H11.5", "H11.6", "H11.6a", "H11.7"),
    *("H11.8", "H11.8a", "H11.9", "H11.10", "H11.11"),
    *("H12.1", "H12.1a", "H12.1b", "H12.1c", "H12.2", "H12.2a", "H12.3", "H12.3a", "H12.4"),
    *(f"H13.{n}" for n in range(1, 15)),
    *("M1.1", "M1.2", "M1.3", "M1.4", "M1.4a", "M1.5", "M1.5a", "M1.6"),
    *("M2.1", "M2.2", "M2.3", "M2.4", "M2.4a"),
    *("M3.1", "M3.1a", "M3.2", "M3.2a"),
    "M4",
    *("Hidden", "Example"),  # the section of that name, and the worked example
]
HUNS = huns_cases.load()
HUNS_RULES = [
    *("N1.1", "N1.2", "N2.1", "N2.2", "N2.3", "N2.4", "N3.1", "N3.1.1", "N3.2"),
    *("N4.1", "N4.1.1", "N4.1.2", "N4.1.3", "N4.2", "N4.2.1", "N4.2.2", "N4.2.3", "N4.3", "N4.3.1", "N4.4", "N4.4.1"),
    *("N5.1", "N5.2", "N5.2.1", "N5.2.2", "N5.3", "N5.4", "N5.5", "N5.6"),
    *("N6.1", "N6.1.1", "N6.2", "N6.2.1", "N6.3", "N7.1", "N7.1.1", "N7.2"),
    *("N8.1", "N8.1.1", "N8.1.2", "N8.1.3"),
    *(f"N8.{n}" for n in range(3, 24)),  # N8.2 cannot happen: every wagon has spaces of two colours [N9.3]
    *(f"N8.17.{n}" for n in range(1, 6)),
    *("N9.1", "N9.2", "N10"),  # N9.3 is about decks
    *(f"N11.{n}" for n in range(1, 5)),
    *("N12.1", "N12.2", "N12.4"),  # N12.3 is about sampling hidden cards
    *(f"{letter}{n:02}" for letter in "ERMCT" for n in range(1, 13)),  # the cards
    *("Example", "Trap"),  # the sections of these names
]
HUANG_MAPS = {False: load_map(BASE), True: load_map(EIGHTEEN_KINGDOMS)}


def start_chu_han(case: chu_han_cases.Case) -> ChuHan:
    han, chu, pile = case.deal
    order = case.event_order
    return ChuHan(lambda: (han, chu, pile), case.position, events=order is not None, event_order=order or ())


@pytest.mark.parametrize("case", CHU_HAN, ids=str)
def test_chu_han(case: chu_han_cases.Case) -> None:
    game = start_chu_han(case)
    for action in case.play:
        game.apply(action)
    for viewer, expected in case.seen.items():
        facts = game.facts(viewer)
        assert {key: facts[key] for key in expected} == expected, f"seen by {viewer}"
    if case.hands is not None:
        assert [sorted(hand.elements()) for hand in game.hand] == case.hands
    for seat, known in case.held.items():
        assert sorted(game.held(seat).elements()) == known, f"known to {seat}"
    assert set(case.legal) <= set(game.legal())
    if case.exactly is not None:
        assert sorted(game.legal()) == sorted(case.exactly)
    for action, _ in case.illegal:
        with pytest.raises(ValueError, match="not legal"):
            game.apply(action)


def start_sun_tzu(case: sun_tzu_cases.Case) -> SunTzu:
    if case.position is None:
        return SunTzu(Chance(case.displays, case.decks, case.events), **case.options)
    return SunTzu.from_position(case.position, **case.options)


def seat_of(game: SunTzu, seat: int | None) -> int:
    """An act without a seat is that of the only one asked."""
    if seat is None:
        (seat,) = game.actors()
    return seat


@pytest.mark.parametrize("case", SUN_TZU, ids=str)
def test_sun_tzu(case: sun_tzu_cases.Case) -> None:
    game = start_sun_tzu(case)
    for seat, act in case.play:
        game.apply(seat_of(game, seat), act)
    for viewer, expected in case.seen.items():
        facts = game.facts(viewer)
        assert {key: facts[key] for key in expected} == expected, f"seen by {viewer}"
    for seat, act in case.legal:
        assert act in game.legal(seat_of(game, seat))
    for seat, acts in case.exactly.items():
        assert sorted(game.legal(seat_of(game, seat))) == sorted(acts)
    for (seat, act), _ in case.illegal:
        with pytest.raises(ValueError, match="not legal"):
            game.apply(seat_of(game, seat), act)


def start_huang(case: huang_cases.Case) -> Huang:
    map_ = HUANG_MAPS[case.options.get("eighteen_kingdoms", False)]
    if case.position is None:
        chance = HuangChance(case.starting_player, case.bag, case.bandits)
        return Huang(chance, map_, case.players, **case.options)
    return Huang.from_position(case.position, map_, case.players, **case.options)


@pytest.mark.parametrize("case", HUANG, ids=str)
def test_huang(case: huang_cases.Case) -> None:
    game = start_huang(case)
    for act in case.play:
        game.apply(seat_asked(game), act)
    for viewer, expected in case.seen.items():
        assert huang_cases.as_told(game.facts(viewer), expected) == expected, f"seen by {viewer}"
    legal = game.legal(seat_asked(game)) if game.actors() else []
    assert set(case.legal) <= set(legal)
    if case.exactly is not None:
        assert sorted(legal) == sorted(case.exactly)
    for begin, acts in case.exactly_for.items():
        assert sorted(act for act in legal if act.startswith(f"{begin} ")) == sorted(acts)
    for act, _ in case.illegal:
        with pytest.raises(ValueError, match="not legal"):
            game.apply(seat_asked(game), act)


def seat_asked(game: Huang) -> int:
    (seat,) = game.actors()
    return seat


def start_huns(case: huns_cases.Case) -> Huns:
    if case.position is None:
        chance = HunsChance(case.decks, case.wagons, case.first, deque(case.rolls))
        return Huns(chance, case.players, deck=huns_cases.DECK, **case.options)
    return Huns.of_position(case.position, case.players, case.rolls, deck=huns_cases.DECK, **case.options)


@pytest.mark.parametrize("case", HUNS, ids=str)
def test_huns(case: huns_cases.Case) -> None:
    game = start_huns(case)
    for act in case.play:
        (seat,) = game.actors()
        game.apply(seat, act)
    for viewer, expected in case.seen.items():
        assert huns_cases.as_told(game.facts(viewer), expected) == expected, f"seen by {viewer}"
    seat, legal = -1, []
    if game.actors():
        (seat,) = game.actors()
        legal = game.legal(seat)
    assert set(case.legal) <= set(legal)
    if case.exactly is not None:
        assert sorted(legal) == sorted(case.exactly)
    for act, rule in case.illegal:
        with pytest.raises(ValueError, match=re.escape(f"[{rule}]")):
            game.apply(seat, act)


@pytest.mark.parametrize(
    ("cases", "rules"),
    [(CHU_HAN, CHU_HAN_RULES), (SUN_TZU, SUN_TZU_RULES), (HUANG, HUANG_RULES), (HUNS, HUNS_RULES)],
    ids=["C", "S", "H", "N"],
)
def test_every_rule_that_can_be_seen_in_play_has_a_case(cases: list[Case], rules: list[str]) -> None:
    assert set(rules) == {case.rule for case in cases}


@pytest.mark.parametrize("cases", [CHU_HAN, SUN_TZU, HUANG, HUNS], ids=["C", "S", "H", "N"])
def test_no_two_cases_have_the_same_name(cases: list[Case]) -> None:
    names = [case.name for case in cases]
    assert len(set(names)) == len(names)
