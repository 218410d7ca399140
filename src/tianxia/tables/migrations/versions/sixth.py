"""Games may wait for people before they start: their terms, whether everybody may find them, and whether they have started."""

from alembic import op
from sqlalchemy import Column, Integer, Text, column, text

revision, down_revision = "0006", "0005"


def upgrade() -> None:
    """Every game that there is has started, on the terms that were the only ones."""
    op.add_column("games", Column("terms", Text, nullable=False, server_default=text("'{}'")))
    op.add_column("games", Column("public", Integer, nullable=False, server_default=text("0")))
    op.add_column("games", Column("started", Integer, nullable=False, server_default=text("1")))
    listed = column("public") == 1
    op.create_index(
        "public_games", "games", ["over", "started", "created"], sqlite_where=listed, postgresql_where=listed
    )
