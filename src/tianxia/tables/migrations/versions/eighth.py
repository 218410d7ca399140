"""Whom the operator keeps out, and when all browsers of somebody were logged out."""

from alembic import op
from sqlalchemy import Column

from tianxia.tables.schema import SECONDS

revision, down_revision = "0008", "0007"


def upgrade() -> None:
    """Nobody is kept out at first."""
    op.add_column("people", Column("banned", SECONDS))
    op.add_column("people", Column("signed_out", SECONDS))
