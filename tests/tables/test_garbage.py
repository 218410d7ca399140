"""A server that looks rarely through all that is alive, and yet frees what refers to itself."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tests.waiting import LONG, soon
from tianxia.tables.garbage import collect_rarely

MANY = 300_000
"""Objects; Python looks through all after fewer, if it is left alone."""


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


def looks() -> int:
    """How often all that is alive was looked through while much came into being."""
    gc.freeze()  # Python waits until a quarter more is alive: more than what was there before this test, which may be much
    gc.collect()
    before = gc.get_stats()[2]["collections"]
    try:
        assert len([[number] for number in range(MANY)]) == MANY
        return int(gc.get_stats()[2]["collections"]) - before
    finally:
        gc.unfreeze()


def test_all_is_looked_through_only_now_and_then_and_as_always_afterwards() -> None:
    async def rarely() -> int:
        async with collecting(LONG, servers=2):
            return looks()

    always = gc.get_threshold()
    assert looks() > 0
    assert asyncio.run(rarely()) == 0
    assert gc.get_threshold() == always


def test_what_refers_to_itself_is_freed_all_the_same() -> None:
    async def freed() -> None:
        async with collecting(0.0):
            ring = Ring()
            gone = weakref.ref(ring)
            gc.collect(1)  # it grows old
            del ring
            await soon(lambda: gone() is None)

    asyncio.run(freed())
