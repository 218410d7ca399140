"""What things are worth in Huns, in points: for the rule of thumb and for judging a position that is not over.

Values of cards were found by self-play: what an owner gains on the average who begins with the card. They fade with the
time that is left. What makes a good valuable is the wagon or card that it helps to fill.
"""

import math

from tianxia.engine.compiling import const, count, rule
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
from tianxia.games.huns.rules.camp import goods_of_card, works
from tianxia.games.huns.rules.treasures import (
    colours_with,
    full_mercenaries,
    holds,
    most_of_a_type,
    types_sent,
)

POINTS = const(
    (
        12, 15, 30, 20, 12, 10, 28, 32, 12, 35, 36, 20,  # Equipment
        14, 11, 13, 10, 9, 9, 11, 11, 11, 8, 11, 12,  # Raids, besides their point
        8, 26, 10, 16, 12, 7, 12, 19, 12, 8, 24, 4,  # Mercenaries, besides their points
        14, 24, 16, 16, 24, 31, 10, 15, 14, 17, 33, 23,  # Curses: what they cost
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # Treasures: by their conditions
    ),
    "f8",
)  # fmt: skip
"""By card, in tenths of a point, for a whole game."""
LONG = 13.0
"""Rounds of a whole game."""
A_TURN = 1.6
"""Goods that a turn brings on wagons, on the average."""
DRAWS, LOOTS = 0.62, 1.6
"""Cards of a colour that a round takes from its deck, goods from the Reserve."""


@rule
def rounds_left(s):
    """Rounds until a deck or a colour of goods is likely to be empty, or the last one is played."""
    left = 1.0 * (s.max_rounds - s.round) + 0.5
    for colour in range(N_COLOURS):
        left = min(left, s.deck_size[colour] / DRAWS, s.reserve[colour] / LOOTS)
    return left


@rule
def time_left(s):
    """Part of a whole game that is left, 0 to 1."""
    return min(1.0, rounds_left(s) / LONG)


@rule
def turns_left(s):
    """Turns that each player still has, about."""
    return 5.0 * rounds_left(s) / s.players + 0.3


@rule
def reachable(s, goods):
    """Chance that so many goods can still be brought together."""
    turns = goods / A_TURN
    left = turns_left(s)
    return left * left / (left * left + turns * turns)


@rule
def a_wagon(s, seat, wagon):
    """What sending a wagon is worth: the number of players, more for its type [N7.1]."""
    kinds, most = types_sent(s, seat), most_of_a_type(s, seat)
    kind, same, fresh = s.type[wagon - 1], 0, True
    for i in range(s.sent_size[seat]):
        if s.type[s.sent[seat, i] - 1] == kind:
            same += 1
            fresh = False
    grown = max(kinds + fresh, max(most, same + 1)) - max(kinds, most)
    return s.players + 0.7 * grown + 0.15


@rule
def size_of(s, wagon):
    """Spaces of a wagon."""
    found = 0
    for colour in range(N_COLOURS):
        found += s.need[wagon - 1, colour]
    return found


@rule
def filled_part(s, seat, slot, more):
    """What a wagon is worth with some more goods on it."""
    wagon = s.wagons[seat, slot]
    size = size_of(s, wagon)
    gaps = s.gaps[seat, slot] - more
    part = (size - gaps) / size
    return a_wagon(s, seat, wagon) * part * (1.0 if gaps <= 0 else 0.9 * reachable(s, gaps))


@rule
def card_points(s, card):
    """What the effect of a card is worth for the rest of the game."""
    return 0.1 * POINTS[card] * time_left(s)


@rule
def holder_part(s, seat, card, goods):
    """What a Mercenary or Curse with so many goods on it is worth to its owner, compared with an empty one."""
    spaces = s.spaces[card - FIRST_HOLDER]
    left = spaces - goods
    worth = card_points(s, card)
    if ALL_MERCENARIES >> card & 1:
        worth += 2.0
    if left <= 0:
        return worth
    part = goods / spaces
    return worth * part * 0.85 * reachable(s, left)


@rule
def treasure(s, seat, card):
    """What a Treasure is worth: points by how likely its condition holds at the end [N5.6]."""
    time = time_left(s)
    if holds(s, seat, card):
        return s.players * (1.0 - 0.25 * time)
    near = progress(s, seat, card)
    return s.players * near * near * min(0.9, 1.3 * time)


@rule
def progress(s, seat, card):
    """How near the condition of a Treasure is, 0 to 1."""
    if card == CROWN:
        return (1.0 + most_of_a_type(s, seat)) / 4.0
    if card == BANNERS:
        return (1.0 + min(s.sent_size[seat], 1 + types_sent(s, seat))) / 5.0
    if card == CAULDRON:
        return 0.6 if s.sent_size[seat] == s.sent_size[(seat + 1) % s.players] else 0.35
    if card == SWORD:
        return (1.0 + count(s.camp[seat] & ALL_RAIDS)) / 5.0
    if card == CHAIN:
        return (0.5 + count(full_mercenaries(s, seat))) / 2.5
    if card == MASK:
        return (0.3 + count(s.camp[seat] & ALL_CURSES)) / 3.0
    if card == ARMOUR:
        return (1.0 + count(s.camp[seat] & ALL_EQUIPMENT)) / 4.5
    if card == CONSCIENCE:
        return 0.0 if s.camp[seat] & s.fled else 0.5
    if card == SILK:
        return (1.0 + colours_with(s, seat, 2)) / 6.0
    if card == AMBER:
        return (1.0 + 2 * colours_with(s, seat, 3)) / 5.0
    return 0.5


@rule
def fled_cost(s, seat):
    """Points that a fled Curse costs at the end [N5.5, E09]."""
    return s.players - works(s, seat, AMULET)


@rule
def outlook(s, seat):
    """Points that a seat has and can expect from what lies on the table."""
    mine = s.camp[seat]
    found = 1.0 * s.players * s.sent_size[seat] + max(types_sent(s, seat), most_of_a_type(s, seat))
    found += count(mine & ALL_RAIDS) - fled_cost(s, seat) * count(mine & s.fled)
    for slot in range(SLOTS):
        if s.wagons[seat, slot]:
            found += filled_part(s, seat, slot, 0)
    cards = mine
    while cards:
        lone = cards & -cards
        cards &= ~lone
        card = count(lone - 1)
        found += held(s, seat, card)
    return found


@rule
def held(s, seat, card):
    """What a card in a camp adds to what is certain."""
    bit = 1 << card
    if bit & ALL_EQUIPMENT:
        return card_points(s, card)
    if bit & ALL_RAIDS:
        return 0.0 if s.used & bit else card_points(s, card) + 0.1
    if bit & ALL_MERCENARIES:
        return holder_part(s, seat, card, goods_of_card(s, card)) - 1.0
    if bit & ALL_CURSES:
        if (s.fled | s.full) & bit:
            return 0.0
        return 1.5 * (holder_part(s, seat, card, goods_of_card(s, card)) - card_points(s, card))
    return treasure(s, seat, card)


@rule
def odds(s, out):
    """Chance of each seat to be first, by the outlooks."""
    most = -1e9
    for seat in range(s.players):
        out[seat] = outlook(s, seat)
        most = max(most, out[seat])
    sharpness = 1.0 / (1.6 + 4.0 * time_left(s))
    everyone = 0.0
    for seat in range(s.players):
        out[seat] = math.exp(sharpness * (out[seat] - most))
        everyone += out[seat]
    for seat in range(s.players):
        out[seat] /= everyone
