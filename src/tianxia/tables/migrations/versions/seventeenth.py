"""Games that count for ratings only when who looks on some time behind has seen their end, and addresses that were asked."""

from alembic import op
from sqlalchemy import Column, Integer, Text

from tianxia.tables.schema import KEYED, SECONDS

revision, down_revision = "0017", "0016"


def upgrade() -> None:
    """Of those that are over all have counted."""
    op.create_table(
        "postponed",
        Column("id", Text, primary_key=True),
        Column("due", SECONDS, nullable=False),
        Column("result", Text, nullable=False),
        **KEYED,
    )
    op.create_table(
        "letters",
        Column("address", Text, primary_key=True),
        Column("asked", SECONDS, nullable=False),
        Column("ended", Integer, nullable=False),
        **KEYED,
    )
