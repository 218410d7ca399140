"""What a position of Huns is worth, where a roll-out may stop, and what things are worth in points: for bots.

What makes a good valuable is the wagon or card that it helps to fill.
"""

import math

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import count
from tianxia.games.huns.pieces import (
    ALL_CURSES,
    ALL_EQUIPMENT,
    ALL_MERCENARIES,
    ALL_RAIDS,
    AMBER,
    AMULET,
    ARMOUR,
    BANNERS,
    CAULDRON,
    CHAIN,
    CONSCIENCE,
    CROWN,
    FIRST_HOLDER,
    MASK,
    N_COLOURS,
    SILK,
    SLOTS,
    SWORD,
)
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.camp import goods_of_card, works
from tianxia.games.huns.rules.scoring import place_of
from tianxia.games.huns.rules.treasures import (
    colours_with,
    full_mercenaries,
    holds,
    most_of_a_type,
    types_sent,
)

REACH = 2.0
"""Rounds that a roll-out looks ahead."""


@rule
def rounds_left(s: Record, w):
    """Rounds until a deck or a colour of goods is likely to be empty, or the last one is played."""
    left = 1.0 * (s.max_rounds - s.round) + w.this_round
    for colour in range(N_COLOURS):
        left = min(left, s.deck_size[colour] / w.draws, s.reserve[colour] / w.loots)
    return left


@rule
def time_left(s: Record, w):
    """Part of a whole game that is left, 0 to 1."""
    return min(1.0, rounds_left(s, w) / w.whole_game)


@rule
def turns_left(s: Record, w):
    """Turns that each player still has, about."""
    return 5.0 * rounds_left(s, w) / s.players + w.last_turn


@rule
def reachable(s: Record, w, goods):
    """Chance that so many goods can still be brought together."""
    turns = goods / w.a_turn
    left = turns_left(s, w)
    return left * left / (left * left + turns * turns)


@rule
def a_wagon(s: Record, w, seat, wagon):
    """What sending a wagon is worth: the number of players, more for its type [N7.1]."""
    kinds, most = types_sent(s, seat), most_of_a_type(s, seat)
    kind, same, fresh = s.type[wagon - 1], 0, True
    for i in range(s.sent_size[seat]):
        if s.type[s.sent[seat, i] - 1] == kind:
            same += 1
            fresh = False
    grown = max(kinds + fresh, max(most, same + 1)) - max(kinds, most)
    return s.players + w.a_type * grown + w.a_wagon


@rule
def size_of(s: Record, wagon):
    """Spaces of a wagon."""
    found = 0
    for colour in range(N_COLOURS):
        found += s.need[wagon - 1, colour]
    return found


@rule
def filled_part(s: Record, w, seat, slot, more):
    """What a wagon is worth with some more goods on it."""
    wagon = s.wagons[seat, slot]
    size = size_of(s, wagon)
    gaps = s.gaps[seat, slot] - more
    part = (size - gaps) / size
    return a_wagon(s, w, seat, wagon) * part * (1.0 if gaps <= 0 else w.unsent * reachable(s, w, gaps))


@rule
def card_points(s: Record, w, card):
    """What the effect of a card is worth for the rest of the game."""
    return 0.1 * w.cards[card] * time_left(s, w)


@rule
def holder_part(s: Record, w, seat, card, goods):
    """What a Mercenary or Curse with so many goods on it is worth to its owner, compared with an empty one."""
    spaces = s.spaces[card - FIRST_HOLDER]
    left = spaces - goods
    worth = card_points(s, w, card)
    if ALL_MERCENARIES >> card & 1:
        worth += 2.0
    if left <= 0:
        return worth
    part = goods / spaces
    return worth * part * w.unfilled * reachable(s, w, left)


@rule
def treasure(s: Record, w, seat, card):
    """What a Treasure is worth: points by how likely its condition holds at the end [N5.6]."""
    time = time_left(s, w)
    if holds(s, seat, card):
        return s.players * (1.0 - w.treasure_lost * time)
    part = progress(s, w, seat, card)
    return s.players * part * part * min(w.treasure_most, w.treasure_time * time)


@rule
def progress(s: Record, w, seat, card):
    """How near the condition of a Treasure is, 0 to 1."""
    if card == CROWN:
        return near(w, CROWN, most_of_a_type(s, seat))
    if card == BANNERS:
        return near(w, BANNERS, min(s.sent_size[seat], 1 + types_sent(s, seat)))
    if card == CAULDRON:
        return w.cauldron_even if s.sent_size[seat] == s.sent_size[(seat + 1) % s.players] else w.cauldron_odd
    if card == SWORD:
        return near(w, SWORD, count(s.camp[seat] & ALL_RAIDS))
    if card == CHAIN:
        return near(w, CHAIN, count(full_mercenaries(s, seat)))
    if card == MASK:
        return near(w, MASK, count(s.camp[seat] & ALL_CURSES))
    if card == ARMOUR:
        return near(w, ARMOUR, count(s.camp[seat] & ALL_EQUIPMENT))
    if card == CONSCIENCE:
        return 0.0 if s.camp[seat] & s.fled else w.other_treasure
    if card == SILK:
        return near(w, SILK, colours_with(s, seat, 2))
    if card == AMBER:
        return near(w, AMBER, 2 * colours_with(s, seat, 3))
    return w.other_treasure


@rule
def near(w, card, found):
    """How near a Treasure is of which so much is found."""
    return (w.begun[card - CROWN] + found) / w.needed[card - CROWN]


@rule
def fled_cost(s: Record, seat):
    """Points that a fled Curse costs at the end [N5.5, E09]."""
    return s.players - works(s, seat, AMULET)


@rule
def outlook(s: Record, w, seat):
    """Points that a seat has and can expect from what lies on the table."""
    mine = s.camp[seat]
    found = 1.0 * s.players * s.sent_size[seat] + max(types_sent(s, seat), most_of_a_type(s, seat))
    found += count(mine & ALL_RAIDS) - fled_cost(s, seat) * count(mine & s.fled)
    for slot in range(SLOTS):
        if s.wagons[seat, slot]:
            found += filled_part(s, w, seat, slot, 0)
    cards = mine
    while cards:
        lone = cards & -cards
        cards &= ~lone
        card = count(lone - 1)
        found += held(s, w, seat, card)
    return found


@rule
def held(s: Record, w, seat, card):
    """What a card in a camp adds to what is certain."""
    bit = 1 << card
    if bit & ALL_EQUIPMENT:
        return card_points(s, w, card)
    if bit & ALL_RAIDS:
        return 0.0 if s.used & bit else card_points(s, w, card) + w.raid_kept
    if bit & ALL_MERCENARIES:
        return holder_part(s, w, seat, card, goods_of_card(s, card)) - 1.0
    if bit & ALL_CURSES:
        if (s.fled | s.full) & bit:
            return 0.0
        return w.curse_suffered * (holder_part(s, w, seat, card, goods_of_card(s, card)) - card_points(s, w, card))
    return treasure(s, w, seat, card)


@rule
def odds(s: Record, w, out):
    """Chance of each seat to be first, by the outlooks."""
    most = -1e9
    for seat in range(s.players):
        out[seat] = outlook(s, w, seat)
        most = max(most, out[seat])
    sharpness = 1.0 / (w.doubt_at_end + w.doubt_of_time * time_left(s, w))
    everyone = 0.0
    for seat in range(s.players):
        out[seat] = math.exp(sharpness * (out[seat] - most))
        everyone += out[seat]
    for seat in range(s.players):
        out[seat] /= everyone


@rule
def phase(s: Record):
    """A stretch is REACH rounds."""
    taken = 0
    for colour in range(N_COLOURS):
        taken += s.dice[colour] == 0
    return (s.round + 0.2 * taken) / REACH


@rule
def evaluate(s: Record, w, out):
    """Chance to be first: exact at the end, before it by what each has and can expect."""
    if s.asked >= 0:
        odds(s, w, out)
        return
    first = 0
    for seat in range(s.players):
        first += place_of(s, seat) == 1
    for seat in range(s.players):
        out[seat] = 1.0 / first if place_of(s, seat) == 1 else 0.0
