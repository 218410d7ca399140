"""What the SQLite store asks of its file. Each function does its part of a transaction that its caller opens and closes.

Nothing here trusts what it reads: a value that should not be there makes that one game ``Damaged``.
"""

import hashlib
import sqlite3
import time
from collections.abc import Iterable
from typing import Any

import msgspec

import tianxia
from tianxia.tables.course import number_of
from tianxia.tables.schema import keyed, readable
from tianxia.tables.sound import game_of
from tianxia.tables.store import (
    ActionRow,
    Conflict,
    Damaged,
    Glance,
    Guest,
    JoinedRow,
    LeftRow,
    Row,
    Seat,
    Setup,
    Standing,
    Stored,
    Summary,
    seat_in,
)

ROWS = "SELECT number, row FROM rows WHERE game = ? AND number >= ? ORDER BY number"
STANDING = msgspec.json.Decoder(Standing)
ROW = msgspec.json.Decoder(Row)
OPTIONS = msgspec.json.Decoder(dict[str, bool | int | str])


def create(database: sqlite3.Connection, setup: Setup, rows: tuple[Row, ...], standing: Standing | None) -> None:
    """Adds a game with its first rows."""
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
        "tables": setup.tables,
        "furnishing": setup.furnishing,
        "standing": _written(standing),
    }
    database.execute(
        f"INSERT INTO games ({', '.join(columns)}) VALUES ({', '.join(f':{name}' for name in columns)})", columns
    )
    if rows:
        append(database, setup.id, 0, rows, False, standing)


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
    _insert(database, game, rows)
    database.execute(
        "UPDATE games SET played = ?, over = ?, standing = coalesce(?, standing) WHERE id = ?",
        (rows[-1].at, over, _written(standing), game),
    )


def _insert(database: sqlite3.Connection, game: str, rows: Iterable[Row]) -> None:
    """Adds rows, and to who sits where what follows from them."""
    for row in rows:
        database.execute(
            "INSERT INTO rows (game, number, seat, command, row) VALUES (?, ?, ?, ?, ?)",
            keyed(game, row),
        )
        match row:
            case JoinedRow(seat, sitter):
                database.execute(
                    "INSERT OR REPLACE INTO seats (game, seat, name, guest, bot) VALUES (?, ?, ?, ?, ?)",
                    (game, seat, sitter.name, sitter.guest, sitter.bot),
                )
            case LeftRow(seat):
                database.execute("UPDATE seats SET guest = NULL WHERE game = ? AND seat = ?", (game, seat))
            case _:
                database.execute(
                    "UPDATE seats SET played = ? WHERE game = ? AND seat = ?", (row.at, game, seat_in(row))
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
    stored, text = values
    if stored != number:
        raise Damaged(f"row {number} is missing")
    row: Row = _read(f"row {number}", ROW.decode, text)
    if row.number != number:
        raise Damaged(f"row {number} says that it is row {row.number}")
    return row


def glance(database: sqlite3.Connection, game: str) -> Glance | None:
    """A game without its rows."""
    found = database.execute(
        "SELECT game, options, seed, salt, commitment, created, lang, rules, tables, furnishing, over, standing"
        " FROM games WHERE id = ?",
        (game,),
    ).fetchone()
    if found is None:
        return None
    name, options, seed, salt, commitment, created, lang, rules, tables, furnishing, over, standing = found
    texts = {"game": name, "salt": salt, "lang": lang, "rules": rules, "tables": tables, "furnishing": furnishing}
    for column, value in texts.items():
        _text(column, value)
    setup = Setup(
        id=game,
        game=name,
        options=_read("options", OPTIONS.decode, options),
        seed=_read("seed", int, seed),
        salt=salt,
        created=created,
        lang=lang,
        rules=rules,
        tables=tables,
        furnishing=furnishing,
    )
    if setup.commitment != commitment:
        raise Damaged("seed and salt are not those that the game began with")
    stood = None if standing is None else _read("standing", STANDING.decode, standing)
    return Glance(setup, seats(database, game), bool(over), stood)


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
    if found := faulty(database, id):
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
    return [id for (id,) in database.execute("SELECT id FROM games")]


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
    database.execute(
        "UPDATE games SET standing = coalesce(?, standing), fault = ? WHERE id = ?",
        (_written(standing), readable(fault) or None, game),
    )


def export(database: sqlite3.Connection, game: str, guest: str) -> dict[str, Any] | None:
    """All that is stored of a game; until it is over without what the guest may not know."""
    own = {seat for (seat,) in database.execute("SELECT seat FROM seats WHERE game = ? AND guest = ?", (game, guest))}
    if not own:
        return None
    (told,) = _records(database.execute("SELECT * FROM games WHERE id = ?", (game,)))
    told["seats"] = _records(
        database.execute("SELECT seat, name, bot, guest IS ? AS own FROM seats WHERE game = ?", (guest, game))
    )
    found = database.execute("SELECT seat, row FROM rows WHERE game = ? ORDER BY number", (game,)).fetchall()
    told["rows"] = [_told(text, told["over"]) for seat, text in found if told["over"] or seat in own]
    if not told["over"]:
        told["left_out_until_the_game_is_over"] = ["seed", "salt", "rows of others", "hashes of positions"]
        del told["seed"], told["salt"]
    return told


def _told(text: str, over: bool) -> Any:
    """A row for its players: without what the browsers of guests are known by, and before the end without the hash of
    what is hidden. One that can't be read comes as it is."""
    try:
        row = msgspec.json.decode(_text("row", text))
        for secret in ("command", *(() if over else ("hash",))):
            row.pop(secret, None)
        row.get("sitter", {}).pop("guest", None)
    except (Damaged, AttributeError, msgspec.MsgspecError):
        return readable(text)
    return row


def _records(found: sqlite3.Cursor) -> list[dict[str, Any]]:
    names = [column[0] for column in found.description]
    return [dict(zip(names, map(readable, values), strict=True)) for values in found]


def remove(database: sqlite3.Connection, game: str, guest: str) -> bool:
    """A guest leaves all its seats, and the game goes from the store if no other guest sits there."""
    own = database.execute(
        "SELECT seat FROM seats WHERE game = ? AND guest = ? ORDER BY seat", (game, guest)
    ).fetchall()
    if not own:
        return False
    (count,) = database.execute("SELECT coalesce(max(number) + 1, 0) FROM rows WHERE game = ?", (game,)).fetchone()
    at = time.time()
    _insert(database, game, (LeftRow(seat, number=number, at=at) for number, (seat,) in enumerate(own, count)))
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
