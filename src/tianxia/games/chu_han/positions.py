"""Written positions of Chu Han: which ones are quiet, and what they may leave out. `validation` says which are impossible."""

from tianxia.engine.compiling import py_func
from tianxia.engine.notation import follow
from tianxia.games.chu_han.cards import COPIES, EVENT_CARDS, EVENT_COPIES, FACE_UP, N_KINDS, PILE, SILENCE
from tianxia.games.chu_han.questions import LEAD
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.rules.campaign import set_goal
from tianxia.games.chu_han.validation import check, copies_named, following, places_drawn

__all__ = ["check", "complete", "quiet"]


def quiet(s: Record) -> bool:
    """A trick begins: its leader has both steps before it and has begun no play [C4.1, C11.3]."""
    steps = s.decree_open and s.lead_ability_open
    return bool(s.asks == LEAD and steps and not any(s.building_ability) and not any(s.lent))


def complete(s: Record, given: frozenset[str]) -> None:
    """Fields left out are as at the start of a hand; cards not named go to the pile, persons lowest, then are discarded.

    With events a position that names none is in hand 1, with a Silence; one that names another event is in hand 2.
    """
    usual = {"last_out": -1, "match_number": 1 if s.campaign else 0, "decree_open": 1, "lead_ability_open": 1}
    for name, value in usual.items():
        if name not in given:
            setattr(s, name, value)
    py_func(set_goal)(s)
    if "score" not in given:
        s.score[1] = 1
    complete_event(s, given)
    place_unnamed(s, given)
    follow(s, following(s), given)


def complete_event(s: Record, given: frozenset[str]) -> None:
    """Of the events before this one the first is a Silence, the others as they are listed; so are those to come [C9.1]."""
    if "hand_number" not in given:
        s.hand_number = (
            1 + sum(s.events_past) if any(s.events_past) else 2 if s.event > SILENCE else s.match_number or 1
        )
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


def place_unnamed(s: Record, given: frozenset[str]) -> None:
    """Put the cards that the position does not name where nobody has seen them first, then beside the event."""
    unnamed = [kind for kind in reversed(range(N_KINDS)) for _ in range(COPIES[kind] - copies_named(s, kind))]
    if "pile" in given:
        align_pile(s)
    else:
        for place in reversed(range(places_drawn(s), PILE)):
            if unnamed:
                s.pile[place] = unnamed.pop(0) + 1
    if "face_up" not in given:
        for kind in unnamed[: FACE_UP[s.event]]:
            s.face_up[kind] += 1
        unnamed = unnamed[FACE_UP[s.event] :]
    if "discard" not in given:
        for kind in unnamed:
            s.discard[kind] += 1


def align_pile(s: Record) -> None:
    """A pile written from its top with fewer than 16 cards lies at the last places of the dealt pile."""
    cards = [card for card in s.pile if card]
    if s.pile[0] and len(cards) < PILE:
        for place in range(PILE):
            s.pile[place] = cards[place - PILE + len(cards)] if place >= PILE - len(cards) else 0
