"""Treasures: the condition of each [N5.6, N9]."""

from tianxia.engine.compiling import count, rule
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
    if card == CROWN:
        return most_of_a_type(s, seat) >= 3
    if card == BANNERS:
        return s.sent_size[seat] >= 4 and types_sent(s, seat) >= 3
    if card == CAULDRON:
        return s.sent_size[seat] > s.sent_size[(seat + 1) % s.players]
    if card == SWORD:
        return has_most(s, seat, ALL_RAIDS, 3)
    if card == CHAIN:
        return count(full_mercenaries(s, seat)) >= 2
    if card == MASK:
        return count(s.camp[seat] & ALL_CURSES & s.full) >= 2
    if card == ARMOUR:
        return count(s.camp[seat] & ALL_EQUIPMENT) >= 3
    if card == CONSCIENCE:
        return clear_conscience(s, seat)
    if card == SILK:
        return colours_with(s, seat, 3) >= 4
    if card == AMBER:
        return colours_with(s, seat, 6) >= 1
    if card == RING:
        return ring_of_the_warband(s, seat)
    return has_every_colour(s, seat)


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
def has_most(s: Record, seat, cards, least):
    """At least so many of some cards, and no opponent has more [T04]."""
    mine = count(s.camp[seat] & cards)
    for other in range(s.players):
        if count(s.camp[other] & cards) > mine:
            return False
    return mine >= least


@rule
def clear_conscience(s: Record, seat):
    """At least one Mercenary, all of them full, and no active and no fled Curse [T08]."""
    mercenaries, curses = s.camp[seat] & ALL_MERCENARIES, s.camp[seat] & ALL_CURSES
    return mercenaries != 0 and mercenaries & ~s.full == 0 and curses & (s.fled | ~s.full) == 0


@rule
def colours_with(s: Record, seat, least):
    """Colours of which the stash holds at least so many goods [T09, T10]."""
    found = 0
    for colour in range(N_COLOURS):
        found += s.stash[seat, colour] >= least
    return found


@rule
def ring_of_the_warband(s: Record, seat):
    """At least one full Mercenary, and no opponent has more [T11]."""
    mine = count(full_mercenaries(s, seat))
    for other in range(s.players):
        if count(full_mercenaries(s, other)) > mine:
            return False
    return mine > 0


@rule
def has_every_colour(s: Record, seat):
    """A card of each of the five colours [T12]."""
    for colour in range(N_COLOURS):
        if s.camp[seat] >> A_COLOUR * colour & ONE_COLOUR == 0:
            return False
    return True
