"""The board: what stands where, which hexes are linked, who rules the states [H1, H3].

`group`, `realm`, `rulers` and `beside` follow from tiles and leaders; they are kept up to
date, so that placing a tile need not look at the whole board. A state is named by its first leader; sets of leaders have a bit
for each seat and colour.
"""

from tianxia.engine.compiling import rule
from tianxia.engine.fields import WORD
from tianxia.engine.primitives import lowest
from tianxia.games.huang.pieces import (
    N_COLOURS,
    N_HEXES,
    N_LEADERS,
    RING,
    RUNS,
    SEATS,
    SIDES,
    WORDS,
    YELLOW,
)
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.hexsets import (
    NO_HEX,
    HexSet,
    beside,
    first,
    has,
    hexset,
    lone,
    meet,
    minus,
    near,
    same,
    size,
    some,
    union,
)
from tianxia.games.huang.state import A_WAR

ALL_COLOURS = (1 << N_COLOURS) - 1
OF_A_COLOUR = sum(1 << N_COLOURS * seat for seat in range(SEATS))
"""All yellow leaders; those of another colour are as many bits further on."""
GROUP_BITS = 9
A_GROUP = (1 << GROUP_BITS) - 1
"""Numbers of groups, up to three of them in one number."""


@rule
def tile_at(s: Record, colour, hex_):
    """Whether a tile of this colour lies there."""
    return s.tiles[colour, hex_ // WORD] >> hex_ % WORD & 1


@rule
def colour_at(s: Record, hex_):
    """Colour of the tile that lies there, -1 if none does."""
    for colour in range(N_COLOURS):
        if tile_at(s, colour, hex_):
            return colour
    return -1


@rule
def tiles_of(s: Record, colour):
    """Hexes with a tile of a colour."""
    return HexSet(s.tiles[colour, 0], s.tiles[colour, 1], s.tiles[colour, 2])


@rule
def tiled(s: Record):
    """Hexes with a tile."""
    found = tiles_of(s, 0)
    for colour in range(1, N_COLOURS):
        found = union(found, tiles_of(s, colour))
    return found


@rule
def linking(s: Record):
    """What links: tiles but for a war's, and leaders [H3.1a, H3.3]."""
    found = union(tiled(s), hexset(s.leader_hexes))
    return minus(found, lone(s.marked - 1)) if s.conflict == A_WAR else found


@rule
def tiles_near(s: Record, colour, hex_):
    """Tiles of a colour next to a hex."""
    return size(meet(tiles_of(s, colour), near(hex_)))


@rule
def flood(hexes, start):
    """The part of a set that is linked with a hex of it, and all hexes that touch that part."""
    group, more = NO_HEX, lone(start)
    while not same(group, more):
        group = more
        touched = beside(group)
        more = union(group, meet(touched, hexes))
    return group, touched


@rule
def label(s: Record, hexes, root):
    """These hexes are in the group of the first hex `root`."""
    label_row(s, hexes.low, 0, root)
    label_row(s, hexes.middle, WORD, root)
    label_row(s, hexes.high, 2 * WORD, root)


@rule
def label_row(s: Record, bits, start, root):
    """The same for one word of a set, whose first hex is `start`."""
    while bits:
        s.group[start + lowest(bits)] = root + 1
        bits &= bits - 1


@rule
def leader_bit(seat, colour):
    """A set with this leader alone."""
    return 1 << N_COLOURS * seat + colour


@rule
def leaders_in(s: Record, group):
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
def regroup(s: Record):
    """Work all groups out anew, after something left the board [H3.5]."""
    s.firsts = 0
    for group in range(N_HEXES + 1):
        s.group[group] = 0
        s.realm[group] = 0
    for leader in range(N_LEADERS + 1):
        s.rulers[leader] = 0
        for word in range(WORDS):
            s.beside[leader, word] = 0
    left = linking(s)
    for seat in range(s.players):
        for colour in range(N_COLOURS):
            left = regroup_leader(s, left, seat, colour)
    while some(left):
        left = regroup_from(s, left, first(left))


@rule
def regroup_around(s: Record, hex_, gone):
    """The same after something left one hex, maybe the leader `gone`: its group falls into the pieces around it."""
    group = s.group[hex_]
    leaders = leaders_in(s, group) & ~gone
    pieces = runs(s, hex_)  # at most
    left = minus(linked_with(s, hex_), lone(hex_))
    dissolve(s, group)
    s.group[hex_] = 0
    while some(left):
        root = first(left)
        piece, touched = flood(left, root) if pieces > 1 else (left, beside(left))
        if root + 1 != group:
            label(s, piece, root)
        rulers = leaders_on(s, leaders, piece) if pieces > 1 else leaders
        if rulers:
            found_state(s, root + 1, rulers, touched)
        left = minus(left, piece)
        leaders &= ~rulers
        pieces -= 1


@rule
def linked_with(s: Record, hex_):
    """A hex and all that is linked with it. With a state that is all which links and touches it: no hex of it is alone [H3.1]."""
    realm = s.realm[s.group[hex_]]
    return union(lone(hex_), meet(beside_state(s, realm), linking(s))) if realm else flood(linking(s), hex_)[0]


@rule
def leaders_on(s: Record, leaders, hexes):
    """Those of some leaders on the board that stand on one of these hexes."""
    found = 0
    while leaders:
        leader = lowest(leaders)
        leaders &= leaders - 1
        found |= has(hexes, s.leaders[leader // N_COLOURS, leader % N_COLOURS] - 1) << leader
    return found


@rule
def regroup_leader(s: Record, hexes, seat, colour):
    """A leader on the board rules its group, which it founds as a state if no leader has yet; the rest of a set of hexes."""
    at = s.leaders[seat, colour] - 1
    if at < 0:
        return hexes
    if not has(hexes, at):
        s.rulers[s.realm[s.group[at]]] |= leader_bit(seat, colour)
        return hexes
    group, touched = flood(hexes, at)
    label(s, group, first(group))
    found_state(s, first(group) + 1, leader_bit(seat, colour), touched)
    return minus(hexes, group)


@rule
def regroup_from(s: Record, hexes, start):
    """What of a set is linked with a hex of it becomes a group without leaders; the rest of the set."""
    group = flood(hexes, start)[0]
    label(s, group, first(group))
    return minus(hexes, group)


@rule
def found_state(s: Record, group, leaders, touched):
    """A group with leaders is a state, named by the first of them; with the hexes that touch it [H3.1]."""
    first_leader = lowest(leaders) + 1
    s.realm[group] = first_leader
    s.rulers[first_leader] = leaders
    s.firsts |= leaders & -leaders
    s.beside[first_leader, 0] = touched.low
    s.beside[first_leader, 1] = touched.middle
    s.beside[first_leader, 2] = touched.high


@rule
def dissolve(s: Record, group):
    """A group is no state any more, if it was one."""
    first_leader = s.realm[group]
    s.realm[group] = 0
    s.rulers[first_leader] = 0
    s.firsts &= ~(1 << first_leader >> 1)
    for word in range(WORDS):
        s.beside[first_leader, word] = 0


@rule
def link(s: Record, hex_, groups, leaders):
    """Something was put on a hex: the groups `joined` and it become one; `leaders` is the leader there, or none [H3.4]."""
    one, two, three = apart(groups)
    leaders |= leaders_in(s, one) | leaders_in(s, two) | leaders_in(s, three)
    if leaders:
        touched = beside_joined(s, hex_, one, two, three)
        dissolve(s, one)
        dissolve(s, two)
        dissolve(s, three)
    root = min(min(hex_ + 1, one or N_HEXES), min(two or N_HEXES, three or N_HEXES))
    if one and one | two << GROUP_BITS != root:
        merge(s, one, two or one, three or one, root)
    s.group[hex_] = root
    if leaders:
        found_state(s, root, leaders, touched)


@rule
def apart(groups):
    """Up to three groups by number, 0 for none."""
    return groups & A_GROUP, groups >> GROUP_BITS & A_GROUP, groups >> 2 * GROUP_BITS


@rule
def beside_state(s: Record, realm):
    """Hexes that touch a state, some of its own among them; none touch none, 0."""
    return HexSet(s.beside[realm, 0], s.beside[realm, 1], s.beside[realm, 2])


@rule
def beside_joined(s: Record, hex_, one, two, three):
    """All that touches a hex or the groups that it joins."""
    p, q, r = s.realm[one], s.realm[two], s.realm[three]
    found = union(union(near(hex_), beside_state(s, p)), union(beside_state(s, q), beside_state(s, r)))
    if (one != 0) & (p == 0) | (two != 0) & (q == 0) | (three != 0) & (r == 0):
        return beside_leaderless(s, hex_, found)
    return found


@rule
def beside_leaderless(s: Record, hex_, found):
    """A set of hexes, and those that touch the leaderless groups that a hex touches."""
    left = minus(linking(s), lone(hex_))
    for i in range(SIDES):
        other = RING[hex_, i]
        group = s.group[other]
        if group and s.realm[group] == 0 and has(left, other):
            reached, touched = flood(left, other)
            left = minus(left, reached)
            found = union(found, touched)
    return found


@rule
def runs(s: Record, hex_):
    """In how many runs the places around a hex are taken: with one, they are linked without it."""
    taken = 0
    for i in range(SIDES):
        taken |= (s.group[RING[hex_, i]] != 0) << i
    return RUNS[taken]


@rule
def put_leader(s: Record, seat, colour, hex_, groups):
    """A leader stands on a hex and joins these groups [H3.4]."""
    s.leaders[seat, colour] = hex_ + 1
    s.leader_hexes[hex_ // WORD] |= 1 << hex_ % WORD
    link(s, hex_, groups, leader_bit(seat, colour))


@rule
def take_leader(s: Record, seat, colour):
    """A leader leaves the board; groups are not worked out anew."""
    hex_ = s.leaders[seat, colour] - 1
    s.leaders[seat, colour] = 0
    s.leader_hexes[hex_ // WORD] &= ~(1 << hex_ % WORD)


@rule
def lift_leader(s: Record, seat, colour):
    """A leader leaves the board, and its group may fall apart [H5.3]."""
    hex_ = s.leaders[seat, colour] - 1
    take_leader(s, seat, colour)
    regroup_around(s, hex_, leader_bit(seat, colour))


@rule
def merge(s: Record, one, two, three, new):
    """Three groups are one now, some of them maybe the same.

    No branch, and numbers from the field, thus as small as there: so many hexes are looked at in one step.
    """
    one, two, three = s.group[one - 1], s.group[two - 1], s.group[three - 1]
    for hex_ in range(N_HEXES):
        group = s.group[hex_]
        s.group[hex_] = new if (group == one) | (group == two) | (group == three) else group


@rule
def owner(s: Record, group, colour):
    """The seat whose leader of this colour is in a group, -1 if none is."""
    found = leaders_in(s, group) & OF_A_COLOUR << colour
    return lowest(found) // N_COLOURS if found else -1


@rule
def owner_in(s: Record, groups, colour):
    """The same for up to three groups; the first of several."""
    found = -1
    while groups and found < 0:
        found = owner(s, groups & A_GROUP, colour)
        groups >>= GROUP_BITS
    return found


@rule
def tiles_of_group(s: Record, colour, group):
    """How many tiles of a colour a group has."""
    found = 0
    for word in range(WORDS):
        bits = s.tiles[colour, word]
        while bits:
            found += s.group[word * WORD + lowest(bits)] == group
            bits &= bits - 1
    return found


@rule
def joined(s: Record, hex_):
    """What something put on a hex would join: the groups there as up to three numbers in one [H1.2a]."""
    found = 0
    n = 0
    for i in range(SIDES):
        group = s.group[RING[hex_, i]]
        new = (group != 0) & is_new(found, group)
        found |= group * new << GROUP_BITS * n
        n += new
    return found


@rule
def is_new(groups, group):
    """Whether a group is not one of up to three. No branch: it would often be guessed wrong."""
    one, two, three = apart(groups)
    return (group != one) & (group != two) & (group != three)


@rule
def doubles(s: Record, groups):
    """Colours of which two of these groups have leaders [H3.4]."""
    one, two, three = apart(groups)
    p, q, r = colours_of(leaders_in(s, one)), colours_of(leaders_in(s, two)), colours_of(leaders_in(s, three))
    return p & q | p & r | q & r


@rule
def yellow_near(s: Record, hex_):
    """How many yellow tiles touch a hex [H5.2, H10.1]."""
    return tiles_near(s, YELLOW, hex_)
