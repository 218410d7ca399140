"""The entry points from Python into compiled code. Each takes arrays of records; few, because each one costs compile time.

Nothing is checked here, and what does not fit overwrites memory: for this project's own use. `Match` and `lab.State` check.
"""

from typing import Any

from tianxia.engine import core
from tianxia.engine.compiling import INTERPRETED, entry
from tianxia.engine.primitives import lowest
from tianxia.engine.randomness import below
from tianxia.engine.records import copy, mask, row, view_hash


@entry
def setup(states: Any, seed: int) -> None:
    """Lay out the first position in `states[0]`, whose options are set; `seed` from 0 to 2**63 - 1."""
    core.setup(row(states, 0), seed)


@entry
def actors(states: Any) -> int:
    """Bit set of the seats that may act in `states[0]`."""
    return core.actors(row(states, 0))


@entry
def simultaneous(states: Any) -> int:
    """Whether seats choose at the same time in `states[0]`."""
    return core.simultaneous(row(states, 0))


@entry
def legal(states: Any, seat: int, out: Any) -> int:
    """Write the legal ids of `seat` into `out` (int32), ascending; returns how many, 0 if the seat may not act."""
    s = row(states, 0)
    if core.actors(s) >> seat & 1 == 0:
        return 0
    return core.legal(s, seat, out)


@entry
def step(states: Any, seat: int, action: int, log: Any, out: Any) -> tuple[int, int]:
    """Apply a legal action, then write the legal ids of the lowest seat to act into `out`.

    Returns (that seat, how many ids); (-1, 0) when the game is over. The action is not checked.
    """
    s = row(states, 0)
    core.apply(s, seat, action, log)
    bits = core.actors(s)
    if bits == 0:
        return -1, 0
    seat = lowest(bits)
    return seat, core.legal(s, seat, out)


def act(states: Any, seat: int, action: int, log: Any, out: Any) -> tuple[int, int] | None:
    """Apply a legal action; returns as `step`, or None: interpreted, it takes much longer to list what is legal then."""
    if INTERPRETED:
        core.apply(row(states, 0), seat, action, log)
        return None
    answer: tuple[int, int] = step(
        states, seat, action, log, out
    )  # an entry point of its own would compile all rules once more
    return answer


@entry
def masked(states: Any, viewer: int) -> None:
    """Blank in `states[0]` all that `viewer` may not see: a seat, or `fields.SPECTATOR`."""
    mask(row(states, 0), viewer)


@entry
def hashed(states: Any, viewer: int) -> int:
    """63-bit hash of what `viewer` sees of `states[0]`."""
    return view_hash(row(states, 0), viewer)


@entry
def resample(states: Any, seat: int, seed: int) -> None:
    """Deal anew in `states[0]` all that `seat` cannot know."""
    s = row(states, 0)
    s.rng = seed
    core.resample(s, seat)


@entry
def result(states: Any, places: Any) -> None:
    """Write the place of each seat into `places` (int64)."""
    core.result(row(states, 0), places)


@entry
def random_games(states: Any, start: Any, deals: Any, seed: int, log: Any, out: Any, tally: Any) -> int:
    """Play whole games with uniformly random decisions from the options in `start[0]`; returns the number of decisions.

    `deals` (int64) holds the seed of each game, `seed` is that of the decisions. `states` is a scratch record, `log` has no
    rows, `out` takes ids; `tally[place - 1, seat]` (int64) counts the results.
    """
    s = row(states, 0)
    first = row(start, 0)
    chooser = row(start, 1)
    chooser.rng = seed
    decisions = 0
    places = tally[tally.shape[0] - 1]
    for deal in deals:
        copy(first, s)
        core.setup(s, deal)
        bits = core.actors(s)
        while bits != 0:
            seat = lowest(bits)
            n = core.legal(s, seat, out)
            core.apply(s, seat, out[below(chooser, n)], log)
            decisions += 1
            bits = core.actors(s)
        core.result(s, places)
        for seat in range(places.shape[0]):
            tally[places[seat] - 1, seat] += 1
    return decisions
