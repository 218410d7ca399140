"""Sets of hexes in rules: three words, a bit a hex [H1.2]."""

from typing import NamedTuple

from tianxia.engine.compiling import rule
from tianxia.engine.fields import WORD
from tianxia.engine.primitives import count, lowest
from tianxia.games.huang.pieces import COLUMNS, N_HEXES, NEAR, words_of


class HexSet(NamedTuple):
    """The hexes of the first rows, of the middle ones, of the last ones."""

    low: int
    middle: int
    high: int


NO_HEX = HexSet(0, 0, 0)
EVERY_HEX = HexSet(*words_of(range(N_HEXES)))
EVEN_ROWS = HexSet(*words_of(hex_ for hex_ in range(N_HEXES) if hex_ // COLUMNS % 2 == 0))
ODD_ROWS = HexSet(*words_of(hex_ for hex_ in range(N_HEXES) if hex_ // COLUMNS % 2))
NOT_FIRST = HexSet(*words_of(hex_ for hex_ in range(N_HEXES) if hex_ % COLUMNS))
NOT_LAST = HexSet(*words_of(hex_ for hex_ in range(N_HEXES) if hex_ % COLUMNS < COLUMNS - 1))
"""Columns: all but the first, all but the last."""


@rule
def hexset(words):
    """The set that a field holds in words."""
    return HexSet(words[0], words[1], words[2])


@rule
def near(hex_):
    """The hexes that touch one."""
    return HexSet(NEAR[hex_, 0], NEAR[hex_, 1], NEAR[hex_, 2])


@rule
def lone(hex_):
    """The set of one hex."""
    if hex_ < WORD:
        return HexSet(1 << hex_, 0, 0)
    if hex_ < 2 * WORD:
        return HexSet(0, 1 << hex_ - WORD, 0)
    return HexSet(0, 0, 1 << hex_ - 2 * WORD)


@rule
def union(hexes, more):
    """Hexes of either set."""
    return HexSet(hexes.low | more.low, hexes.middle | more.middle, hexes.high | more.high)


@rule
def meet(hexes, others):
    """Hexes of both sets."""
    return HexSet(hexes.low & others.low, hexes.middle & others.middle, hexes.high & others.high)


@rule
def minus(hexes, others):
    """Hexes of the one set that are not in the other."""
    return HexSet(hexes.low & ~others.low, hexes.middle & ~others.middle, hexes.high & ~others.high)


@rule
def where(hexes, so):
    """The set if something is so, 1, else no hex, 0: without a branch."""
    return HexSet(hexes.low & -so, hexes.middle & -so, hexes.high & -so)


@rule
def some(hexes):
    """Not 0 if a set has a hex."""
    return hexes.low | hexes.middle | hexes.high


@rule
def same(hexes, others):
    """Whether two sets have the same hexes."""
    return (hexes.low ^ others.low) | (hexes.middle ^ others.middle) | (hexes.high ^ others.high) == 0


@rule
def size(hexes):
    """How many hexes it has."""
    return count(hexes.low) + count(hexes.middle) + count(hexes.high)


@rule
def has(hexes, hex_):
    """Whether a set has a hex."""
    return (hexes.low if hex_ < WORD else hexes.middle if hex_ < 2 * WORD else hexes.high) >> hex_ % WORD & 1


@rule
def first(hexes):
    """The first hex of a set that has some."""
    if hexes.low:
        return lowest(hexes.low)
    return WORD + lowest(hexes.middle) if hexes.middle else 2 * WORD + lowest(hexes.high)


@rule
def rest(hexes):
    """A set that has some without the first one."""
    if hexes.low:
        return HexSet(hexes.low & hexes.low - 1, hexes.middle, hexes.high)
    if hexes.middle:
        return HexSet(0, hexes.middle & hexes.middle - 1, hexes.high)
    return HexSet(0, 0, hexes.high & hexes.high - 1)


@rule
def later(hexes, steps):
    """Each hex of a set moved to the place so many steps on; what leaves the grid is gone."""
    return HexSet(
        hexes.low << steps & EVERY_HEX.low,
        (hexes.middle << steps | hexes.low >> WORD - steps) & EVERY_HEX.middle,
        (hexes.high << steps | hexes.middle >> WORD - steps) & EVERY_HEX.high,
    )


@rule
def earlier(hexes, steps):
    """Each hex of a set moved to the place so many steps before; what leaves the grid is gone."""
    return HexSet(
        hexes.low >> steps | hexes.middle << WORD - steps & EVERY_HEX.low,
        hexes.middle >> steps | hexes.high << WORD - steps & EVERY_HEX.middle,
        hexes.high >> steps,
    )


@rule
def beside(hexes):
    """All hexes that touch one of a set, some of its own among them [H1.2]: the whole set is moved in each direction.

    Odd rows lie half a hex to the right: above and below they touch their own column and the next one, even rows the one before.
    """
    west, east = earlier(meet(hexes, NOT_FIRST), 1), later(meet(hexes, NOT_LAST), 1)
    across = union(hexes, union(meet(west, EVEN_ROWS), meet(east, ODD_ROWS)))
    return union(union(west, east), union(earlier(across, COLUMNS), later(across, COLUMNS)))


@rule
def triangles_in(hexes):
    """How many triangles a set has: two hexes side by side and one that touches both, in the row above or below [H9.1]."""
    pairs = meet(meet(hexes, earlier(hexes, 1)), NOT_LAST)
    if not some(pairs):
        return 0
    tips = union(meet(pairs, EVEN_ROWS), later(meet(pairs, ODD_ROWS), 1))
    return size(meet(hexes, earlier(tips, COLUMNS))) + size(meet(hexes, later(tips, COLUMNS)))
