"""What the SQLite store asks of its file. Each function does its part of a transaction that its caller opens and closes.

Nothing here trusts what it reads: a value that should not be there makes that one game ``Damaged``.
"""

import sqlite3
import time
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Table, bindparam, delete, func, insert, null, select, update

import tianxia
from tianxia.engine import i18n
from tianxia.tables.course import number_of
from tianxia.tables.schema import GAMES, PULSE, ROWS, SEATS, Statement
from tianxia.tables.sound import game_of
from tianxia.tables.store import (
    ActionRow,
    Conflict,
    Damaged,
    Glance,
    JoinedRow,
    LeftRow,
    Row,
    Seat,
    Setup,
    Standing,
    Stored,
    Summary,
    readable,
    seat_in,
)

STANDING = msgspec.json.Decoder(Standing)
ROW = msgspec.json.Decoder(Row)
OPTIONS = msgspec.json.Decoder(dict[str, bool | int | str])

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
    )
)
NOTED = Statement(
    update(GAMES)
    .where(GAMES.c.id == GAME)
    .values(standing=func.coalesce(bindparam("stands"), GAMES.c.standing), fault=bindparam("wrong"))
)
IN_SEAT = (SEATS.c.game == GAME) & (SEATS.c.seat == SEAT)
EMPTIED = Statement(delete(SEATS).where(IN_SEAT))
TAKEN = Statement(insert(SEATS))
LEFT = Statement(
    update(SEATS).where(IN_SEAT).values(guest=null(), name=func.coalesce(bindparam("renamed"), SEATS.c.name))
)
PLAYED = Statement(update(SEATS).where(IN_SEAT).values(played=bindparam("at")))
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
GAMES_OF = Statement(
    select(GAMES.c.id, GAMES.c.game, GAMES.c.created, LAST, GAMES.c.over, GAMES.c.fault)
    .join(SEATS, SEATS.c.game == GAMES.c.id)
    .where(SEATS.c.guest == GUEST, GAMES.c.id == func.coalesce(bindparam("only"), GAMES.c.id))
    .group_by(GAMES.c.id)
    .order_by(LAST.desc(), GAMES.c.id)
)
NAMES = Statement(select(GAMES.c.id))
DELETED = [
    Statement(delete(table).where(key == GAME))
    for table, key in (
        (ROWS, ROWS.c.game),
        (SEATS, SEATS.c.game),
        (GAMES, GAMES.c.id),
    )
]
BEAT = Statement(update(PULSE).values(at=bindparam("now")))
HEARD = Statement(select(PULSE.c.at, select(func.count()).where(GAMES.c.fault.is_not(None)).scalar_subquery()))
LATEST = 253_402_214_400.0
"""Unix seconds of the last day that dates can name."""


def ask(database: sqlite3.Connection, statement: Statement, **given: Any) -> sqlite3.Cursor:
    """Has a statement carried out."""
    return database.execute(statement.text, statement.values(given))


def create(database: sqlite3.Connection, setup: Setup, rows: tuple[Row, ...], standing: Standing | None) -> None:
    """Adds a game with its first rows."""
    ask(
        database,
        NEW_GAME,
        id=setup.id,
        game=setup.game,
        options=msgspec.json.encode(setup.options).decode(),
        seed=str(setup.seed),
        salt=setup.salt,
        commitment=setup.commitment,
        created=setup.created,
        played=setup.created,
        lang=setup.lang,
        rules=setup.rules,
        tables=setup.tables,
        furnishing=setup.furnishing,
        standing=_written(standing),
    )
    add_rows(database, setup.id, rows)


def append(
    database: sqlite3.Connection,
    game: str,
    expected: int,
    rows: tuple[Row, ...],
    over: bool,
    standing: Standing | None,
) -> None:
    """Adds rows to a game that has so many; raises ``Conflict`` if it has another number of them."""
    count = count_of(database, game)
    if count != expected:
        raise Conflict(f"{game} has {count} rows, not {expected}")
    if [row.number for row in rows] != list(range(expected, expected + len(rows))):
        raise Conflict(f"rows of {game} must be numbered from {expected}")
    add_rows(database, game, rows)
    ask(database, MOVED_ON, of_game=game, at=rows[-1].at, ended=over, stands=_written(standing))


def count_of(database: sqlite3.Connection, game: str) -> int:
    """How many rows a game has."""
    (count,) = ask(database, COUNT, of_game=game).fetchone()
    return int(count)


def add_rows(database: sqlite3.Connection, game: str, rows: Iterable[Row]) -> None:
    """Adds rows, and to who sits where what follows from them."""
    for row in rows:
        seat, text = seat_in(row), msgspec.json.encode(row).decode()
        ask(database, NEW_ROW, game=game, number=row.number, seat=seat, command=row.command, row=text)
        match row:
            case JoinedRow(sitter=sitter):
                ask(database, EMPTIED, of_game=game, of_seat=seat)
                who = {"name": sitter.name, "guest": sitter.guest, "bot": sitter.bot, "played": None}
                ask(database, TAKEN, game=game, seat=seat, **who)
            case LeftRow(name=name):
                ask(database, LEFT, of_game=game, of_seat=seat, renamed=name or None)
            case _:
                ask(database, PLAYED, of_game=game, of_seat=seat, at=row.at)


def load(database: sqlite3.Connection, game: str) -> Stored | None:
    """A game with all its rows."""
    found = ask(database, A_GAME, of_game=game).fetchone()
    if found is None:
        return None
    columns = by_name(GAMES, found)
    seen = _glanced(database, columns)
    return Stored(seen.setup, rows(database, game, 0), seen.standing, columns["fault"] or "")


def rows(database: sqlite3.Connection, game: str, since: int) -> tuple[Row, ...]:
    """The rows of a game from a number on, in order."""
    found = ask(database, ROWS_SINCE, of_game=game, since=since)
    return tuple(_row(values, since + place) for place, values in enumerate(found))


def _row(values: tuple[Any, ...], number: int) -> Row:
    stored, text = values
    if stored != number:
        raise Damaged(f"row {number} is missing")
    row: Row = _read(f"row {number}", ROW.decode, text)
    if row.number != number:
        raise Damaged(f"row {number} says that it is row {row.number}")
    return row


def glance(database: sqlite3.Connection, game: str) -> Glance | None:
    """A game without its rows."""
    found = ask(database, A_GAME, of_game=game).fetchone()
    return None if found is None else _glanced(database, by_name(GAMES, found))


def by_name(table: Table, values: tuple[Any, ...]) -> dict[str, Any]:
    """A row of a table by the names of its columns."""
    return dict(zip(table.c.keys(), values, strict=True))


def _glanced(database: sqlite3.Connection, found: dict[str, Any]) -> Glance:
    for column in ("game", "salt", "lang", "rules", "tables", "furnishing"):
        _text(column, found[column])
    if not is_time(found["created"]):
        raise Damaged(f"created is no time: {found['created']}")
    setup = Setup(
        id=found["id"],
        game=found["game"],
        options=_read("options", OPTIONS.decode, found["options"]),
        seed=_read("seed", int, found["seed"]),
        salt=found["salt"],
        created=found["created"],
        lang=found["lang"] if found["lang"] in i18n.languages() else i18n.DEFAULT,
        rules=found["rules"],
        tables=found["tables"],
        furnishing=found["furnishing"],
    )
    if setup.commitment != found["commitment"]:
        raise Damaged("seed and salt are not those that the game began with")
    sitting = seats(database, setup.id)
    stood = None if found["standing"] is None else _standing(found["standing"], len(sitting))
    return Glance(setup, sitting, bool(found["over"]), stood)


def _standing(text: str, seats: int) -> Standing:
    standing: Standing = _read("standing", STANDING.decode, text)
    named, places = {*standing.to_act, *standing.resigned}, standing.result
    if not named <= set(range(seats)) or (places is not None and len(places) != seats):
        raise Damaged(f"standing names seats that the game does not have: {text}")
    return standing


def seats(database: sqlite3.Connection, game: str) -> tuple[Seat, ...]:
    """Who sits in a game."""
    found = [by_name(SEATS, values) for values in ask(database, SITTING, of_game=game)]
    if [sitter["seat"] for sitter in found] != list(range(len(found))):
        raise Damaged("a seat is missing")
    who = [(sitter["name"], sitter["guest"], sitter["bot"]) for sitter in found]
    for value in (value for sitter in who for value in sitter if value is not None):
        _text("name", value)
    return tuple(Seat(*sitter) for sitter in who)


def games_of(database: sqlite3.Connection, guest: str, only: str | None = None) -> list[Summary]:
    """The games of a guest, or the one of that name; those in which it played last first.

    One that can't be read is listed with its fault.
    """
    found = ask(database, GAMES_OF, of_guest=guest, only=only).fetchall()
    return [_summary(database, *columns) for columns in found]


def _summary(
    database: sqlite3.Connection, id: str, game: str, created: float, played: float, over: int, fault: str | None
) -> Summary:
    if not is_time(played):
        played = created
    if found := faulty(database, id):
        created, played = (at if is_time(at) else 0.0 for at in (created, played))
        return Summary(id, readable(game), (), created, played, bool(over), fault=readable(found))
    seen = glance(database, id)
    assert seen is not None
    return Summary(id, game, seen.seats, created, played, bool(over), seen.standing, readable(fault or ""))


def inspect(database: sqlite3.Connection, seen: Glance) -> None:
    """Raises ``Damaged`` where a game can't be right, as far as that can be told without playing it."""
    game = game_of(seen.setup, seen.seats)
    for row in rows(database, seen.setup.id, 0):
        if not 0 <= (seat_in(row) or 0) < game.seats:
            raise Damaged(f"row {row.number} is of a seat that the game does not have")
        if isinstance(row, ActionRow):
            try:
                number_of(game.id, row.action)
            except tianxia.IllegalAction as error:
                raise Damaged(f"row {row.number}: {error}") from error


def names(database: sqlite3.Connection) -> list[str]:
    """The names of all games."""
    return [id for (id,) in ask(database, NAMES)]


def faulty(database: sqlite3.Connection, game: str) -> str:
    """What is wrong with a game, as far as that can be told without playing it; empty if nothing is."""
    try:
        seen = glance(database, game)
        if seen is not None:
            inspect(database, seen)
    except Exception as error:  # whatever is wrong with it is wrong with this one only
        return str(error) or type(error).__name__
    return ""


def note(database: sqlite3.Connection, game: str, standing: Standing | None, fault: str) -> None:
    """Remembers how a game stands, if that is given, and why it can't be read."""
    ask(database, NOTED, of_game=game, stands=_written(standing), wrong=readable(fault) or None)


def export(database: sqlite3.Connection, game: str, guest: str) -> dict[str, Any] | None:
    """All that is stored of a game; until it is over without what the guest may not know."""
    own = {seat for (seat,) in ask(database, OWN_SEATS, of_game=game, of_guest=guest)}
    if not own:
        return None
    found = ask(database, A_GAME, of_game=game).fetchone()
    if found is None:
        return None
    told = {name: readable(value) for name, value in by_name(GAMES, found).items()}
    told["seats"] = [
        {
            "seat": seat["seat"],
            "name": readable(seat["name"]),
            "bot": readable(seat["bot"]),
            "own": seat["seat"] in own,
        }
        for seat in (by_name(SEATS, values) for values in ask(database, SITTING, of_game=game))
    ]
    rows = ask(database, EXPORTED, of_game=game).fetchall()
    told["rows"] = [_told(text, told["over"]) for seat, text in rows if told["over"] or seat in own]
    if not told["over"]:  # how many rows others have, and since when, is theirs: one may be half way through a choice
        told["left_out_until_the_game_is_over"] = [
            "seed",
            "salt",
            "played",
            "rows of others",
            "numbers of rows",
            "hashes",
        ]
        del told["seed"], told["salt"], told["played"]
    return told


def _told(text: str, over: bool) -> Any:
    """A row for its players: without what the browsers of guests are known by, and before the end without the hash of
    what is hidden, and without its number, which would count what others chose. One that can't be read comes as it is."""
    try:
        row = msgspec.json.decode(_text("row", text))
        for secret in ("command", *(() if over else ("hash", "number"))):
            row.pop(secret, None)
        row.get("sitter", {}).pop("guest", None)
    except (Damaged, AttributeError, msgspec.MsgspecError):
        return readable(text)
    return row


def remove(database: sqlite3.Connection, game: str, guest: str) -> bool:
    """A guest leaves all its seats, and the game goes from the store if no other guest sits there."""
    own = [seat for (seat,) in ask(database, OWN_SEATS, of_game=game, of_guest=guest)]
    if not own:
        return False
    at, first = time.time(), count_of(database, game)
    add_rows(database, game, [LeftRow(seat, number=number, at=at) for number, seat in enumerate(own, first)])
    if ask(database, OTHERS, of_game=game).fetchone():
        return False
    for statement in DELETED:
        ask(database, statement, of_game=game)
    return True


def beat(database: sqlite3.Connection, at: float) -> None:
    """Writes the time down."""
    ask(database, BEAT, now=at)


def listen(database: sqlite3.Connection) -> tuple[float, int]:
    """The time that was written down last, and how many games are damaged."""
    at, count = ask(database, HEARD).fetchone()
    return at, count


def is_time(at: float) -> bool:
    """Whether seconds since 1970 can be the date of a game."""
    return 0 <= at < LATEST


def _text(column: str, value: str) -> str:
    if readable(value) != value:
        raise Damaged(f"{column} is no text: {readable(value)}")
    return value


def _read(column: str, decode: Any, text: str) -> Any:
    try:
        return decode(_text(column, text))
    except (ValueError, msgspec.MsgspecError) as error:
        raise Damaged(f"{column} cannot be read: {error}") from error


def _written(standing: Standing | None) -> str | None:
    return None if standing is None else msgspec.json.encode(standing).decode()
