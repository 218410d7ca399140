"""Random decisions of each game through `lab.State`, in this mode of the rules: told as JSON, to be compared."""

import json
import random

import tianxia
from tianxia import lab

DECISIONS = 120


def walked() -> dict[str, list[int]]:
    """By game what was chosen, and how many actions were legal then."""
    found: dict[str, list[int]] = {}
    for name in tianxia.games():
        state, chance, told = lab.State(tianxia.load(name), 3), random.Random(3), found.setdefault(name, [])
        while state.to_act and len(told) < 2 * DECISIONS:
            legal = state.legal().tolist()
            told += chance.choice(legal), len(legal)
            state.apply(told[-2])
    return found


if __name__ == "__main__":
    print(json.dumps(walked()))
