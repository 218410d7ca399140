"""A server that looks rarely through all that is alive, and yet frees what refers to itself."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tests.waiting import LONG, soon
from tianxia.tables.garbage import collect_rarely


class Ring:
    """It refers to itself."""

    def __init__(self) -> None:
        self.ring = self


@asynccontextmanager
async def collecting(every: float) -> AsyncIterator[None]:
    task = asyncio.create_task(collect_rarely(every, look=0.0))
    await asyncio.sleep(0)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def test_python_does_not_look_through_all_by_itself_until_it_is_over() -> None:
    async def meanwhile() -> tuple[int, int, int]:
        async with collecting(LONG):
            return gc.get_threshold()

    always = gc.get_threshold()
    *young, old = asyncio.run(meanwhile())
    assert (*young, always[2]) == always
    assert old > 1_000_000  # times that what is young was looked through
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
