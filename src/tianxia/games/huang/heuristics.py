"""A heuristic for Huang, the policy of bots.

In words: a point is worth more the fewer one has of its colour; leaders want pagodas of their colour,
tiles of their colour in hand and yellow tiles beside them; conflicts are begun with the stronger side; a tile that scores
for nobody, or for others, is better kept.
"""

import math

from tianxia.engine.compiling import rule
from tianxia.games.huang.evaluation import logistic, pagodas_in, part_left, standing, worth_of_point
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
from tianxia.games.huang.questions import REPLACE, RIOT
from tianxia.games.huang.record import Record
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
from tianxia.games.huang.state import ATTACK, DEFENCE


@rule
def policy(s: Record, seat, ids, n, w, out):
    """Points for each legal action."""
    for i in range(n):
        out[i] = w.sharp * points(s, w, seat, ids[i])


@rule
def points(s: Record, w, seat, a):
    """What an action is worth, in points of the lowest colour."""
    if PLACE.has(a):
        colour, hex_ = PLACE.args(a)
        return for_tile(s, w, seat, colour, hex_)
    if LEADER.has(a):
        colour, hex_ = LEADER.args(a)
        return for_leader(s, w, seat, colour, hex_)
    if COMMIT.has(a):
        tiles, leader = COMMIT.args(a)
        return for_commitment(s, w, seat, tiles, leader)
    if SUPPORT.has(a):
        hex_, tiles, leader = SUPPORT.args(a)
        return for_support(s, w, seat, side_named(s, hex_), tiles, leader)
    if START_REPLACE.has(a):
        (colour,) = START_REPLACE.args(a)
        return (w.replaces if s.asks == REPLACE else w.starts_replacing) - use_of(s, w, seat, colour)
    if PAGODA_HERE.has(a):
        (triangle,) = PAGODA_HERE.args(a)
        return for_pagoda(s, w, seat, triangle)
    if MOVE.has(a):
        (triangle,) = MOVE.args(a)
        return -for_pagoda(s, w, seat, triangle)
    if TAKE.has(a):
        (colour,) = TAKE.args(a)
        return w.takes + use_of(s, w, seat, colour)
    if REMOVE.has(a):
        (hex_,) = REMOVE.args(a)
        return for_removal(s, w, seat, hex_)
    if WINNER.has(a):
        (hex_,) = WINNER.args(a)
        return stake(s, w, seat, side_named(s, hex_))
    return points_of_rest(s, w, seat, a)


@rule
def points_of_rest(s: Record, w, seat, a):
    """Actions that need little thought."""
    if PASS.has(a):
        return w.passes
    if WITHDRAW.has(a):
        return w.withdraws
    if START_RIOT.has(a):
        return w.riots
    if START_ESTABLISH.has(a):
        return w.establishes
    if KEEP.has(a) or PALACE_HERE.has(a):
        return w.keeps
    return 0.0


@rule
def against(s: Record, w, seat, other, gain):
    """A rival's gain, as a loss."""
    return gain if other == seat else -w.rival * gain / (s.players - 1)


@rule
def for_tile(s: Record, w, seat, colour, hex_):
    """Points, unions, wars, bandits, beginnings of pagodas."""
    groups = joined(s, hex_)
    if s.bandits:
        location = bandits_beside(s, hex_)
        if location >= 0:
            return for_bandits(s, w, seat, groups, BANDITS_SHOWN[s.bandit_tiles[location]])
    if doubles(s, groups):
        return for_war(s, w, seat, colour, groups)
    gainer = owner_in(s, groups, colour)
    beside = tiles_near(s, colour, hex_)
    found = w.beside * beside
    if gainer < 0:
        gainer = owner_in(s, groups, YELLOW)
        found -= w.by_yellow
    if gainer < 0:
        found += w.wasted
    else:
        found += against(s, w, seat, gainer, worth_of_point(s, w, gainer, colour))
        if beside >= 2 and owner_in(s, groups, colour) >= 0:
            owned = owner_in(s, groups, colour)
            found += against(s, w, seat, owned, w.pagoda_begun * part_left(s) * worth_of_point(s, w, owned, colour))
    if colour == GREEN:
        found += w.green_tile
    return found + support_given(s, w, seat, colour, hex_)


@rule
def support_given(s: Record, w, seat, colour, hex_):
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
                        found += w.supports_own if other == seat else w.supports_rival
    return found


@rule
def for_bandits(s: Record, w, seat, groups, bandits):
    """The red leader's owner gains; red tiles are lost."""
    gainer = owner_in(s, groups, RED)
    if gainer < 0:
        return w.bandits_for_nobody
    return against(s, w, seat, gainer, bandits * worth_of_point(s, w, gainer, RED)) - w.bandit_cost * bandits


@rule
def for_war(s: Record, w, seat, colour, groups):
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
                            gain += against(s, w, seat, loser, -w.war_loss)
                            if gainer >= 0:
                                gain += against(s, w, seat, gainer, worth_of_point(s, w, gainer, kind))
                    rest >>= GROUP_BITS
                if gainer == seat:
                    strength += w.war_tile * own_reds + (s.leaders[seat, RED] == 0)
                elif gainer >= 0:
                    strength += w.force
        likely = math.exp(min(30.0, strength / w.doubt))
        found += likely * gain
        everyone += likely
    return found / everyone - w.war_cost if everyone > 0.0 else 0.0


@rule
def use_of(s: Record, w, seat, colour):
    """What a tile of a colour in hand is good for: its points, or conflicts."""
    found = 0.0
    if s.leaders[seat, colour] or s.leaders[seat, YELLOW]:
        found += w.use_scored * worth_of_point(s, w, seat, colour)
    if colour in (RED, YELLOW):
        found += w.use_in_conflict / (1.0 + s.hand[seat, colour])
    return found + (w.use_green if colour == GREEN else 0.0)


@rule
def for_leader(s: Record, w, seat, colour, hex_):
    """What the place is worth, less what the old one is; with a rival there, by how the revolt will end."""
    at = s.leaders[seat, colour] - 1
    before = standing(s, w, seat, colour, s.group[at], at) if at >= 0 else 0.0
    after, rival, where = 0.0, -1, 0
    groups = joined(s, hex_)
    while groups:
        group = groups & A_GROUP
        after = max(after, standing(s, w, seat, colour, group, hex_))
        other = owner(s, group, colour)
        if other >= 0 and other != seat:
            rival, where = other, s.leaders[other, colour] - 1
        groups >>= GROUP_BITS
    after += w.in_hand * worth_of_point(s, w, seat, colour) * min(w.most_in_hand, s.hand[seat, colour])
    if at >= 0:
        before += (
            w.in_hand * worth_of_point(s, w, seat, colour) * min(w.most_in_hand, s.hand[seat, colour]) + w.move_cost
        )
    if rival < 0:
        return after - before
    attack = 1.0 * tiles_near(s, YELLOW, hex_) + s.hand[seat, YELLOW]
    defence = 1.0 * tiles_near(s, YELLOW, where) + w.force
    if colour != YELLOW:
        attack += s.leaders[seat, YELLOW] == 0
        defence += w.rival_leader * (s.leaders[rival, YELLOW] == 0)
    won = logistic((attack - defence - w.lead_needed) / w.doubt)
    loss = against(s, w, seat, rival, -standing(s, w, rival, colour, s.group[where], where))
    gain = won * (after + worth_of_point(s, w, seat, colour) + loss)
    return gain + (1.0 - won) * against(s, w, seat, rival, worth_of_point(s, w, rival, colour)) - before - w.revolt_cost


@rule
def for_commitment(s: Record, w, seat, tiles, leader):
    """In a revolt: enough to win, and no tile more; the attacker can only guess what the defender will add."""
    colour = s.colour - 1
    cost = w.tile_cost * tiles
    prize = worth_of_point(s, w, seat, colour) + w.prize
    given = tiles + leader
    if seat == s.active:
        needed = s.totals[DEFENCE] + w.force * w.added + (w.added_leader if s.leaders[s.defender, YELLOW] == 0 else 0.0)
        return prize * logistic((s.totals[ATTACK] + given - needed) / (w.doubt_of_added * w.doubt)) - cost
    return (prize if s.totals[DEFENCE] + given >= s.totals[ATTACK] else 0.0) - cost + w.leader_first * leader


@rule
def stake(s: Record, w, seat, side):
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
                        found += against(s, w, seat, loser, -w.stake_loss)
                        if gainer >= 0:
                            found += against(s, w, seat, gainer, worth_of_point(s, w, gainer, colour))
    return found


@rule
def for_support(s: Record, w, seat, side, tiles, leader):
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
    gain = stake(s, w, seat, side) - stake(s, w, seat, other_side)
    doubt = w.doubt * (w.doubt_last + w.doubt_waiting * waiting)
    before = logistic((s.totals[side] - best_other) / doubt)
    after = logistic((s.totals[side] + tiles + leader - best_other) / doubt)
    return gain * (after - before) - w.tile_cost * tiles


@rule
def for_pagoda(s: Record, w, seat, triangle):
    """A pagoda is worth something to whom it will give points."""
    hex_ = FIRST_OF[triangle]
    colour = colour_at(s, hex_)
    gainer = owner(s, s.group[hex_], colour)
    if gainer < 0:
        return w.pagoda_for_nobody
    return against(s, w, seat, gainer, w.pagoda * part_left(s) * worth_of_point(s, w, gainer, colour))


@rule
def for_removal(s: Record, w, seat, hex_):
    """Tiles under the own pagodas are spared, those beside rivals' leaders are not; the price is paid far from leaders."""
    found = 0.0
    group = s.group[hex_]
    colour = colour_at(s, hex_)
    if group:
        gainer = owner(s, group, colour)
        if gainer >= 0:
            found -= against(s, w, seat, gainer, w.removal_pagoda * pagodas_in(s, group, colour) + w.removal)
    if s.asks == RIOT and colour == YELLOW:
        for i in range(SIDES):
            for other in range(s.players):
                for kind in range(N_COLOURS):
                    at = RING[hex_, i]
                    if s.leaders[other, kind] == at + 1 and tiles_near(s, YELLOW, at) == 1:
                        found -= against(s, w, seat, other, standing(s, w, other, kind, s.group[at], at))
    return found
