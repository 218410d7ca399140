"""What rules need that one processor does better than a loop: sets of bits, many small numbers at once, eight ids at once.

Each has two bodies: the Python function, and what is compiled in its place. The compiled ones are written for LLVM and no
processor, so they serve every one for which LLVM makes code: `tests/engine/ptx.py` makes that of graphics cards.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from tianxia.engine.compiling import compiled, const
from tianxia.engine.fields import row_bytes

BYTE = 8
LINE = 64
"""Bytes that the memory brings at a time."""
MEMBERS = const([([i for i in range(BYTE) if byte >> i & 1] + [0] * BYTE)[:BYTE] for byte in range(256)], "i1")
"""The members of each set of eight, then zeros."""


@intrinsic
def _ctpop(_context: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def _cttz(_context: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.false_bit)

    return types.int64(types.int64), codegen


def count(word: int) -> int:
    """Number of bits set in a bit set (an ``i8`` word of at most 62 bits).

    >>> count(0b1011)
    3
    """
    return int(word).bit_count()


def at_least(numbers: Any, row: int, least: int) -> int:
    """Bit set of the places in a row of a field of small numbers (``i1``) where the number is at least so large.

    >>> at_least(const([[0, 3, 1], [2, 0, 5]], "i1"), 1, 2)
    5
    """
    return sum(1 << i for i in range(numbers.shape[1]) if numbers[row, i] >= least)


def add_to_row(numbers: Any, row: int, column: int, more: int) -> None:
    """Add to a number in a row of a field of at most 16 small numbers (``i1``).

    Compiled, the whole row is written at once. So `at_least` can look at it soon after: if one number of it alone was just
    written, the processor waits until that has reached the memory.
    """
    numbers[row, column] += more


def lowest(word: int) -> int:
    """Index of the lowest bit set in a bit set that is not empty.

    >>> lowest(0b1000)
    3
    """
    return (int(word) & -int(word)).bit_length() - 1


def fetch(numbers: Any, place: int) -> None:
    """Have the memory bring an item of an array, in all its parts, while something else is done: it is needed soon."""


@intrinsic
def _fetch(_context: Any, numbers: Any, place: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        start = builder.bitcast(builder.gep(data, [args[1]]), place)
        kind = ir.FunctionType(ir.VoidType(), [place, number, number, number])
        bring = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        size = context.get_abi_sizeof(context.get_data_type(signature.args[0].dtype))
        for offset in range(0, size, LINE):
            builder.call(bring, [builder.gep(start, [ir.IntType(64)(offset)]), number(1), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(numbers, types.int64), codegen


@compiled(fetch)
def _fetch_compiled(numbers: Any, place: Any) -> Any:
    return lambda numbers, place: _fetch(numbers, place)


def splat(builder: Any, number: Any, kind: ir.VectorType) -> Any:
    """For a primitive: a vector of this kind with the number in all places."""
    small, index = builder.trunc(number, kind.element), ir.IntType(32)
    one = builder.insert_element(ir.Constant(kind, ir.Undefined), small, index(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(index, kind.count), [0] * kind.count))


def part_of_row(context: Any, builder: Any, kind: Any, args: Sequence[Any], first: int) -> Any:
    """For a primitive: where a row of a field, or its numbers from `first` on, lies; as a pointer to `row_bytes` numbers."""
    columns = kind.shape[1]
    data = builder.bitcast(context.make_array(kind)(context, builder, args[0]).data, ir.IntType(8).as_pointer())
    start = builder.add(builder.mul(args[1], ir.IntType(64)(columns)), ir.IntType(64)(first))
    return builder.bitcast(builder.gep(data, [start]), ir.VectorType(ir.IntType(8), row_bytes(columns)).as_pointer())


@intrinsic
def _at_least(_context: Any, numbers: Any, row: Any, least: Any) -> Any:
    """A row is looked at in one step, a long one in two: its first numbers, and then the last ones again."""
    columns, word = numbers.shape[1], ir.IntType(64)
    many = ir.VectorType(ir.IntType(8), row_bytes(columns))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        limits = splat(builder, args[2], many)
        found = word(0)
        for first in sorted({0, max(0, columns - many.count)}):
            place = part_of_row(context, builder, numbers, args, first)
            large = builder.icmp_signed(">=", builder.load(place, align=1), limits)
            bits = builder.zext(builder.bitcast(large, ir.IntType(many.count)), word)
            found = builder.or_(found, builder.shl(bits, word(first)))
        return builder.and_(found, word((1 << columns) - 1))

    return types.int64(numbers, types.int64, types.int64), codegen


@intrinsic
def _add_to_row(_context: Any, numbers: Any, row: Any, column: Any, more: Any) -> Any:
    many = ir.VectorType(ir.IntType(8), row_bytes(numbers.shape[1]))
    assert numbers.shape[1] <= many.count, "the row is too long to be written in one step"

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = part_of_row(context, builder, numbers, args, 0)
        here = builder.icmp_signed("==", splat(builder, args[2], many), ir.Constant(many, list(range(many.count))))
        added = builder.and_(builder.sext(here, many), splat(builder, args[3], many))
        builder.store(builder.add(builder.load(place, align=1), added), place, align=1)
        return context.get_dummy_value()

    return types.void(numbers, *[types.int64] * 3), codegen


@compiled(add_to_row)
def _add_to_row_compiled(numbers: Any, row: Any, column: Any, more: Any) -> Any:
    return lambda numbers, row, column, more: _add_to_row(numbers, row, column, more)


@compiled(at_least)
def _at_least_compiled(numbers: Any, row: Any, least: Any) -> Any:
    return lambda numbers, row, least: _at_least(numbers, row, least)


@compiled(count)
def _count(word: Any) -> Any:
    return lambda word: _ctpop(np.int64(word))


@compiled(lowest)
def _lowest(word: Any) -> Any:
    return lambda word: _cttz(np.int64(word))


def put_each(out: Any, n: int, first: int, members: int) -> int:
    """Write an action down for each member of a bit set, `first` being that of bit 0; returns how many there are now.

    Compiled, up to seven places behind the list are written to.
    """
    while members:
        out[n] = first + lowest(members)
        members &= members - 1
        n += 1
    return n


def put_few(out: Any, n: int, first: int, members: int) -> int:
    """The same for a set that has its members among the first 16: the rest is not even looked at."""
    return put_each(out, n, first, members & 0xFFFF)


def put_spaced(out: Any, n: int, first: int, step: int, members: int) -> int:
    """Write an action down for each member of a set of eight, each `step` ids after that of the bit before."""
    while members:
        out[n] = first + lowest(members) * step
        members &= members - 1
        n += 1
    return n


@compiled(put_spaced)
def _put_spaced(out: Any, n: Any, first: Any, step: Any, members: Any) -> Any:
    def put_once(out: Any, n: Any, first: Any, step: Any, members: Any) -> Any:
        _put_eight(out, n, first, step, MEMBERS, members)
        return n + count(members)

    return put_once


def _put_bytes(many: int) -> Any:
    """Eight bits at a time, whether they are set or not: a loop over the members would often be guessed wrong at its end."""

    def put_bytes(out: Any, n: Any, first: Any, members: Any) -> Any:
        for _ in range(many):
            byte = members & 255
            _put_eight(out, n, first, 1, MEMBERS, byte)
            n += count(byte)
            first += BYTE
            members >>= BYTE
        return n

    return put_bytes


@compiled(put_each)
def _put_each(out: Any, n: Any, first: Any, members: Any) -> Any:
    return _put_bytes(BYTE)


@compiled(put_few)
def _put_few(out: Any, n: Any, first: Any, members: Any) -> Any:
    return _put_bytes(2)


def put_steps(out: Any, n: int, first: int, step: int, many: int) -> int:
    """Write so many actions down, each `step` ids after the one before; returns how many there are now.

    Compiled, up to eight places behind the list are written to.
    """
    for i in range(many):
        out[n + i] = first + i * step
    return n + many


@compiled(put_steps)
def _put_steps(out: Any, n: Any, first: Any, step: Any, many: Any) -> Any:
    """The first eight are written down whether there are any or not: that is seldom guessed wrong."""

    def put_eights(out: Any, n: Any, first: Any, step: Any, many: Any) -> Any:
        _put_eight(out, n, first, step, MEMBERS, 255)
        for i in range(BYTE, many, BYTE):
            _put_eight(out, n + i, first + i * step, step, MEMBERS, 255)
        return n + many

    return put_eights


def put_again(out: Any, n: int, start: int, many: int, later: int) -> int:
    """Write `many` actions of the list, from place `start`, down once more, `later` ids on; returns how many there are now.

    Compiled, up to seven places behind the list are written to.
    """
    for i in range(many):
        out[n + i] = out[start + i] + later
    return n + many


@compiled(put_again)
def _put_again(out: Any, n: Any, start: Any, many: Any, later: Any) -> Any:
    """Eight at a time, with what lies behind the list."""

    def put_eights(out: Any, n: Any, start: Any, many: Any, later: Any) -> Any:
        for i in range(0, many, BYTE):
            _add_to_eight(out, n + i, start + i, later)
        return n + many

    return put_eights


@intrinsic
def _add_to_eight(_context: Any, out: Any, n: Any, start: Any, more: Any) -> Any:
    """Write the eight numbers of `out` (int32) from `start` on, plus `more`, into its places from `n` on, in one step."""
    large = ir.VectorType(ir.IntType(32), BYTE)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        target, source = (builder.bitcast(builder.gep(data, [args[i]]), large.as_pointer()) for i in (1, 2))
        numbers = builder.add(builder.load(source, align=4), splat(builder, args[3], large))
        builder.store(numbers, target, align=4)
        return context.get_dummy_value()

    return types.void(out, *[types.int64] * 3), codegen


@intrinsic
def _put_eight(_context: Any, out: Any, n: Any, first: Any, step: Any, table: Any, row: Any) -> Any:
    """Write a row of the table, times `step` plus `first`, into eight places of `out` (int32) from `n` on, in one step."""
    small, large = (ir.VectorType(ir.IntType(bits), BYTE) for bits in (8, 32))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target, source = (context.make_array(signature.args[i])(context, builder, args[i]).data for i in (0, 4))
        start = builder.gep(source, [builder.mul(args[5], ir.Constant(ir.IntType(64), BYTE))])
        members = builder.zext(builder.load(builder.bitcast(start, small.as_pointer()), align=1), large)
        firsts, steps = (splat(builder, args[i], large) for i in (2, 3))
        end = builder.bitcast(builder.gep(target, [args[1]]), large.as_pointer())
        builder.store(builder.add(builder.mul(members, steps), firsts), end, align=4)
        return context.get_dummy_value()

    return types.void(out, *[types.int64] * 3, table, types.int64), codegen
