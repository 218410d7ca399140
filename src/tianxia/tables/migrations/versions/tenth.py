"""What is written at the tables, who does not want to read whom, and what was reported."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, PrimaryKeyConstraint, Text, UniqueConstraint

from tianxia.tables.schema import KEYED, SECONDS, STRICT

revision, down_revision = "0010", "0009"


def upgrade() -> None:
    """There was none of it before."""
    op.create_table(
        "messages",
        Column("game", Text, ForeignKey("games.id"), nullable=False),
        Column("number", Integer, nullable=False),
        Column("at", SECONDS, nullable=False),
        Column("person", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("preset", Text, nullable=False),
        Column("text", Text, nullable=False),
        Column("command", Text, nullable=False),
        PrimaryKeyConstraint("game", "number"),
        UniqueConstraint("game", "person", "command", name="messages_command"),
        **KEYED,
    )
    op.create_index("messages_of_person", "messages", ["person"])
    op.create_table(
        "hushed",
        Column("person", Text, nullable=False),
        Column("other", Text, nullable=False),
        Column("how", Text, nullable=False),
        Column("at", SECONDS, nullable=False),
        PrimaryKeyConstraint("person", "other"),
        **KEYED,
    )
    op.create_index("hushed_other", "hushed", ["other"])
    op.create_table(
        "reports",
        Column("id", Text, primary_key=True),
        Column("at", SECONDS, nullable=False),
        Column("game", Text, nullable=False),
        Column("reporter", Text, nullable=False),
        Column("about", Text, nullable=False),
        Column("reason", Text, nullable=False),
        Column("rows", Integer, nullable=False),
        Column("said", Text, nullable=False),
        **STRICT,
    )
