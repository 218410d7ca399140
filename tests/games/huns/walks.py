"""Random games of Huns, position by position: from the set-up, or from where much lies on the table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.games.huns.crowded import crowded
from tests.games.huns.playing import CHOOSERS
from tests.games.huns.table import ID, NOTATION, OPTION_SETS, Table, game
from tests.games.huns.written import for_engine

Step = tuple[Table, int, int]
"""A position with the seat and the act that come next; at the end seat -1."""
CROWDED = {name: options for name, options in OPTION_SETS.items() if name in ("2", "3", "4")}


def crowded_table(chance: random.Random, options: dict[str, Any]) -> tuple[Table, dict[str, Any]]:
    """A position in which much lies on the table, and which a game can come to; also in the words of the cases."""
    made = game(**options)
    while True:
        position = crowded(chance, options["players"])
        states = made.completed({**for_engine(position), "rng": chance.getrandbits(64)})
        if not made.positions.check(made.table.record_class(states, 0)):
            return Table.at(made, states), position


def steps_from(table: Table, chance: random.Random, most: int) -> Iterator[Step]:
    """The positions from this one on; the table is the same one all the time."""
    choosers = [chance.choice(CHOOSERS) for _ in range(table.players)]
    for _ in range(most):
        if not table.actors:
            break
        (seat,) = table.actors
        act = ID[choosers[seat](chance, [NOTATION[number] for number in table.legal(seat)])]
        yield table, seat, act
        table.apply(seat, act)
    yield table, -1 if not table.actors else table.actors[0], -1


def steps(name: str, seed: int) -> Iterator[Step]:
    """Every position of a random game."""
    options = OPTION_SETS[name]
    return steps_from(Table.of(options, seed), random.Random(seed), 10_000)


def crowded_steps(name: str, seed: int, most: int = 40) -> Iterator[Step]:
    """The first positions from one in which much lies on the table."""
    chance = random.Random(seed)
    return steps_from(crowded_table(chance, OPTION_SETS[name])[0], chance, most)


def snapshot(table: Table) -> Table:
    """A copy that keeps the log of the last action, and shares what is only written to."""
    twin = Table.at(table.game, table.states.copy())
    twin.log[:] = table.log
    twin.out, twin.scratch, twin.scratch_bytes = table.out, table.scratch, table.scratch_bytes
    return twin


@cache
def walk(name: str, seed: int = 1) -> list[Step]:
    """A random game and some crowded positions as a list of copies, played once for all tests."""
    walked = [(snapshot(table), seat, act) for table, seat, act in steps(name, seed)]
    for more in range(6) if name in CROWDED else ():
        walked += [(snapshot(table), seat, act) for table, seat, act in crowded_steps(name, 100 * seed + more)]
    return walked
