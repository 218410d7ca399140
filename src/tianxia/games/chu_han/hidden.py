"""What a seat cannot know, dealt anew [C8.5]."""

from tianxia.engine.compiling import rule
from tianxia.engine.lists import shuffle
from tianxia.games.chu_han.cards import COPY, EVENT_COPY, EVENT_LABELS, N_KINDS, NONE, PILE, copies_in_set
from tianxia.games.chu_han.record import Record


@rule
def resample(s: Record, seat):
    """Unseen cards go uniformly to the rival's free places and the unknown places of the pile [C8.5, C8.6].

    Kept: all that lies open, the seat's own cards, what Ji Bu showed it, and the copies that the rival surely holds.
    """
    rival = 1 - seat
    top = PILE - s.pile_size
    unseen = collect_unseen(s, seat, top)
    shuffle(s, s.deck, unseen)
    s.building_ability[rival] = NONE
    s.building[rival] = 0
    s.lent[rival] = NONE
    held = 0
    for kind in range(N_KINDS):
        s.hand[rival, kind] = s.shown[rival, kind] if s.opened[rival] else s.surely[seat, rival, kind]
        held += s.hand[rival, kind]
        for holder in range(2):
            s.surely[rival, holder, kind] = s.surely[seat, holder, kind]
    for _ in range(s.hand_size[rival] - held):
        unseen -= 1
        s.hand[rival, s.deck[unseen]] += 1
    for place in range(PILE):
        if place < top:
            s.pile[place] = NONE
        elif s.seen[seat, place]:
            s.pile[place] = s.seen[seat, place]
        else:
            unseen -= 1
            s.pile[place] = s.deck[unseen] + 1
        s.seen[rival, place] = s.pile[place] if place < s.looked_to[rival] else NONE
    for i in range(len(s.deck)):
        s.deck[i] = 0
    if s.events:
        deal_events(s)


@rule
def deal_events(s: Record):
    """The events that were not turned yet, in any order [C8.3]."""
    n = 0
    for event in range(1, len(EVENT_LABELS)):
        for _ in range(EVENT_COPY[event] - s.events_past[event - 1] - (s.event == event)):
            s.event_deck[n] = event
            n += 1
    shuffle(s, s.event_deck, n)


@rule
def collect_unseen(s: Record, seat, top):
    """Put every card whose place `seat` does not know into the scratch deck; returns how many."""
    rival = 1 - seat
    n = 0
    for kind in range(N_KINDS):
        copies = COPY[kind] - s.hand[seat, kind] - s.discard[kind] - lying_open(s, kind) - s.face_up[kind]
        copies += s.lent[seat] == kind + 1  # it counts in the hand and beside the event
        copies -= (s.building[seat] >> kind & 1) + (s.building_ability[seat] == kind + 1)
        copies -= s.shown[rival, kind] if s.opened[rival] else s.surely[seat, rival, kind]
        for place in range(top, PILE):
            if s.seen[seat, place] == kind + 1:
                copies -= 1
        for _ in range(copies):
            s.deck[n] = kind
            n += 1
    return n


@rule
def lying_open(s: Record, kind):
    """How many copies of a kind lie in the trick and in the declared play."""
    copies = copies_in_set(s.declared_kinds, s.declared_size, kind)
    copies += (s.declared_ability == kind + 1) + (s.declared_target == kind + 1)
    for place in range(s.row_size):
        copies += s.row[place] == kind + 1
    for play in range(s.plays):
        copies += copies_in_set(s.trick_kinds[play], s.trick_size[play], kind) + (s.trick_ability[play] == kind + 1)
    return copies
