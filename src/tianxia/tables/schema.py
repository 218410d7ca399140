"""The tables of the SQLite store, how its file is opened, and how one of an older version is brought up to date."""

import sqlite3
from pathlib import Path
from typing import TypeVar

import msgspec

from tianxia.tables.folder import make_private
from tianxia.tables.rewriting import rewritten
from tianxia.tables.store import Row, Seat, StoreError, seat_in

T = TypeVar("T")
VERSION = 3
PATIENCE = 5.0  # seconds to wait for another process that holds the file, a backup say

FIRST = """
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
# A check changes nothing in how rows lie in the file, so SQLite lets it be rewritten in place, whatever damage they have.
SECOND = """
ALTER TABLE games ADD COLUMN standing TEXT;
ALTER TABLE games ADD COLUMN fault TEXT;
ALTER TABLE seats ADD COLUMN played REAL;
UPDATE seats SET played = (SELECT max(at) FROM rows WHERE rows.game = seats.game AND rows.seat = seats.seat);
CREATE INDEX faulty_games ON games (id) WHERE fault IS NOT NULL;
CREATE TABLE pulse (one INTEGER PRIMARY KEY CHECK (one = 1), at REAL NOT NULL) STRICT;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '(''action'', ''undo'')', '(''action'', ''undo'', ''resigned'')')
WHERE name = 'rows';
PRAGMA writable_schema = RESET;
"""
THIRD = """
ALTER TABLE games ADD COLUMN tables TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN furnishing TEXT NOT NULL DEFAULT '';
UPDATE games SET furnishing = substr(rules, instr(rules, '+') + 1), rules = substr(rules, 1, instr(rules, '+') - 1)
WHERE instr(rules, '+');
ALTER TABLE rows RENAME TO rows_of_before;
CREATE TABLE rows (
    game TEXT NOT NULL REFERENCES games (id), number INTEGER NOT NULL, seat INTEGER, command TEXT, row TEXT NOT NULL,
    PRIMARY KEY (game, number), UNIQUE (game, seat, command)
) STRICT, WITHOUT ROWID;
"""


def open_database(path: Path) -> sqlite3.Connection:
    """The file ready to be written to, made if there is none; raises ``StoreError`` or OSError with the reason."""
    make_private(path)
    try:
        database = connect(path)
        require_log(database, path)
        for pragma in ("synchronous = FULL", "foreign_keys = ON"):
            database.execute(f"PRAGMA {pragma}")
        bring_up_to_date(database, path)
        database.execute("BEGIN IMMEDIATE")  # so that the log lies beside the file from now on
        database.execute("INSERT OR REPLACE INTO pulse VALUES (1, 0)")
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


def bring_up_to_date(database: sqlite3.Connection, path: Path) -> None:
    """Makes the tables that are missing, and writes rows of an older version as they are written now."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if not 0 <= version <= VERSION:
        raise StoreError(f"{path} is of version {version}; this program reads versions up to {VERSION}")
    if version < 1:
        database.executescript(f"BEGIN IMMEDIATE; {FIRST} PRAGMA user_version = 1; COMMIT;")
    if version < 2:
        database.executescript(f"BEGIN IMMEDIATE; {SECOND} PRAGMA user_version = 2; COMMIT;")
    if version < 3:
        database.execute("BEGIN IMMEDIATE")
        for statement in THIRD.split(";"):  # a whole script would end the transaction
            database.execute(statement)
        for game, name, created in database.execute("SELECT id, game, created FROM games").fetchall():
            rewrite(database, game, name, created)
        for statement in ("DROP TABLE rows_of_before", "PRAGMA user_version = 3", "COMMIT"):
            database.execute(statement)


def rewrite(database: sqlite3.Connection, game: str, name: str, created: float) -> None:
    """Puts the rows of a game into their table, as they are written now."""
    sitters = database.execute("SELECT name, guest, bot FROM seats WHERE game = ? ORDER BY seat", (game,)).fetchall()
    before = database.execute(
        "SELECT number, kind, seat, action, command, at FROM rows_of_before WHERE game = ? ORDER BY number", (game,)
    ).fetchall()
    seats = [Seat(*map(readable, sitter)) for sitter in sitters]
    old = [(number, tuple(map(readable, values))) for number, *values in before]
    database.executemany(
        "INSERT INTO rows (game, number, seat, command, row) VALUES (?, ?, ?, ?, ?)",
        [keyed(game, row) for row in rewritten(readable(name), created, seats, old)],
    )


def keyed(game: str, row: Row) -> tuple[str, int, int | None, str | None, str]:
    """A row as it lies in its table: by the keys that are looked for, and as JSON."""
    return game, row.number, seat_in(row), row.command, msgspec.json.encode(row).decode()


def readable(value: T) -> T:
    """A value as it can be shown: bytes that are no text as their numbers."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")  # type: ignore[return-value]
    return value
