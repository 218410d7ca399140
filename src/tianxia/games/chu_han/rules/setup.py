"""The first position [C3.1, C3.3, C9.1]."""

from tianxia.engine.compiling import rule
from tianxia.engine.lists import shuffle
from tianxia.games.chu_han.cards import EVENT_COPY, EVENT_LABELS, SILENCE, START_VP
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.rules.campaign import set_goal
from tianxia.games.chu_han.rules.hands import begin_trick, deal
from tianxia.games.chu_han.state import CHU, HAN


@rule
def setup(s: Record, seed):
    """Han starts at 0 VP and leads, Chu at 1 VP [C3.1, C3.3]."""
    s.rng = seed
    s.score[HAN] = START_VP[HAN]
    s.score[CHU] = START_VP[CHU]
    s.last_out = -1
    s.winner = -1
    s.hand_number = 1
    s.leads_next = -1
    s.match_number = 1 if s.campaign else 0
    set_goal(s)
    if s.events:
        shuffle_events(s)
    deal(s)
    begin_trick(s, HAN)


@rule
def shuffle_events(s: Record):
    """One Silence on top, the other fourteen in random order below it [C9.1]."""
    n = 0
    for event in range(len(EVENT_LABELS)):
        for _ in range(EVENT_COPY[event] - (event == SILENCE)):
            s.event_deck[n] = event
            n += 1
    shuffle(s, s.event_deck, n)
    s.event_deck[n] = SILENCE
