"""The event cards of Chu Han [C9]: the deck, what each hand begins with, and what events offer in place of a decree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tests.oracle.chu_han_cards import DECREES, KINDS, PILE, Cards, value

if TYPE_CHECKING:
    from tests.oracle.chu_han import ChuHan

SILENCE = "silence"
EVENT_DECK: Cards = Counter(
    {
        SILENCE: 5,
        **dict.fromkeys(("restraint", "warlords", "hongmen", "hangu", "gaixia", "stabilisation"), 1),
        **dict.fromkeys(("hong_canal", "mandate", "sudden_charge", "wise_counsel"), 1),
    }
)
WITHOUT_EVENT = "none"

DECREES_LESS = {"warlords": 3, "hongmen": 1}
CARDS_BESIDE = {"warlords": 6, "hongmen": 2}
LATE_VICTORY = {"stabilisation", "wise_counsel"}  # [C9.6]

HANGU_POINTS = 3
PASS_POINTS = 1  # Stabilisation
ONES_POINTS = 2  # Wise Counsel


def check_order(order: Sequence[str]) -> None:
    """15 cards, a Silence on top [C9.1]."""
    if Counter(order) != EVENT_DECK or order[0] != SILENCE:
        raise ValueError(f"events: {list(order)} is no order of the 15 event cards with a silence first [C9.1]")


def event_of_hand(game: ChuHan) -> str:
    """One event a hand; after the fifteenth the deck is used up and play goes on without [C9.1, C9.5]."""
    place = game.hand_number - 1
    return game.event_order[place] if place < len(game.event_order) else WITHOUT_EVENT


def decrees_in_all(event: str) -> int:
    """Warlords take 3 of the 6 decrees away, Hongmen 1 [C4.5, C9.1, C9.2]."""
    return DECREES - DECREES_LESS.get(event, 0)


def pile_at_start(event: str) -> int:
    """The face-up cards come from the 16 of the deal: 10 are left at Warlords, 14 at Hongmen [C9.2]."""
    return PILE - CARDS_BESIDE.get(event, 0)


def lay_face_up(game: ChuHan) -> None:
    """The top cards of the 16 lie beside the event, face up [C9.2]."""
    count = CARDS_BESIDE.get(game.event, 0)
    game.face_up = Counter(game.pile[:count])
    game.pile = game.pile[count:]


def at_warlords(game: ChuHan, kind: str) -> bool:
    """A card that both players may use [C9.8]."""
    return game.event == "warlords" and game.face_up[kind] > 0


def lies_open(game: ChuHan, kind: str) -> bool:
    """In the discard pile, the trick, the declared play, the row or at Hongmen, where nobody can react with it [C11.6]."""
    cards = game.discard + Counter(game.row)
    for _, _, played in game.trick:
        cards += played
    if game.declared is not None:
        cards += game.declared.cards
    if game.event == "hongmen":
        cards += game.face_up
    return cards[kind] > 0


# --- in place of a decree [C9.4, C9.7] ---------------------------------------------------------------------------------


def instead_of_a_decree(game: ChuHan) -> Iterator[str]:
    """Once a turn at the decree step, also without decrees left [C9.4]."""
    if not game.decree_open:
        return
    if game.event == "hongmen":
        yield from swaps(game)
    if game.event == "hangu":
        yield from (f"row {kind}" for kind in next_in_row(game))


def swaps(game: ChuHan) -> Iterator[str]:
    """A card of the hand for a face-up one of another kind [C9.9]."""
    hand = game.hand[game.turn]
    for give in KINDS:
        for take in KINDS:
            if hand[give] and game.face_up[take] and give != take:
                yield f"swap {give} {take}"


def next_in_row(game: ChuHan) -> Iterator[str]:
    """A 1, then each exactly 1 higher; persons count as 3 and 6, the 0 never fits, nothing follows the 9 [C9.10]."""
    wanted = len(game.row) + 1
    yield from (kind for kind in KINDS if game.hand[game.turn][kind] and value(kind) == wanted)


def swap(game: ChuHan, give: str, take: str) -> None:
    """Both cards are seen; it is no decree taken, but closes the step [C9.7, C9.9]."""
    seat = game.turn
    game.decree_open = False
    game.leave_hand(seat, Counter([give]))
    game.face_up[give] += 1
    game.face_up -= Counter([take])
    game.enter_hand_openly(seat, Counter([take]))


def place_in_row(game: ChuHan, kind: str) -> None:
    """Who places the last card of the row has the highest [C9.10]; placing the last card of the hand goes out [C9.4]."""
    seat = game.turn
    game.decree_open = False
    game.leave_hand(seat, Counter([kind]))
    game.row.append(kind)
    game.row_last = seat


# --- Hong Canal ----------------------------------------------------------------------------------------------------------


def gifts(game: ChuHan) -> Iterator[str]:
    """One of the two drawn kinds; two equal cards are one action [C11.2]."""
    yield from (f"give {kind}" for kind in KINDS if kind in game.drawn)


def give(game: ChuHan, gift: str) -> None:
    """The other card is kept. The giver knows the gift; who had seen the pair's places knows the kept card [C8.2, C8.6]."""
    seat = game.turn
    game.drawn.remove(gift)
    (kept,) = game.drawn
    game.drawn = []
    game.hand[seat][kept] += 1
    if game.drawn_was_seen:
        game.surely[1 - seat][kept] += 1
    game.hand[1 - seat][gift] += 1
    game.surely[seat][gift] += 1


# --- Mandate of Heaven ---------------------------------------------------------------------------------------------------


def picks(game: ChuHan) -> Iterator[str]:
    """Any card that lies in this trick, but not the one used to pass; or none [C9.4, C9.12].

    Cancelled and cancelling cards do not lie in the trick [C4.4].
    """
    lying: Cards = Counter()
    for _, ability, cards in game.trick:
        if ability not in ("xiahou_ying", "xiang_yu"):
            lying += cards
    yield from (f"take {kind}" for kind in KINDS if lying[kind])
    yield "decline"


def pick(game: ChuHan, kind: str) -> None:
    """Openly into the hand [C9.12]; of equal cards it does not matter which, the others are discarded now."""
    lying = next(cards for _, _, cards in game.trick if cards[kind])
    lying[kind] -= 1
    game.enter_hand_openly(game.turn, Counter([kind]))


# --- scoring ---------------------------------------------------------------------------------------------------------------


def decree_points(game: ChuHan, out: int) -> int:
    """1 per decree of the rival [C7.1]; at Restraint 2 each, and -1 per own decree [C9.1]."""
    taken = game.decrees_taken
    return 2 * taken[1 - out] - taken[out] if game.event == "restraint" else taken[1 - out]
