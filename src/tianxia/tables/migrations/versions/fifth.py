"""Guests become people, who may have a password; what their browsers are known by becomes sessions."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Text, text

from tianxia.tables.schema import KEYED, SECONDS, STRICT

revision, down_revision = "0005", "0004"


def upgrade() -> None:
    """Makes a person and a session of each guest; the token in its browser stays what it is."""
    op.create_table(
        "people",
        Column("id", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("key", Text, unique=True),
        Column("password", Text),
        Column("created", SECONDS, nullable=False),
        Column("deleted", SECONDS),
        Column("settings", Text, nullable=False, server_default=text("'{}'")),
        **STRICT,
    )
    op.create_table(
        "sessions",
        Column("token", Text, primary_key=True),
        Column("person", Text, ForeignKey("people.id"), nullable=False),
        Column("created", SECONDS, nullable=False),
        Column("seen", SECONDS, nullable=False),
        Column("browser", Text, nullable=False),
        **KEYED,
    )
    op.create_index("sessions_of_person", "sessions", ["person"])
    op.execute("INSERT INTO people (id, name, created) SELECT id, name, created FROM guests")
    op.execute(
        "INSERT INTO sessions (token, person, created, seen, browser) SELECT token, id, created, created, '' FROM guests"
    )
    op.drop_table("guests")
