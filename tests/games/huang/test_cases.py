"""The rule cases against the engine: the same sentences that hold for the slow reference."""

from __future__ import annotations

import pytest

import tianxia
from tests.cases.huang_cases import Case, as_told, load
from tests.games.huang.table import ID
from tests.games.huang.written import Told, at_position, new_game

CASES = load()
NO_GAME_COMES_TO = (
    "a_hand_of_more_than_six_draws_nothing_and_keeps_all",
    "at_most_six_of_a_hand_of_seven",
)
"""Cases with hands that only a palace fills, or nothing at all [H4.3, M3.2]."""


def play(case: Case) -> Told:
    if case.position is None:
        told = new_game(case.players, case.options, case.starting_player, case.bag, case.bandits)
    else:
        told = at_position(case.position, case.players, case.options, case.name not in NO_GAME_COMES_TO)
    for act in case.play:
        told.play(act)
    return told


@pytest.mark.parametrize("case", CASES, ids=str)
def test_huang(case: Case) -> None:
    told = play(case)
    for viewer, expected in case.seen.items():
        assert as_told(told.facts(viewer), expected) == expected, f"seen by {viewer}"
    legal = told.legal()
    assert set(case.legal) <= set(legal)
    if case.exactly is not None:
        assert sorted(legal) == sorted(case.exactly)
    for begin, acts in case.exactly_for.items():
        assert sorted(act for act in legal if act.startswith(f"{begin} ")) == sorted(acts)
    assert not {act for act, _ in case.illegal} & set(legal)


@pytest.mark.parametrize("case", [case for case in CASES if case.illegal], ids=str)
def test_a_refusal_cites_the_rule(case: Case) -> None:
    told = play(case)
    match = told.match
    before = match.hash(), match.position()
    for act, rule in case.illegal:
        with pytest.raises(tianxia.IllegalAction) as refused:
            match.play(told.asked, ID[act])
        assert match.why_not(told.asked, ID[act]) == str(refused.value)
        assert rule in cited(str(refused.value)), f"{act}: {refused.value}, should cite [{rule}]"
        assert (match.hash(), match.position()) == before


def cited(text: str) -> list[str]:
    """The numbers in the brackets at the end: [H4.1, H4.2]."""
    return text[text.rindex("[") + 1 : -1].split(", ")


@pytest.mark.parametrize("name", NO_GAME_COMES_TO)
def test_positions_that_no_game_comes_to_are_refused(name: str) -> None:
    (case,) = (case for case in CASES if case.name == name)
    assert case.position is not None
    with pytest.raises(tianxia.BadPosition, match=r"tiles in hand of \w+: \d+, at most 6 \[H4.3, M3.2\]"):
        at_position(case.position, case.players, case.options)
