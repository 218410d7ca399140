"""The board: what stands where, which hexes are linked, who rules the states [H1, H3].

Sets of hexes are three words each. `group` and `rulers` follow from tiles and leaders; they are kept up to date, so that
placing a tile need not look at the whole board.
"""

from tianxia.engine.compiling import count, lowest, rule
from tianxia.engine.records import WORD
from tianxia.games.huang.pieces import N_COLOURS, N_HEXES, NEAR, RING, RUNS, SIDES, WORDS, YELLOW
from tianxia.games.huang.state import A_WAR


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
    """The part of a set (its three words) that is linked with a hex of it; three words."""
    x, y, z = 0, 0, 0
    p, q, r = 0, 0, 0
    if start < WORD:
        p = 1 << start
    elif start < 2 * WORD:
        q = 1 << start - WORD
    else:
        r = 1 << start - 2 * WORD
    while p | q | r:
        x |= p
        y |= q
        z |= r
        i, j, k = 0, 0, 0
        while p:
            hex_ = lowest(p)
            p &= p - 1
            i |= NEAR[hex_, 0]
            j |= NEAR[hex_, 1]
            k |= NEAR[hex_, 2]
        while q:
            hex_ = WORD + lowest(q)
            q &= q - 1
            i |= NEAR[hex_, 0]
            j |= NEAR[hex_, 1]
            k |= NEAR[hex_, 2]
        while r:
            hex_ = 2 * WORD + lowest(r)
            r &= r - 1
            i |= NEAR[hex_, 0]
            j |= NEAR[hex_, 1]
            k |= NEAR[hex_, 2]
        p = i & a & ~x
        q = j & b & ~y
        r = k & c & ~z
    return x, y, z


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
    for hex_ in range(N_HEXES):
        s.group[hex_] = 0
        s.rulers[hex_] = 0
    while a | b | c:
        root = lowest(a) if a else WORD + lowest(b) if b else 2 * WORD + lowest(c)
        x, y, z = flood(a, b, c, root)
        label(s, 0, x, root)
        label(s, 1, y, root)
        label(s, 2, z, root)
        a &= ~x
        b &= ~y
        c &= ~z
    for seat in range(s.players):
        for colour in range(N_COLOURS):
            at = s.leaders[seat, colour]
            if at:
                s.rulers[s.group[at - 1] - 1] |= 1 << colour


@rule
def link(s, hex_, rulers):
    """Something was put on a hex: the groups it touches and it become one; `rulers`: the colour of a leader, or none [H3.4]."""
    root = hex_
    for i in range(SIDES):
        near = s.group[RING[hex_, i]]
        if near:
            root = min(root, near - 1)
    for i in range(SIDES):
        old = s.group[RING[hex_, i]]
        if old:
            rulers |= s.rulers[old - 1]
            if old != root + 1:
                s.rulers[old - 1] = 0
                merge(s, old, root + 1)
    s.group[hex_] = root + 1
    s.rulers[root] = rulers


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
    link(s, hex_, 1 << colour)


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
    if runs(s, hex_) > 1 or s.group[hex_] == hex_ + 1:
        regroup(s)
    else:
        s.rulers[s.group[hex_] - 1] &= ~(1 << colour)
        s.group[hex_] = 0


@rule
def merge(s, old, new):
    """A group is part of another one now."""
    for hex_ in range(N_HEXES):
        if s.group[hex_] == old:
            s.group[hex_] = new


@rule
def owner(s, group, colour):
    """The seat whose leader of this colour is in a group, -1 if none is."""
    for seat in range(s.players):
        at = s.leaders[seat, colour]
        if at and s.group[at - 1] == group:
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
