"""All tables of one process: opened from the store when somebody comes, let go when nobody is left."""

import asyncio
import gc
import secrets
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import Context
from functools import partial
from threading import Event
from typing import Any

from msgspec.structs import replace

import tianxia
from tianxia import warmup
from tianxia.bots.levels import is_own
from tianxia.engine import i18n
from tianxia.tables import seating
from tianxia.tables.bell import Bell
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.history import begun
from tianxia.tables.logs import logger, trace_of
from tianxia.tables.metrics import BEGUN
from tianxia.tables.moment import look_at
from tianxia.tables.pace import Pace
from tianxia.tables.refused import Refused
from tianxia.tables.rows import EMPTY, Seat, seats_of
from tianxia.tables.setup import Past, Setup, Terms
from tianxia.tables.sound import game_of
from tianxia.tables.store import (
    LOBBY,
    Damaged,
    Glance,
    Outage,
    Person,
    Standing,
    Store,
    StoreError,
    Summary,
    Touched,
    new_id,
)
from tianxia.tables.table import Table
from tianxia.tables.timing import Time, Timekeeper
from tianxia.tables.views import actions_by_parts

log = logger(__name__)

IDLE = 600.0  # seconds that an empty table stays in memory
PATIENCE = 2.0  # seconds after a deadline in which whoever has the table in memory may look at its clocks
RETRY = 1.0  # seconds until it is tried again to read what another process stored

GUEST = 24 * 3600.0  # seconds that a guest without a game is remembered
FORSAKEN = 7 * GUEST  # ... and a game that waits for players where none of them was again
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
        self.lobby = Bell()  # rings when something has changed in the lists of public games
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, Loading] = {}
        self._idle: dict[str, asyncio.TimerHandle] = {}
        # one at a time: more would only take the processor from the event loop
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="tianxia-loads")
        self._listeners: dict[str, list[Callable[[str], None]]] = {}  # by person
        self.asked: Callable[[Table, frozenset[str]], None] = lambda table, guests: None  # see ``Table.asked``
        self._faults: dict[str, str] = {}  # by game what the store was told
        self.keeper = Timekeeper(store, time or Time(), self._due, self._credit, self._each_minute)
        self._stuck: set[str] = set()  # games that could not be opened when their time had come
        self._behind: set[str] = set()  # of which another process stored something
        self._following: set[asyncio.Task[Any]] = set()
        store.watch(self._heard)
        self._looking = asyncio.create_task(self._look_around())
        self._pruning = asyncio.create_task(self._forget_guests())
        bot_pool.prepare()

    @property
    def tables(self) -> int:
        """How many are in memory."""
        return len(self._tables)

    async def create(
        self,
        game: str,
        options: dict[str, Any],
        seats: tuple[Seat, ...],
        lang: str,
        terms: Terms | None = None,
        past: Past | None = None,
        seed: int | None = None,
    ) -> str:
        """Sets up a new game, stores it and returns its name; the seed is drawn here and shown to nobody, but
        for the one of a lesson.

        It starts at once, or when the last ``EMPTY`` seat is taken. With a ``past`` it goes on from there.
        """
        made = tianxia.load(game, **options)
        setup = Setup(
            id=new_id(),
            game=game,
            options=options,
            seed=secrets.randbits(63) if seed is None else seed,
            salt=secrets.token_hex(16),
            created=self.keeper.time.now(),
            lang=lang,
            rules=tianxia.__version__,
            tables=made.fingerprint(),
            furnishing=made.assets_digest(),
            terms=terms or Terms(),
            past=past,
        )
        if setup.terms.lot and EMPTY not in seats:
            seats = tuple(secrets.SystemRandom().sample(seats, len(seats)))
        history, rows = begun(made, setup.start, seats, setup.created, setup.terms.clock)
        deadline = look_at(history.now, setup.created)
        await self.store.create(setup, rows, history.now.standing, deadline)
        self.keeper.deadlines.set(setup.id, deadline)
        BEGUN.labels(game).inc()
        self._tell(setup.id, seats)
        if setup.terms.public:
            self.lobby.ring()
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
        found.news, found.asked = partial(self._news, found), partial(self.asked, found)
        self.left(found)  # whoever comes keeps it; nobody may
        mended = bool(stored.fault and not found.fault)
        last = Outage(stored.rows[-1].at, self.keeper.time.now(), "paused") if mended and stored.rows else None
        await found.credit([last] if last else self.keeper.outages)  # before anybody who has it from there locks it
        standing = found.history.now.standing
        if (stored.standing, stored.fault) != (standing, found.fault):
            await self._note(table, standing, found.fault)
        return found

    async def _due(self, table: str) -> None:
        """The time of a table has come."""
        if table in self._stuck:
            return
        if self.store.peers.others and table not in self._tables:
            now, at = self.keeper.time.now(), await self.store.deadline(table)
            if at is None or at > now - PATIENCE:  # who drives it comes first; nobody else needs to load it
                self.keeper.deadlines.set(table, None if at is None else at + PATIENCE)
                return
        try:
            if (found := await self.open(table)) is not None:
                await found.time_out()
        except Unreadable:
            self._stuck.add(table)

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
        if setup.furnishing and setup.furnishing != tianxia.load(setup.game, **setup.options).assets_digest():
            log.error("a table began with another map or deck than is in use now", table=setup.id, game=setup.game)
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
                    log.error("a game is damaged", table=game)
                    await self._note(game, None, fault)
                await asyncio.sleep(0.002)  # there is no hurry

    async def _forget_guests(self) -> None:
        """Now and then forgets games that nobody waits in any more, and who has no game; nobody loses anything by that."""
        while True:
            try:
                now = self.keeper.time.now()
                await self.follow([], await self.store.prune(now - FORSAKEN))
                await self.store.people.prune(now - GUEST, now - BROWSER)
            except StoreError:
                pass  # ``/health`` tells
            except Exception as error:  # the next time may be better
                log.error("who has no game could not be forgotten", exception=trace_of(error))
            await asyncio.sleep(GUEST / 24)

    async def _each_minute(self) -> None:
        await self._settle()
        await self._turn_out()

    async def _turn_out(self) -> None:
        """Whom the operator keeps out gives all games up, so that nobody waits for its step or its word."""
        with suppress(StoreError):  # it is found again
            for name, person, started in await self.store.people.keep_waiting():
                try:
                    if not started:
                        await self.arrange(name, seating.rise(person, i18n.DEFAULT), i18n.DEFAULT)
                    elif (found := await self.open(name)) is not None:
                        await found.resign(person, i18n.DEFAULT)
                except (Refused, Unreadable) as error:
                    log.warning("who is kept out sits in a game still", table=name, reason=type(error).__name__)
                except StoreError:
                    raise
                except Exception as error:  # the other games are left all the same
                    log.error("who is kept out could not leave a game", table=name, exception=trace_of(error))

    async def _settle(self) -> None:
        """Counts for ratings the games whose end who looks on some time behind has seen by now."""
        try:
            for name in await self.store.results.settle(self.keeper.time.now()):
                if (found := self._tables.get(name)) is not None:
                    await found.rated()
        except StoreError:
            pass  # ``/health`` tells
        except Exception as error:
            log.error("games could not be counted for ratings", exception=trace_of(error))

    async def resign(self, table: str, guest: Person, lang: str) -> None:
        """A guest gives a game up. Raises ``Refused`` if there is nothing to give up, ``Unreadable`` as ``open``."""
        if (found := await self.open(table)) is not None:
            await found.resign(guest.id, lang)

    async def arrange(self, table: str, wish: seating.Wish, lang: str) -> Table:
        """Changes who is to play at a table that has not started; if nobody is left, it is no more. Raises ``Refused`` as
        ``Table.arrange``, also where there is no such table, and ``Unreadable`` as ``open``."""
        found = await self.open(table)
        if found is None:
            raise Refused("gone", i18n.translator(lang).gettext("There is no such table, or it cannot be opened."))
        await found.arrange(wish, lang)
        if found.history.now.host is None and await self.store.discard(table):
            await self.follow([], [table])
        return found

    async def sit(self, table: str, guest: Person, lang: str, seat: int | None = None) -> None:
        """Somebody takes a seat: the one that is kept for it, or this, or any. Raises as ``arrange``."""
        seen = await self.glance(table)
        kept = await self.kept_for(seen) if seen else {}
        own = seats_of([kept.get(place, EMPTY) for place in range(len(seen.seats))], guest.id) if seen else ()
        if kept and not own:
            told = i18n.translator(lang).gettext("This table is for those who have played together already.")
            raise Refused("foreign", told)
        wanted = () if seat is None else (seat,)
        barred = await self.store.messages.blockers(guest.id)
        await self.arrange(table, seating.sit(guest, lang, *(own or wanted), barred=barred), lang)

    async def kept_for(self, seen: Glance) -> dict[int, Seat]:
        """By seat for whom the seats of a rematch are; empty for any other game, and if that before it is no more."""
        before = seen.setup.terms.rematch_of
        with suppress(Unreadable):
            if before and (old := await self.glance(before)) is not None:
                return {seating.rematch(old.seats, place): sitter for place, sitter in enumerate(old.seats)}
        return {}

    async def rematch(self, table: str, guest: Person, lang: str, level: str = "") -> str:
        """Plays a game that is over once more, with the same people one seat further on; gives the name of that table.

        Who asks first makes it, the others sit down there; if there are no others it starts at once. Bots play at the ``level``
        of theirs, or that one. Raises ``Refused``, and
        ``Unreadable`` as ``open``.
        """
        say = i18n.translator(lang).gettext
        found = await self.open(table)
        if found is None or not (own := seats_of(found.history.seats, guest.id)):
            raise Refused("foreign", say("Only those who played this game can play it again together."))
        if not found.history.over:
            raise Refused("illegal", say("This game is not over yet."))
        asked = found.history.now.rematch
        if asked is not None and await self.glance(asked.table) is not None:
            with suppress(Refused):  # the seat may be taken: then the guest looks on
                await self.sit(asked.table, guest, lang)
            return asked.table
        before = found.history.seats
        new = [seating.rematch(before, seat) for seat in own]
        sitting = dict(zip(new, seating.own_seats(found.game, guest, new), strict=True))
        for seat, sitter in enumerate(before):
            if sitter.bot and sitter.guest is None:
                sitting[seating.rematch(before, seat)] = Seat(level or sitter.name, bot=level or sitter.bot)
        seats = tuple(sitting.get(seat, EMPTY) for seat in range(len(before)))
        alone = EMPTY not in seats
        rated = found.setup.terms.rated and not is_own(level)
        terms = replace(
            found.setup.terms, rated=rated, lot=False, imported=False, lesson="", rematch_of="" if alone else table
        )
        made = await self.create(found.setup.game, found.setup.options, seats, lang, terms)
        if alone:
            return made
        kept = ""
        try:
            kept = await found.ask_again(own[0], made, lang, asked.table if asked else "")
        finally:
            if kept != made:  # somebody else was faster, or nobody can be asked
                await self.arrange(made, seating.rise(guest.id, lang), lang)
        return made if kept == made else await self.rematch(table, guest, lang, level)

    async def remove(self, table: str, guest: Person, lang: str) -> None:
        """Takes a guest's seats from a game, which is given up first if others play on; without others it is deleted. Raises
        ``Refused`` as ``give_up``."""
        with suppress(Refused, Unreadable):
            seen = await self.glance(table)
            if seen is not None and not seen.started:
                await self.arrange(table, seating.rise(guest.id, lang), lang)
                return
        await self.give_up(table, guest, lang)
        gone = await self.store.remove(table, guest.id)
        await self.follow([] if gone else [table], [table] if gone else [])

    async def give_up(self, table: str, guest: Person, lang: str) -> None:
        """A guest resigns a game that others could not play on otherwise, or a rated one: who is about to lose to a bot does not
        escape by deleting it. Nothing happens to any other game. Raises ``Refused`` while nothing can be stored: in a seat
        without anybody nobody would play on."""
        with suppress(Unreadable):
            seen = await self.glance(table)
            others = seen and any(seat.guest not in (None, guest.id) for seat in seen.seats)
            if seen and (others or seen.setup.terms.rated) and not seen.over and seats_of(seen.seats, guest.id):
                try:
                    await self.resign(table, guest, lang)
                except Refused:
                    if (found := self._tables.get(table)) is not None and found.paused == "store":
                        raise

    async def follow(self, changed: Iterable[str], gone: Iterable[str] = ()) -> None:
        """Tells the tables that are in memory, or on their way there, of what the store was told of their seats."""
        changed, gone = list(changed), list(gone)
        if changed or gone:
            self.lobby.ring()
        for name in gone:
            if (found := await self._coming(name)) is not None:
                self._tables.pop(name, None)
                found.withdraw()
        for name in changed:
            if (found := await self._coming(name)) is not None:
                with suppress(StoreError, Damaged):  # the next row finds out
                    await found.follow()

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

    def left(self, table: Table) -> None:
        """Somebody left; a table that stays empty is let go after a while."""
        if not table.subscribers:
            name = table.setup.id
            if (timer := self._idle.pop(name, None)) is not None:
                timer.cancel()
            self._idle[name] = asyncio.get_running_loop().call_later(IDLE, self._let_go, table)

    def _let_go(self, table: Table) -> None:
        del self._idle[table.setup.id]
        if table.autoplay.busy or table.waiting or table.listeners:
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
