"""Chance of the product that is the same in every run: seeds of deals, drawn seats, bots without processes."""

import random
import secrets
from collections.abc import Callable
from typing import Any

Sources = list[tuple[object, str, Callable[..., Any]]]


def sources(seed: int | str) -> Sources:
    """What to put in the place of the machine's chance; names and tokens stay secret, and different."""
    chance = random.Random(seed)
    return [
        (secrets, "randbits", chance.getrandbits),
        (secrets, "randbelow", chance.randrange),
        (random, "SystemRandom", lambda: chance),
    ]


def settle(seed: int) -> None:
    """For a process of its own. There each game has the same deal and the same moves of bots, whichever came before it."""
    same: Sources = [
        (secrets, "randbits", lambda bits: random.Random(seed).getrandbits(bits)),
        (random, "SystemRandom", lambda: random.Random(seed)),
    ]
    for module, name, source in (*sources(seed), *same):
        setattr(module, name, source)
