"""Guests and accounts in the store: who they are, their browsers, and what becomes of their seats.

Seats are a fold over rows. Whatever changes who sits in them, or what a seat is called, is rows too: one that leaves and one
that joins, in one commit.
"""

import hashlib
import time
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import BindParameter, bindparam, delete, exists, insert, null, select, update

from tianxia.tables import messages, tallies
from tianxia.tables.executor import Executor
from tianxia.tables.reads import ROW
from tianxia.tables.results import forget
from tianxia.tables.rows import JoinedRow, LeftRow, Row
from tianxia.tables.schema import (
    AGAINST_BOTS,
    GAMES,
    IDENTITIES,
    PEOPLE,
    ROWS,
    SEATS,
    SESSIONS,
    SUBSCRIPTIONS,
    TOKENS,
    Statement,
)
from tianxia.tables.statements import DELETED as GAME_DELETED
from tianxia.tables.statements import DROPPED, OTHERS, Database, ask, by_name
from tianxia.tables.store import Person, Session, readable
from tianxia.tables.views import DELETED, side_titles
from tianxia.tables.writes import add_rows, count_of

PERSON: BindParameter[str] = bindparam("of_person")
SESSION: BindParameter[str] = bindparam("of_session")
BEFORE: BindParameter[float] = bindparam("before")
ACCOUNT = PEOPLE.c.key.is_not(None)
PERSONAL = (PEOPLE.c.id, PEOPLE.c.name, ACCOUNT, PEOPLE.c.program, PEOPLE.c.banned.is_not(None))

GIVEN = ["id", "name", "key", "password", "created"]
NEW_PERSON = Statement(insert(PEOPLE).values({name: bindparam(name) for name in GIVEN}))
NEW_SESSION = Statement(insert(SESSIONS))
FOUND = select(SESSIONS, *PERSONAL).join(PEOPLE, PEOPLE.c.id == SESSIONS.c.person).where(PEOPLE.c.deleted.is_(None))
A_SESSION = Statement(FOUND.where(SESSIONS.c.token == SESSION))
SESSIONS_OF = Statement(FOUND.where(SESSIONS.c.person == PERSON).order_by(SESSIONS.c.seen.desc(), SESSIONS.c.token))
SEEN = Statement(update(SESSIONS).where(SESSIONS.c.token == SESSION).values(seen=bindparam("at")))
ENDED = Statement(delete(SESSIONS).where(SESSIONS.c.token == SESSION, SESSIONS.c.person == PERSON))
ALL_ENDED = Statement(delete(SESSIONS).where(SESSIONS.c.person == PERSON))
OTHERS_ENDED = Statement(delete(SESSIONS).where(SESSIONS.c.person == PERSON, SESSIONS.c.token != SESSION))
LINKED = Statement(
    insert(IDENTITIES).values(
        person=PERSON, issuer=bindparam("of_issuer"), subject=bindparam("of_subject"), created=bindparam("at")
    )
)
UNLINKED = Statement(delete(IDENTITIES).where(IDENTITIES.c.person == PERSON))
NOT_TOLD = Statement(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == PERSON))
TOKENS_ENDED = Statement(delete(TOKENS).where(TOKENS.c.person == PERSON))
BY_KEY = Statement(select(PEOPLE.c.password, PEOPLE.c.temporary, *PERSONAL).where(PEOPLE.c.key == bindparam("of_key")))
PASSWORD = Statement(select(PEOPLE.c.password).where(PEOPLE.c.id == PERSON))
IS_ACCOUNT = Statement(select(ACCOUNT).where(PEOPLE.c.id == PERSON))
REGISTERED = Statement(
    update(PEOPLE)
    .where(PEOPLE.c.id == PERSON, ~ACCOUNT, PEOPLE.c.deleted.is_(None))
    .values(name=bindparam("called"), key=bindparam("of_key"), password=bindparam("hash"))
)
HIDDEN = Statement(select(PEOPLE.c.hidden).where(PEOPLE.c.id == PERSON))
HIDE = Statement(update(PEOPLE).where(PEOPLE.c.id == PERSON).values(hidden=bindparam("hide")))
NEW_PASSWORD = Statement(
    update(PEOPLE).where(PEOPLE.c.id == PERSON, ACCOUNT).values(password=bindparam("hash"), temporary=bindparam("once"))
)
REHASHED = Statement(update(PEOPLE).where(PEOPLE.c.id == PERSON, ACCOUNT).values(password=bindparam("hash")))
RENAMED = Statement(
    update(PEOPLE).where(PEOPLE.c.id == PERSON).values(name=bindparam("called"), key=bindparam("of_key"))
)
GONE = Statement(
    update(PEOPLE)
    .where(PEOPLE.c.id == PERSON)
    .values(name=DELETED, key=null(), password=null(), deleted=bindparam("at"), settings="{}", hidden=0, temporary=0)
)
TURNED_OUT = Statement(select(PEOPLE.c.id).where((PEOPLE.c.banned > BEFORE) | (PEOPLE.c.signed_out > BEFORE)))
KEPT_WAITING = Statement(
    select(SEATS.c.game, SEATS.c.guest, GAMES.c.started)
    .join(GAMES, GAMES.c.id == SEATS.c.game)
    .join(PEOPLE, PEOPLE.c.id == SEATS.c.guest)
    .where(PEOPLE.c.banned.is_not(None), SEATS.c.bot.is_(None), GAMES.c.over == 0, GAMES.c.fault.is_(None))
    .distinct()
)
FORGOTTEN = Statement(delete(PEOPLE).where(PEOPLE.c.id == PERSON))
THEIR_SEATS = Statement(
    select(SEATS, GAMES.c.over)
    .join(GAMES, GAMES.c.id == SEATS.c.game)
    .where(SEATS.c.guest == PERSON)
    .order_by(SEATS.c.game, SEATS.c.seat)
)
JOINED = Statement(
    select(ROWS.c.number, ROWS.c.row).where(
        ROWS.c.game == bindparam("of_game"), ROWS.c.seat == bindparam("of_seat"), ROWS.c.row.contains('"joined"')
    )
)
WRITTEN_ANEW = Statement(
    update(ROWS)
    .where(ROWS.c.game == bindparam("of_game"), ROWS.c.number == bindparam("of_number"))
    .values(row=bindparam("text"))
)
SITS_NOWHERE = ~exists(select(SEATS.c.seat).where(SEATS.c.guest == PEOPLE.c.id))
IDLE = (
    (PEOPLE.c.created < bindparam("before"))
    & ~ACCOUNT
    & PEOPLE.c.deleted.is_(None)
    & PEOPLE.c.banned.is_(None)
    & SITS_NOWHERE
    & ~exists(select(AGAINST_BOTS.c.id).where(AGAINST_BOTS.c.person == PEOPLE.c.id))
)
MADE_A_PROGRAM = Statement(update(PEOPLE).where(PEOPLE.c.id == PERSON, ACCOUNT, SITS_NOWHERE).values(program=1))
IDLE_ENDED = Statement(delete(SESSIONS).where(SESSIONS.c.person.in_(select(PEOPLE.c.id).where(IDLE))))
PRUNED = Statement(delete(PEOPLE).where(IDLE))
STALE_ENDED = Statement(
    delete(SESSIONS).where(
        SESSIONS.c.seen < bindparam("before"), SESSIONS.c.person.in_(select(PEOPLE.c.id).where(ACCOUNT))
    )
)


def digest(token: str) -> str:
    """What is kept of a token. It has 256 bits of chance, so that nobody finds it by trying."""
    return hashlib.sha256(token.encode(errors="surrogateescape")).hexdigest()


class People:
    """The people of a store. Every method returns only after what it wrote is safe on disk."""

    def __init__(self, reads: Executor, writes: Executor) -> None:
        self._reads, self._writes = reads, writes

    async def add_guest(self, guest: Person, token: str, browser: str = "") -> None:
        """Remembers a guest, and the browser that keeps this token."""

        def work(database: Database) -> None:
            ask(database, NEW_PERSON, id=guest.id, name=guest.name, key=None, password=None, created=time.time())
            begin(database, guest.id, token, browser)

        await self._writes.do(work)

    async def session(self, token: str) -> Session | None:
        """The browser that keeps this token, and whose it is."""
        found = await self._reads.do(lambda database: ask(database, A_SESSION, of_session=digest(token)).fetchone())
        return _session(found) if found else None

    async def sessions_of(self, person: str) -> list[Session]:
        """All browsers in which somebody is known, the one that was seen last first."""
        return list(map(_session, await self._reads.do(lambda db: ask(db, SESSIONS_OF, of_person=person).fetchall())))

    async def see(self, session: str, at: float) -> None:
        """Notes when a browser was here."""
        await self._writes.do(lambda database: ask(database, SEEN, of_session=session, at=at))

    async def begin(self, person: str, token: str, browser: str) -> None:
        """Remembers another browser of somebody; raises ``Conflict`` if there is no such person."""
        await self._writes.do(lambda database: begin(database, person, token, browser))

    async def end(self, person: str, session: str) -> None:
        """Forgets one browser of somebody."""

        def work(database: Database) -> None:
            ask(database, ENDED, of_person=person, of_session=session)

        await self._writes.do(work, people=(person,))

    async def end_others(self, person: str, session: str) -> None:
        """Forgets all browsers of somebody but one."""

        def work(database: Database) -> None:
            ask(database, OTHERS_ENDED, of_person=person, of_session=session)

        await self._writes.do(work, people=(person,))

    async def find(self, key: str) -> tuple[Person, str | None, bool] | None:
        """The account whose name has this key, the hash of its password if it has one, and whether that is for one time."""
        found = await self._reads.do(lambda database: ask(database, BY_KEY, of_key=key).fetchone())
        return (person_in(*found[2:]), found[0], bool(found[1])) if found else None

    async def password(self, person: str) -> str | None:
        """The hash of somebody's password; None for who has none, as guests."""
        (found,) = await self._reads.do(lambda database: ask(database, PASSWORD, of_person=person).fetchone()) or (
            None,
        )
        return found

    async def register(
        self,
        account: Person,
        key: str,
        hash: str | None,
        token: str,
        browser: str,
        identity: tuple[str, str] | None = None,
    ) -> list[str]:
        """Makes an account, of the guest of that id if there is one; only this browser stays. Gives the games that changed.

        It has a password, or an identity: an issuer and who that says it is. Raises ``Conflict`` if the name has the key of
        another account, or this is one already, or the identity is another's.
        """

        def work(database: Database) -> list[str]:
            values = {"of_key": key, "hash": hash}
            if not ask(database, REGISTERED, of_person=account.id, called=account.name, **values).rowcount:
                person = {"id": account.id, "name": account.name, "key": key, "password": hash}
                ask(database, NEW_PERSON, created=time.time(), **person)
            if identity is not None:
                link(database, account.id, *identity)
            ask(database, ALL_ENDED, of_person=account.id)
            begin(database, account.id, token, browser)
            return _pass_on(database, account.id, account, running=True)

        return await self._writes.do(work, people=(account.id,))

    async def change_password(self, person: str, hash: str, token: str, browser: str) -> None:
        """A new password; only this browser stays, by a new token."""

        def work(database: Database) -> None:
            ask(database, NEW_PASSWORD, of_person=person, hash=hash, once=0)
            ask(database, ALL_ENDED, of_person=person)
            begin(database, person, token, browser)

        await self._writes.do(work, people=(person,))

    async def rehash(self, person: str, hash: str) -> None:
        """The same password, hashed otherwise."""
        await self._writes.do(lambda database: ask(database, REHASHED, of_person=person, hash=hash))

    async def rename(self, person: Person, name: str, key: str) -> list[str]:
        """A new name, also in running games; gives those. Raises ``Conflict`` if it has the key of another account."""

        def work(database: Database) -> list[str]:
            ask(database, RENAMED, of_person=person.id, called=name, of_key=key if person.account else None)
            return _pass_on(database, person.id, msgspec.structs.replace(person, name=name), running=True)

        return await self._writes.do(work, people=(person.id,))

    async def become_program(self, person: str) -> bool:
        """From now on, and for good, a program plays for an account; says whether, since it must not have played yet."""
        found = await self._writes.do(lambda db: ask(db, MADE_A_PROGRAM, of_person=person).rowcount, people=(person,))
        return bool(found)

    async def is_hidden(self, person: str) -> bool:
        """Whether somebody's profile is for nobody else."""
        return await self._reads.do(lambda database: ask(database, HIDDEN, of_person=person).fetchone() == (1,))

    async def hide(self, person: str, hide: bool) -> None:
        """Somebody's profile is for nobody else from now on, or for everybody."""
        await self._writes.do(lambda database: ask(database, HIDE, of_person=person, hide=int(hide)))

    async def claim(self, guest: str, account: Person) -> list[str]:
        """All seats of a guest pass to an account, and the guest is forgotten; gives the games. Nothing happens to who has
        become an account meanwhile."""

        def work(database: Database) -> list[str]:
            found = ask(database, IS_ACCOUNT, of_person=guest).fetchone()
            if found is None or found[0]:
                return []
            games = _pass_on(database, guest, account)
            messages.passed_on(database, guest, account.id)
            tallies.pass_on(database, guest, account.id)
            ask(database, ALL_ENDED, of_person=guest)
            ask(database, FORGOTTEN, of_person=guest)
            return games

        return await self._writes.do(work, people=(guest, account.id))

    async def delete(self, person: str) -> tuple[list[str], list[str]]:
        """Somebody leaves for good: nothing is kept but the seats, and these are called "deleted".

        Gives the games that are left, and those that went too: where nobody could go on with them.
        """

        def work(database: Database) -> tuple[list[str], list[str]]:
            left, gone = [], []
            for game, seats in _seats(database, person):
                at, first = time.time(), count_of(database, game)
                add_rows(
                    database,
                    game,
                    [LeftRow(one["seat"], DELETED, number=first + n, at=at) for n, one in enumerate(seats)],
                )
                if not seats[0]["over"] and not ask(database, OTHERS, of_game=game).fetchone():
                    for statement in GAME_DELETED:
                        ask(database, statement, of_game=game)
                    gone.append(game)
                    continue
                ask(database, DROPPED, of_game=game)  # what is kept of it has the name too
                for one in seats:
                    _erase(database, person, game, one["seat"])
                left.append(game)
            messages.forgotten(database, person)
            forget(database, person)
            tallies.forget(database, person)
            ask(database, ALL_ENDED, of_person=person)
            ask(database, TOKENS_ENDED, of_person=person)
            ask(database, UNLINKED, of_person=person)
            ask(database, NOT_TOLD, of_person=person)
            ask(database, GONE, of_person=person, at=time.time())
            return left, gone

        return await self._writes.do(work, people=(person,))

    async def turned_out(self, since: float) -> set[str]:
        """Who was banned, or logged out everywhere by the operator, after a time (Unix seconds)."""
        found = await self._reads.do(lambda database: ask(database, TURNED_OUT, before=since).fetchall())
        return {person for (person,) in found}

    async def keep_waiting(self) -> list[tuple[str, str, bool]]:
        """The games in which somebody sits whom the operator keeps out, by whom, and whether they have started."""
        found = await self._reads.do(lambda database: ask(database, KEPT_WAITING).fetchall())
        return [(game, person, bool(started)) for game, person, started in found]

    async def prune(self, guests: float, sessions: float) -> int:
        """Forgets the guests who came before a time (Unix seconds) and sit in no game, and the browsers of accounts that
        were not seen since another; gives how many guests."""

        def work(database: Database) -> int:
            ask(database, STALE_ENDED, before=sessions)
            ask(database, IDLE_ENDED, before=guests)
            return ask(database, PRUNED, before=guests).rowcount

        return await self._writes.do(work)


def begin(database: Database, person: str, token: str, browser: str) -> None:
    """Another browser of somebody, within a transaction."""
    now = time.time()
    ask(database, NEW_SESSION, token=digest(token), person=person, created=now, seen=now, browser=browser)


def link(database: Database, person: str, issuer: str, subject: str) -> None:
    """Somebody is who the issuer says, within a transaction; raises the database's error if that is another's."""
    ask(database, LINKED, of_person=person, of_issuer=issuer, of_subject=subject, at=time.time())


def person_in(id: str, name: str, account: int, program: int, banned: int) -> Person:
    """Somebody, from what ``PERSONAL`` names."""
    return Person(readable(id), readable(name), bool(account), bool(program), bool(banned))


def _session(found: tuple[Any, ...]) -> Session:
    told = by_name(SESSIONS, found[: len(SESSIONS.c)])
    person = person_in(*found[len(SESSIONS.c) :])
    return Session(told["token"], person, told["created"], told["seen"], readable(told["browser"]))


def _seats(database: Database, person: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Somebody's seats, by game; with each whether the game is over."""
    names = (*SEATS.c.keys(), "over")
    found = [dict(zip(names, one, strict=True)) for one in ask(database, THEIR_SEATS, of_person=person)]
    for game, seats in groupby(found, lambda seat: str(seat["game"])):
        yield game, list(seats)


def _pass_on(database: Database, of: str, to: Person, *, running: bool = False) -> list[str]:
    """Somebody's seats, in running games or in all, pass to a person, or to the same one by another name.

    What is called after a side, because several share a screen, stays called so.
    """
    changed = []
    for game, seats in _seats(database, of):
        if running and seats[0]["over"]:
            continue
        at, first, rows = time.time(), count_of(database, game), list[Row]()
        for one in seats:
            called = readable(one["name"])
            name = called if called in side_titles() else to.name
            if (to.id, name) != (of, one["name"]):
                rows.append(LeftRow(one["seat"], number=first + len(rows), at=at))
                rows.append(JoinedRow(one["seat"], to.seat(name, one["bot"]), number=first + len(rows), at=at))
        if rows:
            add_rows(database, game, rows)
            changed.append(game)
    return changed


def _erase(database: Database, person: str, game: str, seat: int) -> None:
    """Takes somebody's name out of the rows that seated them. These are the only rows that are ever written anew."""
    for number, text in ask(database, JOINED, of_game=game, of_seat=seat).fetchall():
        try:
            row = ROW.decode(readable(text))
        except msgspec.MsgspecError:
            continue
        if isinstance(row, JoinedRow) and row.sitter.guest == person:
            sitter = msgspec.structs.replace(row.sitter, name=DELETED)
            row = msgspec.structs.replace(row, sitter=sitter)
            ask(database, WRITTEN_ANEW, of_game=game, of_number=number, text=msgspec.json.encode(row).decode())
