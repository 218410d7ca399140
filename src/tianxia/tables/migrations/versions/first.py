"""Guests, games, seats and rows; a row is an action by its id, or an undo."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, PrimaryKeyConstraint, Text, text

from tianxia.tables.schema import KEYED, SECONDS, STRICT

revision, down_revision = "0001", None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "guests",
        Column("id", Text, primary_key=True),
        Column("token", Text, nullable=False, unique=True),
        Column("name", Text, nullable=False),
        Column("created", SECONDS, nullable=False),
        **STRICT,
    )
    op.create_table(
        "games",
        Column("id", Text, primary_key=True),
        Column("game", Text, nullable=False),
        Column("options", Text, nullable=False),
        Column("seed", Text, nullable=False),
        Column("salt", Text, nullable=False),
        Column("commitment", Text, nullable=False),
        Column("created", SECONDS, nullable=False),
        Column("played", SECONDS, nullable=False),
        Column("over", Integer, nullable=False, server_default=text("0")),
        Column("lang", Text, nullable=False),
        Column("rules", Text, nullable=False),
        **STRICT,
    )
    op.create_table(
        "seats",
        Column("game", Text, ForeignKey("games.id"), nullable=False),
        Column("seat", Integer, nullable=False),
        Column("name", Text, nullable=False),
        Column("guest", Text),
        Column("bot", Text),
        PrimaryKeyConstraint("game", "seat"),
        **KEYED,
    )
    op.create_index("seats_of_guest", "seats", ["guest"])
    op.create_table(
        "rows",
        Column("game", Text, ForeignKey("games.id"), nullable=False),
        Column("number", Integer, nullable=False),
        Column("kind", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("action", Integer),
        Column("command", Text),
        Column("at", SECONDS, nullable=False),
        PrimaryKeyConstraint("game", "number", name="rows_by_id"),
        **KEYED,
    )
