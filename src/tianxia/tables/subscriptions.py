"""Where people want to be told that it is their turn, in the store: browsers at their push services, webhooks, e-mail."""

import time
from typing import Any

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select, update

from tianxia.tables.executor import Executor
from tianxia.tables.people import PERSON, SESSION, digest
from tianxia.tables.schema import KEYS, LETTERS, PEOPLE, SUBSCRIPTIONS, Statement
from tianxia.tables.statements import Database, ask, by_name
from tianxia.tables.store import Conflict, Session

MOST = 10
"""Browsers of one person that are told."""
HOOK = "webhook "
"""Begins the name of a webhook; a person has one."""
MAIL = "mail "
"""Begins the name of an e-mail address, before the digest of its secret; a person has one."""
CONFIRMED = "confirmed"
"""Stands as the key of an e-mail address of which its owner has said that it is."""

ASKING = 24 * 3600.0
"""Seconds in which one letter at most asks an address whether it is somebody's."""

NAME = SUBSCRIPTIONS.c.name == bindparam("of_name")
ADDED = Statement(insert(SUBSCRIPTIONS).values({column.name: bindparam(column.name) for column in SUBSCRIPTIONS.c}))
REMOVED = Statement(delete(SUBSCRIPTIONS).where(NAME))
SESSION_LEFT = Statement(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.session == SESSION))
OF_PERSON = Statement(
    select(SUBSCRIPTIONS)
    .join(PEOPLE, PEOPLE.c.id == SUBSCRIPTIONS.c.person)
    .where(SUBSCRIPTIONS.c.person == PERSON, PEOPLE.c.deleted.is_(None), PEOPLE.c.banned.is_(None))
    .order_by(SUBSCRIPTIONS.c.created, SUBSCRIPTIONS.c.name)
)
HOW_MANY = Statement(
    select(func.count())
    .select_from(SUBSCRIPTIONS)
    .where(SUBSCRIPTIONS.c.person == PERSON, SUBSCRIPTIONS.c.session.is_not(None))
)
MAIL_LEFT = Statement(
    delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == PERSON, SUBSCRIPTIONS.c.name.startswith(MAIL))
)
A_MAIL = Statement(select(SUBSCRIPTIONS).where(NAME))
MAIL_CONFIRMED = Statement(update(SUBSCRIPTIONS).where(NAME).values(key=bindparam("kept")))
ADDRESS = LETTERS.c.address == bindparam("of_address")
LATELY_ASKED = Statement(select(LETTERS.c.address).where(ADDRESS))
ASKED = Statement(insert(LETTERS).values({column.name: bindparam(column.name) for column in LETTERS.c}))
ENDED = Statement(update(LETTERS).where(ADDRESS).values(ended=1))
NOT_ASKED = Statement(delete(LETTERS).where(ADDRESS, LETTERS.c.ended == 0))
LONG_ASKED = Statement(delete(LETTERS).where(LETTERS.c.asked < bindparam("before"), LETTERS.c.ended == 0))
A_KEY = Statement(select(KEYS.c.value).where(KEYS.c.name == bindparam("of_name")))
NEW_KEY = Statement(insert(KEYS).values(name=bindparam("of_name"), value=bindparam("kept")))


def box_of(address: str) -> str:
    """A digest of whose letter box an address is, however it is written: with ``+`` and more before the ``@`` it is the same."""
    local, _, host = address.lower().rpartition("@")
    return digest(f"{local.partition('+')[0]}@{host}")


class Subscription(Struct, frozen=True):
    """An address to which somebody is told. That of a webhook has no ``key`` and no ``session``, and an e-mail address no
    ``key`` until it is confirmed."""

    name: str
    person: str
    session: str | None
    endpoint: str
    key: str
    secret: str
    site: str
    lang: str
    created: float

    @property
    def is_hook(self) -> bool:
        """Whether it is a webhook."""
        return self.name.startswith(HOOK)

    @property
    def is_mail(self) -> bool:
        """Whether it is an e-mail address."""
        return self.name.startswith(MAIL)


class Subscriptions:
    """The subscriptions of a store. Every method returns only after what it wrote is safe on disk."""

    def __init__(self, reads: Executor, writes: Executor) -> None:
        self._reads, self._writes = reads, writes

    async def of(self, person: str) -> list[Subscription]:
        """Where somebody is to be told, the oldest first; nowhere if the operator keeps the person out."""
        found = await self._reads.do(lambda database: ask(database, OF_PERSON, of_person=person).fetchall())
        return [Subscription(**by_name(SUBSCRIPTIONS, one)) for one in found]

    async def add_browser(self, session: Session, endpoint: str, key: str, secret: str, site: str, lang: str) -> None:
        """A browser is told from now on, at this address only; raises ``Conflict`` if the person has too many, or the session
        has ended."""
        person = session.person.id

        def work(database: Database) -> None:
            ask(database, SESSION_LEFT, of_session=session.id)
            ask(database, REMOVED, of_name=digest(endpoint))  # it was another session's of the same browser
            (count,) = ask(database, HOW_MANY, of_person=person).fetchone()
            if count >= MOST:
                raise Conflict(f"{person} has {count} subscriptions")
            _add(database, digest(endpoint), person, session.id, endpoint, key, secret, site, lang)

        await self._writes.do(work)

    async def set_hook(self, person: str, endpoint: str, secret: str, site: str, lang: str) -> None:
        """Somebody's webhook, instead of the one before."""

        def work(database: Database) -> None:
            ask(database, REMOVED, of_name=HOOK + person)
            _add(database, HOOK + person, person, None, endpoint, "", secret, site, lang)

        await self._writes.do(work)

    async def set_mail(self, person: str, address: str, secret: str, site: str, lang: str) -> Subscription:
        """Somebody's e-mail address, instead of the one before; it is not confirmed yet, and is to be asked now. Raises
        ``Conflict`` if it was asked by anybody a short while ago, or its owner wants no letters any more."""
        name, now = MAIL + digest(secret), time.time()

        def work(database: Database) -> Subscription:
            ask(database, LONG_ASKED, before=now - ASKING)
            if ask(database, LATELY_ASKED, of_address=box_of(address)).fetchone() is not None:
                raise Conflict(f"{person} may not have that address asked")
            ask(database, ASKED, address=box_of(address), asked=now, ended=0)
            ask(database, MAIL_LEFT, of_person=person)
            _add(database, name, person, None, address, "", secret, site, lang)
            return Subscription(**by_name(SUBSCRIPTIONS, ask(database, A_MAIL, of_name=name).fetchone()))

        return await self._writes.do(work)

    async def mail(self, secret: str) -> Subscription | None:
        """The e-mail address to which letters with this secret go."""
        name = MAIL + digest(secret)
        found = await self._reads.do(lambda database: ask(database, A_MAIL, of_name=name).fetchone())
        return Subscription(**by_name(SUBSCRIPTIONS, found)) if found else None

    async def confirm_mail(self, secret: str) -> None:
        """Who has a letter with this secret says that the address is theirs."""
        name = MAIL + digest(secret)
        await self._writes.do(lambda database: ask(database, MAIL_CONFIRMED, of_name=name, kept=CONFIRMED))

    async def end_mail(self, secret: str) -> None:
        """... or wants no more of them, whoever asks for them from now on."""
        name = MAIL + digest(secret)

        def work(database: Database) -> None:
            if (found := ask(database, A_MAIL, of_name=name).fetchone()) is None:
                return
            address = box_of(by_name(SUBSCRIPTIONS, found)["endpoint"])
            if ask(database, LATELY_ASKED, of_address=address).fetchone() is None:
                ask(database, ASKED, address=address, asked=time.time(), ended=1)
            ask(database, ENDED, of_address=address)
            ask(database, REMOVED, of_name=name)

        await self._writes.do(work)

    async def not_asked(self, to: Subscription) -> None:
        """The letter that was to ask an address could not be sent: it is nobody's, and may be asked again at once."""

        def work(database: Database) -> None:
            ask(database, NOT_ASKED, of_address=box_of(to.endpoint))
            ask(database, REMOVED, of_name=to.name)

        await self._writes.do(work)

    async def leave_mail(self, person: str) -> None:
        """Somebody has no e-mail address any more."""
        await self._writes.do(lambda database: ask(database, MAIL_LEFT, of_person=person))

    async def remove(self, name: str) -> None:
        """Nobody is told there any more."""
        await self._writes.do(lambda database: ask(database, REMOVED, of_name=name))

    async def leave(self, session: str) -> None:
        """A browser is not told any more."""
        await self._writes.do(lambda database: ask(database, SESSION_LEFT, of_session=session))

    async def end_hook(self, person: str) -> None:
        """Somebody has no webhook any more."""
        await self.remove(HOOK + person)

    async def key(self, name: str, fresh: str) -> str:
        """A secret of the site; the ``fresh`` one from now on if there was none."""

        def work(database: Database) -> str:
            found = ask(database, A_KEY, of_name=name).fetchone()
            if found is None:
                ask(database, NEW_KEY, of_name=name, kept=fresh)
            return str(found[0]) if found else fresh

        try:
            return await self._writes.do(work)
        except Conflict:  # another process was faster
            return await self._writes.do(work)


def _add(database: Database, *values: Any) -> None:
    names = (column.name for column in SUBSCRIPTIONS.c)
    ask(database, ADDED, **dict(zip(names, (*values, time.time()), strict=True)))
