"""What the SQLite store asks of its file. Each function does its part of a transaction that its caller opens and closes.

Nothing here trusts what it reads: a value that should not be there makes that one game ``Damaged``.
"""

import hashlib
import math
import sqlite3
import time
from typing import Any, TypeVar

import msgspec

from tianxia.engine import i18n
from tianxia.tables.sound import game_of
from tianxia.tables.store import Conflict, Damaged, Glance, Guest, Row, RowKind, Seat, Setup, Standing, Stored, Summary

T = TypeVar("T")

ROWS = "SELECT number, kind, seat, action, command, at FROM rows WHERE game = ? AND number >= ? ORDER BY number"
STANDING = msgspec.json.Decoder(Standing)
OPTIONS = msgspec.json.Decoder(dict[str, bool | int | str])
LATEST = 253_402_214_400.0
"""Unix seconds of the last day that dates can name."""
KINDS: tuple[RowKind, ...] = ("action", "undo", "resigned")


def create(database: sqlite3.Connection, setup: Setup, standing: Standing | None) -> None:
    """Adds a game without rows."""
    columns = {
        "id": setup.id,
        "game": setup.game,
        "options": msgspec.json.encode(setup.options).decode(),
        "seed": str(setup.seed),
        "salt": setup.salt,
        "commitment": setup.commitment,
        "created": setup.created,
        "played": setup.created,
        "lang": setup.lang,
        "rules": setup.rules,
        "standing": _written(standing),
    }
    database.execute(
        f"INSERT INTO games ({', '.join(columns)}) VALUES ({', '.join(f':{name}' for name in columns)})", columns
    )
    database.executemany(
        "INSERT INTO seats (game, seat, name, guest, bot) VALUES (?, ?, ?, ?, ?)",
        [(setup.id, number, seat.name, seat.guest, seat.bot) for number, seat in enumerate(setup.seats)],
    )


def append(
    database: sqlite3.Connection,
    game: str,
    expected: int,
    rows: tuple[Row, ...],
    over: bool,
    standing: Standing | None,
) -> None:
    """Adds rows to a game that has so many; raises ``Conflict`` if it has another number of them."""
    (count,) = database.execute("SELECT coalesce(max(number) + 1, 0) FROM rows WHERE game = ?", (game,)).fetchone()
    if count != expected:
        raise Conflict(f"{game} has {count} rows, not {expected}")
    if [row.number for row in rows] != list(range(expected, expected + len(rows))):
        raise Conflict(f"rows of {game} must be numbered from {expected}")
    database.executemany(
        "INSERT INTO rows (game, number, kind, seat, action, command, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(game, row.number, row.kind, row.seat, row.action, row.command, row.at) for row in rows],
    )
    database.execute(
        "UPDATE games SET played = ?, over = ?, standing = coalesce(?, standing) WHERE id = ?",
        (rows[-1].at, over, _written(standing), game),
    )
    database.executemany(
        "UPDATE seats SET played = ? WHERE game = ? AND seat = ?", [(row.at, game, row.seat) for row in rows]
    )


def load(database: sqlite3.Connection, game: str) -> Stored | None:
    """A game with all its rows."""
    found = glance(database, game)
    if found is None:
        return None
    (fault,) = database.execute("SELECT fault FROM games WHERE id = ?", (game,)).fetchone()
    return Stored(found.setup, rows(database, game, 0), found.standing, fault or "")


def rows(database: sqlite3.Connection, game: str, since: int) -> tuple[Row, ...]:
    """The rows of a game from a number on, in order."""
    return tuple(_row(values, since + place) for place, values in enumerate(database.execute(ROWS, (game, since))))


def _row(values: tuple[Any, ...], number: int) -> Row:
    row = Row(*values)
    if row.number != number:
        raise Damaged(f"row {number} is missing")
    if row.kind not in KINDS or (row.action is None) != (row.kind != "action"):
        raise Damaged(f"row {number} is neither an action nor an undo")
    return row


def glance(database: sqlite3.Connection, game: str) -> Glance | None:
    """A game without its rows."""
    found = database.execute(
        "SELECT game, options, seed, salt, commitment, created, lang, rules, over, standing FROM games WHERE id = ?",
        (game,),
    ).fetchone()
    if found is None:
        return None
    name, options, seed, salt, commitment, created, lang, rules, over, standing = found
    for column, value in zip(("game", "salt", "lang", "rules"), (name, salt, lang, rules), strict=True):
        _text(column, value)
    if not is_time(created):
        raise Damaged(f"created is no time: {created}")
    setup = Setup(
        id=game,
        game=name,
        options=_read("options", OPTIONS.decode, options),
        seed=_read("seed", int, seed),
        salt=salt,
        seats=seats(database, game),
        created=created,
        lang=lang if lang in i18n.languages() else i18n.DEFAULT,
        rules=rules,
    )
    if setup.commitment != commitment:
        raise Damaged("seed and salt are not those that the game began with")
    return Glance(setup, bool(over), None if standing is None else _standing(standing, len(setup.seats)))


def _standing(text: str, seats: int) -> Standing:
    standing: Standing = _read("standing", STANDING.decode, text)
    named, places = {*standing.to_act, *standing.resigned}, standing.result
    if not named <= set(range(seats)) or (places is not None and len(places) != seats):
        raise Damaged(f"standing names seats that the game does not have: {text}")
    return standing


def seats(database: sqlite3.Connection, game: str) -> tuple[Seat, ...]:
    """Who sits in a game."""
    found = database.execute(
        "SELECT seat, name, guest, bot FROM seats WHERE game = ? ORDER BY seat", (game,)
    ).fetchall()
    if [number for number, *_ in found] != list(range(len(found))):
        raise Damaged("a seat is missing")
    for value in (value for _, *who in found for value in who if value is not None):
        _text("name", value)
    return tuple(Seat(name, guest, bot) for _, name, guest, bot in found)


def games_of(database: sqlite3.Connection, guest: str, only: str | None = None) -> list[Summary]:
    """The games of a guest, or the one of that name; those in which it played last first.

    One that can't be read is listed with its fault.
    """
    found = database.execute(
        "SELECT id, games.game, created, coalesce(max(seats.played), created) AS last, over, fault"
        " FROM games JOIN seats ON seats.game = id WHERE guest = ? AND id = coalesce(?, id)"
        " GROUP BY id ORDER BY last DESC, id",
        (guest, only),
    ).fetchall()
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
    return Summary(id, game, seen.setup.seats, created, played, bool(over), seen.standing, readable(fault or ""))


def inspect(database: sqlite3.Connection, setup: Setup) -> None:
    """Raises ``Damaged`` where a game can't be right, as far as that can be told without playing it."""
    game = game_of(setup)
    count, last, seat_low, seat_high, low, high = database.execute(
        "SELECT count(*), coalesce(max(number), -1), min(seat), max(seat), min(action), max(action)"
        " FROM rows WHERE game = ?",
        (setup.id,),
    ).fetchone()
    if count != last + 1:
        raise Damaged(f"{last + 1 - count} rows are missing")
    if count and not 0 <= seat_low <= seat_high < game.seats:
        raise Damaged("a row is of a seat that the game does not have")
    if low is not None and not 0 <= low <= high < game.actions.size:
        raise Damaged(f"a row holds an action that {game.id} does not have")


def names(database: sqlite3.Connection) -> list[str]:
    """The names of all games."""
    return [id for (id,) in database.execute("SELECT id FROM games")]


def faulty(database: sqlite3.Connection, game: str) -> str:
    """What is wrong with a game, as far as that can be told without playing it; empty if nothing is."""
    try:
        seen = glance(database, game)
        if seen is not None:
            inspect(database, seen.setup)
    except Exception as error:  # whatever is wrong with it is wrong with this one only
        return str(error) or type(error).__name__
    return ""


def note(database: sqlite3.Connection, game: str, standing: Standing | None, fault: str) -> None:
    """Remembers how a game stands, if that is given, and why it can't be read."""
    database.execute(
        "UPDATE games SET standing = coalesce(?, standing), fault = ? WHERE id = ?",
        (_written(standing), readable(fault) or None, game),
    )


def export(database: sqlite3.Connection, game: str, guest: str) -> dict[str, Any] | None:
    """All that is stored of a game; until it is over without what the guest may not know."""
    own = {seat for (seat,) in database.execute("SELECT seat FROM seats WHERE game = ? AND guest = ?", (game, guest))}
    if not own:
        return None
    found = _records(database.execute("SELECT * FROM games WHERE id = ?", (game,)))
    if not found:
        return None
    told = found[0]
    told["seats"] = _records(
        database.execute("SELECT seat, name, bot, guest IS ? AS own FROM seats WHERE game = ?", (guest, game))
    )
    told["rows"] = _records(
        database.execute("SELECT number, kind, seat, action, at FROM rows WHERE game = ? ORDER BY number", (game,))
    )
    if not told[
        "over"
    ]:  # how many rows others have, and since when, is theirs too: one may be half way through a choice
        told["left_out_until_the_game_is_over"] = ["seed", "salt", "played", "rows of others", "numbers of rows"]
        del told["seed"], told["salt"], told["played"]
        told["rows"] = [row for row in told["rows"] if row["seat"] in own]
        for row in told["rows"]:
            del row["number"]
    return told


def _records(found: sqlite3.Cursor) -> list[dict[str, Any]]:
    names = [column[0] for column in found.description]
    return [dict(zip(names, map(readable, values), strict=True)) for values in found]


def remove(database: sqlite3.Connection, game: str, guest: str) -> bool:
    """Takes a guest's seats from a game, and the game from the store if no other guest sits there."""
    if not database.execute("UPDATE seats SET guest = NULL WHERE game = ? AND guest = ?", (game, guest)).rowcount:
        return False
    if database.execute("SELECT 1 FROM seats WHERE game = ? AND guest IS NOT NULL", (game,)).fetchone():
        return False
    for table, key in (("rows", "game"), ("seats", "game"), ("games", "id")):
        database.execute(f"DELETE FROM {table} WHERE {key} = ?", (game,))
    return True


def add_guest(database: sqlite3.Connection, guest: Guest, token: str) -> None:
    """Remembers a guest."""
    database.execute(
        "INSERT INTO guests (id, token, name, created) VALUES (?, ?, ?, ?)",
        (guest.id, _digest(token), guest.name, time.time()),
    )


def guest_of(database: sqlite3.Connection, token: str) -> Guest | None:
    """The guest of a token."""
    found = database.execute("SELECT id, name FROM guests WHERE token = ?", (_digest(token),)).fetchone()
    return Guest(*map(readable, found)) if found else None


def prune(database: sqlite3.Connection, before: float) -> int:
    """Forgets guests who came before that time and sit in no game."""
    found = database.execute(
        "DELETE FROM guests WHERE created < ? AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.guest = guests.id)",
        (before,),
    )
    return found.rowcount


def beat(database: sqlite3.Connection, at: float) -> None:
    """Writes the time down."""
    database.execute("INSERT OR REPLACE INTO pulse VALUES (1, ?)", (at,))


def listen(database: sqlite3.Connection) -> tuple[float, int]:
    """The time that was written down last, and how many games are damaged."""
    (at,) = database.execute("SELECT at FROM pulse").fetchone()
    (count,) = database.execute("SELECT count(*) FROM games WHERE fault IS NOT NULL").fetchone()
    return at, count


def readable(value: T) -> T:
    """A value as it can be shown: bytes that are no text as their numbers, what is no finite number as a word."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # type: ignore[return-value]
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")  # type: ignore[return-value]
    return value


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


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
