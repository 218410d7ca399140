"""What a store reads. Each function does its part of a transaction that its caller opens and closes.

Nothing here trusts what it reads: a value that should not be there makes that one game ``Damaged``.
"""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, overload

import msgspec

import tianxia
from tianxia.engine import i18n
from tianxia.tables.history import number_of
from tianxia.tables.rows import ActionRow, Row, Seat, seat_in
from tianxia.tables.schema import GAMES, SEATS
from tianxia.tables.setup import OPTIONS, Past, Setup, Terms
from tianxia.tables.sound import game_of
from tianxia.tables.statements import (
    A_GAME,
    ALL_OUTAGES,
    DEADLINE,
    DEADLINES,
    GAMES_OF,
    HEARD,
    KEPT,
    LAST_STEP,
    NAMES,
    OPEN_GAMES,
    PUBLIC_GAMES,
    ROWS_BEFORE,
    ROWS_SINCE,
    SITTING,
    Database,
    ask,
    by_name,
)
from tianxia.tables.store import Damaged, Glance, Outage, Standing, Stored, Summary, readable

TERMS = msgspec.json.Decoder(Terms)
PAST = msgspec.json.Decoder(Past | None)
STANDING = msgspec.json.Decoder(Standing)
ROW = msgspec.json.Decoder(Row)

LATEST = 253_402_214_400.0
"""Unix seconds of the last day that dates can name."""


def load(database: Database, game: str) -> Stored | None:
    """A game with all its rows."""
    found = ask(database, A_GAME, of_game=game).fetchone()
    if found is None:
        return None
    columns = by_name(GAMES, found)
    seen = _glanced(database, columns)
    lines, known, state = _kept(database, game)
    read = rows(database, game, known)
    return Stored(seen.setup, Rows(lines, read) if known else read, seen.standing, columns["fault"] or "", state)


class Rows(Sequence[Row]):
    """All rows of a game. Of those before the first one that nobody knows yet each is read only when it is asked for: what was
    kept of the game was made of these very rows, so hardly anybody needs them."""

    def __init__(self, lines: str, read: tuple[Row, ...]) -> None:
        """``lines`` are the rows that are known already, see ``rows_before``."""
        self._lines, self._read = lines.split("\n"), read

    def __len__(self) -> int:
        return len(self._lines) + len(self._read)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, place: int | slice) -> Row | tuple[Row, ...]:
        places = range(len(self))[place]
        return self._at(places) if isinstance(places, int) else tuple(map(self._at, places))

    def _at(self, place: int) -> Row:
        known = len(self._lines)
        if place >= known:
            return self._read[place - known]
        number, _, text = self._lines[place].partition(" ")
        return _row((int(number), text), place)


def _kept(database: Database, game: str) -> tuple[str, int, bytes | None]:
    """What was kept of a game, if it was made of the very rows that are there: these rows, how many they are, and that."""
    found = ask(database, KEPT, of_game=game).fetchone()
    if found is not None:
        count, digest, state = found
        lines = rows_before(database, game, count)
        one_each = lines.count("\n") == count - 1  # each row is a line, as we write them
        if one_each and digest == digest_of(lines, state):
            return lines, count, state
    return "", 0, None


def rows_before(database: Database, game: str, number: int) -> str:
    """The rows of a game before a number, as they are stored: a line each."""
    (lines,) = ask(database, ROWS_BEFORE, of_game=game, until=number).fetchone()
    return lines or ""


def digest_of(lines: str, state: bytes) -> str:
    """A digest of what was kept of a game and of the rows that it was made of."""
    digest = hashlib.blake2b(state, digest_size=16)
    digest.update(f"{lines}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def rows(database: Database, game: str, since: int) -> tuple[Row, ...]:
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


def glance(database: Database, game: str) -> Glance | None:
    """A game without its rows."""
    found = ask(database, A_GAME, of_game=game).fetchone()
    return None if found is None else _glanced(database, by_name(GAMES, found))


def public_games(database: Database, started: bool, since: float) -> list[Glance]:
    """The games that everybody may find: those that wait for people, or those that are played."""
    found = []
    games = ask(database, PUBLIC_GAMES) if started else ask(database, OPEN_GAMES, since=since)
    for values in games.fetchall():
        with suppress(Damaged):  # its guests are told
            seen = _glanced(database, by_name(GAMES, values))
            if not (started and seen.setup.terms.delay):  # how it stands, and that it ends, is to be known later
                found.append(seen)
    return found


def _glanced(database: Database, found: dict[str, Any]) -> Glance:
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
        assets=found["furnishing"],
        terms=_read("terms", TERMS.decode, found["terms"]),
        past=_read("past", PAST.decode, found["past"]),
    )
    if setup.commitment != found["commitment"]:
        raise Damaged("seed and salt are not those that the game began with")
    sitting = seats(database, setup.id)
    standing = _standing(found["standing"], len(sitting))
    return Glance(setup, sitting, bool(found["over"]), standing, bool(found["started"]), found["played"])


def _standing(text: str | None, seats: int) -> Standing | None:
    """How a game stands; None where that is not known, or can't be right: it follows from the rows, and is noted again
    when the game is opened."""
    if text is None:
        return None
    try:
        standing: Standing = _read("standing", STANDING.decode, text)
    except Damaged:
        return None
    named = {*standing.to_act, *standing.resigned, *standing.away}
    by_seat = [told for told in (standing.result, standing.score, standing.due) if told]
    fits = named <= set(range(seats)) and all(len(told) == seats for told in by_seat)
    return standing if fits else None


def seats(database: Database, game: str) -> tuple[Seat, ...]:
    """Who sits in a game."""
    found = [by_name(SEATS, values) for values in ask(database, SITTING, of_game=game)]
    if [sitter["seat"] for sitter in found] != list(range(len(found))):
        raise Damaged("a seat is missing")
    for value in (sitter[column] for sitter in found for column in ("name", "guest", "bot")):
        if value is not None:
            _text("name", value)
    return tuple(Seat(one["name"], one["guest"], one["bot"], bool(one["program"])) for one in found)


def games_of(database: Database, guest: str, only: str | None = None) -> list[Summary]:
    """The games of a guest, or the one of that name; those in which it played last first.

    One that can't be read is listed with its fault.
    """
    found = ask(database, GAMES_OF, of_guest=guest, only=only).fetchall()
    games = [_summary(database, guest, *columns) for columns in found]
    return sorted(games, key=lambda game: (-game.played, game.id))


def _summary(
    database: Database, guest: str, id: str, game: str, created: float, over: int, fault: str | None
) -> Summary:
    if found := faulty(database, id):
        at = created if is_time(created) else 0.0
        return Summary(id, readable(game), (), at, at, bool(over), fault=readable(found))
    seen = glance(database, id)
    assert seen is not None
    played = _last_played(database, id, guest, created)
    told = readable(fault or "")
    terms = seen.setup.terms
    known = (seen.standing, told, seen.started, terms.clock, terms.rated, bool(terms.lesson))
    return Summary(id, game, seen.seats, created, played, bool(over), *known)


def _last_played(database: Database, game: str, guest: str, created: float) -> float:
    """When a guest's last step was accepted, else when the game was made."""
    for (text,) in ask(database, LAST_STEP, of_game=game, of_guest=guest):
        at = ROW.decode(text).at
        return at if is_time(at) else created
    return created


def inspect(database: Database, seen: Glance) -> None:
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


def names(database: Database) -> list[str]:
    """The names of all games."""
    return [id for (id,) in ask(database, NAMES)]


def faulty(database: Database, game: str) -> str:
    """What is wrong with a game, as far as that can be told without playing it; empty if nothing is."""
    try:
        seen = glance(database, game)
        if seen is not None:
            inspect(database, seen)
    except Exception as error:  # whatever is wrong with it is wrong with this one only
        return str(error) or type(error).__name__
    return ""


def listen(database: Database) -> tuple[float, int]:
    """The time that was written down last, and how many games are damaged."""
    at, count = ask(database, HEARD).fetchone()
    return at, count


def deadlines(database: Database, until: float) -> list[tuple[str, float]]:
    """The games that are to be looked at up to a time."""
    return ask(database, DEADLINES, until=until).fetchall()


def deadline(database: Database, game: str) -> float | None:
    """When a game is to be looked at; None too if there is no such game."""
    (at,) = ask(database, DEADLINE, of_game=game).fetchone() or (None,)
    return None if at is None else float(at)


def outages(database: Database) -> list[Outage]:
    """The stretches in which no game could go on."""
    return [Outage(*values) for values in ask(database, ALL_OUTAGES)]


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
