"""What a seat cannot know, dealt anew [S13.5]."""

from tianxia.engine.compiling import rule
from tianxia.engine.lists import shuffle
from tianxia.engine.primitives import count, lowest
from tianxia.engine.randomness import below
from tianxia.games.sun_tzu.pieces import (
    ALL_PROVINCES,
    B3,
    COPY,
    DECK,
    FRAMED,
    MOST_SHOWN,
    N_CARDS,
    N_EVENTS,
    N_PROVINCES,
    NONE,
    OWN_GENERALS,
    R1,
    SIX,
)
from tianxia.games.sun_tzu.questions import D1, D2
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.rules.apply import take_back
from tianxia.games.sun_tzu.rules.setup import clear_scratch
from tianxia.games.sun_tzu.state import FIXED


@rule
def resample(s: Record, seat):
    """The never drawn part of the own deck, the other's cards, orders and generals, the events below the top [S13.5].

    Kept: all that lies open, the own cards and generals, the places in the decks that the seat knows.
    """
    deal_own_deck(s, seat)
    deal_generals(s, 1 - seat)
    deal_cards(s, 1 - seat)
    give_orders(s, 1 - seat)
    deal_events(s)


@rule
def deal_own_deck(s: Record, seat):
    """Cards never drawn lie on top in unknown order; below them those that the owner put under [S13.3]."""
    n = 0
    for kind in range(FRAMED, N_CARDS):
        for _ in range(s.undrawn[seat, kind]):
            s.scratch[n] = kind + 1
            n += 1
    shuffle(s, s.scratch, n)
    for place in range(DECK):
        s.deck[seat, place] = s.scratch[place] if place < n else s.known[seat, place]
    clear_scratch(s)


@rule
def deal_generals(s: Record, rival):
    """The other's unshown generals are any of the own five that were not shown; B3 only before the game begins."""
    s.held[rival] = 0
    s.aside[rival] = 0
    if s.generals == 0:
        return
    left = OWN_GENERALS[rival]
    for place in range(MOST_SHOWN):
        if s.shown[rival, place]:
            left &= ~(1 << (s.shown[rival, place] - 1))
    possible = left & ~(1 << B3) if s.round else left
    for _ in range(s.unshown[rival]):
        skipped = possible
        for _ in range(below(s, count(possible))):
            skipped &= skipped - 1
        general = skipped & -skipped
        possible &= ~general
        left &= ~general
        s.held[rival] |= general
    s.aside[rival] = left


@rule
def deal_cards(s: Record, rival):
    """Unframed cards of the other that are nowhere seen lie in its deck, among its cards drawn, in its hand or orders."""
    for kind in range(N_CARDS):
        s.hand[rival, kind] = kind < FRAMED
        s.drawn[rival, kind] = 0
        s.undrawn[rival, kind] = 0
    n = collect_unseen(s, rival)
    shuffle(s, s.scratch, n)
    for place in range(DECK):
        card = s.returned[rival, place]
        if card == NONE and place < s.deck_size[rival]:
            n -= 1
            card = s.scratch[n]
        s.deck[rival, place] = card
        fresh = place < s.fresh[rival]
        s.known[rival, place] = NONE if fresh else card
        if fresh:
            s.undrawn[rival, card - 1] += 1
    for _ in range(s.drawn_size[rival]):
        n -= 1
        s.drawn[rival, s.scratch[n] - 1] += 1
    while n > 0:
        n -= 1
        s.hand[rival, s.scratch[n] - 1] += 1
    clear_scratch(s)


@rule
def collect_unseen(s: Record, rival):
    """Put the other's unframed cards whose place is unknown into the scratch; returns how many. Framed ones: see the hand."""
    for province in range(N_PROVINCES):
        card = s.face_up[rival, province]
        if card and card <= FRAMED:
            s.hand[rival, card - 1] = 0
        elif card:
            s.undrawn[rival, card - 1] += 1
    for place in range(DECK):
        if s.returned[rival, place]:
            s.undrawn[rival, s.returned[rival, place] - 1] += 1
    n = 0
    for kind in range(FRAMED, N_CARDS):
        for _ in range(COPY[s.beginner, kind] - s.out[rival, kind] - s.undrawn[rival, kind]):
            s.scratch[n] = kind + 1
            n += 1
        s.undrawn[rival, kind] = 0
    return n


@rule
def give_orders(s: Record, rival):
    """Orders confirmed and not revealed are any that S4.2 allows with that hand and general; before, there are none."""
    places = s.unfought if s.sealed else ALL_PROVINCES if s.asks == D2 and s.confirmed[rival] else 0
    for province in range(N_PROVINCES):
        s.laid[rival, province] = NONE
    sixes = ALL_PROVINCES if s.held[rival] >> R1 & 1 else ~s.used[rival]
    while places and not lay_orders(s, rival, places, sixes):
        for province in range(N_PROVINCES):
            if s.laid[rival, province]:
                take_back(s, rival, province)


@rule
def lay_orders(s: Record, rival, places, sixes):
    """Put any card of the hand at each place; returns whether no 6 lies where none may [S4.2]."""
    allowed = True
    cards = 0
    for kind in range(N_CARDS):
        cards += s.hand[rival, kind]
    while places:
        province = lowest(places)
        places &= places - 1
        left = below(s, cards)
        cards -= 1
        kind = 0
        while left >= s.hand[rival, kind]:
            left -= s.hand[rival, kind]
            kind += 1
        s.hand[rival, kind] -= 1
        s.laid[rival, province] = kind + 1
        if kind == SIX and sixes >> province & 1 == 0:
            allowed = False
    return allowed


@rule
def deal_events(s: Record):
    """The order of the events below the top one is unknown [S13.4]."""
    first = N_EVENTS - s.events_left
    for place in range(N_EVENTS):
        s.event_deck[place] = s.events_out[place] if place < first else NONE
    if s.event == NONE:
        return
    n = 0
    for event in range(1, N_EVENTS + 1):
        lies_open = event == s.event
        for place in range(first):
            lies_open |= s.events_out[place] == event
        if not lies_open:
            s.scratch[n] = event
            n += 1
    shuffle(s, s.scratch, n)
    s.event_deck[first] = s.event
    for i in range(n):
        s.event_deck[first + 1 + i] = s.scratch[i]
    clear_scratch(s)


@rule
def hide_choices(s: Record, seat):
    """While both choose: take back the other's general or orders, and let orders be given in the default order [S4.1]."""
    rival = 1 - seat
    if s.asks == D1 and s.unshown[rival]:
        s.held[rival] = 0
        s.unshown[rival] = 0
        s.aside[rival] = OWN_GENERALS[rival]
    elif s.asks == D2:
        s.orders = FIXED
        s.confirmed[rival] = 0
        for province in range(N_PROVINCES):
            if s.laid[rival, province]:
                take_back(s, rival, province)
