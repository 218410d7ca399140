"""Accounts that programs play, and the tokens by which programs are known."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, Text, text

from tianxia.tables.schema import KEYED, SECONDS

revision, down_revision = "0007", "0006"


def upgrade() -> None:
    """Nobody who is there is a program, and nobody has a token."""
    for table in ("people", "seats"):
        op.add_column(table, Column("program", Integer, nullable=False, server_default=text("0")))
    op.create_table(
        "tokens",
        Column("token", Text, primary_key=True),
        Column("person", Text, ForeignKey("people.id"), nullable=False),
        Column("name", Text, nullable=False),
        Column("scopes", Text, nullable=False),
        Column("created", SECONDS, nullable=False),
        Column("seen", SECONDS),
        **KEYED,
    )
    op.create_index("tokens_of_person", "tokens", ["person"])
