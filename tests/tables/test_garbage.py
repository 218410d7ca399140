"""A server that looks rarely through all that is alive, and yet frees what refers to itself."""

import asyncio
import gc
import random
import subprocess
import sys
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from tests.tables.playing import ADA, BOT, Player, play_on, registry_in, run
from tests.waiting import LONG, soon
from tianxia.tables.garbage import ALWAYS, collect_rarely
from tianxia.tables.registry import Registry
from tianxia.tables.setup import Terms
from tianxia.tables.table import Table


class Ring:
    """It refers to itself."""

    def __init__(self) -> None:
        self.ring = self


@asynccontextmanager
async def collecting(every: float, servers: int = 1) -> AsyncIterator[None]:
    """While so many servers do so, of which the first one stops first."""
    tasks = [asyncio.create_task(collect_rarely(every, look=0.0)) for _ in range(servers)]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def test_python_does_not_look_through_all_by_itself_until_it_is_over() -> None:
    async def meanwhile() -> tuple[int, int, int]:
        async with collecting(LONG, servers=2):
            return gc.get_threshold()

    *young, old = asyncio.run(meanwhile())
    assert (*young, ALWAYS[2]) == ALWAYS
    assert old > 1_000_000  # times that what is young was looked through
    assert gc.get_threshold() == ALWAYS


WITHOUT = """
import asyncio, gc, sys, weakref
from pathlib import Path
from tianxia.tables import garbage

class Ring:
    def __init__(self):
        self.ring = self

async def freed():
    garbage.STATM = Path(sys.argv[1])
    task = asyncio.create_task(garbage.collect_rarely(look=0.0))
    await asyncio.sleep(0)
    ring = Ring()
    gone = weakref.ref(ring)
    gc.collect(1)
    del ring
    for _ in range(100):
        await asyncio.sleep(0)
    assert gone() is not None
    grown = bytearray(b"x") * garbage.memory()
    async with asyncio.timeout(float(sys.argv[2])):
        while gone() is not None:
            await asyncio.sleep(0)
    task.cancel()

asyncio.run(freed())
"""
"""A process of its own: here others may have had more before."""


def test_that_memory_has_grown_is_seen_where_the_system_tells_only_the_most(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT, str(tmp_path / "none"), str(LONG)]
    # by a small process: what is run begins with the most that its parent ever had
    subprocess.run(["sh", "-c", '"$@"; exit $?', "sh", *command], check=True)


def test_what_refers_to_itself_is_freed_all_the_same() -> None:
    async def freed() -> None:
        async with collecting(0.0):
            ring = Ring()
            gone = weakref.ref(ring)
            gc.collect(1)  # it grows old
            del ring
            await soon(lambda: gone() is None)

    asyncio.run(freed())


async def played_and_left(registry: Registry, delay: int) -> Table:
    """A table at which somebody was, and nobody is any more."""
    table = await registry.open(await registry.create("chu-han", {}, (ADA, BOT), "en", Terms(delay=delay)))
    assert table is not None
    ada = Player(table, "ada")
    await play_on([ada], random.Random(1), 5)
    table.leave(ada.subscriber)
    await soon(lambda: not table.autoplay.busy)
    return table


@pytest.mark.parametrize("delay", [0, 60])
def test_a_table_that_is_let_go_is_freed_at_once(tmp_path: Path, delay: int) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await played_and_left(registry, delay)
            gone, autoplay = weakref.ref(table), table.autoplay
            gc.collect()
            gc.disable()
            try:
                registry._idle[table.setup.id].cancel()  # its time has come
                registry._let_go(table)
                del table
                await soon(lambda: gone() is None)
                autoplay.update()  # of a process that just then was told that it drives the table
            finally:
                gc.enable()

    run(test)
