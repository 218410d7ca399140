"""The store of one machine: SQLite, in a folder that belongs to one process."""

from contextlib import closing
from pathlib import Path

from tianxia.tables.database import SqliteLink, open_database, open_reader
from tianxia.tables.folder import Claim, Watch, make_private
from tianxia.tables.peers import Sole
from tianxia.tables.sql import SqlStore
from tianxia.tables.store import Listener, StoreError


class SqliteStore(SqlStore):
    """Games in one SQLite file, which belongs to one process."""

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
        writes = SqliteLink(database, "BEGIN IMMEDIATE", self._watch.check)
        super().__init__(SqliteLink(reader, "BEGIN"), writes, Sole())

    def listen(self, _listener: Listener) -> None:
        """There is no other process."""

    async def close(self) -> None:
        """Finishes what is under way and closes the file."""
        await super().close()
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
