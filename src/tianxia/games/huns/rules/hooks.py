"""The numbers that cards change, in the order in which they act [N4.1.1, N4.2.1, N8.3]."""

from tianxia.engine.compiling import rule
from tianxia.games.huns.pieces import N_COLOURS
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.cards import disgrace, diviner, famine, fog, recurve_bow, scout_horn


@rule
def dice_to_take(s: Record, seat):
    """Dice that a seat may take [N3.1, C11]."""
    found = 0
    for colour in range(N_COLOURS):
        found |= (s.dice[colour] > 0) << colour
    return disgrace(s, seat, found)


@rule
def draw_count(s: Record, seat, colour, value):
    """Cards of a Draw: the value, more by Horn and Diviner, one in Fog, never more than the deck holds [N4.1.1]."""
    cards = value + scout_horn(s, seat) + diviner(s, seat)
    return min(fog(s, seat, cards), s.deck_size[colour])


@rule
def loot_count(s: Record, seat, colour, value):
    """Goods of a Loot: the value, one more by the Bow, one less by Famine, never more than the Reserve holds [N4.2.1]."""
    return min(famine(s, seat, value + recurve_bow(s, seat, value)), s.reserve[colour])
