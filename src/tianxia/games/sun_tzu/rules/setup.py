"""The first position, all chance of the game [S2]."""

from tianxia.engine.compiling import rule
from tianxia.engine.lists import shuffle
from tianxia.games.sun_tzu.pieces import (
    ARMIES,
    COPY,
    DISPLAYS,
    FRAMED,
    HAND_CARDS_DRAWN,
    N_CARDS,
    N_EVENTS,
    N_PROVINCES,
    OWN_GENERALS,
    REINFORCEMENTS,
)
from tianxia.games.sun_tzu.questions import D1
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.rules.cards import draw, keep_drawn
from tianxia.games.sun_tzu.rules.needs import ask
from tianxia.games.sun_tzu.rules.sequence import ask_for_orders
from tianxia.games.sun_tzu.state import SEATS


@rule
def setup(s: Record, seed):
    """Displays, events, both decks; then the generals are chosen, or the game begins [S2.4]."""
    s.rng = seed
    s.round = 0
    s.figure = 0
    s.holder = -1
    s.winner = -1
    s.need_seat = -1
    lay_displays(s)
    if s.events:
        shuffle_events(s)
    for seat in range(SEATS):
        s.reinforcements[seat] = 0 if s.beginner else REINFORCEMENTS
        s.pool[seat] = ARMIES - s.reinforcements[seat]
        for kind in range(FRAMED):
            s.hand[seat, kind] = 1
        s.hand_size[seat] = FRAMED
        lay_deck(s, seat)
    if s.generals:
        for seat in range(SEATS):
            s.aside[seat] = OWN_GENERALS[seat]
        ask(s, D1, -1)
    else:
        for seat in range(SEATS):
            draw(s, seat, HAND_CARDS_DRAWN)
            keep_drawn(s, seat)
        ask_for_orders(s)


@rule
def clear_scratch(s: Record):
    """The scratch is zero but while something is shuffled."""
    for i in range(len(s.scratch)):
        s.scratch[i] = 0


@rule
def lay_displays(s: Record):
    """5 of the 10 score displays are drawn, one for each province [S1.4]."""
    for display in range(len(DISPLAYS)):
        s.scratch[display] = display
    shuffle(s, s.scratch, len(DISPLAYS))
    for province in range(N_PROVINCES):
        s.displays[province] = s.scratch[province]
    clear_scratch(s)


@rule
def shuffle_events(s: Record):
    """The 5 event cards are shuffled, the top one is face up [S2.3]."""
    for event in range(N_EVENTS):
        s.scratch[event] = event + 1
    shuffle(s, s.scratch, N_EVENTS)
    for place in range(N_EVENTS):
        s.event_deck[place] = s.scratch[place]
    s.event = s.event_deck[0]
    s.events_left = N_EVENTS
    clear_scratch(s)


@rule
def lay_deck(s: Record, seat):
    """The unframed cards are shuffled [S2.1]."""
    n = 0
    for kind in range(FRAMED, N_CARDS):
        for _ in range(COPY[s.beginner, kind]):
            s.scratch[n] = kind + 1
            n += 1
        s.undrawn[seat, kind] = COPY[s.beginner, kind]
    shuffle(s, s.scratch, n)
    for place in range(n):
        s.deck[seat, place] = s.scratch[place]
    s.deck_size[seat] = n
    s.fresh[seat] = n
    clear_scratch(s)
