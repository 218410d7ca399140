"""Who comes: guests at once, accounts by name and password; and what these do with themselves.

Passwords are hashed with Argon2id on one thread, one at a time, so that neither memory nor the processor is used up by
those who try many. What waits for that is bounded too.
"""

import asyncio
import secrets
import time
import unicodedata
from base64 import b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tianxia.tables.logs import logger, trace_of
from tianxia.tables.names import key_of
from tianxia.tables.opened import RETRY
from tianxia.tables.registry import Registry
from tianxia.tables.store import Conflict, Person, Session, StoreError, Token, Touched, new_id

T = TypeVar("T")

log = logger(__name__)

LEAST, MOST = 8, 256
"""Characters of a password."""
HASHER = PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)
"""Argon2id with 46 MiB and one pass, the first of the settings that OWASP gives as equally good."""
PREFIX = "tianxia_"
"""Begins every token of a program, so that those who look for secrets in published code know it."""
WAITING = 20  # passwords that wait for their turn before others are refused
LOOK = 5.0  # seconds between two looks at whom the operator has turned out from elsewhere
SEEN = 3600.0  # seconds after which it is noted anew that a browser was here


def _nobodys() -> str:
    """A hash that no password has and that takes as long to try as any other."""
    salt, hash = (b64encode(bytes(size)).decode().rstrip("=") for size in (HASHER.salt_len, HASHER.hash_len))
    return f"$argon2id$v=19$m={HASHER.memory_cost},t={HASHER.time_cost},p={HASHER.parallelism}${salt}${hash}"


NOBODYS = _nobodys()


class Taken(Exception):
    """An account has this name, or one that looks like it."""


class WrongPassword(Exception):
    """There is no such account, or it has another password; nobody is told which."""


class OneTime(Exception):
    """The password is right, but for one time only: a new one has to come with it."""


class Linked(Exception):
    """The identity is that of another account, or the account has another one of that provider."""


class Banned(Exception):
    """The operator keeps this person out."""


class Busy(Exception):
    """Too many passwords wait to be looked at."""


class Accounts:
    """Guests and accounts of a registry, and the browsers that are here."""

    def __init__(self, registry: Registry) -> None:
        self._registry, self._people, self._tokens = registry, registry.store.people, registry.store.tokens
        self._identities = registry.store.identities
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tianxia-passwords")
        self._waiting = 0
        self._ending: set[asyncio.Task[None]] = set()
        registry.store.listen(self._heard)
        self._lines: dict[str, set[tuple[str, Callable[[], None]]]] = {}  # by person: session and what ends it
        self._watching = asyncio.create_task(self._turn_out())

    # -- browsers ---------------------------------------------------------------------------------------------------

    async def session(self, token: str) -> Session | None:
        """The browser that keeps this token; None if nobody is known in it."""
        found = await self._people.session(token)
        if found is not None and (now := time.time()) - found.seen > SEEN:
            with suppress(StoreError):  # to look on is possible where nothing can be written
                await self._people.see(found.id, now)
        return found

    @contextmanager
    def line(self, session: Session | Token | None, end: Callable[[], None]) -> Iterator[None]:
        """While a browser has an open line, or a program, it is ended with the session or the token."""
        if session is None:
            yield
            return
        lines, own = self._lines.setdefault(session.person.id, set()), (session.id, end)
        lines.add(own)
        try:
            yield
        finally:
            lines.discard(own)
            if not lines and self._lines.get(session.person.id) is lines:
                del self._lines[session.person.id]

    def _hang_up(self, person: str, ends: Callable[[str], bool] = lambda session: True) -> None:
        for session, end in list(self._lines.get(person, ())):
            if ends(session):
                end()

    async def _turn_out(self) -> None:
        """Ends the open lines of those whom the operator has banned or logged out, which is done by another process."""
        since = time.time()
        while True:
            await asyncio.sleep(LOOK)
            try:
                now = time.time()
                for person in await self._people.turned_out(since) if self._lines else ():
                    self._hang_up(person)
                since = now
            except StoreError:
                pass  # they are found the next time
            except Exception as error:
                log.error("who is kept out could not be hung up", exception=trace_of(error))

    def _heard(self, touched: Touched | None) -> None:
        """Another process may have ended sessions: their lines here end too."""
        for person in self._lines.keys() if touched is None else self._lines.keys() & set(touched.people):
            task = asyncio.create_task(self._end_lines(person), name="ends lines")
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _end_lines(self, person: str) -> None:
        while True:
            try:
                sessions, tokens = await self._people.sessions_of(person), await self._tokens.of(person)
                break
            except StoreError:
                await asyncio.sleep(RETRY)
        known = {session.id for session in sessions if not session.person.banned}
        known |= {token.id for token in tokens if not token.person.banned}
        self._hang_up(person, lambda session: session not in known)

    async def sessions_of(self, person: Person) -> list[Session]:
        """The browsers in which somebody is known, the one that was seen last first."""
        return await self._people.sessions_of(person.id)

    async def end(self, person: Person, session: str) -> None:
        """Logs one browser of somebody out."""
        await self._people.end(person.id, session)
        self._hang_up(person.id, lambda one: one == session)

    async def end_others(self, session: Session) -> None:
        """Logs all browsers of somebody out but this one."""
        await self._people.end_others(session.person.id, session.id)
        self._hang_up(session.person.id, lambda one: one != session.id)

    # -- programs -----------------------------------------------------------------------------------------------------

    async def new_token(self, account: Person, name: str, scopes: frozenset[str]) -> str:
        """Another token for programs of an account; raises ``Conflict`` if it has as many as it may have."""
        token = PREFIX + new_token()
        await self._tokens.add(account.id, token, name, scopes)
        return token

    async def token(self, token: str) -> Token | None:
        """What a token is good for; None if it is none, or not any more."""
        found = await self._tokens.find(token)
        if found is not None and (now := time.time()) - (found.seen or 0) > SEEN:
            with suppress(StoreError):
                await self._tokens.see(found.id, now)
        return found

    async def tokens_of(self, account: Person) -> list[Token]:
        """The tokens of an account, the oldest first."""
        return await self._tokens.of(account.id)

    async def revoke(self, account: Person, token: str) -> None:
        """Takes a token of an account back; what it has open ends."""
        await self._tokens.revoke(account.id, token)
        self._hang_up(account.id, lambda one: one == token)

    async def become_program(self, account: Person) -> bool:
        """From now on, and for good, a program plays for an account; False if it sits in a game already."""
        return await self._people.become_program(account.id)

    # -- who comes --------------------------------------------------------------------------------------------------

    async def welcome(self, name: str, browser: str) -> tuple[Person, str]:
        """A new guest and the token for its browser."""
        guest, token = Person(new_id(), name), new_token()
        await self._people.add_guest(guest, token, browser)
        return guest, token

    async def register(self, guest: Person | None, name: str, known_by: str | tuple[str, str], browser: str) -> str:
        """Makes an account, of a guest if there is one; gives the token for its browser. Raises ``Taken``, ``Linked``, ``Busy``.

        It is known by a password, or by an identity: issuer and subject. The name and the password were checked; the guest
        keeps its games, and its token ends.
        """
        if await self.is_taken(name):
            raise Taken(name)
        hash, identity = None, None
        if isinstance(known_by, str):
            hash = await self._apart(HASHER.hash, normal(known_by))
        else:
            identity = known_by
        token, id = new_token(), guest.id if guest else new_id()
        account = Person(id, name, account=True)
        try:
            changed = await self._people.register(account, key_of(name), hash, token, browser, identity)
        except Conflict as error:
            if identity and await self._identities.find(*identity):
                raise Linked from error
            raise Taken(name) from error
        await self._registry.follow(changed)
        self._hang_up(id)  # last: its page comes back by the cookie that is on its way
        return token

    async def log_in(self, name: str, password: str, browser: str, new: str = "") -> str:
        """The token for another browser of an account; raises ``WrongPassword``, ``Busy``, ``Banned``, and ``OneTime`` if
        there has to be a new password. Takes as long for a name that nobody has."""
        person, hash, once = await self._people.find(key_of(name)) or (None, None, False)
        await self._verify(person, hash, password)
        assert person is not None
        if person.banned:
            raise Banned
        if once:
            if not new:
                raise OneTime
            return await self.change_password(person, new, browser)
        return await self._begin(person, browser)

    async def log_in_as(self, person: Person, browser: str) -> str:
        """The same for an account that a provider has vouched for; raises ``Banned``."""
        if person.banned:
            raise Banned
        return await self._begin(person, browser)

    async def _begin(self, person: Person, browser: str) -> str:
        token = new_token()
        await self._people.begin(person.id, token, browser)
        return token

    async def _verify(self, person: Person | None, hash: str | None, password: str) -> None:
        try:
            await self._apart(HASHER.verify, hash or NOBODYS, normal(password))
        except (VerificationError, InvalidHashError) as error:
            raise WrongPassword from error
        if person is None or hash is None:  # nobody's hash is nobody's
            raise WrongPassword
        if HASHER.check_needs_rehash(hash):
            await self._people.rehash(person.id, await self._apart(HASHER.hash, normal(password)))

    async def _apart(self, work: Callable[..., T], *given: str) -> T:
        """Does what takes long and much memory on the one thread for it."""
        if self._waiting >= WAITING:
            raise Busy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)
        finally:
            self._waiting -= 1

    # -- what they do with themselves -------------------------------------------------------------------------------

    async def is_taken(self, name: str) -> bool:
        """An account has this name, or one that looks like it."""
        return await self._people.find(key_of(name)) is not None

    async def confirm(self, account: Person, password: str) -> None:
        """Raises ``WrongPassword`` if it is not that of the account, ``Busy``."""
        await self._verify(account, await self._people.password(account.id), password)

    async def has_password(self, account: Person) -> bool:
        """Whether an account has a password; else it is known by an identity only."""
        return await self._people.password(account.id) is not None

    async def link(self, account: Person, issuer: str, subject: str) -> None:
        """An account is from now on known by an identity too; raises ``Linked``."""
        try:
            await self._identities.link(account.id, issuer, subject)
        except Conflict as error:
            raise Linked from error

    async def change_password(self, account: Person, password: str, browser: str) -> str:
        """All browsers are logged out but this one, which gets a new token. Raises ``Busy``."""
        hash, token = await self._apart(HASHER.hash, normal(password)), new_token()
        await self._people.change_password(account.id, hash, token, browser)
        self._hang_up(account.id)
        return token

    async def rename(self, person: Person, name: str) -> None:
        """A checked name, from now on and in running games; raises ``Taken``. Guests may be called like guests."""
        found = await self._people.find(key_of(name))
        if found is not None and found[0].id != person.id:
            raise Taken(name)
        try:
            changed = await self._people.rename(person, name, key_of(name))
        except Conflict as error:
            raise Taken(name) from error
        await self._registry.follow(changed)

    async def claim(self, guest: Person, account: Person) -> None:
        """All seats of a guest pass to an account; the guest is no more."""
        if guest.account or not account.account:
            raise ValueError("an account claims the games of a guest")
        changed = await self._people.claim(guest.id, account)
        await self._registry.follow(changed)
        self._hang_up(guest.id)

    async def delete(self, account: Person, lang: str) -> None:
        """Somebody leaves for good. Running games are given up first where others play on; others are not there to see."""
        for game in await self._registry.store.games_of(account.id):
            if not game.over:
                await self._registry.give_up(game.id, account, lang)
        left, gone = await self._people.delete(account.id)
        self._hang_up(account.id)
        await self._registry.follow(left, gone)

    async def close(self) -> None:
        """Finishes the password at hand."""
        self._watching.cancel()
        for task in self._ending:
            task.cancel()
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)


def new_token() -> str:
    """256 bits of chance, as text."""
    return secrets.token_urlsafe(32)


def normal(password: str) -> str:
    """A password as it is hashed: the same on every keyboard (NFC)."""
    return unicodedata.normalize("NFC", password)
