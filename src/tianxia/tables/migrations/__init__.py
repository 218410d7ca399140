"""How the tables of the store came to be: one step a version, for SQLite and PostgreSQL (Alembic)."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(connection: Connection, found: str) -> None:
    """Leads a database of a version (empty for a new one) to the present one, in the transaction of the connection."""
    config = Config()
    config.set_main_option("script_location", __name__.replace(".", ":", 1).replace(".", "/"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    if found:
        command.stamp(config, found)
    command.upgrade(config, "head")
