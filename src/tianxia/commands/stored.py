"""The store, as commands use it: beside a server that runs, or alone."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tianxia.commands.console import BadInput


@dataclass(frozen=True)
class Where:
    """Where the games are.

    Parameters
    ----------
    data_dir
        Folder in which games are kept.
    config
        File of settings; TIANXIA_CONFIG names one too.
    """

    data_dir: Path | None = None
    config: Path | None = None

    def file(self) -> Path:
        """The file of the games; raises ``BadInput`` if there is none."""
        from tianxia.commands.serving import settings_of
        from tianxia.server.application import DATABASE, data_directory
        from tianxia.tables.store import StoreError

        found = settings_of({"data_dir": self.data_dir} if self.data_dir else {}, self.config)
        if found.database and not self.data_dir:
            raise BadInput("these commands work on a folder of games (SQLite): name one with --data-dir")
        try:
            file = (found.data_dir or data_directory()) / DATABASE
        except StoreError as error:
            raise BadInput(str(error)) from error
        if not file.is_file():
            raise BadInput(f"{file}: there are no games here")
        return file


Here = Annotated[Where, Parameter(name="*")]
HERE = Where()


@contextmanager
def beside(where: Where, *, writes: bool = False) -> Iterator[sqlite3.Connection]:
    """A transaction on the games, also while a server runs, which waits only for one that ``writes``. What is done in it
    is safe at the end, or did not happen."""
    from tianxia.tables.database import connect, version_of
    from tianxia.tables.schema import HEAD

    file = where.file()
    with _told(file), closing(connect(file)) as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("PRAGMA synchronous = FULL")
        if (found := version_of(database)) != HEAD:
            raise BadInput(
                f"{file} is of version {found or 'none'}, this program needs {HEAD}: `tianxia admin migrate`"
            )
        database.execute(f"PRAGMA query_only = {not writes}")
        with _transaction(database, "IMMEDIATE" if writes else "DEFERRED"):
            yield database


@contextmanager
def alone(where: Where) -> Iterator[sqlite3.Connection]:
    """The same where no server may run meanwhile, since it remembers how games stand. Brings an older file up to date."""
    from tianxia.tables.database import open_database
    from tianxia.tables.sqlite import claim

    file = where.file().resolve()
    with _told(file):
        held = claim(file)
        try:
            with closing(open_database(file)) as database, _transaction(database):
                yield database
        finally:
            held.release()


@contextmanager
def _transaction(database: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    database.execute(f"BEGIN {kind}")
    try:
        yield
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


@contextmanager
def _told(file: Path) -> Iterator[None]:
    """Bad input in one line."""
    from tianxia.tables.store import StoreError
    from tianxia.tables.upkeep import Refusal

    try:
        yield
    except sqlite3.Error as error:
        raise BadInput(f"{file}: {error}") from error
    except (Refusal, StoreError) as error:
        raise BadInput(str(error)) from error
