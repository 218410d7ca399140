"""Lists that rules write and mix: legal actions, decks."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tianxia.engine.compiling import compiled, const, count, lowest, rule, splat
from tianxia.engine.randomness import below

BYTE = 8
MEMBERS = const([([i for i in range(BYTE) if byte >> i & 1] + [0] * BYTE)[:BYTE] for byte in range(256)], "i1")
"""The members of each set of eight, then zeros."""


@rule
def put(out: Any, n: Any, action: Any, allowed: Any) -> Any:
    """Write an action down if it is allowed; returns how many there are now. No branch: it would often be guessed wrong."""
    out[n] = action
    return n + (allowed != 0)


def put_each(out: Any, n: int, first: int, members: int) -> int:
    """Write an action down for each member of a bit set, `first` being that of bit 0; returns how many there are now.

    Compiled, up to seven places behind the list are written to.
    """
    while members:
        out[n] = first + lowest(members)
        members &= members - 1
        n += 1
    return n


@compiled(put_each)
def _put_each(out: Any, n: Any, first: Any, members: Any) -> Any:
    """Eight bits at a time, whether they are set or not: a loop over the members would often be guessed wrong at its end."""

    def put_bytes(out: Any, n: Any, first: Any, members: Any) -> Any:
        for _ in range(BYTE):
            byte = members & 255
            _put_eight(out, n, first, 1, MEMBERS, byte)
            n += count(byte)
            first += BYTE
            members >>= BYTE
        return n

    return put_bytes


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


@rule
def shuffle(s: Any, numbers: Any, n: Any) -> None:
    """Put the first `n` of some numbers in random order, drawn from `s.rng`: each order as likely as the others."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        number = numbers[i]
        numbers[i] = numbers[j]
        numbers[j] = number
