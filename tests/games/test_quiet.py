"""A position is written as a quiet one, with which a turn begins, and the moves since."""

from __future__ import annotations

from typing import Any

import pytest

import tianxia
from tests.games.test_notes import GAMES, matches
from tianxia.engine.notation import position_of

EVERY = 5


def whole(match: tianxia.Match) -> dict[str, Any]:
    """The whole record as fields, pending or not."""
    return position_of(match.game.table, match._states)


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_a_game_comes_back_from_a_quiet_one_and_its_moves(game: str) -> None:
    moved = quiet = 0
    for number, match in enumerate(matches(game, 3)):
        if number % EVERY:
            continue
        written = match.position()
        again = match.game.position(written)
        assert again._states.tobytes() == match._states.tobytes()
        assert again.position() == written
        moved += "moves" in written
        quiet += "moves" not in written
    assert moved > 2
    assert quiet > 2


@pytest.mark.parametrize("game", GAMES)
def test_what_is_pending_is_not_written_without_its_moves(game: str) -> None:
    refused = 0
    for match in matches(game, 4):
        if refused < 5 and "moves" in match.position():
            with pytest.raises(tianxia.BadPosition, match="tell the position with which the turn began, and the moves"):
                match.game.position(whole(match))
            refused += 1
    assert refused


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_is_wrong_is_named(game: str) -> None:
    match = tianxia.load(game, **GAMES[game]).new(5)
    start = match.position()
    (seat, *_) = match.to_act
    for _ in range(2):
        match.play(match.to_act[0], int(match.legal_ids(match.to_act[0])[0]))
    moves = [[seat, match.game.actions.text(number)] for seat, number in match.actions]
    base = {name: value for name, value in start.items() if name != "moves"}
    for wrong, why in (
        ([*moves, [seat, "dance"]], "moves: move 3: 'dance' is no kind of action"),
        ([*moves, [9, "pass"]], "moves: move 3: there is no seat 9"),
        ([*moves, "pass"], "moves: move 3: 'pass' should be a seat and an action"),
        ("pass", "moves: 'pass' should be a list of pairs"),
    ):
        with pytest.raises(tianxia.BadPosition, match=why):
            match.game.position({**base, "moves": wrong})
    assert match.game.position({**base, "moves": moves}).position_hash() == match.position_hash()


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_a_position_too(game: str) -> None:
    match = tianxia.load(game, **GAMES[game]).new(6)
    assert match.game.position({"seed": 6}).hash() == match.hash()
    with pytest.raises(tianxia.BadPosition, match="a seed is a whole deal: only moves are told with it, not hand"):
        match.game.position({"seed": 6, "hand": []})
    with pytest.raises(tianxia.BadPosition, match="seed 'x' should be a whole number"):
        match.game.position({"seed": "x"})
