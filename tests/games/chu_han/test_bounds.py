"""Every field stays within the bounds that its table declares, and every event within its domains."""

from __future__ import annotations

import random

import pytest

from tests.games.chu_han.lockstep import CHOOSERS, random_position, table_of
from tests.games.chu_han.table import GAME, ID, NOTATION, OPTION_SETS, Table
from tianxia.games.chu_han.cards import EVENT_KINDS

LIMITS = [(f.name, f.low, len(f.labels) - 1 if f.labels else (1 << len(f.bits)) - 1 if f.bits else f.top)
          for f in GAME.table.fields if f.name != "rng"]  # fmt: skip


def check(table: Table) -> None:
    for name, low, high in LIMITS:
        values = table.states[name]
        assert low <= values.min(), name
        assert values.max() <= high, name
    for row in table.log[1 : int(table.log[0, 0]) + 1].tolist():
        kind = GAME.events.kinds[row[0]]
        kind.id(*row[1 : 1 + len(kind.domains)])  # raises when out of range
        assert not any(row[1 + len(kind.domains) :])


@pytest.mark.parametrize("options", OPTION_SETS)
@pytest.mark.parametrize("seed", range(12))
def test_fields_and_events_stay_within_their_bounds(options: str, seed: int) -> None:
    chance, choose = random.Random(seed), CHOOSERS[seed % len(CHOOSERS)]
    whole = Table.new(seed, **OPTION_SETS[options])
    event = EVENT_KINDS[seed % len(EVENT_KINDS)] if OPTION_SETS[options].get("events") else None
    for table in (whole, table_of(random_position(chance, event))):
        check(table)
        while (seat := table.actor) >= 0:
            legal = table.legal(seat)
            assert legal == sorted(set(legal)), "ascending, no action twice"
            assert legal, "who is to act can act"
            assert table.legal(1 - seat) == []
            table.apply(seat, ID[choose(chance, [NOTATION[number] for number in legal])])
            check(table)
        assert int(table.log[0, 0]) < GAME.most_events
        assert sorted(table.result()) == [1, 2]
