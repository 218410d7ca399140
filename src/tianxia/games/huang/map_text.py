"""The text of a map of Huang, read line by line; what the hexes and capitals are to each other is in `hexmap`."""

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tianxia.engine.errors import TianxiaError
from tianxia.engine.notation import counted
from tianxia.games.huang.pieces import COLUMNS, CORNERS, LOCATIONS, ROWS

LAND, RIVER, NOTHING = ".", "~", "_"
LONGEST_NAME = 40
GRID = f"the grid of the engine has {ROWS} rows of {COLUMNS} cells, which three words of 62 bits hold"
PARTS = ("name", "capitals", "bandit locations")

Place = tuple[int, int]
Line = tuple[int, str]
"""A line of the file with its number from 1."""


class BadMap(TianxiaError):
    """A map that cannot be read, or not be played on: where, what is wrong, what would be right."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {what}" if line else what)


@dataclass(frozen=True)
class MapText:
    """What a map file says; hexes of bandit locations by their place in reading order."""

    name: str
    rows: tuple[str, ...]
    titles: tuple[tuple[str, str], ...]
    bandits: tuple[tuple[int, ...], ...]


def name_of(place: Place) -> str:
    """The name of the hex at a row and column from 0.

    >>> name_of((4, 0)), name_of((0, 4))
    ('A5', 'E1')
    """
    return f"{string.ascii_uppercase[place[1]]}{place[0] + 1}"


def places(rows: Sequence[str]) -> Iterator[Place]:
    """Row and column of each hex, in reading order."""
    return ((r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != NOTHING)


def parse(text: str) -> MapText:
    """Read the text of a map; raises BadMap with the line, what is wrong there and what would be right."""
    lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if not line.startswith("#")]
    while lines and not lines[0][1]:
        lines.pop(0)
    height = next((i for i, (_, line) in enumerate(lines) if not line or ":" in line), len(lines))
    rows = read_rows(lines[:height])
    told = parts(lines[height:])
    titles = read_capitals(told.get("capitals", []))
    check_letters([(number, row) for (number, _), row in zip(lines, rows, strict=False)], titles)
    return MapText(
        name=read_name(told.get("name", [])),
        rows=tuple(rows),
        titles=tuple((letter, title) for letter, (title, _) in titles.items()),
        bandits=read_bandits(told.get("bandit locations", []), rows),
    )


def read_rows(lines: Sequence[Line]) -> list[str]:
    """The rows of hexes, one sign a cell, all of one length."""
    rows = [read_row(i, *line) for i, line in enumerate(lines)]
    for (number, _), row in zip(lines, rows, strict=True):
        if len(row) != len(rows[0]):
            raise BadMap(
                f"{counted(len(row), 'cell')}, the first row has {len(rows[0])}: fill up with {NOTHING}", number
            )
    if next(places(rows), None) is None:
        raise BadMap("there is no hex: begin with rows of cells, as in '_ . ~ A'")
    if len(rows[0]) > COLUMNS:
        raise BadMap(f"{counted(len(rows[0]), 'cell')}; {GRID}", lines[0][0])
    if len(rows) > ROWS:
        raise BadMap(f"this is row {ROWS + 1}; {GRID}", lines[ROWS][0])
    return rows


def read_row(row: int, number: int, line: str) -> str:
    """The cells of one row; the second, fourth, ... row is shifted by one space to the right."""
    spaces = len(line) - len(line.lstrip())
    if spaces != row % 2:
        right = "one space, as every second row" if row % 2 else "no space; the row below with one"
        raise BadMap(f"row {row + 1} begins with {counted(spaces, 'space')}; it should begin with {right}", number)
    for cell in line.split():
        if len(cell) > 1:
            raise BadMap(f"{cell!r} should be single signs with a space between them", number)
        if cell not in (LAND, RIVER, NOTHING, *string.ascii_uppercase):
            raise BadMap(
                f"{cell!r} should be {LAND} land, {RIVER} river, {NOTHING} no hex, or the letter A to Z of a capital",
                number,
            )
    return "".join(line.split())


def parts(lines: Sequence[Line]) -> dict[str, list[Line]]:
    """What stands below the rows, by heading: the lines of each part, with their numbers."""
    told: dict[str, list[Line]] = {}
    part: list[Line] | None = None
    for number, line in lines:
        heading, colon, rest = line.partition(":")
        if colon:
            key = heading.partition(",")[0].strip()
            if key not in PARTS:
                raise BadMap(f"there is no part {key!r}; there are {', '.join(PARTS)}", number)
            if key in told:
                raise BadMap(f"the part {key!r} stands here a second time", number)
            part = told[key] = []
        elif line and part is None:
            raise BadMap(f"{line.strip()!r} belongs to no part; below the rows begin with 'capitals:'", number)
        if part is not None and (colon or line):
            part.append((number, rest if colon else line))
    return told


def read_name(lines: Sequence[Line]) -> str:
    """The name of the map, which may be left out."""
    words = [word for _, line in lines for word in line.split()]
    return checked_name(" ".join(words), lines[0][0]) if words else ""


def checked_name(name: str, line: int) -> str:
    """A name that can be shown in a page and in a drawing."""
    if not name.isprintable():
        raise BadMap(f"the name {name!r} has signs that cannot be printed", line)
    if len(name) > LONGEST_NAME:
        raise BadMap(f"the name {name!r} has {len(name)} letters; at most {LONGEST_NAME}", line)
    return name


def read_capitals(lines: Sequence[Line]) -> dict[str, tuple[str, int]]:
    """Name and line of each capital by its letter, from 'Y Yan, Z Zhao'."""
    titles: dict[str, tuple[str, int]] = {}
    for number, line in lines:
        for item in filter(None, map(str.strip, line.split(","))):
            letter, _, title = item.partition(" ")
            if len(letter) > 1 or letter not in string.ascii_uppercase or not title.strip():
                raise BadMap(f"capital {item!r} should be written as letter and name, as in 'Y Yan'", number)
            title = checked_name(" ".join(title.split()), number)
            if letter in titles:
                raise BadMap(f"capital {letter} is named twice, {titles[letter][0]} and {title}", number)
            if title in (other for other, _ in titles.values()):
                raise BadMap(f"two capitals are called {title}; each needs a name of its own", number)
            titles[letter] = (title, number)
    return titles


def check_letters(rows: Sequence[Line], titles: dict[str, tuple[str, int]]) -> None:
    """Every letter in the rows has one hex and one name."""
    found: dict[str, str] = {}
    for r, (number, row) in enumerate(rows):
        for c, cell in enumerate(row):
            if cell not in string.ascii_uppercase:
                continue
            if cell in found:
                raise BadMap(
                    f"capital {cell} stands on {found[cell]} and on {name_of((r, c))}; give each its own letter", number
                )
            if cell not in titles:
                raise BadMap(
                    f"capital {cell} on {name_of((r, c))} has no name; add '{cell} Name' to 'capitals:'", number
                )
            found[cell] = name_of((r, c))
    for letter, (title, number) in titles.items():
        if letter not in found:
            raise BadMap(f"capital {letter} {title} is on no hex; write {letter} in a cell of the rows", number)


NUMBER = "[0-9]{1,4}"
CELL = rf"\(\s*({NUMBER})\s*,\s*({NUMBER})\s*\)"
LOCATION = re.compile(rf"\s*({NUMBER})((?:\s*{CELL})+)")


def read_bandits(lines: Sequence[Line], rows: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """The hexes of the bandit locations by number - 1; none for a number that is not told."""
    index = {place: i for i, place in enumerate(places(rows))}
    found: dict[int, tuple[int, ...]] = {}
    for line, text in lines:
        for number, cells in locations(text, line):
            if not 1 <= number <= LOCATIONS:
                raise BadMap(f"bandit location {number} should be from 1 to {LOCATIONS}", line)
            if number in found:
                raise BadMap(f"bandit location {number} stands here a second time", line)
            if len(cells) != CORNERS:
                raise BadMap(
                    f"bandit location {number} has {counted(len(cells), 'hex', 'hexes')} instead of {CORNERS}", line
                )
            for row, column in cells:
                if (row, column) not in index:
                    raise BadMap(f"bandit location {number}: ({row},{column}) is no hex; both count from 0", line)
            found[number] = tuple(sorted(index[cell] for cell in cells))
    return tuple(found.get(number, ()) for number in range(1, LOCATIONS + 1)) if found else ()


def locations(text: str, line: int) -> Iterator[tuple[int, list[Place]]]:
    """Numbers and cells as they are written in one line.

    >>> list(locations(" 1 (0,5)(0,6)(1,5)", 9))
    [(1, [(0, 5), (0, 6), (1, 5)])]
    """
    start = 0
    while rest := text[start:].strip():
        match = LOCATION.match(text, start)
        if not match:
            raise BadMap(f"{rest!r} should be a number and three of (row,column), as in 1 (0,5)(0,6)(1,5)", line)
        yield int(match[1]), [(int(row), int(column)) for row, column in re.findall(CELL, match[2])]
        start = match.end()
