"""What is in the box of Huns, the options, all the chance there is, and the words for acts [N1, N2.4, N9.3, N11.4]."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

COLOURS = ["blue", "red", "green", "black", "yellow"]
BLUE, RED, GREEN, BLACK, YELLOW = EVERY = range(5)
LETTERS = "ERMCT"  # of the cards of each colour
TYPES = ["violet", "orange", "green", "blue"]
DECK = Path(__file__).parents[2] / "src" / "tianxia" / "games" / "huns" / "deck.json"  # data only, read by this reader

GOODS = {2: 20, 3: 22, 4: 24}  # of each colour, by players [N1.2]
SLOTS, DISPLAY, START_WAGONS = 3, 4, 2
CARDS_OF_A_COLOUR, ALL_WAGONS, WAGONS_OF_A_TYPE = 12, 32, 8
NOWHERE = "none"

Goods = list[int]  # how many of each colour, in colour order


def no_goods() -> Goods:
    return [0, 0, 0, 0, 0]


def colour_of(word: str) -> int:
    if word not in COLOURS:
        raise ValueError(f"{word}: no colour; they are {COLOURS}")
    return COLOURS.index(word)


def counted(words: str) -> Goods:
    """`red red blue` as counts."""
    goods = no_goods()
    for word in words.split():
        goods[colour_of(word)] += 1
    return goods


@dataclass(frozen=True)
class Card:
    id: str
    colour: int
    min_players: int
    spaces: int  # 0 on Equipment, Raids and Treasures
    timing: str


@dataclass(frozen=True)
class WagonCard:
    id: str
    type: str
    need: tuple[int, ...]  # spaces of each colour

    @property
    def size(self) -> int:
        return sum(self.need)


class Deck:
    """The cards and wagons [N9.3]; ours or any other of the same form."""

    def __init__(self, raw: dict[str, Any]):
        self.cards = {
            card["id"]: Card(
                card["id"], colour_of(card["colour"]), card["min_players"], card["spaces"] or 0, card["timing"]
            )
            for card in raw["cards"]
        }
        self.wagons = {
            wagon["id"]: WagonCard(wagon["id"], wagon["type"], tuple(wagon["need"].get(c, 0) for c in COLOURS))
            for wagon in raw["wagons"]
        }
        self.check()

    def check(self) -> None:
        for colour, letter in enumerate(LETTERS):
            cards = [card for card in self.cards.values() if card.colour == colour]
            if [card.id for card in cards] != [f"{letter}{n:02}" for n in range(1, CARDS_OF_A_COLOUR + 1)]:
                raise ValueError(f"deck: {COLOURS[colour]} cards are {letter}01 to {letter}12 [N9.3]")
            if sorted(card.min_players for card in cards) != [2] * 10 + [3, 4]:
                raise ValueError(f"deck: one {COLOURS[colour]} card is for 3+, one for 4 [N9.3]")
            spaces = {card.spaces for card in cards}
            if not spaces <= (set(range(1, 6)) if letter in "MC" else {0}):
                raise ValueError(f"deck: Mercenaries and Curses have 1-5 spaces, other cards none; not {spaces} [N9.3]")
        types = Counter(wagon.type for wagon in self.wagons.values())
        if types != dict.fromkeys(TYPES, WAGONS_OF_A_TYPE):
            raise ValueError(f"deck: 8 wagons of each type, not {dict(types)} [N9.3]")
        for wagon in self.wagons.values():
            if not 3 <= wagon.size <= 5 or sum(count > 0 for count in wagon.need) < 2:
                raise ValueError(f"deck: {wagon.id} has 3-5 spaces of 2 or more colours [N9.3]")

    def decks(self, players: int) -> list[list[str]]:
        """The cards of each colour that this number of players use [N1.2]."""
        used = [card for card in self.cards.values() if card.min_players <= players]
        return [[card.id for card in used if card.colour == colour] for colour in EVERY]


@cache
def our_deck() -> Deck:
    return Deck(json.loads(DECK.read_text(encoding="utf-8")))


@dataclass(frozen=True)
class Options:
    players: int = 2
    open_sent: bool = False  # the types of sent wagons are shown to all [N12.4]
    max_rounds: int = 60  # [N8.23]

    def __post_init__(self) -> None:
        if self.players not in GOODS:
            raise ValueError(f"players: {self.players}; 2 to 4 can play [N1.2]")


@dataclass
class Chance:
    """All the chance that there is [N2.4]. Faces are taken from `rolls` when dice are rolled, and may be added later."""

    decks: list[list[str]]  # by colour, from the top
    wagons: list[str]  # from the top, before display and players take theirs
    first: int
    rolls: deque[int] = field(default_factory=deque)

    def check(self, deck: Deck, players: int) -> None:
        if [sorted(cards) for cards in self.decks] != deck.decks(players):
            raise ValueError(f"decks: all cards of each colour for {players}, in any order [N1.2]")
        if sorted(self.wagons) != sorted(deck.wagons):
            raise ValueError("wagons: all 32 in any order [N2.2]")
        if self.first not in range(players):
            raise ValueError(f"first: {self.first}; seats are 0 to {players - 1}")


# --- words ---------------------------------------------------------------------------------------------------------------


def every_act() -> Iterable[str]:
    """All acts in the order of their numbers; the last part runs fastest [N11.4]."""
    cards = [f"{letter}{n:02}" for letter in LETTERS for n in range(1, CARDS_OF_A_COLOUR + 1)]
    slots, seats = range(1, SLOTS + 1), range(4)
    yield from (f"die {c}" for c in COLOURS)
    yield "raise"
    yield from (f"value {v}" for v in (1, 2, 3))
    yield from ("draw", "loot")
    yield from (f"loot_as {c}" for c in COLOURS)
    yield from (f"play {card}" for card in cards)
    yield from (f"use {card}" for card in cards)
    yield from (f"victim {seat}" for seat in seats)
    yield from ("flee", "accept")
    yield from (f"on {card}" for card in cards if card[0] in "MC")
    yield from (f"load {c} {slot}" for c in COLOURS for slot in slots)
    yield from (f"brand {c} {slot} {space}" for c in COLOURS for slot in slots for space in COLOURS)
    yield from (f"good {c}" for c in COLOURS)
    yield from (f"take {seat} {slot} {c}" for seat in seats for slot in slots for c in COLOURS)
    yield from (f"swap {own} {seat} {slot}" for own in slots for seat in seats for slot in slots)
    yield from (f"wagon {place}" for place in (1, 2, 3, 4, "deck"))
    yield from (f"send {slot}" for slot in slots)
    yield "done"


NUMBER = {act: number for number, act in enumerate(every_act())}
