"""Random games as chains of hashes, and samples, in whatever mode this process runs.

    python -m tests.games.huns.trace

prints them as JSON: a test compares what the compiled rules do with what the interpreted ones do, step by step.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tests.games.huns.table import OPTION_SETS, game
from tests.games.huns.walks import CROWDED, crowded_steps, steps
from tests.games.interference import other_world
from tests.games.modes import trace

PLACES = 6
"""Positions full of cards that each trace goes through."""


def samples(name: str) -> str:
    """Hash of worlds dealt in a game and in crowded positions, for every seat, and of the legal acts there."""
    digest = hashlib.blake2b(digest_size=8)
    for seed in range(PLACES) if name in CROWDED else ():
        for table, _, _ in crowded_steps(name, seed):
            digest.update(table.states.tobytes())
    for number, (table, seat, _) in enumerate(steps(name, 4)):
        if number % 5 == 0 and seat >= 0:
            digest.update(repr(table.legal(seat)).encode())
            for viewer in range(table.players):
                digest.update(other_world(table.game, table.states, viewer, number).tobytes())
    return digest.hexdigest()


def traces() -> Any:
    """As JSON gives it back: tuples are lists."""
    made = {
        name: {"game": trace(game(**options).new(3), 3), "samples": samples(name), "position": read(name)}
        for name, options in OPTION_SETS.items()
    }
    return json.loads(json.dumps(made))


def read(name: str) -> str:
    """Hash of positions read from text: completing them runs the rules as plain Python."""
    digest = hashlib.blake2b(digest_size=8)
    made = game(**OPTION_SETS[name])
    for seed in range(3):
        digest.update(made.position(made.new(seed).position())._states.tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    print(json.dumps(traces()))
