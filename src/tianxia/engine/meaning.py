"""What a record means to the rules: the bytes by which positions are hashed, whatever form records have."""

from collections import deque
from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from tianxia.engine.compiling import INTERPRETED, at_once, entry
from tianxia.engine.fields import Array
from tianxia.engine.records import TABLES, Table, row


class Places(NamedTuple):
    """Where all lies that a record means."""

    named: list[tuple[bytes, int, int]]
    """By name, in order, where each field lies, and how long it is."""
    formerly: slice | None
    """Where the one lies, if there is one, that says itself in bytes of another form (see `fields.field`)."""
    behind: Callable[[bytes], Array]
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
    def behind(values: bytes) -> Array:
        assert form is not None
        return np.frombuffer(b"".join(form(values).values()), np.uint8)

    return Places(sorted((f"{name}=".encode(), start, size) for name, start, size in places), formerly, behind)


class Meaning:
    """Reads records of a table, which is registered."""

    def __init__(self, table: Table) -> None:
        self.table, self.places = table, places_of(table)
        self._rooms: deque[tuple[Array, memoryview, Array, memoryview]] = deque()
        """For what `_meant` reads and writes, each also as Python reaches it faster."""

    def of(self, written: bytes) -> bytes:
        """What a record means, by its bytes, whole: the same wherever the positions are the same.

        What follows from other fields says nothing, and neither does a field that is zero: so a cache can be changed and
        a field be added, and the positions of before mean what they meant.
        """
        named, formerly, behind = self.places
        beside = behind(written[formerly]) if formerly else NOTHING
        if INTERPRETED:
            written += beside.tobytes()
            told = [(name, written[start : start + size]) for name, start, size in named]
            return b"".join([name + values for name, values in told if any(values)])
        try:
            room = self._rooms.pop()
        except IndexError:
            room = self._room()
        states, record, out, said = room
        record[:] = written
        meaning = said[: self._write(states, beside, out)].tobytes()
        self._rooms.append(room)  # another thread that comes meanwhile has taken another one
        return meaning

    @cached_property
    def _write(self) -> Callable[..., int]:
        return at_once(_meant, self.table.new(), NOTHING, NOTHING.copy())

    def _room(self) -> tuple[Array, memoryview, Array, memoryview]:
        states, out = self.table.new(), np.empty(sum(len(name) + size for name, _, size in self.places.named), np.uint8)
        return states, states.view(np.uint8).data, out, out.data


NOTHING = np.frombuffer(bytes(1), np.uint8)
"""Bytes behind a record of which all fields say themselves in their own."""


@entry
def _meant(states: Array, beside: Array, out: Array) -> int:
    """Write the name and the bytes of every field that is not zero into `out`; returns how many bytes these are.

    `beside` is what lies behind the record.
    """
    return _put_meaning(row(states, 0), beside, out)  # type: ignore[no-any-return]


@intrinsic
def _put_meaning(_context: Any, record: Any, beside: Any, out: Any) -> Any:
    """Each field is written, and overwritten by the next one if it is zero: no branch, whose way could not be foretold."""
    table = TABLES[record]

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, word = ir.IntType(8), ir.IntType(64)
        behind, target = (
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args[1:], args[1:], strict=True)
        )
        at, end = builder.bitcast(args[0], byte.as_pointer()), table.dtype.itemsize
        n: Any = word(0)

        def place(start: Any, offset: Any, kind: Any) -> Any:
            return builder.bitcast(builder.gep(start, [offset]), kind.as_pointer())

        for name, start, size in places_of(table).named:
            values_of, letters = ir.VectorType(byte, size), ir.ArrayType(byte, len(name))
            source = place(at, word(start), values_of) if start < end else place(behind, word(start - end), values_of)
            values = builder.load(source, align=1)
            builder.store(letters(bytearray(name)), place(target, n, letters), align=1)
            builder.store(values, place(target, builder.add(n, word(len(name))), values_of), align=1)
            union = ir.FunctionType(byte, [values_of])
            union = cgutils.get_or_insert_function(builder.module, union, f"llvm.vector.reduce.or.v{size}i8")
            some = builder.icmp_unsigned("!=", builder.call(union, [values]), byte(0))
            n = builder.add(n, builder.select(some, word(len(name) + size), word(0)))
        return n

    return types.int64(record, beside, out), codegen
