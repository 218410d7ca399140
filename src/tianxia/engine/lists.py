"""Lists that rules write and mix: legal actions, decks."""

from typing import Any

import numpy as np

from tianxia.engine.compiling import compiled, rule
from tianxia.engine.randomness import below


def put(out: Any, n: Any, action: Any, allowed: Any) -> Any:
    """Write an action down if it is allowed; returns how many there are now. No branch: it would often be guessed wrong."""
    out[n] = action
    return n + (allowed != 0)


@compiled(put)
def _put(_out: Any, _n: Any, _action: Any, _allowed: Any) -> Any:
    def write(out: Any, n: Any, action: Any, allowed: Any) -> Any:
        out[np.uint64(n)] = action  # no index from the end
        return n + (allowed != 0)

    return write


@rule
def shuffle(s: Any, numbers: Any, n: Any) -> None:
    """Put the first `n` of some numbers in random order, drawn from `s.rng`: each order as likely as the others."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        number = numbers[i]
        numbers[i] = numbers[j]
        numbers[j] = number
