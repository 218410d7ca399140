"""Random games as chains of hashes, in whatever mode this process runs.

    python -m tests.games.chu_han.trace

prints them as JSON: a test compares what the compiled rules do with what the interpreted ones do, step by step.
"""

from __future__ import annotations

import json
import random
from typing import Any

from tests.games.chu_han import interference
from tests.games.chu_han.table import GAME

SEEDS = (1, 2, 3)
SAMPLED_GAMES = 2


def trace(seed: int) -> dict[str, Any]:
    """Each step's action and hash, and the views at the end."""
    match, chance = GAME.new(seed), random.Random(seed)
    while match.to_act:
        (seat,) = match.to_act
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
    return {
        "actions": match.actions,
        "chain": match.chain,
        "events": [match.events(viewer) for viewer in (0, 1, None)],
        "views": [match.view(viewer) for viewer in (0, 1, None)],
        "result": match.result,
    }


def traces() -> Any:
    """As JSON gives it back: tuples are lists."""
    made = {"games": [trace(seed) for seed in SEEDS], "samples": interference.run(SAMPLED_GAMES, seed=9)}
    return json.loads(json.dumps(made))


if __name__ == "__main__":
    print(json.dumps(traces()))
