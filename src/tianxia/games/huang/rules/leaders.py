"""Where a leader may be positioned: it must not unite states that have a colour twice [H5.2-H5.6].

A hex may be barred only where two states are touched, so states are looked at in pairs, with all hexes at once. A leader that
moves is lifted first: its old hex neither links nor counts [H5.3]. That only ever helps: so hexes that are barred with the
leader in its place, and touch its state, are looked at one by one.
"""

from tianxia.engine.compiling import lowest, rule
from tianxia.engine.records import WORD
from tianxia.games.huang.pieces import (
    N_COLOURS,
    NEAR,
    RING,
    SIDES,
    WORDS,
    YELLOW,
)
from tianxia.games.huang.rules.board import (
    A_GROUP,
    ALL_COLOURS,
    GROUP_BITS,
    apart,
    colours_of,
    flood,
    leaders_in,
    linking,
    own_colours,
    within,
    without,
)
from tianxia.games.huang.rules.conflict import near_bandits

ALL_BITS = (1 << WORD) - 1
PIECE = 500
"""Number of the first piece of a split group, beyond those of groups."""


@rule
def beside_yellow(s, a, b, c):
    """Of a set of hexes those next to a yellow tile; three words [H5.2]."""
    x, y, z = 0, 0, 0
    for word in range(WORDS):
        bits = s.tiles[YELLOW, word]
        while bits:
            hex_ = word * WORD + lowest(bits)
            x |= NEAR[hex_, 0]
            y |= NEAR[hex_, 1]
            z |= NEAR[hex_, 2]
            bits &= bits - 1
    if s.bandits:
        return a & x & ~near_bandits(s, 0), b & y & ~near_bandits(s, 1), c & z & ~near_bandits(s, 2)
    return a & x, b & y, c & z


@rule
def barred(s, seat, a, b, c):
    """Of a set of hexes those where own leaders may not go [H5.4, H5.5]: five sets, by colour, for each of the three words.

    An own leader on the board is lifted, but its state still touches all that it did and is one piece.
    """
    p, q, r = (0, 0, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0)
    firsts = s.firsts
    while firsts:
        one = lowest(firsts) + 1
        firsts &= firsts - 1
        u, v, w = a & s.beside[one, 0], b & s.beside[one, 1], c & s.beside[one, 2]
        others = firsts if u | v | w else 0
        while others:
            two = lowest(others) + 1
            others &= others - 1
            x, y, z = u & s.beside[two, 0], v & s.beside[two, 1], w & s.beside[two, 2]
            if x | y | z:
                colours = colours_barred(seat, s.rulers[one], s.rulers[two])
                p, q, r = barred_too(p, colours, x), barred_too(q, colours, y), barred_too(r, colours, z)
    return p, q, r


@rule
def barred_too(sets, colours, more):
    """Some hexes more in the sets of these colours."""
    one, two, three, four, five = sets
    return (
        one | more & -(colours & 1),
        two | more & -(colours >> 1 & 1),
        three | more & -(colours >> 2 & 1),
        four | more & -(colours >> 3 & 1),
        five | more & -(colours >> 4 & 1),
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
def fitting_lifted(s, colour, at, rest, a, b, c, p, q, r, u, v, w):
    """Of a set of hexes (a, b, c) those where a leader may go whose lifting splits its group in `pieces`; three words.

    `rest` are the other leaders of its group.
    """
    rulers = rulers_of_pieces(s, rest, p, q, r, u, v, w) if u | v | w else colours_of(rest)
    x, y, z = 0, 0, 0
    while a | b | c:
        hex_ = lowest(a) if a else WORD + lowest(b) if b else 2 * WORD + lowest(c)
        groups = 0
        n = 0
        for side in range(SIDES):
            near = RING[hex_, side]
            group = s.group[near]
            if near == at or group == 0:
                continue
            if group == s.group[at]:
                group = PIECE + piece_of(p, q, r, u, v, w, near)
            if (
                group != groups & A_GROUP
                and group != groups >> GROUP_BITS & A_GROUP
                and group != groups >> 2 * GROUP_BITS
            ):
                groups |= group << GROUP_BITS * n
                n += 1
        one, two, three = apart(groups)
        fits = allowed(rulers_of(s, one, rulers), rulers_of(s, two, rulers), rulers_of(s, three, rulers), colour)
        if a:
            x |= (a & -a) * fits
            a &= a - 1
        elif b:
            y |= (b & -b) * fits
            b &= b - 1
        else:
            z |= (c & -c) * fits
            c &= c - 1
    return x, y, z


@rule
def pieces(s, at):
    """The first two of the up to three pieces that the group of a hex falls into without it; three words each."""
    i, j, k = without(linking(s, 0), linking(s, 1), linking(s, 2), at)
    p, q, r = 0, 0, 0
    for side in range(SIDES):
        near = RING[at, side]
        if s.group[near]:
            if p | q | r == 0:
                p, q, r, _, _, _ = flood(i, j, k, near)
            elif not within(p, q, r, near):
                u, v, w, _, _, _ = flood(i, j, k, near)
                return p, q, r, u, v, w
    return p, q, r, 0, 0, 0


@rule
def piece_of(p, q, r, u, v, w, hex_):
    """Which of the three pieces a hex is in."""
    return 0 if within(p, q, r, hex_) else 1 if within(u, v, w, hex_) else 2


@rule
def rulers_of_pieces(s, leaders, p, q, r, u, v, w):
    """Colours of leaders in the three pieces, five bits each."""
    colours = 0
    while leaders:
        seat, colour = lowest(leaders) // N_COLOURS, lowest(leaders) % N_COLOURS
        colours |= 1 << N_COLOURS * piece_of(p, q, r, u, v, w, s.leaders[seat, colour] - 1) + colour
        leaders &= leaders - 1
    return colours


@rule
def rulers_of(s, group, pieces):
    """Colours of the leaders of a group, or of a piece of the split one."""
    if group >= PIECE:
        return pieces >> N_COLOURS * (group - PIECE) & ALL_COLOURS
    return colours_of(leaders_in(s, group))
