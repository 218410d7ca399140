"""Random games as chains of hashes, and samples, in whatever mode this process runs.

    python -m tests.games.sun_tzu.trace

prints them as JSON: a test compares what the compiled rules do with what the interpreted ones do, step by step.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tests.games.interference import other_world
from tests.games.modes import trace
from tests.games.sun_tzu.playing import steps
from tests.games.sun_tzu.table import GAME, OPTION_SETS, VIEWERS


def samples(name: str) -> str:
    """Hash of worlds dealt at every position of a game, for every viewer."""
    game, digest = GAME.with_options(**OPTION_SETS[name]), hashlib.blake2b(digest_size=8)
    for number, (table, _, _) in enumerate(steps(4, OPTION_SETS[name])):
        for viewer in VIEWERS:
            digest.update(other_world(game, table.states, viewer, number).tobytes())
    return digest.hexdigest()


def traces() -> Any:
    """As JSON gives it back: tuples are lists."""
    made = {
        name: {"game": trace(GAME.with_options(**options).new(3), 3), "samples": samples(name)}
        for name, options in OPTION_SETS.items()
    }
    return json.loads(json.dumps(made))


if __name__ == "__main__":
    print(json.dumps(traces()))
