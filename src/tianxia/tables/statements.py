"""All that a store asks of its database, SQLite or PostgreSQL."""

import sqlite3
from collections.abc import Iterator
from typing import Any, Protocol

from sqlalchemy import (
    BindParameter,
    Integer,
    Table,
    Text,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    literal_column,
    null,
    or_,
    select,
    update,
)

from tianxia.tables.rows import ActionRow, ResignedRow, UndoRow
from tianxia.tables.schema import GAMES, MESSAGES, OUTAGES, PULSE, ROWS, SEATS, SNAPSHOTS, Statement
from tianxia.tables.schema import LISTED as GAMES_LISTED
from tianxia.tables.store import LISTED

GAME: BindParameter[str] = bindparam("of_game")
GUEST: BindParameter[str] = bindparam("of_guest")
SEAT: BindParameter[int] = bindparam("of_seat")
NEW_GAME = Statement(
    insert(GAMES).values({column.name: bindparam(column.name) for column in GAMES.c if column.name != "fault"})
)
NEW_ROW = Statement(insert(ROWS))
COUNTED = select(func.coalesce(func.max(ROWS.c.number) + 1, 0)).where(ROWS.c.game == GAME)
COUNT = Statement(COUNTED)
NEXT_ROW = Statement(
    insert(ROWS).from_select(
        ROWS.c.keys(),
        select(*(bindparam(column.name, type_=column.type) for column in ROWS.c)).where(
            bindparam("number", type_=Integer) == COUNTED.scalar_subquery()
        ),
    )
)
"""Only where the game has as many rows as come before it."""
MINUTE = 60.0  # seconds
ROW_AT: BindParameter[float] = bindparam("at")
STANDS: Any = func.coalesce(bindparam("stands"), GAMES.c.standing)
FOLLOWS = {"over": bindparam("ended"), "standing": STANDS, "deadline": bindparam("due")}
MOVED_ON = Statement(
    update(GAMES)
    .where(
        GAMES.c.id == GAME,
        or_(
            GAMES.c.started == 0,
            GAMES.c.played < ROW_AT - MINUTE,
            *(GAMES.c[name].is_distinct_from(value) for name, value in FOLLOWS.items()),
        ),
    )
    .values(played=ROW_AT, **FOLLOWS)
)
"""Where a row changes nothing of what is kept beside it, as most steps of a turn do, nothing is written."""
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
DEADLINES = Statement(
    select(GAMES.c.id, GAMES.c.deadline)
    .where(
        or_(
            GAMES.c.deadline <= bindparam("until"),
            GAMES.c.deadline == select(func.min(GAMES.c.deadline)).scalar_subquery(),
        )
    )
    .order_by(GAMES.c.deadline)
)
DEADLINE = Statement(select(GAMES.c.deadline).where(GAMES.c.id == GAME))
OUTAGE = Statement(insert(OUTAGES))
HELD = Statement(update(PULSE).values(at=PULSE.c.at).returning(PULSE.c.at))
"""The time that was written down last; nobody else writes it until the transaction is over."""
ALL_OUTAGES = Statement(select(OUTAGES).order_by(OUTAGES.c.since))
ROWS_SINCE = Statement(
    select(ROWS.c.number, ROWS.c.row)
    .where(ROWS.c.game == GAME, ROWS.c.number >= bindparam("since"))
    .order_by(ROWS.c.number)
)
NEWLINE: Any = literal_column("'\n'")
LINE = (cast(ROWS.c.number, Text) + " " + ROWS.c.row).label("line")
LINES = select(LINE).where(ROWS.c.game == GAME, ROWS.c.number < bindparam("until")).order_by(ROWS.c.number).subquery()
ROWS_BEFORE = Statement(select(func.aggregate_strings(LINES.c.line, NEWLINE)))
"""All of them as one text, a line each with its number: made by the database much faster than by us. Should it ever come in
another order, what was kept of the game is not used."""
EXPORTED = Statement(select(ROWS.c.seat, ROWS.c.row).where(ROWS.c.game == GAME).order_by(ROWS.c.number))
A_GAME = Statement(select(GAMES).where(GAMES.c.id == GAME))
SITTING = Statement(select(SEATS).where(SEATS.c.game == GAME).order_by(SEATS.c.seat))
OWN = select(SEATS.c.seat).where(SEATS.c.game == GAME, SEATS.c.guest == GUEST)
OWN_SEATS = Statement(OWN.order_by(SEATS.c.seat))
OTHERS = Statement(select(SEATS.c.seat).where(SEATS.c.game == GAME, SEATS.c.guest.is_not(None)))
PUBLIC = select(GAMES).where(GAMES_LISTED, GAMES.c.over == 0, GAMES.c.fault.is_(None)).limit(LISTED)
PUBLIC_GAMES = Statement(PUBLIC.where(GAMES.c.started == 1).order_by(GAMES.c.created.desc()))
TURN_BASED = GAMES.c.terms.contains('"live":false')
OPEN_GAMES = Statement(
    PUBLIC.where(GAMES.c.started == 0, or_(GAMES.c.played >= bindparam("since"), TURN_BASED)).order_by(
        GAMES.c.played.desc()
    )
)
WAITED = Statement(update(GAMES).where(GAMES.c.id == GAME, GAMES.c.started == 0).values(played=bindparam("at")))
FORSAKEN = Statement(select(GAMES.c.id).where(GAMES.c.started == 0, GAMES.c.played < bindparam("before")))
GAMES_OF = Statement(
    select(GAMES.c.id, GAMES.c.game, GAMES.c.created, GAMES.c.over, GAMES.c.fault).where(
        GAMES.c.id.in_(select(SEATS.c.game).where(SEATS.c.guest == GUEST)),
        GAMES.c.id == func.coalesce(bindparam("only"), GAMES.c.id),
    )
)
STEPS = [
    ROWS.c.row.startswith(f'{{"kind":"{kind.__struct_config__.tag}",', autoescape=True)
    for kind in (ActionRow, UndoRow, ResignedRow)
]
LAST_STEP = Statement(
    select(ROWS.c.row)
    .where(ROWS.c.game == GAME, ROWS.c.seat.in_(OWN), or_(*STEPS))
    .order_by(ROWS.c.number.desc())
    .limit(1)
)
"""What a guest's seats did last."""
NAMES = Statement(select(GAMES.c.id))
KEPT = Statement(select(SNAPSHOTS.c.rows, SNAPSHOTS.c.digest, SNAPSHOTS.c.state).where(SNAPSHOTS.c.game == GAME))
DROPPED = Statement(delete(SNAPSHOTS).where(SNAPSHOTS.c.game == GAME))
NEW_SNAPSHOT = Statement(insert(SNAPSHOTS))
DELETED = [
    Statement(delete(table).where(key == GAME))
    for table, key in (
        (SNAPSHOTS, SNAPSHOTS.c.game),
        (MESSAGES, MESSAGES.c.game),
        (ROWS, ROWS.c.game),
        (SEATS, SEATS.c.game),
        (GAMES, GAMES.c.id),
    )
]
NOW: BindParameter[float] = bindparam("now")
BEAT = Statement(update(PULSE).values(at=case((PULSE.c.at < NOW, NOW), else_=PULSE.c.at)))  # clocks differ
HEARD = Statement(select(PULSE.c.at, select(func.count()).where(GAMES.c.fault.is_not(None)).scalar_subquery()))


class Database(Protocol):
    """A connection: of ``sqlite3`` or of psycopg."""

    def execute(self, query: Any, params: Any = ..., /) -> Any:
        """Has a statement of that database carried out."""


class Found(Protocol):
    """What a statement brought, a tuple a row."""

    def fetchone(self) -> Any:
        """The next row, None if there is none."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""


def ask(database: Database, statement: Statement, **given: Any) -> Found:
    """Has a statement carried out."""
    of_sqlite = isinstance(database, sqlite3.Connection)
    asked = statement.sqlite if of_sqlite else statement.postgresql
    found: Found = database.execute(asked.text, asked.values(given))
    return found


def by_name(table: Table, values: tuple[Any, ...]) -> dict[str, Any]:
    """A row of a table by the names of its columns."""
    return dict(zip(table.c.keys(), values, strict=True))
