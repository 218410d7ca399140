"""The command that copies all games into one file, whether a server runs on them or not."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from tianxia.commands.console import BadInput
from tianxia.commands.stored import HERE, Here


def backup(file: Path, /, *, where: Here = HERE) -> None:
    """Copy all games and people into one file while the server runs; a plain copy of its files would not hold them.

    Parameters
    ----------
    file
        The file to write. It must not be there yet.
    """
    if where.database():
        raise BadInput("the games are in PostgreSQL, whose own program copies them: pg_dump --format=custom")
    source = where.file()
    if file.exists():
        raise FileExistsError(17, "the backup would overwrite this file", str(file))
    if not file.parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder", str(file.parent))
    games = copied(source, file)
    print(f"games: {games}, all in {file}")


def copied(source: Path, file: Path) -> int:
    """Copies a database as it is at this moment, checks the copy and gives the number of games in it.

    The file is there only when the copy is whole, and readable only for its owner. Raises OSError where it can't be made.
    """
    draft = Path(tempfile.mkdtemp(dir=file.parent, prefix=f".{file.name}-")) / file.name
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=30)) as database:
            database.execute("VACUUM INTO ?", (str(draft),))
        draft.chmod(0o600)
        with closing(sqlite3.connect(f"{draft.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            (games,) = copy.execute("SELECT count(*) FROM games").fetchone()
        if verdict != "ok":
            raise OSError(5, f"the copy is not whole: {verdict}", str(file))
        with draft.open("rb") as written:
            os.fsync(written.fileno())  # whoever is told that there is a backup may pull the plug
        draft.rename(file)
    except sqlite3.Error as error:
        raise OSError(5, f"cannot be copied to {file}: {error}", str(source)) from error
    finally:
        draft.unlink(missing_ok=True)
        draft.parent.rmdir()
    return int(games)
