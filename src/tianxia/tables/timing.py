"""The time of a process: one queue of deadlines, and what is noticed of outages and of a machine's clock that is set.

Deadlines are absolute, since they outlive the process; waiting goes by a clock that nobody sets. So whenever a wait is over the
time of day is looked at again, and a step of it is credited before anything is held against anybody.
"""

import asyncio
import heapq
import time
from collections.abc import Awaitable, Callable, Iterable

from tianxia.tables.logs import logger, trace_of
from tianxia.tables.rows import Why
from tianxia.tables.store import Outage, Store, StoreError

log = logger(__name__)

PULSE = (
    5.0  # seconds between two looks at the time, at most; while clocks run it is written down then, else every minute
)
STEP = 1.0  # seconds by which the machine's clock may run away from its monotonic one between two looks
PASSED = 1000  # deadlines that don't hold any more and are kept, at most, beside as many as hold
STILL = 3 * PULSE  # seconds without a look after which the process must have stood still
AHEAD = 60.0  # seconds between two looks into the store, for deadlines that this process was not told


class Time:
    """The time of day and the time that only goes on, in seconds. Tests have their own."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some moment, whatever is done to the machine's clock."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Waits so long."""
        await asyncio.sleep(seconds)


def lost(outages: Iterable[Outage], since: float) -> float:
    """Seconds since a time (Unix seconds) in which no game could go on, each counted once."""
    total, end = 0.0, since
    for one in sorted(outages, key=lambda one: one.since):
        total += max(0.0, one.until - max(one.since, end))
        end = max(end, one.until)
    return total


class Deadlines:
    """When which table is to be looked at. The last word for a table is the one that holds."""

    def __init__(self) -> None:
        self._at: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        self.changed = asyncio.Event()

    def __len__(self) -> int:
        return len(self._at)

    def set(self, table: str, at: float | None) -> None:
        """A table is to be looked at then (Unix seconds), or not at all."""
        if at is None:
            self._at.pop(table, None)
        elif self._at.get(table) != at:
            self._at[table] = at
            heapq.heappush(self._heap, (at, table))
            if len(self._heap) > PASSED + 2 * len(self._at):  # of turns that may be days apart each leaves one behind
                self._heap = [(at, table) for table, at in self._at.items()]
                heapq.heapify(self._heap)
            self.changed.set()

    @property
    def next(self) -> float | None:
        """The first deadline."""
        while self._heap and self._at.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def pop(self, now: float) -> str | None:
        """A table whose time has come; each is given once."""
        if (at := self.next) is None or at > now:
            return None
        _, table = heapq.heappop(self._heap)
        del self._at[table]
        return table


class Timekeeper:
    """Waits for the deadlines of one process. ``due`` is called with each table whose time has come, ``credit`` with a stretch
    in which this process could do nothing, which is to cost nobody anything, and ``again`` every minute, beside the clocks and
    never twice at once."""

    def __init__(
        self,
        store: Store,
        time: Time,
        due: Callable[[str], Awaitable[None]],
        credit: Callable[[Outage], Awaitable[None]],
        again: Callable[[], Awaitable[None]],
    ) -> None:
        self.time = time
        self.deadlines = Deadlines()
        self.outages: list[Outage] = []
        """Every stretch, in order, in which no game could go on."""
        self.ready = asyncio.Event()
        """They are known as far as they lie in the past."""
        self._store, self._due, self._credit, self._again = store, due, credit, again
        self._seen = time.now(), time.monotonic()
        self._noticing = asyncio.Lock()
        self._looked = self._written = float("-inf")
        self._minute: asyncio.Task[None] | None = None  # what is done every minute, while it is
        self._task = asyncio.create_task(self._run(), name="tianxia-clocks")

    async def close(self) -> None:
        """Writes down until when it was there, and waits for nothing more."""
        tasks = [task for task in (self._task, self._minute) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await self._write()

    async def observe(self) -> None:
        """Notices whether the machine's clock was set forward, or stood still, since the last look. Whoever asks meanwhile
        waits until that is credited."""
        async with self._noticing:
            await self._observe()

    async def _observe(self) -> None:
        (wall, steady), (now, ticks) = self._seen, (self.time.now(), self.time.monotonic())
        self._seen = now, ticks
        jump = (now - wall) - (ticks - steady)
        if jump <= STEP and ticks - steady <= STILL:
            return
        lost = jump if ticks - steady <= STILL else now - wall
        why: Why = "clock" if ticks - steady <= STILL else "outage"
        outage = Outage(now - lost, now, why)
        log.warning("the clocks of all games stand still", why=why, seconds=round(lost, 1))
        try:
            self.outages = await self._store.outages(now, outage)
        except StoreError as error:
            log.warning("that no game could go on could not be written down", reason=str(error))
            self.outages.append(outage)
        await self._credit(outage)

    async def _write(self) -> None:
        try:
            await self._store.beat(self.time.now())
        except StoreError as error:
            log.warning("the time could not be written down", reason=str(error))

    async def _run(self) -> None:
        try:
            self.outages = await self._store.outages(self.time.now())
        except StoreError as error:
            log.error("since when the server was down is not known", reason=str(error))
        self.ready.set()
        while True:
            try:
                await self._turn()
            except Exception as error:  # nobody else would look at the clocks
                log.error("the clocks of this process could not be looked at", exception=trace_of(error))
            await self._wait(self.time.now())

    async def _turn(self) -> None:
        """Looks once at what is to be done."""
        await self.observe()
        now, ticks = self.time.now(), self.time.monotonic()
        if ticks - self._looked >= AHEAD:
            self._looked = ticks
            if self._minute is None or self._minute.done():  # clocks do not wait for it
                self._minute = asyncio.create_task(self._every_minute(), name="tianxia-minute")
            await self._look_ahead(now + 2 * AHEAD)
        if ticks - self._written >= (PULSE if self.deadlines else AHEAD):
            self._written = ticks
            await self._write()
        while (table := self.deadlines.pop(now)) is not None:
            await self.observe()
            try:
                await self._due(table)
            except Exception as error:
                log.error("the time of a table has come, but that failed", table=table, exception=trace_of(error))
                self.deadlines.set(table, now + AHEAD)

    async def _every_minute(self) -> None:
        try:
            await self._again()
        except Exception as error:
            log.error("what is done every minute failed", exception=trace_of(error))

    async def _wait(self, now: float) -> None:
        """Until the next deadline, as far as is known now, but never longer than a pulse."""
        at = self.deadlines.next
        self.deadlines.changed.clear()
        waits = [
            asyncio.ensure_future(self.time.sleep(max(0.0, min(PULSE, PULSE if at is None else at - now)))),
            asyncio.ensure_future(self.deadlines.changed.wait()),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()

    async def _look_ahead(self, until: float) -> None:
        try:
            for table, at in await self._store.deadlines(until):
                self.deadlines.set(table, at)
        except StoreError as error:
            log.warning("the deadlines could not be read", reason=str(error))
