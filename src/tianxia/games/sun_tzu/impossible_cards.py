"""What makes a written position of Sun Tzu impossible: its cards [S1.6, S1.8, S12, S13.2, S13.3]."""

from typing import Any

from tianxia.engine.notation import counted
from tianxia.games.sun_tzu.pieces import (
    B4,
    CARDS,
    COPY,
    DECK,
    FRAMED,
    MINUS_ONE,
    MOST_SHOWN,
    N_CARDS,
    N_PROVINCES,
    PLAGUE,
    R5,
)
from tianxia.games.sun_tzu.state import BLUE, D9, SEAT_NAMES, SEATS


def deck_cards(s: Any, seat: int) -> list[int]:
    """The kinds in a deck, from the top; gaps are left out."""
    return [s.deck[seat, place] - 1 for place in range(DECK) if s.deck[seat, place]]


def cards_lying(s: Any, seat: int) -> list[int]:
    """How many cards of each kind a side has somewhere."""
    counts = [s.hand[seat, kind] + s.drawn[seat, kind] + s.out[seat, kind] for kind in range(N_CARDS)]
    for kind in deck_cards(s, seat):
        counts[kind] += 1
    for province in range(N_PROVINCES):
        for card in (s.laid[seat, province], s.face_up[seat, province]):
            if card:
                counts[card - 1] += 1
    return counts


def side_has_its_cards(s: Any) -> str:
    """20 cards a side, 18 for beginners; framed ones are in hand or played [S1.6, S1.8, S12.1]."""
    for seat in range(SEATS):
        name = SEAT_NAMES[seat]
        lying = cards_lying(s, seat)
        kinds = sorted(range(N_CARDS), key=lambda kind: COPY[s.beginner, kind] - lying[kind])  # too many before missing
        for kind in kinds:
            if lying[kind] != COPY[s.beginner, kind]:
                return f"{name} has the card {CARDS[kind]} {lying[kind]} times, not {COPY[s.beginner, kind]} [S1.6]"
        for kind in range(FRAMED):
            if s.out[seat, kind] or s.drawn[seat, kind] or kind in deck_cards(s, seat):
                return f"{name}: the framed {CARDS[kind]} is never out of the game, nor in the deck [S12.1]"
    return ""


def decks(s: Any) -> str:
    """The cards never drawn lie on top; their owner knows the others; what R5 or B4 returned all know [S13.3]."""
    for seat in range(SEATS):
        name = SEAT_NAMES[seat]
        cards = deck_cards(s, seat)
        if s.deck_size[seat] != len(cards) or any(s.deck[seat, place] for place in range(len(cards), DECK)):
            return f"deck_size of {name} is {s.deck_size[seat]}; its deck has {counted(len(cards), 'card')}, told from the top"
        fresh = s.fresh[seat]
        if fresh > len(cards):
            return f"{name}: cards of the deck never drawn: {fresh}, it has {len(cards)} [S13.3]"
        undrawn = [cards[:fresh].count(kind) for kind in range(N_CARDS)]
        if undrawn != [s.undrawn[seat, kind] for kind in range(N_CARDS)]:
            return f"undrawn of {name} is not what lies on top of the deck [S13.3]"
        known = [0] * fresh + [kind + 1 for kind in cards[fresh:]] + [0] * (DECK - len(cards))
        if known != [s.known[seat, place] for place in range(DECK)]:
            return f"known of {name} should be the deck below the {counted(fresh, 'card')} never drawn [S13.3]"
        reason = returned_card(s, seat)
        if reason:
            return f"returned of {name}: {reason}"
    return ""


def returned_card(s: Any, seat: int) -> str:
    """One card at most, among those put under: a -1 by B4, a Plague by R5, which was then shown [S8.7]."""
    places = [place for place in range(DECK) if s.returned[seat, place]]
    if not places:
        return ""
    general, kind = (B4, MINUS_ONE) if seat == BLUE else (R5, PLAGUE)
    if general + 1 not in [s.shown[seat, place] for place in range(MOST_SHOWN)]:
        return "the general who returns a card is not shown [S8.7]"
    (place, *more) = places
    lies_there = s.returned[seat, place] == s.deck[seat, place] == kind + 1
    if more or not lies_there or place < s.fresh[seat]:
        return f"one {CARDS[kind]}, which lies at that place of the deck, put under [S8.7]"
    return ""


def drawn_cards(s: Any) -> str:
    """At the end of a round 2 or 3 cards are drawn, until one is put under [S12.2]."""
    for seat in range(SEATS):
        cards = sum(s.drawn[seat, kind] for kind in range(N_CARDS))
        if cards != s.drawn_size[seat]:
            return f"drawn_size of {SEAT_NAMES[seat]} is {s.drawn_size[seat]}, it has drawn {counted(cards, 'card')}"
        wanted = 3 if s.draws_more[seat] else 2
        if cards and (s.asks != D9 or cards != wanted):
            return f"{SEAT_NAMES[seat]} has drawn {counted(cards, 'card')}; at the end of this round it draws {wanted} [S12.2]"
    return ""


def expected_hand_size(s: Any, seat: int) -> int:
    """Until both have confirmed, hand and orders are one number [S13.2]."""
    hand = sum(s.hand[seat, kind] for kind in range(N_CARDS))
    orders = sum(s.laid[seat, province] != 0 for province in range(N_PROVINCES))
    return int(hand if s.sealed else hand + orders)


def hands(s: Any) -> str:
    """The public number of cards [S13.2]."""
    for seat in range(SEATS):
        cards = expected_hand_size(s, seat)
        if s.hand_size[seat] != cards:
            return f"hand_size of {SEAT_NAMES[seat]} is {s.hand_size[seat]}, it has {counted(cards, 'card')} [S13.2]"
    return ""
