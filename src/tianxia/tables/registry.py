"""What is done with tables from outside: people make them, sit down, play again, give up; what nobody waits for is forgotten."""

import asyncio
import gc
import secrets
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

import tianxia
from tianxia import warmup
from tianxia.bots.levels import is_own
from tianxia.engine import i18n
from tianxia.tables import seating
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.garbage import collect_rarely
from tianxia.tables.history import begun
from tianxia.tables.logs import logger, trace_of
from tianxia.tables.metrics import BEGUN
from tianxia.tables.moment import look_at
from tianxia.tables.opened import Opened, Unreadable
from tianxia.tables.pace import Pace
from tianxia.tables.refused import Refused
from tianxia.tables.rows import EMPTY, Seat, seats_of
from tianxia.tables.setup import Past, Setup, Terms
from tianxia.tables.store import Glance, Person, Store, StoreError, Summary, new_id
from tianxia.tables.table import Table
from tianxia.tables.timing import Time
from tianxia.tables.views import actions_by_parts, called

log = logger(__name__)

LATER = 0.25  # seconds that whoever looks for damaged games lets those go first who wait for one
LATEST = 60.0  # ... and all together: then it goes on beside them
GUEST = 24 * 3600.0  # seconds that a guest without a game is remembered
FORSAKEN = 7 * GUEST  # ... and a game that waits for players where none of them was again
BROWSER = 365 * GUEST  # ... and a browser of an account that does not come any more; it forgets the account by then too


class Registry(Opened):
    """All tables of one process."""

    def __init__(self, store: Store, bot_pool: BotPool, pace: Pace | None = None, time: Time | None = None) -> None:
        super().__init__(store, bot_pool, pace or Pace(), time or Time(), self._each_minute)
        self._looking = asyncio.create_task(self._look_around())
        self._pruning = asyncio.create_task(self._forget_guests())
        self._collecting = asyncio.create_task(collect_rarely())
        bot_pool.prepare()

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
            assets=made.assets_digest(),
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
        if setup.terms.listed:
            self.lobby.ring()
        return setup.id

    async def _look_around(self) -> None:
        """Makes and reads what the first who plays would wait for, and looks once through all games for such as
        can't be read, so that their guests and ``/health`` can tell.
        """
        await asyncio.to_thread(called, EMPTY, i18n.DEFAULT)  # which reads all languages
        for name in tianxia.games.names():
            await asyncio.to_thread(warmup.read_in, tianxia.load(name))
            await asyncio.to_thread(actions_by_parts, name)
        gc.freeze()  # what is there now stays: to look through all of it now and then would hold everybody up
        patience = LATEST
        with suppress(StoreError):  # that tells by itself
            for game in await self.store.names():
                while self._loading and patience > 0:  # there is no hurry, and after a restart all pages come at once
                    patience -= LATER
                    await asyncio.sleep(LATER)
                if game not in self._tables and (fault := await self.store.fault(game)):
                    log.error("a game is damaged", table=game)
                    await self._note(game, None, fault)
                await asyncio.sleep(0.002)

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
                    else:
                        await self._resign(name, person, i18n.DEFAULT)
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
        await self._resign(table, guest.id, lang)

    async def _resign(self, table: str, guest: str, lang: str) -> None:
        async with self.visiting(table) as found:
            if found is not None:
                await found.resign(guest, lang)

    async def arrange(self, table: str, wish: seating.Wish, lang: str) -> None:
        """Changes who is to play at a table that has not started; if nobody is left, it is no more. Raises ``Refused`` as
        ``Table.arrange``, also where there is no such table, and ``Unreadable`` as ``open``."""
        async with self.visiting(table) as found:
            if found is None:
                raise Refused("gone", i18n.translator(lang).gettext("There is no such table, or it cannot be opened."))
            await found.arrange(wish, lang)
            if found.history.now.host is None and await self.store.discard(table):
                await self.follow([], [table])

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
        of theirs, or that one. Raises ``Refused``, and ``Unreadable`` as ``open``.
        """
        async with self.visiting(table) as found:
            return await self._rematch(found, guest, lang, level)

    async def _rematch(self, found: Table | None, guest: Person, lang: str, level: str) -> str:
        say = i18n.translator(lang).gettext
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
            found.setup.terms,
            rated=rated,
            lot=False,
            imported=False,
            lesson="",
            rematch_of="" if alone else found.setup.id,
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
        return made if kept == made else await self._rematch(found, guest, lang, level)

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
        self._collecting.cancel()
        await super().close()
