"""The map of Huang [H1.2-H1.4]: hexes as (row, column) from 0, so that their order is reading order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations
from pathlib import Path

Hex = tuple[int, int]
Hexes = frozenset[Hex]

MAPS = Path(__file__).parents[2] / "src" / "tianxia" / "games" / "huang" / "maps"  # data only, read by this reader
BASE = MAPS / "seven_states.txt"
EIGHTEEN_KINGDOMS = MAPS / "eighteen_kingdoms.txt"
BASE_CAPITALS, EIGHTEEN_CAPITALS, BANDIT_LOCATIONS = 7, 19, 10


@cache
def name(hex_: Hex) -> str:
    """Column letter and row number from 1: (0, 0) is A1."""
    row, column = hex_
    return f"{chr(ord('A') + column)}{row + 1}"


def names(hexes: Iterable[Hex]) -> str:
    return " ".join(name(hex_) for hex_ in sorted(hexes))


def spot(text: str) -> Hex:
    return int(text[1:]) - 1, ord(text[0]) - ord("A")


def spots(text: str) -> list[Hex]:
    return [spot(word) for word in text.split()]


@cache
def around(hex_: Hex) -> tuple[Hex, ...]:
    """The 6 places that share an edge, in reading order; things lie only where there is a hex [H1.2a]."""
    row, column = hex_
    left = column - 1 if row % 2 == 0 else column
    return (
        *((row - 1, left), (row - 1, left + 1)),
        *((row, column - 1), (row, column + 1)),
        *((row + 1, left), (row + 1, left + 1)),
    )


def touch(one: Hex, other: Hex) -> bool:
    return other in around(one)


def linked(hexes: Iterable[Hex]) -> list[Hexes]:
    """The largest sets that are joined step by step over adjacent hexes [H3.1]."""
    rest = set(hexes)
    groups = []
    for first in sorted(rest):
        if first in rest:
            rest.remove(first)
            group = [first]
            for hex_ in group:  # grows while it is gone through
                new = rest.intersection(around(hex_))
                rest -= new
                group += new
            groups.append(frozenset(group))
    return groups


def triples(hexes: Iterable[Hex]) -> list[tuple[Hex, ...]]:
    """All sets of 3 mutually adjacent hexes, each in reading order."""
    known = set(hexes)
    found = []
    for hex_ in sorted(known):
        later = [near for near in around(hex_) if near in known and near > hex_]
        found += [(hex_, *pair) for pair in combinations(later, 2) if touch(*pair)]
    return found


@dataclass(frozen=True)
class Map:
    """Which hexes there are, which of them are rivers, the capitals and the bandit locations by number."""

    land: Hexes
    river: Hexes
    capitals: Hexes
    locations: dict[int, tuple[Hex, ...]] = field(default_factory=dict)

    @cached_property
    def hexes(self) -> Hexes:
        return self.land | self.river

    def for_eighteen_kingdoms(self) -> bool:
        return len(self.capitals) == EIGHTEEN_CAPITALS


def read_map(text: str) -> Map:
    """Rows of "." land, "~" river, "_" no hex, a letter for a capital; then capitals' names and bandit locations."""
    rows, _, notes = text.partition("\n\n")
    cells = {
        (row, column): cell for row, line in enumerate(rows.splitlines()) for column, cell in enumerate(line.split())
    }
    if unknown := {cell for cell in cells.values() if cell not in "._~" and not re.fullmatch("[A-Z]", cell)}:
        raise ValueError(f"map: {sorted(unknown)}; a hex is . land, ~ river, _ none or a letter for a capital")
    river = frozenset(hex_ for hex_, cell in cells.items() if cell == "~")
    capitals = frozenset(hex_ for hex_, cell in cells.items() if cell.isalpha())
    land = capitals | {hex_ for hex_, cell in cells.items() if cell == "."}
    found = Map(land, river, capitals, read_locations(notes.partition("bandit locations")[2]))
    check_map(found)
    return found


def read_locations(text: str) -> dict[int, tuple[Hex, ...]]:
    return {
        int(number): tuple((int(row), int(column)) for row, column in re.findall(r"\((\d+),(\d+)\)", places))
        for number, places in re.findall(r"(\d+) ((?:\(\d+,\d+\))+)", text)
    }


def load_map(path: Path) -> Map:
    return read_map(path.read_text(encoding="utf-8"))


def check_map(found: Map) -> None:
    """[H1.4]"""
    if len(linked(found.hexes)) != 1:
        raise ValueError("map: all hexes must be connected [H1.4]")
    if len(found.capitals) not in (BASE_CAPITALS, EIGHTEEN_CAPITALS):
        raise ValueError(f"map: {len(found.capitals)} capitals; there are 7, or 19 for the Eighteen Kingdoms [H1.4]")
    for capital in found.capitals:
        if any(touch(capital, other) for other in found.capitals):
            raise ValueError(f"map: capital {name(capital)} touches a capital [H1.4]")
        if sum(near in found.land for near in around(capital)) < 2:
            raise ValueError(f"map: capital {name(capital)} touches fewer than 2 land hexes [H1.4]")
    rivers = triples(found.river)
    if found.for_eighteen_kingdoms():
        if rivers or found.locations:
            raise ValueError("map: the Eighteen Kingdoms have no river triple and no bandit location [H1.4]")
        return
    if not any(not set(one) & set(other) for one, other in combinations(rivers, 2)):
        raise ValueError("map: needs 2 river triples without a common hex [H1.4]")
    check_locations(found)


def check_locations(found: Map) -> None:
    if sorted(found.locations) != list(range(1, BANDIT_LOCATIONS + 1)):
        raise ValueError(f"map: bandit locations {sorted(found.locations)}; they are 1 to 10 [H1.4]")
    for number, location in found.locations.items():
        if len(location) != 3 or not all(touch(*pair) for pair in combinations(location, 2)):
            raise ValueError(f"map: bandit location {number} is no 3 mutually adjacent hexes [H1.4]")
        others = {hex_ for other, place in found.locations.items() if other != number for hex_ in place}
        for hex_ in location:
            if hex_ not in found.land:
                raise ValueError(f"map: bandit location {number}: {name(hex_)} is no land [H1.4]")
            if {hex_, *around(hex_)} & (others | found.capitals):
                raise ValueError(f"map: bandit location {number} touches a capital or another location [H1.4]")
