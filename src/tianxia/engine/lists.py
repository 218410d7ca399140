"""Lists that rules write and mix: legal actions, decks."""

from typing import Any

from tianxia.engine.compiling import rule
from tianxia.engine.randomness import below


@rule
def put(out: Any, n: Any, action: Any, allowed: Any) -> Any:
    """Write an action down if it is allowed; returns how many there are now. No branch: it would often be guessed wrong."""
    out[n] = action
    return n + (allowed != 0)


@rule
def shuffle(s: Any, numbers: Any, n: Any) -> None:
    """Put the first `n` of some numbers in random order, drawn from `s.rng`: each order as likely as the others."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        number = numbers[i]
        numbers[i] = numbers[j]
        numbers[j] = number
