"""Lists that rules write and mix: legal actions, decks."""

from typing import Any

from tianxia.engine.compiling import count, lowest, rule
from tianxia.engine.randomness import below


@rule
def put(out: Any, n: Any, action: Any, allowed: Any) -> Any:
    """Write an action down if it is allowed; returns how many there are now. No branch: it would often be guessed wrong."""
    out[n] = action
    return n + (allowed != 0)


FOUR = 4


@rule
def put_each(out: Any, n: Any, first: Any, members: Any) -> Any:
    """Write an action down for each member of a bit set, `first` being that of bit 0; returns how many there are now.

    Four at a time: so the end of the loop is guessed wrong less often. Up to three places behind the list are written to.
    """
    end = n + count(members)
    while members:
        for i in range(FOUR):
            out[n + i] = first + lowest(members)
            members &= members - 1
        n += FOUR
    return end


@rule
def shuffle(s: Any, numbers: Any, n: Any) -> None:
    """Put the first `n` of some numbers in random order, drawn from `s.rng`: each order as likely as the others."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        number = numbers[i]
        numbers[i] = numbers[j]
        numbers[j] = number
