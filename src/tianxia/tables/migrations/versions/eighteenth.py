"""When a guest played last follows from its rows; the index of commands has only rows of commands."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, PrimaryKeyConstraint, Text, column

from tianxia.tables.schema import KEYED

revision, down_revision = "0018", "0017"


def upgrade() -> None:
    """Keeps every row as it is."""
    op.drop_column("seats", "played")
    if op.get_bind().dialect.name == "sqlite":  # which can't drop a constraint
        op.rename_table("rows", "rows_of_before")
        op.create_table(
            "rows",
            Column("game", Text, ForeignKey("games.id"), nullable=False),
            Column("number", Integer, nullable=False),
            Column("seat", Integer),
            Column("command", Text),
            Column("row", Text, nullable=False),
            PrimaryKeyConstraint("game", "number"),
            **KEYED,
        )
        op.execute("INSERT INTO rows SELECT game, number, seat, command, row FROM rows_of_before")
        op.drop_table("rows_of_before")
    else:
        op.drop_constraint("rows_command", "rows")
    commanded = column("command").is_not(None)
    op.create_index(
        "rows_command",
        "rows",
        ["game", "seat", "command"],
        unique=True,
        sqlite_where=commanded,
        postgresql_where=commanded,
    )
