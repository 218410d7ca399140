"""Writes `perft.txt` anew: `python -m tests.lab.perft`. What it counts may change only where the rules do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import tianxia
from tests.engine.games import play_on
from tests.lab.test_pettingzoo import PLAYED
from tianxia import lab
from tianxia.lab.perft import perft

FILE = Path(__file__).with_suffix(".txt")
SEEDS = (1, 2)
STEPS = (0, 25, 60)
"""Random decisions before the counted ones."""
MOST = 4_000
"""Paths of the last depth that is counted, more or less."""


def state_of(game: tianxia.Game, seed: int, steps: int) -> lab.State:
    """The position after a deal and so many random decisions."""
    return lab.State.from_match(play_on(game.new(seed), seed, steps))


def counts(state: lab.State) -> list[int]:
    """Paths by depth, from 1 on."""
    found = [perft(state, 1)]
    while found[-1] * found[-1] / (found[-2] if len(found) > 1 else 1) < MOST and len(found) < 6:
        found.append(perft(state, len(found) + 1))
    return found


def lines() -> Iterator[str]:
    for name, options in PLAYED:
        game = tianxia.load(name, **options)
        for seed in SEEDS:
            for steps in STEPS:
                told = " ".join(f"{option}={value}" for option, value in options.items())
                paths = " ".join(map(str, counts(state_of(game, seed, steps))))
                yield f"{name} {told} | seed {seed}, {steps} decisions | {paths}"


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n")
