"""The board: what stands where, which hexes are linked, who rules the states [H1, H3].

Sets of hexes are three words each. `group`, `rulers` and `beside` follow from tiles and leaders; they are kept up to date,
so that placing a tile need not look at the whole board.
"""

from tianxia.engine.compiling import count, lowest, rule
from tianxia.engine.records import WORD
from tianxia.games.huang.pieces import N_COLOURS, N_HEXES, NEAR, RING, RUNS, SIDES, WORDS, YELLOW
from tianxia.games.huang.state import A_WAR

ALL_COLOURS = (1 << N_COLOURS) - 1
SEAT_STEP, COLOUR_BITS = 3, 7
"""A set of leaders has eight bits a seat, one a colour: the number of a bit is a seat and a colour."""


@rule
def tile_at(s, colour, hex_):
    """Whether a tile of this colour lies there."""
    return s.tiles[colour, hex_ // WORD] >> hex_ % WORD & 1


@rule
def colour_at(s, hex_):
    """Colour of the tile that lies there, -1 if none does."""
    for colour in range(N_COLOURS):
        if tile_at(s, colour, hex_):
            return colour
    return -1


@rule
def tiles_in(s, word):
    """All tiles, one word of the set."""
    found = 0
    for colour in range(N_COLOURS):
        found |= s.tiles[colour, word]
    return found


@rule
def linking(s, word):
    """What links: tiles but for a war's, and leaders [H3.1a, H3.3]."""
    found = tiles_in(s, word) | s.leader_hexes[word]
    if s.conflict == A_WAR and (s.marked - 1) // WORD == word:
        found &= ~(1 << (s.marked - 1) % WORD)
    return found


@rule
def tiles_near(s, colour, hex_):
    """Tiles of a colour next to a hex."""
    found = 0
    for word in range(WORDS):
        found += count(s.tiles[colour, word] & NEAR[hex_, word])
    return found


@rule
def flood(a, b, c, start):
    """The part of a set (its three words) that is linked with a hex of it, three words; and all that touches it, three more."""
    i, j, k = a, b, c  # not reached yet
    u, v, w = 0, 0, 0
    p, q, r = 0, 0, 0  # reached, but not what touches it
    if start < WORD:
        p = 1 << start
    elif start < 2 * WORD:
        q = 1 << start - WORD
    else:
        r = 1 << start - 2 * WORD
    i &= ~p
    j &= ~q
    k &= ~r
    while p | q | r:
        if p:
            hex_ = lowest(p)
            p &= p - 1
        elif q:
            hex_ = WORD + lowest(q)
            q &= q - 1
        else:
            hex_ = 2 * WORD + lowest(r)
            r &= r - 1
        x, y, z = NEAR[hex_, 0], NEAR[hex_, 1], NEAR[hex_, 2]
        u |= x
        v |= y
        w |= z
        p |= x & i
        q |= y & j
        r |= z & k
        i &= ~x
        j &= ~y
        k &= ~z
    return a & ~i, b & ~j, c & ~k, u, v, w


@rule
def label(s, word, bits, root):
    """These hexes are in the group of the first hex `root`."""
    while bits:
        s.group[word * WORD + lowest(bits)] = root + 1
        bits &= bits - 1


@rule
def regroup(s):
    """Work all groups out anew, after something left the board [H3.5]."""
    a, b, c = linking(s, 0), linking(s, 1), linking(s, 2)
    s.firsts = 0
    for hex_ in range(N_HEXES):
        s.group[hex_] = 0
        s.rulers[hex_] = 0
    while a | b | c:
        start = lowest(a) if a else WORD + lowest(b) if b else 2 * WORD + lowest(c)
        a, b, c = regroup_from(s, a, b, c, start, ALL_COLOURS)


@rule
def regroup_around(s, hex_):
    """The same after something left one hex: its group falls into the pieces around it."""
    a, b, c = linking(s, 0), linking(s, 1), linking(s, 2)
    root = s.group[hex_] - 1
    rulers = s.rulers[root]
    s.group[hex_] = 0
    s.rulers[root] = 0
    for i in range(SIDES):
        near = RING[hex_, i]
        if s.group[near] and within(a, b, c, near):
            a, b, c = regroup_from(s, a, b, c, near, rulers)


@rule
def regroup_from(s, a, b, c, start, rulers):
    """What of a set is linked with a hex of it becomes a group, with leaders of these colours; the rest of the set."""
    x, y, z, u, v, w = flood(a, b, c, start)
    root = lowest(x) if x else WORD + lowest(y) if y else 2 * WORD + lowest(z)
    label(s, 0, x, root)
    label(s, 1, y, root)
    label(s, 2, z, root)
    if x & s.leader_hexes[0] | y & s.leader_hexes[1] | z & s.leader_hexes[2]:
        found = 0
        for colour in range(N_COLOURS):
            if rulers >> colour & 1:
                for seat in range(s.players):
                    at = s.leaders[seat, colour]
                    if at and within(x, y, z, at - 1):
                        s.rulers[root] |= 1 << colour
                        s.beside[seat, colour, 0] = u
                        s.beside[seat, colour, 1] = v
                        s.beside[seat, colour, 2] = w
                        found |= 1 << (seat << SEAT_STEP) + colour
        s.firsts = s.firsts & ~found | found & -found
    return a & ~x, b & ~y, c & ~z


@rule
def link(s, hex_, groups, rulers):
    """Something was put on a hex: the groups `joined` and it become one; `rulers`: the colour of a leader, or none [H3.4]."""
    root = hex_
    u, v, w = NEAR[hex_, 0], NEAR[hex_, 1], NEAR[hex_, 2]
    left = groups
    while left:
        root = min(root, (left & 511) - 1)
        rulers |= s.rulers[(left & 511) - 1]
        left >>= 9
    if rulers and leaderless_among(s, groups):
        u, v, w = beside_leaderless(s, hex_, u, v, w)
    left = groups
    while left:
        s.rulers[(left & 511) - 1] = 0
        left >>= 9
    if groups and groups != root + 1:
        merge(s, groups, root + 1)
    s.group[hex_] = root + 1
    s.rulers[root] = rulers
    if rulers:
        widen(s, root, u, v, w)


@rule
def leaderless_among(s, groups):
    """Whether one of these groups is no state."""
    while groups:
        if s.rulers[(groups & 511) - 1] == 0:
            return True
        groups >>= 9
    return False


@rule
def beside_leaderless(s, hex_, u, v, w):
    """A set of hexes, and those that touch the leaderless groups that a hex touches; three words."""
    a, b, c = without(linking(s, 0), linking(s, 1), linking(s, 2), hex_)
    for i in range(SIDES):
        near = RING[hex_, i]
        group = s.group[near]
        if group and s.rulers[group - 1] == 0 and within(a, b, c, near):
            x, y, z, d, e, f = flood(a, b, c, near)
            a &= ~x
            b &= ~y
            c &= ~z
            u |= d
            v |= e
            w |= f
    return u, v, w


@rule
def widen(s, root, u, v, w):
    """What touches a state is told its leaders: what touched those that were joined, and these hexes."""
    found = 0
    for colour in range(N_COLOURS):
        if s.rulers[root] >> colour & 1:
            for seat in range(s.players):
                inside = in_group(s, seat, colour, root + 1)
                found |= inside << (seat << SEAT_STEP) + colour
                u |= s.beside[seat, colour, 0] & -inside
                v |= s.beside[seat, colour, 1] & -inside
                w |= s.beside[seat, colour, 2] & -inside
    s.firsts = s.firsts & ~found | found & -found
    while found:
        leader = lowest(found)
        found &= found - 1
        seat, colour = leader >> SEAT_STEP, leader & COLOUR_BITS
        s.beside[seat, colour, 0] = u
        s.beside[seat, colour, 1] = v
        s.beside[seat, colour, 2] = w


@rule
def in_group(s, seat, colour, group):
    """Whether a leader is in a group: 0 or 1. No branch: it would often be guessed wrong."""
    at = s.leaders[seat, colour]
    return 1 * ((at != 0) & (s.group[max(at, 1) - 1] == group))


@rule
def within(a, b, c, hex_):
    """Whether a set, in three words, has a hex."""
    return (a if hex_ < WORD else b if hex_ < 2 * WORD else c) >> hex_ % WORD & 1


@rule
def without(a, b, c, hex_):
    """A set without a hex; three words."""
    if hex_ < WORD:
        return a & ~(1 << hex_), b, c
    if hex_ < 2 * WORD:
        return a, b & ~(1 << hex_ - WORD), c
    return a, b, c & ~(1 << hex_ - 2 * WORD)


@rule
def runs(s, hex_):
    """In how many runs the places around a hex are taken: with one, they are linked without it."""
    taken = 0
    for i in range(SIDES):
        taken |= (s.group[RING[hex_, i]] != 0) << i
    return RUNS[taken]


@rule
def put_leader(s, seat, colour, hex_):
    """A leader stands on a hex [H3.4]."""
    s.leaders[seat, colour] = hex_ + 1
    s.leader_hexes[hex_ // WORD] |= 1 << hex_ % WORD
    link(s, hex_, joined(s, hex_), 1 << colour)


@rule
def take_leader(s, seat, colour):
    """A leader leaves the board; groups are not worked out anew."""
    hex_ = s.leaders[seat, colour] - 1
    s.leaders[seat, colour] = 0
    s.firsts &= ~(1 << (seat << SEAT_STEP) + colour)
    s.leader_hexes[hex_ // WORD] &= ~(1 << hex_ % WORD)
    for word in range(WORDS):
        s.beside[seat, colour, word] = 0


@rule
def lift_leader(s, seat, colour):
    """A leader leaves the board, and its group may fall apart [H5.3]."""
    hex_ = s.leaders[seat, colour] - 1
    take_leader(s, seat, colour)
    regroup_around(s, hex_)


@rule
def merge(s, groups, new):
    """Up to three groups are one now. No branch: so many hexes are looked at in one step."""
    one = groups & 511
    two, three = groups >> 9 & 511 or one, groups >> 18 or one
    for hex_ in range(N_HEXES):
        group = s.group[hex_]
        s.group[hex_] = new if (group == one) | (group == two) | (group == three) else group


@rule
def owner(s, group, colour):
    """The seat whose leader of this colour is in a group, -1 if none is."""
    for seat in range(s.players):
        if in_group(s, seat, colour, group):
            return seat
    return -1


@rule
def tiles_of_group(s, colour, group):
    """How many tiles of a colour a group has."""
    found = 0
    for word in range(WORDS):
        bits = s.tiles[colour, word]
        while bits:
            found += s.group[word * WORD + lowest(bits)] == group
            bits &= bits - 1
    return found


@rule
def joined(s, hex_):
    """What something put on a hex would join: the groups there as up to three numbers, 9 bits each [H1.2a]."""
    found = 0
    n = 0
    for i in range(SIDES):
        group = s.group[RING[hex_, i]]
        if group == 0 or group == found & 511 or group == found >> 9 & 511 or group == found >> 18:
            continue
        found |= group << 9 * n
        n += 1
    return found


@rule
def doubles(s, groups):
    """Colours of which two of these groups have leaders [H3.4]."""
    union = 0
    double = 0
    while groups:
        rulers = s.rulers[(groups & 511) - 1]
        double |= union & rulers
        union |= rulers
        groups >>= 9
    return double


@rule
def states_among(s, groups):
    """How many of these groups are states [H3.1]."""
    found = 0
    while groups:
        found += s.rulers[(groups & 511) - 1] != 0
        groups >>= 9
    return found


@rule
def yellow_near(s, hex_):
    """How many yellow tiles touch a hex [H5.2, H10.1]."""
    return tiles_near(s, YELLOW, hex_)
