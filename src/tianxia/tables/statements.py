"""All that the SQLite store asks of its file, compiled once: that takes several times as long as to do it."""

import sqlite3
from typing import Any

from sqlalchemy import BindParameter, Table, bindparam, delete, func, insert, null, select, update

from tianxia.tables.schema import GAMES, OUTAGES, PULSE, ROWS, SEATS, SNAPSHOTS, Statement
from tianxia.tables.schema import LISTED as GAMES_LISTED
from tianxia.tables.store import LISTED

GAME: BindParameter[str] = bindparam("of_game")
GUEST: BindParameter[str] = bindparam("of_guest")
SEAT: BindParameter[int] = bindparam("of_seat")
NEW_GAME = Statement(
    insert(GAMES).values(
        {column.name: bindparam(column.name) for column in GAMES.c if column.name not in ("over", "fault")}
    )
)
NEW_ROW = Statement(insert(ROWS))
COUNT = Statement(select(func.coalesce(func.max(ROWS.c.number) + 1, 0)).where(ROWS.c.game == GAME))
MOVED_ON = Statement(
    update(GAMES)
    .where(GAMES.c.id == GAME)
    .values(
        played=bindparam("at"),
        over=bindparam("ended"),
        standing=func.coalesce(bindparam("stands"), GAMES.c.standing),
        deadline=bindparam("due"),
    )
)
NOTED = Statement(
    update(GAMES)
    .where(GAMES.c.id == GAME)
    .values(standing=func.coalesce(bindparam("stands"), GAMES.c.standing), fault=bindparam("wrong"))
)
STARTED = Statement(update(GAMES).where(GAMES.c.id == GAME).values(started=1))
IS_STARTED = Statement(select(GAMES.c.started).where(GAMES.c.id == GAME))
IN_SEAT = (SEATS.c.game == GAME) & (SEATS.c.seat == SEAT)
EMPTIED = Statement(delete(SEATS).where(IN_SEAT))
TAKEN = Statement(insert(SEATS))
LEFT = Statement(
    update(SEATS).where(IN_SEAT).values(guest=null(), name=func.coalesce(bindparam("renamed"), SEATS.c.name))
)
PLAYED_BY = Statement(update(SEATS).where(IN_SEAT).values(bot=bindparam("level")))
PLAYED = Statement(update(SEATS).where(IN_SEAT).values(played=bindparam("at")))
DEADLINES = Statement(
    select(GAMES.c.id, GAMES.c.deadline).where(GAMES.c.deadline <= bindparam("until")).order_by(GAMES.c.deadline)
)
OUTAGE = Statement(insert(OUTAGES))
ALL_OUTAGES = Statement(select(OUTAGES).order_by(OUTAGES.c.since))
ROWS_SINCE = Statement(
    select(ROWS.c.number, ROWS.c.row)
    .where(ROWS.c.game == GAME, ROWS.c.number >= bindparam("since"))
    .order_by(ROWS.c.number)
)
EXPORTED = Statement(select(ROWS.c.seat, ROWS.c.row).where(ROWS.c.game == GAME).order_by(ROWS.c.number))
A_GAME = Statement(select(GAMES).where(GAMES.c.id == GAME))
SITTING = Statement(select(SEATS).where(SEATS.c.game == GAME).order_by(SEATS.c.seat))
OWN_SEATS = Statement(select(SEATS.c.seat).where(SEATS.c.game == GAME, SEATS.c.guest == GUEST).order_by(SEATS.c.seat))
OTHERS = Statement(select(SEATS.c.seat).where(SEATS.c.game == GAME, SEATS.c.guest.is_not(None)))
LAST = func.coalesce(func.max(SEATS.c.played), GAMES.c.created)
PUBLIC_GAMES = Statement(
    select(GAMES)
    .where(GAMES_LISTED, GAMES.c.over == 0, GAMES.c.started == bindparam("is_started"), GAMES.c.fault.is_(None))
    .order_by(GAMES.c.created.desc())
    .limit(LISTED)
)
GAMES_OF = Statement(
    select(GAMES.c.id, GAMES.c.game, GAMES.c.created, LAST, GAMES.c.over, GAMES.c.fault)
    .join(SEATS, SEATS.c.game == GAMES.c.id)
    .where(SEATS.c.guest == GUEST, GAMES.c.id == func.coalesce(bindparam("only"), GAMES.c.id))
    .group_by(GAMES.c.id)
    .order_by(LAST.desc(), GAMES.c.id)
)
NAMES = Statement(select(GAMES.c.id))
KEPT = Statement(select(SNAPSHOTS.c.rows, SNAPSHOTS.c.digest, SNAPSHOTS.c.state).where(SNAPSHOTS.c.game == GAME))
DROPPED = Statement(delete(SNAPSHOTS).where(SNAPSHOTS.c.game == GAME))
NEW_SNAPSHOT = Statement(insert(SNAPSHOTS))
DELETED = [
    Statement(delete(table).where(key == GAME))
    for table, key in (
        (SNAPSHOTS, SNAPSHOTS.c.game),
        (ROWS, ROWS.c.game),
        (SEATS, SEATS.c.game),
        (GAMES, GAMES.c.id),
    )
]
BEAT = Statement(update(PULSE).values(at=bindparam("now")))
HEARD = Statement(select(PULSE.c.at, select(func.count()).where(GAMES.c.fault.is_not(None)).scalar_subquery()))


def ask(database: sqlite3.Connection, statement: Statement, **given: Any) -> sqlite3.Cursor:
    """Has a statement carried out."""
    return database.execute(statement.text, statement.values(given))


def by_name(table: Table, values: tuple[Any, ...]) -> dict[str, Any]:
    """A row of a table by the names of its columns."""
    return dict(zip(table.c.keys(), values, strict=True))
