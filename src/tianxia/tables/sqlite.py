"""The store of one machine: SQLite, one writer thread, group commit.

Waiting for the disk happens on the writer thread, never on the event loop. Whatever queues up while one commit waits
for the disk goes into the next commit together.
"""

import asyncio
import hashlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tianxia.tables.store import Conflict, Guest, Row, Seat, Setup, Stored, StoreError, Summary

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Job = tuple[Work, asyncio.AbstractEventLoop, "asyncio.Future[Any]"]

VERSION = 1
BATCH = 256  # jobs that share one commit at most

SCHEMA = """
CREATE TABLE guests (
    id TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, name TEXT NOT NULL, created REAL NOT NULL
) STRICT;
CREATE TABLE games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, seed TEXT NOT NULL, salt TEXT NOT NULL,
    commitment TEXT NOT NULL, created REAL NOT NULL, played REAL NOT NULL, over INTEGER NOT NULL DEFAULT 0,
    lang TEXT NOT NULL, rules TEXT NOT NULL
) STRICT;
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id), seat INTEGER NOT NULL, name TEXT NOT NULL, guest TEXT, bot TEXT,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of_guest ON seats (guest);
CREATE TABLE rows (
    game TEXT NOT NULL REFERENCES games (id), number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('action', 'undo')), seat INTEGER NOT NULL, action INTEGER, command TEXT,
    at REAL NOT NULL,
    PRIMARY KEY (game, number), UNIQUE (game, seat, command)
) STRICT, WITHOUT ROWID;
"""


class SqliteStore:
    """Games in one SQLite file; see ``Store`` for what each method promises."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds the seeds of running games
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._database = _open(path)
        self._thread = threading.Thread(target=self._write, name="tianxia-store", daemon=True)
        self._thread.start()

    async def create(self, setup: Setup) -> None:
        """Adds a new game without rows."""
        await self._do(lambda database: _create(database, setup))

    async def append(self, game: str, expected: int, rows: tuple[Row, ...], *, over: bool = False) -> None:
        """Adds rows to a game that has ``expected`` rows; raises ``Conflict`` if it has another number of them."""
        await self._do(lambda database: _append(database, game, expected, rows, over))

    async def load(self, game: str) -> Stored | None:
        """The game with all rows in order; None if there is none of that name."""
        return await self._do(lambda database: _load(database, game))

    async def games_of(self, guest: str) -> list[Summary]:
        """The games in which a guest sits, the last played first."""
        return await self._do(lambda database: _games_of(database, guest))

    async def add_guest(self, guest: Guest, token: str) -> None:
        """Remembers a guest by the token that its browser keeps."""
        await self._do(lambda database: _add_guest(database, guest, token))

    async def guest(self, token: str) -> Guest | None:
        """The guest whose browser keeps this token."""
        return await self._do(lambda database: _guest(database, token))

    async def close(self) -> None:
        """Finishes what is under way and closes the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if not self._thread.is_alive():
            raise StoreError("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put((work, loop, future))
        return await future

    def _write(self) -> None:
        running = True
        while running:
            batch = [self._jobs.get()]
            while len(batch) < BATCH and not self._jobs.empty():
                batch.append(self._jobs.get())
            running = None not in batch
            jobs = [job for job in batch if job is not None]
            for (_, loop, future), outcome in zip(jobs, self._commit([job[0] for job in jobs]), strict=True):
                with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                    loop.call_soon_threadsafe(_settle, future, outcome)
        self._database.close()

    def _commit(self, works: list[Work]) -> list[Any]:
        """Does all works in one transaction; one that fails is rolled back alone."""
        try:
            self._database.execute("BEGIN IMMEDIATE")
            outcomes = [self._attempt(work) for work in works]
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            failure = StoreError(str(error))
            return [failure for _ in works]
        return outcomes

    def _attempt(self, work: Work) -> Any:
        self._database.execute("SAVEPOINT work")
        try:
            outcome = work(self._database)
        except sqlite3.IntegrityError as error:
            self._database.execute("ROLLBACK TO work")
            outcome = Conflict(str(error))
        except sqlite3.Error:
            raise
        except Exception as error:
            self._database.execute("ROLLBACK TO work")
            outcome = error
        self._database.execute("RELEASE work")
        return outcome


def _settle(future: "asyncio.Future[Any]", outcome: Any) -> None:
    if future.cancelled():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def check(path: Path) -> None:
    """Opens and closes the file, making it if there is none; raises ``StoreError`` or OSError with the reason."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        _open(path).close()
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error


def _open(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        database.execute(f"PRAGMA {pragma}")
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version == 0:
        database.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
    elif version != VERSION:
        raise StoreError(f"{path} is of version {version}; this program reads version {VERSION}")
    return database


def _create(database: sqlite3.Connection, setup: Setup) -> None:
    columns = {
        "id": setup.id,
        "game": setup.game,
        "options": msgspec.json.encode(setup.options).decode(),
        "seed": str(setup.seed),
        "salt": setup.salt,
        "commitment": setup.commitment,
        "created": setup.created,
        "played": setup.created,
        "lang": setup.lang,
        "rules": setup.rules,
    }
    database.execute(
        f"INSERT INTO games ({', '.join(columns)}) VALUES ({', '.join(f':{name}' for name in columns)})", columns
    )
    database.executemany(
        "INSERT INTO seats (game, seat, name, guest, bot) VALUES (?, ?, ?, ?, ?)",
        [(setup.id, number, seat.name, seat.guest, seat.bot) for number, seat in enumerate(setup.seats)],
    )


def _append(database: sqlite3.Connection, game: str, expected: int, rows: tuple[Row, ...], over: bool) -> None:
    (count,) = database.execute("SELECT coalesce(max(number) + 1, 0) FROM rows WHERE game = ?", (game,)).fetchone()
    if count != expected:
        raise Conflict(f"{game} has {count} rows, not {expected}")
    if [row.number for row in rows] != list(range(expected, expected + len(rows))):
        raise Conflict(f"rows of {game} must be numbered from {expected}")
    database.executemany(
        "INSERT INTO rows (game, number, kind, seat, action, command, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(game, row.number, row.kind, row.seat, row.action, row.command, row.at) for row in rows],
    )
    database.execute("UPDATE games SET played = ?, over = ? WHERE id = ?", (rows[-1].at, over, game))


def _load(database: sqlite3.Connection, game: str) -> Stored | None:
    found = database.execute(
        "SELECT game, options, seed, salt, created, lang, rules FROM games WHERE id = ?", (game,)
    ).fetchone()
    if found is None:
        return None
    name, options, seed, salt, created, lang, rules = found
    setup = Setup(
        game, name, msgspec.json.decode(options), int(seed), salt, _seats(database, game), created, lang, rules
    )
    rows = database.execute(
        "SELECT number, kind, seat, action, command, at FROM rows WHERE game = ? ORDER BY number", (game,)
    )
    return Stored(setup, tuple(Row(*row) for row in rows))


def _seats(database: sqlite3.Connection, game: str) -> tuple[Seat, ...]:
    seats = database.execute("SELECT name, guest, bot FROM seats WHERE game = ? ORDER BY seat", (game,))
    return tuple(Seat(*seat) for seat in seats)


def _games_of(database: sqlite3.Connection, guest: str) -> list[Summary]:
    games = database.execute(
        "SELECT id, games.game, created, coalesce(max(at), created) AS played_last, over"
        " FROM games JOIN seats ON seats.game = id"
        " LEFT JOIN rows ON rows.game = id AND rows.seat = seats.seat"
        " WHERE guest = ? GROUP BY id ORDER BY played_last DESC",
        (guest,),
    ).fetchall()
    return [
        Summary(id, game, _seats(database, id), created, played, bool(over))
        for id, game, created, played, over in games
    ]


def _add_guest(database: sqlite3.Connection, guest: Guest, token: str) -> None:
    database.execute(
        "INSERT INTO guests (id, token, name, created) VALUES (?, ?, ?, ?)",
        (guest.id, _digest(token), guest.name, time.time()),
    )


def _guest(database: sqlite3.Connection, token: str) -> Guest | None:
    found = database.execute("SELECT id, name FROM guests WHERE token = ?", (_digest(token),)).fetchone()
    return Guest(*found) if found else None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
