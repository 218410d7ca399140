"""The board: what stands where, which hexes are linked, who rules the states [H1, H3].

Sets of hexes are three words each. `group`, `realm`, `rulers` and `beside` follow from tiles and leaders; they are kept up to
date, so that placing a tile need not look at the whole board. A state is named by its first leader; sets of leaders have a bit
for each seat and colour.
"""

from tianxia.engine.compiling import count, lowest, rule
from tianxia.engine.records import WORD
from tianxia.games.huang.pieces import (
    N_COLOURS,
    N_HEXES,
    N_LEADERS,
    NEAR,
    RING,
    RUNS,
    SEATS,
    SIDES,
    WORDS,
    YELLOW,
)
from tianxia.games.huang.state import A_WAR

ALL_COLOURS = (1 << N_COLOURS) - 1
ALL_LEADERS = (1 << N_LEADERS) - 1
OF_A_COLOUR = sum(1 << N_COLOURS * seat for seat in range(SEATS))
"""All yellow leaders; those of another colour are as many bits further on."""
GROUP_BITS = 9
A_GROUP = (1 << GROUP_BITS) - 1
"""Numbers of groups, up to three of them in one number."""


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
def leader_bit(seat, colour):
    """A set with this leader alone."""
    return 1 << N_COLOURS * seat + colour


@rule
def leaders_in(s, group):
    """The leaders of a group; none of no group, 0."""
    return s.rulers[s.realm[group]]


@rule
def colours_of(leaders):
    """Bit set of the colours of some leaders."""
    leaders |= leaders >> N_COLOURS
    leaders |= leaders >> 2 * N_COLOURS
    return (leaders | leaders >> 4 * N_COLOURS) & ALL_COLOURS


@rule
def own_colours(leaders, seat):
    """Bit set of the colours of a seat's leaders among some."""
    return leaders >> N_COLOURS * seat & ALL_COLOURS


@rule
def regroup(s):
    """Work all groups out anew, after something left the board [H3.5]."""
    a, b, c = linking(s, 0), linking(s, 1), linking(s, 2)
    s.firsts = 0
    for group in range(N_HEXES + 1):
        s.group[group] = 0
        s.realm[group] = 0
    for leader in range(N_LEADERS + 1):
        s.rulers[leader] = 0
        for word in range(WORDS):
            s.beside[leader, word] = 0
    while a | b | c:
        start = lowest(a) if a else WORD + lowest(b) if b else 2 * WORD + lowest(c)
        a, b, c = regroup_from(s, a, b, c, start, ALL_LEADERS)


@rule
def regroup_around(s, hex_):
    """The same after something left one hex: its group falls into the pieces around it."""
    a, b, c = linking(s, 0), linking(s, 1), linking(s, 2)
    leaders = leaders_in(s, s.group[hex_])
    dissolve(s, s.group[hex_])
    s.group[hex_] = 0
    for i in range(SIDES):
        near = RING[hex_, i]
        if s.group[near] and within(a, b, c, near):
            a, b, c = regroup_from(s, a, b, c, near, leaders)


@rule
def regroup_from(s, a, b, c, start, leaders):
    """What of a set is linked with a hex of it becomes a group, with what it has of these leaders; the rest of the set."""
    x, y, z, u, v, w = flood(a, b, c, start)
    root = lowest(x) if x else WORD + lowest(y) if y else 2 * WORD + lowest(z)
    label(s, 0, x, root)
    label(s, 1, y, root)
    label(s, 2, z, root)
    if x & s.leader_hexes[0] | y & s.leader_hexes[1] | z & s.leader_hexes[2]:
        found = 0
        while leaders:
            at = s.leaders[lowest(leaders) // N_COLOURS, lowest(leaders) % N_COLOURS]
            found |= (leaders & -leaders) * ((at != 0) & within(x, y, z, at - 1))
            leaders &= leaders - 1
        found_state(s, root + 1, found, u, v, w)
    return a & ~x, b & ~y, c & ~z


@rule
def found_state(s, group, leaders, u, v, w):
    """A group with leaders is a state, named by the first of them; the last three words are the hexes that touch it [H3.1]."""
    first = lowest(leaders) + 1
    s.realm[group] = first
    s.rulers[first] = leaders
    s.firsts |= leaders & -leaders
    s.beside[first, 0] = u
    s.beside[first, 1] = v
    s.beside[first, 2] = w


@rule
def dissolve(s, group):
    """A group is no state any more, if it was one."""
    first = s.realm[group]
    s.realm[group] = 0
    s.rulers[first] = 0
    s.firsts &= ~(1 << first >> 1)
    for word in range(WORDS):
        s.beside[first, word] = 0


@rule
def link(s, hex_, groups, leaders):
    """Something was put on a hex: the groups `joined` and it become one; `leaders` is the leader there, or none [H3.4]."""
    one, two, three = apart(groups)
    leaders |= leaders_in(s, one) | leaders_in(s, two) | leaders_in(s, three)
    if leaders:
        u, v, w = beside_joined(s, hex_, one, two, three)
        dissolve(s, one)
        dissolve(s, two)
        dissolve(s, three)
    root = hex_ + 1
    while groups:
        root = min(root, groups & A_GROUP)
        groups >>= GROUP_BITS
    if one and one | two << GROUP_BITS != root:
        merge(s, one, two or one, three or one, root)
    s.group[hex_] = root
    if leaders:
        found_state(s, root, leaders, u, v, w)


@rule
def apart(groups):
    """Up to three groups by number, 0 for none."""
    return groups & A_GROUP, groups >> GROUP_BITS & A_GROUP, groups >> 2 * GROUP_BITS


@rule
def beside_joined(s, hex_, one, two, three):
    """All that touches a hex or the groups that it joins; three words."""
    p, q, r = s.realm[one], s.realm[two], s.realm[three]
    u = NEAR[hex_, 0] | s.beside[p, 0] | s.beside[q, 0] | s.beside[r, 0]
    v = NEAR[hex_, 1] | s.beside[p, 1] | s.beside[q, 1] | s.beside[r, 1]
    w = NEAR[hex_, 2] | s.beside[p, 2] | s.beside[q, 2] | s.beside[r, 2]
    if (one != 0) & (p == 0) | (two != 0) & (q == 0) | (three != 0) & (r == 0):
        return beside_leaderless(s, hex_, u, v, w)
    return u, v, w


@rule
def beside_leaderless(s, hex_, u, v, w):
    """A set of hexes, and those that touch the leaderless groups that a hex touches; three words."""
    a, b, c = without(linking(s, 0), linking(s, 1), linking(s, 2), hex_)
    for i in range(SIDES):
        near = RING[hex_, i]
        group = s.group[near]
        if group and s.realm[group] == 0 and within(a, b, c, near):
            x, y, z, d, e, f = flood(a, b, c, near)
            a &= ~x
            b &= ~y
            c &= ~z
            u |= d
            v |= e
            w |= f
    return u, v, w


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
def put_leader(s, seat, colour, hex_, groups):
    """A leader stands on a hex and joins these groups [H3.4]."""
    s.leaders[seat, colour] = hex_ + 1
    s.leader_hexes[hex_ // WORD] |= 1 << hex_ % WORD
    link(s, hex_, groups, leader_bit(seat, colour))


@rule
def take_leader(s, seat, colour):
    """A leader leaves the board; groups are not worked out anew."""
    hex_ = s.leaders[seat, colour] - 1
    s.leaders[seat, colour] = 0
    s.leader_hexes[hex_ // WORD] &= ~(1 << hex_ % WORD)


@rule
def lift_leader(s, seat, colour):
    """A leader leaves the board, and its group may fall apart [H5.3]."""
    hex_ = s.leaders[seat, colour] - 1
    take_leader(s, seat, colour)
    regroup_around(s, hex_)


@rule
def merge(s, one, two, three, new):
    """Three groups are one now, some of them maybe the same. No branch: so many hexes are looked at in one step."""
    for hex_ in range(N_HEXES):
        group = s.group[hex_]
        s.group[hex_] = new if (group == one) | (group == two) | (group == three) else group


@rule
def owner(s, group, colour):
    """The seat whose leader of this colour is in a group, -1 if none is."""
    found = leaders_in(s, group) & OF_A_COLOUR << colour
    return lowest(found) // N_COLOURS if found else -1


@rule
def owner_in(s, groups, colour):
    """The same for up to three groups; the first of several."""
    found = -1
    while groups and found < 0:
        found = owner(s, groups & A_GROUP, colour)
        groups >>= GROUP_BITS
    return found


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
    """What something put on a hex would join: the groups there as up to three numbers in one [H1.2a]."""
    found = 0
    n = 0
    for i in range(SIDES):
        group = s.group[RING[hex_, i]]
        if (
            group == 0
            or group == found & A_GROUP
            or group == found >> GROUP_BITS & A_GROUP
            or group == found >> 2 * GROUP_BITS
        ):
            continue
        found |= group << GROUP_BITS * n
        n += 1
    return found


@rule
def doubles(s, groups):
    """Colours of which two of these groups have leaders [H3.4]."""
    one, two, three = apart(groups)
    p, q, r = colours_of(leaders_in(s, one)), colours_of(leaders_in(s, two)), colours_of(leaders_in(s, three))
    return p & q | p & r | q & r


@rule
def states_among(s, groups):
    """How many of these groups are states [H3.1]."""
    one, two, three = apart(groups)
    return (s.realm[one] != 0) + (s.realm[two] != 0) + (s.realm[three] != 0)


@rule
def yellow_near(s, hex_):
    """How many yellow tiles touch a hex [H5.2, H10.1]."""
    return tiles_near(s, YELLOW, hex_)
