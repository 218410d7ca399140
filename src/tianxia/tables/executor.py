"""A thread that does one connection's work: whoever asks waits on the event loop, only the thread waits for the disk."""

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol, TypeVar

from tianxia.tables.metrics import COMMIT, TOGETHER
from tianxia.tables.statements import Database
from tianxia.tables.store import StoreError, Touched

T = TypeVar("T")


class Job(NamedTuple):
    """Something to do, and who waits for it."""

    work: Callable[[Database], Any]
    touched: Touched
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


class Link(Protocol):
    """A connection of a store and its transactions, one at a time."""

    def begin(self, touched: list[Touched]) -> Database:
        """Begins a transaction that changes these; raises ``StoreError`` where nothing may be accepted."""

    def commit(self) -> None:
        """Returns when all is safe on disk."""

    def rollback(self) -> None:
        """Takes back what was done, if anything was begun."""

    def is_down(self, error: Exception) -> bool:
        """Whether other jobs would fail as well, so that to try each alone would only take long."""

    def lost_a_race(self, error: Exception) -> bool:
        """Whether the same may well succeed now: another process was in the way."""

    def translated(self, error: Exception) -> Exception:
        """An error as callers of the store know it."""

    def close(self) -> None:
        """Lets the connection go."""


class Executor:
    """One connection and its thread. Jobs that wait share a transaction, up to ``together`` of them.

    A job that fails is rolled back alone; the others don't notice.
    """

    def __init__(self, name: str, link: Link, *, together: int = 1) -> None:
        self._link, self._together = link, together
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    async def do(
        self, work: Callable[[Database], T], *, games: tuple[str, ...] = (), people: tuple[str, ...] = ()
    ) -> T:
        """Has a job done and gives what it returned, or raises what it raised. It names what it may change: games, people with
        all games in which they sit."""
        if self._closed or not self._thread.is_alive():
            raise StoreError("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(Job(work, Touched(games, people), loop, future))
        return await future

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._jobs.qsize()

    async def close(self) -> None:
        """Finishes what was asked for and closes the connection."""
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        running = True
        while running:
            batch = [self._jobs.get()]
            while len(batch) < self._together and not self._jobs.empty():
                batch.append(self._jobs.get())
            running = None not in batch
            jobs = [job for job in batch if job is not None and not job.future.cancelled()]
            for job, outcome in zip(jobs, self._outcomes(jobs), strict=True):
                with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                    job.loop.call_soon_threadsafe(_settle, job.future, outcome)
        self._link.close()

    def _outcomes(self, jobs: list[Job]) -> list[Any]:
        """Does all jobs in one transaction. If one of them fails each half gets one of its own, and so on: none answers for
        another."""
        while True:
            try:
                return self._transaction(jobs)
            except Exception as error:
                self._link.rollback()
                if self._link.lost_a_race(error):
                    continue
                if len(jobs) == 1 or self._link.is_down(error):
                    return [self._link.translated(error) for _ in jobs]
            break
        half = len(jobs) // 2
        return self._outcomes(jobs[:half]) + self._outcomes(jobs[half:])

    def _transaction(self, jobs: list[Job]) -> list[Any]:
        if not jobs:
            return []
        start = time.perf_counter()
        database = self._link.begin([job.touched for job in jobs])
        outcomes = [job.work(database) for job in jobs]
        self._link.commit()
        if self._together > 1:
            COMMIT.observe(time.perf_counter() - start)
            TOGETHER.observe(len(jobs))
        return outcomes


def _settle(future: "asyncio.Future[Any]", outcome: Any) -> None:
    if future.done():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
