"""All tables of one process: opened from the store when somebody comes, let go when nobody is left."""

import asyncio
import gc
import logging
import secrets
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Event
from typing import Any

import tianxia
from tianxia import warmup
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.history import begun
from tianxia.tables.pace import Pace
from tianxia.tables.refused import Refused
from tianxia.tables.sound import game_of
from tianxia.tables.store import (
    EMPTY,
    Damaged,
    Glance,
    Outage,
    Person,
    Seat,
    Setup,
    Standing,
    Store,
    StoreError,
    Summary,
    Terms,
    seats_of,
)
from tianxia.tables.table import Table, look_at
from tianxia.tables.timing import Time, Timekeeper
from tianxia.tables.views import actions_by_parts

log = logging.getLogger(__name__)

IDLE = 600.0  # seconds that an empty table stays in memory


GUEST = 24 * 3600.0  # seconds that a guest without a game is remembered
BROWSER = 365 * GUEST  # ... and a browser of an account that does not come any more; it forgets the account by then too


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


class Registry:
    """Creates and opens tables."""

    def __init__(self, store: Store, bot_pool: BotPool, pace: Pace | None = None, time: Time | None = None) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.pace = pace or Pace()
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, Loading] = {}
        self._idle: dict[str, asyncio.TimerHandle] = {}
        # one at a time: more would only take the processor from the event loop
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="tianxia-loads")
        self._faults: dict[str, str] = {}  # by game what the store was told
        self.keeper = Timekeeper(store, time or Time(), self._due, self._credit)
        self._stuck: set[str] = set()  # games that could not be opened when their time had come
        self._looking = asyncio.create_task(self._look_around())
        self._pruning = asyncio.create_task(self._forget_guests())
        bot_pool.prepare()

    async def create(
        self, game: str, options: dict[str, Any], seats: tuple[Seat, ...], lang: str, terms: Terms | None = None
    ) -> str:
        """Sets up a new game, stores it and returns its name; the seed is drawn here and shown to nobody.

        It starts at once, or when the last ``EMPTY`` seat is taken.
        """
        made = tianxia.load(game, **options)
        setup = Setup(
            id=secrets.token_urlsafe(9),
            game=game,
            options=options,
            seed=secrets.randbits(63),
            salt=secrets.token_hex(16),
            created=self.keeper.time.now(),
            lang=lang,
            rules=tianxia.__version__,
            tables=made.fingerprint(),
            furnishing=made.assets_digest(),
            terms=terms or Terms(),
        )
        if setup.terms.lot and EMPTY not in seats:
            seats = tuple(secrets.SystemRandom().sample(seats, len(seats)))
        history, rows = begun(made, setup.seed, seats, setup.created, setup.terms.clock)
        deadline = look_at(history.now, setup.created)
        await self.store.create(setup, rows, history.now.standing, deadline)
        self.keeper.deadlines.set(setup.id, deadline)
        return setup.id

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
            loading.task = asyncio.create_task(self._load(table, loading.stop))
        loading.waiting += 1
        try:
            return await asyncio.shield(loading.task)
        finally:
            loading.waiting -= 1
            if not loading.waiting:
                if self._loading.get(table) is loading:
                    del self._loading[table]
                loading.stop.set()
                loading.task.cancel()  # nothing happens to one that is done

    async def _load(self, table: str, stop: Event) -> Table | None:
        try:
            stored = await self.store.load(table)
            if stored is None:
                return None
            self._check_assets(stored.setup)
            loop = asyncio.get_running_loop()
            keeper = self.keeper
            made = partial(Table, keeper=keeper)
            found = await loop.run_in_executor(self._threads, made, stored, self.store, self.bot_pool, self.pace, stop)
        except (Damaged, ValueError, TypeError) as error:
            log.error("table %s cannot be opened: %s", table, error)
            await self._note(table, None, str(error))
            raise Unreadable(f"{table}: {error}") from error
        self._tables[table] = found
        self.left(found)  # whoever comes keeps it; nobody may
        standing = found.history.now.standing
        if (stored.standing, stored.fault) != (standing, found.fault):
            await self._note(table, standing, found.fault)
        await keeper.ready.wait()
        mended = bool(stored.fault and not found.fault)
        last = Outage(stored.rows[-1].at, keeper.time.now(), "paused") if mended and stored.rows else None
        await found.credit([last] if last else keeper.outages)
        return found

    async def _due(self, table: str) -> None:
        """The time of a table has come. Only who drives it may do that."""
        if table in self._stuck:
            return
        try:
            if (found := await self.open(table)) is not None:
                await found.time_out()
        except Unreadable:
            self._stuck.add(table)

    async def _credit(self) -> None:
        """Time was lost that is to cost nobody anything."""
        for table in list(self._tables.values()):
            await table.credit(self.keeper.outages)

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
        if setup.furnishing and setup.furnishing != tianxia.load(setup.game, **setup.options).assets_digest():
            log.error("table %s began with another map or deck of %s than the one in use now", setup.id, setup.game)
            raise AssetMismatch(setup.id)

    async def _look_around(self) -> None:
        """Makes and reads what the first who plays would wait for, and looks once through all games for such as
        can't be read, so that their guests and ``/health`` can tell.
        """
        for name in tianxia.games.names():
            await asyncio.to_thread(warmup.read_in, tianxia.load(name))
            await asyncio.to_thread(actions_by_parts, name)
        gc.freeze()  # what is there now stays: to look through all of it now and then would hold everybody up
        with suppress(StoreError):  # that tells by itself
            for game in await self.store.names():
                if fault := await self.store.fault(game):
                    log.error("game %s is damaged: %s", game, fault)
                    await self._note(game, None, fault)
                await asyncio.sleep(0.002)  # there is no hurry

    async def _forget_guests(self) -> None:
        """Now and then forgets who has no game any more; nobody loses anything by that."""
        while True:
            with suppress(StoreError):  # ``/health`` tells
                now = self.keeper.time.now()
                await self.store.people.prune(now - GUEST, now - BROWSER)
            await asyncio.sleep(GUEST / 24)

    async def resign(self, table: str, guest: Person, lang: str) -> None:
        """A guest gives a game up. Raises ``Refused`` if there is nothing to give up, ``Unreadable`` as ``open``."""
        if (found := await self.open(table)) is not None:
            await found.resign(guest.id, lang)

    async def remove(self, table: str, guest: Person, lang: str) -> None:
        """Takes a guest's seats from a game, which is given up first if others play on; without others it is deleted."""
        await self.give_up(table, guest, lang)
        gone = await self.store.remove(table, guest.id)
        await self.follow([] if gone else [table], [table] if gone else [])

    async def give_up(self, table: str, guest: Person, lang: str) -> None:
        """A guest resigns a game that others could not play on otherwise; nothing happens to any other game."""
        with suppress(Refused, Unreadable):
            seen = await self.glance(table)
            others = seen and any(seat.guest not in (None, guest.id) for seat in seen.seats)
            if seen and others and not seen.over and seats_of(seen.seats, guest.id):
                await self.resign(table, guest, lang)

    async def follow(self, changed: Iterable[str], gone: Iterable[str] = ()) -> None:
        """Tells the tables that are in memory, or on their way there, of what the store was told of their seats."""
        for name in gone:
            if (found := await self._coming(name)) is not None:
                self._tables.pop(name, None)
                found.withdraw()
        for name in changed:
            if (found := await self._coming(name)) is not None:
                await found.seats_changed()

    async def _coming(self, table: str) -> Table | None:
        if (loading := self._loading.get(table)) is not None:
            await asyncio.wait([loading.task])
        return self._tables.get(table)

    def left(self, table: Table) -> None:
        """Somebody left; a table that stays empty is let go after a while."""
        if not table.subscribers:
            name = table.setup.id
            if (timer := self._idle.pop(name, None)) is not None:
                timer.cancel()
            self._idle[name] = asyncio.get_running_loop().call_later(IDLE, self._let_go, table)

    def _let_go(self, table: Table) -> None:
        del self._idle[table.setup.id]
        if table.autoplay.busy:
            self.left(table)
        elif not table.subscribers and self._tables.get(table.setup.id) is table:
            table.close()
            del self._tables[table.setup.id]

    async def games_of(self, guest: Person | None, only: str | None = None) -> list[Summary]:
        """A guest's games, or the one of that name; the last played first."""
        found = [] if guest is None else await self.store.games_of(guest.id, only)
        for game in found:
            if game.fault and self._faults.get(game.id) != game.fault:
                await self._note(game.id, None, game.fault)
        return found

    async def close(self) -> None:
        """Stops the loads and the bots, and finishes writing."""
        self._looking.cancel()
        self._pruning.cancel()
        await self.keeper.close()
        for timer in self._idle.values():
            timer.cancel()
        for loading in self._loading.values():
            loading.stop.set()
            loading.task.cancel()
        for table in self._tables.values():
            table.close()
        await asyncio.gather(*(table.closed() for table in self._tables.values()))
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)  # the one at work stops after a few rows
        await self.bot_pool.close()
        await self.store.close()
