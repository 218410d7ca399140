"""Where a leader may be positioned: it must not unite states that have a colour twice [H5.2-H5.6].

A leader that moves is lifted first: its old hex neither links nor counts [H5.3]. Where a hex touches at most one state,
there is nothing to unite, so only the others are looked at one by one; but where lifting splits a group, all that touch
two of anything.
"""

from tianxia.engine.compiling import lowest, rule
from tianxia.engine.records import WORD
from tianxia.games.huang.pieces import (
    COLUMNS,
    EVEN_ROWS,
    N_COLOURS,
    NEAR,
    NOT_FIRST,
    NOT_LAST,
    ODD_ROWS,
    RING,
    SIDES,
    WORDS,
    YELLOW,
)
from tianxia.games.huang.rules.board import flood, joined, linking, states_among
from tianxia.games.huang.rules.conflict import near_bandits

ALL_BITS = (1 << WORD) - 1
ALL_COLOURS = (1 << N_COLOURS) - 1
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
def between(low, these, high, word):
    """Hexes, in one word, around which a set lies in two runs or more; `low` and `high` are the words beside it.

    All hexes at once: the set is moved by one step in each direction, so that each hex finds there whether its neighbour
    in it is taken [H1.2a].
    """
    even, odd, not_first, not_last = EVEN_ROWS[word], ODD_ROWS[word], NOT_FIRST[word], NOT_LAST[word]
    above, below = moved_on(low, these, COLUMNS), moved_back(these, high, COLUMNS)
    west, east = moved_on(low, these, 1) & not_first, moved_back(these, high, 1) & not_last
    north_west = even & not_first & moved_on(low, these, COLUMNS + 1) | odd & above
    north_east = even & above | odd & not_last & moved_on(low, these, COLUMNS - 1)
    south_east = even & below | odd & not_last & moved_back(these, high, COLUMNS + 1)
    south_west = even & not_first & moved_back(these, high, COLUMNS - 1) | odd & below
    once, twice = another_run(0, 0, north_west & ~west)
    once, twice = another_run(once, twice, north_east & ~north_west)
    once, twice = another_run(once, twice, east & ~north_east)
    once, twice = another_run(once, twice, south_east & ~east)
    once, twice = another_run(once, twice, south_west & ~south_east)
    once, twice = another_run(once, twice, west & ~south_west)
    return twice


@rule
def another_run(once, twice, begins):
    """A run of neighbours begins in this direction."""
    return once | begins, twice | once & begins


@rule
def moved_on(low, these, steps):
    """A word of a set with each hex moved to a later one."""
    return (these << steps | low >> WORD - steps) & ALL_BITS


@rule
def moved_back(these, high, steps):
    """A word of a set with each hex moved to an earlier one."""
    return these >> steps | high << WORD - steps & ALL_BITS


@rule
def uniting(s, seat, word, bits, out, n):
    """Of some hexes those that touch two states or more; `out`, from its end on, gets the colours that may go there.

    `n` is how many were written before; what may go there is told for each own leader, lifted if it is on the board, as
    long as lifting it splits no group.
    """
    found = 0
    while bits:
        lone = bits & -bits
        bits &= ~lone
        hex_ = word * WORD + lowest(lone)
        groups = joined(s, hex_)
        if states_among(s, groups) > 1:
            found |= lone
            n += 1
            out[len(out) - n] = colours_allowed(s, seat, hex_, groups)
    return found, n


@rule
def colours_allowed(s, seat, hex_, groups):
    """Bit set of the colours of own leaders that may join these groups, two states or more, on a hex [H5.4, H5.5]."""
    one, two, three = groups & 511, groups >> 9 & 511, groups >> 18
    first, second, third = rulers_in(s, one), rulers_in(s, two), rulers_in(s, three)
    double = first & second | first & third | second & third
    found = 0 if double else ALL_COLOURS & ~(first | second | third)
    for colour in range(N_COLOURS):
        at = s.leaders[seat, colour] - 1
        if at < 0:
            continue
        lifted = s.group[at]
        if lifted == one or lifted == two or lifted == three:
            found &= ~(1 << colour)
            found |= joins_lifted(s, hex_, colour, at, groups) << colour
    return found


@rule
def fitting(bits, colour, out, n):
    """Of some hexes those where a leader of this colour may go, as `uniting` has written down; and how many were read."""
    found = 0
    while bits:
        lone = bits & -bits
        bits &= ~lone
        n += 1
        if out[len(out) - n] >> colour & 1:
            found |= lone
    return found, n


@rule
def allowed(rulers, more, most, colour):
    """Whether a leader may join up to three groups with leaders of these colours [H5.4, H5.5]."""
    union = rulers | more | most
    double = rulers & more | rulers & most | more & most
    states = (rulers != 0) + (more != 0) + (most != 0)
    return states < 2 or (double == 0 and union >> colour & 1 == 0)


@rule
def joins_lifted(s, hex_, colour, at, groups):
    """The same for one leader that is lifted from hex `at` of one of these groups, without splitting it."""
    if NEAR[hex_, at // WORD] >> at % WORD & 1:
        groups = joined_but(s, hex_, at)
    lifted, others = s.group[at], ~(1 << colour)
    one, two, three = groups & 511, groups >> 9 & 511, groups >> 18
    first, second, third = rulers_in(s, one), rulers_in(s, two), rulers_in(s, three)
    if lifted == one:
        first &= others
    elif lifted == two:
        second &= others
    elif lifted == three:
        third &= others
    return allowed(first, second, third, colour)


@rule
def rulers_in(s, group):
    """Colours of the leaders of a group; none where there is no group."""
    return s.rulers[group - 1] if group else 0


@rule
def joined_but(s, hex_, at):
    """The groups that a hex touches, but not by way of hex `at`; three numbers of 9 bits."""
    found = 0
    n = 0
    for i in range(SIDES):
        near = RING[hex_, i]
        group = s.group[near]
        if near != at and group and group != found & 511 and group != found >> 9 & 511 and group != found >> 18:
            found |= group << 9 * n
            n += 1
    return found


@rule
def within(a, b, c, hex_):
    """Whether a set, in three words, has a hex."""
    return (a if hex_ < WORD else b if hex_ < 2 * WORD else c) >> hex_ % WORD & 1


@rule
def fitting_lifted(s, colour, at, a, b, c, p, q, r, u, v, w):
    """Of a set of hexes (a, b, c) those where a leader may go whose lifting splits its group in `pieces`; three words."""
    rulers = rulers_of_pieces(s, at, p, q, r, u, v, w)
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
            if group != groups & 511 and group != groups >> 9 & 511 and group != groups >> 18:
                groups |= group << 9 * n
                n += 1
        one, two = rulers_of(s, groups & 511, rulers), rulers_of(s, groups >> 9 & 511, rulers)
        fits = allowed(one, two, rulers_of(s, groups >> 18, rulers), colour)
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
    i, j, k = linking(s, 0), linking(s, 1), linking(s, 2)
    if at < WORD:
        i &= ~(1 << at)
    elif at < 2 * WORD:
        j &= ~(1 << at - WORD)
    else:
        k &= ~(1 << at - 2 * WORD)
    p, q, r = 0, 0, 0
    for side in range(SIDES):
        near = RING[at, side]
        if s.group[near]:
            if p | q | r == 0:
                p, q, r = flood(i, j, k, near)
            elif not within(p, q, r, near):
                u, v, w = flood(i, j, k, near)
                return p, q, r, u, v, w
    return p, q, r, 0, 0, 0


@rule
def in_two(s, at, p, q, r, u, v, w):
    """Whether the two pieces are all that lifting the leader leaves."""
    for side in range(SIDES):
        near = RING[at, side]
        if s.group[near] and not within(p, q, r, near) and not within(u, v, w, near):
            return False
    return True


@rule
def meeting(word, bits, p, q, r, u, v, w):
    """Of some hexes those that touch both pieces."""
    found = 0
    while bits:
        lone = bits & -bits
        bits &= ~lone
        hex_ = word * WORD + lowest(lone)
        x, y, z = NEAR[hex_, 0], NEAR[hex_, 1], NEAR[hex_, 2]
        if x & p | y & q | z & r and x & u | y & v | z & w:
            found |= lone
    return found


@rule
def piece_of(p, q, r, u, v, w, hex_):
    """Which of the three pieces a hex is in."""
    return 0 if within(p, q, r, hex_) else 1 if within(u, v, w, hex_) else 2


@rule
def rulers_of_pieces(s, at, p, q, r, u, v, w):
    """Colours of the leaders in the three pieces, five bits each; the leader that is lifted is in none."""
    rulers = 0
    for seat in range(s.players):
        for colour in range(N_COLOURS):
            where = s.leaders[seat, colour] - 1
            if where >= 0 and where != at and s.group[where] == s.group[at]:
                rulers |= 1 << N_COLOURS * piece_of(p, q, r, u, v, w, where) + colour
    return rulers


@rule
def rulers_of(s, group, pieces):
    """Colours of the leaders of a group, or of a piece of the split one."""
    if group == 0:
        return 0
    return pieces >> N_COLOURS * (group - PIECE) & 31 if group >= PIECE else s.rulers[group - 1]
