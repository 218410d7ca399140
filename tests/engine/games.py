"""Random matches for tests of the engine; Chu Han stands for any game."""

from __future__ import annotations

import random
from functools import cache

import tianxia

GAME = tianxia.load("chu-han")


def play_on(match: tianxia.Match, seed: int, steps: int = 10_000) -> tianxia.Match:
    """Play random legal actions, at most so many."""
    chance = random.Random(seed)
    while match.to_act and steps:
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
        steps -= 1
    return match


@cache
def finished(seed: int) -> tianxia.Match:
    """A match played to its end; not to be changed."""
    return play_on(GAME.new(seed), seed)
