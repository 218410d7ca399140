"""The table of Huang: what lies where, what is linked, and the moves that keep 138 tiles and 9 pagodas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from tests.oracle.huang_map import Hex, Hexes, Map, around, linked, names
from tests.oracle.huang_things import ALL_PAGODAS, BANDITS, COLOURS, RED, YELLOW, Options, Tiles, doubles

T = TypeVar("T")


@dataclass
class Ask:
    """A decision [H13]: its number, whose it is, and what may be done."""

    number: str
    seat: int
    options: list[str]


Script = Generator[Ask, str, T]  # a part of the game: it asks, and goes on with the answer


class GameEnds(Exception):
    """A tile must be drawn and the bag is empty [H12.1]."""


Leader = tuple[int, str]  # seat and colour


@dataclass
class Pagoda:
    colour: str
    hexes: Hexes

    def __str__(self) -> str:
        return f"{self.colour} {names(self.hexes)}"


@dataclass
class Commitment:
    """What a player gives to a conflict [H10.1a, H11.4]."""

    tiles: int = 0
    leader: bool = False

    def __str__(self) -> str:
        return f"{self.tiles} leader" if self.leader else str(self.tiles)

    def strength(self) -> int:
        return self.tiles + self.leader


@dataclass
class Conflict:
    """A revolt or a war that is going on; `colour` is that of the tiles committed."""

    kind: str
    colour: str
    commitments: dict[int, Commitment] = field(default_factory=dict)
    supported: dict[int, str] = field(default_factory=dict)  # war: by seat the side, none for who gives nothing
    sides: list[str] = field(default_factory=list)  # war: first hex of each [H11.4b]
    totals: list[int] = field(default_factory=list)  # war: by side; revolt: attacker, defender

    def tiles(self) -> Tiles:
        return Counter({self.colour: sum(commitment.tiles for commitment in self.commitments.values())})


@dataclass
class Player:
    """One seat: hand, points and granaries behind the screen."""

    seat: int
    hand: Tiles = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    granaries: int = 0
    face_down: Tiles = field(default_factory=Counter)  # discarded in a replace [H8.1]


@dataclass
class Table:
    options: Options
    map: Map
    players: list[Player]
    tiles: dict[Hex, str] = field(default_factory=dict)
    leaders: dict[Leader, Hex] = field(default_factory=dict)  # on the board
    pagodas: list[Pagoda] = field(default_factory=list)
    palace: Hexes | None = None
    granaries: set[Hex] = field(default_factory=set)  # on the board
    bandits: dict[int, int] = field(default_factory=dict)  # by location the number of the tile
    supply: Counter[str] = field(default_factory=lambda: Counter(ALL_PAGODAS))
    bag: list[str] = field(default_factory=list)  # from the first to be drawn
    market: Tiles = field(default_factory=Counter)
    out: Tiles = field(default_factory=Counter)  # openly out of the game
    set_aside: Tiles = field(default_factory=Counter)  # unseen by all [H2.2]
    active: int = 0
    actions_done: int = 0  # this turn
    replaced: int = 0  # tiles discarded in the replace that is going on
    conflict: Conflict | None = None
    must_go: int = 0  # red tiles still to be removed [H13.12]
    drew: bool = False  # a tile was drawn this turn
    quiet_turns: int = 0  # in a row without a draw [H12.1c]
    places: tuple[int, ...] | None = None  # the result

    # --- H3: what is linked ------------------------------------------------------------------------------------------

    def leader_hexes(self) -> set[Hex]:
        return set(self.leaders.values())

    def bandit_hexes(self) -> set[Hex]:
        return {hex_ for location in self.bandits for hex_ in self.map.locations[location]}

    def empty(self) -> Hexes:
        """Neither tile nor leader nor a third of a bandit tile [H1.2b]."""
        return self.map.hexes - self.tiles.keys() - self.leader_hexes() - self.bandit_hexes()

    def groups(self, lifted: Hex | None = None) -> list[Hexes]:
        """Tiles and leaders of all kinds link, on land and river; nothing else does [H3.1a, H3.3]."""
        return linked((self.tiles.keys() | self.leader_hexes()) - {lifted})

    def group_of(self, hex_: Hex) -> Hexes:
        return next(group for group in self.groups() if hex_ in group)

    def touched(self, hex_: Hex, groups: Iterable[Hexes]) -> list[Hexes]:
        """The groups that a thing on this hex joins [H3.4]."""
        near = around(hex_)
        return [group for group in groups if not group.isdisjoint(near)]

    def leaders_in(self, group: Hexes) -> list[Leader]:
        return [leader for leader, hex_ in self.leaders.items() if hex_ in group]

    def states(self, groups: Iterable[Hexes]) -> list[Hexes]:
        """Those with at least one leader [H3.1]."""
        return [group for group in groups if self.leaders_in(group)]

    def colours(self, states: Iterable[Hexes]) -> list[str]:
        return [colour for state in states for _, colour in self.leaders_in(state)]

    def owner(self, group: Hexes, colour: str) -> int | None:
        """Whose leader of this colour is in the state, if there is one [H3.2]."""
        owners = [seat for seat, kind in self.leaders_in(group) if kind == colour]
        assert len(owners) < 2, "H3.2"
        return owners[0] if owners else None

    def reds(self, group: Hexes) -> list[Hex]:
        return sorted(hex_ for hex_ in group if self.tiles.get(hex_) == RED)

    def yellow_around(self, hex_: Hex) -> int:
        return sum(self.tiles.get(near) == YELLOW for near in around(hex_))

    def bandits_beside(self, hex_: Hex) -> list[int]:
        """The locations of the bandit tiles that touch this hex."""
        return [place for place in self.bandits if not set(self.map.locations[place]).isdisjoint(around(hex_))]

    def bandit_count(self, location: int) -> int:
        return BANDITS[self.bandits[location]]

    # --- buildings ---------------------------------------------------------------------------------------------------

    def built(self) -> set[Hex]:
        """The hexes of tiles that carry a building [H1.2b]."""
        pagodas = {hex_ for pagoda in self.pagodas for hex_ in pagoda.hexes}
        return pagodas | (self.palace or set()) | self.granaries

    def raze(self, pagoda: Pagoda) -> None:
        """A pagoda goes back to the supply."""
        self.pagodas.remove(pagoda)
        self.supply[pagoda.colour] += 1

    # --- moves -------------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.players[seat]

    def off_board(self, seat: int, colour: str) -> bool:
        return (seat, colour) not in self.leaders

    def clockwise(self, first: int) -> list[int]:
        """All seats, this one first [H2.5]."""
        count = len(self.players)
        return [(first + step) % count for step in range(count)]

    def gain(self, seat: int, colour: str, points: int = 1) -> None:
        self.player(seat).points[colour] += points

    def discard(self, seat: int, colour: str, count: int = 1) -> None:
        """Openly out of the game."""
        self.player(seat).hand[colour] -= count
        self.out[colour] += count
        assert self.player(seat).hand[colour] >= 0

    def draw(self) -> str:
        """The next tile of the bag; from an empty bag the game ends at once [H12.1]."""
        if not self.bag:
            raise GameEnds
        self.drew = True
        return self.bag.pop(0)

    def refill(self, tiles: Tiles, size: int) -> None:
        """Tile by tile; who has as many or more draws nothing [H4.4]."""
        while tiles.total() < size:
            tiles[self.draw()] += 1

    def remove_tile(self, hex_: Hex) -> None:
        """Out of the game, with what stands on it; leaders that lose their last yellow tile go home [H5.7, H7.3, H9.5]."""
        self.out[self.tiles.pop(hex_)] += 1
        for pagoda in [pagoda for pagoda in self.pagodas if hex_ in pagoda.hexes]:
            self.raze(pagoda)
        if self.palace and hex_ in self.palace:
            self.palace = None
        self.granaries.discard(hex_)
        for leader, place in list(self.leaders.items()):
            if not self.yellow_around(place):
                del self.leaders[leader]

    # --- what must always hold ---------------------------------------------------------------------------------------

    def all_tiles(self) -> Tiles:
        lying = Counter(self.tiles.values()) + Counter(self.bag) + self.market + self.out + self.set_aside
        for player in self.players:
            lying += player.hand + player.face_down
        return lying + (self.conflict.tiles() if self.conflict else Counter())

    def all_pagodas(self) -> Counter[str]:
        return +self.supply + Counter(pagoda.colour for pagoda in self.pagodas)

    def double(self) -> set[str]:
        """Colours that are double in one state; there are none between actions [H3.5]."""
        return {colour for group in self.groups() for colour in doubles(self.colours([group]))}


def pick(number: str, seat: int, options: list[str]) -> Script[str]:
    """A decision that opens on public facts: a single option happens without being asked [H13]."""
    if len(options) == 1:
        return options[0]
    return (yield Ask(number, seat, options))


def in_colour_order(leaders: Iterable[Leader]) -> list[Leader]:
    return sorted(leaders, key=lambda leader: (leader[0], COLOURS.index(leader[1])))
