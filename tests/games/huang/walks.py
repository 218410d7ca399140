"""Random games of the engine alone, position by position, for tests that look at each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.games.huang.playing import CHOOSERS, Chooser, by_kind
from tests.games.huang.table import ID, NOTATION, OPTION_SETS, Table
from tests.oracle.huang_map import Hex
from tianxia.games.huang.pieces import COLOURS, COLUMNS
from tianxia.games.huang.sets import hexes_of, set_of

Step = tuple[Table, int, int]
"""A position with the seat and the act that come next; at the end seat -1."""
WARLIKE = {"place": 20, "leader": 12, "support": 6, "establish": 8, "pagoda": 5, "palace": 8, "keep": 5, "riot": 2}


class Board:
    """The engine's board, as far as choosers look at one."""

    def __init__(self, table: Table) -> None:
        self.table = self
        s = table.states[0]
        self.tiles = {spot(at): COLOURS[c] for c in range(len(COLOURS)) for at in hexes_of(set_of(s["tiles"], c))}
        self.leaders = {spot(at) for at in hexes_of(set_of(s["leader_hexes"]))}

    def leader_hexes(self) -> set[Hex]:
        return self.leaders


def spot(hex_: int) -> Hex:
    """Row and column."""
    row, column = divmod(hex_, COLUMNS)
    return row, column


def warlike(chance: random.Random, legal: list[str], _game: Any) -> str:
    """Leaders and tiles anywhere: revolts, wars, and all that comes of them."""
    return chance.choice(by_kind(chance, legal, WARLIKE))


ALL: tuple[Chooser, ...] = (*CHOOSERS, warlike, warlike)


def steps(name: str, seed: int) -> Iterator[Step]:
    """Every position of a random game; the table is the same one all the time."""
    options = OPTION_SETS[name]
    table, chance = Table.of(options, seed), random.Random(seed)
    choosers = [chance.choice(ALL) for _ in range(options["players"])]
    while actors := table.actors:
        (seat,) = actors
        act = ID[choosers[seat](chance, [NOTATION[number] for number in table.legal(seat)], Board(table))]  # type: ignore[arg-type]
        yield table, seat, act
        table.apply(seat, act)
    yield table, -1, -1


def snapshot(table: Table) -> Table:
    """A copy that keeps the log of the last action, and shares what is only written to."""
    twin = type(table)(table.states.copy())
    twin.log[:] = table.log
    twin.out, twin.scratch, twin.scratch_bytes = table.out, table.scratch, table.scratch_bytes
    return twin


@cache
def walk(name: str, seed: int = 1) -> list[Step]:
    """The same as a list of copies, played once for all tests."""
    return [(snapshot(table), seat, act) for table, seat, act in steps(name, seed)]
