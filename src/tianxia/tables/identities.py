"""Who people are at OpenID providers, in the store, and the browsers that were sent there.

An *errand* is a browser on its way: it was sent to a provider and has to come back with the state that only it keeps; or it
came back as somebody who is new here, and chooses a name. Each is met once, whichever process it was sent from.
"""

import time

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select

from tianxia.tables.executor import Executor
from tianxia.tables.people import PERSON, PERSONAL, digest, link, person_in
from tianxia.tables.schema import ERRANDS, IDENTITIES, PEOPLE, Statement
from tianxia.tables.statements import Database, ask, by_name
from tianxia.tables.store import Person, readable

MINUTES = 10
"""So long an errand may take."""
OF_STATE = ERRANDS.c.state == bindparam("of_state")
NEW_ERRAND = Statement(insert(ERRANDS).values({column.name: bindparam(column.name) for column in ERRANDS.c}))
AN_ERRAND = Statement(select(ERRANDS).where(OF_STATE, ERRANDS.c.created > bindparam("since")))
ENDED = Statement(delete(ERRANDS).where(OF_STATE))
STALE = Statement(delete(ERRANDS).where(ERRANDS.c.created <= bindparam("since")))
BY_IDENTITY = Statement(
    select(*PERSONAL)
    .join(IDENTITIES, PEOPLE.c.id == IDENTITIES.c.person)
    .where(IDENTITIES.c.issuer == bindparam("of_issuer"), IDENTITIES.c.subject == bindparam("of_subject"))
)
ISSUERS = Statement(select(IDENTITIES.c.issuer).where(IDENTITIES.c.person == PERSON))
UNLINKED = Statement(
    delete(IDENTITIES).where(
        IDENTITIES.c.person == PERSON,
        IDENTITIES.c.issuer == bindparam("of_issuer"),
        IDENTITIES.c.person.in_(select(PEOPLE.c.id).where(PEOPLE.c.password.is_not(None))),
    )
)


class Errand(Struct, frozen=True, kw_only=True):
    """A browser on its way. One that was sent has ``nonce`` and ``verifier``, and the ``person`` whose account it is to be
    linked to; one that came back as somebody new has ``subject``, and a ``name`` that the provider proposes."""

    issuer: str
    nonce: str | None = None
    verifier: str | None = None
    person: str | None = None
    subject: str | None = None
    name: str | None = None


class Identities:
    """The identities of a store. Every method returns only after what it wrote is safe on disk."""

    def __init__(self, reads: Executor, writes: Executor) -> None:
        self._reads, self._writes = reads, writes

    async def find(self, issuer: str, subject: str) -> Person | None:
        """Whose account an identity is linked to."""
        given = {"of_issuer": issuer, "of_subject": subject}
        found = await self._reads.do(lambda database: ask(database, BY_IDENTITY, **given).fetchone())
        return person_in(*found) if found else None

    async def issuers_of(self, person: str) -> set[str]:
        """The providers by which somebody is known."""
        found = await self._reads.do(lambda database: ask(database, ISSUERS, of_person=person).fetchall())
        return {issuer for (issuer,) in found}

    async def link(self, person: str, issuer: str, subject: str) -> None:
        """Somebody is from now on known by an identity; raises ``Conflict`` if that is another's, or another one of that issuer
        is linked already."""
        await self._writes.do(lambda database: link(database, person, issuer, subject))

    async def unlink(self, person: str, issuer: str) -> bool:
        """Forgets somebody's identity; False, and nothing forgotten, if there is no password to come in by."""
        found = await self._writes.do(lambda db: ask(db, UNLINKED, of_person=person, of_issuer=issuer).rowcount)
        return bool(found)

    async def send(self, state: str, errand: Errand) -> None:
        """Remembers an errand by what its browser keeps, and forgets those that take too long."""
        now = time.time()

        def work(database: Database) -> None:
            ask(database, STALE, since=now - 60 * MINUTES)
            fields = {name: getattr(errand, name) for name in errand.__struct_fields__}
            ask(database, NEW_ERRAND, state=digest(state), created=now, **fields)

        await self._writes.do(work)

    async def errand(self, state: str) -> Errand | None:
        """The errand of a browser, which stays; None if there is none, or it took too long."""
        given = {"of_state": digest(state), "since": time.time() - 60 * MINUTES}
        return _errand(await self._reads.do(lambda database: ask(database, AN_ERRAND, **given).fetchone()))

    async def meet(self, state: str) -> Errand | None:
        """The errand of a browser, which ends; None if it ended before, or took too long."""
        given = {"of_state": digest(state), "since": time.time() - 60 * MINUTES}

        def work(database: Database) -> tuple[object, ...] | None:
            found: tuple[object, ...] | None = ask(database, AN_ERRAND, **given).fetchone()
            ended = ask(database, ENDED, of_state=given["of_state"]).rowcount
            return found if ended else None  # where two processes hear of it, one of them ends it

        return _errand(await self._writes.do(work))


def _errand(found: tuple[object, ...] | None) -> Errand | None:
    if found is None:
        return None
    told = by_name(ERRANDS, found)
    given = {name: told[name] for name in Errand.__struct_fields__}
    return Errand(**given | {"name": readable(told["name"]) if told["name"] is not None else None})
