"""The files of a store: whose they are, which they are, and which process may use them."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from tianxia.tables.store import StoreError

OWN_FILE, OWN_FOLDER = 0o600, 0o700
BESIDE = ("-wal", "-shm")  # what SQLite keeps beside its file
LOCK = ".lock"
MAGIC = b"SQLite format 3\0"  # how every file of SQLite begins


class Claim:
    """One process at a time uses a store: a lock that ends with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path.with_name(path.name + LOCK), os.O_RDWR | os.O_CREAT, OWN_FILE)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(self._file)
            raise StoreError(
                f"the games in {path.parent} are in use by process {holder}: stop it first, or name another folder"
                " with --data-dir"
            ) from error
        os.truncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Lets another process have it."""
        os.close(self._file)


def make_private(path: Path) -> None:
    """Makes the file, and its folder if there is none, so that only its owner can read it: it holds running games' seeds.

    What is there already is closed to others too, but for a folder that somebody else chose.
    """
    if not path.parent.is_dir():
        path.parent.mkdir(mode=OWN_FOLDER, parents=True)
        path.parent.chmod(OWN_FOLDER)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWN_FILE))
    for file in (path, *(path.with_name(path.name + end) for end in (*BESIDE, LOCK))):
        with suppress(FileNotFoundError):
            if file.stat().st_mode & 0o777 != OWN_FILE:
                file.chmod(OWN_FILE)


class Watch:
    """Knows which files a store began with; ``check`` raises ``StoreError`` once they are not there any more."""

    def __init__(self, path: Path) -> None:
        names = (f"{path}", f"{path}{BESIDE[0]}", f"{path}{LOCK}")
        self._path, self._files = path, {file: _identity(file) for file in names}
        self._opened = os.open(path, os.O_RDONLY)  # for good: to close it would end SQLite's own locks on the file

    def check(self) -> None:
        """What is written to a file without a name is lost, and another one in its place holds other games. Without the
        lock another process could use them too. What was overwritten SQLite itself would find out too late: it reads only
        what it does not remember."""
        for file, known in self._files.items():
            found = _identity(file)
            if found is None:
                raise StoreError(f"{file} is gone: put it back, or start the server anew")
            if found != known:
                raise StoreError(f"{file} is another file than the one that was opened: start the server anew")
        try:
            begins = os.pread(self._opened, len(MAGIC), 0)
        except OSError as error:
            raise StoreError(f"{self._path}: {error.strerror}") from error
        if begins != MAGIC:
            raise StoreError(
                f"{self._path} was emptied or overwritten: put a backup in its place, and start the server anew"
            )

    def close(self) -> None:
        """After the store has let go of its file."""
        os.close(self._opened)


def _identity(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # a transaction asks six times
    except OSError:
        return None
    return found.st_dev, found.st_ino
