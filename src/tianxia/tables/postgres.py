"""The store of several processes: PostgreSQL.

Any process reads and writes any game. What a transaction changes it locks first, in one order for all, and tells the others
as it commits (LISTEN, NOTIFY). Which process drives a table is settled by advisory locks.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import Any

import msgspec
import psycopg
from psycopg import errors
from psycopg.types.string import StrDumper
from sqlalchemy import NullPool, create_engine
from sqlalchemy.exc import SQLAlchemyError

from tianxia.tables.schema import HEAD
from tianxia.tables.sql import SqlStore
from tianxia.tables.store import Conflict, StoreError, Touched, Watcher

log = logging.getLogger(__name__)

CONNECTING = 3  # seconds until a database that does not answer is given up, for now
RETRY = 1.5  # seconds between two tries to get a lease, or a connection
CHANNEL = "tianxia"
MOST = 250  # names in one notice, which has 8000 bytes at most
MIGRATING = int.from_bytes(b"tianxia", "big")
"""The advisory lock of who makes the tables."""

SETTINGS = {
    "idle_in_transaction_session_timeout": "10s",  # a process that was stopped keeps nobody waiting for longer
    "tcp_keepalives_idle": "2",  # the server finds out within 5 s that a machine is gone
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "2",
}
KEEP_ALIVE: dict[str, Any] = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""... and we find out about the server."""
SET = "SELECT " + ", ".join(f"set_config('{name}', '{value}', false)" for name, value in SETTINGS.items())
SYNC = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
LOCK_PEOPLE = "SELECT 1 FROM people WHERE id = ANY(%s) ORDER BY id FOR UPDATE"
LOCK_GAMES = (
    "SELECT id FROM games WHERE id = ANY(%s || ARRAY(SELECT game FROM seats WHERE guest = ANY(%s)))"
    " ORDER BY id FOR UPDATE"
)
LEASE = "SELECT key, pg_try_advisory_lock(key) FROM unnest(%s::bigint[]) AS key"
LEAVE = "SELECT pg_advisory_unlock(key) FROM unnest(%s::bigint[]) AS key"


class Notice(msgspec.Struct, frozen=True):
    """What one process tells the others."""

    by: str
    touched: Touched


class Plain(StrDumper):
    """Text as PostgreSQL can hold it: without the character 0, which nothing that is there has."""

    def dump(self, obj: str) -> Any:
        """Its bytes."""
        return super().dump(obj.replace("\0", "\ufffd"))


class PostgresLink:
    """A connection that is made anew when it was lost."""

    def __init__(self, address: str, begin: str, by: str = "") -> None:
        self._address, self._begin, self._by = address, begin, by
        self._touched: set[str] = set()
        self._people: set[str] = set()
        self._database = connect(address)

    def begin(self, touched: list[Touched]) -> psycopg.Connection[Any]:
        """Begins a transaction, and locks what it is to change: people, then games, both in the order of their names.

        So no two processes wait for each other, and nothing that a job reads of these is changed before it commits.
        """
        try:
            self._database.execute(self._begin)
        except psycopg.OperationalError:  # it was lost since, and nothing with it
            self._database.close()
            self._database = connect(self._address)
            self._database.execute(self._begin)
        self._touched = {game for one in touched for game in one.games}
        self._people = {person for one in touched for person in one.people}
        games, people = list(self._touched), list(self._people)
        if people:
            self._database.execute(LOCK_PEOPLE, (people,))
        if games or people:
            self._touched |= {game for (game,) in self._database.execute(LOCK_GAMES, (games, people))}
        return self._database

    def commit(self) -> None:
        """Returns when all is safe on disk; then the others are told."""
        games, people = sorted(self._touched), sorted(self._people)
        for first in range(0, max(len(games), len(people)), MOST):
            part = Touched(tuple(games[first : first + MOST]), tuple(people[first : first + MOST]))
            told = msgspec.json.encode(Notice(self._by, part)).decode()
            self._database.execute("SELECT pg_notify(%s, %s)", (CHANNEL, told))
        self._database.execute("COMMIT")

    def rollback(self) -> None:
        """Takes back what was done; with a lost connection that is done already."""
        with suppress(psycopg.Error):
            self._database.execute("ROLLBACK")

    def is_down(self, error: Exception) -> bool:
        """The connection is lost, or the server can do nothing now: no room, no leave, no time."""
        return isinstance(error, StoreError | psycopg.OperationalError) or self._database.closed

    def lost_a_race(self, error: Exception) -> bool:
        """Another transaction was let go first."""
        return isinstance(error, errors.DeadlockDetected | errors.SerializationFailure)

    def translated(self, error: Exception) -> Exception:
        """An error as callers of the store know it; without the row that it is about."""
        if not isinstance(error, psycopg.Error):
            return error
        told = error.diag.message_primary or str(error)
        return Conflict(told) if isinstance(error, psycopg.IntegrityError) else StoreError(told)

    def close(self) -> None:
        """Lets the connection go."""
        self._database.close()


class PostgresStore(SqlStore):
    """Games in a PostgreSQL database, which any number of processes may use."""

    def __init__(self, address: str) -> None:
        check(address)
        name = secrets.token_hex(8)
        reads = PostgresLink(address, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        super().__init__(reads, PostgresLink(address, "BEGIN", name), AdvisoryLocks(address))
        self._watchers: list[Watcher] = []
        self._listening = asyncio.create_task(self._listen(address, name), name="tianxia-listens")

    def watch(self, watcher: Watcher) -> None:
        """From now on somebody is told of what other processes change."""
        self._watchers.append(watcher)

    async def _listen(self, address: str, own: str) -> None:
        """Hears of what others change. What was missed while there was no connection may be anything."""
        while True:
            try:
                async with await connect_on_loop(address) as database:
                    await database.execute(f"LISTEN {CHANNEL}")
                    self._tell(None)
                    async for notice in database.notifies():
                        told = msgspec.json.decode(notice.payload, type=Notice)
                        if told.by != own:
                            self._tell(told.touched)
            except (psycopg.Error, msgspec.MsgspecError) as error:
                log.warning("what other processes do can't be heard now: %s", error)
            await asyncio.sleep(RETRY)

    def _tell(self, touched: Touched | None) -> None:
        for watcher in self._watchers:
            asyncio.get_running_loop().call_soon(watcher, touched)

    async def close(self) -> None:
        """Finishes what is under way, leaves all tables to others and closes the connections."""
        self._listening.cancel()
        await asyncio.wait([self._listening])
        await self.leases.close()
        await super().close()


class AdvisoryLocks:
    """Leases as advisory locks of one session: whatever ends the process ends that, and with it all of them."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._wanted: dict[str, set[Callable[[], None]]] = {}  # whom to tell, by game
        self._held: dict[str, int] = {}  # by game its lock
        self._left: list[int] = []
        self._bell = asyncio.Event()
        self._keeping = asyncio.create_task(self._keep(), name="tianxia-leases")

    def holds(self, game: str, changed: Callable[[], None]) -> bool:
        """Whether this process drives a game now; from now on it tries to."""
        self._wanted.setdefault(game, set()).add(changed)
        if game not in self._held:
            self._bell.set()
        return game in self._held

    def release(self, game: str) -> None:
        """Leaves a game to other processes."""
        self._wanted.pop(game, None)
        if (key := self._held.pop(game, None)) is not None:
            self._left.append(key)
            self._bell.set()

    async def close(self) -> None:
        """Leaves all games to other processes."""
        self._keeping.cancel()
        await asyncio.wait([self._keeping])

    async def _keep(self) -> None:
        while True:
            try:
                async with await connect_on_loop(self._address) as database:
                    while True:
                        self._bell.clear()
                        await self._try(database)
                        with suppress(TimeoutError):
                            await asyncio.wait_for(self._bell.wait(), RETRY)
            except psycopg.Error as error:
                log.warning("which process drives which table can't be settled now: %s", error)
            lost = list(self._held)
            self._held.clear()
            self._left.clear()
            self._tell(lost)
            await asyncio.sleep(RETRY)

    async def _try(self, database: psycopg.AsyncConnection[Any]) -> None:
        """Lets go what is not needed any more, and takes what is wanted and free."""
        left, self._left = self._left, []
        wanted = {lock_of(game): game for game in self._wanted if game not in self._held}
        if left:
            await database.execute(LEAVE, (left,))
        found = await database.execute(LEASE, (list(wanted),))  # asked even for none: so a lost connection is noticed
        got = {wanted[key]: key for key, is_ours in await found.fetchall() if is_ours}
        self._held |= got
        for game in got:
            if game not in self._wanted:  # it was left while we asked
                self.release(game)
        self._tell(got)

    def _tell(self, games: Any) -> None:
        for game in games:
            for changed in self._wanted.get(game, ()):
                asyncio.get_running_loop().call_soon(changed)


def lock_of(game: str) -> int:
    """The advisory lock of a game."""
    return int.from_bytes(blake2b(game.encode(), digest_size=8).digest(), "big", signed=True)


def connect(address: str) -> psycopg.Connection[Any]:
    """A connection that the caller's transactions govern; raises ``StoreError`` if there is none to be had."""
    try:
        database = psycopg.connect(address, autocommit=True, connect_timeout=CONNECTING, **KEEP_ALIVE)
        database.adapters.register_dumper(str, Plain)
        database.execute(SET)
        database.execute(SYNC)
    except psycopg.Error as error:
        raise StoreError(f"the database cannot be reached: {error}") from error
    return database


async def connect_on_loop(address: str) -> psycopg.AsyncConnection[Any]:
    """One for the event loop, on which nothing waits for a disk."""
    database = await psycopg.AsyncConnection.connect(address, autocommit=True, connect_timeout=CONNECTING, **KEEP_ALIVE)
    await database.execute(SET)
    return database


def check(address: str) -> None:
    """Makes the tables or brings them up to date, one process at a time; raises ``StoreError`` with the reason."""
    with connect(address) as database:
        try:
            database.execute("SELECT pg_advisory_lock(%s)", (MIGRATING,))
            _bring_up_to_date(address, database)
            database.execute("INSERT INTO pulse VALUES (1, 0) ON CONFLICT DO NOTHING")
        except (psycopg.Error, SQLAlchemyError) as error:
            raise StoreError(f"the tables in the database cannot be made: {error}") from error


def _bring_up_to_date(address: str, database: psycopg.Connection[Any]) -> None:
    (exists,) = database.execute("SELECT to_regclass('alembic_version') IS NOT NULL").fetchone() or (False,)
    (found,) = (database.execute("SELECT version_num FROM alembic_version").fetchone() if exists else None) or ("",)
    if found == HEAD:
        return
    if found > HEAD:  # four digits each
        raise StoreError(f"the database is of version {found}; this program reads versions up to {HEAD}")
    from tianxia.tables.migrating import upgrade  # Alembic takes a while, and is needed once

    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(address), poolclass=NullPool)
    with engine.begin() as connection:
        upgrade(connection, found)
    engine.dispose()
