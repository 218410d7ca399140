"""Maps of Huang: a text of rows of hexes, read, judged by H1.4, and found by its name.

`docs/huang-maps.md` tells how a map is written. A map of the same name in the folder TIANXIA_MAPS takes the place of ours.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from pathlib import Path
from typing import Literal

from tianxia.engine.errors import UnknownName
from tianxia.games.huang.map_text import RIVER, BadMap, Place, name_of, parse, places
from tianxia.games.huang.pieces import COLUMNS, LOCATIONS

__all__ = ["BadMap", "Capital", "Hex", "HexMap", "load", "problems", "read", "shipped"]

MOST_BYTES = 1 << 16
LEAST_LAND = 2
LEAST_RIVER_TRIPLES = 2

Kind = Literal["base", "eighteen"]
CAPITALS: dict[Kind, int] = {"base": 7, "eighteen": 19}
TITLES: dict[Kind, str] = {"base": "a base map", "eighteen": "an Eighteen Kingdoms map"}
SHIPPED: dict[str, Kind] = {"seven_states": "base", "eighteen_kingdoms": "eighteen"}
"""Our maps, and what kind of map belongs under each name."""
FOLDER = Path(__file__).parent / "maps"
OWN_MAPS = "TIANXIA_MAPS"
"""The environment variable that names a folder with own maps."""

Triple = tuple[int, int, int]


@dataclass(frozen=True)
class Hex:
    """One hex: its place in reading order, its row and column from 0, and what was printed on it."""

    index: int
    row: int
    column: int
    cell: str

    @property
    def name(self) -> str:
        """Column letter and row number from 1, as in E5."""
        return name_of((self.row, self.column))

    @property
    def number(self) -> int:
        """The number of the hex in the record: its place in the whole grid."""
        return self.row * COLUMNS + self.column

    @property
    def river(self) -> bool:
        """Whether it is river; else it is land [H1.2]."""
        return self.cell == RIVER


@dataclass(frozen=True)
class Capital:
    """A capital: its letter in the map, its name, the index of its hex."""

    letter: str
    name: str
    index: int


@dataclass(frozen=True)
class HexMap:
    """A map as it was written. Hexes are named by index, in reading order: row by row from the left.

    `rows` holds one sign a cell; `titles` names the capitals by letter; `bandits` holds the hexes of location n at n - 1,
    three of them or, if the map does not tell that location, none. A map without locations has no entry at all.
    """

    name: str
    kind: Kind
    rows: tuple[str, ...]
    titles: tuple[tuple[str, str], ...]
    bandits: tuple[tuple[int, ...], ...] = ()

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes in reading order."""
        return tuple(Hex(i, r, c, self.rows[r][c]) for i, (r, c) in enumerate(places(self.rows)))

    @cached_property
    def index(self) -> dict[Place, int]:
        """The index of each hex by row and column from 0."""
        return {(hex.row, hex.column): hex.index for hex in self.hexes}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each hex."""
        return tuple(hex.name for hex in self.hexes)

    @cached_property
    def capitals(self) -> tuple[Capital, ...]:
        """The capitals in reading order."""
        names = dict(self.titles)
        return tuple(Capital(hex.cell, names[hex.cell], hex.index) for hex in self.hexes if hex.cell in names)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The hexes that touch each hex, in reading order [H1.2a]."""
        return tuple(
            tuple(sorted(self.index[place] for place in around(hex.row, hex.column) if place in self.index))
            for hex in self.hexes
        )

    @cached_property
    def triples(self) -> tuple[Triple, ...]:
        """All triples of mutually adjacent hexes: the places of triangles [H9.1]."""
        return tuple(triples(range(len(self.hexes)), self.neighbours))

    @cached_property
    def river_triples(self) -> tuple[Triple, ...]:
        """Those of the triples that are all river."""
        return tuple(triples((hex.index for hex in self.hexes if hex.river), self.neighbours))

    def touch(self, a: int, b: int) -> bool:
        """Whether two hexes share an edge [H1.2]."""
        return b in self.neighbours[a]

    def reached(self, start: int) -> set[int]:
        """The hexes that a hex is connected with, itself too."""
        reached, border = set[int](), {start}
        while border:
            reached |= border
            border = {b for a in border for b in self.neighbours[a]} - reached
        return reached

    def told(self, indices: Iterable[int]) -> str:
        """The names of hexes, as in E5 E6."""
        return " ".join(self.names[i] for i in indices)


def around(row: int, column: int) -> tuple[Place, ...]:
    """The six places around one, clockwise from the right: rows of odd number are shifted to the right [H1.2a].

    >>> around(1, 0)
    ((1, 1), (2, 1), (2, 0), (1, -1), (0, 0), (0, 1))
    """
    left, right = (column, column + 1) if row % 2 else (column - 1, column)
    return (row, column + 1), (row + 1, right), (row + 1, left), (row, column - 1), (row - 1, left), (row - 1, right)


def triples(among: Iterable[int], neighbours: Sequence[Sequence[int]]) -> Iterator[Triple]:
    """All triples of mutually adjacent hexes among some."""
    chosen = set(among)
    for a in sorted(chosen):
        later = [b for b in neighbours[a] if b > a and b in chosen]
        yield from ((a, b, c) for b, c in combinations(later, 2) if c in neighbours[b])


def read(text: str, name: str = "", kind: Kind | None = None) -> HexMap:
    """Read a map; raises BadMap with the line. H1.4 is not asked here, but in `problems`.

    Without a kind, a map is taken for the one whose number of capitals is nearer to its own.

    >>> small = read(". . ~\\n A . ~\\n\\ncapitals: A Yong")
    >>> small.names, small.neighbours[0], small.capitals
    (('A1', 'B1', 'C1', 'A2', 'B2', 'C2'), (1, 3), (Capital(letter='A', name='Yong', index=3),))
    >>> read(". x")
    Traceback (most recent call last):
    tianxia.games.huang.map_text.BadMap: line 1: 'x' should be ...
    """
    told = parse(text)
    if kind is None:
        kind = "base" if 2 * len(told.titles) < sum(CAPITALS.values()) else "eighteen"
    return HexMap(told.name or name, kind, told.rows, told.titles, told.bandits)


# H1.4


def problems(hexmap: HexMap) -> list[str]:
    """Every condition of H1.4 that a map breaks, a line each, with the hexes concerned; none means it can be played on.

    >>> problems(shipped("seven_states"))
    []
    """
    found = [*unconnected(hexmap), *wrong_capitals(hexmap), *wrong_rivers(hexmap)]
    if hexmap.kind == "base":
        found += [*missing_locations(hexmap), *wrong_locations(hexmap), *crowded_locations(hexmap)]
    elif hexmap.bandits:
        found.append(f"it has bandit locations; {TITLES[hexmap.kind]} has none")
    return [f"{problem} [H1.4]" for problem in found]


def unconnected(hexmap: HexMap) -> Iterator[str]:
    """All hexes are connected: names those that the largest piece does not reach."""
    pieces: list[list[int]] = []
    left = set(range(len(hexmap.hexes)))
    while left:
        piece = hexmap.reached(min(left))
        pieces.append(sorted(piece))
        left -= piece
    largest = max(pieces, key=len)
    for hexes in pieces:
        if hexes is not largest:
            yield f"{hexmap.told(hexes)} {'is' if len(hexes) == 1 else 'are'} not connected with the rest"


def wrong_capitals(hexmap: HexMap) -> Iterator[str]:
    """The number of capitals is right, no two touch, and each has land around it."""

    def told(capital: Capital) -> str:
        return f"{capital.name} on {hexmap.names[capital.index]}"

    if len(hexmap.capitals) != CAPITALS[hexmap.kind]:
        count = len(hexmap.capitals)
        yield f"it has {count} {'capital' if count == 1 else 'capitals'}; {TITLES[hexmap.kind]} has {CAPITALS[hexmap.kind]}"
    for one, other in combinations(hexmap.capitals, 2):
        if hexmap.touch(one.index, other.index):
            yield f"the capitals {told(one)} and {told(other)} touch"
    for capital in hexmap.capitals:
        land = [i for i in hexmap.neighbours[capital.index] if not hexmap.hexes[i].river]
        if len(land) < LEAST_LAND:
            beside = hexmap.told(land) or "none"
            yield f"the capital {told(capital)} needs {LEAST_LAND} adjacent land hexes, it has {beside}"


def wrong_rivers(hexmap: HexMap) -> Iterator[str]:
    """A base map has two separate river triples for blue pagodas, an Eighteen Kingdoms map not one."""
    if hexmap.kind == "eighteen":
        for triple in hexmap.river_triples:
            yield f"{hexmap.told(triple)} are three mutually adjacent river hexes; {TITLES[hexmap.kind]} has none"
    elif not any(set(one).isdisjoint(other) for one, other in combinations(hexmap.river_triples, 2)):
        have = ", ".join(hexmap.told(triple) for triple in hexmap.river_triples) or "none"
        yield (
            f"it needs {LEAST_RIVER_TRIPLES} triples of mutually adjacent river hexes without a common hex, it has {have}"
        )


def locations(hexmap: HexMap) -> list[tuple[int, tuple[int, ...]]]:
    """Number and hexes of each bandit location that the map tells."""
    return [(number, hexes) for number, hexes in enumerate(hexmap.bandits, 1) if hexes]


def missing_locations(hexmap: HexMap) -> Iterator[str]:
    """A base map has the bandit locations 1 to 10."""
    missing = sorted(set(range(1, LOCATIONS + 1)) - dict(locations(hexmap)).keys())
    if len(missing) == LOCATIONS:
        yield f"it has no bandit locations; {TITLES[hexmap.kind]} has 1 to {LOCATIONS}"
    elif missing:
        yield f"there is no bandit location {', '.join(map(str, missing))}; {TITLES[hexmap.kind]} has 1 to {LOCATIONS}"


def wrong_locations(hexmap: HexMap) -> Iterator[str]:
    """A bandit location is three mutually adjacent land hexes, away from capitals."""
    for number, hexes in locations(hexmap):
        told = f"bandit location {number} on {hexmap.told(hexes)}"
        if not all(hexmap.touch(a, b) for a, b in combinations(hexes, 2)):
            yield f"{told} should be three mutually adjacent hexes"
        if rivers := [i for i in hexes if hexmap.hexes[i].river]:
            yield f"{told} should be land; {hexmap.told(rivers)} {'is' if len(rivers) == 1 else 'are'} river"
        for capital in hexmap.capitals:
            where = f"the capital {capital.name} on {hexmap.names[capital.index]}"
            if capital.index in hexes:
                yield f"{told} covers {where}"
            elif any(hexmap.touch(i, capital.index) for i in hexes):
                yield f"{told} touches {where}"


def crowded_locations(hexmap: HexMap) -> Iterator[str]:
    """No bandit location shares a hex with another or touches it."""
    for (number, hexes), (other, others) in combinations(locations(hexmap), 2):
        told = f"the bandit locations {number} on {hexmap.told(hexes)} and {other} on {hexmap.told(others)}"
        if common := sorted({*hexes} & {*others}):
            yield f"{told} share {hexmap.told(common)}"
        elif any(hexmap.touch(a, b) for a in hexes for b in others):
            yield f"{told} touch"


# Files


def load(path: str | os.PathLike[str]) -> HexMap:
    """Read a map file; a file named as one of ours is read as that kind of map. Raises BadMap and OSError."""
    path = Path(path)
    return read(decoded(contents(path)), titled(path.stem), SHIPPED.get(path.stem))


def titled(stem: str) -> str:
    """A title for a map that tells no name, from the name of its file.

    >>> titled("seven_states")
    'Seven States'
    """
    return " ".join(word[:1].upper() + word[1:] for word in re.split(r"[\s_-]+", stem) if word)


def contents(path: Path) -> bytes:
    """The bytes of a map file, which is never large."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadMap(f"the file is larger than {MOST_BYTES} bytes; a map is a short text")
    return data


def decoded(data: bytes) -> str:
    """The text of a map file."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadMap(f"byte {data[error.start]:#04x} is not UTF-8; save the file as UTF-8 text", line) from None


def in_use(name: str) -> Path:
    """The file of one of our maps, or the one that takes its place; raises UnknownName and BadMap."""
    if name not in SHIPPED:
        raise UnknownName("map", name, SHIPPED)
    own = os.environ.get(OWN_MAPS)
    if not own:
        return FOLDER / f"{name}.txt"
    files = {known: Path(own) / f"{known}.txt" for known in SHIPPED}
    if not any(file.exists() for file in files.values()):
        raise BadMap(f"{OWN_MAPS}: {own} should be a folder with {' or '.join(file.name for file in files.values())}")
    return files[name] if files[name].exists() else FOLDER / f"{name}.txt"


def shipped(name: str) -> HexMap:
    """The map to play on, "seven_states" or "eighteen_kingdoms": ours or the own one in its place.

    Raises BadMap with all conditions of H1.4 that an own map breaks. Read once in a process.

    >>> hexmap = shipped("seven_states")
    >>> len(hexmap.hexes), [capital.name for capital in hexmap.capitals][:3]
    (161, ['Yan', 'Zhao', 'Qi'])
    """
    return playable(in_use(name))


@cache
def playable(path: Path) -> HexMap:
    """A map that fits H1.4."""
    try:
        hexmap = load(path)
        if broken := problems(hexmap):
            raise BadMap("; ".join(broken))
    except BadMap as error:
        raise BadMap(f"{path}: {error}") from None
    return hexmap
