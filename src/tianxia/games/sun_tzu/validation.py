"""What makes a quiet position of Sun Tzu impossible: the rules that every one keeps, each with its reason."""

from typing import Any

from tianxia.engine.notation import counted, not_following
from tianxia.games.sun_tzu.pieces import (
    ARMIES,
    B3,
    B4,
    CARDS,
    COPY,
    DECK,
    EVENT_CARDS,
    FRAMED,
    GENERALS,
    MINUS_ONE,
    N_CARDS,
    N_EVENTS,
    N_PROVINCES,
    OWN_GENERALS,
    PLAGUE,
    PROVINCES,
    R5,
    SCORING_ROUNDS,
    TRACK,
    WAR_CHARIOT,
)
from tianxia.games.sun_tzu.questions import D1
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.rules.sequence import GENERALS as CHOICE_OF_GENERALS
from tianxia.games.sun_tzu.rules.sequence import ORDERS
from tianxia.games.sun_tzu.state import BLUE, RED, SEAT_NAMES, SEATS, STATE

__all__ = ["bits_of", "cards_lying", "check", "deck_cards", "following"]

NOTHING_YET = (
    "figure",
    "plagues",
    "infantry",
    "armies",
    "markers",
    "used",
    "beaten_nine",
    "beaten_ten",
    "shown",
    "events_out",
)
"""What is empty until the first orders [S2]."""
IDLE = (
    "sealed", "unfought", "battle", "physician", "feint", "need", "need_province", "missing",
)  # fmt: skip
"""What is none while nothing is pending."""
IDLE_BY_SEAT = ("revealed", "confirmed", "draws_more", "drawn_size")


def check(s: Record) -> str:
    """Why a quiet position cannot exist: the first of these rules that it breaks; an empty text if it keeps them all."""
    return next(filter(None, (broken(s) for broken in CHECKED)), "")


def bits_of(word: int) -> list[int]:
    """Members of a bit set."""
    return [i for i in range(int(word).bit_length()) if word >> i & 1]


def deck_cards(s: Record, seat: int) -> list[int]:
    """The kinds in a deck, from the top; gaps are left out."""
    return [card - 1 for card in s.deck.tolist()[seat] if card]


def cards_lying(s: Record, seat: int) -> list[int]:
    """How many cards of each kind a side has in the hand, in the deck and out of the game."""
    deck = deck_cards(s, seat)
    return [s.hand[seat, kind] + s.out[seat, kind] + deck.count(kind) for kind in range(N_CARDS)]


def following(s: Record) -> dict[str, Any]:
    """The fields that follow from the others: sizes, what the owner of a deck knows, and that nothing is pending."""
    seats = range(SEATS)
    decks = [deck_cards(s, seat) for seat in seats]
    tops = [deck[: s.fresh[seat]] for seat, deck in enumerate(decks)]
    known = [[0] * len(top) + [kind + 1 for kind in deck[len(top) :]] for top, deck in zip(tops, decks, strict=True)]
    shown = [sum(1 << general - 1 for general in set(row) if general) for row in s.shown.tolist()]
    out = [event for event in s.events_out if event]
    return {
        **dict.fromkeys(IDLE, 0),
        **dict.fromkeys(IDLE_BY_SEAT, [0] * SEATS),
        **dict.fromkeys(("asked", "winner", "need_seat"), -1),
        "face_up": [[0] * N_PROVINCES] * SEATS,
        "drawn": [[0] * N_CARDS] * SEATS,
        "step": CHOICE_OF_GENERALS if s.asks == D1 else ORDERS,
        "hand_size": [sum(s.hand[seat, kind] for kind in range(N_CARDS)) for seat in seats],
        "deck_size": [len(deck) for deck in decks],
        "undrawn": [[top.count(kind) for kind in range(N_CARDS)] for top in tops],
        "known": [row + [0] * (DECK - len(row)) for row in known],
        "unshown": [s.held[seat].bit_count() for seat in seats],
        "aside": [OWN_GENERALS[seat] & ~(s.held[seat] | shown[seat]) if s.generals else 0 for seat in seats],
        "events_left": N_EVENTS - len(out) if s.events else 0,
        "event": next((event for event in s.event_deck if event not in out), 0),
    }


def what_follows(s: Record) -> str:
    """What is told of fields that follow from the others is right."""
    return not_following(STATE, s, following(s))


def options_fit(s: Record) -> str:
    """Beginners play without events and generals [S2.3]."""
    if s.beginner and (s.events or s.generals):
        return "beginners play without events and generals [S2.3]"
    return ""


def moment(s: Record) -> str:
    """Generals are chosen before round 1, with the option; the game is over with the figure at an end [S2.4, S11.1]."""
    if (s.round == 0) != (s.asks == D1):
        return f"round is {s.round}: it is 0 while generals are chosen, and never else [S2.4]"
    if s.round - 1 in SCORING_ROUNDS and abs(s.figure) == TRACK:
        return f"the figure is at an end after the scoring of round {s.round - 1}: the game is over [S11.1]"
    if s.asks != D1:
        return ""
    if not s.generals:
        return "generals are chosen only with the option [S2.3]"
    begun = [name for name in NOTHING_YET if any_told(getattr(s, name))] + ["holder"] * (s.holder >= 0)
    if begun:
        return f"{begun[0]} is told, but generals are chosen before anything happens [S2.4]"
    if any(s.fresh[seat] != DECK for seat in range(SEATS)):
        return f"generals are chosen before cards are drawn: {DECK} in each deck, never drawn [S2.4]"
    return ""


def any_told(value: Any) -> bool:
    """Whether a number, or one of an array, is not zero."""
    return bool(value) if isinstance(value, int) else value.tobytes().strip(b"\0") != b""


def armies(s: Record) -> str:
    """21 armies a side; no province has armies of both; a marker army has used its place [S1.7, S1.8, S7.2]."""
    for seat in range(SEATS):
        board = sum(s.armies[seat, province] for province in range(N_PROVINCES))
        markers = sum(s.markers[seat, province] for province in range(N_PROVINCES))
        total = s.pool[seat] + s.reinforcements[seat] + board + markers
        if total != ARMIES:
            return (
                f"{SEAT_NAMES[seat]} has {counted(s.pool[seat], 'army', 'armies')} in the pool, "
                f"{s.reinforcements[seat]} in reinforcements, "
                f"{board} on the board and {counted(markers, 'marker')}: {total}, not {ARMIES} [S1.8]"
            )
    for province, name in enumerate(PROVINCES):
        if s.armies[BLUE, province] and s.armies[RED, province]:
            return f"{name} has armies of both sides [S1.7]"
        for seat in range(SEATS):
            if s.markers[seat, province] and not s.used[seat] >> province & 1:
                return f"{SEAT_NAMES[seat]} has a marker in {name}, which is not used [S7.2]"
    return ""


def displays(s: Record) -> str:
    """Five different score displays [S1.4]."""
    return "" if len(set(s.displays)) == N_PROVINCES else "the five score displays are different ones [S1.4]"


def cards(s: Record) -> str:
    """20 cards a side, 18 for beginners; framed ones are in the hand when orders begin [S1.6, S1.8, S12.1]."""
    for seat, name in enumerate(SEAT_NAMES):
        lying = cards_lying(s, seat)
        kinds = sorted(range(N_CARDS), key=lambda kind: COPY[s.beginner, kind] - lying[kind])  # too many before missing
        for kind in kinds:
            if lying[kind] != COPY[s.beginner, kind]:
                return f"{name} has the card {CARDS[kind]} {lying[kind]} times, not {COPY[s.beginner, kind]} [S1.6]"
            if kind < FRAMED and not s.hand[seat, kind]:
                return f"{name}: the framed {CARDS[kind]} is never out of the game, nor in the deck [S12.1]"
    revealed = s.out[BLUE, PLAGUE] + s.out[RED, PLAGUE] + (R5 + 1 in s.shown.tolist()[RED])
    if s.plagues > revealed:
        return f"plagues is {s.plagues}: of these {revealed} are out, or were returned by R5 [S9.3, S12.1]"
    return ""


def decks(s: Record) -> str:
    """A deck lies from the top on; the cards never drawn are above those put under [S13.3]."""
    for seat, name in enumerate(SEAT_NAMES):
        size = len(deck_cards(s, seat))
        if any(s.deck[seat, place] for place in range(size, DECK)):
            return f"the deck of {name} has {counted(size, 'card')}, told from the top without gaps"
        if s.fresh[seat] > size:
            return f"{name}: cards of the deck never drawn: {s.fresh[seat]}, it has {size} [S13.3]"
        if reason := returned_card(s, seat):
            return f"returned of {name}: {reason}"
    return ""


def returned_card(s: Record, seat: int) -> str:
    """One card at most, among those put under: a -1 by B4, a Plague by R5, which was then shown [S8.7]."""
    places = [place for place in range(DECK) if s.returned[seat, place]]
    if not places:
        return ""
    general, kind = (B4, MINUS_ONE) if seat == BLUE else (R5, PLAGUE)
    if general + 1 not in s.shown.tolist()[seat]:
        return "the general who returns a card is not shown [S8.7]"
    (place, *more) = places
    lies_there = s.returned[seat, place] == s.deck[seat, place] == kind + 1
    if more or not lies_there or place < s.fresh[seat]:
        return f"one {CARDS[kind]}, which lies at that place of the deck, put under [S8.7]"
    return ""


def generals(s: Record) -> str:
    """One of the own five, a second one by War chariot; the others are laid aside [S2.2, S8.10, S9.5]."""
    most = 2 if WAR_CHARIOT + 1 in s.events_out.tolist() else 1
    for seat, name in enumerate(SEAT_NAMES):
        shown = [general - 1 for general in s.shown.tolist()[seat] if general]
        mine = [*shown, *bits_of(s.held[seat])]
        if not s.generals:
            if mine:
                return f"{name} has generals, but they are not played with [S2.3]"
            continue
        if shown and not s.shown[seat, 0]:
            return f"the generals that {name} has shown are told in order"
        if len(set(mine)) < len(mine) or not set(mine) <= set(bits_of(OWN_GENERALS[seat])):
            five = ", ".join(GENERALS[general] for general in bits_of(OWN_GENERALS[seat]))
            return f"the generals of {name} are {five}, each in one place [S2.2]"
        if s.asks == D1:
            continue
        if s.held[seat] >> B3 & 1:
            return "B3 is shown as soon as the game begins [S8.3]"
        if not 1 <= len(mine) <= most:
            return f"{name} has {counted(len(mine), 'general')}, not {'1 or 2' if most > 1 else '1'} [S2.2, S9.5]"
    return ""


def event_cards(s: Record) -> str:
    """Five event cards, each in one place; the top ones are out, the next is face up, the fifth ends the game [S2.3, S9.1]."""
    deck, out = s.event_deck.tolist(), [event for event in s.events_out if event]
    if not s.events:
        return "there are event cards, but they are not played with [S2.3]" if any(deck) or out else ""
    if sorted(deck) != list(range(1, N_EVENTS + 1)):
        return f"event_deck should have each of {', '.join(EVENT_CARDS)} once [S2.3]"
    if s.events_out.tolist() != deck[: len(out)] + [0] * (N_EVENTS - len(out)):
        return f"events_out should be the first {len(out)} of event_deck [S9.1]"
    return "the fifth event is out, so the game is over [S9.1]" if len(out) == N_EVENTS else ""


CHECKED = (options_fit, armies, displays, cards, decks, event_cards, generals, what_follows, moment)
