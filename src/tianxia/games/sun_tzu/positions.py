"""Written positions of Sun Tzu: what they may leave out. What makes one impossible is in `impossible`."""

from typing import Any

from tianxia.games.sun_tzu.impossible import (
    CHECKED,
    bits_of,
    cards_lying,
    check,
    deck_cards,
    expected_asked,
    expected_hand_size,
    expected_unfought,
)
from tianxia.games.sun_tzu.impossible_stage import STEPS_OF, stage
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
from tianxia.games.sun_tzu.questions import D1, D2, OVER
from tianxia.games.sun_tzu.rules.sequence import NEXT
from tianxia.games.sun_tzu.state import SEATS

__all__ = ["CHECKED", "check", "complete", "quiet"]


def quiet(_s: Any) -> bool:
    """Any position may be written."""
    return True


def complete(s: Any, given: frozenset[str]) -> None:
    """Fields left out are as in round 1 with empty provinces; a position without `asks` and `step` asks for orders.

    Without `step` it is the first one at which this may be asked, of the seat that is asked if `asked` is told.
    Framed cards that lie nowhere are in the hand; unframed ones lie in the deck, in the order of the list of kinds or,
    where the deck is told, are out. Of `pool` and `reinforcements` one may be left out. A side of which no general is told
    has used its first one. `fresh` tells how many cards of the deck were never drawn: the others are known to their owner.
    """
    complete_stage(s, given)
    complete_common(s, given)
    for seat in range(SEATS):
        complete_armies(s, seat, given)
        complete_cards(s, seat, given)
        complete_deck(s, seat, given)
        complete_generals(s, seat, given)
        if "hand_size" not in given:
            s.hand_size[seat] = expected_hand_size(s, seat)
    complete_step(s, given)


def complete_step(s: Any, given: frozenset[str]) -> None:
    """The first step at which all that is told fits, else the first that asks this [S14]; and who is asked there."""
    steps = STEPS_OF[s.asks]
    for step in [s.step] if "step" in given else [*steps, steps[0]]:
        s.step = step
        if "asked" not in given:
            s.asked = expected_asked(s)
        if not stage(s):
            return


def complete_stage(s: Any, given: frozenset[str]) -> None:
    """What is asked, and how far the orders are."""
    if not given & {"asks", "step"}:
        s.asks = D2
    if "step" not in given:
        s.step = STEPS_OF[s.asks][0]
    if "round" not in given and (s.asks != D1 or "asks" not in given):
        s.round = 1
    if "sealed" not in given:
        s.sealed = int(s.step >= NEXT)
    for seat in range(SEATS):
        if "confirmed" not in given:
            s.confirmed[seat] = s.sealed
    if "unfought" not in given:
        s.unfought = expected_unfought(s)
    for name in ("holder", "winner", "need_seat"):
        if name not in given and not (name == "winner" and s.asks == OVER):
            setattr(s, name, -1)


def complete_common(s: Any, given: frozenset[str]) -> None:
    """Displays and events: the first ones of the list, those that are out named."""
    if "displays" not in given:
        for province in range(N_PROVINCES):
            s.displays[province] = province
    if not s.events:
        return
    out = [s.events_out[i] for i in range(N_EVENTS) if s.events_out[i]]
    if "events_left" not in given:
        s.events_left = N_EVENTS - len(out)
    if "event_deck" not in given:
        top = [s.event] if s.event and s.event not in out else []
        rest = [event for event in range(1, N_EVENTS + 1) if event not in out + top]
        for place, event in enumerate((out + top + rest)[:N_EVENTS]):
            s.event_deck[place] = event
    if "event" not in given and s.events_left:
        s.event = s.event_deck[N_EVENTS - s.events_left]


def complete_armies(s: Any, seat: int, given: frozenset[str]) -> None:
    """The armies that are nowhere are in the pool, 3 of them in reinforcements [S1.5]; a marker has used its place."""
    elsewhere = sum(s.armies[seat, province] + s.markers[seat, province] for province in range(N_PROVINCES))
    usual = 0 if s.beginner else REINFORCEMENTS
    if "pool" in given and "reinforcements" not in given:
        s.reinforcements[seat] = max(0, ARMIES - elsewhere - s.pool[seat])
    elif "pool" not in given:
        if "reinforcements" not in given:
            s.reinforcements[seat] = usual
        s.pool[seat] = max(0, ARMIES - elsewhere - s.reinforcements[seat])
    if "used" not in given:
        s.used[seat] = sum((s.markers[seat, province] > 0) << province for province in range(N_PROVINCES))


def complete_cards(s: Any, seat: int, given: frozenset[str]) -> None:
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


def complete_deck(s: Any, seat: int, given: frozenset[str]) -> None:
    """What follows from the deck: its size, which cards were never drawn, what its owner knows of it [S13.3]."""
    cards = deck_cards(s, seat)
    if "deck_size" not in given:
        s.deck_size[seat] = len(cards)
    if "fresh" not in given:
        s.fresh[seat] = len(cards)
        if "known" in given:
            s.fresh[seat] = next((place for place in range(len(cards)) if s.known[seat, place]), len(cards))
    for place, kind in enumerate(cards):
        if "undrawn" not in given and place < s.fresh[seat]:
            s.undrawn[seat, kind] += 1
        if "known" not in given and place >= s.fresh[seat]:
            s.known[seat, place] = kind + 1
    if "drawn_size" not in given:
        s.drawn_size[seat] = sum(s.drawn[seat, kind] for kind in range(N_CARDS))


def complete_generals(s: Any, seat: int, given: frozenset[str]) -> None:
    """How many are unshown, and which are laid aside [S2.2]."""
    if not s.generals:
        return
    shown = [s.shown[seat, place] - 1 for place in range(2) if s.shown[seat, place]]
    if s.asks != D1 and not shown and not s.held[seat] and "aside" not in given:
        first = bits_of(OWN_GENERALS[seat])[0]
        s.shown[seat, 0] = first + 1
        shown = [first]
    if "unshown" not in given:
        s.unshown[seat] = len(bits_of(s.held[seat]))
    if "aside" not in given:
        s.aside[seat] = OWN_GENERALS[seat] & ~s.held[seat] & ~sum(1 << general for general in shown)
