"""What a store writes. Each function does its part of a transaction that its caller opens and closes."""

import time
from collections.abc import Iterable

import msgspec

from tianxia.tables.reads import digest_of, rows_before, seats
from tianxia.tables.rows import (
    EMPTY,
    ActionRow,
    BotTookOverRow,
    JoinedRow,
    LeftRow,
    ReturnedRow,
    Row,
    Seat,
    StartedRow,
    seat_in,
)
from tianxia.tables.schema import Statement
from tianxia.tables.setup import Setup
from tianxia.tables.statements import (
    BEAT,
    COUNT,
    DELETED,
    DROPPED,
    EMPTIED,
    FORSAKEN,
    HELD,
    IS_STARTED,
    LEFT,
    MOVED_ON,
    NEW_GAME,
    NEW_ROW,
    NEW_SNAPSHOT,
    NEXT_ROW,
    NOTED,
    OTHERS,
    OUTAGE,
    OWN_SEATS,
    PLAYED_BY,
    STARTED,
    TAKEN,
    WAITED,
    Database,
    ask,
)
from tianxia.tables.store import Conflict, Outage, Standing, readable


def create(
    database: Database,
    setup: Setup,
    seats: int,
    rows: tuple[Row, ...],
    standing: Standing | None,
    deadline: float | None,
) -> None:
    """Adds a game of so many seats with its first rows."""
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
        furnishing=setup.assets,
        terms=msgspec.json.encode(setup.terms).decode(),
        past=msgspec.json.encode(setup.past).decode(),
        public=setup.terms.public,
        started=0,
        over=standing is not None and (standing.result is not None or bool(standing.settled)),
        standing=_written(standing),
        deadline=deadline,
    )
    unseat(database, setup.id, seats)
    add_rows(database, setup.id, rows)


def append(
    database: Database,
    game: str,
    expected: int,
    rows: tuple[Row, ...],
    over: bool,
    standing: Standing | None,
    deadline: float | None,
) -> None:
    """Adds rows to a game that has so many; raises ``Conflict`` if it has another number of them."""
    if [row.number for row in rows] != list(range(expected, expected + len(rows))):
        raise Conflict(f"rows of {game} must be numbered from {expected}")
    for row in rows:
        if not _add(database, NEXT_ROW, game, row):
            raise Conflict(f"{game} has {count_of(database, game)} rows, not {row.number}")
    ask(database, MOVED_ON, of_game=game, at=rows[-1].at, ended=over, stands=_written(standing), due=deadline)


def keep(database: Database, game: str, rows: int, snapshot: bytes) -> None:
    """Keeps how a game stood after so many rows, instead of what was kept before."""
    ask(database, DROPPED, of_game=game)
    digest = digest_of(rows_before(database, game, rows), snapshot)
    ask(database, NEW_SNAPSHOT, game=game, rows=rows, digest=digest, state=snapshot)


def count_of(database: Database, game: str) -> int:
    """How many rows a game has."""
    (count,) = ask(database, COUNT, of_game=game).fetchone()
    return int(count)


def add_rows(database: Database, game: str, rows: Iterable[Row]) -> None:
    """Adds rows, and to who sits where what follows from them."""
    for row in rows:
        _add(database, NEW_ROW, game, row)


def _add(database: Database, statement: Statement, game: str, row: Row) -> bool:
    """Adds a row by a statement that may not let it in, and what follows from it; says whether it was added."""
    text = msgspec.json.encode(row).decode()
    given = {"game": game, "number": row.number, "seat": seat_in(row), "command": row.command, "row": text}
    if not ask(database, statement, of_game=game, **given).rowcount:
        return False
    if not isinstance(row, ActionRow):  # from most rows nothing follows
        follow(database, game, row)
    return True


def unseat(database: Database, game: str, seats: int) -> None:
    """Before the first row nobody sits in any of so many seats."""
    for seat in range(seats):
        _seat(database, game, seat, EMPTY)


def follow(database: Database, game: str, row: Row) -> None:
    """Keeps who sits where after a row, and whether the game has started."""
    seat = seat_in(row)
    match row:
        case JoinedRow(sitter=sitter):
            _seat(database, game, row.seat, sitter)
        case LeftRow(name=name):
            if ask(database, IS_STARTED, of_game=game).fetchone() == (1,):
                ask(database, LEFT, of_game=game, of_seat=seat, renamed=name or None)
            else:
                _seat(database, game, row.seat, EMPTY)
        case StartedRow(order=order):
            ask(database, STARTED, of_game=game)
            sitting = seats(database, game) if order else ()
            for seat, before in enumerate(order):
                _seat(database, game, seat, sitting[before])
        case BotTookOverRow(level=level):
            ask(database, PLAYED_BY, of_game=game, of_seat=seat, level=level)
        case ReturnedRow():
            ask(database, PLAYED_BY, of_game=game, of_seat=seat, level=None)
        case _:
            pass


def _seat(database: Database, game: str, seat: int, sitter: Seat) -> None:
    """Puts somebody into a seat, instead of who was there."""
    ask(database, EMPTIED, of_game=game, of_seat=seat)
    who = {"name": sitter.name, "guest": sitter.guest, "bot": sitter.bot, "program": int(sitter.program)}
    ask(database, TAKEN, game=game, seat=seat, played=None, **who)


def note(database: Database, game: str, standing: Standing | None, fault: str) -> None:
    """Remembers how a game stands, if that is given, and why it can't be read."""
    ask(database, NOTED, of_game=game, stands=_written(standing), wrong=readable(fault) or None)


def remove(database: Database, game: str, guest: str) -> bool:
    """A guest leaves all its seats, and the game goes from the store if no other guest sits there."""
    own = [seat for (seat,) in ask(database, OWN_SEATS, of_game=game, of_guest=guest)]
    if not own:
        return False
    at, first = time.time(), count_of(database, game)
    add_rows(database, game, [LeftRow(seat, number=number, at=at) for number, seat in enumerate(own, first)])
    if ask(database, OTHERS, of_game=game).fetchone():
        return False
    _delete(database, game)
    return True


def wait(database: Database, game: str) -> None:
    """Remembers that somebody waits in a game that has not started."""
    ask(database, WAITED, of_game=game, at=time.time())


def discard(database: Database, game: str) -> bool:
    """A game that has not started and in which nobody sits goes from the store."""
    if ask(database, IS_STARTED, of_game=game).fetchone() != (0,) or ask(database, OTHERS, of_game=game).fetchone():
        return False
    _delete(database, game)
    return True


def prune(database: Database, before: float) -> list[str]:
    """Removes the games that have not started and where nobody was since a time."""
    found = [id for (id,) in ask(database, FORSAKEN, before=before).fetchall()]
    for game in found:
        _delete(database, game)
    return found


def _delete(database: Database, game: str) -> None:
    for statement in DELETED:
        ask(database, statement, of_game=game)


def beat(database: Database, at: float) -> None:
    """Writes the time down."""
    ask(database, BEAT, now=at)


def missed(database: Database, at: float, quiet: float, outage: Outage | None) -> None:
    """Writes a stretch down in which no game could go on, by default since somebody was there last, and the time. It is none
    if others were there a moment ago."""
    ((last,),) = ask(database, HELD).fetchall()
    if outage is None and last > 0:
        outage = Outage(last, at, "outage")
    if outage is not None and last <= at - quiet and outage.since < outage.until:
        ask(database, OUTAGE, since=outage.since, until=outage.until, why=outage.why)
    beat(database, at)


def _written(standing: Standing | None) -> str | None:
    return None if standing is None else msgspec.json.encode(standing).decode()
