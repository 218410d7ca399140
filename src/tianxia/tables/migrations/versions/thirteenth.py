"""A game may go on from another one: what it begins with besides its seed."""

from alembic import op
from sqlalchemy import Column, Text, text

revision, down_revision = "0013", "0011"


def upgrade() -> None:
    """Every game that there is was dealt from its seed alone."""
    op.add_column("games", Column("past", Text, nullable=False, server_default=text("'null'")))
