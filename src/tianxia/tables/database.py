"""How the file of the SQLite store is opened, and how one of an older version is brought up to date."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sqlalchemy import NullPool, create_engine, event

from tianxia.tables.folder import make_private
from tianxia.tables.schema import HEAD
from tianxia.tables.store import Conflict, StoreError, Touched

PATIENCE = 5.0  # seconds to wait for another process that holds the file, a backup say
ROOM = ("cache_size = -65536", "wal_autocheckpoint = 8000")
"""Many games at once touch more pages than SQLite keeps unless told, and would have the log copied with every batch."""
BEFORE_ALEMBIC = ("", "0001", "0002")
"""Versions that a file tells by its ``user_version``."""
BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
"""Another process holds the file: to try each job again would wait as often."""


class SqliteLink:
    """A connection to the file of a store. ``ready`` is called before and after each transaction and raises ``StoreError``
    where nothing may be accepted."""

    def __init__(self, database: sqlite3.Connection, begin: str, ready: Callable[[], None] = lambda: None) -> None:
        self._database, self._begin, self._ready = database, begin, ready

    def begin(self, _touched: list[Touched]) -> sqlite3.Connection:
        """Begins a transaction; nobody else writes, so nothing need be locked."""
        self._ready()
        self._database.execute(self._begin)
        return self._database

    def commit(self) -> None:
        """Returns when all is safe on disk."""
        self._database.execute("COMMIT")
        self._ready()  # what lies in a file that was taken away meanwhile is not kept

    def rollback(self) -> None:
        """Takes back what was done."""
        if self._database.in_transaction:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")

    def is_down(self, error: Exception) -> bool:
        """The file is gone, or another process holds it."""
        return isinstance(error, StoreError) or str(getattr(error, "sqlite_errorname", "")).startswith(BUSY)

    def lost_a_race(self, _error: Exception) -> bool:
        """There is nobody to race with."""
        return False

    def translated(self, error: Exception) -> Exception:
        """An error as callers of the store know it."""
        if isinstance(error, sqlite3.IntegrityError):
            return Conflict(str(error))
        return StoreError(str(error)) if isinstance(error, sqlite3.Error) else error

    def close(self) -> None:
        """Closes the file."""
        self._database.close()


def open_database(path: Path) -> sqlite3.Connection:
    """The file ready to be written to, made if there is none; raises ``StoreError`` or OSError with the reason."""
    make_private(path)
    try:
        database = connect(path)
        require_log(database, path)
        for pragma in ("synchronous = FULL", "foreign_keys = ON", *ROOM):
            database.execute(f"PRAGMA {pragma}")
        bring_up_to_date(database, path)
        database.execute("BEGIN IMMEDIATE")  # so that the log lies beside the file from now on
        database.execute("INSERT INTO pulse VALUES (1, 0) ON CONFLICT (one) DO UPDATE SET at = pulse.at")
        database.execute("COMMIT")
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error
    return database


def open_reader(path: Path) -> sqlite3.Connection:
    """A second connection that only reads; writers don't keep it waiting, nor it them."""
    database = connect(path)
    database.execute("PRAGMA query_only = ON")
    return database


def connect(path: Path) -> sqlite3.Connection:
    """A connection that the caller's transactions govern; text that is no text comes back with surrogates in it."""
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=PATIENCE)
    database.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    return database


def require_log(database: sqlite3.Connection, path: Path) -> None:
    """Turns the write-ahead log on; raises ``StoreError`` where the file lies in a place that can't have one."""
    (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreError(
            f"{path.parent} cannot keep SQLite's write-ahead log (it answered {mode}), as is so on network drives:"
            " name a folder on a disk of this machine with --data-dir"
        )


def version_of(database: sqlite3.Connection) -> str:
    """The version of the tables in a file; empty if it has none."""
    if database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").fetchone():
        (found,) = database.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
        return str(found)
    (number,) = database.execute("PRAGMA user_version").fetchone()
    return BEFORE_ALEMBIC[number] if 0 <= number < len(BEFORE_ALEMBIC) else f"{number:04}"


def bring_up_to_date(database: sqlite3.Connection, path: Path) -> None:
    """Makes the tables that are missing, and writes what an older version stored as it is written now: all or nothing."""
    found = version_of(database)
    if found == HEAD:
        return
    if found > HEAD:  # four digits each
        raise StoreError(f"{path} is of version {found}; this program reads versions up to {HEAD}")
    from tianxia.tables.migrating import upgrade  # Alembic takes a while, and is needed once

    engine = create_engine("sqlite://", creator=lambda: connect(path), poolclass=NullPool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        upgrade(connection, found)
    engine.dispose()
