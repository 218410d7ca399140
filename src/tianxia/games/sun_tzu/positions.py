"""Written positions of Sun Tzu: which ones are quiet, and what they may leave out. `validation` says which are impossible."""

from tianxia.engine.notation import follow
from tianxia.games.sun_tzu.pieces import (
    ARMIES,
    COPY,
    DECK,
    FRAMED,
    N_CARDS,
    N_EVENTS,
    N_PROVINCES,
    OWN_GENERALS,
    REINFORCEMENTS,
)
from tianxia.games.sun_tzu.questions import D1, D2
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.state import SEATS
from tianxia.games.sun_tzu.validation import bits_of, cards_lying, check, deck_cards, following

__all__ = ["check", "complete", "quiet"]


def quiet(s: Record) -> bool:
    """Orders begin: no card laid or confirmed, R4 not used; or no general is chosen yet [S2.2, S4, S8.6]."""
    if s.asks == D1:
        return not any(s.unshown)
    if s.asks != D2 or s.pestilence or any(s.confirmed):
        return False
    return not any(s.laid[seat, province] for seat in range(SEATS) for province in range(N_PROVINCES))


def complete(s: Record, given: frozenset[str]) -> None:
    """Fields left out are as in round 1 with empty provinces, or, where `asks` tells so, before generals are chosen.

    Framed cards that lie nowhere are in the hand; unframed ones lie in the deck, in the order of the list of kinds or,
    where the deck is told, are out. Of `pool` and `reinforcements` one may be left out. A side of which no general is told
    has used its first one. `fresh` tells how many cards of the deck were never drawn: the others are known to their owner.
    """
    if "asks" not in given:
        s.asks = D2
    if "round" not in given:
        s.round = int(s.asks != D1)
    if "holder" not in given:
        s.holder = -1
    if "displays" not in given:
        for province in range(N_PROVINCES):
            s.displays[province] = province
    if s.events and "event_deck" not in given:
        complete_events(s)
    for seat in range(SEATS):
        complete_armies(s, seat, given)
        complete_cards(s, seat, given)
        if "fresh" not in given:
            s.fresh[seat] = len(deck_cards(s, seat))
        if s.generals and s.asks != D1 and not any(s.shown.tolist()[seat]) and not s.held[seat]:
            s.shown[seat, 0] = bits_of(OWN_GENERALS[seat])[0] + 1
    follow(s, following(s), given)


def complete_events(s: Record) -> None:
    """Those that are out, the one that is face up, and the others as they are listed."""
    first = [event for event in [*s.events_out, s.event] if event]
    rest = [event for event in range(1, N_EVENTS + 1) if event not in first]
    for place, event in enumerate([*dict.fromkeys(first), *rest][:N_EVENTS]):
        s.event_deck[place] = event


def complete_armies(s: Record, seat: int, given: frozenset[str]) -> None:
    """The armies that are nowhere are in the pool, 3 of them in reinforcements [S1.5]; a marker has used its place."""
    elsewhere = sum(s.armies[seat, province] + s.markers[seat, province] for province in range(N_PROVINCES))
    usual = 0 if s.beginner else REINFORCEMENTS
    if "reinforcements" not in given:
        s.reinforcements[seat] = max(0, ARMIES - elsewhere - s.pool[seat]) if "pool" in given else usual
    if "pool" not in given:
        s.pool[seat] = max(0, ARMIES - elsewhere - s.reinforcements[seat])
    if "used" not in given:
        s.used[seat] = sum((s.markers[seat, province] > 0) << province for province in range(N_PROVINCES))


def complete_cards(s: Record, seat: int, given: frozenset[str]) -> None:
    """Cards that lie nowhere."""
    lying = cards_lying(s, seat)
    missing = [max(0, COPY[s.beginner, kind] - lying[kind]) for kind in range(N_CARDS)]
    for kind in range(FRAMED):
        s.hand[seat, kind] += missing[kind]
    rest = [kind for kind in range(FRAMED, N_CARDS) for _ in range(missing[kind])]
    if "deck" not in given:
        for place, kind in enumerate(rest[:DECK]):
            s.deck[seat, place] = kind + 1
    elif "out" not in given:
        for kind in rest:
            s.out[seat, kind] += 1
