"""What is in the box of Huang, the options, and all the chance there is [H1.1, H2, M1-M4]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.oracle.huang_map import Map

YELLOW, RED, BLUE, GREEN, WHITE = COLOURS = ["yellow", "red", "blue", "green", "white"]
ALL_TILES = Counter({YELLOW: 42, RED: 36, BLUE: 24, GREEN: 24, WHITE: 12})  # [H1.1]
ALL_PAGODAS = Counter({YELLOW: 2, RED: 2, BLUE: 2, GREEN: 2, WHITE: 1})
BANDITS = {1: 2, 2: 2, 3: 3, 4: 3, 5: 3, 6: 3, 7: 4, 8: 4, 9: 4, 10: 5}  # bandits shown, by tile [M1.2]
DYNASTIES = ["Tiger", "Rabbit", "Rat", "Goat", "Dragon"]

HAND = MARKET = 6  # [H2.4, H4.3]
PALACE_HAND = 7  # [M3.2]
REPLACED_AT_MOST = 6  # [H8.1]
ACTIONS_IN_A_TURN = 2  # [H4.1]
SET_ASIDE = 24  # [H2.2]
GRANARY_WORTH = 2  # [M2.4]
NOWHERE = "none"

Tiles = Counter[str]


def listed(tiles: Tiles) -> list[str]:
    """Each tile once, in the order of colours."""
    return [colour for colour in COLOURS for _ in range(tiles[colour])]


def tiles_of(text: str) -> Tiles:
    tiles = Counter(text.split())
    if unknown := tiles.keys() - set(COLOURS):
        raise ValueError(f"{sorted(unknown)}: no colours; they are {COLOURS}")
    return tiles


def by_colour(counts: Tiles) -> list[int]:
    return [counts[colour] for colour in COLOURS]


def doubles(colours: Iterable[str]) -> set[str]:
    """The colours of which there are two or more [H3.4]."""
    return {colour for colour, count in Counter(colours).items() if count > 1}


@dataclass(frozen=True)
class Options:
    """What is played; all off unless chosen, 5 players are the Dragon dynasty [M4]."""

    players: int
    short_game: bool = False
    bandits: bool = False
    eighteen_kingdoms: bool = False
    palace: bool = False
    open_points: bool = False
    stall_turns: int = 100

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 5:
            raise ValueError(f"players: {self.players}; 2 to 5 can play [M4]")
        if self.short_game and self.players != 2:
            raise ValueError("short_game: only for 2 players [H2.2]")
        if self.bandits and self.eighteen_kingdoms:
            raise ValueError("bandits: not with eighteen_kingdoms [M1]")

    def check(self, map_: Map) -> None:
        if map_.for_eighteen_kingdoms() != self.eighteen_kingdoms:
            raise ValueError(f"map: {len(map_.capitals)} capitals do not suit these options [H1.4, M2.1]")


@dataclass(frozen=True)
class Chance:
    """All the chance that there is in a game, in the order in which it is asked for [H2.6]."""

    starting_player: int
    bag: list[str]  # in the order in which tiles are drawn; with `short_game` its first 24 are put aside
    bandits: list[int] = field(default_factory=list)  # all ten in the order in which they are revealed [M1.1]

    def check(self, map_: Map, options: Options) -> None:
        if not 0 <= self.starting_player < options.players:
            raise ValueError(f"starting_player: {self.starting_player}; seats are 0 to {options.players - 1}")
        if Counter(self.bag) != ALL_TILES - Counter({YELLOW: len(map_.capitals)}):
            raise ValueError("bag: all tiles but those on the capitals, in any order [H2.1]")
        if options.bandits and sorted(self.bandits) != sorted(BANDITS):
            raise ValueError("bandits: 1 to 10 in any order [M1.1]")
