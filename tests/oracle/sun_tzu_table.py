"""The table of Sun Tzu: what lies where, and the moves that keep 21 armies and 20 cards a side [S1.8]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeVar

from tests.oracle.sun_tzu_cards import BLUE, FRAMED, GENERALS, PROVINCES, RED, TRACK, Cards, Options

T = TypeVar("T")


@dataclass
class Ask:
    """A decision [S14]: its number, and what each seat that is asked may do."""

    number: str
    options: dict[int, list[str]]


Answer = tuple[int, str]
Script = Generator[Ask, Answer, T]  # a part of the game: it asks, and goes on with the answer


class GameEnds(Exception):
    """The game ends in the middle of a battle: the fifth event is out [S9.1]."""


@dataclass
class DeckCard:
    kind: str
    drawn_before: bool = False  # its owner put it under the deck and knows its place [S13.3]
    seen_by_all: bool = False  # R5 or B4 put it there [S13.3]


@dataclass
class Need:
    """Armies to be found one at a time [S7.5]."""

    kind: str  # "place", "marker", "cost" or "pandemic"
    seat: int
    province: str  # of the battle; "none" for a Pandemic
    missing: int


def no_armies() -> dict[str, int]:
    return dict.fromkeys(PROVINCES, 0)


@dataclass
class Side:
    """One player's things."""

    seat: int
    pool: int = 0
    reinforcements: int = 0
    armies: dict[str, int] = field(default_factory=no_armies)
    markers: dict[str, int] = field(default_factory=no_armies)
    used: set[str] = field(default_factory=set)  # provinces where the own 6 acted [S7.2]
    hand: Cards = field(default_factory=Counter)
    orders: dict[str, str] = field(default_factory=dict)  # not yet revealed
    face_up: dict[str, str] = field(default_factory=dict)
    drawn: Cards = field(default_factory=Counter)  # of which one goes under the deck [S12.2]
    deck: list[DeckCard] = field(default_factory=list)  # from the top
    out: Cards = field(default_factory=Counter)
    held: list[str] = field(default_factory=list)  # unshown generals
    shown: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)  # generals not chosen
    confirmed: bool = False
    draws_more: bool = False  # a 1 that no Plague annulled [S7.1]
    beaten_nine: bool = False  # a 9 was played and did not win [S9]
    beaten_ten: bool = False

    def board(self) -> int:
        """Armies in provinces; marker armies do not count [S5.2]."""
        return sum(self.armies.values())

    def provinces(self) -> list[str]:
        return [province for province in PROVINCES if self.armies[province]]

    def hold(self, general: str) -> bool:
        return general in self.held

    def show(self, general: str) -> None:
        """Each general once a game, then out [S8]."""
        self.held.remove(general)
        self.shown.append(general)

    def take_from(self, source: str) -> None:
        """An army leaves the pool or a province."""
        if source == "pool":
            self.pool -= 1
            assert self.pool >= 0
        else:
            self.armies[source] -= 1
            assert self.armies[source] >= 0

    def return_armies(self, province: str, count: int) -> None:
        self.armies[province] -= count
        self.pool += count
        assert self.armies[province] >= 0

    def discards(self) -> list[str]:
        """An unframed card of the hand for one army of the reinforcements [S4.3, S14.2]."""
        if not self.reinforcements:
            return []
        return [f"discard {kind}" for kind in self.hand if self.hand[kind] and kind not in FRAMED]

    def discard(self, kind: str) -> None:
        self.hand -= Counter([kind])
        self.out[kind] += 1
        self.reinforcements -= 1
        self.pool += 1

    def draw(self, count: int) -> Cards:
        cards, self.deck = self.deck[:count], self.deck[count:]
        return Counter(card.kind for card in cards)

    def return_to_deck(self, province: str) -> None:
        """R5 and B4: the revealed card goes under the deck, the top card out of the game [S8.7]."""
        assert self.deck
        kind = self.face_up.pop(province)
        self.deck.append(DeckCard(kind, drawn_before=True, seen_by_all=True))
        self.out += self.draw(1)

    def all_armies(self) -> int:
        return self.pool + self.reinforcements + self.board() + sum(self.markers.values())

    def all_cards(self) -> Cards:
        lying = [*self.orders.values(), *self.face_up.values(), *(card.kind for card in self.deck)]
        return self.hand + self.drawn + self.out + Counter(lying)


@dataclass
class Table:
    """Both sides, and what is common."""

    options: Options
    displays: list[str]
    events: list[str]  # from the top
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(BLUE), Side(RED)))
    events_out: list[str] = field(default_factory=list)
    round: int = 0
    figure: int = 0  # [S1.3]
    holder: int = -1  # who has fewer armies, -1: nobody yet [S5.3]
    sealed: bool = False  # both confirmed, the orders of this round are fixed [S4.5]
    unfought: list[str] = field(default_factory=list)
    battle: str = "none"
    revealed: dict[int, str] = field(default_factory=dict)  # the cards of the battle being fought, by seat
    need: Need | None = None
    pestilence: bool = False  # R4, this round
    physician: bool = False  # R3, this battle
    feint: bool = False  # B2, this battle
    plagues: int = 0  # revealed in the game [S9.3]
    infantry: str = "none"  # where both 1s met last [S9.6]
    places: tuple[int, int] | None = None  # the result

    def first_seat(self) -> int:
        """The holder of this round, blue while there is none [S5.4]."""
        return BLUE if self.holder < 0 else self.holder

    def in_turn(self) -> tuple[Side, Side]:
        """Both sides, the first seat first [S5.4]."""
        first = self.first_seat()
        return self.sides[first], self.sides[1 - first]

    def other(self, side: Side) -> Side:
        return self.sides[1 - side.seat]

    def move_figure(self, spaces: int) -> None:
        """To blue's end when positive; what is over the end is lost [S10.1]."""
        self.figure = max(-TRACK, min(TRACK, self.figure + spaces))

    def leader(self) -> int:
        """Whose half the figure stands on, -1 for the middle."""
        return -1 if self.figure == 0 else (BLUE if self.figure > 0 else RED)

    def clear_battle(self) -> None:
        self.battle = "none"
        self.revealed = {}
        self.physician = self.feint = False

    def win(self, seat: int) -> None:
        self.places = (1, 2) if seat == BLUE else (2, 1)

    def deal_generals(self) -> None:
        for side in self.sides:
            side.aside = list(GENERALS[side.seat])
