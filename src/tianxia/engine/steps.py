"""The line of steps of a match, and what was worked out about one of its positions."""

from collections.abc import Sequence
from functools import cache, cached_property
from struct import Struct

import numpy as np
import numpy.typing as npt

from tianxia.engine.fields import Array
from tianxia.engine.kinds import LOG_WIDTH, Kind
from tianxia.engine.records import Table

ROW = Struct(f"{LOG_WIDTH}i")
"""A row of a log."""

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

    to_act: tuple[int, ...] | None = None
    asked: int | None = None  # number of the question
    step: "Step | None" = None  # that led to it
    hash = ""
    scores: tuple[int, ...] | None = None  # empty where they do not lie open

    def __init__(self, states: Array) -> None:
        self.legal: dict[int, npt.NDArray[np.int32]] = {}
        self._states = states

    @cached_property
    def bits(self) -> int:
        """All of the record, as one number."""
        return int.from_bytes(self._states.tobytes())


class Step:
    """An accepted action, with all before it. Nothing of it changes, so matches that have begun alike share their steps.

    The first one is no action: it has what happened before anybody acted.
    """

    __slots__ = ("_position", "_told", "action", "before", "count", "event_count", "link", "seat")

    def __init__(
        self, before: "Step | None", seat: int, action: int, told: bytes | tuple[Event, ...], position: Array | str
    ) -> None:
        """`told` are its events, or the rows of a log that tell them; `position` is the record after it, or its hash."""
        self.before, self.seat, self.action, self._told, self._position = before, seat, action, told, position
        self.link = ""  # of the chain of hashes; empty until somebody asks for it
        self.event_count: int = len(told) // ROW.size if type(told) is bytes else len(told)
        if before is None:
            self.count: int = 0
        else:
            self.count = before.count + 1
            self.event_count += before.event_count

    def events(self, kinds: Sequence[Kind]) -> tuple[Event, ...]:
        """What happened, by the kinds of events of its game; read from the rows once somebody asks."""
        told = self._told  # read once: another thread may do the same
        if isinstance(told, bytes):
            rows = ROW.iter_unpack(told)
            told = self._told = tuple([(self.count, row[0], row[1 : 1 + len(kinds[row[0]].domains)]) for row in rows])
        return told

    def hash(self, table: Table) -> str:
        """Hash of the position after it, by the field table of its game; from the record once somebody asks."""
        position = self._position  # likewise
        if not isinstance(position, str):
            position = self._position = table.hash(position.tobytes())
        return position

    def line(self) -> "list[Step]":
        """All up to this one, the first of them first."""
        found, step = [], self
        while step.before is not None:
            found.append(step)
            step = step.before
        return [step, *reversed(found)]
