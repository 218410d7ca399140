"""Pagodas and the palace of Huang [H9, M3]: where they may stand, and how they get there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from tests.oracle.huang_map import Hex, Hexes, names, spots, triples
from tests.oracle.huang_table import Pagoda, Script, Table, pick
from tests.oracle.huang_things import BLUE, COLOURS, YELLOW


def free_tiles(table: Table, colour: str) -> set[Hex]:
    """Tiles of a colour without a building [H9.1, H9.3, M2.2]."""
    return {hex_ for hex_, kind in table.tiles.items() if kind == colour} - table.built()


def triangles(table: Table) -> list[Hexes]:
    """3 mutually adjacent tiles of one colour without a building; no blue ones with Eighteen Kingdoms [H9.1, M2.1]."""
    colours = [colour for colour in COLOURS if not (colour == BLUE and table.options.eighteen_kingdoms)]
    return [frozenset(triple) for colour in colours for triple in triples(free_tiles(table, colour))]


def rhombuses(table: Table) -> list[Hexes]:
    """4 yellow tiles, two triangles that share an edge, without a building [M3.1]."""
    if not table.options.palace:
        return []
    pairs = combinations(triples(free_tiles(table, YELLOW)), 2)
    return [frozenset(one) | set(other) for one, other in pairs if len(set(one) & set(other)) == 2]


def places(table: Table, tile: Hex | None = None) -> list[str]:
    """All places where a building may be established, or only those with this tile on it."""
    found = [("pagoda", place) for place in triangles(table)] + [("palace", place) for place in rhombuses(table)]
    return [f"{kind} {names(place)}" for kind, place in found if tile is None or tile in place]


def establish(table: Table, seat: int, place: str) -> Script[None]:
    """A pagoda from the supply or, if it has none of the colour, one of the board; the palace, if need be moved [H9.2]."""
    kind, _, where = place.partition(" ")
    hexes = frozenset(spots(where))
    if kind == "palace":
        table.palace = hexes
        return
    colour = table.tiles[min(hexes)]
    if not table.supply[colour]:
        yield from free_a_pagoda(table, seat, colour)
    table.supply[colour] -= 1
    table.pagodas.append(Pagoda(colour, hexes))


def free_a_pagoda(table: Table, seat: int, colour: str) -> Script[None]:
    """Which one moves is the player's choice [H9.2, H13.5]."""
    standing = {f"move {names(pagoda.hexes)}": pagoda for pagoda in table.pagodas if pagoda.colour == colour}
    act = yield from pick("H13.5", seat, sorted_by_hex(standing))
    table.raze(standing[act])


def sorted_by_hex(acts: Iterable[str]) -> list[str]:
    return sorted(acts, key=lambda act: spots(act.partition(" ")[2]))


def offer_building(table: Table, placer: int, tile: Hex) -> Script[bool]:
    """After a tile: at most one building with it, or none; whether one was established [H9.1, M3.1a, H13.4]."""
    act = yield from pick("H13.4", placer, [*places(table, tile), "decline"])
    if act == "decline":
        return False
    yield from establish(table, placer, act)
    return True


def score_pagodas(table: Table) -> None:
    """Each leader of the active player scores the pagodas of its colour in its state [H9.6]."""
    for (seat, colour), hex_ in table.leaders.items():
        if seat == table.active:
            state = table.group_of(hex_)
            here = [pagoda for pagoda in table.pagodas if pagoda.colour == colour and pagoda.hexes <= state]
            table.gain(seat, colour, len(here))
