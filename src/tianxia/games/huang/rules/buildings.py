"""Pagodas, the palace and granaries: where they may stand, how they come and go [H9, M2, M3]."""

from tianxia.engine.compiling import rule
from tianxia.engine.fields import WORD
from tianxia.engine.lists import put
from tianxia.games.huang.actions import ACTIONS
from tianxia.games.huang.events import EVENTS, FOR_PAGODA
from tianxia.games.huang.pieces import (
    BLUE,
    CORNERS,
    FIRST_OF,
    FIRST_OF_RHOMBUS,
    N_COLOURS,
    N_HEXES,
    N_PAGODAS,
    PAGODA_COLOUR,
    RHOMBUS,
    RHOMBUSES_WITH,
    TRIANGLE,
    TRIANGLES_FROM,
    TRIANGLES_WITH,
    YELLOW,
)
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import colour_at, tiles_near, tiles_of
from tianxia.games.huang.rules.hexsets import (
    NO_HEX,
    HexSet,
    first,
    hexset,
    lone,
    minus,
    rest,
    some,
    triangles_in,
    union,
)

PAGODA_HERE, PALACE_HERE, MOVE = ACTIONS.PAGODA, ACTIONS.PALACE, ACTIONS.MOVE
ESTABLISHED, PAGODA_LOST = EVENTS.ESTABLISHED, EVENTS.PAGODA_LOST
PALACE_BUILT, PALACE_LOST, GRANARY_LOST = EVENTS.PALACE_BUILT, EVENTS.PALACE_LOST, EVENTS.GRANARY_LOST
SCORED = EVENTS.SCORED


@rule
def built(s: Record):
    """Hexes under a building [H9.1]."""
    found = hexset(s.granaries)
    for i in range(N_PAGODAS):
        if s.pagodas[i]:
            found = union(found, triangle_hexes(s.pagodas[i] - 1))
    if s.palace_at:
        found = union(found, rhombus_hexes(s.palace_at - 1))
    return found


@rule
def triangle_hexes(triangle):
    """Its three hexes."""
    return HexSet(TRIANGLE[triangle, 0], TRIANGLE[triangle, 1], TRIANGLE[triangle, 2])


@rule
def rhombus_hexes(rhombus):
    """Its four hexes."""
    return HexSet(RHOMBUS[rhombus, 0], RHOMBUS[rhombus, 1], RHOMBUS[rhombus, 2])


@rule
def in_use(s: Record, colour):
    """Whether pagodas of a colour are in the game: no blue ones in Eighteen Kingdoms [M2.1]."""
    return colour != BLUE or s.eighteen_kingdoms == 0


@rule
def bare(s: Record, colour):
    """Tiles of a colour without a building on them."""
    return minus(tiles_of(s, colour), built(s))


@rule
def takes_pagoda(triangle, tiles):
    """Whether a pagoda may be established there: all three tiles are among the bare ones of a colour [H9.1, H9.3]."""
    return some(minus(triangle_hexes(triangle), tiles)) == 0


@rule
def takes_palace(rhombus, tiles):
    """Whether the palace may be built or moved there: all four are among the bare yellow tiles [M3.1, M3.1a]."""
    return some(minus(rhombus_hexes(rhombus), tiles)) == 0


@rule
def places_with(s: Record, hex_, out):
    """Triangles and rhombuses with this tile that may take a building; ids, ascending [H13.4]."""
    colour = colour_at(s, hex_)
    tiles = bare(s, colour)
    n = 0
    for i in range(TRIANGLES_WITH.shape[1]):
        triangle = TRIANGLES_WITH[hex_, i]
        if triangle >= 0 and takes_pagoda(triangle, tiles):
            n = put(out, n, PAGODA_HERE.id(triangle), True)
    if s.palace and colour == YELLOW:
        for i in range(RHOMBUSES_WITH.shape[1]):
            rhombus = RHOMBUSES_WITH[hex_, i]
            if rhombus >= 0 and takes_palace(rhombus, tiles):
                n = put(out, n, PALACE_HERE.id(rhombus), True)
    return n


@rule
def any_place_with(s: Record, hex_, colour):
    """Whether there is one, with a tile of this colour: every rhombus that qualifies has a triangle with it that does."""
    if not in_use(s, colour) or tiles_near(s, colour, hex_) < CORNERS - 1:
        return False
    tiles = bare(s, colour)
    for i in range(TRIANGLES_WITH.shape[1]):
        triangle = TRIANGLES_WITH[hex_, i]
        if triangle >= 0 and takes_pagoda(triangle, tiles):
            return True
    return False


@rule
def all_places(s: Record, out):
    """All triangles and rhombuses on the board that may take a building; ids, ascending [H13.3]."""
    n = 0
    for hex_ in range(N_HEXES):
        colour = colour_at(s, hex_)
        if colour >= 0 and in_use(s, colour):
            tiles = bare(s, colour)
            for triangle in range(TRIANGLES_FROM[hex_], TRIANGLES_FROM[hex_ + 1]):
                n = put(out, n, PAGODA_HERE.id(triangle), takes_pagoda(triangle, tiles))
    if s.palace:
        tiles = bare(s, YELLOW)
        for rhombus in range(RHOMBUS.shape[0]):
            n = put(out, n, PALACE_HERE.id(rhombus), takes_palace(rhombus, tiles))
    return n


@rule
def places(s: Record):
    """How many triangles on the board may take a pagoda."""
    found, covered = 0, built(s)
    for colour in range(N_COLOURS):
        if in_use(s, colour):
            found += triangles_in(minus(tiles_of(s, colour), covered))
    return found


@rule
def only_place(s: Record):
    """The one triangle that may take a pagoda, where there is one."""
    for hex_ in range(N_HEXES):
        colour = colour_at(s, hex_)
        if colour >= 0 and in_use(s, colour):
            tiles = bare(s, colour)
            for triangle in range(TRIANGLES_FROM[hex_], TRIANGLES_FROM[hex_ + 1]):
                if takes_pagoda(triangle, tiles):
                    return triangle
    return -1


@rule
def free_pagoda(s: Record, colour):
    """A pagoda of this colour in the supply, -1 if there is none."""
    for i in range(N_PAGODAS):
        if PAGODA_COLOUR[i] == colour and s.pagodas[i] == 0:
            return i
    return -1


@rule
def only_pagoda(s: Record, colour):
    """The one pagoda of this colour on the board, -1 if there are two [H13.5]."""
    found = -1
    for i in range(N_PAGODAS):
        if PAGODA_COLOUR[i] == colour and s.pagodas[i]:
            if found >= 0:
                return -1
            found = i
    return found


@rule
def pagodas_to_move(s: Record, colour, out):
    """The pagodas of this colour on the board, by their places; ids, ascending [H13.5]."""
    n = 0
    for i in range(N_PAGODAS):
        if PAGODA_COLOUR[i] == colour and s.pagodas[i]:
            n = put(out, n, MOVE.id(s.pagodas[i] - 1), True)
    if n == 2 and out[0] > out[1]:
        first = out[0]
        out[0] = out[1]
        out[1] = first
    return n


@rule
def establish(s: Record, seat, i, triangle, log):
    """A pagoda comes from the supply, or moves from its old place [H9.2]."""
    before = s.pagodas[i]
    s.pagodas[i] = triangle + 1
    ESTABLISHED.emit(log, seat, PAGODA_COLOUR[i], triangle, before)


@rule
def build_palace(s: Record, seat, rhombus, log):
    """The palace comes from the supply, or moves [M3.1]."""
    PALACE_BUILT.emit(log, seat, rhombus, s.palace_at)
    s.palace_at = rhombus + 1


@rule
def lose_buildings(s: Record, hex_, log):
    """A tile was removed: the building above it goes [H7.3, H9.5]."""
    word, bit = hex_ // WORD, 1 << hex_ % WORD
    for i in range(N_PAGODAS):
        if s.pagodas[i] and TRIANGLE[s.pagodas[i] - 1, word] & bit:
            PAGODA_LOST.emit(log, PAGODA_COLOUR[i], s.pagodas[i] - 1)
            s.pagodas[i] = 0
    if s.palace_at and RHOMBUS[s.palace_at - 1, word] & bit:
        PALACE_LOST.emit(log, s.palace_at - 1)
        s.palace_at = 0
    if s.granaries[word] & bit:
        s.granaries[word] &= ~bit
        GRANARY_LOST.emit(log, hex_)


@rule
def any_pagoda(s: Record):
    """Not 0 if a pagoda is on the board."""
    found = 0
    for i in range(N_PAGODAS):
        found |= s.pagodas[i]
    return found


@rule
def score_pagodas(s: Record, seat, log):
    """For each own leader a point of its colour for each pagoda of its colour in its state [H9.6]."""
    for colour in range(N_COLOURS if any_pagoda(s) else 0):
        at = s.leaders[seat, colour]
        if at == 0:
            continue
        points = 0
        for i in range(N_PAGODAS):
            if PAGODA_COLOUR[i] == colour and s.pagodas[i]:
                points += s.group[FIRST_OF[s.pagodas[i] - 1]] == s.group[at - 1]
        if points:
            gain(s, seat, colour, points, FOR_PAGODA, log)


@rule
def gain(s: Record, seat, colour, points, why, log):
    """Points of a colour."""
    s.points[seat, colour] += points
    SCORED.emit(log, seat, colour, points, why)


@rule
def in_palace_state(s: Record, seat):
    """Whether the seat's yellow leader is in the palace's state [M3.2]."""
    at = s.leaders[seat, YELLOW]
    return at > 0 and s.palace_at > 0 and s.group[FIRST_OF_RHOMBUS[s.palace_at - 1]] == s.group[at - 1]


@rule
def granaries_of(s: Record, seat):
    """Granaries in the state of the seat's blue leader [M2.4]."""
    at, left, found = s.leaders[seat, BLUE], hexset(s.granaries), NO_HEX
    while at and some(left):
        if s.group[first(left)] == s.group[at - 1]:
            found = union(found, lone(first(left)))
        left = rest(left)
    return found
