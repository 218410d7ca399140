"""A record and its field table: the layout, masks and hashes follow from its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as attribute
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import typeof

from tianxia.engine.compiling import address, compiled
from tianxia.engine.fields import ALL, COVERED, OWNER, Array, Derived, Field, row_bytes
from tianxia.engine.hashing import digest
from tianxia.engine.randomness import MIX1, _mixed, mix

if TYPE_CHECKING:
    from tianxia.engine.meaning import Meaning
    from tianxia.engine.questions import QuestionTable

Written = bytes | bytearray
"""A record by its bytes."""


@dataclass(frozen=True, eq=False)
class Table:
    """The field table of one game. States are plain arrays of `dtype`, one record a game."""

    name: str
    seats: int
    fields: tuple[Field, ...]
    dtype: np.dtype[Any]
    by_name: Mapping[str, Field] = attribute(repr=False)
    derived: tuple[Derived, ...] = ()
    uncovered_by: str = ""

    def new(self, n: int = 1) -> Array:
        """Make `n` records, all zero."""
        return np.zeros(n, self.dtype)

    @property
    def words(self) -> int:
        """Length of a record in 8-byte words."""
        return int(self.dtype.itemsize) // 8

    @cached_property
    def keep(self) -> Array:
        """Which bits each viewer may see: uint64 of shape (seats + 1, words); the last row is the spectator's."""
        keep = np.zeros((self.seats + 1, self.dtype.itemsize), np.uint8)
        offsets: Any = self.dtype.fields
        for f in self.fields:
            start = offsets[f.name][1]
            if f.seen_by in (ALL, COVERED):
                keep[:, start : start + f.size] = 255
            elif f.seen_by is OWNER:
                row = f.size // self.seats
                for seat in range(self.seats):
                    keep[seat, start + seat * row : start + (seat + 1) * row] = 255
        keep.flags.writeable = False  # who writes here would show everybody's hands
        return keep.view(np.uint64)

    def hash(self, written: Written) -> str:
        """Hash of what a record means, by its bytes: 16 hexadecimal digits."""
        return digest(self.meaning.of(written))

    @cached_property
    def meaning(self) -> "Meaning":
        """What records mean to the rules."""
        from tianxia.engine.meaning import Meaning

        return Meaning(self)

    @cached_property
    def fingerprint(self) -> str:
        """What the table says of the fields that do not follow, but for texts; for `Game.fingerprint`."""
        kept = [f for f in self.fields if not f.follows]
        return repr(
            [
                (f.name, f.dtype, f.shape, f.seen_by.name, f.labels, f.counts, f.bits, f.low, f.high)
                + (() if f.questions is None else (f.questions.fingerprint,))
                for f in kept
            ]
        )

    @cached_property
    def _asks(self) -> Field:
        """The one field of questions."""
        (asks,) = (f for f in self.fields if f.questions is not None)
        return asks

    @property
    def questions(self) -> "QuestionTable":
        """All that can be asked."""
        assert self._asks.questions is not None
        return self._asks.questions

    def asked(self, states: Array) -> int:
        """The number of the question that is next, in `questions`; of a stack the last one."""
        values = states[self._asks.name][0].tolist()
        return next(filter(None, reversed(values)), 0) if self._asks.shape else values

    def masked(self, states: Array, viewer: int) -> Array:
        """A copy of a record with all blanked that `viewer` may not see, as `mask` does it in compiled code."""
        words = np.frombuffer(states, np.uint64)  # NumPy looks through all fields before it gives such a view
        return np.frombuffer(bytearray(words & self.keep[viewer]), self.dtype)

    def lying_open(self, public: Array) -> Array:
        """A copy of what who looks on sees of a record, with all blanked that does not lie open to everybody now: also what is
        behind a screen."""
        shown = duplicate(public)
        if not (self.uncovered_by and public[self.uncovered_by][0]):
            for f in self.covered:
                shown[f.name] = 0
        return shown

    @cached_property
    def covered(self) -> tuple[Field, ...]:
        """The fields that lie behind screens."""
        return tuple(f for f in self.fields if f.seen_by is COVERED)

    def differs(self, before: int, after: int) -> list[bool]:
        """By viewer whether it sees a difference between two records, each as one number: the seats, then the spectator."""
        difference = before ^ after
        return [difference & seen != 0 for seen in self._seen]

    def differs_unseen(self, before: int, after: int) -> bool:
        """Whether two such records differ in something that the spectator does not see."""
        return (before ^ after) & ~self._seen[-1] != 0

    @cached_property
    def _seen(self) -> tuple[int, ...]:
        """What `keep` says of each viewer, as one number."""
        return tuple(int.from_bytes(row.tobytes()) for row in self.keep)

    @cached_property
    def kept_as(self) -> Mapping[str, Field]:
        """The fields by the names as which an interpreted record keeps their memoryviews."""
        return MappingProxyType({f.name if f.shape else _cell(f): f for f in self.fields})

    @cached_property
    def record_class(self) -> type:
        """The interpreted record: memoryviews, so that reads are Python ints and bad stores raise."""
        return _interpreted_class(self)


def record(
    name: str, *, seats: int, fields: Sequence[Field], derived: Sequence[Derived] = (), uncovered_by: str = ""
) -> Table:
    """Lay out a record: fields by falling item size, padded to 8 bytes, no hidden gaps, one type of its own.

    The field named after the game makes the compiled type unique even if two games have the same layout.
    """
    by_name = {f.name: f for f in fields}
    if len(by_name) != len(fields):
        raise TypeError(f"record {name}: a field name is used twice")
    for f in fields:
        if wrong := [axis for axis in f.seat_axes if f.shape[axis] != seats]:
            which = "first axis" if wrong == [0] else f"axes {wrong}"
            raise TypeError(f"field {f.name}: the {which} of {f.shape} should count the {seats} seats")
    if uncovered_by and (uncovered_by not in by_name or by_name[uncovered_by].shape):
        raise TypeError(f"record {name}: there is no single number {uncovered_by!r} that could uncover anything")
    ordered = sorted(fields, key=lambda f: -np.dtype(f.dtype).itemsize)
    columns: list[tuple[Any, ...]] = [(f.name, f.dtype, f.shape) if f.shape else (f.name, f.dtype) for f in ordered]
    used = sum(f.size for f in ordered) + 1
    pad = _padding(ordered)
    columns += [(f"_{name}", "i1"), ("_pad", "i1", (pad,))]
    dtype = np.dtype(columns)
    assert dtype.itemsize == used + pad, "hidden padding"
    return Table(name, seats, tuple(fields), dtype, MappingProxyType(by_name), tuple(derived), uncovered_by)


def _padding(ordered: Sequence[Field]) -> int:
    """Bytes behind all fields and the one of the name: up to whole words, and so many that each row that is taken as a whole
    (`primitives.at_least`) ends within the record.
    """
    used, row_end = 1, 0
    for f in ordered:
        used += f.size
        if len(f.shape) == 2 and f.dtype == "i1":
            row_end = max(row_end, used - 1 + row_bytes(f.shape[1]) - f.shape[1])
    least = max(used + 1, row_end)
    return least - used + -least % 8


class _Memory:
    """A field of an interpreted record as a memoryview, made when it is first read: most records are asked for a few fields."""

    def __init__(self, f: Field, kept_as: str) -> None:
        self._field, self._kept_as = f.name, kept_as
        self._shape = bool(f.shape)

    def __get__(self, record: Any, _owner: type) -> memoryview:
        values, i = record._states[self._field], record._i
        view = record.__dict__[self._kept_as] = memoryview(values[i] if self._shape else values[i : i + 1])
        return view


def _cell(f: Field) -> str:
    return f"_{f.name}_cell"


def fields_read(record: Any) -> tuple[Field, ...]:
    """The fields of an interpreted record that were read so far."""
    kept_as = record.table.kept_as
    return tuple(kept_as[name] for name in record.__dict__ if name in kept_as)


def _interpreted_class(table: Table) -> type:
    def scalar(f: Field) -> property:
        slot = _cell(f)

        def read(self: Any) -> Any:
            return getattr(self, slot)[0]

        def write(self: Any, value: Any) -> None:
            getattr(self, slot)[0] = value

        return property(read, write)

    def __init__(self: Any, states: Any, i: int = 0) -> None:
        self._states, self._i = states, i

    members: dict[str, Any] = {name: _Memory(f, name) for name, f in table.kept_as.items()}
    members |= {f.name: scalar(f) for f in table.fields if not f.shape}
    return type(f"Record_{table.name}", (), {**members, "__init__": __init__, "table": table})


TABLES: dict[Any, Table] = {}
"""Field tables by compiled record type."""


def register(table: Table) -> Any:
    """Make a record type known to the compiled primitives; a layout can't be registered twice."""
    kind = typeof(table.new()[0])
    if kind in TABLES:
        raise TypeError(f"record {table.name} has the type of {TABLES[kind].name}")
    TABLES[kind] = table
    return kind


def row(states: Array, i: int) -> Any:
    """Record `i` of an array of states, for rules: the record itself when compiled, memoryviews when interpreted."""
    (table,) = (t for t in TABLES.values() if t.dtype == states.dtype)
    return table.record_class(states, i)


@compiled(row)
def _row(states: Any, i: Any) -> Any:
    return lambda states, i: states[i]


def duplicate(states: Array) -> Array:
    """An independent copy of records. NumPy copies a structured array field by field, which takes twenty times as long."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def overwrite(target: Array, source: Array) -> None:
    """Copy records over as many others, as `duplicate` does it."""
    target.view(np.uint64)[:] = source.view(np.uint64)


def mask(s: Any, viewer: int) -> None:
    """Blank (in place) all that `viewer` may not see: a seat, or SPECTATOR."""
    words = s._states[s._i : s._i + 1].view(np.uint64)
    words &= s.table.keep[viewer]


def view_hash(s: Any, viewer: int) -> int:
    """63-bit hash of what `viewer` may see, made without a copy."""
    words = s._states[s._i : s._i + 1].view(np.uint64) & s.table.keep[viewer]
    h = 0
    for word in words.tolist():
        h = mix(h ^ word) + MIX1
    return mix(h) >> 1


@compiled(mask)
def _mask(s: Any, viewer: Any) -> Any:
    keep, n = TABLES[s].keep, TABLES[s].words

    def blank(s: Any, viewer: Any) -> None:
        words = address(s)
        viewers_row = viewer % len(keep)  # the spectator's is the last one
        for i in range(n):
            words[i] &= keep[viewers_row, i]

    return blank


@compiled(view_hash)
def _view_hash(s: Any, viewer: Any) -> Any:
    keep, n = TABLES[s].keep, TABLES[s].words

    def hashed(s: Any, viewer: Any) -> Any:
        words = address(s)
        viewers_row = viewer % len(keep)
        h = np.uint64(0)
        for i in range(n):
            h = _mixed(h ^ (words[i] & keep[viewers_row, i])) + np.uint64(MIX1)
        return np.int64(_mixed(h) >> np.uint64(1))

    return hashed


def copy(source: Any, target: Any) -> None:
    """Copy a record over another."""
    overwrite(target._states[target._i : target._i + 1], source._states[source._i : source._i + 1])


@compiled(copy)
def _copy(source: Any, target: Any) -> Any:
    n = TABLES[source].words

    def copied(source: Any, target: Any) -> None:
        a = address(source)
        b = address(target)
        for i in range(n):
            b[i] = a[i]

    return copied
