"""Written positions of any game: what is taken for one can be played on; the rest is refused with the reason."""

from __future__ import annotations

import random
from typing import Any

import tianxia

STEPS = 12


def accepted(game: Any, position: Any) -> None:
    """What is taken for a position can be played on, stays possible, and comes back the same."""
    match = game.position(position)
    assert game.position(match.position())._states.tobytes() == match._states.tobytes()
    chance = random.Random(1)
    for _ in range(STEPS):
        if not match.to_act:
            break
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
        game.position(match.position())


def refused_or_accepted(game: Any, position: Any) -> None:
    """Either the position is refused, or all that follows from it is a position too."""
    try:
        game.position(position)
    except tianxia.BadPosition as error:
        assert str(error)  # noqa: PT017
        return
    accepted(game, position)
