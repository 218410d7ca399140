"""The command that works all ratings out anew."""

from contextlib import closing
from pathlib import Path


def rate(*, data_dir: Path | None = None) -> None:
    """Work all ratings out anew from the results of all rated games. No server may run meanwhile.

    Parameters
    ----------
    data_dir
        Where games are kept.
    """
    from tianxia.commands.console import BadInput
    from tianxia.server.application import DATABASE, data_directory
    from tianxia.tables.database import open_database
    from tianxia.tables.results import recompute
    from tianxia.tables.sqlite import claim
    from tianxia.tables.store import StoreError

    try:
        file = ((data_dir or data_directory()) / DATABASE).resolve()
        if not file.is_file():
            raise BadInput(f"{file}: there are no games here")
        held = claim(file)
        try:
            with closing(open_database(file)) as database:
                database.execute("BEGIN IMMEDIATE")
                games = recompute(database)
                database.execute("COMMIT")
        finally:
            held.release()
    except StoreError as error:
        raise BadInput(str(error)) from error
    print(f"games: {games}, all rated anew")
