"""What makes a quiet position of Chu Han impossible: the rules that every one keeps, each with its reason."""

from typing import Any

from tianxia.engine.notation import counted, not_following
from tianxia.games.chu_han.cards import (
    COPIES,
    DECREES,
    FACE_UP,
    HAND,
    HIGHEST_IN_ROW,
    HONG_CANAL,
    KINDS,
    MANDATE,
    N_KINDS,
    PILE,
    ROWS,
    UNDRAWABLE,
    WARLORDS,
    card_name,
)
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.state import HAN, SEATS, STATE
from tianxia.games.chu_han.validation_events import EVENT_RULES, WAITS_FOR_THE_END

DRAWN = 2
IDLE = (
    "plays", "to_beat_value", "to_beat_size", "declared_ability", "declared_value", "declared_size", "declared_kinds",
    "declared_target", "declared_lent",
)  # fmt: skip
"""What is none before a trick is led."""
IDLE_BY_PLAY = ("trick_seat", "trick_ability", "trick_value", "trick_size", "trick_kinds")
IDLE_BY_SEAT = ("building_ability", "building", "lent")


def check(s: Record) -> str:
    """Why a quiet position cannot exist: the first of these rules that it breaks; an empty text if it keeps them all."""
    return next(filter(None, (broken(s) for broken in CHECKED)), "")


def copies_named(s: Record, kind: int) -> int:
    """How many copies of a kind lie somewhere."""
    copies = s.discard[kind] + s.face_up[kind] + s.pile.tolist().count(kind + 1) + s.row.tolist().count(kind + 1)
    return copies + sum(s.hand[seat, kind] for seat in range(SEATS))


def following(s: Record) -> dict[str, Any]:
    """The fields that follow from the others: sizes, what lies open or was seen, and that nothing is pending."""
    hands = s.hand.tolist()
    pile, top = s.pile.tolist(), places_drawn(s)
    return {
        **dict.fromkeys(IDLE, 0),
        **dict.fromkeys(IDLE_BY_PLAY, [0] * ROWS),
        **dict.fromkeys(IDLE_BY_SEAT, [0] * SEATS),
        **dict.fromkeys(("winner", "leads_next", "first_empty"), -1),
        "turn": s.leader,
        "row_size": sum(1 for place in range(HIGHEST_IN_ROW) if s.row[place]),
        "hand_size": [sum(hand) for hand in hands],
        "decrees_left": max(0, decrees_in_all(s) - sum(s.decrees_taken)),
        "pile_size": PILE - top,
        "shown": [hand if is_open else [0] * N_KINDS for hand, is_open in zip(hands, s.opened, strict=True)],
        "seen": [[pile[i] if top <= i < looked else 0 for i in range(PILE)] for looked in s.looked_to],
    }


def what_follows(s: Record) -> str:
    """What is told of fields that follow from the others is right."""
    return not_following(STATE, s, following(s))


def deck_is_whole(s: Record) -> str:
    """All 46 cards are there [C2.1]."""
    found = [copies_named(s, kind) for kind in range(N_KINDS)]
    for kind in sorted(range(N_KINDS), key=lambda kind: COPIES[kind] - found[kind]):  # too many before missing ones
        if found[kind] != COPIES[kind]:
            return f"card {card_name(KINDS[kind])} is there {found[kind]} times, the deck has {COPIES[kind]} [C2.1]"
    return ""


def decrees_in_all(s: Record) -> int:
    """Six decrees, but Warlords have 3 less and Hongmen 1 [C4.5, C9.2]."""
    return DECREES - int(FACE_UP[s.event]) // DRAWN


def places_drawn(s: Record) -> int:
    """Places of the dealt pile that are empty: the event's cards came from the top, each decree drew two [C9.2]."""
    return min(PILE, int(FACE_UP[s.event] + DRAWN * sum(s.decrees_taken)))


def decrees_and_pile(s: Record) -> str:
    """Six decrees in all; each that was taken took two cards from the top of the pile [C3.2, C4.5]."""
    taken, drawn = sum(s.decrees_taken), places_drawn(s)
    if taken > decrees_in_all(s):
        return f"{counted(taken, 'decree')} taken, there are {decrees_in_all(s)} [C4.5]"
    cards = sum(1 for place in range(PILE) if s.pile[place])
    if cards != PILE - drawn:
        with_it = f"with {counted(taken, 'decree')} taken there are {PILE - drawn}"
        return f"{counted(cards, 'card')} in the pile, {with_it} [C3.2]"
    for place in range(PILE):
        if (s.pile[place] == 0) != (place < drawn):
            return f"pile: place {place} should be {'none' if s.pile[place] else 'a card'}, {drawn} are drawn"
    return ""


def hands(s: Record) -> str:
    """15 cards and two a decree at most; an empty hand ends the hand [C3.2, C6.1]."""
    for seat in range(SEATS):
        cards, most = sum(s.hand.tolist()[seat]), most_cards(s, seat)
        if cards > most:
            return f"seat {seat} has {counted(cards, 'card')}, {most} is the most it can have [C3.2, C4.5]"
        if not cards:
            return f"the hand of seat {seat} is empty: the hand would be over [C6.1]"
    return ""


def most_cards(s: Record, seat: int) -> int:
    """What is dealt and drawn; Ying Bu beside the Warlords, the pairs of Hong Canal and the picks of Mandate add to it."""
    if s.event == MANDATE:
        return sum(COPIES)
    if s.event == HONG_CANAL:
        return HAND + int(sum(s.decrees_taken))
    return HAND + int(DRAWN * s.decrees_taken[seat] + (s.event == WARLORDS))


def scores(s: Record) -> str:
    """31 or more VP end the game; with two events at the end of the hand only [C1, C9.6]."""
    for seat in range(SEATS):
        if s.score[seat] >= s.goal and s.event not in WAITS_FOR_THE_END:
            return f"seat {seat} has {s.score[seat]} VP: the game would be over [C1]"
    return ""


def knowledge(s: Record) -> str:
    """What is known of hands is true; Ji Bu opens one when no decree is left, or shows places [C5.10, C8.2, C8.6]."""
    for seat in range(SEATS):
        if s.opened[seat] and s.decrees_left:
            return f"opened: the hand of seat {seat} is closed while decrees are left [C5.10]"
        for kind in range(N_KINDS):
            if s.surely[0, seat, kind] != s.surely[1, seat, kind]:
                return "surely: both seats know what one of them surely knows of the other's hand [C8.6]"
            if s.surely[HAN, seat, kind] > s.hand[seat, kind]:
                return f"surely: seat {seat} does not hold so many {card_name(KINDS[kind])} [C8.6]"
        shown = DRAWN if s.event == HONG_CANAL else UNDRAWABLE
        if s.looked_to[seat] % DRAWN or 0 < s.looked_to[seat] < FACE_UP[s.event] + shown:
            return f"looked_to of seat {seat}: Ji Bu shows four places from a top that moves by two [C5.10]"
    return ""


CHECKED = (what_follows, deck_is_whole, *EVENT_RULES, decrees_and_pile, hands, scores, knowledge)
