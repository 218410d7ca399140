"""Messages in the store: what was written at which table, who does not want to read whom, and what was reported."""

import secrets
import time
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, update

from tianxia.tables.executor import Executor
from tianxia.tables.frames import Hushed
from tianxia.tables.schema import HUSHED, MESSAGES, PEOPLE, REPORTS, Statement
from tianxia.tables.statements import Database, ask, by_name
from tianxia.tables.store import readable

KEPT = 200
"""Messages of a game that are shown, the last ones."""

REPORTED = 5
"""Reports of one person about another at one table that are kept, the last ones: each has all that was written with it."""

GAME: Any = bindparam("of_game")
PERSON: Any = bindparam("of_person")
NEW = Statement(insert(MESSAGES))
SAID = (MESSAGES.c.number, MESSAGES.c.at, MESSAGES.c.person, MESSAGES.c.seat, MESSAGES.c.preset, MESSAGES.c.text)
SINCE = Statement(
    select(*SAID)
    .where(MESSAGES.c.game == GAME, MESSAGES.c.number > bindparam("since"))
    .order_by(MESSAGES.c.number.desc())
    .limit(KEPT)
)
NEXT = Statement(select(func.coalesce(func.max(MESSAGES.c.number) + 1, 0)).where(MESSAGES.c.game == GAME))
SAID_BEFORE = Statement(
    select(MESSAGES.c.number).where(
        MESSAGES.c.game == GAME, MESSAGES.c.person == PERSON, MESSAGES.c.command == bindparam("of_command")
    )
)
OF_BOTH = (HUSHED.c.person == PERSON) & (HUSHED.c.other == bindparam("of_other"))
NEW_HUSHED = Statement(insert(HUSHED))
HEARD_AGAIN = Statement(delete(HUSHED).where(OF_BOTH))
HUSHED_BY = Statement(select(HUSHED.c.other, HUSHED.c.how).where(HUSHED.c.person == PERSON))
HUSHERS = Statement(select(HUSHED.c.person, HUSHED.c.how).where(HUSHED.c.other == PERSON))
NAMED = Statement(
    select(HUSHED.c.other, PEOPLE.c.name, HUSHED.c.how)
    .join(PEOPLE, PEOPLE.c.id == HUSHED.c.other)
    .where(HUSHED.c.person == PERSON)
    .order_by(PEOPLE.c.name, PEOPLE.c.id)
)
NEW_REPORT = Statement(insert(REPORTS))
REPORTED_BEFORE = Statement(
    select(REPORTS.c.id, REPORTS.c.reason)
    .where(REPORTS.c.game == GAME, REPORTS.c.reporter == PERSON, REPORTS.c.about == bindparam("of_other"))
    .order_by(REPORTS.c.at.desc(), REPORTS.c.id)
)
NOT_REPORTED = Statement(delete(REPORTS).where(REPORTS.c.id == bindparam("of_report")))
ALL_REPORTS = Statement(select(REPORTS).order_by(REPORTS.c.at, REPORTS.c.id))
PASSED_ON = [
    Statement(update(MESSAGES).where(MESSAGES.c.person == PERSON).values(person=bindparam("to_person"))),
    Statement(update(REPORTS).where(REPORTS.c.reporter == PERSON).values(reporter=bindparam("to_person"))),
    Statement(update(REPORTS).where(REPORTS.c.about == PERSON).values(about=bindparam("to_person"))),
]
FORGOTTEN = [
    Statement(delete(MESSAGES).where(MESSAGES.c.person == PERSON)),
    Statement(delete(HUSHED).where(HUSHED.c.person == PERSON)),
    Statement(delete(HUSHED).where(HUSHED.c.other == PERSON)),
    Statement(delete(REPORTS).where(REPORTS.c.reporter == PERSON)),
]


class Message(NamedTuple):
    """What somebody wrote: words of its own, or ready ones by their name."""

    number: int
    at: float  # Unix seconds
    person: str
    seat: int
    preset: str
    text: str


class Reported(msgspec.Struct, frozen=True):
    """What somebody told whoever runs the site about another."""

    id: str
    at: float
    game: str
    reporter: str
    about: str
    reason: str
    rows: int  # of the game at that time
    said: list[Message]  # what was written at the table until then, the last ones


class Messages:
    """What a SQLite store keeps of that. Every method returns only after what it wrote is safe on disk."""

    def __init__(self, reads: Executor, writes: Executor) -> None:
        self._reads, self._writes = reads, writes

    async def add(self, game: str, person: str, seat: int, preset: str, text: str, command: str) -> None:
        """Adds a message to a game; nothing if that command was carried out before. Raises ``Conflict`` if there is no such
        game."""

        def work(database: Database) -> None:
            if ask(database, SAID_BEFORE, of_game=game, of_person=person, of_command=command).fetchone():
                return
            (number,) = ask(database, NEXT, of_game=game).fetchone()
            said = {"seat": seat, "preset": preset, "text": text, "command": command}
            ask(database, NEW, game=game, number=number, at=time.time(), person=person, **said)

        await self._writes.do(work, games=(game,))

    async def since(self, game: str, number: int) -> list[Message]:
        """The messages of a game after a number, in order, at most the last ``KEPT``."""
        return await self._reads.do(lambda database: _since(database, game, number))

    async def news(self, game: str, number: int, person: str) -> tuple[list[Message], dict[str, Hushed]]:
        """What somebody who comes to a table has to know: the messages of its game as ``since`` gives them, and whom it does not
        want to read."""
        return await self._reads.do(lambda database: (_since(database, game, number), _hushed(database, person)))

    async def hush(self, person: str, other: str, how: Hushed) -> None:
        """Remembers that somebody wants to read nothing of another, or not to meet it; or forgets that."""

        def work(database: Database) -> None:
            ask(database, HEARD_AGAIN, of_person=person, of_other=other)
            if how:
                ask(database, NEW_HUSHED, person=person, other=other, how=how, at=time.time())

        await self._writes.do(work, people=(person,))

    async def hushed(self, person: str) -> dict[str, Hushed]:
        """Whom somebody does not want to read, or to meet."""
        return await self._reads.do(lambda database: _hushed(database, person))

    async def hushed_by_name(self, person: str) -> list[tuple[str, str, Hushed]]:
        """The same with their names: id, name, how."""
        found = await self._reads.do(lambda database: ask(database, NAMED, of_person=person).fetchall())
        return [(readable(other), readable(name), how) for other, name, how in found]

    async def blockers(self, person: str) -> frozenset[str]:
        """Who does not want to meet somebody."""
        found = await self._reads.do(lambda database: ask(database, HUSHERS, of_person=person).fetchall())
        return frozenset(other for other, how in found if how == "block")

    async def report(self, game: str, reporter: str, about: str, reason: str, rows: int) -> None:
        """Keeps what somebody tells about another, with what was written at the table and how far the game was; the same
        words once, and no more than the last ``REPORTED``."""

        def work(database: Database) -> None:
            before = ask(database, REPORTED_BEFORE, of_game=game, of_person=reporter, of_other=about).fetchall()
            for place, (id, told) in enumerate(before, 1):
                if place >= REPORTED or told == reason:
                    ask(database, NOT_REPORTED, of_report=id)
            said = msgspec.json.encode(_since(database, game, -1)).decode()
            who = {"reporter": reporter, "about": about, "reason": reason}
            ask(database, NEW_REPORT, id=secrets.token_hex(8), at=time.time(), game=game, rows=rows, said=said, **who)

        await self._writes.do(work)

    async def reports(self) -> list[Reported]:
        """All that was reported, the oldest first."""
        return await self._reads.do(reported)


def _since(database: Database, game: str, number: int) -> list[Message]:
    found = ask(database, SINCE, of_game=game, since=number).fetchall()
    return [Message(*map(readable, one)) for one in reversed(found)]


def _hushed(database: Database, person: str) -> dict[str, Hushed]:
    return dict(ask(database, HUSHED_BY, of_person=person).fetchall())


def reported(database: Database) -> list[Reported]:
    """All that was reported, the oldest first."""
    told = [by_name(REPORTS, tuple(map(readable, one))) for one in ask(database, ALL_REPORTS).fetchall()]
    return [Reported(**{**one, "said": _written(one["said"])}) for one in told]


def _written(said: str) -> list[Message]:
    """What went along with a report; nothing if that cannot be read any more."""
    try:
        return msgspec.json.decode(said, type=list[Message])
    except msgspec.MsgspecError:
        return []


def passed_on(database: Database, of: str, to: str) -> None:
    """What a guest wrote, and whom it did not want to meet, passes to an account."""
    for statement in PASSED_ON:
        ask(database, statement, of_person=of, to_person=to)
    by = [(to, other, how) for other, how in ask(database, HUSHED_BY, of_person=of).fetchall()]
    about = [(other, to, how) for other, how in ask(database, HUSHERS, of_person=of).fetchall()]
    forgotten(database, of)
    for person, other, how in by + about:
        if person != other:
            ask(database, HEARD_AGAIN, of_person=person, of_other=other)
            ask(database, NEW_HUSHED, person=person, other=other, how=how, at=time.time())


def forgotten(database: Database, person: str) -> None:
    """Nothing stays of what somebody wrote, but in reports about it."""
    for statement in FORGOTTEN:
        ask(database, statement, of_person=person)
