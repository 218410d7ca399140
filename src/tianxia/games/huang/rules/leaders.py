"""Where a leader may be positioned: it must not unite states that have a colour twice [H5.2-H5.6].

A hex may be barred only where two states are touched, so states are looked at in pairs, with all hexes at once. A leader that
moves is lifted first: its old hex neither links nor counts [H5.3]. That only ever helps: so hexes that are barred with the
leader in its place, and touch its state, are looked at one by one.
"""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import lowest
from tianxia.games.huang.pieces import N_COLOURS, RING, SIDES, YELLOW
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import (
    ALL_COLOURS,
    GROUP_BITS,
    apart,
    beside_state,
    colours_of,
    flood,
    is_new,
    leaders_in,
    linking,
    own_colours,
    tiles_of,
)
from tianxia.games.huang.rules.conflict import near_bandits
from tianxia.games.huang.rules.hexsets import (
    EVERY_HEX,
    NO_HEX,
    beside,
    first,
    has,
    lone,
    meet,
    minus,
    rest,
    some,
    union,
    where,
)

PIECE = 500
"""Number of the first piece of a split group, beyond those of groups."""


@rule
def beside_yellow(s: Record, hexes):
    """Of a set of hexes those next to a yellow tile, and not beside bandits [H5.2, M1.3]."""
    found = meet(hexes, beside(tiles_of(s, YELLOW)))
    return minus(found, near_bandits(s)) if s.bandits else found


@rule
def barred(s: Record, seat, hexes):
    """Of a set of hexes those where own leaders may not go [H5.4, H5.5]: five sets, by colour.

    An own leader on the board is lifted, but its state still touches all that it did and is one piece.
    """
    found = (NO_HEX, NO_HEX, NO_HEX, NO_HEX, NO_HEX)
    hexes = meet(hexes, touched_twice(s))
    firsts = s.firsts if some(hexes) else 0
    while firsts:
        one = lowest(firsts) + 1
        firsts &= firsts - 1
        touched = meet(hexes, beside_state(s, one))
        others = firsts if some(touched) else 0
        while others:
            two = lowest(others) + 1
            others &= others - 1
            both = meet(touched, beside_state(s, two))
            if some(both):
                found = barred_too(found, colours_barred(seat, s.rulers[one], s.rulers[two]), both)
    return found


@rule
def touched_twice(s: Record):
    """Hexes that touch two states."""
    once, twice = NO_HEX, NO_HEX
    firsts = s.firsts
    while firsts:
        touched = beside_state(s, lowest(firsts) + 1)
        twice = union(twice, meet(once, touched))
        once = union(once, touched)
        firsts &= firsts - 1
    return twice


@rule
def barred_too(sets, colours, more):
    """Some hexes more in the sets of these colours."""
    one, two, three, four, five = sets
    return (
        union(one, where(more, colours & 1)),
        union(two, where(more, colours >> 1 & 1)),
        union(three, where(more, colours >> 2 & 1)),
        union(four, where(more, colours >> 3 & 1)),
        union(five, where(more, colours >> 4 & 1)),
    )


@rule
def colours_barred(seat, leaders, more):
    """Colours of the own leaders that may not join two states, with these leaders; one that is in them is lifted first."""
    colours, own = colours_of(leaders), own_colours(leaders, seat)
    colours_more, own_more = colours_of(more), own_colours(more, seat)
    found = ALL_COLOURS if colours & colours_more else (colours | colours_more) & ~(own | own_more)
    if leaders & leaders - 1 == 0:  # without its only leader it is no state
        found &= ~own
    if more & more - 1 == 0:
        found &= ~own_more
    return found


@rule
def allowed(rulers, more, most, colour):
    """Whether a leader may join up to three groups with leaders of these colours [H5.4, H5.5]."""
    union = rulers | more | most
    double = rulers & more | rulers & most | more & most
    states = (rulers != 0) + (more != 0) + (most != 0)
    return states < 2 or (double == 0 and union >> colour & 1 == 0)


@rule
def fitting_lifted(s: Record, colour, at, others, hexes, piece, second):
    """Of a set of hexes those where a leader may go whose lifting splits its group in `pieces`.

    `others` are the other leaders of its group.
    """
    rulers = rulers_of_pieces(s, others, piece, second) if some(second) else colours_of(others)
    found = NO_HEX
    while some(hexes):
        hex_ = first(hexes)
        hexes = rest(hexes)
        groups = 0
        n = 0
        for side in range(SIDES):
            other = RING[hex_, side]
            group = s.group[other]
            if other == at or group == 0:
                continue
            if group == s.group[at]:
                group = PIECE + piece_of(piece, second, other)
            new = is_new(groups, group)
            groups |= group * new << GROUP_BITS * n
            n += new
        one, two, three = apart(groups)
        fits = allowed(rulers_of(s, one, rulers), rulers_of(s, two, rulers), rulers_of(s, three, rulers), colour)
        found = union(found, where(lone(hex_), fits))
    return found


@rule
def pieces(s: Record, at, n):
    """The first two of the up to three pieces that the group of a hex falls into without it; `n` are the `runs` around it.

    With two runs the second piece is whatever is not in the first one.
    """
    hexes, piece = minus(linking(s), lone(at)), NO_HEX
    for side in range(SIDES):
        other = RING[at, side]
        if s.group[other]:
            if not some(piece):
                piece = flood(hexes, other)[0]
            elif not has(piece, other):
                return piece, flood(hexes, other)[0] if n > 2 else minus(EVERY_HEX, piece)
    return piece, NO_HEX


@rule
def piece_of(piece, second, hex_):
    """Which of the three pieces a hex is in."""
    return 0 if has(piece, hex_) else 1 if has(second, hex_) else 2


@rule
def rulers_of_pieces(s: Record, leaders, piece, second):
    """Colours of leaders in the three pieces, five bits each."""
    colours = 0
    while leaders:
        seat, colour = lowest(leaders) // N_COLOURS, lowest(leaders) % N_COLOURS
        colours |= 1 << N_COLOURS * piece_of(piece, second, s.leaders[seat, colour] - 1) + colour
        leaders &= leaders - 1
    return colours


@rule
def rulers_of(s: Record, group, pieces):
    """Colours of the leaders of a group, or of a piece of the split one."""
    if group >= PIECE:
        return pieces >> N_COLOURS * (group - PIECE) & ALL_COLOURS
    return colours_of(leaders_in(s, group))
