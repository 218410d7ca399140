"""A thread that does one connection's work: whoever asks waits on the event loop, only the thread waits for the disk."""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from tianxia.tables.metrics import COMMIT, TOGETHER
from tianxia.tables.store import Conflict, StoreError

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Job = tuple[Work, asyncio.AbstractEventLoop, "asyncio.Future[Any]"]
BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")  # another process holds the file: to try each job again would wait as often


class Executor:
    """One connection and its thread. Jobs that wait share a transaction, up to ``together`` of them.

    A job that fails is rolled back alone; the others don't notice. ``ready`` is called before and after each transaction
    and raises ``StoreError`` where nothing may be accepted.
    """

    def __init__(
        self,
        name: str,
        database: sqlite3.Connection,
        *,
        begin: str,
        together: int = 1,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        self._database, self._begin, self._together, self._ready = database, begin, together, ready
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Has a job done and gives what it returned, or raises what it raised."""
        if self._closed or not self._thread.is_alive():
            raise StoreError("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put((work, loop, future))
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
            jobs = [job for job in batch if job is not None and not job[2].cancelled()]
            for (_, loop, future), outcome in zip(jobs, self._outcomes([job[0] for job in jobs]), strict=True):
                with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                    loop.call_soon_threadsafe(_settle, future, outcome)
        self._database.close()

    def _outcomes(self, works: list[Work]) -> list[Any]:
        """Does all works in one transaction. If one of them fails each half gets one of its own, and so on: none answers for
        another."""
        try:
            return self._transaction(works)
        except Exception as error:
            if self._database.in_transaction:
                with suppress(sqlite3.Error):
                    self._database.execute("ROLLBACK")
            if len(works) == 1 or isinstance(error, StoreError) or _name(error).startswith(BUSY):
                return [_translated(error) for _ in works]
        half = len(works) // 2
        return self._outcomes(works[:half]) + self._outcomes(works[half:])

    def _transaction(self, works: list[Work]) -> list[Any]:
        if not works:
            return []
        self._ready()
        start = time.perf_counter()
        self._database.execute(self._begin)
        outcomes = [work(self._database) for work in works]
        self._database.execute("COMMIT")
        if self._together > 1:
            COMMIT.observe(time.perf_counter() - start)
            TOGETHER.observe(len(works))
        self._ready()  # what lies in a file that was taken away meanwhile is not kept
        return outcomes


def _name(error: Exception) -> str:
    return str(getattr(error, "sqlite_errorname", ""))


def _translated(error: Exception) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    return StoreError(str(error)) if isinstance(error, sqlite3.Error) else error


def _settle(future: "asyncio.Future[Any]", outcome: Any) -> None:
    if future.done():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
