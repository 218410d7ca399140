"""Time that goes by only when a test says so, and tables with clocks on it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.places import Place
from tests.tables.playing import Dice
from tests.waiting import soon
from tianxia.tables.clocks import SeatClock
from tianxia.tables.opening import FILE
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.registry import Registry
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Terms
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.table import Table
from tianxia.tables.time_control import CLOCKS, GRACE, LAG, Clock
from tianxia.tables.timing import PULSE, Time

START = 1_800_000_000.0
BLITZ, DAYS = CLOCKS["blitz"], CLOCKS["days"]
END = GRACE + BLITZ.bank + LAG
"""Seconds after the start of a blitz at which who does nothing is timed out."""


class Given(Time):
    """The time of a test: it stands still until it is told how much goes by."""

    def __init__(self, now: float = START) -> None:
        self.wall, self.ticks = now, 0.0
        self._sleeping: set[tuple[float, asyncio.Event]] = set()

    def now(self) -> float:
        return self.wall

    def monotonic(self) -> float:
        return self.ticks

    async def sleep(self, seconds: float) -> None:
        one = self.ticks + seconds, asyncio.Event()
        self._sleeping.add(one)
        try:
            await one[1].wait()
        finally:
            self._sleeping.discard(one)

    async def go_by(self, seconds: float) -> None:
        """So much time passes, bit by bit, and whoever waits for it gets its turn."""
        while seconds > 0:
            bit = min(seconds, PULSE)
            seconds -= bit
            await self.leap(bit, bit)

    async def leap(self, wall: float, ticks: float = 0.0) -> None:
        """So much passes at once, by the clock of the machine and by the one that only goes on."""
        self.wall += wall
        self.ticks += ticks
        before = max(1, len(self._sleeping))
        for one in [one for one in self._sleeping if one[0] <= self.ticks + 1e-6]:
            self._sleeping.discard(one)
            one[1].set()
        await asyncio.sleep(0)
        await soon(lambda: len(self._sleeping) >= before)  # who was woken has done what was to be done


@asynccontextmanager
async def clocked(place: Path | Place, time: Given) -> AsyncIterator[Registry]:
    """A registry whose time is given; it ends as one does that is stopped."""
    store = SqliteStore(place / FILE) if isinstance(place, Path) else place.store()
    registry = Registry(store, Dice(), AT_ONCE, time)
    await registry.keeper.ready.wait()
    try:
        yield registry
    finally:
        await registry.close()


async def table_with(
    registry: Registry, clock: Clock | None, *seats: Seat, game: str = "chu-han", **options: Any
) -> Table:
    made = await registry.create(game, options, seats, "en", Terms(clock=clock))
    table = await registry.open(made)
    assert table is not None
    return table


def clock_of(table: Table, seat: int) -> SeatClock:
    clocks = table.history.now.clocks
    assert clocks is not None
    return clocks.seats[seat]
