"""Games may have clocks: when each is to be looked at, and when none could go on."""

from alembic import op
from sqlalchemy import Column, Text, column

from tianxia.tables.schema import SECONDS, STRICT

revision, down_revision = "0009", "0008"


def upgrade() -> None:
    """No game has a clock yet."""
    op.add_column("games", Column("deadline", SECONDS))
    running = column("deadline").is_not(None)
    op.create_index("due_games", "games", ["deadline"], sqlite_where=running, postgresql_where=running)
    op.create_table(
        "outages",
        Column("since", SECONDS, primary_key=True),
        Column("until", SECONDS, nullable=False),
        Column("why", Text, nullable=False),
        **STRICT,
    )
