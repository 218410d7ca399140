"""How cards move, and what may follow an action [C4.4, C6]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import lowest
from tianxia.games.chu_han.cards import N_KINDS, NONE
from tianxia.games.chu_han.events import EVENTS
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.rules.hands import clear_declared
from tianxia.games.chu_han.state import SEATS

LENT = EVENTS.LENT

# What follows an action, in the order of C6.
WAITS = 0
"""The same player goes on, or a reaction is awaited; nothing to check."""
IS_COMPLETE, STANDS, FALLS = 1, 2, 3
"""A play of several steps is complete; a declared play stands; it is cancelled."""
SAME_TURN, NEXT_TURN, NEW_TRICK = 4, 5, 6
"""After the checks: the turn goes on; the rival's turn begins; seat (code - NEW_TRICK) leads the next trick."""


@rule
def know(s: Record, holder, kind, copies):
    """The holder's rival surely knows of so many more copies in that hand, never below none [C8.6]."""
    if copies > 0 or s.surely[holder, holder, kind] > 0:
        surely = max(0, s.surely[holder, holder, kind] + copies)
        for viewer in range(SEATS):
            s.surely[viewer, holder, kind] = surely


@rule
def leave_hand(s: Record, seat, kind, copies):
    """Cards leave a hand into the play that is being declared [C6.4]."""
    s.hand[seat, kind] -= copies
    s.hand_size[seat] -= copies
    know(s, seat, kind, -copies)


@rule
def return_to_hand(s: Record, seat, kind, copies):
    """Cards come to a hand openly: the rival surely knows them there [C5.4, C8.6]."""
    s.hand[seat, kind] += copies
    s.hand_size[seat] += copies
    know(s, seat, kind, copies)


@rule
def use_lent(s: Record, seat, log):
    """A card of the Warlords leaves its place for the play: it is no card of the hand, so nothing else changes there [C9.8]."""
    kind = s.lent[seat] - 1
    if kind >= 0:
        s.lent[seat] = NONE
        s.face_up[kind] -= 1
        s.hand_size[seat] += 1
        know(s, seat, kind, 1)
        s.declared_lent = kind + 1
        LENT.emit(log, seat, kind)


@rule
def leave_hand_singly(s: Record, seat, kinds):
    """One card of each of these kinds leaves a hand."""
    while kinds:
        leave_hand(s, seat, lowest(kinds), 1)
        kinds &= kinds - 1


@rule
def lay_in_trick(s: Record, seat):
    """The cards of a play that stood lie in the trick until it ends [C4.4]."""
    play = s.plays
    s.trick_seat[play] = seat
    s.trick_ability[play] = s.declared_ability
    s.trick_value[play] = s.declared_value
    s.trick_size[play] = s.declared_size
    s.trick_kinds[play] = s.declared_kinds
    s.plays = play + 1
    clear_declared(s)


@rule
def show_open_hands(s: Record):
    """An open hand shows all it holds, a play not yet declared included [C5.10, C8.4]."""
    for seat in range(SEATS):
        if s.opened[seat]:
            for kind in range(N_KINDS):
                s.shown[seat, kind] = s.hand[seat, kind] + (s.building[seat] >> kind & 1)
            if s.building_ability[seat]:
                s.shown[seat, s.building_ability[seat] - 1] += 1
            if s.lent[seat]:
                s.shown[seat, s.lent[seat] - 1] -= 1
