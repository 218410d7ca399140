"""The line of steps of a match, and what was worked out about one of its positions."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

Event = tuple[int, int, tuple[int, ...]]
"""As a match remembers it: step, number of its kind, arguments."""
SeenEvent = tuple[int, int, tuple[int | None, ...]]
"""The same as a viewer knows it: arguments that are hidden from it are None."""
Memory = tuple[int, int, tuple[Event, ...], bool, str]
"""Of a step: its seat, its action, its events, whether it is irreversible, the hash of the position after it."""


@cache
def seats_of(bits: int) -> tuple[int, ...]:
    """The members of a set of seats."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


class Known:
    """What was worked out about a position, once however often it is asked for."""

    __slots__ = ("asked", "hash", "legal", "scores", "states", "to_act")

    def __init__(self, states: npt.NDArray[Any]) -> None:
        self.states = states
        self.to_act: tuple[int, ...] | None = None
        self.asked: int | None = None  # number of the question
        self.legal: dict[int, npt.NDArray[np.int32]] = {}
        self.hash = ""
        self.scores: tuple[int, ...] | None = None  # empty where they do not lie open


class Step:
    """An accepted action, with all before it. Nothing of it changes, so matches that have begun alike share their steps.

    The first one is no action: it has what happened before anybody acted.
    """

    __slots__ = ("action", "before", "count", "event_count", "events", "hash", "irreversible", "link", "seat")

    def __init__(
        self, before: "Step | None", seat: int, action: int, events: tuple[Event, ...], irreversible: bool, hash: str
    ) -> None:
        self.before, self.seat, self.action, self.events, self.irreversible = before, seat, action, events, irreversible
        self.hash = hash  # of the position after it
        self.count: int = 0 if before is None else before.count + 1
        self.event_count: int = len(events) + (0 if before is None else before.event_count)
        self.link = hash if before is None else ""  # of the chain of hashes; empty until somebody asks for it

    def line(self) -> "list[Step]":
        """All up to this one, the first of them first."""
        found, step = [], self
        while step.before is not None:
            found.append(step)
            step = step.before
        return [step, *reversed(found)]
