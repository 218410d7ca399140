"""The rule cases against the engine: the same sentences that hold for the slow reference."""

from __future__ import annotations

import pytest

import tianxia
from tests.cases.huns_cases import Case, as_told, load
from tests.games.huns.table import ID, game_of_cases
from tests.games.huns.written import Told, at_position, for_engine, new_game

CASES = load()
NO_GAME_COMES_TO = (
    "[N3.1, R10]", "[R10]", "[N4.3.1, N4.4]", "[N8.15, E07]", "only one thing can be done",
)  # fmt: skip
"""What may be wrong with the position of a case, which tells no more than it needs: of one wagon, of a good branded once."""


def play(case: Case) -> Told:
    if case.position is None:
        told = new_game(case.players, case.options, case.first, case.decks, case.wagons, case.rolls)
    else:
        told = at_position(case.position, case.players, case.rolls, case.options)
    for act in case.play:
        told.play(act)
    return told


@pytest.mark.parametrize("case", CASES, ids=str)
def test_huns(case: Case) -> None:
    told = play(case)
    for viewer, expected in case.seen.items():
        assert as_told(told.facts(viewer), expected) == expected, f"seen by {viewer}"
    legal = told.legal()
    assert set(case.legal) <= set(legal)
    if case.exactly is not None:
        assert sorted(legal) == sorted(case.exactly)
    assert not {act for act, _ in case.illegal} & set(legal)


@pytest.mark.parametrize("case", [case for case in CASES if case.position is not None], ids=str)
def test_the_positions_of_cases_are_possible_but_for_what_they_do_not_tell(case: Case) -> None:
    assert case.position is not None
    made = game_of_cases(players=case.players, **case.options)
    states = made.completed(for_engine(case.position))
    assert made.quiet(states)
    reason = made.positions.check(made.table.record_class(states, 0))
    assert not reason or any(part in reason for part in NO_GAME_COMES_TO)


@pytest.mark.parametrize("case", [case for case in CASES if case.illegal], ids=str)
def test_a_refusal_cites_the_rule(case: Case) -> None:
    told = play(case)
    match = told.match
    before = match.hash(), match.position()
    for act, rule in case.illegal:
        with pytest.raises(tianxia.IllegalAction) as refused:
            match.play(told.asked, ID.get(act, act))
        if act in ID:  # what is no act at all is refused by the table of actions
            assert match.why_not(told.asked, ID[act]) == str(refused.value)
            assert rule in cited(str(refused.value)), f"{act}: {refused.value}, should cite [{rule}]"
        assert (match.hash(), match.position()) == before


def cited(text: str) -> list[str]:
    """The numbers in the brackets at the end: [N4.1, E02]."""
    return text[text.rindex("[") + 1 : -1].split(", ")
