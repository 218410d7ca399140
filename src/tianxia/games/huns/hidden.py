"""What a seat cannot know of Huns, dealt anew [N12]."""

from tianxia.engine.compiling import rule
from tianxia.engine.lists import shuffle
from tianxia.engine.randomness import below
from tianxia.games.huns.pieces import A_COLOUR, DISPLAY, N_COLOURS, N_WAGONS, SLOTS
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.curses import played_curse
from tianxia.games.huns.rules.decks import look


@rule
def resample(s: Record, seat):
    """Each deck over the places that the seat does not know, and the deck of wagons [N12.3]."""
    for colour in range(N_COLOURS):
        deal_deck(s, seat, colour, unseen_cards(s, seat, colour))
        for other in range(s.players):
            look(s, other, colour)
    deal_wagons(s)


@rule
def unseen_cards(s: Record, seat, colour):
    """Cards of a colour whose place the seat does not know, as a bit set of their numbers."""
    first = A_COLOUR * colour
    unseen = 0
    for number in range(A_COLOUR):
        unseen |= (s.from_players[first + number] <= s.players) << number
    for other in range(s.players):
        unseen &= ~(s.camp[other] >> first)
    for place in range(s.deck_size[colour]):
        if s.known[seat, colour] >> place & 1:
            unseen &= ~(1 << s.seen[seat, colour, place] - 1 - first)
    played = played_curse(s)
    return unseen & ~(1 << played - first) if played // A_COLOUR == colour else unseen


@rule
def deal_deck(s: Record, seat, colour, unseen):
    """The unseen cards over the unknown places, each order as likely as the others."""
    left = 0
    for place in range(s.deck_size[colour]):
        left += 1 - (s.known[seat, colour] >> place & 1)
    for place in range(s.deck_size[colour]):
        if s.known[seat, colour] >> place & 1:
            s.deck[colour, place] = s.seen[seat, colour, place]
        else:
            bits = unseen
            for _ in range(below(s, left)):
                bits &= bits - 1
            left -= 1
            unseen &= ~(bits & -bits)
            number = 0
            while number < A_COLOUR and not bits >> number & 1:  # it may end in a record that contradicts itself
                number += 1
            s.deck[colour, place] = 1 + A_COLOUR * colour + number


@rule
def deal_wagons(s: Record):
    """The wagons that were never shown, in any order."""
    gone = 0
    for place in range(DISPLAY):
        gone |= (1 << s.display[place]) >> 1
    for other in range(s.players):
        for i in range(s.sent_size[other]):
            gone |= 1 << s.sent[other, i] - 1
        for slot in range(SLOTS):
            gone |= (1 << s.wagons[other, slot]) >> 1
    left = 0
    for wagon in range(N_WAGONS):
        if not gone >> wagon & 1:
            s.wagon_deck[left] = wagon + 1
            left += 1
    shuffle(s, s.wagon_deck, left)
