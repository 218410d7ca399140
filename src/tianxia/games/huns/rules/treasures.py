"""Treasures: the condition of each [N5.6, N9]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import count
from tianxia.games.huns.pieces import (
    A_COLOUR,
    ALL_CURSES,
    ALL_EQUIPMENT,
    ALL_MERCENARIES,
    ALL_RAIDS,
    ALL_TREASURES,
    AMBER,
    ARMOUR,
    BANNERS,
    CAULDRON,
    CHAIN,
    CONSCIENCE,
    CROWN,
    MASK,
    N_CARDS,
    N_COLOURS,
    N_TYPES,
    RING,
    SILK,
    SWORD,
)
from tianxia.games.huns.record import Record

ONE_COLOUR = (1 << A_COLOUR) - 1


@rule
def fulfilled(s: Record, seat):
    """Treasures of a camp whose condition holds [N5.6]."""
    mine = s.camp[seat] & ALL_TREASURES
    found = 0
    for card in range(CROWN, N_CARDS):
        if mine >> card & 1 and holds(s, seat, card):
            found |= 1 << card
    return found


@rule
def holds(s: Record, seat, card):
    """The condition of a Treasure, by its card."""
    return counted(s, seat, card) >= needed(s, seat, card)


@rule
def counted(s: Record, seat, card):
    """How many there are of what the condition of a Treasure counts [N9]."""
    if card == CROWN:
        return most_of_a_type(s, seat)
    if card == BANNERS:
        return min(4, s.sent_size[seat]) + min(3, types_sent(s, seat))
    if card == CAULDRON:
        return s.sent_size[seat]
    if card == SWORD:
        return count(s.camp[seat] & ALL_RAIDS)
    if card == CHAIN or card == RING:
        return count(full_mercenaries(s, seat))
    if card == MASK:
        return count(s.camp[seat] & ALL_CURSES & s.full)
    if card == ARMOUR:
        return count(s.camp[seat] & ALL_EQUIPMENT)
    if card == CONSCIENCE:
        return 1 if clear_conscience(s, seat) else 0
    if card == SILK:
        return colours_with(s, seat, 3)
    if card == AMBER:
        return most_of_a_colour(s, seat)
    return colours_of_cards(s, seat)


@rule
def needed(s: Record, seat, card):
    """How many of these there must be at the end [N9]."""
    if card == CROWN or card == ARMOUR:
        return 3
    if card == BANNERS:
        return 4 + 3
    if card == CAULDRON:
        return s.sent_size[(seat + 1) % s.players] + 1
    if card == SWORD:
        return max(3, most_among_others(s, seat, ALL_RAIDS))
    if card == CHAIN or card == MASK:
        return 2
    if card == CONSCIENCE:
        return 1
    if card == SILK:
        return 4
    if card == AMBER:
        return 6
    if card == RING:
        return max(1, most_among_others(s, seat, ALL_MERCENARIES & s.full))
    return N_COLOURS


@rule
def sent_of(s: Record, seat, kind):
    """How many wagons of a type a seat has sent."""
    found = 0
    for i in range(s.sent_size[seat]):
        found += s.type[s.sent[seat, i] - 1] == kind
    return found


@rule
def most_of_a_type(s: Record, seat):
    """Wagons of the type that a seat has sent most of."""
    found = 0
    for kind in range(N_TYPES):
        found = max(found, sent_of(s, seat, kind))
    return found


@rule
def types_sent(s: Record, seat):
    """How many different types a seat has sent."""
    found = 0
    for kind in range(N_TYPES):
        found += sent_of(s, seat, kind) > 0
    return found


@rule
def full_mercenaries(s: Record, seat):
    """Full Mercenaries of a camp."""
    return s.camp[seat] & ALL_MERCENARIES & s.full


@rule
def most_among_others(s: Record, seat, cards):
    """The most of some cards that an opponent has in the camp [T04, T11]."""
    found = 0
    for other in range(s.players):
        if other != seat:
            found = max(found, count(s.camp[other] & cards))
    return found


@rule
def clear_conscience(s: Record, seat):
    """At least one Mercenary, all of them full, and no active and no fled Curse [T08]."""
    mercenaries, curses = s.camp[seat] & ALL_MERCENARIES, s.camp[seat] & ALL_CURSES
    return mercenaries != 0 and mercenaries & ~s.full == 0 and curses & (s.fled | ~s.full) == 0


@rule
def colours_with(s: Record, seat, least):
    """Colours of which the stash holds at least so many goods [T09]."""
    found = 0
    for colour in range(N_COLOURS):
        found += s.stash[seat, colour] >= least
    return found


@rule
def most_of_a_colour(s: Record, seat):
    """Goods of the colour that a stash holds most of [T10]."""
    found = 0
    for colour in range(N_COLOURS):
        found = max(found, s.stash[seat, colour])
    return found


@rule
def colours_of_cards(s: Record, seat):
    """Colours of which a camp has a card [T12]."""
    found = 0
    for colour in range(N_COLOURS):
        found += s.camp[seat] >> A_COLOUR * colour & ONE_COLOUR != 0
    return found
