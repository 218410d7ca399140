"""What an operator does with stored games and people. Each function does its part of a transaction that its caller opens
and closes.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, func, insert, null, select, update

import tianxia
from tianxia.engine.errors import shortly
from tianxia.tables import reads, writes
from tianxia.tables.history import History
from tianxia.tables.moment import look_at
from tianxia.tables.names import key_of
from tianxia.tables.people import ALL_ENDED, NEW_PASSWORD, PERSON
from tianxia.tables.rows import ActionRow, ClockRow, JoinedRow, LeftRow, Row, seat_in
from tianxia.tables.schema import GAMES, PEOPLE, ROWS, SEATS, Statement
from tianxia.tables.sound import game_of
from tianxia.tables.statements import A_GAME, DROPPED, EXPORTED, GAME, MOVED_ON, SITTING, Database, ask, by_name
from tianxia.tables.store import Damaged, Stored, readable

FORMAT = "tianxia stored game 1"
KNOWN = select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.key.is_not(None), PEOPLE.c.created, PEOPLE.c.banned).where(
    PEOPLE.c.deleted.is_(None)
)
LISTED = Statement(
    select(
        GAMES.c.id, GAMES.c.game, GAMES.c.created, GAMES.c.played, GAMES.c.over, GAMES.c.started, GAMES.c.fault
    ).order_by(GAMES.c.played.desc(), GAMES.c.id)
)
SEATED = Statement(select(SEATS.c.game, SEATS.c.name, SEATS.c.guest, SEATS.c.bot).order_by(SEATS.c.game, SEATS.c.seat))
EVERYBODY = Statement(KNOWN.order_by(PEOPLE.c.created, PEOPLE.c.id))
BY_KEY = Statement(KNOWN.where(PEOPLE.c.key == bindparam("of_key")))
BY_ID = Statement(KNOWN.where(PEOPLE.c.id == PERSON))
BY_NAME = Statement(KNOWN.where(PEOPLE.c.name == bindparam("called"), PEOPLE.c.key.is_(None)))
BANNED = Statement(update(PEOPLE).where(PEOPLE.c.id == PERSON).values(banned=bindparam("at")))
PARDONED = Statement(update(PEOPLE).where(PEOPLE.c.id == PERSON).values(banned=null()))
SIGNED_OUT = Statement(update(PEOPLE).where(PEOPLE.c.id == PERSON).values(signed_out=bindparam("at")))
CUT = Statement(delete(ROWS).where(ROWS.c.game == GAME, ROWS.c.number >= bindparam("since")))
UNSTARTED = Statement(update(GAMES).where(GAMES.c.id == GAME).values(started=0))
COUNTED = Statement(select(select(func.count()).select_from(GAMES).scalar_subquery(), func.count()).select_from(PEOPLE))


class Refusal(Exception):
    """What an operator wants can't be done; the text says why and what would be right."""


class Line(NamedTuple):
    """A game in the operator's list."""

    id: str
    game: str
    players: tuple[str, ...]
    guests: tuple[str | None, ...]
    created: float
    played: float
    over: bool
    started: bool
    fault: str

    @property
    def state(self) -> str:
        """In one word."""
        return "damaged" if self.fault else "over" if self.over else "running" if self.started else "open"


class Somebody(NamedTuple):
    """A guest or an account in the operator's list."""

    id: str
    name: str
    account: bool
    created: float
    banned: float | None


class Rerun(NamedTuple):
    """How the rows of a game are followed by the rules of this program."""

    rows: int
    followed: int
    wrong: str  # why not all of them; empty if they are

    @property
    def agrees(self) -> bool:
        """Every row leads to the position that it led to."""
        return not self.wrong


# -- games --------------------------------------------------------------------------------------------------------------


def games(database: Database) -> Iterator[Line]:
    """All games, the one that was played last first; also those that can't be read."""
    seats: dict[str, list[tuple[str, str | None]]] = {}
    for game, name, guest, bot in ask(database, SEATED):
        seats.setdefault(game, []).append(
            (readable(name or "") if guest or bot is None else f"bot {readable(bot)}", guest)
        )
    for id, game, created, played, over, started, fault in ask(database, LISTED).fetchall():
        names, guests = zip(*seats.get(id, [("", None)]), strict=True)
        told = (bool(over), bool(started), readable(fault or ""))
        yield Line(readable(id), readable(game), names, guests, created, played, *told)


def exported(database: Database, game: str) -> tuple[dict[str, Any], bool]:
    """All that is stored of a game, and whether it is over. Its rows come as they are written, to the letter."""
    columns = _columns(database, game)
    told: dict[str, Any] = {"format": FORMAT, **{name: readable(value) for name, value in columns.items()}}
    told["seats"] = [
        {name: readable(value) for name, value in by_name(SEATS, values).items() if name != "game"}
        for values in ask(database, SITTING, of_game=game)
    ]
    told["rows"] = [_raw(text) for _, text in ask(database, EXPORTED, of_game=game).fetchall()]
    return told, bool(columns["over"])


def _columns(database: Database, game: str) -> dict[str, Any]:
    found = ask(database, A_GAME, of_game=game).fetchone()
    if found is None:
        raise Refusal(f"there is no game {game}: `tianxia admin list` lists them")
    return by_name(GAMES, found)


def _raw(text: str) -> Any:
    try:
        msgspec.json.decode(text)
    except (ValueError, msgspec.MsgspecError):
        return readable(text)
    return msgspec.Raw(text.encode())


class _File(msgspec.Struct):
    """What is read of an exported game; all else are columns."""

    format: str
    id: str
    rows: list[Row]


def imported(database: Database, text: bytes) -> tuple[str, int]:
    """An exported game is stored again, if it can be followed to its end; gives its name and how many rows it has."""
    try:
        columns, file = msgspec.json.decode(text, type=dict[str, Any]), msgspec.json.decode(text, type=_File)
    except (ValueError, msgspec.MsgspecError) as error:
        raise Refusal(f"it is no game that `tianxia admin export` wrote: {shortly(error)}") from error
    if file.format != FORMAT:
        raise Refusal(f"it is of the format {file.format!r}; this program reads {FORMAT!r}")
    if ask(database, A_GAME, of_game=file.id).fetchone() is not None:
        raise Refusal(f"there is a game {file.id} already, which is left as it is")
    kept = {name: columns[name] for name in GAMES.c.keys() if name in columns and name != "fault"}  # noqa: SIM118
    kept["started"] = 0
    try:
        ask(database, Statement(insert(GAMES).values({name: bindparam(name) for name in kept})), **kept)
        writes.unseat(database, file.id, len(columns["seats"]))
        writes.add_rows(database, file.id, file.rows)
    except (sqlite3.Error, AttributeError, KeyError, OverflowError, TypeError) as error:
        raise Refusal(f"it cannot be stored: {error}") from error
    ran = rerun(database, file.id)
    if not ran.agrees:
        raise Refusal(f"it cannot be followed: {ran.wrong}")
    stored, _ = _stored(database, file.id)
    if stored.rows:
        _goes_on(database, file.id, _followed(stored, stored.rows), stored.rows[-1].at)
    return file.id, ran.rows


def rewound(database: Database, game: str, row: int) -> int:
    """Takes a running game back to how it stood after a row; gives how many rows are gone. The caller has kept them."""
    stored, rows = _stored(database, game)
    if _columns(database, game)["over"]:
        raise Refusal("it is over, so its seed and all hands were shown: nobody could go on with the same cards")
    if not 0 <= row < rows - 1:
        raise Refusal(f"row {row} should be from 0 to {rows - 2}: the game has rows up to {rows - 1}")
    ask(database, DROPPED, of_game=game)
    ask(database, CUT, of_game=game, since=row + 1)
    ask(database, UNSTARTED, of_game=game)
    writes.unseat(database, game, len(reads.seats(database, game)))
    for kept in stored.rows[: row + 1]:
        writes.follow(database, game, kept)
    history, at = _followed(stored, stored.rows[: row + 1]), stored.rows[row].at
    for again in _passed_on(history, stored.rows[row + 1 :], at):
        writes.add_rows(database, game, [again])
        history.accept(history.prepare(again))
    _goes_on(database, game, history, at)
    writes.note(database, game, None, "")
    return rows - 1 - row


def _passed_on(history: History, gone: Iterable[Row], at: float) -> list[Row]:
    """The rows by which seats belong to whom they passed since, as to the account of a guest that is no more."""
    heirs = {row.seat: row.sitter for row in gone if isinstance(row, JoinedRow)} if history.now.started else {}
    rows: list[Row] = []
    for seat, heir in heirs.items():
        sitter = msgspec.structs.replace(heir, bot=history.seats[seat].bot)
        if None not in (sitter.guest, history.seats[seat].guest) and sitter != history.seats[seat]:
            rows.append(LeftRow(seat, number=history.rows + len(rows), at=at))
            rows.append(JoinedRow(seat, sitter, number=history.rows + len(rows), at=at))
    return rows


def _goes_on(database: Database, game: str, history: History, at: float) -> None:
    """How a game stands, whose last row is of a time, is kept beside its rows; the time since then costs nobody anything."""
    now = time.time()
    if history.now.clocks is not None and history.now.to_act:
        credited = history.prepare(ClockRow(at, max(at, now), "paused", number=history.rows, at=now))
        writes.add_rows(database, game, [credited.row])
        history.accept(credited)
    moved = history.now
    told = {"stands": msgspec.json.encode(moved.standing).decode(), "due": look_at(moved, now)}
    ask(database, MOVED_ON, of_game=game, at=at, ended=moved.over, **told)


def _stored(database: Database, game: str) -> tuple[Stored, int]:
    _columns(database, game)
    try:
        stored = reads.load(database, game)
    except Damaged as error:
        raise Refusal(f"{game} cannot be read: {error}") from error
    assert stored is not None
    return stored, len(stored.rows)


def _begun(stored: Stored) -> History:
    """A game before its first row."""
    try:
        return History(game_of(stored.setup), stored.setup.start, stored.setup.terms.clock)
    except (Damaged, tianxia.TianxiaError) as error:
        raise Refusal(str(error)) from error


def _followed(stored: Stored, rows: Sequence[Row]) -> History:
    """The game after these rows, each of which leads where it led; raises ``Refusal``."""
    history = _begun(stored)
    try:
        history.fold(rows)
    except (tianxia.TianxiaError, tianxia.EngineFault) as error:
        raise Refusal(f"row {history.rows}: {error}") from error
    return history


def rerun(database: Database, game: str) -> Rerun:
    """Plays all rows of a game from the first one on, with the hash of each position, and compares what is kept beside."""
    stored, rows = _stored(database, game)
    history = _begun(stored)
    try:
        history.fold(stored.rows)
    except (tianxia.TianxiaError, tianxia.EngineFault) as error:
        hidden = isinstance(error, tianxia.IllegalAction)  # why may tell what a seat holds
        reason = "the rules do not allow it" if hidden else str(error)
        return Rerun(rows, history.rows, f"row {history.rows}: {reason}")
    columns = _columns(database, game)
    stands = history.now.standing
    if stored.standing is not None and stored.standing.score is None:  # an older version noted it
        stands = msgspec.structs.replace(stands, score=None, due=())
    standing = stored.standing or stands  # games of older versions have none until they are opened
    found = (bool(columns["over"]), bool(columns["started"]), standing, reads.seats(database, game))
    if found != (history.over, history.now.started, stands, history.seats):
        return Rerun(rows, rows, "how it stands, as it is kept beside the rows, does not follow from them")
    return Rerun(rows, rows, "")


def steps(database: Database, game: str) -> Iterator[tuple[int, float, str, int | None, str]]:
    """The rows of a game: number, time, kind, seat, and what was played, which may be hidden from others than its seat."""
    stored, _ = _stored(database, game)
    for row in stored.rows:
        played = row.action if isinstance(row, ActionRow) else ""
        yield row.number, row.at, str(row.__struct_config__.tag), seat_in(row), played


# -- people -------------------------------------------------------------------------------------------------------------


def people(database: Database) -> list[Somebody]:
    """All guests and accounts, in the order in which they came."""
    return [_somebody(found) for found in ask(database, EVERYBODY).fetchall()]


def person(database: Database, name: str) -> Somebody:
    """An account by its name, anybody by id, a guest by its name if no other has it; raises ``Refusal``."""
    for statement, given in (
        (BY_KEY, {"of_key": key_of(name)}),
        (BY_ID, {"of_person": name}),
        (BY_NAME, {"called": name}),
    ):
        found = [_somebody(one) for one in ask(database, statement, **given).fetchall()]
        if len(found) > 1:
            ids = ", ".join(one.id for one in found[:8])
            raise Refusal(f"{len(found)} guests are called {name!r}: name one by its id: {ids}")
        if found:
            return found[0]
    raise Refusal(f"there is no account or guest {name!r}: `tianxia admin people` lists them")


def _somebody(found: tuple[Any, ...]) -> Somebody:
    id, name, account, created, banned = found
    return Somebody(readable(id), readable(name), bool(account), created, banned)


def ban(database: Database, who: Somebody) -> None:
    """Somebody can neither log in nor play any more; whoever was kept out already stays so since then."""
    if who.banned is None:
        ask(database, BANNED, of_person=who.id, at=time.time())


def pardon(database: Database, who: Somebody) -> None:
    """Takes that back."""
    ask(database, PARDONED, of_person=who.id)


def reset(database: Database, who: Somebody, hash: str) -> None:
    """A new password for an account, to be changed at the first log-in; the account is logged out everywhere."""
    ask(database, NEW_PASSWORD, of_person=who.id, hash=hash, once=1)
    ask(database, ALL_ENDED, of_person=who.id)
    ask(database, SIGNED_OUT, of_person=who.id, at=time.time())


def counted(database: Database) -> tuple[int, int]:
    """How many games and people there are."""
    games, people = ask(database, COUNTED).fetchone()
    return games, people
