"""The rule cases against the engine: the same sentences that hold for the slow reference."""

from __future__ import annotations

import pytest

import tianxia
from tests.cases.sun_tzu_cases import Case, load
from tests.games.sun_tzu.table import GAME, ID, NOTATION, facts_of_view, match_at
from tianxia.games.sun_tzu.pieces import CARDS

CASES = load()


def start(case: Case) -> tianxia.Match:
    if case.position is not None:
        return match_at(case.position, **case.options)
    return new_game(case)


def new_game(case: Case) -> tianxia.Match:
    """A new game with the chance that the case names [S2.5]."""
    game = GAME.with_options(**case.options)
    drawn = not game.options["generals"]
    position = {
        "displays": case.displays,
        "deck": [deck[4:] if drawn else deck for deck in case.decks],
        "hand": [" ".join([*CARDS[:6], *deck[: 4 if drawn else 0]]) for deck in case.decks],
        "out": ["", ""],
    }
    if game.options["events"]:
        position["event_deck"] = case.events
    if not drawn:
        position["asks"] = "general"
    return game.position(position)


def seat_of(match: tianxia.Match, seat: int | None) -> int:
    """An act without a seat is that of the only one asked."""
    if seat is None:
        (seat,) = match.to_act
    return seat


def legal(match: tianxia.Match, seat: int | None) -> list[str]:
    return [NOTATION[number] for number in match.legal_ids(seat_of(match, seat)).tolist()]


def play(case: Case) -> tianxia.Match:
    match = start(case)
    for seat, act in case.play:
        match.play(seat_of(match, seat), ID[act])
    return match


@pytest.mark.parametrize("case", CASES, ids=str)
def test_sun_tzu(case: Case) -> None:
    match = play(case)
    for viewer, expected in case.seen.items():
        facts = facts_of_view(match.view(viewer), match.result)
        assert {key: facts[key] for key in expected} == expected, f"seen by {viewer}"
    for seat, act in case.legal:
        assert act in legal(match, seat)
    for seat, acts in case.exactly.items():
        assert sorted(legal(match, seat)) == sorted(acts)
    for (seat, act), _ in case.illegal:
        assert act not in legal(match, seat)


@pytest.mark.parametrize("case", [case for case in CASES if case.illegal], ids=str)
def test_a_refusal_cites_the_rule(case: Case) -> None:
    match = play(case)
    before = match.hash(), match.position()
    for (seat, act), rule in case.illegal:
        who = match.to_act[0] if seat is None else seat
        with pytest.raises(tianxia.IllegalAction) as refused:
            match.play(who, ID.get(act, act))
        if act in ID:
            assert match.why_not(who, ID[act]) == str(refused.value)
            cites = cited(str(refused.value))
            assert rule in cites, f"{act}: {refused.value}, should cite [{rule}]"
        assert (match.hash(), match.position()) == before


def cited(text: str) -> list[str]:
    """The numbers in the brackets at the end: [S4.1, S4.2]."""
    return text[text.rindex("[") + 1 : -1].split(", ")
