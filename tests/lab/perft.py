"""Writes `perft.txt` anew: `python -m tests.lab.perft`. What it counts may change only where the rules do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tianxia
from tests.engine.games import play_on
from tests.games.sun_tzu.table import moves_of
from tests.lab.test_pettingzoo import PLAYED
from tianxia import lab
from tianxia.lab.perft import perft

FILE = Path(__file__).with_suffix(".txt")
SEEDS = (1, 2)
STEPS = (0, 25, 60)
"""Random decisions before the counted ones."""
MOST, DEEPEST = 4_000, 6
"""Paths of the last depth that is counted, more or less, and that depth."""
SHRUNK: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("chu-han", {}, {"hand": ["9 8", "7 5"]}),
    ("huang", {"stall_turns": 1}, {"hand": ["red", "blue"]}),
    ("huns", {"max_rounds": 1}, {}),
    ("sun-tzu", {"generals": False}, {"round": 4, "holder": 1, "moves": moves_of("1 2 3 4 5", "1 2 3 4 5")}),
]
"""Short games, so that their trees are counted much deeper, some to the end."""


def state_of(game: tianxia.Game, seed: int, steps: int) -> lab.State:
    """The position after a deal and so many random decisions."""
    return lab.State.from_match(play_on(game.new(seed), seed, steps))


def counts(state: lab.State, most: int = MOST, deepest: int = DEEPEST) -> list[int]:
    """Paths by depth, from 1 on."""
    found = [perft(state, 1)]
    while found[-1] * found[-1] / (found[-2] if len(found) > 1 else 1) < most and len(found) < deepest:
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
    for name, options, position in SHRUNK:
        yield f"{name} | shrunk | {' '.join(map(str, shrunk(name, options, position)))}"


def shrunk(name: str, options: dict[str, Any], position: dict[str, Any]) -> list[int]:
    return counts(lab.State.from_position(tianxia.load(name, **options), position), 25 * MOST, 2 * DEEPEST)


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n")
