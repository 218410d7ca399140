"""Rows are written whole and in notation, who sits where is a part of them, and a game names the tables it began with.

Ids of actions mean what they meant only as long as no table changes: they are put into notation by the tables of the
program that finds them. What was wrong with a game stays wrong with it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from alembic import op
from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Integer,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    bindparam,
    column,
    select,
    table,
    text,
)

import tianxia
from tianxia.tables.rows import ActionRow, ResignedRow, Row, Seat, UndoRow, opening, seat_in
from tianxia.tables.schema import KEYED
from tianxia.tables.store import readable

revision, down_revision = "0003", "0002"

GAMES = table("games", column("id"), column("game"), column("created"), column("rules"), column("furnishing"))
SEATS = table("seats", *map(column, ("game", "seat", "name", "guest", "bot")))
BEFORE = table("rows_of_before", *map(column, ("game", "number", "kind", "seat", "action", "command", "at")))


def upgrade() -> None:
    """Writes every row anew."""
    op.add_column("games", Column("tables", Text, nullable=False, server_default=text("''")))
    op.add_column("games", Column("furnishing", Text, nullable=False, server_default=text("''")))
    op.rename_table("rows", "rows_of_before")
    rows = op.create_table(
        "rows",
        Column("game", Text, ForeignKey("games.id"), nullable=False),
        Column("number", Integer, nullable=False),
        Column("seat", Integer),
        Column("command", Text),
        Column("row", Text, nullable=False),
        PrimaryKeyConstraint("game", "number"),
        UniqueConstraint("game", "seat", "command", name="rows_command"),
        **KEYED,
    )
    connection = op.get_bind()
    for game, name, created, rules, _ in connection.execute(select(GAMES)).all():
        if "+" in rules:
            version, _, furnishing = rules.partition("+")
            told = GAMES.update().where(GAMES.c.id == game).values(rules=version, furnishing=furnishing)
            connection.execute(told)
        written = [
            {
                "game": game,
                "number": row.number,
                "seat": seat_in(row),
                "command": row.command,
                "row": msgspec.json.encode(row).decode(),
            }
            for row in rewritten(readable(name), created, seats_of(connection, game), rows_of(connection, game))
        ]
        if written:
            connection.execute(rows.insert(), written)
    op.drop_table("rows_of_before")
    if connection.dialect.name == "sqlite":  # programs from before this version look here, and are to leave it alone
        connection.execute(text("PRAGMA user_version = 3"))


def seats_of(connection: Connection, game: str) -> list[Seat]:
    """Who sits in a game."""
    asked = (
        select(SEATS.c.name, SEATS.c.guest, SEATS.c.bot).where(SEATS.c.game == bindparam("id")).order_by(SEATS.c.seat)
    )
    return [Seat(*map(readable, sitter)) for sitter in connection.execute(asked, {"id": game})]


def rows_of(connection: Connection, game: str) -> Iterator[tuple[Any, ...]]:
    """The old rows of a game: number, kind, seat, id of the action, id of the command, time."""
    asked = select(*[one for one in BEFORE.c if one.name != "game"])
    found = connection.execute(asked.where(BEFORE.c.game == bindparam("id")).order_by(BEFORE.c.number), {"id": game})
    return (tuple(map(readable, values)) for values in found)


def rewritten(game: str, created: float, seats: Iterable[Seat], rows: Iterable[tuple[Any, ...]]) -> Iterator[Row]:
    """All rows of a game as they are written now."""
    first = opening(tuple(seats), created)
    yield from first
    for number, kind, seat, action, command, at in rows:
        place: dict[str, Any] = {"number": len(first) + number, "at": at, "command": command}
        if kind == "undo":
            yield UndoRow(seat, **place)
        elif kind == "resigned":
            yield ResignedRow(seat, **place)
        else:
            yield ActionRow(seat, notation(game, action), **place)


def notation(game: str, action: int | None) -> str:
    """An id in notation; one that the game does not have stays as it is, which is none."""
    try:
        return tianxia.load(game).actions.text(action if action is not None else -1)
    except tianxia.TianxiaError:
        return str(action)
