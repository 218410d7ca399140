"""A table: one game, its seats, and who is looking.

A command goes: decoded -> the table is locked -> checked -> stored and synced -> acknowledged -> shown to the others.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event
from typing import TypeVar

import msgspec

import tianxia
from tianxia.engine import i18n
from tianxia.engine.records import Look
from tianxia.tables import views
from tianxia.tables.autoplay import Autoplay
from tianxia.tables.bell import Bell
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.client_state import ClientState
from tianxia.tables.frames import Ack, Command, DayOff, ErrorFrame, Return, ServerFrame, TableView, Undo, Why
from tianxia.tables.history import MOST_ROWS, Abandoned, History, Viewer, number_of, pack, unpack
from tianxia.tables.logs import logger, outline, trace_of
from tianxia.tables.metrics import ACCEPTED, COMMAND, FINISHED, REFUSED
from tianxia.tables.moment import ASKED, look_at
from tianxia.tables.pace import Pace
from tianxia.tables.refused import Refused
from tianxia.tables.sound import game_of
from tianxia.tables.store import (
    BESIDE,
    ActionRow,
    BotTookOverRow,
    ClockRow,
    Conflict,
    Damaged,
    Outage,
    RematchRow,
    ResignedRow,
    ReturnedRow,
    Row,
    Setup,
    Store,
    Stored,
    StoreError,
    TimedOutRow,
    UndoRow,
    VacationRow,
    seats_of,
)
from tianxia.tables.subscriber import Subscriber
from tianxia.tables.timing import Time, Timekeeper

log = logger(__name__)
T = TypeVar("T")

NO_SEAT = "none"
"""Wish of a screen that is passed around for what everybody may see."""


FIRST_TRY, LAST_TRY = 1.0, 10.0  # seconds between two tries to go on after the store failed, about
SNAPSHOT = 50  # rows after which the game is kept as it stands
DEPUTY = "normal"
"""Level of the bot that plays for who is away."""
LINGER = 3.0  # seconds that somebody counts as there after the page was closed
LONG = 8  # actions that may be played anew on the event loop
TRIES = 5  # of a command that others overtake


class Overtaken(Refused):
    """Others were faster: their rows came first."""


async def again(work: Callable[[], Awaitable[T]]) -> T:
    """Does something anew where others were faster: it may be allowed still, or be done already."""
    for _ in range(TRIES - 1):
        with suppress(Overtaken):
            return await work()
    return await work()


class Table:
    """One game in this process. All changes go through ``_commit``, one at a time."""

    def __init__(
        self,
        stored: Stored,
        store: Store,
        bot_pool: BotPool,
        pace: Pace,
        stop: Event | None = None,
        lobby: Bell | None = None,
        keeper: Timekeeper | None = None,
    ) -> None:
        """Without a timekeeper it has the time of this machine, and nobody looks at its clocks."""
        self.time = keeper.time if keeper else Time()
        self._keeper = keeper
        self.setup = stored.setup
        self.game = game_of(stored.setup)
        views.actions_by_parts(self.game.id)  # half a second, once: not while somebody waits for an answer
        self.paused = ""
        self.fault = ""  # why its rows can't all be followed, in technical words
        self.subscribers: set[Subscriber] = set()
        self.waiting: Counter[str] = Counter()  # the guests who have the page open before the game starts
        self.bell = Bell(lobby if stored.setup.terms.public else None)  # rings when who plays changes, and at the end
        self.presence = 0
        self.history = History(self.game, stored.setup.seed, stored.setup.terms.clock)
        self._paused_at: float | None = None  # since when no time runs, until that is stored
        self._store = store
        self._lock = asyncio.Lock()
        self._views: dict[tuple[Viewer, str], TableView] = {}  # of the viewers that are here
        self._looks: dict[Viewer, Look] = {}
        self._looking: asyncio.Task[None] | None = None
        self._retrying: asyncio.Task[None] | None = None
        self._closed = False
        self.news: Callable[[Table], None] = lambda table: None  # told of whatever a list of games may say of this one
        self.autoplay = Autoplay(self, store.peers, bot_pool, pace)
        self._recall(stored)
        self._follow(stored.rows[self.history.rows :], stop)
        game_of(stored.setup, self.history.seats)

    # -- who looks --------------------------------------------------------------------------------------------------

    def seat_of(self, guest: str | None, wish: str | None = None, lang: str = i18n.DEFAULT) -> Viewer:
        """The seat as which a guest sees the table; None for everybody else, who may only look on.

        Of several seats it is the one that it wishes, else the first that is asked; who wishes none looks on. Raises
        ``Refused`` for a seat that is not the guest's own.
        """
        if wish == NO_SEAT:
            return None
        own = self.seats_of(guest)
        if wish is not None:
            if wish not in map(str, own):
                raise Refused("foreign", i18n.translator(lang).gettext("This seat is not yours."))
            return int(wish)
        return next((seat for seat in (*self.history.to_act, *own) if seat in own), None)

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """The seats of a guest."""
        return seats_of(self.history.seats, guest)

    def join(self, viewer: Viewer, lang: str) -> Subscriber:
        """Somebody opens the table."""
        subscriber = Subscriber(self, viewer, lang)
        self.subscribers.add(subscriber)
        self._presence_changed()
        self.autoplay.update()
        return subscriber

    @contextmanager
    def waited_for(self, guest: str = "") -> Iterator[None]:
        """While somebody has the page open before the game starts, a guest who sits there for a moment longer: it may be
        loaded anew."""
        if not guest:
            self._say_who_is_here()
            yield
            return
        self._wait(guest, 1)
        try:
            yield
        finally:
            asyncio.get_running_loop().call_later(LINGER, self._wait, guest, -1)

    def _wait(self, guest: str, more: int) -> None:
        before = set(self.waiting)
        self.waiting[guest] += more
        self.waiting += Counter()  # without those that are 0
        if before != set(self.waiting):
            self._presence_changed()

    @property
    def here(self) -> frozenset[str]:
        """The guests who have a page open, in whichever process."""
        return self._guests_here() | self._store.peers.elsewhere(self.setup.id)

    def leave(self, subscriber: Subscriber) -> None:
        """Somebody closes the page; the game stays."""
        self.subscribers.discard(subscriber)
        here = {(one.viewer, one.lang) for one in self.subscribers}
        self._views = {key: view for key, view in self._views.items() if key in here}
        self._looks = {viewer: look for viewer, look in self._looks.items() if viewer in {one for one, _ in here}}
        self._presence_changed()

    def moment(self, viewer: Viewer) -> tuple[int, int]:
        """Changes whenever there is something new to show to a viewer."""
        return self.history.streams[viewer].number, self.presence

    def view(self, viewer: Viewer, lang: str) -> TableView:
        """The table as a viewer may see it now."""
        kept = self._views.get((viewer, lang))
        if kept is None or kept.number != self.history.streams[viewer].number:
            look = self._looks[viewer] = views.look_of(self.history, viewer, self._looks.get(viewer))
            kept = views.table_view(self.setup, self.history, viewer, lang, paused=self._pause_reason(lang), look=look)
            self._views[viewer, lang] = kept
        sitting = self.history.seats
        here = self.here
        connected = {number for number, seat in enumerate(sitting) if seat.guest in here}
        return msgspec.structs.replace(
            kept,
            seats=views.seat_views(sitting, connected, self.history.to_act, lang),
            clocks=views.clocks_view(clocks, lang) if (clocks := self.history.now.clocks) else None,
            incidents=views.incident_views(self.history, viewer, lang),
            hurried=views.hurry_in_words(self.autoplay.pressure, lang),
            rematch=rematch.seat if (rematch := self.history.now.rematch) else None,
        )

    def since(self, viewer: Viewer, lang: str, last: int, client: ClientState) -> ServerFrame:
        """The gap since a viewer's number, for a connection that was told so much; everything if that number is unknown or
        an undo lies in between."""
        stream = self.history.streams[viewer]
        view = self.view(viewer, lang)
        if stream.reset <= last <= stream.number:
            return client.step(view, self.history.events(viewer, last, lang))
        return client.full(view, self.history.events(viewer, 0, lang))

    # -- what they do -----------------------------------------------------------------------------------------------

    async def command(self, subscriber: Subscriber, frame: Command | Undo) -> None:
        """Carries out a command of a page, or refuses it; answers either way."""
        answered = self._command(lambda: subscriber.viewer, frame, subscriber.lang, subscriber.reply, subscriber.lag)
        work = asyncio.ensure_future(answered)
        await asyncio.shield(work)  # a page that goes away does not stop its command half way

    async def command_of(self, guest: str, wish: str | None, frame: Command | Undo, lang: str) -> Ack | ErrorFrame:
        """Carries out a command of a guest in one of its seats, as ``seat_of`` finds it; gives what a page is answered."""
        answer: asyncio.Future[Ack | ErrorFrame] = asyncio.get_running_loop().create_future()
        seat = partial(self.seat_of, guest, wish, lang)
        await asyncio.shield(asyncio.ensure_future(self._command(seat, frame, lang, answer.set_result)))
        return await answer

    async def _command(
        self,
        seat: Callable[[], Viewer],
        frame: Command | Undo,
        lang: str,
        reply: Callable[[Ack | ErrorFrame], None],
        lag: float = 0.0,
    ) -> None:
        await self._observe()
        with COMMAND.labels(self.game.id).time():
            await self._answered(seat, frame, lang, reply, lag)

    async def _answered(
        self,
        seat: Callable[[], Viewer],
        frame: Command | Undo,
        lang: str,
        reply: Callable[[Ack | ErrorFrame], None],
        lag: float,
    ) -> None:
        async with self._lock:
            try:
                number = await again(lambda: self._accept(seat(), frame, lang, lag))
            except Refused as refused:
                REFUSED.labels(self.game.id, refused.code).inc()
                reply(ErrorFrame(frame.id, refused.code, refused.reason))
            else:
                reply(Ack(frame.id, number))
            self._broadcast()

    async def _accept(self, seat: Viewer, frame: Command | Undo, lang: str, lag: float) -> int:
        say = i18n.translator(lang).gettext
        if seat is None:
            raise Refused("foreign", say("You are looking on; only the players of this table can act."))
        if frame.game != self.setup.id:
            raise Refused("malformed", say("This connection belongs to another table."))
        if (known := self.history.answers.get((seat, frame.id))) is not None:
            return known
        if self.paused or self._closed:
            raise Refused("paused", self._pause_reason(lang))
        if self.history.over:
            raise Refused("over", say("The game is over."))
        if views.is_deputy(self.history.seats[seat]):
            raise Refused("foreign", say("A bot plays for you. Take your seat again first."))
        row = self._row(seat, frame, lag)
        if await self._ran_out(row):
            raise Refused("over", say("Your time was over before this came."))
        if not self.history.asked_since[seat] <= frame.expect <= self.history.streams[seat].number:
            raise Refused("stale", say("The table has moved on since; look again."))
        if self.history.rows >= 2 * MOST_ROWS:  # some things can be put down and picked up for ever
            raise Refused(
                "limited", say("This game has more steps than a game may have: resign, and begin another one.")
            )
        await self._commit(lang, row)
        return self.history.streams[seat].number

    def _row(self, seat: int, frame: Command | Undo, lag: float) -> ActionRow | UndoRow:
        number, at, clocks = self.history.rows, self.time.now(), self.history.now.clocks
        if isinstance(frame, Undo):
            return UndoRow(seat, number=number, at=at, command=frame.id)
        try:
            action = self.game.actions.text(frame.action)
        except tianxia.IllegalAction as error:
            raise Refused("illegal", str(error)) from error
        lag = min(lag, clocks.control.lag) if clocks else 0.0
        return ActionRow(seat, action, lag, number=number, at=at, command=frame.id)

    async def play(self, seat: int, number: int, action: int | None) -> None:
        """Plays for a bot, or answers a reaction window for a seat, if it is still asked what it was asked since a number.

        Something legal is played at random if the bot did not answer or chose what is not legal.
        """
        work = asyncio.ensure_future(self._play(seat, number, action))
        await asyncio.shield(work)  # whoever asked for it may stop: half way through the table stays locked

    async def _play(self, seat: int, number: int, action: int | None) -> None:
        async with self._lock:
            moved = number != self.history.asked_since[seat] or seat not in self.history.to_act
            if self.paused or self._closed or moved:
                return
            legal = self.history.match.legal_ids(seat).tolist()
            if action not in legal:
                if action is not None:
                    log.error("a bot chose what is not legal", table=self.setup.id, seat=seat)
                action = random.SystemRandom().choice(legal)
            assert action is not None
            row = ActionRow(seat, self.game.actions.text(action), number=self.history.rows, at=self.time.now())
            try:
                await self._commit(self.setup.lang, row)
            finally:
                self._broadcast()

    async def resign(self, guest: str, lang: str) -> None:
        """A guest gives the game up with all its seats; raises ``Refused`` if there is nothing to give up.

        That ends a game of two, or one without other guests; else bots go on in its seats.
        """
        await asyncio.shield(asyncio.ensure_future(again(lambda: self._resign(guest, lang))))

    async def _resign(self, guest: str, lang: str) -> None:
        async with self._lock:
            say = i18n.translator(lang).gettext
            if not (seats := self.seats_of(guest)):
                raise Refused("foreign", say("You are looking on; only the players of this table can act."))
            if self.history.over:
                raise Refused("over", say("The game is over."))
            if self._closed:
                raise Refused("paused", self._pause_reason(lang))
            if not (giving := [seat for seat in seats if seat not in self.history.now.resigned]):
                raise Refused("over", say("You have resigned already."))
            at, first = self.time.now(), self.history.rows
            ends = self.game.seats == 2 or not self.history.now.others(*giving)
            rows: list[Row] = [ResignedRow(seat, ends, number=n, at=at) for n, seat in enumerate(giving, first)]
            try:
                await self._commit(lang, *rows, *([] if ends else self._deputies(giving, first + len(rows), at)))
            finally:
                self._broadcast()

    def _deputies(self, seats: Iterable[int], first: int, at: float) -> list[Row]:
        """The rows by which bots play for these seats from now on, where none does."""
        free = [seat for seat in seats if self.history.seats[seat].bot is None]
        return [BotTookOverRow(seat, DEPUTY, number=n, at=at) for n, seat in enumerate(free, first)]

    async def attend(self, subscriber: Subscriber, frame: Return | DayOff) -> None:
        """Somebody comes back to its seat, or takes a day off; answers either way."""
        await asyncio.shield(asyncio.ensure_future(self._attend(subscriber, frame)))

    async def _observe(self) -> None:
        """Before anything is held against a clock: whether that of the machine was set."""
        if self._keeper is not None:
            await self._keeper.observe()

    async def _attend(self, subscriber: Subscriber, frame: Return | DayOff) -> None:
        await self._observe()
        async with self._lock:
            try:
                number = await again(lambda: self._attended(subscriber.viewer, frame, subscriber.lang))
            except Refused as refused:
                subscriber.reply(ErrorFrame(frame.id, refused.code, refused.reason))
            else:
                subscriber.reply(Ack(frame.id, number))
            self._broadcast()

    async def _attended(self, seat: Viewer, frame: Return | DayOff, lang: str) -> int:
        say, now = i18n.translator(lang).gettext, self.history.now
        if seat is None:
            raise Refused("foreign", say("You are looking on; only the players of this table can act."))
        if self.paused or self._closed:
            raise Refused("paused", self._pause_reason(lang))
        if now.over:
            raise Refused("over", say("The game is over."))
        number, at = self.history.rows, self.time.now()
        row: Row = ReturnedRow(seat, number=number, at=at)
        if isinstance(frame, DayOff):
            if now.clocks is None or now.clocks.seats[seat].vacation < 1 or now.seats[seat].bot is not None:
                raise Refused("illegal", say("You have no day off left."))
            row = taken = VacationRow(seat, number=number, at=at)
            if await self._ran_out(taken):
                raise Refused("over", say("Your time was over before this came."))
        elif not views.is_deputy(now.seats[seat]) or seat in now.resigned:
            raise Refused("illegal", say("There is no seat to return to."))
        await self._commit(lang, row)
        return self.history.streams[seat].number

    async def time_out(self) -> None:
        """Looks at the clocks: whoever has no time left is played for by a bot, or the game is over.

        Only the process that drives the table does that; another one does it when it comes to drive it.
        """
        async with self._lock:
            if self.paused or self._closed:
                return
            if self.drives:
                with suppress(Refused):
                    await again(self._time_out)
            self._tell_deadline(self.time.now())
            self._broadcast()

    @property
    def drives(self) -> bool:
        """Whether this process drives the table now; from now on it tries to, while there are clocks to look at."""
        return not self._closed and self._store.peers.drives(self.setup.id, self._drives_or_not)

    def _drives_or_not(self) -> None:
        if self.history.now.clocks is not None and not self._closed:
            self._looking = asyncio.create_task(self.time_out(), name=f"{self.setup.id} looks at its clocks")

    async def _time_out(self) -> None:
        now, at = self.history.now, self.time.now()
        if now.clocks is None:
            return
        due = [(seat, now.clocks.due(seat)) for seat in now.to_act if not self.autoplay.drives(seat)]
        if late := [seat for seat, when in due if when is not None and when <= at]:
            await self._run_out(late, at)

    async def _ran_out(self, row: ActionRow | UndoRow | VacationRow) -> bool:
        """Whether a seat's time was over before its row; then it is timed out, if that was not done yet."""
        clocks, lag = self.history.now.clocks, row.lag if isinstance(row, ActionRow) else 0.0
        if clocks is None or not clocks.too_late(row.seat, row.at, lag):
            return False
        if self.drives:
            await self._run_out([row.seat], row.at)
        return True

    async def _run_out(self, seats: list[int], at: float) -> None:
        first, ends = self.history.rows, not self.history.now.others(*seats)
        rows: list[Row] = [TimedOutRow(seat, ends, number=n, at=at) for n, seat in enumerate(seats, first)]
        await self._commit(self.setup.lang, *rows, *([] if ends else self._deputies(seats, first + len(rows), at)))

    async def credit(self, outages: Iterable[Outage]) -> None:
        """Gives back to clocks that ran in them stretches in which the game could not go on, once each."""
        async with self._lock:
            if not (self.paused or self._closed):
                before = self.history.rows
                with suppress(Refused):
                    await again(lambda: self._credited(outages))
                if self.history.rows > before:
                    self._broadcast()

    async def _credited(self, outages: Iterable[Outage]) -> None:
        clocks, at, first = self.history.now.clocks, self.time.now(), self.history.rows
        running = [one.asked for one in clocks.seats if one.asked is not None] if clocks else []
        if clocks is None or not running:
            return
        fresh = [one for one in outages if one.until > max(clocks.credited, min(running))]
        rows = [
            ClockRow(max(one.since, clocks.credited), one.until, one.why, number=n, at=at)
            for n, one in enumerate(fresh, first)
        ]
        if rows:
            await self._commit(self.setup.lang, *rows)

    async def arrange(self, rows: Callable[[History, Setup], list[Row]], lang: str) -> None:
        """Changes who is to play, before the game starts, by rows of ``seating``; raises ``Refused`` as these do."""
        await asyncio.shield(asyncio.ensure_future(again(lambda: self._arrange(rows, lang))))

    async def _arrange(self, rows: Callable[[History, Setup], list[Row]], lang: str) -> None:
        async with self._lock:
            if self.paused or self._closed:
                raise Refused("paused", self._pause_reason(lang))
            if self.history.started:
                raise Refused("over", i18n.translator(lang).gettext("This game has begun already."))
            try:
                at = self.time.now()
                wished = rows(self.history, self.setup)
                await self._commit(lang, *(msgspec.structs.replace(row, at=at) for row in wished))
            finally:
                self._presence_changed()
                self._broadcast()

    async def ask_again(self, seat: int, table: str, lang: str, instead: str = "") -> str:
        """A seat asks the others to play again at another table, unless somebody did; gives the table that they are asked
        to. One that is gone may be named, ``instead`` of which this one is."""
        return await asyncio.shield(asyncio.ensure_future(again(lambda: self._ask_again(seat, table, lang, instead))))

    async def _ask_again(self, seat: int, table: str, lang: str, instead: str) -> str:
        async with self._lock:
            if self.paused or self._closed:
                raise Refused("paused", self._pause_reason(lang))
            asked = self.history.now.rematch
            if asked is not None and asked.table != instead:
                return asked.table
            await self._commit(lang, RematchRow(seat, table, number=self.history.rows, at=self.time.now()))
            self._presence_changed()
            return table

    async def resume(self) -> None:
        """Goes on after a pause, if the store can write again. A row that the rules forbid stays forbidden."""
        async with self._lock:
            if self.paused in ("engine", "store"):
                try:
                    await self._store.probe()
                    await self._catch_up()
                    await self._unpaused()
                except (StoreError, Damaged, Refused) as error:
                    log.warning("a table stays paused", table=self.setup.id, reason=str(error))
                    return
                self.autoplay.update()

    async def _unpaused(self) -> None:
        """The time of the pause costs nobody anything."""
        if self._paused_at is not None:
            await self._credited([Outage(self._paused_at, self.time.now(), "paused")])
            self._paused_at = None

    async def follow(self) -> bool:
        """Follows what was stored by others than this table; whether there was anything."""
        async with self._lock:
            before = self.history.rows
            await self._catch_up()
            self._broadcast()  # a bot whose row came too late is asked again
            return self.history.rows > before

    def withdraw(self) -> None:
        """The game was deleted: nothing more is accepted, and whoever looks is told."""
        self.close()
        self._pause("deleted", self.setup.lang)
        self.bell.ring()

    def close(self) -> None:
        """Drops what is under way without a human; nothing new is begun."""
        self._closed = True
        self.autoplay.stop()
        self._store.peers.leave(self.setup.id)
        if self._retrying is not None:
            self._retrying.cancel()

    async def closed(self) -> None:
        """Until what was being stored when the table was closed is stored."""
        async with self._lock:
            pass

    def why(self, viewer: Viewer, asked: Why, lang: str) -> str:
        """What tapped parts do, or why they or a button make no legal action; empty if they can."""
        if viewer is None:
            return i18n.translator(lang).gettext("You are looking on; only the players of this table can act.")
        if self.paused:
            return self._pause_reason(lang)
        if asked.kind is not None:
            return views.why_no(self.history, viewer, asked.kind, lang)
        return views.answer(self.history, viewer, asked.parts, lang, asked.action)

    # -- the one way in which a table changes -----------------------------------------------------------------------

    async def _commit(self, lang: str, *rows: Row) -> None:
        """Checks rows, stores all or none of them, and only then moves on. The caller holds the lock."""
        row, first = rows[0], rows[0].number
        try:
            for row in rows:
                self._check(row, lang)
            long = self.history.effort(rows[0]) > LONG
            prepare = self.history.prepare_all
            prepared = await asyncio.to_thread(prepare, rows) if long else prepare(rows)
        except Refused:
            raise
        except tianxia.IllegalAction as error:
            raise Refused("illegal", self._reason(row, lang) or str(error)) from error
        except Exception as error:
            log.error("the engine failed", table=self.setup.id, row=outline(row), exception=trace_of(error))
            raise self._pause("engine", lang) from error
        try:
            after = prepared[-1].after
            await self._store.append(
                self.setup.id,
                first,
                tuple(one.row for one in prepared),
                over=after.over,
                standing=after.standing,
                deadline=look_at(after, rows[-1].at),
                snapshot=self._snapshot(first),
            )
        except Conflict as error:
            await self._catch_up()
            raise Overtaken(
                "stale", i18n.translator(lang).gettext("The table has moved on since; look again.")
            ) from error
        except StoreError as error:
            log.error("a row could not be stored", table=self.setup.id, row=first, reason=str(error))
            raise self._pause("store", lang) from error
        for one in prepared:
            self.history.accept(one)
        ACCEPTED.labels(self.game.id).inc(sum(isinstance(one.row, ActionRow) for one in prepared))
        if self.history.over:
            FINISHED.labels(self.game.id).inc()
        if after.over or any(isinstance(row, BESIDE) for row in rows):
            self.bell.ring()
        if not all(isinstance(one, ActionRow | UndoRow) for one in rows):  # told beside the streams
            self._views.clear()
            self._presence_changed()
        self._tell_deadline(rows[-1].at)

    def _tell_deadline(self, at: float) -> None:
        """Says when to look next: at the deadline, or a while after ``at`` if that has passed."""
        when = look_at(self.history.now, at)
        if self._keeper is not None:
            self._keeper.deadlines.set(self.setup.id, when if when is None or when > at else at + ASKED)

    def _snapshot(self, rows: int) -> bytes | None:
        """How the game stands after so many rows, now and then; None too if that can't be kept: all rows are there."""
        if rows == 0 or rows % SNAPSHOT:
            return None
        try:
            return pack(self.history.snapshot())
        except Exception as error:
            log.error("how a table stands could not be kept", table=self.setup.id, exception=trace_of(error))
            return None

    def _check(self, row: Row, lang: str) -> None:
        if isinstance(row, UndoRow) and (reason := views.undo_reason(self.history, row.seat, lang)):
            raise Refused("illegal", reason)
        if row.command is not None and isinstance(row, ActionRow) and self.history.declines_by_itself(row.seat):
            raise Refused("illegal", i18n.translator(lang).gettext("It is not your decision."))

    def _reason(self, row: Row, lang: str) -> str:
        """Why the rules forbid an action, in the player's language; empty for other rows."""
        if not isinstance(row, ActionRow):
            return ""
        return views.reason_in_words(self.history, row.seat, number_of(self.game.id, row.action), lang)

    async def _catch_up(self) -> None:
        """Follows what was stored meanwhile: by another writer, or a row of ours of which the store could not tell. Who has
        left looks on from now on."""
        rows = await self._store.rows(self.setup.id, self.history.rows)
        if self.paused == "deleted":
            return
        before, over = self._told, self.history.over
        self.paused = ""
        self._follow(rows)
        self._tell_deadline(self.time.now())
        if self.history.over > over:
            self.bell.ring()
        if self._told == before:  # to tell of anything else would tell of hidden steps
            return
        self._views.clear()
        for subscriber in self.subscribers:
            if subscriber.viewer is not None and self.history.seats[subscriber.viewer].guest is None:
                subscriber.viewer = None
                subscriber.greet(0)
        self._presence_changed()
        self.bell.ring()

    @property
    def _told(self) -> tuple[object, ...]:
        """What everybody is told beside the streams."""
        now = self.history.now
        return self.paused, now.seats, now.started, now.rematch, now.clocks, now.ended, now.away

    def _recall(self, stored: Stored) -> None:
        """Takes up a game where it was kept last, so that only the rows since have to be played; that is never relied on."""
        if stored.snapshot is None:
            return
        try:
            self.history.recall(unpack(stored.snapshot), stored.rows)
        except Exception as error:
            log.info("a table is played from its first row", table=self.setup.id, reason=type(error).__name__)
            self.history = History(self.game, self.setup.seed, self.setup.terms.clock)

    def _follow(self, rows: tuple[Row, ...], stop: Event | None = None) -> None:
        """Folds stored rows; one that the rules no longer allow pauses the table at the position before it."""
        try:
            self.history.fold(rows, stop)
        except Abandoned:
            raise
        except Exception as error:
            log.error(
                "a table cannot be continued",
                table=self.setup.id,
                row=self.history.rows,
                exception=trace_of(error),
            )
            self.paused = "rules"
            # why the rules forbid a row may tell what is hidden from others than its seat
            hidden = isinstance(error, tianxia.IllegalAction)
            reason = "the rules of this version do not allow it" if hidden else str(error) or type(error).__name__
            self.fault = f"row {self.history.rows}: {reason}{self._began()}"

    def _began(self) -> str:
        """With what a game began whose tables are not those of today; empty for the others."""
        if self.setup.tables in ("", self.game.fingerprint()):
            return ""
        return f" (it began with other tables, those of version {self.setup.rules})"

    def _pause(self, why: str, lang: str) -> Refused:
        self.paused = why
        if self._paused_at is None:
            self._paused_at = self.time.now()
        self._views.clear()
        self._presence_changed()
        if why == "store" and (self._retrying is None or self._retrying.done()):
            self._retrying = asyncio.create_task(self._retry(), name=f"{self.setup.id} tries again")
        return Refused("paused", self._pause_reason(lang))

    async def _retry(self) -> None:
        """Tries to go on by itself, later and later; not all tables at the same moment."""
        wait = FIRST_TRY
        while self.paused == "store":
            await asyncio.sleep(wait * random.SystemRandom().uniform(0.5, 1.5))
            wait = min(LAST_TRY, 2 * wait)
            await self.resume()

    def _pause_reason(self, lang: str) -> str:
        if not self.paused:
            return ""
        say = i18n.translator(lang).gettext
        reasons = {
            "engine": say("The game is paused: the program failed at the last step. Nothing is lost; reload the page."),
            "store": say(
                "The game is paused: the last step could not be stored. Nothing is lost; it goes on by itself as soon as"
                " that works again."
            ),
            "rules": say(
                "The game is paused: the rules of this version don't allow one of its earlier steps, or answer it otherwise."
                " On the start page it can be exported or deleted."
            ),
            "deleted": say("This game was deleted."),
        }
        return reasons[self.paused]

    # -- telling everybody ------------------------------------------------------------------------------------------

    def _broadcast(self) -> None:
        self.autoplay.update()
        for subscriber in self.subscribers:
            subscriber.wake()
        self.news(self)

    def _guests_here(self) -> frozenset[str]:
        """The guests who have a page open in this process."""
        sitting = [self.history.seats[one.viewer].guest for one in self.subscribers if one.viewer is not None]
        return frozenset(guest for guest in (*sitting, *self.waiting) if guest is not None)

    def _presence_changed(self) -> None:
        """Who sits here or is connected is not what it was, or whether the game can go on."""
        self._say_who_is_here()
        self._show_presence()

    def _say_who_is_here(self) -> None:
        """Tells the other processes, who tell us from then on."""
        if not self._closed:
            self._store.peers.here(self.setup.id, self._guests_here(), self._show_presence)

    def _show_presence(self) -> None:
        self.presence += 1
        if not self.history.started:
            self.bell.ring()
        for subscriber in self.subscribers:
            subscriber.wake()
