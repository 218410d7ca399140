"""Random games as chains of hashes, in whatever mode this process runs.

    python -m tests.games.chu_han.trace

prints them as JSON: a test compares what the compiled rules do with what the interpreted ones do, step by step.
"""

from __future__ import annotations

import json
from typing import Any

from tests.games.chu_han import interference
from tests.games.chu_han.table import GAMES, OPTION_SETS
from tests.games.modes import trace

SEEDS = (1, 2, 3)
SAMPLED_GAMES = 2


def traces() -> Any:
    """As JSON gives it back: tuples are lists."""
    made = {
        "games": [trace(game.new(seed), seed) for game in GAMES.values() for seed in SEEDS],
        "samples": [interference.run(SAMPLED_GAMES, seed=9, **options) for options in OPTION_SETS.values()],
    }
    return json.loads(json.dumps(made))


if __name__ == "__main__":
    print(json.dumps(traces()))
