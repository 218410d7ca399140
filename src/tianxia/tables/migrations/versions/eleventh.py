"""Ratings, and the results of the games that counted for them; who wants its profile for itself."""

from alembic import op
from sqlalchemy import Column, Integer, PrimaryKeyConstraint, Text, text

from tianxia.tables.schema import KEYED, SECONDS

revision, down_revision = "0011", "0010"


def upgrade() -> None:
    """No game of before was rated, and nobody was asked."""
    op.add_column("people", Column("hidden", Integer, nullable=False, server_default=text("0")))
    op.create_table(
        "ratings",
        Column("game", Text, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("who", Text, nullable=False),
        Column("mu", SECONDS, nullable=False),
        Column("sigma", SECONDS, nullable=False),
        Column("games", Integer, nullable=False),
        Column("firsts", Integer, nullable=False),
        Column("last", SECONDS, nullable=False),
        PrimaryKeyConstraint("game", "seats", "who"),
        **KEYED,
    )
    op.create_index("ratings_of", "ratings", ["who"])
    op.create_table(
        "results",
        Column("id", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("number", Integer, nullable=False),
        Column("game", Text, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("who", Text),
        Column("place", Integer, nullable=False),
        Column("points", Integer),
        Column("at", SECONDS, nullable=False),
        Column("mu_before", SECONDS, nullable=False),
        Column("sigma_before", SECONDS, nullable=False),
        Column("mu", SECONDS, nullable=False),
        Column("sigma", SECONDS, nullable=False),
        PrimaryKeyConstraint("id", "seat"),
        **KEYED,
    )
    op.create_index("results_by_number", "results", ["number"])
    op.create_index("results_of", "results", ["who", "game", "seats", "number"])
    op.create_index("results_lately", "results", ["who", "at"])
