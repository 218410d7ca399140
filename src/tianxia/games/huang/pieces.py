"""What is in the box of Huang, and the geometry of hexes: tables that rules, texts and tests share [H1, M1-M4]."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import combinations

from tianxia.engine.compiling import const
from tianxia.engine.fields import WORD

COLOURS = ("yellow", "red", "blue", "green", "white")
YELLOW, RED, BLUE, GREEN, WHITE = range(len(COLOURS))
N_COLOURS = len(COLOURS)

TILES = (42, 36, 24, 24, 12)
"""Tiles by colour [H1.1]."""
PAGODAS = (YELLOW, YELLOW, RED, RED, BLUE, BLUE, GREEN, GREEN, WHITE)
"""Colours of the pagodas [H1.1]."""
N_PAGODAS = len(PAGODAS)

DYNASTIES = ("tiger", "rabbit", "rat", "goat", "dragon")
SEATS = len(DYNASTIES)
LEADERS = tuple(f"{dynasty}_{colour}" for dynasty in DYNASTIES for colour in COLOURS)
N_LEADERS = len(LEADERS)

HAND = 6
"""Tiles to which hands and the market are filled [H4.3]."""
PALACE_HAND = 7
"""Tiles to which the own hand is filled in the palace's state [M3.2]; no hand ever holds more."""
MOST_REPLACED = 6
ACTIONS_IN_A_TURN = 2
"""[H4.1]."""
ASIDE = 24
"""Tiles out of a short game [H2.2]."""
STALL_TURNS = 100
GRANARY_POINTS = 2
"""Blue points of a granary at the end [M2.4]."""

BANDITS = (2, 2, 3, 3, 3, 3, 4, 4, 4, 5)
"""Bandits shown by tile 1-10 [M1.2]."""
LOCATIONS = len(BANDITS)
CORNERS = 3
"""Hexes of a location, of a triangle."""

ROWS, COLUMNS = 14, 13
"""The grid that a map lies on; not every place of it is a hex of the map."""
N_HEXES = ROWS * COLUMNS
WORDS = -(-N_HEXES // WORD)
"""A set of hexes takes so many words."""
SIDES = 6
"""Of a hex."""


def name(hex_: int) -> str:
    """A hex is named by its column's letter and its row, from A1."""
    return "ABCDEFGHIJKLM"[hex_ % COLUMNS] + str(hex_ // COLUMNS + 1)


HEXES = tuple(name(hex_) for hex_ in range(N_HEXES))


def ring(hex_: int) -> list[int]:
    """The places around a hex, one after another; N_HEXES where the grid ends. Odd rows are shifted to the right [H1.2a]."""
    row, column = divmod(hex_, COLUMNS)
    left = column - 1 + row % 2
    above, below = row - 1, row + 1
    places = ((above, left), (above, left + 1), (row, column + 1), (below, left + 1), (below, left), (row, column - 1))
    return [r * COLUMNS + c if r in range(ROWS) and c in range(COLUMNS) else N_HEXES for r, c in places]


def neighbours(hex_: int) -> list[int]:
    """The hexes that touch one."""
    return [other for other in ring(hex_) if other < N_HEXES]


def _triangles() -> list[tuple[int, ...]]:
    found = set()
    for hex_ in range(N_HEXES):
        for a, b in combinations(neighbours(hex_), 2):
            if b in neighbours(a):
                found.add(tuple(sorted((hex_, a, b))))
    return sorted(found)


def _rhombuses() -> list[tuple[int, ...]]:
    by_edge: dict[tuple[int, ...], list[int]] = {}
    for triangle in TRIANGLE_HEXES:
        for edge in combinations(triangle, 2):
            by_edge.setdefault(edge, []).extend(set(triangle) - set(edge))
    return sorted(tuple(sorted((*edge, *tips))) for edge, tips in by_edge.items() if len(tips) == 2)


TRIANGLE_HEXES = _triangles()
"""Three mutually adjacent hexes each [H9.1]."""
RHOMBUS_HEXES = _rhombuses()
"""Two triangles that share an edge: four hexes each [M3.1]."""


def shape_name(shape: Sequence[int]) -> str:
    """The hexes of a building's place, as in `C7+D7+C8`."""
    return "+".join(HEXES[hex_] for hex_ in shape)


TRIANGLES, RHOMBUSES = tuple(map(shape_name, TRIANGLE_HEXES)), tuple(map(shape_name, RHOMBUS_HEXES))


def words_of(hexes: Iterable[int]) -> list[int]:
    """A set of hexes as words."""
    bits = sum(1 << hex_ for hex_ in set(hexes))
    return [bits >> WORD * word & ((1 << WORD) - 1) for word in range(WORDS)]


def _by_hex(shapes: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Numbers of the shapes that each hex is part of; the rest is -1."""
    of = [[i for i, shape in enumerate(shapes) if hex_ in shape] for hex_ in range(N_HEXES)]
    most = max(map(len, of))
    return [[*numbers, *[-1] * (most - len(numbers))] for numbers in of]


# For compiled rules.
NEAR = const([words_of(neighbours(hex_)) for hex_ in range(N_HEXES)])
"""Words of the hexes that touch each."""
RING = const([ring(hex_) for hex_ in range(N_HEXES)], "i2")
"""The six places around each, N_HEXES where the grid ends."""
RUNS = const(
    [sum(mask >> i & 1 > mask >> (i - 1) % SIDES & 1 for i in range(SIDES)) for mask in range(1 << SIDES)], "i1"
)
"""By which places around a hex are taken: in how many runs they lie. Those of one run are linked with each other."""
TRIANGLE = const([words_of(shape) for shape in TRIANGLE_HEXES])
RHOMBUS = const([words_of(shape) for shape in RHOMBUS_HEXES])
TRIANGLES_WITH = const(_by_hex(TRIANGLE_HEXES))
RHOMBUSES_WITH = const(_by_hex(RHOMBUS_HEXES))
TRIANGLES_FROM = const([bisect_left(TRIANGLE_HEXES, (hex_,)) for hex_ in range(N_HEXES + 1)])
"""Number of the first triangle that begins at a hex, or after it."""
FIRST_OF = const([shape[0] for shape in TRIANGLE_HEXES])
"""A hex of each triangle."""
FIRST_OF_RHOMBUS = const([shape[0] for shape in RHOMBUS_HEXES])
ALL_TILES = const(TILES)
PAGODA_COLOUR = const(PAGODAS)
BANDITS_SHOWN = const((0, *BANDITS))
"""By tile 1-10."""

FACTS = {
    "columns": COLUMNS,
    "rows": ROWS,
    "pagodas": [COLOURS[colour] for colour in PAGODAS],
    "bandits": BANDITS,
    "granary_points": GRANARY_POINTS,
}
