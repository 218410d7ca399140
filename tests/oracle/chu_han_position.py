"""Positions for the slow reference of Chu Han: what a position does not name is as at the start of a hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.oracle.chu_han_cards import CHU, DECK, HAN, KINDS, copies, value
from tests.oracle.chu_han_events import CARDS_BESIDE, decrees_in_all, pile_at_start

if TYPE_CHECKING:
    from tests.oracle.chu_han import ChuHan


FIELDS = {
    *(
        "hand",
        "pile",
        "discard",
        "score",
        "decrees_left",
        "decrees_taken",
        "leader",
        "doubled",
        "hand_number",
        "last_out",
    ),
    *("event", "face_up", "row", "row_last"),
}


def set_up(game: ChuHan, position: dict[str, Any]) -> None:
    """Start from a position, at the start of a trick; what it does not name is as at the start of a hand."""
    if not position.keys() <= FIELDS:
        raise ValueError(f"position: no field {sorted(position.keys() - FIELDS)}; fields are {sorted(FIELDS)}")
    game.hand_number = position.get("hand_number", 1)
    game.clear_table()
    game.hand = [Counter(cards.split()) for cards in position["hand"]]
    game.score = list(position.get("score", game.score))
    game.last_out = position.get("last_out", -1)
    game.doubled = position.get("doubled", False)
    game.decrees_taken = list(position.get("decrees_taken", [0, 0]))
    in_all = decrees_in_all(game.event)
    game.decrees_left = position.get("decrees_left", in_all - sum(game.decrees_taken))
    if game.decrees_left < 0 or game.decrees_left + sum(game.decrees_taken) != in_all:
        raise ValueError(
            f"decrees: {game.decrees_left} left and {game.decrees_taken} taken are not {in_all} in all [C4.5]"
        )
    game.start_trick(position.get("leader", HAN))
    set_up_event(game, position)
    lay_out_unnamed_cards(game, position.get("pile"), position.get("discard"))


def set_up_event(game: ChuHan, position: dict[str, Any]) -> None:
    """The event of this hand follows from the order; a position with face-up cards or a row must name them."""
    if position.get("event", game.event) != game.event:
        raise ValueError(f"event: hand {game.hand_number} has {game.event}, not {position['event']} [C9.1]")
    beside = CARDS_BESIDE.get(game.event, 0)
    game.face_up = Counter(position.get("face_up", "").split())
    right = game.face_up.total() <= beside if game.event == "warlords" else game.face_up.total() == beside
    if not right or (beside and "face_up" not in position):
        raise ValueError(f"face_up: {game.face_up.total()} cards; {game.event} has {beside} at the start [C9.2]")
    game.row = position.get("row", "").split()
    game.row_last = position.get("row_last", -1)
    if [value(kind) for kind in game.row] != list(range(1, len(game.row) + 1)):
        raise ValueError(f"row: {game.row} does not go 1, 2, 3 and so on [C9.10]")
    if game.row and game.event != "hangu":
        raise ValueError(f"row: only Hangu has one, this is {game.event} [C9.1]")
    if (game.row_last in (HAN, CHU)) != bool(game.row):
        raise ValueError(f"row_last: {game.row_last} with a row of {len(game.row)} cards [C9.10]")


def lay_out_unnamed_cards(game: ChuHan, pile: str | None, discard: str | None) -> None:
    """Cards that no field names fill the pile from the bottom, persons first; the others are the discard pile."""
    size = pile_at_start(game.event) - 2 * sum(game.decrees_taken)
    game.pile = pile.split() if pile is not None else []
    game.discard = Counter(discard.split()) if discard is not None else Counter()
    check_copies(game)
    unnamed = [kind for kind in reversed(KINDS) for _ in range(copies(kind) - game.all_cards()[kind])]
    if pile is None:
        game.pile, unnamed = unnamed[:size][::-1], unnamed[size:]
    if discard is None:
        game.discard, unnamed = Counter(unnamed), []
    if unnamed:
        raise ValueError(f"{unnamed[0]}: this card lies nowhere, the deck has 46 cards [C2.1]")
    if len(game.pile) != size:
        raise ValueError(f"pile: {len(game.pile)} cards; after {sum(game.decrees_taken)} decrees it has {size} [C4.5]")


def check_copies(game: ChuHan) -> None:
    """No more copies of a kind than the deck has [C2.1]."""
    for kind, count in game.all_cards().items():
        if count > DECK[kind]:
            raise ValueError(f"{kind}: {count} copies, the deck has {DECK[kind]} [C2.1]")
