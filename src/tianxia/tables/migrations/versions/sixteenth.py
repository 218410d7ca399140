"""Who has played how often against bots, and how that ended."""

import json
from contextlib import suppress
from typing import Any

from alembic import op
from sqlalchemy import Column, Connection, Integer, Text, text

from tianxia.tables.schema import KEYED, SECONDS

revision, down_revision = "0016", "0015"

OVER = text("SELECT id, game, standing, terms, past, played FROM games WHERE over = 1 AND standing IS NOT NULL")
SITTING = text("SELECT guest, bot FROM seats WHERE game = :game ORDER BY seat")
NEW = text(
    "INSERT INTO against_bots (id, person, game, level, won, drawn, at)"
    " VALUES (:id, :person, :game, :level, :won, :drawn, :at)"
)


def upgrade() -> None:
    """The games that are over and of which it is known how are counted."""
    op.create_table(
        "against_bots",
        Column("id", Text, primary_key=True),
        Column("person", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("level", Text, nullable=False),
        Column("won", Integer, nullable=False),
        Column("drawn", Integer, nullable=False),
        Column("at", SECONDS, nullable=False),
        **KEYED,
    )
    op.create_index("against_bots_of", "against_bots", ["person", "game", "level"])
    connection = op.get_bind()
    for found in connection.execute(OVER).mappings().all():
        with suppress(ValueError, KeyError, TypeError, IndexError, AttributeError):  # a damaged game
            count(connection, dict(found))


def count(connection: Connection, game: dict[str, Any]) -> None:
    """Counts a game, if it counts."""
    standing = json.loads(game["standing"])
    places = standing.get("result")
    sitting = [(guest, bot) for guest, bot in connection.execute(SITTING, {"game": game["id"]})]
    people = [seat for seat, (guest, _) in enumerate(sitting) if guest is not None]
    bots = {bot for guest, bot in sitting if guest is None}
    if not places or len(people) != 1 or not bots or None in bots:
        return
    (own,) = people
    gone = {*standing.get("resigned", ()), *standing.get("away", ())}
    if gone - {own} or json.loads(game["terms"]).get("imported") or game["past"] != "null":
        return
    first, shared = places[own] == 1, places.count(1) > 1
    told = {"id": game["id"], "game": game["game"], "at": game["played"], "person": sitting[own][0]}
    level = bots.pop() if len(bots) == 1 else ""
    connection.execute(NEW, {**told, "level": level, "won": int(first and not shared), "drawn": int(first and shared)})
