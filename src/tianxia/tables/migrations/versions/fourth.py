"""Snapshots: how a game stood after some of its rows, so that not all of them need be played when it is opened."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, Text

from tianxia.tables.schema import STRICT

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    """Makes room for them; games of before get theirs as they go on."""
    op.create_table(
        "snapshots",
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        Column("rows", Integer, nullable=False),
        Column("digest", Text, nullable=False),
        Column("state", LargeBinary, nullable=False),
        **STRICT,
    )
