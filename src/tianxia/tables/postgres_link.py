"""How a PostgreSQL database is opened and brought up to date, and transactions in it."""

from contextlib import suppress
from typing import Any

import msgspec
import psycopg
from psycopg import errors
from psycopg.types.string import StrDumper
from sqlalchemy import NullPool, create_engine
from sqlalchemy.exc import SQLAlchemyError

from tianxia.tables.schema import HEAD
from tianxia.tables.store import Conflict, StoreError, Touched

CONNECTING = 3  # seconds until a database that does not answer is given up, for now
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
NOTIFY = f"SELECT pg_notify('{CHANNEL}', %s)"


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one process tells the others."""

    by: str
    touched: Touched = Touched()
    here: dict[str, tuple[str, ...]] = {}
    """By game the guests who have a page of it open there, and nobody else there."""
    looking_on: dict[str, int] = {}
    """Of these games how many people look on there; 0 is left out."""
    asks: bool = False
    """It has come new, or has missed something: the others are to say who is there."""

    @property
    def text(self) -> str:
        """As it is sent."""
        return msgspec.json.encode(self).decode()


class Plain(StrDumper):
    """Text as PostgreSQL can hold it: without the character 0, which nothing that is there has."""

    def dump(self, obj: str) -> Any:
        """Its bytes."""
        return super().dump(obj.replace("\0", chr(0xFFFD)))


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
            self._database.execute(NOTIFY, (Notice(self._by, part).text,))
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


async def connect_on_loop(address: str, name: str = "tianxia") -> psycopg.AsyncConnection[Any]:
    """One for the event loop, on which nothing waits for a disk; with a name that others can see."""
    database = await psycopg.AsyncConnection.connect(
        address, autocommit=True, connect_timeout=CONNECTING, application_name=name, **KEEP_ALIVE
    )
    await database.execute(SET)
    return database


def version_in(address: str) -> str:
    """The version of the tables in a database; empty if it has none."""
    with connect(address) as database:
        return _version(database)


def check(address: str) -> None:
    """Makes the tables or brings them up to date, one process at a time; raises ``StoreError`` with the reason."""
    with connect(address) as database:
        try:
            database.execute("SELECT pg_advisory_lock(%s)", (MIGRATING,))
            _bring_up_to_date(address, database)
            database.execute("INSERT INTO pulse VALUES (1, 0) ON CONFLICT DO NOTHING")
        except (psycopg.Error, SQLAlchemyError) as error:
            raise StoreError(f"the tables in the database cannot be made: {error}") from error


def _version(database: psycopg.Connection[Any]) -> str:
    (exists,) = database.execute("SELECT to_regclass('alembic_version') IS NOT NULL").fetchone() or (False,)
    (found,) = (database.execute("SELECT version_num FROM alembic_version").fetchone() if exists else None) or ("",)
    return str(found)


def _bring_up_to_date(address: str, database: psycopg.Connection[Any]) -> None:
    found = _version(database)
    if found == HEAD:
        return
    if found > HEAD:  # four digits each
        raise StoreError(f"the database is of version {found}; this program reads versions up to {HEAD}")
    from tianxia.tables.migrating import upgrade  # Alembic takes a while, and is needed once

    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(address), poolclass=NullPool)
    with engine.begin() as connection:
        upgrade(connection, found)
    engine.dispose()
