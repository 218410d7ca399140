"""What programs follow: what happens to the account, and what happens at a table, as one of its seats sees it."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from msgspec import UNSET

from tianxia.engine import i18n
from tianxia.server.api.calls import Call
from tianxia.server.api.games import opened, refused, wish
from tianxia.server.api.lines import Coming
from tianxia.server.api.problems import Problem
from tianxia.server.api.shapes import AccountEvent, GameFinish, GameStart, Look, YourTurn, game_info
from tianxia.tables.frames import encode_frame
from tianxia.tables.onlookers import admits
from tianxia.tables.refused import Refused
from tianxia.tables.registry import Registry
from tianxia.tables.store import Person, Summary
from tianxia.tables.subscriber import Subscriber
from tianxia.tables.table import Table

EVERYTHING = -1
"""A number that no table has, so that all of it is told."""


@asynccontextmanager
async def table(call: Call) -> AsyncIterator[Coming]:
    """A game as a seat of the account sees it, or as everybody does: a line with the whole view, then one for each change.

    The legal actions are in it while the seat is asked. It ends when the game is over.
    """
    async with opened(call) as found:
        subscriber = _joined(call, found)
        try:
            yield _of_table(subscriber)
        finally:
            found.leave(subscriber)


def _joined(call: Call, found: Table) -> Subscriber:
    looked: Look = call.query
    if not found.history.started:  # who leaves again must not have seen a hand
        expected = "a game that the stream of the account tells of with gameStart"
        raise Problem(409, "early", "this game has not begun yet", where="path.id", expected=expected)
    try:
        seat = found.seat_of(call.person.id, wish(looked.seat), call.lang)
    except Refused as by:
        raise refused(by, "query.seat") from by
    if not admits(found.setup, found.history.seats, call.person.id):
        told = i18n.translator(call.lang).gettext("This table is closed to onlookers.")
        raise refused(Refused("foreign", told), "path.id")
    try:
        subscriber = found.join(seat, call.lang, call.person.id)
    except Refused as by:
        raise refused(by, "path.id") from by
    subscriber.greet(EVERYTHING if looked.last is UNSET else looked.last)
    return subscriber


def _of_table(subscriber: Subscriber) -> Coming:
    told_all = False

    async def coming() -> bytes | None:
        nonlocal told_all
        if told_all:
            return None
        frame = await subscriber.next()
        told_all = subscriber.table.is_over_for(subscriber)  # what it tells is of this very moment
        return encode_frame(frame)

    return coming


@asynccontextmanager
async def account(call: Call) -> AsyncIterator[Coming]:
    """What happens to the account: each of its running games first, then what begins, ends and waits for it."""
    news = AccountNews(call.registry, call.person)
    with call.registry.listening(call.person, news.hear):
        yield news.next


class AccountNews:
    """What a program was told of an account's games. For a slow one nothing queues up but the names of those that changed."""

    def __init__(self, registry: Registry, person: Person) -> None:
        self._registry, self._person = registry, person
        self._known: dict[str, tuple[bool, float]] | None = None  # of running games: who is asked, since when
        self._changed: set[str] = set()
        self._wake = asyncio.Event()
        self._ready: deque[AccountEvent] = deque()

    def hear(self, game: str) -> None:
        """Something about a game may be new."""
        self._changed.add(game)
        self._wake.set()

    async def next(self) -> bytes:
        """The next event, as JSON."""
        if self._known is None:
            self._known = {}
            for game in reversed(await self._registry.games_of(self._person)):
                self._compare(game)
        while not self._ready:
            await self._wake.wait()
            if not self._changed:
                self._wake.clear()
                continue
            for game in await self._registry.games_of(self._person, self._changed.pop()):
                self._compare(game)
        return msgspec.json.encode(self._ready.popleft())

    def _compare(self, game: Summary) -> None:
        """Notes how a game stands, and what is new in that."""
        assert self._known is not None
        told, before = game_info(game, self._person), self._known.pop(game.id, None)
        if not game.started:
            return
        if not game.over:
            self._known[game.id] = now = (told.your_turn, game.played)
            if before is None:
                self._ready.append(GameStart(told))
            elif told.your_turn and now != before:
                self._ready.append(YourTurn(told))
        elif before is not None:
            self._ready.append(GameFinish(told))
