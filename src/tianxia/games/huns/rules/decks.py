"""Decks: drawing, playing one card, putting the others under the deck; what each seat knows of them [N4.1, N12.2]."""

from tianxia.engine.compiling import rule
from tianxia.games.huns.events import EVENTS
from tianxia.games.huns.pieces import A_COLOUR
from tianxia.games.huns.questions import DRAWN
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import push

DREW, PLAYED = EVENTS.DREW, EVENTS.PLAYED
CARD_BITS = 4


@rule
def draw(s: Record, seat, colour, n, log):
    """The top cards of a deck, which only the drawing player sees; they count as lying on top [N4.1, N4.1.2]."""
    s.known[seat, colour] |= (1 << n) - 1
    for place in range(n):
        s.seen[seat, colour, place] = s.deck[colour, place]
    DREW.emit(log, seat, colour, n)
    push(s, seat, DRAWN.id(colour, n))


@rule
def take_card(s: Record, seat, colour, n, card, log):
    """One of the drawn cards is played, the others go under the deck, the first drawn uppermost [N4.1, N4.1.2]."""
    chosen = 0
    while s.deck[colour, chosen] != card + 1:
        chosen += 1
    first, others, packed = 1 + A_COLOUR * colour, 0, 0
    for place in range(n):
        if place != chosen:
            packed |= s.deck[colour, place] - first << CARD_BITS * others
            others += 1
    below = s.deck_size[colour] - n
    for place in range(below):
        s.deck[colour, place] = s.deck[colour, n + place]
    for i in range(others):
        s.deck[colour, below + i] = first + (packed >> CARD_BITS * i & 15)
    s.deck_size[colour] -= 1
    s.deck[colour, s.deck_size[colour]] = 0
    for other in range(s.players):
        known = s.known[other, colour]
        drawn = known & (1 << n) - 1
        drawn = drawn & (1 << chosen) - 1 | drawn >> chosen + 1 << chosen
        s.known[other, colour] = known >> n | drawn << below
        look(s, other, colour)
    PLAYED.emit(log, seat, card, chosen + 1)


@rule
def look(s: Record, seat, colour):
    """A seat sees the cards whose places it knows [N12.2]."""
    known = s.known[seat, colour]
    for place in range(A_COLOUR):
        s.seen[seat, colour, place] = s.deck[colour, place] * (known >> place & 1)
