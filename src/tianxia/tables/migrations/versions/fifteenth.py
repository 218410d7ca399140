"""Who people are at OpenID providers, and passwords for one time only."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, PrimaryKeyConstraint, Text, UniqueConstraint, text

from tianxia.tables.schema import KEYED, SECONDS

revision, down_revision = "0015", "0013"


def upgrade() -> None:
    """Everybody is known by a password of their own until now."""
    op.add_column("people", Column("temporary", Integer, nullable=False, server_default=text("0")))
    op.create_table(
        "identities",
        Column("issuer", Text, nullable=False),
        Column("subject", Text, nullable=False),
        Column("person", Text, ForeignKey("people.id"), nullable=False),
        Column("created", SECONDS, nullable=False),
        PrimaryKeyConstraint("issuer", "subject"),
        UniqueConstraint("person", "issuer", name="identities_of_person"),
        **KEYED,
    )
    op.create_table(
        "errands",
        Column("state", Text, primary_key=True),
        Column("created", SECONDS, nullable=False),
        Column("issuer", Text, nullable=False),
        Column("nonce", Text),
        Column("verifier", Text),
        Column("person", Text),
        Column("subject", Text),
        Column("name", Text),
        **KEYED,
    )
