"""What a record means to the rules: the bytes by which positions are hashed, whatever form records have."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from tianxia.engine.compiling import INTERPRETED, at_once, entry
from tianxia.engine.fields import Array
from tianxia.engine.hashing import BLOCK, DIGITS, LANES, digest_rows
from tianxia.engine.records import TABLES, Table, Written, row


class Places(NamedTuple):
    """Where all lies that a record means."""

    named: list[tuple[bytes, int, int]]
    """By name, in order, where each field lies, and how long it is."""
    formerly: slice | None
    """Where the one lies, if there is one, that says itself in bytes of another form (see `fields.field`)."""
    behind: Callable[[bytes], bytes]
    """These bytes, which lie behind the record."""


@cache
def places_of(table: Table) -> Places:
    """The places of a table's records."""
    offsets: Any = table.dtype.fields
    places, formerly, form, end = [], None, None, table.dtype.itemsize
    for f in table.fields:
        start = offsets[f.name][1]
        if callable(f.hashed):
            assert form is None, "two fields say themselves in another form"
            form, formerly = f.hashed, slice(start, start + f.size)
            for name, value in form(bytes(f.size)).items():
                places.append((name, end, len(value)))
                end += len(value)
        elif not f.follows:
            places.append((f.hashed or f.name, start, f.size))

    @lru_cache(4096)
    def behind(values: bytes) -> bytes:
        assert form is not None
        return b"".join(form(values).values())

    return Places(sorted((f"{name}=".encode(), start, size) for name, start, size in places), formerly, behind)


class Room(NamedTuple):
    """Room for one call, in which records are read; what Python reaches faster through a memoryview, it has twice."""

    states: Array
    records: memoryview
    said: Array
    """By record the bytes that it means, in whole blocks."""
    first: memoryview
    """Those of the first one."""
    lengths: Array
    """How many of them count."""
    mixed: Array
    digests: Array


class Meaning:
    """Reads records of a table, which is registered."""

    def __init__(self, table: Table) -> None:
        self.table, self.places = table, places_of(table)
        self._rooms: deque[Room] = deque()

    def of(self, written: Written) -> bytes:
        """What a record means, by its bytes, whole: the same wherever the positions are the same.

        What follows from other fields says nothing, and neither does a field that is zero: so a cache can be changed and
        a field be added, and the positions of before mean what they meant.
        """
        if INTERPRETED:
            whole = written + self._beside(written).tobytes()
            told = [(name, whole[start : start + size]) for name, start, size in self.places.named]
            return b"".join([name + values for name, values in told if any(values)])
        states, records, said, first, lengths, *_ = room = self._taken()
        records[: len(written)] = written
        beside = self._beside_one(bytes(written[self.places.formerly])) if self.places.formerly else NOTHING
        size = self._write(states, beside, said, lengths, 1)
        meaning = first[:size].tobytes()
        self._rooms.append(room)
        return meaning

    def hashes(self, written: Sequence[Written]) -> list[str]:
        """The hash of what each of some records means, by its bytes: 16 hexadecimal digits."""
        states, records, said, _, lengths, mixed, found = room = self._taken()
        digits, digest = "", _digest_at_once()
        for i in range(0, len(written), AT_A_TIME):
            joined, n = b"".join(written[i : i + AT_A_TIME]), min(AT_A_TIME, len(written) - i)
            records[: len(joined)] = joined
            self._write(states, self._beside(joined), said, lengths, n)
            digest(said, lengths, n, mixed, found)
            digits += found[:n].tobytes().hex()
        self._rooms.append(room)
        return [digits[i : i + DIGITS] for i in range(0, len(digits), DIGITS)]

    def _beside(self, joined: Written) -> Array:
        """What lies behind each of some records that lie one after another."""
        _, formerly, behind = self.places
        if not formerly:
            return NOTHING
        starts, size = range(formerly.start, len(joined), self.table.dtype.itemsize), formerly.stop - formerly.start
        return np.frombuffer(b"".join([behind(bytes(joined[start : start + size])) for start in starts]), np.uint8)

    @cached_property
    def _beside_one(self) -> Callable[[bytes], Array]:
        """The same of one record, by the bytes that say it now."""
        return lru_cache(4096)(lambda values: np.frombuffer(self.places.behind(values), np.uint8))

    @cached_property
    def _write(self) -> Callable[..., int]:
        room = self._room()
        return at_once(_meant, room.states, NOTHING, room.said, room.lengths, 0)

    def _taken(self) -> Room:
        """Room, to be put back into `_rooms`: another thread that comes meanwhile takes another one."""
        try:
            return self._rooms.pop()
        except IndexError:
            return self._room()

    def _room(self) -> Room:
        states, longest = self.table.new(AT_A_TIME), sum(len(name) + size for name, _, size in self.places.named)
        said = np.zeros((AT_A_TIME, -(-longest // BLOCK) * BLOCK), np.uint8)
        numbers = np.zeros(AT_A_TIME, np.int64), np.zeros(8 * LANES, np.uint64), np.zeros(AT_A_TIME, np.uint64)
        return Room(states, states.view(np.uint8).data, said, said[0].data, *numbers)


AT_A_TIME = 16 * LANES
"""Records that are hashed in one call."""
NOTHING = np.frombuffer(bytes(1), np.uint8)
"""Bytes behind a record of which all fields say themselves in their own."""


@cache
def _digest_at_once() -> Callable[..., None]:
    numbers = np.zeros(0, np.uint64)
    return at_once(digest_rows, np.zeros((1, BLOCK), np.uint8), np.zeros(0, np.int64), 0, numbers, numbers)


@entry
def _meant(states: Any, beside: Any, said: Any, lengths: Any, count: int) -> int:
    """Write the name and the bytes of every field that is not zero into the row of `said` of each of so many records.

    `lengths` takes how many bytes these are; zeros fill up the last block. `beside` is what lies behind the records. Returns how
    many bytes the last one of them means.
    """
    apart, n = len(beside) // count, 0
    for i in range(count):
        n = _put_meaning(row(states, i), beside, i * apart, said, i * said.shape[1])
        lengths[i] = n
        for j in range(n, (n + BLOCK - 1) // BLOCK * BLOCK):
            said[i, j] = 0
    for i in range(count, (count + LANES - 1) // LANES * LANES):
        lengths[i] = 0
    return n


@intrinsic
def _put_meaning(_context: Any, record: Any, beside: Any, first: Any, out: Any, at: Any) -> Any:
    """Each field is written, and overwritten by the next one if it is zero: no branch, whose way could not be foretold."""
    table = TABLES[record]

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, word = ir.IntType(8), ir.IntType(64)
        behind, target = (
            builder.gep(context.make_array(signature.args[i])(context, builder, args[i]).data, [args[i + 1]])
            for i in (1, 3)
        )
        start_of, end = builder.bitcast(args[0], byte.as_pointer()), table.dtype.itemsize
        n: Any = word(0)

        def place(start: Any, offset: Any, kind: Any) -> Any:
            return builder.bitcast(builder.gep(start, [offset]), kind.as_pointer())

        for name, start, size in places_of(table).named:
            values_of, letters = ir.VectorType(byte, size), ir.ArrayType(byte, len(name))
            source = (
                place(start_of, word(start), values_of) if start < end else place(behind, word(start - end), values_of)
            )
            values = builder.load(source, align=1)
            builder.store(letters(bytearray(name)), place(target, n, letters), align=1)
            builder.store(values, place(target, builder.add(n, word(len(name))), values_of), align=1)
            union = ir.FunctionType(byte, [values_of])
            union = cgutils.get_or_insert_function(builder.module, union, f"llvm.vector.reduce.or.v{size}i8")
            some = builder.icmp_unsigned("!=", builder.call(union, [values]), byte(0))
            n = builder.add(n, builder.select(some, word(len(name) + size), word(0)))
        return n

    return types.int64(record, beside, types.int64, out, types.int64), codegen
