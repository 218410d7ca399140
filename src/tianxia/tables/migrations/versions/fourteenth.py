"""Where people are told that it is their turn, and the key that push services know the site by."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Text

from tianxia.tables.schema import KEYED, SECONDS

revision, down_revision = "0014", "0013"


def upgrade() -> None:
    """Nobody is told anything yet."""
    op.create_table(
        "subscriptions",
        Column("name", Text, primary_key=True),
        Column("person", Text, ForeignKey("people.id"), nullable=False),
        Column("session", Text, ForeignKey("sessions.token", ondelete="CASCADE")),
        Column("endpoint", Text, nullable=False),
        Column("key", Text, nullable=False),
        Column("secret", Text, nullable=False),
        Column("site", Text, nullable=False),
        Column("lang", Text, nullable=False),
        Column("created", SECONDS, nullable=False),
        **KEYED,
    )
    op.create_index("subscriptions_of_person", "subscriptions", ["person"])
    op.create_index("subscriptions_of_session", "subscriptions", ["session"])
    op.create_table("keys", Column("name", Text, primary_key=True), Column("value", Text, nullable=False), **KEYED)
