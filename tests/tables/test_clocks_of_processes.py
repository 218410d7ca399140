"""Clocks where several processes share a database: one of them looks at those of a table; what was lost is given back once."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.places import Database
from tests.tables.clocked import BLITZ, END, Given, clocked, table_with
from tests.tables.playing import ADA, BEN, run
from tests.waiting import soon
from tianxia.tables.opened import PATIENCE
from tianxia.tables.registry import Registry
from tianxia.tables.rows import ClockRow, TimedOutRow
from tianxia.tables.table import Table
from tianxia.tables.timing import AHEAD, PULSE

pytestmark = pytest.mark.xdist_group("postgres")


async def opened(registry: Registry, table: Table) -> Table:
    found = await registry.open(table.setup.id)
    assert found is not None
    return found


async def rows_of(registry: Registry, table: Table, kind: type) -> int:
    return sum(isinstance(row, kind) for row in await registry.store.rows(table.setup.id, 0))


def test_who_drives_a_table_looks_at_its_clocks_and_another_process_when_that_is_gone(database: Database) -> None:
    async def test() -> None:
        times = Given(), Given()
        async with AsyncExitStack() as stack:
            one, other = [await stack.enter_async_context(clocked(database, time)) for time in times]
            here = await table_with(one, BLITZ, ADA, BEN)
            there = await opened(other, here)
            await soon(lambda: here.drives)
            await times[1].go_by(END + 1)
            await there.time_out()
            assert there.history.now.away == (), "it is not for this process to say so"
            await times[0].go_by(END + 1)
            await soon(lambda: there.history.now.away)
            assert await rows_of(one, here, TimedOutRow) == 1
            late = there.history.now.away
            await soon(lambda: not set(there.history.to_act) & set(late))
            await times[1].go_by(END + 1)
            assert there.history.now.away == late
            await one.close()
            await soon(lambda: there.history.over)
            assert await rows_of(other, there, TimedOutRow) == 2

    run(test)


def test_a_process_loads_no_table_whose_clocks_another_one_looks_at(database: Database) -> None:
    async def test() -> None:
        time = Given()
        async with AsyncExitStack() as stack:
            one, other = [await stack.enter_async_context(clocked(database, time)) for _ in range(2)]
            here = await table_with(one, BLITZ, ADA, BEN)
            await time.go_by(END + PATIENCE / 2)
            await soon(lambda: here.history.now.away)
            assert other.tables == 0
            await soon(lambda: not set(here.history.to_act) & set(here.history.now.away))
            await one.close()
            await time.go_by(END + PATIENCE + AHEAD + PULSE)
            await soon(lambda: other.tables)
            assert (await opened(other, here)).history.over

    run(test)


def test_time_is_lost_only_while_no_process_was_there_and_is_given_back_once(database: Database) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(database, time) as one:
            here = await table_with(one, BLITZ, ADA, BEN)
            await time.go_by(4 * PULSE)
            time.wall, time.ticks = time.wall + PULSE - 1, time.ticks + PULSE - 1  # since it was written down
            async with clocked(database, time) as other:
                assert other.keeper.outages == []
                await other.open(here.setup.id)
        assert await rows_of_stored(database, here) == 0
        time.wall += 500
        async with AsyncExitStack() as stack:
            registries = await asyncio.gather(*(stack.enter_async_context(clocked(database, time)) for _ in range(2)))
            assert [[one.until - one.since for one in registry.keeper.outages] for registry in registries] == [
                [500]
            ] * 2
            tables = await asyncio.gather(*(opened(registry, here) for registry in registries))
            await soon(lambda: len({table.history.rows for table in tables}) == 1)
            assert await rows_of(registries[0], here, ClockRow) == 1
            await time.go_by(END - 5 * PULSE)
            assert tables[0].history.now.away == ()

    run(test)


async def rows_of_stored(database: Database, table: Table) -> int:
    """How many stretches were given back to a table that is in no process."""
    store = database.store()
    rows = await store.rows(table.setup.id, 0)
    await store.close()
    return sum(isinstance(row, ClockRow) for row in rows)
