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
    apart,
    beside_state,
    colours_of,
    flood,
    joined,
    leaders_in,
    linked_with,
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
    near,
    rest,
    some,
    union,
    where,
)


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
def fitting_lifted(s: Record, colour, at, others, hexes, piece, second):
    """Of a set of hexes those where a leader may go whose lifting splits its state in `pieces`.

    `others` are the other leaders of its state.
    """
    rulers = rulers_of_pieces(s, others, piece, second) if some(second) else colours_of(others)
    state = minus(linked_with(s, at), lone(at))
    found = NO_HEX
    while some(hexes):
        hex_ = first(hexes)
        hexes = rest(hexes)
        touched = meet(state, near(hex_))
        left = rulers & ALL_COLOURS if some(meet(touched, piece)) else 0
        more = rulers >> N_COLOURS & ALL_COLOURS if some(meet(touched, second)) else 0
        most = rulers >> 2 * N_COLOURS if some(minus(minus(touched, piece), second)) else 0
        fits = fits_beside(s, colour, hex_, s.group[at], (left != 0) + (more != 0) + (most != 0), left | more | most)
        found = union(found, where(lone(hex_), fits))
    return found


@rule
def fits_beside(s: Record, colour, hex_, lifted, pieces, rulers):
    """Whether a leader may join what is around a hex: so many pieces of its state that are states, with leaders of these colours,
    and other states [H5.4, H5.5]. Leaders of one state have different colours.

    No branch: it would often be guessed wrong.
    """
    one, two, three = apart(joined(s, hex_))
    p, q, r = rulers_but(s, one, lifted), rulers_but(s, two, lifted), rulers_but(s, three, lifted)
    double = p & q | p & r | q & r | (p | q | r) & rulers
    states = pieces + (p != 0) + (q != 0) + (r != 0)
    return (states < 2) | (double == 0) & ((p | q | r | rulers) >> colour & 1 == 0)


@rule
def rulers_but(s: Record, group, lifted):
    """Colours of the leaders of a group, none of the one from which a leader was lifted."""
    return colours_of(leaders_in(s, group)) if group != lifted else 0


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
