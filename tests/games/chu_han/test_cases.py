"""The rule cases against the engine: the same sentences that hold for the slow reference."""

from __future__ import annotations

import pytest

import tianxia
from tests.cases.chu_han_cases import Case, load
from tests.games.chu_han.table import GAME, ID, WITH_EVENTS, Seen, facts_of_view, names, position_for_engine
from tianxia.games.chu_han.cards import FACE_UP, KIND_LABELS, KINDS


def counts(cards: list[str]) -> list[int]:
    return [cards.count(kind) for kind in KINDS]


def start(case: Case) -> tianxia.Match:
    game = WITH_EVENTS if case.event_order else GAME
    if case.position is not None:
        return game.position(position_for_engine(case.position, case.event_order))
    han, chu, pile = (" ".join(cards) for cards in case.deal)
    return game.position(position_for_engine({"hand": [han, chu], "pile": pile}, case.event_order))


def give_deal(match: tianxia.Match, case: Case) -> None:
    """A new hand gets the cards that the case names; those of the event were on top of the pile [C9.2]."""
    han, chu, pile = case.deal
    beside = int(FACE_UP[match._states["event"][0]])
    states = match._states.copy()
    states["hand"][0] = [counts(han), counts(chu)]
    states["face_up"][0] = counts(pile[:beside])
    states["pile"][0] = [0] * beside + [KIND_LABELS.index(card) for card in pile[beside:]]
    match._states = states


def play(case: Case) -> tianxia.Match:
    match = start(case)
    for action in case.play:
        hand_number = match.view(None)["state"]["hand_number"]
        match.play(match.to_act[0], action)
        if match.view(None)["state"]["hand_number"] > hand_number:
            give_deal(match, case)
    return match


CASES = load()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_chu_han(case: Case) -> None:
    match = play(case)
    for viewer, expected in case.seen.items():
        facts = facts_of_view(match.view(viewer))
        assert {key: facts[key] for key in expected} == expected, f"seen by {viewer}"
    if case.hands is not None:
        assert [Seen(match._states.tobytes()).hand(seat) for seat in (0, 1)] == case.hands
    for seat, known in case.held.items():
        for viewer in (0, 1):
            surely = match.masked(viewer)["surely"][0, viewer, 1 - seat]
            assert names(surely.tobytes()) == known, f"known to {seat}, as {viewer} is told"
    legal = [action.text for seat in match.to_act for action in match.legal(seat)]
    assert set(case.legal) <= set(legal)
    if case.exactly is not None:
        assert sorted(legal) == sorted(case.exactly)


@pytest.mark.parametrize("case", [case for case in CASES if case.illegal], ids=str)
def test_a_refusal_cites_the_rule(case: Case) -> None:
    match = play(case)
    before = match.hash(), match.position()
    seat = match.to_act[0] if match.to_act else 0
    for action, rule in case.illegal:
        with pytest.raises(tianxia.IllegalAction) as refused:
            match.play(seat, action)
        if action in ID:
            assert match.why_not(seat, action) == str(refused.value)
            assert rule in cited(str(refused.value)), f"{action}: {refused.value}, should cite [{rule}]"
        assert (match.hash(), match.position()) == before


def cited(text: str) -> list[str]:
    """The numbers in the brackets at the end: [C4.9, C5.2]."""
    return text[text.rindex("[") + 1 : -1].split(", ")
