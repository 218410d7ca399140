"""The store, as commands use it: beside servers that run, or alone."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tianxia.commands.console import BadInput

if TYPE_CHECKING:
    from tianxia.tables.executor import Link
    from tianxia.tables.statements import Database

OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


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

    def database(self) -> str:
        """The address of the database; empty where the games are in a folder."""
        from tianxia.commands.serving import settings_of

        return "" if self.data_dir else settings_of({}, self.config).database or ""

    def file(self) -> Path:
        """The file of the games; raises ``BadInput`` if there is none."""
        from tianxia.commands.serving import settings_of
        from tianxia.server.application import data_directory
        from tianxia.tables.opening import FILE
        from tianxia.tables.store import StoreError

        try:
            file = (self.data_dir or settings_of({}, self.config).data_dir or data_directory()) / FILE
        except StoreError as error:
            raise BadInput(str(error)) from error
        if not file.is_file():
            raise BadInput(f"{file}: there are no games here")
        return file


Here = Annotated[Where, Parameter(name="*")]
HERE = Where()


@contextmanager
def beside(where: Where, *, writes: bool = False, people: Sequence[str] = ()) -> Iterator["Database"]:
    """A transaction on the games, also while a server runs, which waits only for one that ``writes``. What is done in it
    is safe at the end, or did not happen; other processes are told of the people whom it concerns."""
    with _told(), closing(_link_beside(where, writes)) as link, _transaction(link, people) as database:
        yield database


def _link_beside(where: Where, writes: bool) -> "Link":
    from tianxia.tables.database import SqliteLink, connect, version_of
    from tianxia.tables.schema import HEAD

    if address := where.database():
        from tianxia.tables.postgres_link import PostgresLink, version_in

        if (found := version_in(address)) != HEAD:
            raise BadInput(_of_version("the database", found))
        return PostgresLink(address, "BEGIN" if writes else "BEGIN READ ONLY", "admin")
    file = where.file()
    database = connect(file)
    if (found := version_of(database)) != HEAD:
        database.close()
        raise BadInput(_of_version(str(file), found))
    for pragma in ("foreign_keys = ON", "synchronous = FULL", f"query_only = {not writes}"):
        database.execute(f"PRAGMA {pragma}")
    return SqliteLink(database, "BEGIN IMMEDIATE" if writes else "BEGIN")


def _of_version(what: str, found: str) -> str:
    from tianxia.tables.schema import HEAD

    return f"{what} is of version {found or 'none'}, this program needs {HEAD}: `tianxia admin migrate`"


@contextmanager
def alone(where: Where) -> Iterator["Database"]:
    """The same where no server may run meanwhile, since it remembers how games stand. Brings an older store up to date."""
    from tianxia.tables import opening
    from tianxia.tables.database import SqliteLink, open_database
    from tianxia.tables.sqlite import claim

    if address := where.database():
        with _told():
            opening.check(Path(), address)
            with closing(_link_beside(where, writes=True)) as link, _transaction(link) as database:
                ((others,),) = database.execute(OTHERS).fetchall()
                if others:
                    raise BadInput(f"{others} connections use the database: stop all servers first")
                yield database
        return
    file = where.file().resolve()
    with _told():
        held = claim(file)
        try:
            with (
                closing(SqliteLink(open_database(file), "BEGIN IMMEDIATE")) as link,
                _transaction(link) as database,
            ):
                yield database
        finally:
            held.release()


@contextmanager
def _transaction(link: "Link", people: Sequence[str] = ()) -> Iterator["Database"]:
    from tianxia.tables.store import Touched

    try:
        yield link.begin([Touched(people=tuple(people))])
        link.commit()
    except BaseException as error:
        link.rollback()
        if isinstance(error, Exception):
            raise link.translated(error) from error
        raise


@contextmanager
def _told() -> Iterator[None]:
    """Bad input in one line."""
    from tianxia.tables.store import Conflict, StoreError
    from tianxia.tables.upkeep import Refusal

    try:
        yield
    except (Refusal, StoreError, Conflict) as error:
        raise BadInput(str(error)) from error
