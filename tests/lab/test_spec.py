"""What the lab says of a game before it is played is true of games that are played."""

from __future__ import annotations

import pytest

import tianxia
from tests.games.test_notes import GAMES, matches
from tianxia import lab


@pytest.mark.parametrize("name", GAMES)
def test_no_position_has_more_legal_actions_than_the_spec_says(name: str) -> None:
    game = tianxia.load(name, **GAMES[name])
    spec = lab.spec(game)
    assert (spec.actions, spec.seats) == (game.actions.size, game.seats)
    listed = [len(match.legal_ids(seat)) for match in matches(name, 8) for seat in match.to_act]
    assert 1 < max(listed) <= spec.most_legal <= min(spec.actions, game.most_legal)
