"""The entry points from Python into compiled code. Each takes arrays of records; few, because each one costs compile time.

Nothing is checked here, and what does not fit overwrites memory: for this project's own use. `Match` and `lab.State` check.
"""

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

import numpy as np

from tianxia.engine import core
from tianxia.engine.compiling import at_once, entry, rule, short_entry
from tianxia.engine.kinds import new_log
from tianxia.engine.primitives import lowest
from tianxia.engine.randomness import below
from tianxia.engine.records import copy, mask, row, view_hash


@entry
def setup(states: Any, seed: int) -> None:
    """Lay out the first position in `states[0]`, whose options are set; `seed` from 0 to 2**63 - 1."""
    core.setup(row(states, 0), seed)


@short_entry
def actors(states: Any) -> int:
    """Bit set of the seats that may act in `states[0]`."""
    return core.actors(row(states, 0))


@entry
def simultaneous(states: Any) -> int:
    """Whether seats choose at the same time in `states[0]`."""
    return core.simultaneous(row(states, 0))


@short_entry
def legal(states: Any, seat: int, out: Any) -> int:
    """Write the legal ids of `seat` into `out` (int32), ascending; returns how many, 0 if the seat may not act."""
    s = row(states, 0)
    if core.actors(s) >> seat & 1 == 0:
        return 0
    return core.legal(s, seat, out)


OVER, REFUSED = -1, -2
"""In place of a seat that acts next: there is none; the action is not legal, and nothing has happened."""
ACTORS = 1
"""Column of the first row of a log in which `step` writes the set of seats that may act next."""


@short_entry
def step(source: Any, states: Any, seat: int, action: int, log: Any, out: Any, listed: Any, n: int) -> tuple[int, int]:
    """Apply an action to a copy of `source[0]` in `states[0]`, if it is one of the `n` that are `listed`, ids that are legal.

    Then write the legal ids of the lowest seat to act into `out`, if that has room. Returns (that seat, how many ids), (OVER, 0)
    or (REFUSED, 0). `states` may be `source`, and `out` what is `listed`.
    """
    if not is_listed(listed, n, action):
        return REFUSED, 0
    s = row(states, 0)
    copy(row(source, 0), s)
    core.apply(s, seat, action, log)
    bits = core.actors(s)
    if len(log):
        log[0, ACTORS] = bits
    if bits == 0:
        return OVER, 0
    seat = lowest(bits)
    return seat, core.legal(s, seat, out) if len(out) else 0


@short_entry
def irreversible(source: Any, states: Any, seat: int, ids: Any, shows: Any, log: Any, out: Any) -> int:
    """Write those of `ids`, legal actions of `seat` in `source[0]`, into `out` (int32) that bring an event of a kind that `shows`
    (bool, by kind) says shows something hidden; returns how many. Each is tried on a copy in `states[0]`.
    """
    first = row(source, 0)
    s = row(states, 0)
    count = 0
    for action in ids:
        copy(first, s)
        log[0, 0] = 0
        core.apply(s, seat, action, log)
        for i in range(1, min(log[0, 0] + 1, len(log))):  # more may have happened than it has room for
            if shows[log[i, 0]]:
                out[count] = action
                count += 1
                break
    return count


@rule
def is_listed(ids: Any, n: Any, action: Any) -> Any:
    """Whether an action is one of `n` ascending ids."""
    low = 0
    high = n
    while low < high:
        middle = (low + high) >> 1
        if ids[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < n and ids[low] == action


class Quick:
    """What Python calls for each decision of a game, found once (`at_once`), each when it is first needed; see `quick`."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self._states, self._log, self._ids = np.zeros(1, dtype), new_log(1), np.zeros(1, np.int32)
        self._shows = np.zeros(1, np.bool_)

    @cached_property
    def actors(self) -> Callable[..., int]:
        """The function of this name."""
        return at_once(actors, self._states)

    @cached_property
    def legal(self) -> Callable[..., int]:
        """The function of this name."""
        return at_once(legal, self._states, 0, self._ids)

    @cached_property
    def step(self) -> Callable[..., tuple[int, int]]:
        """The function of this name."""
        return at_once(step, self._states, self._states, 0, 0, self._log, self._ids, self._ids, 0)

    @cached_property
    def irreversible(self) -> Callable[..., int]:
        """The function of this name."""
        return at_once(irreversible, self._states, self._states, 0, self._ids, self._shows, self._log, self._ids)


quick = cache(Quick)
"""By the dtype of a game's records. Logs and ids are int32, and all arrays their own, whole and in C order."""


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
def score_actions(states: Any, seat: int, weights: Any, ids: Any, points: Any) -> Any:
    """Write the legal actions of `seat` in `states[0]` and the points that the policy gives them; returns how many,
    0 if the seat may not act.

    `weights` is the record of an evaluator.
    """
    s = row(states, 0)
    if core.actors(s) >> seat & 1 == 0:
        return 0
    n = core.legal(s, seat, ids)
    core.policy(s, seat, ids, n, row(weights, 0), points)
    return n


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
