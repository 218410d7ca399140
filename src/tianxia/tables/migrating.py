"""Leads the tables of a store to their present form, by the steps in the folder ``migrations`` (Alembic)."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from tianxia.tables.schema import HEAD

STEPS = "tianxia.tables:migrations"
"""Where they lie: beside this file, wherever the package is installed."""


def upgrade(connection: Connection, found: str, wanted: str = HEAD) -> None:
    """Leads a database of a version (empty for a new one) to another one, in the transaction of the connection."""
    config = Config()
    config.set_main_option("script_location", STEPS)
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    if found:
        command.stamp(config, found)
    command.upgrade(config, wanted)
