"""Who is to play, before a game starts: each function gives the rows of one wish, for ``Table.arrange``, or refuses it."""

import random
import time
from collections.abc import Callable, Collection, Sequence

from tianxia.engine import i18n
from tianxia.engine.game import Game
from tianxia.tables.history import History
from tianxia.tables.moment import Moment
from tianxia.tables.refused import Refused
from tianxia.tables.rows import EMPTY, JoinedRow, LeftRow, Row, Seat, StartedRow, empty_seats, seats_of
from tianxia.tables.setup import Setup
from tianxia.tables.store import Person

Wish = Callable[[History, Setup], list[Row]]


def sit(person: Person, lang: str, *seats: int, barred: Collection[str] = ()) -> Wish:
    """Somebody takes the first empty seat, or these. With the last one the game starts.

    ``barred`` are those who don't want to meet it (``Messages.blockers``): where one of them made the table it can't join.
    """

    def rows(history: History, setup: Setup) -> list[Row]:
        if seats_of(history.seats, person.id):
            raise Refused("illegal", i18n.translator(lang).gettext("You sit at this table already."))
        if history.now.host in barred:
            raise Refused("foreign", i18n.translator(lang).gettext("You cannot join this table."))
        if setup.terms.rated and not person.account:
            raise Refused("foreign", i18n.translator(lang).gettext("A rated game is for accounts: log in, then join."))
        taken = [_free(history.now, lang, seat) for seat in seats or (None,)]
        return _seated(history, setup, dict(zip(taken, own_seats(history.game, person, taken), strict=True)))

    return rows


def own_seats(game: Game, person: Person, seats: Sequence[int]) -> list[Seat]:
    """Somebody in these seats; several at one screen are called by their side, since one person has them all."""
    sides = game.notes.SEAT_TITLES
    return [person.seat(sides[seat] if len(seats) > 1 else "") for seat in seats]


def rematch(before: Sequence[Seat], seat: int) -> int:
    """Where who had a seat sits when these play again: one seat further on."""
    return (seat + 1) % len(before)


def seat_bots(host: str, level: str, lang: str, seat: int | None = None) -> Wish:
    """The host gives an empty seat, or all of them, to bots."""

    def rows(history: History, setup: Setup) -> list[Row]:
        _only_host(history.now, host, lang)
        seats = [_free(history.now, lang, seat)] if seat is not None else empty_seats(history.seats)
        return _seated(history, setup, dict.fromkeys(seats, Seat(level, bot=level)))

    return rows


def clear(host: str, seat: int, lang: str) -> Wish:
    """The host takes a bot, or another guest, out of a seat."""

    def rows(history: History, setup: Setup) -> list[Row]:
        _only_host(history.now, host, lang)
        if seat not in range(len(history.seats)) or history.seats[seat] == EMPTY or history.seats[seat].guest == host:
            raise Refused("illegal", i18n.translator(lang).gettext("Nobody else sits in this seat."))
        return [LeftRow(seat, number=history.rows, at=time.time())]

    return rows


def close(host: str, lang: str) -> Wish:
    """The host sends everybody away."""

    def rows(history: History, setup: Setup) -> list[Row]:
        _only_host(history.now, host, lang)
        at, sitting = time.time(), [seat for seat, sitter in enumerate(history.seats) if sitter != EMPTY]
        return [LeftRow(seat, number=number, at=at) for number, seat in enumerate(sitting, history.rows)]

    return rows


def rise(guest: str, lang: str) -> Wish:
    """A guest leaves its seats."""

    def rows(history: History, setup: Setup) -> list[Row]:
        if not (own := seats_of(history.seats, guest)):
            raise Refused("illegal", i18n.translator(lang).gettext("You do not sit at this table."))
        at = time.time()
        return [LeftRow(seat, number=number, at=at) for number, seat in enumerate(own, history.rows)]

    return rows


def _seated(history: History, setup: Setup, sitters: dict[int, Seat]) -> list[Row]:
    """The rows by which these take seats, and by which the game starts if none is empty then."""
    at, seats = time.time(), len(history.seats)
    rows: list[Row] = [
        JoinedRow(seat, sitter, number=number, at=at)
        for number, (seat, sitter) in enumerate(sitters.items(), history.rows)
    ]
    if set(empty_seats(history.seats)) == set(sitters):
        order = tuple(random.SystemRandom().sample(range(seats), seats)) if setup.terms.lot else ()
        rows.append(StartedRow(order, number=history.rows + len(rows), at=at))
    return rows


def _free(now: Moment, lang: str, seat: int | None) -> int:
    free = empty_seats(now.seats)
    if not free or (seat is not None and seat not in free):
        raise Refused("illegal", i18n.translator(lang).gettext("This seat is not free."))
    return free[0] if seat is None else seat


def _only_host(now: Moment, guest: str, lang: str) -> None:
    if now.host != guest:
        raise Refused("foreign", i18n.translator(lang).gettext("Only who made this table can do that."))
