"""The rule cases against the slow references: rules as sentences, one test each."""

from __future__ import annotations

import pytest

from tests.cases import chu_han_cases, sun_tzu_cases
from tests.oracle.chu_han import ChuHan
from tests.oracle.sun_tzu import SunTzu
from tests.oracle.sun_tzu_cards import Chance

Case = chu_han_cases.Case | sun_tzu_cases.Case
CHU_HAN = chu_han_cases.load()
CHU_HAN_RULES = [
    *("C1", "C2.1", "C2.2", "C2.3", "C2.4", "C3.1", "C3.2", "C3.3", "C3.4"),
    *(f"C4.{n}" for n in range(1, 11)),
    *(f"C5.{n}" for n in range(1, 19)),
    *("C6", *(f"C6.{n}" for n in range(1, 10))),
    *("C7.1", "C7.2", "C7.3"),
    *("C8", "C8.1", "C8.2", "C8.3", "C8.4", "C8.6"),  # C8.5 is about sampling hidden cards
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


def start_chu_han(case: chu_han_cases.Case) -> ChuHan:
    han, chu, pile = case.deal
    if case.position is None:
        return ChuHan(lambda: (han, chu, pile))
    return ChuHan.from_position(case.position, lambda: (han, chu, pile))


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


@pytest.mark.parametrize(("cases", "rules"), [(CHU_HAN, CHU_HAN_RULES), (SUN_TZU, SUN_TZU_RULES)], ids=["C", "S"])
def test_every_rule_that_can_be_seen_in_play_has_a_case(cases: list[Case], rules: list[str]) -> None:
    assert set(rules) == {case.rule for case in cases}


@pytest.mark.parametrize("cases", [CHU_HAN, SUN_TZU], ids=["C", "S"])
def test_no_two_cases_have_the_same_name(cases: list[Case]) -> None:
    names = [case.name for case in cases]
    assert len(set(names)) == len(names)
