"""BLAKE2b with digests of 8 bytes, as `hashlib` makes them, of many messages in one call.

Python takes longer to ask for a digest than it takes to make one. Several messages are mixed at a time, each in its place of a
vector.
"""

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tianxia.engine.compiling import INTERPRETED, at_once, entry

BLOCK = 128
"""Bytes that are mixed in at a time; a message is taken to have zeros behind it, up to a whole block."""
LANES = 4
"""Messages that are mixed at a time."""
DIGITS = 16
"""Hexadecimal ones of a digest."""
NEWLINE, ZERO, A = b"\n0a"
WIDTH = 64
"""Bytes that are looked through at a time: as many as a word has bits."""
FEWEST = 1 << 62 if INTERPRETED else 8
"""Digests that are worth one call for all; fewer are made one by one, by `hashlib`."""
_WORD = ir.IntType(64)
_START = (
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
)  # fmt: skip
_PARAMETERS = 0x01010000 | DIGITS // 2
"""No key, one message, and how long digests are: mixed into the first word."""
_ORDER = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4), (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13), (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11), (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5), (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)  # fmt: skip
"""Of the sixteen words of a block, in each round; the rounds after the last one begin anew."""
_ROUNDS = 12
_COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
_DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def _mixer(lanes: int) -> Any:
    """What mixes the next block of so many messages into what was mixed of them before."""
    kind = _WORD if lanes == 1 else ir.VectorType(_WORD, lanes)

    def number(value: int) -> Any:
        return ir.Constant(kind, value if lanes == 1 else [value] * lanes)

    def everywhere(builder: Any, value: Any) -> Any:
        if lanes == 1:
            return value
        index = ir.IntType(32)
        one = builder.insert_element(ir.Constant(kind, ir.Undefined), value, index(0))
        return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(index, lanes), [0] * lanes))

    def words(builder: Any, data: Any, offset: Any, apart: Any) -> list[Any]:
        """Those of the block, each of all messages."""
        starts = [
            builder.bitcast(builder.gep(data, [builder.add(offset, builder.mul(apart, _WORD(i)))]), _WORD.as_pointer())
            for i in range(lanes)
        ]
        found = []
        for place in range(BLOCK // 8):
            loaded = [builder.load(builder.gep(start, [_WORD(place)]), align=1) for start in starts]
            word = loaded[0] if lanes == 1 else ir.Constant(kind, ir.Undefined)
            for i, value in enumerate(loaded if lanes > 1 else ()):
                word = builder.insert_element(word, value, ir.IntType(32)(i))
            found.append(word)
        return found

    def turned(builder: Any, value: Any, bits: int) -> Any:
        return builder.or_(builder.lshr(value, number(bits)), builder.shl(value, number(64 - bits)))

    def mixed(builder: Any, before: list[Any], block: list[Any], length: Any, last: Any) -> list[Any]:
        v = [*before, *map(number, _START)]
        v[12] = builder.xor(v[12], length)
        v[14] = builder.xor(v[14], last)
        for i in range(_ROUNDS):
            order = iter(_ORDER[i % len(_ORDER)])
            for a, b, c, d in (*_COLUMNS, *_DIAGONALS):
                for first, second in ((32, 24), (16, 63)):
                    v[a] = builder.add(builder.add(v[a], v[b]), block[next(order)])
                    v[d] = turned(builder, builder.xor(v[d], v[a]), first)
                    v[c] = builder.add(v[c], v[d])
                    v[b] = turned(builder, builder.xor(v[b], v[c]), second)
        return [builder.xor(old, builder.xor(v[i], v[i + 8])) for i, old in enumerate(before)]

    @intrinsic
    def mix_in(
        _context: Any, state: Any, said: Any, offset: Any, apart: Any, lengths: Any, first: Any, before: Any
    ) -> Any:
        """The block of the first message begins at `offset` in `said`, that of the next one `apart` from there; `before` bytes
        of each were mixed in before. `lengths` are told from place `first` on: a message that has ended stays as it is.
        """

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kept, data, sizes = (
                context.make_array(signature.args[i])(context, builder, args[i]).data for i in (0, 1, 4)
            )
            kept = builder.bitcast(kept, kind.as_pointer())
            size = builder.load(builder.bitcast(builder.gep(sizes, [args[5]]), kind.as_pointer()), align=8)
            begins = builder.icmp_unsigned("==", args[6], _WORD(0))
            start = [number(value ^ (_PARAMETERS if i == 0 else 0)) for i, value in enumerate(_START)]
            old = [
                builder.select(begins, value, builder.load(builder.gep(kept, [_WORD(i)]), align=8))
                for i, value in enumerate(start)
            ]
            end = everywhere(builder, builder.add(args[6], _WORD(BLOCK)))
            ended = builder.icmp_unsigned("<=", size, end)
            length = builder.select(ended, size, end)
            last = builder.select(ended, number((1 << 64) - 1), number(0))
            new = mixed(builder, old, words(builder, data, args[2], args[3]), length, last)
            goes_on = builder.icmp_unsigned(">", size, everywhere(builder, args[6]))
            here = builder.or_(goes_on, everywhere_bit(builder, begins))
            for i, (was, now) in enumerate(zip(old, new, strict=True)):
                builder.store(builder.select(here, now, was), builder.gep(kept, [_WORD(i)]), align=8)
            return context.get_dummy_value()

        return types.void(state, said, *[types.int64] * 2, lengths, *[types.int64] * 2), codegen

    def everywhere_bit(builder: Any, bit: Any) -> Any:
        return builder.icmp_unsigned("!=", everywhere(builder, builder.zext(bit, _WORD)), number(0))

    return mix_in


_mix_many, _mix_one = _mixer(LANES), _mixer(1)


@entry
def digest_rows(said: Any, lengths: Any, n: int, state: Any, out: Any) -> None:
    """Write the digest of each of `n` messages into `out` (uint64): row `i` of `said` (uint8), of which `lengths[i]` bytes count.

    Rows are whole blocks. The lengths (int64) behind, up to a multiple of LANES, are 0; all have room for as many. `state`
    (uint64) has 8 * LANES places.
    """
    apart = said.shape[1]
    for first in range(0, n, LANES):
        longest = 1
        for i in range(first, first + LANES):
            longest = max(longest, lengths[i])
        for before in range(0, longest, BLOCK):
            _mix_many(state, said, first * apart + before, apart, lengths, first, before)
        for i in range(LANES):
            out[first + i] = state[i]


def digest(said: bytes) -> str:
    """The digest of one message."""
    return blake2b(said, digest_size=DIGITS // 2).hexdigest()


def chained(link: str, told: Sequence[str]) -> list[str]:
    """A chain of digests, in hexadecimal digits: each is that of the digits before it and of what is told, one line."""
    lines = "\n".join(told).encode() + b"\n" * WIDTH
    room = DIGITS + len(lines) + BLOCK  # for the longest line there may be
    out, end = np.empty(DIGITS * len(told) + room, np.uint8), DIGITS * len(told)
    out.data[end : end + DIGITS] = link.encode()
    _chain_at_once()(np.frombuffer(lines, np.uint8), len(told), out, np.empty(9, np.uint64))
    digits = out.data[:end].tobytes().decode()
    return [digits[i : i + DIGITS] for i in range(0, end, DIGITS)]


@cache
def _chain_at_once() -> Callable[..., None]:
    return at_once(_chain, np.zeros(0, np.uint8), 0, np.zeros(0, np.uint8), np.zeros(0, np.uint64))


@entry
def _chain(lines: Any, n: int, out: Any, state: Any) -> None:
    """Write the digits of `n` links into `out`; behind them is room for the message of each, and the link before stands there.

    What is told makes a line, with WIDTH newlines behind the last one. `state` has 9 places, the last one for a length.
    """
    start = n * DIGITS
    place = 0
    for i in range(n):
        end = start + DIGITS
        found = WIDTH
        while found == WIDTH:
            found = _put_line(lines, place, out, end)
            place += found
            end += found
        place += 1
        for j in range(BLOCK):
            out[end + j] = 0
        state[8] = end - start
        for before in range(0, end - start, BLOCK):
            _mix_one(state, out, start + before, 0, state, 8, before)
        for j in range(DIGITS):
            digit = np.int64(state[0] >> np.uint64(4 * (j ^ 1))) & 15  # of each byte the higher one comes first
            out[i * DIGITS + j] = out[start + j] = digit + (ZERO if digit < 10 else A - 10)


@intrinsic
def _put_line(_context: Any, lines: Any, place: Any, out: Any, end: Any) -> Any:
    """Copy WIDTH bytes of the lines; returns how many come before a newline, at most that many."""
    many = ir.VectorType(ir.IntType(8), WIDTH)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source, target = (
            builder.bitcast(
                builder.gep(context.make_array(signature.args[i])(context, builder, args[i]).data, [args[i + 1]]),
                many.as_pointer(),
            )
            for i in (0, 2)
        )
        letters = builder.load(source, align=1)
        builder.store(letters, target, align=1)
        ends = builder.icmp_unsigned("==", letters, ir.Constant(many, [NEWLINE] * WIDTH))
        return builder.cttz(builder.bitcast(ends, _WORD), ir.Constant(ir.IntType(1), 0))

    return types.int64(lines, types.int64, out, types.int64), codegen
