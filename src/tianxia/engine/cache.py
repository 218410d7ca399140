"""Where compiled code lies on disk, and how it is read: only from a folder of one's own, and only what is whole.

Numba reads its cache with pickle, so whoever can write there runs code here; and what a crash has cut makes it fail.
"""

import fcntl
import hashlib
import logging
import os
import pickle
import shutil
import stat
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs
from numba.core.caching import FunctionCache, IndexDataCacheFile

from tianxia.engine.sources import sources_digest

log = logging.getLogger(__name__)

COMPILES = (
    "Tianxia compiles rules, once a version: half a minute a game. `tianxia warmup` does it for all games at once."
)
NAMES = 10  # that are tried in the temporary folder before giving up
SEAL = 16  # bytes
IN_USE = "in-use"
"""A file in each folder of compiled code: locked while a process uses that, touched whenever one begins to."""
FORGOTTEN = 30 * 24 * 3600.0
"""Seconds after which a folder that nobody has used goes: that of an older version, or of an installation that is no more."""


def usable() -> Path | None:
    """The folder for the code of this version: in the root that ``TIANXIA_CACHE`` names, else in the user's cache.

    Where it can't be written it is a temporary one of one's own. Numba refuses even to read a cache that it can't write,
    so a warm read-only one is copied. None if there is no place at all.
    """
    wanted = _root() / f"compiled-{sources_digest()}"
    while _writable(wanted):
        if _held(wanted):
            return wanted
    with suppress(FileNotFoundError):  # there is no temporary folder either
        name = f"tianxia-{os.geteuid()}-{wanted.name}"
        for number in range(NAMES):
            copy = Path(tempfile.gettempdir()) / (f"{name}-{number}" if number else name)
            if not os.path.lexists(copy):
                _copy(wanted, copy)
            if _own(copy):
                return copy
    return None


def _held(folder: Path) -> bool:
    """Keeps a folder from being removed as long as this process lives; whether it was still there."""
    try:
        lock = os.open(folder / IN_USE, os.O_RDWR | os.O_CREAT, 0o600)  # its end is that of the process
        fcntl.flock(lock, fcntl.LOCK_SH)
        os.utime(lock)
        return os.path.samestat(os.fstat(lock), os.stat(folder / IN_USE))
    except FileNotFoundError:
        return False
    except OSError:  # a disk without locks, or the file is somebody else's
        return True


def remove_forgotten(folder: Path) -> None:
    """Removes the folders beside one that nobody has used for long; none that a process uses."""
    for path in folder.parent.glob(f"compiled-*/{IN_USE}"):
        with suppress(OSError), path.open() as lock:  # one that is in use, or gone already
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if time.time() - path.stat().st_mtime > FORGOTTEN:
                shutil.rmtree(path.parent)


def _root() -> Path:
    if named := os.environ.get("TIANXIA_CACHE"):
        return Path(named)
    try:
        return platformdirs.user_cache_path("tianxia")
    except RuntimeError:  # the user has no home
        return Path("/dev/null/tianxia")


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _own(folder: Path) -> bool:
    """Nobody else could have put something there; names in the temporary folder are anybody's."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077


def _copy(source: Path, target: Path) -> None:
    draft = Path(tempfile.mkdtemp(dir=target.parent))
    with suppress(OSError):  # what could not be copied is compiled
        shutil.copytree(source, draft, dirs_exist_ok=True)
    draft.chmod(0o700)
    try:
        draft.rename(target)
    except OSError:  # another process was first
        shutil.rmtree(draft, ignore_errors=True)


class Cache(FunctionCache):  # type: ignore[misc]
    """The compiled code of one function on disk, as Numba keeps it; what is damaged is compiled anew.

    Numba goes by the time of the source file, which every installation sets anew; here it is what the file says.
    """

    told = False
    """Whether it was said in this process that something is being compiled."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        source = Path(function.__code__.co_filename).read_bytes()
        self._cache_file = _Whole(self._cache_path, self._impl.filename_base, hashlib.blake2b(source).hexdigest())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """As Numba does; where nothing is found, whoever waits for it to be compiled is told why, once a process."""
        found = super().load_overload(sig, target_context)
        if found is None and not (Cache.told or _Whole.told):
            Cache.told = True
            print(COMPILES, file=sys.stderr, flush=True)
        return found


class _Damaged(OSError):
    """Numba takes it for a file that is gone, and compiles."""


class _Whole(IndexDataCacheFile):  # type: ignore[misc]
    """Numba's files, each with a digest at its end: machine code with a hole in it would be run."""

    told = False

    def _load_index(self) -> Any:
        _clear(Path(self._index_path))
        try:
            return super()._load_index()
        except OSError:
            raise
        except Exception:  # pickle raises whatever it stumbles over
            self._tell()
            return {}

    def _load_data(self, name: str) -> Any:
        path = Path(self._data_path(name))
        _clear(path)
        written = path.read_bytes()
        data, seal = written[:-SEAL], written[-SEAL:]
        if _seal(data) != seal:
            self._tell()
            raise _Damaged(path)
        return pickle.loads(data)

    def _save_data(self, name: str, data: Any) -> None:
        packed = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(packed + _seal(packed))

    def _tell(self) -> None:
        if not _Whole.told:
            _Whole.told = True
            log.warning(
                "compiled code in %s was damaged; it is compiled anew, which takes a minute or two", self._cache_path
            )


def _clear(path: Path) -> None:
    """Makes way for a file where something else lies."""
    if path.is_dir():
        shutil.rmtree(path)


def _seal(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=SEAL).digest()
