"""What bots are told of Huang: where a roll-out may stop, what a position is worth, and a rule of thumb.

The rule of thumb in words: a point is worth more the fewer one has of its colour; leaders want pagodas of their colour,
tiles of their colour in hand and yellow tiles beside them; conflicts are begun with the stronger side; a tile that scores
for nobody, or for others, is better kept.
"""

import math

from tianxia.engine.compiling import rule
from tianxia.games.huang.judgement import IN_HAND, logistic, pagodas_in, part_left, standing, weight
from tianxia.games.huang.pieces import (
    BANDITS_SHOWN,
    FIRST_OF,
    GREEN,
    N_COLOURS,
    RED,
    RING,
    SIDES,
    YELLOW,
)
from tianxia.games.huang.questions import OVER, REPLACE, RIOT
from tianxia.games.huang.rules.board import (
    A_GROUP,
    GROUP_BITS,
    colour_at,
    colours_of,
    doubles,
    joined,
    leaders_in,
    owner,
    owner_in,
    tiles_near,
    tiles_of_group,
)
from tianxia.games.huang.rules.buildings import MOVE, PAGODA_HERE, PALACE_HERE
from tianxia.games.huang.rules.conflict import bandits_beside, side_named
from tianxia.games.huang.rules.legal import (
    COMMIT,
    KEEP,
    LEADER,
    PASS,
    PLACE,
    REMOVE,
    START_ESTABLISH,
    START_REPLACE,
    START_RIOT,
    SUPPORT,
    TAKE,
    WINNER,
    WITHDRAW,
)
from tianxia.games.huang.rules.turn import place, sorted_totals
from tianxia.games.huang.state import ATTACK, DEFENCE

SHARP = 3.0
"""Points for each point of the lowest colour: search takes the softmax for shares."""
REACH = 2
"""Rounds that a roll-out looks ahead."""
RIVAL = 0.45
"""A rival's gain counts so much against one's own, with two players; divided among more."""
WASTED = -0.35
"""A tile that scores for nobody."""
FORCE = 1.1
"""Tiles that a rival commits in a conflict, on the average."""
DOUBT = 1.1
"""Strength that makes a conflict won by the stronger side e times as likely."""
"""Parts of the logarithm of the odds, by how much a position is better."""
FOR_LOWEST, FOR_SECOND, FOR_THIRD, FOR_HIGHEST = 0.55, 0.22, 0.12, 0.05


@rule
def horizon(s):
    """A stretch is REACH rounds."""
    return s.turn / (REACH * s.players)


@rule
def worth(s, out):
    """Chance to be first: exact at the end, before it by totals and by what leaders will gain."""
    most = -1e9
    for seat in range(s.players):
        out[seat] = (1.0 if place(s, seat) == 1 else 0.0) if s.asks == OVER else outlook(s, seat)
        most = max(most, out[seat])
    if s.asks == OVER:
        shared = 0.0
        for seat in range(s.players):
            shared += out[seat]
        for seat in range(s.players):
            out[seat] /= shared
        return
    sharpness = 0.7 + 1.3 * (1.0 - part_left(s))
    everyone = 0.0
    for seat in range(s.players):
        out[seat] = math.exp(sharpness * (out[seat] - most))
        everyone += out[seat]
    for seat in range(s.players):
        out[seat] /= everyone


@rule
def outlook(s, seat):
    """Points of the totals, the lowest counts most; and what the leaders on the board are worth."""
    a, b, c, d = sorted_totals(s, seat)
    found = FOR_LOWEST * a + FOR_SECOND * b + FOR_THIRD * c + FOR_HIGHEST * d
    for colour in range(N_COLOURS):
        at = s.leaders[seat, colour] - 1
        if at >= 0:
            found += 0.5 * standing(s, seat, colour, s.group[at], at)
    return found


@rule
def thumb(s, seat, ids, n, out):
    """Points for each legal action by the rule of thumb."""
    for i in range(n):
        out[i] = SHARP * points(s, seat, ids[i])


@rule
def points(s, seat, a):
    """What an action is worth, in points of the lowest colour."""
    if PLACE.has(a):
        colour, hex_ = PLACE.args(a)
        return for_tile(s, seat, colour, hex_)
    if LEADER.has(a):
        colour, hex_ = LEADER.args(a)
        return for_leader(s, seat, colour, hex_)
    if COMMIT.has(a):
        tiles, leader = COMMIT.args(a)
        return for_commitment(s, seat, tiles, leader)
    if SUPPORT.has(a):
        hex_, tiles, leader = SUPPORT.args(a)
        return for_support(s, seat, side_named(s, hex_), tiles, leader)
    if START_REPLACE.has(a):
        (colour,) = START_REPLACE.args(a)
        return (0.15 if s.asks == REPLACE else -0.05) - use_of(s, seat, colour)
    if PAGODA_HERE.has(a):
        (triangle,) = PAGODA_HERE.args(a)
        return for_pagoda(s, seat, triangle)
    if MOVE.has(a):
        (triangle,) = MOVE.args(a)
        return -for_pagoda(s, seat, triangle)
    if TAKE.has(a):
        (colour,) = TAKE.args(a)
        return 0.2 + use_of(s, seat, colour)
    if REMOVE.has(a):
        (hex_,) = REMOVE.args(a)
        return for_removal(s, seat, hex_)
    if WINNER.has(a):
        (hex_,) = WINNER.args(a)
        return stake(s, seat, side_named(s, hex_))
    return points_of_rest(s, seat, a)


@rule
def points_of_rest(s, seat, a):
    """Actions that need little thought."""
    if PASS.has(a):
        return -0.6
    if WITHDRAW.has(a):
        return -1.2
    if START_RIOT.has(a):
        return -1.0
    if START_ESTABLISH.has(a):
        return -0.8
    if KEEP.has(a) or PALACE_HERE.has(a):
        return 1.0
    return 0.0


@rule
def against(s, seat, other, gain):
    """A rival's gain, as a loss."""
    return gain if other == seat else -RIVAL * gain / (s.players - 1)


@rule
def for_tile(s, seat, colour, hex_):
    """Points, unions, wars, bandits, beginnings of pagodas."""
    groups = joined(s, hex_)
    if s.bandits:
        location = bandits_beside(s, hex_)
        if location >= 0:
            return for_bandits(s, seat, groups, BANDITS_SHOWN[s.bandit_tiles[location]])
    if doubles(s, groups):
        return for_war(s, seat, colour, groups)
    gainer = owner_in(s, groups, colour)
    beside = tiles_near(s, colour, hex_)
    found = 0.04 * beside
    if gainer < 0:
        gainer = owner_in(s, groups, YELLOW)
        found -= 0.05
    if gainer < 0:
        found += WASTED
    else:
        found += against(s, seat, gainer, weight(s, gainer, colour))
        if beside >= 2 and owner_in(s, groups, colour) >= 0:
            owned = owner_in(s, groups, colour)
            found += against(s, seat, owned, 0.5 * part_left(s) * weight(s, owned, colour))
    if colour == GREEN:
        found += 0.15
    return found + support_given(s, seat, colour, hex_)


@rule
def support_given(s, seat, colour, hex_):
    """A yellow tile beside leaders makes them strong, the own ones and the others'."""
    if colour != YELLOW:
        return 0.0
    found = 0.0
    for other in range(s.players):
        for kind in range(N_COLOURS):
            at = s.leaders[other, kind] - 1
            if at >= 0:
                for i in range(SIDES):
                    if RING[hex_, i] == at:
                        found += 0.1 if other == seat else -0.04
    return found


@rule
def for_bandits(s, seat, groups, bandits):
    """The red leader's owner gains; red tiles are lost."""
    gainer = owner_in(s, groups, RED)
    if gainer < 0:
        return -0.5
    return against(s, seat, gainer, bandits * weight(s, gainer, RED)) - 0.1 * bandits


@rule
def for_war(s, seat, colour, groups):
    """What a war is worth: for each side that may win, what it brings, by how likely it wins."""
    double = doubles(s, groups)
    own_reds = s.hand[seat, RED] - (colour == RED)
    found = 0.0
    everyone = 0.0
    ahead = groups
    while ahead:
        group = ahead & A_GROUP
        ahead >>= GROUP_BITS
        if colours_of(leaders_in(s, group)) & double == 0:
            continue
        strength = 1.0 * tiles_of_group(s, RED, group)
        gain = 0.0
        for kind in range(N_COLOURS):
            if double >> kind & 1:
                gainer = owner(s, group, kind)
                rest = groups
                while rest:
                    if rest & A_GROUP != group:
                        loser = owner(s, rest & A_GROUP, kind)
                        if loser >= 0:
                            gain += against(s, seat, loser, -0.8)
                            if gainer >= 0:
                                gain += against(s, seat, gainer, weight(s, gainer, kind))
                    rest >>= GROUP_BITS
                if gainer == seat:
                    strength += 0.75 * own_reds + (s.leaders[seat, RED] == 0)
                elif gainer >= 0:
                    strength += FORCE
        likely = math.exp(min(30.0, strength / DOUBT))
        found += likely * gain
        everyone += likely
    return found / everyone - 0.3 if everyone > 0.0 else 0.0


@rule
def use_of(s, seat, colour):
    """What a tile of a colour in hand is good for: its points, or conflicts."""
    found = 0.0
    if s.leaders[seat, colour] or s.leaders[seat, YELLOW]:
        found += 0.35 * weight(s, seat, colour)
    if colour in (RED, YELLOW):
        found += 0.12 / (1.0 + s.hand[seat, colour])
    return found + (0.05 if colour == GREEN else 0.0)


@rule
def for_leader(s, seat, colour, hex_):
    """What the place is worth, less what the old one is; with a rival there, by how the revolt will end."""
    at = s.leaders[seat, colour] - 1
    before = standing(s, seat, colour, s.group[at], at) if at >= 0 else 0.0
    after, rival, where = 0.0, -1, 0
    groups = joined(s, hex_)
    while groups:
        group = groups & A_GROUP
        after = max(after, standing(s, seat, colour, group, hex_))
        other = owner(s, group, colour)
        if other >= 0 and other != seat:
            rival, where = other, s.leaders[other, colour] - 1
        groups >>= GROUP_BITS
    after += IN_HAND * weight(s, seat, colour) * min(3, s.hand[seat, colour])
    if at >= 0:
        before += IN_HAND * weight(s, seat, colour) * min(3, s.hand[seat, colour]) + 0.3
    if rival < 0:
        return after - before
    attack = 1.0 * tiles_near(s, YELLOW, hex_) + s.hand[seat, YELLOW]
    defence = 1.0 * tiles_near(s, YELLOW, where) + FORCE
    if colour != YELLOW:
        attack += s.leaders[seat, YELLOW] == 0
        defence += 0.8 * (s.leaders[rival, YELLOW] == 0)
    won = logistic((attack - defence - 0.5) / DOUBT)
    loss = against(s, seat, rival, -standing(s, rival, colour, s.group[where], where))
    gain = won * (after + weight(s, seat, colour) + loss)
    return gain + (1.0 - won) * against(s, seat, rival, weight(s, rival, colour)) - before - 0.2


@rule
def for_commitment(s, seat, tiles, leader):
    """In a revolt: enough to win, and no tile more; the attacker can only guess what the defender will add."""
    colour = s.colour - 1
    cost = 0.3 * tiles
    prize = weight(s, seat, colour) + 1.0
    given = tiles + leader
    if seat == s.active:
        needed = s.totals[DEFENCE] + FORCE * 0.8 + (0.7 if s.leaders[s.defender, YELLOW] == 0 else 0.0)
        return prize * logistic((s.totals[ATTACK] + given - needed) / (0.6 * DOUBT)) - cost
    return (prize if s.totals[DEFENCE] + given >= s.totals[ATTACK] else 0.0) - cost + 0.01 * leader


@rule
def stake(s, seat, side):
    """What it is worth to a seat that a side of a war wins."""
    found = 0.0
    group = s.group[s.side_hex[side] - 1]
    for colour in range(N_COLOURS):
        if s.double >> colour & 1:
            gainer = owner(s, group, colour)
            for other in range(s.n_sides):
                if other != side:
                    loser = owner(s, s.group[s.side_hex[other] - 1], colour)
                    if loser >= 0:
                        found += against(s, seat, loser, -0.9)
                        if gainer >= 0:
                            found += against(s, seat, gainer, weight(s, gainer, colour))
    return found


@rule
def for_support(s, seat, side, tiles, leader):
    """Chance that the side wins with this, times what it brings, less the tiles; nothing counts as 0."""
    best_other = 0
    other_side = -1
    for other in range(s.n_sides):
        if other != side and s.totals[other] >= best_other:
            best_other = s.totals[other]
            other_side = other
    waiting = 0
    for other in range(s.players):
        waiting += s.committed[other] < 0 and other != seat
    gain = stake(s, seat, side) - stake(s, seat, other_side)
    doubt = DOUBT * (0.4 + 0.5 * waiting)
    before = logistic((s.totals[side] - best_other) / doubt)
    after = logistic((s.totals[side] + tiles + leader - best_other) / doubt)
    return gain * (after - before) - 0.3 * tiles


@rule
def for_pagoda(s, seat, triangle):
    """A pagoda is worth something to whom it will give points."""
    hex_ = FIRST_OF[triangle]
    colour = colour_at(s, hex_)
    gainer = owner(s, s.group[hex_], colour)
    if gainer < 0:
        return 0.2
    return against(s, seat, gainer, 2.0 * part_left(s) * weight(s, gainer, colour))


@rule
def for_removal(s, seat, hex_):
    """Tiles under the own pagodas are spared, those beside rivals' leaders are not; the price is paid far from leaders."""
    found = 0.0
    group = s.group[hex_]
    colour = colour_at(s, hex_)
    if group:
        gainer = owner(s, group, colour)
        if gainer >= 0:
            found -= against(s, seat, gainer, 0.3 * pagodas_in(s, group, colour) + 0.05)
    if s.asks == RIOT and colour == YELLOW:
        for i in range(SIDES):
            for other in range(s.players):
                for kind in range(N_COLOURS):
                    if s.leaders[other, kind] == RING[hex_, i] + 1 and tiles_near(s, YELLOW, RING[hex_, i]) == 1:
                        found -= against(
                            s, seat, other, standing(s, other, kind, s.group[RING[hex_, i]], RING[hex_, i])
                        )
    return found
