"""Who is told that it is their turn, when, and how often.

Somebody is told who plays with other people, has no page open that would show it, and is still asked a moment later.
What waits is bounded; what is sent goes on threads of its own; nothing that fails there reaches a table.
"""

import asyncio
import http.client
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.message import EmailMessage
from typing import NamedTuple

import tianxia
from tianxia.server.limits import Buckets
from tianxia.server.notices import mail
from tianxia.server.notices.messages import Push, Turn, hook_message, new_key
from tianxia.server.notices.outgoing import Forbidden, Outgoing
from tianxia.tables.logs import logger, trace_of
from tianxia.tables.metrics import NOTICES
from tianxia.tables.registry import Registry
from tianxia.tables.rows import seats_of
from tianxia.tables.store import StoreError, Summary
from tianxia.tables.subscriptions import Subscription
from tianxia.tables.table import Table

log = logger(__name__)

MOST = 10_000  # people and games that wait to be told, and that are remembered as told
SENDING = 256  # requests that wait for a thread
THREADS = 4
WRITING = 2  # threads for letters
HOURLY = 30.0  # messages that one person gets an hour, and as many at once
LETTERS = 4.0  # letters that one person gets an hour, and as many at once
GONE = (404, 410)
"""What a push service answers for a browser that does not want any more."""


class Notices(NamedTuple):
    """How people are told, see ``Settings``: not by push services without a ``contact``, by letters without a
    mail server, nor to webhooks unless allowed."""

    contact: str = ""
    key: str = ""
    webhooks: bool = False
    private: bool = False
    post: mail.Post = mail.Post()
    grace: float = 5.0  # seconds after which somebody is told who is still asked
    again: float = 60.0  # seconds from one message of a game to the next
    rest: float = 60.0  # seconds for which a mail server is left alone that took no letter, at first


class Notifier:
    """Tells the people of a registry."""

    def __init__(self, registry: Registry, settings: Notices) -> None:
        self._registry, self._settings = registry, settings
        self.outgoing = Outgoing(settings.private)
        self.push: Push | None = None
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="tianxia-notices")
        # a mail server may be slow: nobody else waits for it
        self._writing = ThreadPoolExecutor(WRITING, thread_name_prefix="tianxia-letters")
        self._waiting: dict[tuple[str, str], asyncio.Task[None]] = {}  # by person and game
        self._anew: set[tuple[str, str]] = set()  # of these: asked again, perhaps after it was looked whether they are
        self._last: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._hourly = Buckets(HOURLY / 3600, HOURLY)
        self._letters = Buckets(LETTERS / 3600, LETTERS)
        self._rest = mail.Rest(settings.rest)
        self._sending = 0

    @property
    def on(self) -> bool:
        """Whether anybody can be told at all."""
        return self.push is not None or self._settings.webhooks or self.letters

    @property
    def letters(self) -> bool:
        """Whether people may be told by e-mail."""
        return bool(self._settings.post.server)

    @property
    def webhooks(self) -> bool:
        """Whether people may have webhooks."""
        return self._settings.webhooks

    async def start(self) -> None:
        """Reads the key of the site, which is made the first time, and begins to listen."""
        if self._settings.contact:
            key = self._settings.key or await self._registry.store.subscriptions.key("push", new_key())
            self.push = Push(key, self._settings.contact)
        if self.on:
            self._registry.asked = self._asked

    def _asked(self, table: Table, guests: frozenset[str]) -> None:
        """It has become the turn of these at a table; who is there has seen it."""
        seats = {seat.guest for seat in table.history.seats} - {None}
        if len(seats) < 2:  # alone with bots nobody waits
            return
        for person in guests - table.here:
            key = person, table.setup.id
            if key in self._waiting:
                self._anew.add(key)
            elif len(self._waiting) < MOST:
                told = self._tell_later(*key)
                self._waiting[key] = asyncio.create_task(told, name=f"tells of {table.setup.id}")

    async def _tell_later(self, person: str, game: str) -> None:
        key, asked = (person, game), True
        try:
            while asked:
                before = self._last.get(key, float("-inf"))
                grace, again = self._settings.grace, self._settings.again
                await asyncio.sleep(max(grace, before + again - time.monotonic()))
                self._anew.discard(key)
                with suppress(StoreError):  # ``/health`` tells
                    await self._tell(person, game)
                asked = key in self._anew
        except Exception as error:
            log.error("somebody could not be told", table=game, exception=trace_of(error))
        finally:  # here, and not a moment later: who is asked from now on is not waiting
            del self._waiting[key]
            self._anew.discard(key)

    async def _tell(self, person: str, game: str) -> None:
        store = self._registry.store
        found = await store.games_of(person, game)
        if not found or not waits_for(found[0], person) or self._is_here(person, game):
            return
        live = found[0].clock is not None and found[0].clock.live  # it would be over before the letter is read
        told = await store.subscriptions.of(person)
        addresses = [one for one in told if self._is_on(one) and not (live and one.is_mail)]
        if not addresses or not self._hourly[person].take():
            return
        self._last[person, game] = time.monotonic()
        self._last.move_to_end((person, game))
        if len(self._last) > MOST:
            self._last.popitem(last=False)
        turn = Turn(game, tianxia.load(found[0].game).title)
        await asyncio.gather(*(self._send(one, turn) for one in addresses))

    def _is_on(self, one: Subscription) -> bool:
        if one.is_mail:
            return self.letters and bool(one.key)
        return self.webhooks if one.is_hook else self.push is not None

    def _is_here(self, person: str, game: str) -> bool:
        """Whether somebody has the table's page open, or another one that tells whose turn it is."""
        table = self._registry.loaded(game)
        return (table is not None and person in table.here) or self._registry.is_listening(person)

    def may_write(self, person: str) -> bool:
        """Takes one of the letters that somebody gets an hour; False if there is none left."""
        return self._letters[person].take()

    async def ask(self, to: Subscription) -> bool:
        """Asks by letter whether an address is its owner's; whether the mail server took it."""
        return await self._send(to, None)

    async def _send(self, to: Subscription, turn: Turn | None) -> bool:
        """Whether it was taken."""
        kind = "mail" if to.is_mail else "webhook" if to.is_hook else "push"
        rests = to.is_mail and self._rest.on
        if to.is_mail and turn is not None and not rests and not self.may_write(to.person):
            return False
        if self._sending >= SENDING or rests:
            NOTICES.labels(kind, "dropped").inc()
            return False
        self._sending += 1
        threads = self._writing if to.is_mail else self._threads
        try:
            status = await asyncio.get_running_loop().run_in_executor(threads, self._post, to, turn)
        except (Forbidden, OSError, http.client.HTTPException, ValueError) as error:
            self._failed(kind, error)
            return False
        finally:
            self._sending -= 1
        if to.is_mail:
            self._rest.end()
        taken = 200 <= status < 300
        NOTICES.labels(kind, "sent" if taken else "refused").inc()
        if status in GONE:
            await self._registry.store.subscriptions.remove(to.name)
        return taken

    def _failed(self, kind: str, error: Exception) -> None:
        """Tells the operator, of the mail server also where little is told: it is the site's own."""
        NOTICES.labels(kind, "failed").inc()
        if kind != "mail" or mail.is_about_the_letter(error):
            log.info(f"a notice ({kind}) was not taken", reason=type(error).__name__)
        else:
            self._rest.begin()
            log.warning("the mail server takes no letters", reason=mail.reason_of(error))

    def _post(self, to: Subscription, turn: Turn | None) -> int:
        """On a thread: encrypts or signs, and sends."""
        if to.is_mail:
            sender = self._settings.post.sender
            letter: EmailMessage = mail.turn_letter(sender, to, turn) if turn else mail.asking_letter(sender, to)
            mail.send(self._settings.post, letter)
            return 200
        assert turn is not None
        if to.is_hook:
            return self.outgoing.post(to.endpoint, *hook_message(to, turn))
        assert self.push is not None
        return self.outgoing.post(to.endpoint, *self.push.message(to, turn))

    async def close(self) -> None:
        """Tells nobody any more; a request that is on its way ends by itself."""
        waiting = list(self._waiting.values())
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for threads in (self._threads, self._writing):
            threads.shutdown(wait=False, cancel_futures=True)


def waits_for(game: Summary, person: str) -> bool:
    """A running game of several people waits for one of them."""
    others = any(seat.guest not in (None, person) for seat in game.seats)
    return others and game.started and game.waits_for(seats_of(game.seats, person))
