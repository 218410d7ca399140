"""What programs are known by, in the store: tokens of accounts, each with what it is good for."""

import time
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from tianxia.tables.executor import Executor
from tianxia.tables.people import PERSON, PERSONAL, digest, person_in
from tianxia.tables.schema import PEOPLE, TOKENS, Statement
from tianxia.tables.statements import Database, ask, by_name
from tianxia.tables.store import Conflict, Token, readable

OF_TOKEN = TOKENS.c.token == bindparam("of_token")
NEW_TOKEN = Statement(insert(TOKENS).values({column.name: bindparam(column.name) for column in TOKENS.c}))
FOUND = select(TOKENS, *PERSONAL).join(PEOPLE, PEOPLE.c.id == TOKENS.c.person).where(PEOPLE.c.deleted.is_(None))
A_TOKEN = Statement(FOUND.where(OF_TOKEN))
TOKENS_OF = Statement(FOUND.where(TOKENS.c.person == PERSON).order_by(TOKENS.c.created, TOKENS.c.token))
HOW_MANY = Statement(select(func.count()).select_from(TOKENS).where(TOKENS.c.person == PERSON))
SEEN = Statement(update(TOKENS).where(OF_TOKEN).values(seen=bindparam("at")))
REVOKED = Statement(delete(TOKENS).where(OF_TOKEN, TOKENS.c.person == PERSON))

MOST = 20
"""Tokens of one account."""


class Tokens:
    """The tokens of a store. Every method returns only after what it wrote is safe on disk."""

    def __init__(self, reads: Executor, writes: Executor) -> None:
        self._reads, self._writes = reads, writes

    async def add(self, person: str, token: str, name: str, scopes: frozenset[str]) -> None:
        """Remembers a token of somebody; raises ``Conflict`` if there are as many as there may be."""

        def work(database: Database) -> None:
            (count,) = ask(database, HOW_MANY, of_person=person).fetchone()
            if count >= MOST:
                raise Conflict(f"{person} has {count} tokens")
            values = {"name": name, "scopes": " ".join(sorted(scopes)), "created": time.time(), "seen": None}
            ask(database, NEW_TOKEN, token=digest(token), person=person, **values)

        await self._writes.do(work, people=(person,))

    async def find(self, token: str) -> Token | None:
        """What a token is good for, and whose it is."""
        found = await self._reads.do(lambda database: ask(database, A_TOKEN, of_token=digest(token)).fetchone())
        return _token(found) if found else None

    async def of(self, person: str) -> list[Token]:
        """All tokens of somebody, the oldest first."""
        return list(map(_token, await self._reads.do(lambda db: ask(db, TOKENS_OF, of_person=person).fetchall())))

    async def see(self, token: str, at: float) -> None:
        """Notes when a token was used."""
        await self._writes.do(lambda database: ask(database, SEEN, of_token=token, at=at))

    async def revoke(self, person: str, token: str) -> None:
        """Forgets a token of somebody."""
        await self._writes.do(
            lambda database: ask(database, REVOKED, of_person=person, of_token=token), people=(person,)
        )


def _token(found: tuple[Any, ...]) -> Token:
    told = by_name(TOKENS, found[: len(TOKENS.c)])
    person = person_in(*found[len(TOKENS.c) :])
    scopes = frozenset(readable(told["scopes"]).split())
    return Token(told["token"], person, readable(told["name"]), scopes, told["created"], told["seen"])
