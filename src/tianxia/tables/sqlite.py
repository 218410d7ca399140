"""The store of one machine: SQLite, one thread that writes with group commits, one that reads.

Waiting for the disk happens on those threads, never on the event loop. Whatever queues up while one commit waits for
the disk goes into the next commit together.
"""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tianxia.tables import exports, reads, writes
from tianxia.tables.database import open_database, open_reader
from tianxia.tables.executor import Executor
from tianxia.tables.folder import Claim, Watch, make_private
from tianxia.tables.people import People
from tianxia.tables.sound import game_of
from tianxia.tables.store import Glance, Outage, Row, Setup, Standing, Stored, StoreError, Summary

BATCH = 256  # jobs that share one commit at most


class SqliteStore:
    """Games in one SQLite file, which belongs to one process; see ``Store`` for what each method promises."""

    def __init__(self, path: Path) -> None:
        path = path.resolve()  # where a link leads, there SQLite keeps its log, and there the lock must lie
        self._claim = claim(path)
        try:
            database = open_database(path)
            reader = open_reader(path)
            self._watch = Watch(path)
        except BaseException:
            self._claim.release()
            raise
        self._writes = Executor(
            "tianxia-writes", database, begin="BEGIN IMMEDIATE", together=BATCH, ready=self._watch.check
        )
        self._reads = Executor("tianxia-reads", reader, begin="BEGIN")
        self.people = People(self._reads, self._writes)

    async def create(
        self,
        setup: Setup,
        rows: tuple[Row, ...] = (),
        standing: Standing | None = None,
        deadline: float | None = None,
    ) -> None:
        """Adds a new game with its first rows."""
        seats = game_of(setup).seats
        await self._writes.do(lambda database: writes.create(database, setup, seats, rows, standing, deadline))

    async def append(
        self,
        game: str,
        expected: int,
        rows: tuple[Row, ...],
        *,
        over: bool = False,
        standing: Standing | None = None,
        deadline: float | None = None,
        snapshot: bytes | None = None,
    ) -> None:
        """Adds rows to a game that has ``expected`` rows; raises ``Conflict`` if it has another number of them."""

        def work(database: sqlite3.Connection) -> None:
            writes.append(database, game, expected, rows, over, standing, deadline)
            if snapshot is not None:
                writes.keep(database, game, expected, snapshot)

        await self._writes.do(work)

    async def load(self, game: str) -> Stored | None:
        """The game with all rows in order; None if there is none of that name."""
        return await self._reads.do(lambda database: reads.load(database, game))

    async def rows(self, game: str, since: int) -> tuple[Row, ...]:
        """The rows of a game from number ``since`` on."""
        return await self._reads.do(lambda database: reads.rows(database, game, since))

    async def glance(self, game: str) -> Glance | None:
        """The game without its rows; None if there is none of that name."""
        return await self._reads.do(lambda database: reads.glance(database, game))

    async def public_games(self, *, started: bool) -> list[Glance]:
        """The games that everybody may find: those that wait for people, or those that are played."""
        return await self._reads.do(lambda database: reads.public_games(database, started))

    async def note(self, game: str, standing: Standing | None, fault: str = "") -> None:
        """Remembers what a loaded game was found to be."""
        await self._writes.do(lambda database: writes.note(database, game, standing, fault))

    async def games_of(self, guest: str, only: str | None = None) -> list[Summary]:
        """The games in which a guest sits, or the one of that name; those in which it played last first."""
        return await self._reads.do(lambda database: reads.games_of(database, guest, only))

    async def export(self, game: str, guest: str) -> dict[str, Any] | None:
        """All that is stored of a game and that the guest may know."""
        return await self._reads.do(lambda database: exports.export(database, game, guest))

    async def remove(self, game: str, guest: str) -> bool:
        """A guest leaves all its seats; the game goes from the store if no other guest sits there."""
        return await self._writes.do(lambda database: writes.remove(database, game, guest))

    async def probe(self) -> int:
        """Writes the time down, reads it again and counts the damaged games."""
        at = time.time()
        await self._writes.do(lambda database: writes.beat(database, at))
        found, damaged = await self._reads.do(reads.listen)
        if found < at:  # a later probe may have been faster
            raise StoreError("what is written is not what is read")
        return damaged

    async def deadlines(self, until: float) -> list[tuple[str, float]]:
        """The games that are to be looked at up to a time."""
        return await self._reads.do(lambda database: reads.deadlines(database, until))

    async def beat(self, at: float, outage: Outage | None = None) -> None:
        """Writes the time down, and maybe a stretch in which no game could go on."""
        await self._writes.do(lambda database: writes.beat(database, at, outage))

    async def outages(self, now: float) -> list[Outage]:
        """All stretches in which no game could go on, the last one until now."""

        def work(database: sqlite3.Connection) -> list[Outage]:
            since, _ = reads.listen(database)
            last = Outage(since, now, "outage") if 0 < since < now else None
            writes.beat(database, now, last)
            return reads.outages(database)

        return await self._writes.do(work)

    async def names(self) -> list[str]:
        """The names of all games."""
        return await self._reads.do(reads.names)

    async def fault(self, game: str) -> str:
        """What is wrong with a game that was not known to be damaged."""
        return await self._reads.do(lambda database: reads.faulty(database, game))

    async def close(self) -> None:
        """Finishes what is under way and closes the file."""
        await self._reads.close()
        await self._writes.close()
        self._watch.close()
        self._claim.release()


def claim(path: Path) -> Claim:
    """Takes the folder for this process; raises ``StoreError`` if another one has it, or it is not to be had."""
    try:
        make_private(path)
        return Claim(path)
    except OSError as error:
        raise StoreError(
            f"{error.filename}: {error.strerror}: name another folder for games with --data-dir"
        ) from error


def check(path: Path) -> None:
    """Opens and closes the file, making it if there is none; raises ``StoreError`` or OSError with the reason."""
    path = path.resolve()
    held = claim(path)
    try:
        with closing(open_database(path)):
            pass
    finally:
        held.release()
