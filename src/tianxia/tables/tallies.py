"""Who has played how often against bots, and how that ended: one line for each such game that is over.

A game counts if it came to a result and one person played it in one seat against nobody but bots; resigned and timed out
ones are lost. It does not if several shared the screen, if it was brought in from a file, if it went on from another one,
or if it began as a lesson.
What is counted stays when the game is deleted; a game that was deleted before its end was never counted. Each function does
its part of a transaction that its caller opens and closes.
"""

from typing import NamedTuple

from sqlalchemy import BindParameter, bindparam, delete, func, insert, select, update

from tianxia.tables.reads import TERMS, seats
from tianxia.tables.rows import Seat
from tianxia.tables.schema import AGAINST_BOTS, GAMES, Statement
from tianxia.tables.statements import A_GAME, GAME, Database, ask, by_name
from tianxia.tables.store import Standing, readable

MIXED = ""
"""In the place of a level: bots of several."""

PERSON: BindParameter[str] = bindparam("of_person")
TOLD = Statement(select(AGAINST_BOTS.c.id).where(AGAINST_BOTS.c.id == GAME))
NEW = Statement(insert(AGAINST_BOTS))
OF = Statement(
    select(
        AGAINST_BOTS.c.game,
        AGAINST_BOTS.c.level,
        func.count(),
        func.sum(AGAINST_BOTS.c.won),
        func.sum(AGAINST_BOTS.c.drawn),
    )
    .where(AGAINST_BOTS.c.person == PERSON)
    .group_by(AGAINST_BOTS.c.game, AGAINST_BOTS.c.level)
    .order_by(AGAINST_BOTS.c.game, AGAINST_BOTS.c.level)
)
PASSED_ON = Statement(update(AGAINST_BOTS).where(AGAINST_BOTS.c.person == PERSON).values(person=bindparam("heir")))
FORGOTTEN = Statement(delete(AGAINST_BOTS).where(AGAINST_BOTS.c.person == PERSON))


class Tally(NamedTuple):
    """How often somebody has played a game against bots of a level to its end, won it, and shared the first place."""

    game: str
    level: str  # or ``MIXED``
    played: int
    won: int
    drawn: int


def of(database: Database, person: str) -> list[Tally]:
    """All that somebody has played against bots."""
    return [
        Tally(readable(game), readable(level), *map(int, counts))
        for game, level, *counts in ask(database, OF, of_person=person)
    ]


def add(database: Database, game: str, standing: Standing, at: float) -> None:
    """Counts a game that is over, if it counts; once, however often it is told."""
    places = standing.result
    if places is None or ask(database, TOLD, of_game=game).fetchone():
        return
    columns, sitting = by_name(GAMES, ask(database, A_GAME, of_game=game).fetchone()), seats(database, game)
    own, terms = only_person(sitting), TERMS.decode(columns["terms"])
    fresh = columns["past"] == "null" and not (terms.imported or terms.lesson)
    if own is None or not fresh or {*standing.resigned, *standing.away} - {own}:
        return
    levels = {seat.bot for number, seat in enumerate(sitting) if number != own}
    first, shared = places[own] == 1, places.count(1) > 1
    ask(
        database,
        NEW,
        id=game,
        person=sitting[own].guest,
        game=columns["game"],
        level=levels.pop() if len(levels) == 1 else MIXED,
        won=int(first and not shared),
        drawn=int(first and shared),
        at=at,
    )


def only_person(sitting: tuple[Seat, ...]) -> int | None:
    """The seat of the one person against nobody but bots; None if it was otherwise."""
    people = [number for number, seat in enumerate(sitting) if seat.guest is not None]
    bots = [seat for seat in sitting if seat.guest is None and seat.bot is not None]
    return people[0] if len(people) == 1 and bots and len(bots) == len(sitting) - 1 else None


def pass_on(database: Database, of: str, to: str) -> None:
    """What somebody has played is another's from now on."""
    ask(database, PASSED_ON, of_person=of, heir=to)


def forget(database: Database, person: str) -> None:
    """Somebody leaves for good."""
    ask(database, FORGOTTEN, of_person=person)
