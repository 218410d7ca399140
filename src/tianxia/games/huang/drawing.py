"""A map of Huang drawn as one SVG that needs no other file: paper ground, ink lines, few flat colours, plain in grey too.

Corners of hexes have whole numbers as coordinates: half widths of a hex to the right, half sides of a hex downwards. So
the corners that two hexes share are equal, and outlines can be walked along.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from xml.sax.saxutils import escape

from tianxia.games.huang.hexmap import HexMap, around

SIDE = 40.0
RIGHT, DOWN = SIDE * math.sqrt(3) / 2, SIDE / 2
"""One step of the coordinates to the right and downwards."""
CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))
"""Corners clockwise from the upper right: the edge from corner k to the next is shared with neighbour k of `around`."""

PAPER, LAND, INK, FAINT, HATCH = "#efe4c9", "#fbf5e3", "#2b241c", "#5a4f3f", "#a5967a"
WATER, WATER_LINE, WATER_EDGE = "#a3c6d3", "#6e9fb3", "#35596b"
CAPITAL, SEAL = "#f1d9a0", "#a8322a"

BORDER, TITLE, LEGEND, SIDES = 34, 118, 84, 60
"""Width of the frame, of the bands above and below the map, and of the room at both sides."""
NARROWEST = 680.0
RIPPLES = ((42, WATER_LINE), (39.4, WATER), (21, WATER_LINE), (18.6, WATER))
"""Lines along the current: strokes of falling width, each but the last one's edge covered by the next."""
SERIF = "'Noto Serif', 'Source Serif 4', Georgia, 'DejaVu Serif', serif"

Point = tuple[float, float]
Corner = tuple[int, int]


def draw(hexmap: HexMap) -> str:
    """The map as the text of an SVG file: about 30 KB."""
    columns = len(hexmap.rows[0])
    breadth = RIGHT * (2 * columns + 1)
    width = max(breadth + 2 * SIDES, NARROWEST)
    depth = DOWN * (3 * len(hexmap.rows) + 1)
    height = depth + TITLE + LEGEND + 2 * BORDER
    title = hexmap.name or "A map of Huang"
    left, top = (width - breadth) / 2 + RIGHT, BORDER + TITLE + 2 * DOWN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" role="img" '
        f'font-family="{SERIF}" text-anchor="middle" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(described(hexmap))}</desc>",
        *frame(width, height),
        *heading(title, summary(hexmap), width / 2),
        f'<g transform="translate({number(left)} {number(top)})">',
        *ground(hexmap),
        *rivers(hexmap),
        *locations(hexmap),
        *grid(hexmap),
        *location_numbers(hexmap),
        *coordinates(hexmap),
        *capitals(hexmap),
        "</g>",
        *legend(hexmap, width / 2, BORDER + TITLE + depth + LEGEND / 2 + 4),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def summary(hexmap: HexMap) -> str:
    """What is on the map, in numbers.

    >>> from tianxia.games.huang.hexmap import shipped
    >>> summary(shipped("seven_states"))
    '161 hexes, 39 of them river · 7 capitals · 10 bandit locations'
    """
    bandits = sum(1 for hexes in hexmap.bandits if hexes)
    return " · ".join(
        [
            f"{counted(len(hexmap.hexes), 'hex', 'hexes')}, {sum(hex.river for hex in hexmap.hexes)} of them river",
            counted(len(hexmap.capitals), "capital"),
            *([counted(bandits, "bandit location")] if bandits else []),
        ]
    )


def counted(count: int, one: str, many: str = "") -> str:
    """A number and its noun."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def described(hexmap: HexMap) -> str:
    """The drawing in words."""
    capitals = ", ".join(f"{capital.name} on {hexmap.names[capital.index]}" for capital in hexmap.capitals)
    rivers = hexmap.told(hex.index for hex in hexmap.hexes if hex.river)
    return f"{summary(hexmap)}. Capitals: {capitals or 'none'}. Rivers: {rivers or 'none'}."


# Shapes


def number(x: float) -> str:
    """A coordinate with one digit at most behind the point.

    >>> number(3.04), number(-0.01), number(12.25)
    ('3', '0', '12.2')
    """
    return f"{round(x, 1) + 0.0:g}"


def point(x: float, y: float) -> str:
    """A point in a path."""
    return f"{number(x)} {number(y)}"


def spot(hexmap: HexMap, index: int) -> Corner:
    """The middle of a hex."""
    hex = hexmap.hexes[index]
    return 2 * hex.column + hex.row % 2, 3 * hex.row


def middle(hexmap: HexMap, index: int) -> Point:
    """The middle of a hex in the drawing."""
    x, y = spot(hexmap, index)
    return x * RIGHT, y * DOWN


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """A point on the way from one to another."""
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def outlines(hexmap: HexMap, indices: Iterable[int]) -> list[list[Point]]:
    """The outlines of a set of hexes, clockwise around it and the other way round around its holes.

    At each corner three hexes meet, so an outline never touches another one and each corner has one that follows it.
    """
    chosen = set(indices)
    follows: dict[Corner, Corner] = {}
    for i in chosen:
        x, y = spot(hexmap, i)
        hex = hexmap.hexes[i]
        for k, place in enumerate(around(hex.row, hex.column)):
            if hexmap.index.get(place) not in chosen:
                a, b = CORNERS[k], CORNERS[(k + 1) % 6]
                follows[x + a[0], y + a[1]] = x + b[0], y + b[1]
    loops: list[list[Point]] = []
    while follows:
        first = corner = min(follows)
        loop: list[Point] = []
        while not loop or corner != first:
            loop.append((corner[0] * RIGHT, corner[1] * DOWN))
            corner = follows.pop(corner)
        loops.append(loop)
    return loops


def straight(loops: Iterable[Sequence[Point]]) -> str:
    """Closed paths along corners."""
    return "".join("M" + "L".join(point(*corner) for corner in loop) + "Z" for loop in loops)


def smooth(loops: Iterable[Sequence[Point]]) -> str:
    """Closed paths that swing around corners, through the middle of each edge."""
    drawn = []
    for loop in loops:
        drawn.append("M" + point(*between(loop[-1], loop[0])))
        for corner, following in zip(loop, [*loop[1:], loop[0]], strict=True):
            drawn.append(f"Q{point(*corner)} {point(*between(corner, following))}")
        drawn.append("Z")
    return "".join(drawn)


# Layers, from below


def frame(width: float, height: float) -> Iterator[str]:
    """The sheet with a double line and a meander in each corner."""
    w, h = number(width), number(height)
    yield f'<rect width="{w}" height="{h}" fill="{PAPER}"/>'
    for inset, stroke in ((12, 3), (18, 1)):
        yield (
            f'<rect x="{inset}" y="{inset}" width="{number(width - 2 * inset)}" height="{number(height - 2 * inset)}" '
            f'fill="none" stroke="{INK}" stroke-width="{stroke}"/>'
        )
    meander = "M18 62H46V34H34V50H40M62 18V46H34V34H50V40"
    for x, y, turn in ((0, 0, "1 1"), (width, 0, "-1 1"), (0, height, "1 -1"), (width, height, "-1 -1")):
        yield (
            f'<path transform="translate({point(x, y)}) scale({turn})" d="{meander}" fill="none" stroke="{INK}" '
            'stroke-width="1.6"/>'
        )


def heading(title: str, below: str, x: float) -> Iterator[str]:
    """The title between two lines, and what is on the map."""
    size = min(40.0, (2 * x - 2 * SIDES) / (0.7 * len(title)))
    inner = 0.36 * size * len(title) + 34
    reach = min(x - SIDES - 40, inner + 86)
    yield (
        f'<text x="{number(x)}" y="88" font-size="{number(size)}" letter-spacing="{number(size / 12)}">{escape(title)}</text>'
    )
    yield f'<text x="{number(x)}" y="116" font-size="14" font-style="italic" fill="{FAINT}">{escape(below)}</text>'
    if reach > inner:
        yield (
            f'<path d="M{point(x - reach, 75)}H{number(x - inner)}M{point(x + inner, 75)}H{number(x + reach)}" '
            f'stroke="{INK}"/>'
        )


def ground(hexmap: HexMap) -> Iterator[str]:
    """The land."""
    edge = straight(outlines(hexmap, range(len(hexmap.hexes))))
    yield f'<clipPath id="map"><path id="edge" d="{edge}"/></clipPath><use href="#edge" fill="{LAND}"/>'
    capitals = (capital.index for capital in hexmap.capitals)
    yield f'<path d="{straight(outlines(hexmap, capitals))}" fill="{CAPITAL}"/>'


def rivers(hexmap: HexMap) -> Iterator[str]:
    """The rivers as one band that swings through its hexes, with lines along the current."""
    wet = [hex.index for hex in hexmap.hexes if hex.river]
    if not wet:
        return
    yield '<g clip-path="url(#map)" stroke-linecap="round" stroke-linejoin="round">'
    yield f'<path d="{smooth(outlines(hexmap, wet))}" fill="{WATER}" stroke="{WATER_EDGE}" stroke-width="1.8"/>'
    lakes = straight([middle(hexmap, i) for i in triple] for triple in hexmap.river_triples)
    yield f'<defs><g id="current"><path d="{current(hexmap, wet)}" fill="none"/><path d="{lakes}"/></g></defs>'
    for width, colour in RIPPLES:
        yield f'<use href="#current" stroke="{colour}" fill="{colour}" stroke-width="{width}"/>'
    yield "</g>"


def current(hexmap: HexMap, wet: Sequence[int]) -> str:
    """The way of the water: through each hex, from edge to edge."""
    drawn = []
    for i in wet:
        here = middle(hexmap, i)
        edges = [between(here, middle(hexmap, j)) for j in hexmap.neighbours[i] if hexmap.hexes[j].river]
        if len(edges) < 2:
            drawn.append(f"M{point(*here)}L{point(*(edges or [here])[0])}")
        for a, b in combinations(edges, 2):
            drawn.append(f"M{point(*a)}Q{point(*here)} {point(*b)}")
    return "".join(drawn)


def locations(hexmap: HexMap) -> Iterator[str]:
    """The bandit locations: three hatched hexes inside a broken line."""
    told = [hexes for hexes in hexmap.bandits if hexes]
    if not told:
        return
    yield (
        '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<path d="M0 0V6" stroke="{HATCH}" stroke-width="1.7"/></pattern>'
    )
    yield f'<g stroke="{INK}" stroke-width="1.5" stroke-dasharray="7 4" stroke-linejoin="round">'
    for hexes in told:
        d = straight([within(loop) for loop in outlines(hexmap, hexes)])
        yield f'<path d="{d}" fill="url(#hatch)"/>'
    yield "</g>"


def within(loop: Sequence[Point]) -> list[Point]:
    """An outline a little smaller."""
    heart = (sum(x for x, _ in loop) / len(loop), sum(y for _, y in loop) / len(loop))
    return [between(heart, corner, 0.89) for corner in loop]


def grid(hexmap: HexMap) -> Iterator[str]:
    """The edges between hexes, fine, and the edge of the map, strong."""
    drawn = []
    for i, hex in enumerate(hexmap.hexes):
        x, y = spot(hexmap, i)
        corners = [point((x + right) * RIGHT, (y + down) * DOWN) for right, down in CORNERS]
        for k, place in enumerate(around(hex.row, hex.column)):
            if hexmap.index.get(place, -1) > i:
                drawn.append(f"M{corners[k]}L{corners[(k + 1) % 6]}")
    yield f'<path d="{"".join(drawn)}" fill="none" stroke="{INK}" stroke-width=".9" opacity=".45"/>'
    yield f'<use href="#edge" fill="none" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>'


def coordinates(hexmap: HexMap) -> Iterator[str]:
    """The name of each hex."""
    for river, colour, halo in ((False, FAINT, LAND), (True, INK, WATER)):
        yield (
            f'<g font-size="10" fill="{colour}" stroke="{halo}" stroke-opacity=".8" stroke-width="2.4" '
            'stroke-linejoin="round" paint-order="stroke">'
        )
        for hex in hexmap.hexes:
            if hex.river == river:
                x, y = middle(hexmap, hex.index)
                yield f'<text x="{number(x)}" y="{number(y - 18.5)}">{hex.name}</text>'
        yield "</g>"


def capitals(hexmap: HexMap) -> Iterator[str]:
    """Each capital: its letter in a seal, its name below."""
    for capital in hexmap.capitals:
        x, y = middle(hexmap, capital.index)
        yield f'<g transform="translate({point(x, y)})">'
        yield from seal(capital.letter)
        yield from caption(capital.name)
        yield "</g>"


def seal(letter: str) -> Iterator[str]:
    """A red seal with a letter, worn at the edges."""
    yield (
        f'<path d="M-12.5 -14L-3 -14.5L12.2 -14.1L12.8 -2.5L12.3 10.1L2 10.5L-12.4 10L-12.9 -4.5Z" fill="{SEAL}" '
        f'stroke="{SEAL}" stroke-width="1.5" stroke-linejoin="round"/>'
        f'<rect x="-10" y="-11.7" width="20" height="19.4" fill="none" stroke="{LAND}" stroke-width="1"/>'
        f'<text y="3.7" font-size="16" font-weight="bold" fill="{LAND}">{letter}</text>'
    )


def caption(name: str) -> Iterator[str]:
    """The name of a capital in one line or two, as large as fits into the hex."""
    lines = halved(name) if len(name) > 9 else [name]
    for line, (y, room) in zip(lines, ((21, 60), (30, 36)), strict=False):
        size = min(10.5, room / (0.56 * len(line)))
        yield f'<text y="{number(y)}" font-size="{number(size)}" font-weight="bold">{escape(line)}</text>'


def halved(name: str) -> list[str]:
    """A name in two lines of nearly the same length, if it has two words.

    >>> halved("Western Chu"), halved("Changshan")
    (['Western', 'Chu'], ['Changshan'])
    """
    words = name.split()
    ways = [[" ".join(words[:i]), " ".join(words[i:])] for i in range(1, len(words))]
    return min(ways, key=lambda way: (max(map(len, way)), len(way[1])), default=[name])


def location_numbers(hexmap: HexMap) -> Iterator[str]:
    """The number of each bandit location, where its three hexes meet."""
    for n, hexes in enumerate(hexmap.bandits, 1):
        if hexes:
            spots = [middle(hexmap, i) for i in hexes]
            yield from disc(sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots), str(n))


def disc(x: float, y: float, text: str) -> Iterator[str]:
    """A number on a dark disc."""
    yield (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="10" fill="{INK}" stroke="{LAND}" stroke-width="1.5"/>'
        f'<text x="{number(x)}" y="{number(y + 4.2)}" font-size="12" font-weight="bold" fill="{LAND}">{text}</text>'
    )


def legend(hexmap: HexMap, x: float, y: float) -> Iterator[str]:
    """What the signs mean."""
    entries = ["capital", "river"] + (["bandit location"] if any(hexmap.bandits) else [])
    room = 170
    start = x - room * (len(entries) - 1) / 2 - 40
    yield '<g font-size="14" font-style="italic" text-anchor="start">'
    for i, entry in enumerate(entries):
        at = start + room * i
        yield f'<text x="{number(at + 24)}" y="{number(y + 5)}">{entry}</text>'
        if entry == "capital":
            yield f'<g transform="translate({point(at, y + 1.7)}) scale(.85)" font-style="normal" text-anchor="middle">'
            yield from seal("A")
            yield "</g>"
        elif entry == "river":
            yield (
                f'<path d="M{point(at - 26, y)}q11 -11 21 -5t21 -5v10q-10 11 -21 5t-21 5Z" fill="{WATER}" '
                f'stroke="{WATER_EDGE}" stroke-width="1.5" stroke-linejoin="round"/>'
            )
        else:
            yield '<g font-style="normal" text-anchor="middle">'
            yield from disc(at, y, "1")
            yield "</g>"
    yield "</g>"
