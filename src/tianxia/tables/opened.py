"""The tables of one process that are in memory: opened from the store when somebody comes, let go when nobody is left."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import Context
from functools import partial
from threading import Event
from typing import Any
from weakref import proxy

from tianxia.tables.bell import Bell
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.logs import logger, trace_of
from tianxia.tables.pace import Pace
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Setup
from tianxia.tables.sound import assets_in_use, game_of
from tianxia.tables.store import LOBBY, Damaged, Glance, Outage, Person, Standing, Store, StoreError, Touched
from tianxia.tables.table import Table
from tianxia.tables.timing import Time, Timekeeper

log = logger(__name__)

IDLE = 600.0  # seconds that an empty table stays in memory
PATIENCE = 2.0  # seconds after a deadline in which whoever has the table in memory may look at its clocks
AGAIN = 600.0
"""Seconds until it is tried again to open a game that could not be when its time had come: it may be repaired."""
RETRY = 1.0  # seconds until it is tried again to read what another process stored


class Unreadable(Exception):
    """What is stored of a game does not fit this program: it is damaged, or another version's. The text says why."""


class AssetMismatch(Unreadable):
    """A game began with another map or deck than the one that is in use now."""


class Loading:
    """A game on its way into memory, and how many wait for it."""

    def __init__(self) -> None:
        self.waiting = 0
        self.stop = Event()
        self.task: asyncio.Task[Table | None]


class Opened:
    """Opens tables, has them follow what others store of them, and tells who listens of what is new in them."""

    def __init__(
        self, store: Store, bot_pool: BotPool, pace: Pace, time: Time, each_minute: Callable[[], Awaitable[None]]
    ) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.pace = pace
        self.lobby = Bell()  # rings when something has changed in the lists of public games
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, Loading] = {}
        self._idle: dict[str, asyncio.TimerHandle] = {}
        self._visits: Counter[str] = Counter()  # by table
        # one at a time: more would only take the processor from the event loop
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="tianxia-loads")
        self._listeners: dict[str, list[Callable[[str], None]]] = {}  # by person
        self.asked: Callable[[Table, frozenset[str]], None] = lambda table, guests: None  # see ``Table.asked``
        self._faults: dict[str, str] = {}  # by game what the store was told
        self.keeper = Timekeeper(store, time, self._due, self._credit, each_minute)
        self._stuck: dict[str, float] = {}  # until when (monotonic) a game is not tried again
        self._behind: set[str] = set()  # of which another process stored something
        self._following: set[asyncio.Task[Any]] = set()
        store.listen(self._heard)

    @property
    def tables(self) -> int:
        """How many are in memory."""
        return len(self._tables)

    async def open(self, table: str) -> Table | None:
        """The table of that name, loaded once however many ask at the same moment; None if there is none.

        It is loaded off the event loop, and as soon as nobody waits for it any more that stops. Raises ``Unreadable`` if
        there is one that can't be opened, ``AssetMismatch`` if it needs another map or deck.
        """
        if (found := self._tables.get(table)) is not None:
            return found
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = Loading()
            loading.task = asyncio.create_task(self._load(table, loading.stop), context=Context())
        loading.waiting += 1
        try:
            return await asyncio.shield(loading.task)
        finally:
            loading.waiting -= 1
            if not loading.waiting:
                if self._loading.get(table) is loading:
                    del self._loading[table]
                loading.stop.set()
                if table in self._tables:  # what it has lost meanwhile is given back, also where nobody waits
                    self._keep(loading.task)
                else:
                    loading.task.cancel()

    @asynccontextmanager
    async def visiting(self, table: str) -> AsyncIterator[Table | None]:
        """The table of that name, as ``open`` finds it. Meanwhile it stays in memory: whoever does something at a table does
        it while visiting, or it might be let go just then."""
        found = await self.open(table)
        if found is None:
            yield None
            return
        self._visits[table] += 1
        try:
            yield found
        finally:
            self._visits[table] -= 1
            if not self._visits[table]:
                del self._visits[table]
                self._left(found)

    async def _load(self, table: str, stop: Event) -> Table | None:
        try:
            stored = await self.store.load(table)
            if stored is None:
                return None
            self._check_assets(stored.setup)
            loop = asyncio.get_running_loop()
            made = partial(Table, stop=stop, lobby=self.lobby, keeper=self.keeper)
            found = await loop.run_in_executor(self._threads, made, stored, self.store, self.bot_pool, self.pace)
        except (Damaged, ValueError, TypeError) as error:
            log.error("a table cannot be opened", table=table, exception=trace_of(error))
            await self._note(table, None, str(error))
            raise Unreadable(f"{table}: {error}") from error
        await found.learn_changes(found.history.now)
        await self.keeper.ready.wait()
        self._tables[table] = found
        self._stuck.pop(table, None)
        known: Table = proxy(found)  # which has these two
        found.news, found.asked = partial(self._news, known), partial(self.asked, known)
        self._left(found)  # whoever comes keeps it; nobody may
        mended = bool(stored.fault and not found.fault)
        last = Outage(stored.rows[-1].at, self.keeper.time.now(), "paused") if mended and stored.rows else None
        await found.credit([last] if last else self.keeper.outages)  # before anybody who has it from there locks it
        standing = found.history.now.standing
        if (stored.standing, stored.fault) != (standing, found.fault):
            await self._note(table, standing, found.fault)
        return found

    async def _due(self, table: str) -> None:
        """The time of a table has come."""
        if self._stuck.get(table, 0.0) > self.keeper.time.monotonic():
            return
        if self.store.peers.others and table not in self._tables:
            now, at = self.keeper.time.now(), await self.store.deadline(table)
            if at is None or at > now - PATIENCE:  # who drives it comes first; nobody else needs to load it
                self.keeper.deadlines.set(table, None if at is None else at + PATIENCE)
                return
        try:
            async with self.visiting(table) as found:
                if found is not None:
                    await found.time_out()
        except Unreadable:
            self._stuck[table] = self.keeper.time.monotonic() + AGAIN

    async def _credit(self, outage: Outage) -> None:
        """This process could do nothing: that is to cost nobody time at the tables that it drives."""
        for table in list(self._tables.values()):
            if table.history.now.clocks is not None and table.drives:
                try:
                    await table.credit([outage])
                except Exception as error:  # those of the others are credited all the same
                    log.error("a table could not be credited", table=table.setup.id, exception=trace_of(error))

    async def _note(self, table: str, standing: Standing | None, fault: str) -> None:
        with suppress(StoreError):  # it is found out again
            await self.store.note(table, standing, fault)
            self._faults[table] = fault

    async def glance(self, table: str) -> Glance | None:
        """What everybody may know of a game, without loading it. Raises like ``open``, but for its rows."""
        if (found := self._tables.get(table)) is not None:
            now = found.history.now
            return Glance(found.setup, now.seats, now.over, now.standing, now.started)
        try:
            seen = await self.store.glance(table)
            if seen is not None:
                game_of(seen.setup, seen.seats)
                self._check_assets(seen.setup)
        except Damaged as error:
            await self._note(table, None, str(error))
            raise Unreadable(f"{table}: {error}") from error
        return seen

    @staticmethod
    def _check_assets(setup: Setup) -> None:
        if setup.assets and setup.assets != assets_in_use(setup):
            log.error("a table began with another map or deck than is in use now", table=setup.id, game=setup.game)
            raise AssetMismatch(setup.id)

    async def follow(self, changed: Iterable[str], gone: Iterable[str] = ()) -> None:
        """Tells the tables that are in memory, or on their way there, of what the store was told of their seats."""
        asleep = False  # those that are in memory ring by themselves, if everybody may hear it
        for name in gone:
            if (found := await self._coming(name)) is not None:
                self._tables.pop(name, None)
                found.withdraw()
            else:
                asleep = True
        for name in changed:
            if (found := await self._coming(name)) is not None:
                with suppress(StoreError, Damaged):  # the next row finds out
                    await found.follow()
            else:
                asleep = True
        if asleep:
            self.lobby.ring()

    def _heard(self, touched: Touched | None) -> None:
        """Another process has changed games: those that are here follow."""
        if touched is None or LOBBY in touched.games:
            self.lobby.ring()
        here = {*self._tables, *self._loading}
        for name in (here if touched is None else here.intersection(touched.games)) - self._behind:
            self._behind.add(name)
            task = asyncio.create_task(self._follow_others(name), name=f"{name} follows")
            self._keep(task)
        if self._listeners:
            self._keep(asyncio.create_task(self._news_of_others(touched), name="news of others"))

    def _keep(self, task: asyncio.Task[Any]) -> None:
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def _news_of_others(self, touched: Touched | None) -> None:
        """Tells those who listen of what another process changed; where that may be anything, of all their games."""
        for person in list(self._listeners) if touched is None else ():
            with suppress(StoreError):
                for game in await self.store.games_of(person):
                    self._tell(game.id, game.seats)
        for name in () if touched is None else touched.games:
            with suppress(StoreError, Damaged):
                if (seen := await self.store.glance(name)) is not None:
                    self._tell(name, seen.seats)

    async def _follow_others(self, name: str) -> None:
        found = await self._coming(name)
        self._behind.discard(name)  # what is stored from now on may be missing in what is read next
        while found is not None and self._tables.get(name) is found:
            with suppress(StoreError, Damaged):
                if not await found.follow() and await self.store.glance(name) is None:
                    await self.follow([], [name])
                return
            await asyncio.sleep(RETRY)

    @contextmanager
    def listening(self, person: Person, heard: Callable[[str], None]) -> Iterator[None]:
        """Meanwhile whoever listens hears the name of each of somebody's games of which a list may say something new."""
        listeners = self._listeners.setdefault(person.id, [])
        listeners.append(heard)
        try:
            yield
        finally:
            listeners.remove(heard)
            if not listeners:
                del self._listeners[person.id]

    def is_listening(self, person: str) -> bool:
        """Whether somebody hears of its games in this process: a page does that tells whose turn it is, or a program."""
        return person in self._listeners

    def loaded(self, table: str) -> Table | None:
        """A table that is in memory."""
        return self._tables.get(table)

    def _news(self, table: Table) -> None:
        self._tell(table.setup.id, table.history.seats)

    def _tell(self, game: str, seats: Iterable[Seat]) -> None:
        for person in {seat.guest for seat in seats if seat.guest in self._listeners}:
            for heard in self._listeners[person or ""]:
                heard(game)

    async def _coming(self, table: str) -> Table | None:
        if (loading := self._loading.get(table)) is not None:
            await asyncio.wait([loading.task])
        return self._tables.get(table)

    def _left(self, table: Table) -> None:
        """Somebody left; a table that stays empty is let go after a while."""
        name = table.setup.id
        if (timer := self._idle.pop(name, None)) is not None:
            timer.cancel()
        self._idle[name] = asyncio.get_running_loop().call_later(IDLE, self._let_go, table)

    def _let_go(self, table: Table) -> None:
        name = table.setup.id
        del self._idle[name]
        if name in self._visits or self._tables.get(name) is not table:  # the last visit begins anew
            return
        if name in self._loading or table.autoplay.busy or table.waiting or table.listeners:
            self._left(table)
            return
        table.close()
        del self._tables[name]

    async def close(self) -> None:
        """Stops the loads and the bots, and finishes writing."""
        await self.keeper.close()
        for timer in self._idle.values():
            timer.cancel()
        for task in self._following:
            task.cancel()
        for loading in self._loading.values():
            loading.stop.set()
            loading.task.cancel()
        for table in self._tables.values():
            table.close()
        await asyncio.gather(*(table.closed() for table in self._tables.values()))
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)  # the one at work stops after a few rows
        await self.bot_pool.close()
        await self.store.close()
