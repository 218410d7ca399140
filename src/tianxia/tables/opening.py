"""Which store a server uses: PostgreSQL where an address is given, else SQLite in its folder."""

from pathlib import Path

from tianxia.tables import sqlite
from tianxia.tables.store import Store, StoreError

FILE = "tianxia.sqlite3"
SCHEMES = ("postgresql://", "postgres://")


def open_store(folder: Path, address: str = "") -> Store:
    """The store, ready; raises ``StoreError`` or OSError with the reason."""
    if not address:
        return sqlite.SqliteStore(folder / FILE)
    _check(address)
    from tianxia.tables.postgres import PostgresStore

    return PostgresStore(address)


def check(folder: Path, address: str = "") -> None:
    """Makes what is missing in the store; raises ``StoreError`` or OSError where it cannot be used."""
    if not address:
        return sqlite.check(folder / FILE)
    _check(address)
    from tianxia.tables import postgres_link

    return postgres_link.check(address)


def _check(address: str) -> None:
    if not address.startswith(SCHEMES):
        raise StoreError(f"the address of a database should begin with {SCHEMES[0]}")
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise StoreError(f"PostgreSQL needs one more package: pip install 'tianxia[postgres]' ({error})") from error
