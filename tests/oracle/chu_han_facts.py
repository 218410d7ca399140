"""What each viewer sees of a game of Chu Han [C8], for the slow reference."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.oracle.chu_han_cards import CHU, HAN, Cards, names
from tests.oracle.chu_han_events import decrees_in_all

if TYPE_CHECKING:
    from tests.oracle.chu_han import ChuHan

SEATS = (HAN, CHU)


class Views:
    """The part of the game that looks and changes nothing."""

    def held(self: ChuHan, seat: int) -> Cards:
        """What the rival of `seat` surely holds, as `seat` knows it [C8.6]."""
        return self.surely[seat].copy()

    def facts(self: ChuHan, viewer: int | None) -> dict[str, Any]:
        """Everything that a seat, or a spectator (None), may see [C8]."""
        play = self.declared
        return {
            "score": list(self.score),
            "hands": [self.hand_as_seen(seat, viewer) for seat in SEATS],
            "hand_size": [self.whole_hand(seat).total() for seat in SEATS],
            "pile_size": len(self.pile),
            "discard": names(self.discard),
            "decrees_left": self.decrees_left,
            "decrees_taken": list(self.decrees_taken),
            "trick": [[seat, ability, names(cards)] for seat, ability, cards in self.trick],
            "to_beat": list(self.to_beat),
            "stage": self.stage,
            "turn": self.turn,
            "actor": self.actor,
            "leader": self.leader,
            "doubled": self.doubled,
            "opened": list(self.opened),
            "declared": [play.ability, names(play.cards), play.target] if play else ["none", [], "none"],
            "building": [self.building_of(seat) if seat == viewer else None for seat in SEATS],
            "seen": [list(self.seen[seat]) if seat == viewer else None for seat in SEATS],
            "known": [names(self.held(seat)) if seat == viewer else None for seat in SEATS],
            "hand_number": self.hand_number,
            "winner": self.winner,
            "decree_open": self.decree_open,
            "lead_ability_open": self.lead_ability_open,
            **self.facts_of_events(viewer),
        }

    def facts_of_events(self: ChuHan, viewer: int | None) -> dict[str, Any]:
        """The event, its face-up cards and its row are seen by all [C8.1].

        A card that is lent to a play is face up until the play is declared [C8.4]. Of the pair that Hong Canal
        drew only the taker sees anything [C8.2].
        """
        return {
            "event": self.event,
            "decrees_in_all": decrees_in_all(self.event),
            "face_up": names(self.face_up),
            "row": list(self.row),
            "row_last": self.row_last,
            "lent": [self.lent_to(seat) if seat == viewer else None for seat in SEATS],
            "declared_lent": self.declared.lent or "none" if self.declared else "none",
            "drawn": [self.drawn_by(seat) if seat == viewer else None for seat in SEATS],
        }

    def building_of(self: ChuHan, seat: int) -> list[Any]:
        if seat != self.turn or not self.building:
            return ["none", []]
        return [self.building[0], sorted(self.building)]

    def lent_to(self: ChuHan, seat: int) -> str:
        """The face-up card at Warlords that a play under way has to use [C11.5]."""
        return self.lent if seat == self.turn and self.lent else "none"

    def drawn_by(self: ChuHan, seat: int) -> list[str]:
        return sorted(self.drawn) if seat == self.turn else []

    def whole_hand(self: ChuHan, seat: int) -> Cards:
        """To others a play that is not complete is still in the hand [C8.4]."""
        return self.hand[seat] + self.built_from_hand() if seat == self.turn else self.hand[seat]

    def hand_as_seen(self: ChuHan, seat: int, viewer: int | None) -> list[str] | None:
        """A hand is seen by its owner, and by everyone once it is open [C8.1, C8.2]."""
        if seat == viewer:
            return names(self.hand[seat])
        return names(self.whole_hand(seat)) if self.opened[seat] else None

    def all_cards(self: ChuHan) -> Cards:
        """Every card on the table, wherever it lies: always the whole deck [C2.1]."""
        cards = Counter([*self.pile, *self.drawn, *self.row]) + self.built_from_hand()
        for lying in (*self.hand, self.discard, self.face_up, *(row for _, _, row in self.trick)):
            cards.update(lying)
        if self.declared:
            cards.update(self.declared.cards)
        return +cards
