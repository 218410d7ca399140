"""Written positions of Chu Han: what they may leave out. What makes one impossible is in `impossible`."""

from typing import Any

from tianxia.engine.compiling import plain
from tianxia.games.chu_han.cards import (
    COPIES,
    EVENT_CARDS,
    EVENT_COPIES,
    FACE_UP,
    HIGHEST_IN_ROW,
    N_KINDS,
    PILE,
    ROWS,
    SILENCE,
)
from tianxia.games.chu_han.impossible import (
    DRAWN,
    check,
    copies_held,
    copies_named,
    decrees_in_all,
    expected_first_empty,
    last_set,
    places_drawn,
)
from tianxia.games.chu_han.impossible_events import leads_after_pick, passer
from tianxia.games.chu_han.questions import GIVE, LEAD, PICK, RESPOND
from tianxia.games.chu_han.rules.campaign import set_goal
from tianxia.games.chu_han.state import SEATS

__all__ = ["check", "complete", "quiet"]


def quiet(_s: Any) -> bool:
    """Any position may be written."""
    return True


def complete(s: Any, given: frozenset[str]) -> None:
    """Fields left out are as at the start of a hand; cards not named go to the pile, persons lowest, then are discarded.

    With events a position that names none is in hand 1, with a Silence; one that names another event is in hand 2.
    """
    if any(copies_named(s, kind) > COPIES[kind] for kind in range(N_KINDS)):
        return
    usual = {"last_out": -1, "winner": -1, "leads_next": -1, "match_number": 1 if s.campaign else 0}
    for name, value in usual.items():
        if name not in given:
            setattr(s, name, value)
    plain(set_goal)(s)
    if "score" not in given:
        s.score[1] = 1
    complete_event(s, given)
    complete_trick(s, given)
    complete_turn(s, given)
    if "decrees_left" not in given:
        s.decrees_left = max(0, decrees_in_all(s) - s.decrees_taken[0] - s.decrees_taken[1])
    for seat in range(SEATS):
        if "hand_size" not in given:
            s.hand_size[seat] = sum(copies_held(s, seat, kind) for kind in range(N_KINDS))
        for kind in range(N_KINDS):
            if s.opened[seat] and "shown" not in given:
                s.shown[seat, kind] = copies_held(s, seat, kind)
    if "first_empty" not in given:
        s.first_empty = expected_first_empty(s)
    place_unnamed(s, given)


def complete_event(s: Any, given: frozenset[str]) -> None:
    """Of the events before this one the first is a Silence, the others as they are listed; so are those to come [C9.1]."""
    if "hand_number" not in given:
        s.hand_number = (
            1 + sum(s.events_past) if any(s.events_past) else 2 if s.event > SILENCE else s.match_number or 1
        )
    if "row_size" not in given:
        s.row_size = sum(1 for place in range(HIGHEST_IN_ROW) if s.row[place])
    if not s.events:
        return
    if "event" not in given and s.hand_number <= EVENT_CARDS:
        s.event = SILENCE
    left = [event for event, copies in enumerate(EVENT_COPIES.values(), 1) for _ in range(copies)]
    for event in [s.event, *s.event_deck, *(e for e, n in enumerate(s.events_past, 1) for _ in range(n))]:
        if event in left:
            left.remove(event)
    if "events_past" not in given:
        past = min(s.hand_number - 1, EVENT_CARDS) if "event_deck" not in given else len(left)
        for event in left[:past]:
            s.events_past[event - 1] += 1
        left = left[past:]
    if "event_deck" not in given:
        for place, event in enumerate(left):
            s.event_deck[place] = event


def complete_trick(s: Any, given: frozenset[str]) -> None:
    """The plays that are told, the set to beat by them, and who leads after a pick at Mandate [C9.12]."""
    if "plays" not in given:
        s.plays = max((i + 1 for i in range(ROWS) if s.trick_kinds[i] or s.trick_ability[i]), default=0)
    if not given & {"to_beat_value", "to_beat_size"} and s.asks != LEAD:
        s.to_beat_value, s.to_beat_size = last_set(s) or (0, 0)
    if s.asks == PICK and s.plays and "leads_next" not in given:
        s.leads_next = leads_after_pick(s)


def complete_turn(s: Any, given: frozenset[str]) -> None:
    """The leader leads, the rival responds; a turn begins with an open decree step [C4.9]."""
    leads = s.asks == LEAD or (s.asks != RESPOND and not s.to_beat_size)
    if s.asks == PICK and s.plays:
        if "turn" not in given:
            s.turn = passer(s)
        if "leader" not in given:
            s.leader = s.trick_seat[0]
    else:
        if "turn" not in given:
            s.turn = s.leader if leads else 1 - s.leader
        if "leader" not in given:
            s.leader = s.turn if leads else 1 - s.turn
    if "decree_open" not in given:
        s.decree_open = int(s.asks in (LEAD, RESPOND))
    if "lead_ability_open" not in given:
        s.lead_ability_open = int(leads and s.asks in (LEAD, GIVE) and not s.plays)


def place_unnamed(s: Any, given: frozenset[str]) -> None:
    """Put the cards that the position does not name where nobody has seen them first, then beside the event."""
    unnamed = [kind for kind in reversed(range(N_KINDS)) for _ in range(COPIES[kind] - copies_named(s, kind))]
    if "pile_size" not in given:
        named = sum(1 for place in range(PILE) if s.pile[place])
        s.pile_size = named if "pile" in given else PILE - places_drawn(s)
    if "pile" in given and s.pile[0] and s.pile_size < PILE:
        align_pile(s)
    if "pile" not in given:
        for place in reversed(range(PILE - s.pile_size, PILE)):
            if unnamed:
                s.pile[place] = unnamed.pop(0) + 1
    if "face_up" not in given:
        for kind in unnamed[: FACE_UP[s.event]]:
            s.face_up[kind] += 1
        unnamed = unnamed[FACE_UP[s.event] :]
    if "looked_to" not in given and s.asks == GIVE:
        s.looked_to[s.turn] = min(PILE, PILE - s.pile_size + DRAWN)
    if "seen" not in given:
        for viewer in range(SEATS):
            for place in range(PILE - s.pile_size, s.looked_to[viewer]):
                s.seen[viewer, place] = s.pile[place]
    if "discard" not in given:
        for kind in unnamed:
            s.discard[kind] += 1


def align_pile(s: Any) -> None:
    """A pile written from its top with fewer than 16 cards lies at the last places of the dealt pile."""
    cards = [s.pile[place] for place in range(s.pile_size)]
    for place in range(PILE):
        s.pile[place] = cards[place - PILE + len(cards)] if place >= PILE - len(cards) else 0
