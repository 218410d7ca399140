"""Where a leader may be positioned: it must not unite states that have a colour twice [H5.2-H5.6].

A leader that moves is lifted first: its old hex neither links nor counts [H5.3]. Where a hex touches at most one group,
there is nothing to unite, so only the others are looked at one by one.
"""

from tianxia.engine.compiling import lowest, rule
from tianxia.engine.records import WORD
from tianxia.games.huang.pieces import N_COLOURS, N_HEXES, NEAR, RING, SIDES, WORDS, YELLOW
from tianxia.games.huang.rules.board import flood, joined, linking
from tianxia.games.huang.rules.conflict import near_bandits

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
def uniting(s, word, bits):
    """Of some hexes those that touch two groups or more."""
    found = 0
    while bits:
        lone = bits & -bits
        if joined(s, word * WORD + lowest(bits)) > 511:
            found |= lone
        bits &= ~lone
    return found


@rule
def allowed(rulers, more, most, colour):
    """Whether a leader may join up to three groups with leaders of these colours [H5.4, H5.5]."""
    union = rulers | more | most
    double = rulers & more | rulers & most | more & most
    states = (rulers != 0) + (more != 0) + (most != 0)
    return states < 2 or (double == 0 and union >> colour & 1 == 0)


@rule
def rulers_without(s, group, colour, lifted):
    """Colours of the leaders of a group, without the leader that is lifted from group `lifted`."""
    if group == 0:
        return 0
    rulers = s.rulers[group - 1]
    return rulers & ~(1 << colour) if group == lifted else rulers


@rule
def fitting(s, colour, at, word, bits):
    """Of some hexes those where a leader of this colour may go; `at` is its hex, -1 if it is off the board.

    Lifting it must not split its group.
    """
    lifted = s.group[at] if at >= 0 else -1
    found = 0
    while bits:
        lone = bits & -bits
        groups = joined_but(s, word * WORD + lowest(bits), at)
        first = rulers_without(s, groups & 511, colour, lifted)
        second = rulers_without(s, groups >> 9 & 511, colour, lifted)
        if allowed(first, second, rulers_without(s, groups >> 18, colour, lifted), colour):
            found |= lone
        bits &= ~lone
    return found


@rule
def joined_but(s, hex_, at):
    """The groups that a hex touches, but not by way of hex `at`; three numbers of 9 bits."""
    found = 0
    n = 0
    for i in range(SIDES):
        near = RING[hex_, i]
        if near == N_HEXES or near == at:
            continue
        group = s.group[near]
        if group and group != found & 511 and group != found >> 9 & 511 and group != found >> 18:
            found |= group << 9 * n
            n += 1
    return found


@rule
def may_split(s, at):
    """Whether the neighbours of a hex hang together only by way of it, as far as its ring shows."""
    runs = 0
    for i in range(SIDES):
        near, before = RING[at, i], RING[at, i - 1 if i else SIDES - 1]
        runs += linked(s, near) and not linked(s, before)
    return runs > 1


@rule
def linked(s, hex_):
    """Whether something stands there that links."""
    return hex_ < N_HEXES and s.group[min(hex_, N_HEXES - 1)] != 0


@rule
def within(a, b, c, hex_):
    """Whether a set, in three words, has a hex."""
    return (a if hex_ < WORD else b if hex_ < 2 * WORD else c) >> hex_ % WORD & 1


@rule
def fitting_split(s, colour, at, a, b, c):
    """Of a set of hexes those where a leader may go whose lifting may split its group in two or three; three words."""
    i, j, k = linking(s, 0), linking(s, 1), linking(s, 2)
    if at < WORD:
        i &= ~(1 << at)
    elif at < 2 * WORD:
        j &= ~(1 << at - WORD)
    else:
        k &= ~(1 << at - 2 * WORD)
    first, second = -1, -1
    p, q, r = 0, 0, 0
    u, v, w = 0, 0, 0
    for side in range(SIDES):
        near = RING[at, side]
        if linked(s, near):
            if first < 0:
                first = near
                p, q, r = flood(i, j, k, near)
            elif second < 0 and not within(p, q, r, near):
                second = near
                u, v, w = flood(i, j, k, near)
    rulers = 0  # of the three pieces, five bits each
    for seat in range(s.players):
        for other in range(N_COLOURS):
            where = s.leaders[seat, other] - 1
            if where >= 0 and where != at and s.group[where] == s.group[at]:
                piece = 0 if within(p, q, r, where) else 1 if within(u, v, w, where) else 2
                rulers |= 1 << 5 * piece + other
    x, y, z = 0, 0, 0
    for word in range(WORDS):
        bits = a if word == 0 else b if word == 1 else c
        found = 0
        while bits:
            lone = bits & -bits
            hex_ = word * WORD + lowest(bits)
            groups = 0
            n = 0
            for side in range(SIDES):
                near = RING[hex_, side]
                if near == at or not linked(s, near):
                    continue
                group = s.group[near]
                if group == s.group[at]:
                    group = PIECE + (0 if within(p, q, r, near) else 1 if within(u, v, w, near) else 2)
                if group != groups & 511 and group != groups >> 9 & 511 and group != groups >> 18:
                    groups |= group << 9 * n
                    n += 1
            one, two = rulers_of(s, groups & 511, rulers), rulers_of(s, groups >> 9 & 511, rulers)
            if allowed(one, two, rulers_of(s, groups >> 18, rulers), colour):
                found |= lone
            bits &= ~lone
        if word == 0:
            x = found
        elif word == 1:
            y = found
        else:
            z = found
    return x, y, z


@rule
def rulers_of(s, group, pieces):
    """Colours of the leaders of a group, or of a piece of the split one."""
    if group == 0:
        return 0
    return pieces >> 5 * (group - PIECE) & 31 if group >= PIECE else s.rulers[group - 1]
