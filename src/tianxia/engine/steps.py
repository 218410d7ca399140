"""The line of steps of a match, and what was worked out about one of its positions."""

import struct
from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from tianxia.engine.fields import Array
from tianxia.engine.hashing import FEWEST, chained, digest
from tianxia.engine.kinds import LOG_WIDTH, Kind, KindTable
from tianxia.engine.records import Table, Written

ROW = struct.Struct(f"{LOG_WIDTH}i")
"""A row of a log."""
ROW_SIZE = ROW.size
"""Its bytes."""

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


class Step(Struct, eq=False):
    """An accepted action, with all before it. Nothing of it changes, so matches that have begun alike share their steps.

    The first one is no action: it has what happened before anybody acted.
    """

    before: "Step | None"
    seat: int
    action: int
    _told: bytes | tuple[Event, ...]
    """Its events, or the rows of a log that tell them."""
    _position: Written | str
    """The record after it, its bytes, or its hash."""
    count: int
    event_count: int
    link: str = ""
    """Of the chain of hashes; empty until somebody asks for it."""
    memory: Memory | None = None
    """What is remembered of it; None until somebody asks for it."""

    @staticmethod
    def after(
        before: "Step | None",
        seat: int,
        action: int,
        told: bytes | tuple[Event, ...],
        position: Written | str,
    ) -> "Step":
        """The next step, or the first one."""
        events = len(told) // ROW_SIZE if type(told) is bytes else len(told)
        if before is None:
            return Step(None, seat, action, told, position, 0, events)
        return Step(before, seat, action, told, position, before.count + 1, before.event_count + events)

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
            position = self._position = table.hash(position)
        return position

    @staticmethod
    def hashes(steps: "Sequence[Step]", table: Table) -> list[str]:
        """The same of several: of many in one call, where nobody has asked for any so far."""
        positions = [step._position for step in steps]
        if len(steps) < FEWEST or str in map(type, positions):
            return [step.hash(table) for step in steps]
        hashes = table.meaning.hashes(positions)  # type: ignore[arg-type]  # all are records
        for step, position in zip(steps, hashes, strict=True):
            step._position = position
        return hashes

    def linked(self, table: Table, actions: KindTable) -> str:
        """Its link of the chain of hashes: of the one before, its seat, its action in notation and the position after it. All
        before it that have none yet get theirs."""
        step, bare = self, []
        while not step.link and step.before is not None:
            bare.append(step)
            step = step.before
        link = step.link = step.link or step.hash(table)
        bare.reverse()
        if len(bare) < FEWEST:
            for step in bare:
                told = f"{link} {step.seat} {actions.text(step.action)} {step.hash(table)}"
                link = step.link = digest(told.encode())
            return link
        texts = actions.texts([step.action for step in bare])
        positions = Step.hashes(bare, table)
        lines = [f" {step.seat} {text} {position}" for step, text, position in zip(bare, texts, positions, strict=True)]
        for step, link in zip(bare, chained(link, lines), strict=True):  # noqa: B020
            step.link = link
        return link

    def line(self) -> "list[Step]":
        """All up to this one, the first of them first."""
        found, step = [], self
        while step.before is not None:
            found.append(step)
            step = step.before
        return [step, *reversed(found)]


class Known(Struct, eq=False):
    """What was worked out about a position, once however often it is asked for."""

    to_act: tuple[int, ...] | None = None
    step: Step | None = None
    """That led to it."""
    legal: dict[int, npt.NDArray[np.int32]] = {}
    """By seat; each position has its own."""
    asked: int | None = None
    """Number of the question."""
    bits: int | None = None
    """All of the record, as one number."""
    public: npt.NDArray[np.void] | None = None
    """What who looks on sees of the record."""
    hash: str = ""
    record: Written = b""
    """Its bytes, which nobody writes into."""
    states: Array | None = None
    """The same as an array, once somebody asks."""
    scores: tuple[int, ...] | None = None
    """Empty where they do not lie open."""
