"""Written positions of any game: what is taken for one can be played on; the rest is refused with the reason."""

from __future__ import annotations

import random
from collections.abc import Iterator
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


def played_out(match: tianxia.Match, seed: int, never: tuple[str, ...] = ()) -> Iterator[tianxia.Match]:
    """A random game, before each action and after the last; some kinds of actions are left out where others will do.

    Each position on the way that is quiet, and the last one, comes back the same.
    """
    chance, game = random.Random(seed), match.game
    yield match
    while match.to_act:
        seat = chance.choice(match.to_act)
        legal = match.legal_ids(seat).tolist()
        match.play(seat, chance.choice([n for n in legal if game.actions.kind_of(n).name not in never] or legal))
        if game.quiet(match._states) or not match.to_act:
            assert game.position(match.position())._states.tobytes() == match._states.tobytes()
        yield match
