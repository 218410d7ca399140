"""The rule cases against the slow references: rules as sentences, one test each."""

from __future__ import annotations

import pytest

from tests.cases.chu_han_cases import Case, load
from tests.oracle.chu_han import ChuHan

CASES = load()
OBSERVABLE_RULES = [
    *("C1", "C2.1", "C2.2", "C2.3", "C2.4", "C3.1", "C3.2", "C3.3", "C3.4"),
    *(f"C4.{n}" for n in range(1, 11)),
    *(f"C5.{n}" for n in range(1, 19)),
    *("C6", *(f"C6.{n}" for n in range(1, 10))),
    *("C7.1", "C7.2", "C7.3"),
    *("C8", "C8.1", "C8.2", "C8.3", "C8.4", "C8.6"),  # C8.5 is about sampling hidden cards
    *(f"C11.{n}" for n in range(1, 7)),
]


def start(case: Case) -> ChuHan:
    han, chu, pile = case.deal
    if case.position is None:
        return ChuHan(lambda: (han, chu, pile))
    return ChuHan.from_position(case.position, lambda: (han, chu, pile))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_chu_han(case: Case) -> None:
    game = start(case)
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


def test_every_rule_that_can_be_seen_in_play_has_a_case() -> None:
    assert set(OBSERVABLE_RULES) == {case.rule for case in CASES}


def test_no_two_cases_have_the_same_name() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
