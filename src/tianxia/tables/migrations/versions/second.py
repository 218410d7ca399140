"""How a game stands and what is wrong with it, when each seat played last, and the pulse of the store."""

from alembic import op
from sqlalchemy import CheckConstraint, Column, Integer, Text, text

from tianxia.tables.schema import SECONDS, STRICT

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    """Adds them to the games that are there."""
    op.add_column("games", Column("standing", Text))
    op.add_column("games", Column("fault", Text))
    op.add_column("seats", Column("played", SECONDS))
    op.execute(
        "UPDATE seats SET played ="
        " (SELECT max(rows.at) FROM rows WHERE rows.game = seats.game AND rows.seat = seats.seat)"
    )
    faulty = text("fault IS NOT NULL")
    op.create_index("faulty_games", "games", ["id"], sqlite_where=faulty, postgresql_where=faulty)
    op.create_table(
        "pulse",
        Column("one", Integer, CheckConstraint("one = 1"), primary_key=True, autoincrement=False),
        Column("at", SECONDS, nullable=False),
        **STRICT,
    )
