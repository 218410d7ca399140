"""A table: one game, its seats, and who is looking.

A command goes: decoded -> the table is locked -> checked -> stored and synced -> acknowledged -> shown to the others.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event
from typing import TypeVar

import msgspec

import tianxia
from tianxia.engine import i18n
from tianxia.engine.records import Look
from tianxia.tables import consent, views
from tianxia.tables.autoplay import Autoplay
from tianxia.tables.bell import Bell
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.chat import Talk
from tianxia.tables.client_state import ClientState
from tianxia.tables.frames import (
    Ack,
    AnswerOffer,
    Command,
    ErrorFrame,
    Hush,
    MakeOffer,
    Report,
    Say,
    ServerFrame,
    TableView,
    Undo,
    Why,
)
from tianxia.tables.history import MOST_ROWS, Abandoned, History, Viewer, number_of, pack, unpack
from tianxia.tables.logs import logger, outline, trace_of
from tianxia.tables.metrics import ACCEPTED, COMMAND, FINISHED, REFUSED
from tianxia.tables.moment import Moment
from tianxia.tables.onlookers import Behind, admits
from tianxia.tables.pace import Pace
from tianxia.tables.refused import Refused
from tianxia.tables.sound import game_of
from tianxia.tables.store import (
    BESIDE,
    ActionRow,
    Conflict,
    Damaged,
    RatingChange,
    RematchRow,
    ResignedRow,
    Row,
    Setup,
    Store,
    Stored,
    StoreError,
    UndoRow,
    seats_of,
)
from tianxia.tables.subscriber import Subscriber

log = logger(__name__)
T = TypeVar("T")

NO_SEAT = "none"
"""Wish of a screen that is passed around for what everybody may see."""


FIRST_TRY, LAST_TRY = 1.0, 10.0  # seconds between two tries to go on after the store failed, about
SNAPSHOT = 50  # rows after which the game is kept as it stands
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


Playing = Command | Undo | MakeOffer | AnswerOffer
"""What a seat may ask a table for."""


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
    ) -> None:
        self.setup = stored.setup
        self.game = game_of(stored.setup)
        views.actions_by_parts(self.game.id)  # half a second, once: not while somebody waits for an answer
        self.paused = ""
        self.fault = ""  # why its rows can't all be followed, in technical words
        self.changes: tuple[RatingChange, ...] | None = None  # of ratings, by seat; None until that is known
        self.subscribers: set[Subscriber] = set()
        self.waiting: Counter[str] = Counter()  # the guests who have the page open before the game starts
        self.bell = Bell(lobby if stored.setup.terms.public else None)  # rings when who plays changes, and at the end
        self.presence = 0
        self.onlookers = 0
        self.talk = Talk(stored.setup.id, store.messages)
        self.history = History(self.game, stored.setup.start)
        self._store = store
        self._lock = asyncio.Lock()
        self._views: dict[tuple[Viewer, str, bool], TableView] = {}  # of the viewers that are here
        self._looks: dict[tuple[Viewer, bool], Look] = {}
        self._retrying: asyncio.Task[None] | None = None
        self._closed = False
        self.news: Callable[[Table], None] = lambda table: None  # told of whatever a list of games may say of this one
        self.autoplay = Autoplay(self, store.peers, bot_pool, pace)
        self._recall(stored)
        self._follow(stored.rows[self.history.rows :], stop)
        self.behind = Behind(self.setup, self.game, self._show_presence) if self.setup.terms.delay else None
        if self.behind is not None:
            self.behind.add(stored.rows[: self.history.rows])
            self.behind.release(time.time())
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

    def join(self, viewer: Viewer, lang: str, guest: str | None = None) -> Subscriber:
        """Somebody opens the table. Raises ``Refused`` before the game starts: who leaves again, or draws another seat by lot,
        must not have seen a hand."""
        if not self.history.started:
            raise Refused("gone", i18n.translator(lang).gettext("This game has not begun yet."))
        subscriber = Subscriber(self, viewer, lang, guest)
        self.subscribers.add(subscriber)
        self._show_later(())
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
        self.talk.go(subscriber)
        here = {(one.viewer, one.lang, self.is_late(one)) for one in self.subscribers}
        self._views = {key: view for key, view in self._views.items() if key in here}
        seen = {(viewer, late) for viewer, _, late in here}
        self._looks = {key: look for key, look in self._looks.items() if key in seen}
        self._presence_changed()

    def is_late(self, subscriber: Subscriber) -> bool:
        """Somebody looks on, and is to see everything only after a while."""
        return self.behind is not None and not self._plays(subscriber)

    def _plays(self, subscriber: Subscriber) -> bool:
        return subscriber.viewer is not None or bool(seats_of(self.history.seats, subscriber.guest))

    def is_over_for(self, subscriber: Subscriber) -> bool:
        """Whether the game is over, as far as somebody who looks at it knows."""
        return self._history(self.is_late(subscriber)).over

    def _history(self, late: bool) -> History:
        return self.behind.history if late and self.behind is not None else self.history

    def moment(self, viewer: Viewer, *, late: bool = False) -> tuple[int, int]:
        """Changes whenever there is something new to show to a viewer."""
        return self._history(late).streams[viewer].number, self.presence

    def view(self, viewer: Viewer, lang: str, *, late: bool = False) -> TableView:
        """The table as a viewer may see it now; ``late`` as who looks on some time behind does."""
        history = self._history(late)
        kept = self._views.get((viewer, lang, late))
        if kept is None or kept.number != history.streams[viewer].number:
            look = self._looks[viewer, late] = views.look_of(history, viewer, self._looks.get((viewer, late)))
            kept = views.table_view(self.setup, history, viewer, lang, paused=self._pause_reason(lang), look=look)
            self._views[viewer, lang, late] = kept
        sitting = history.seats
        here = self.here
        connected = {number for number, seat in enumerate(sitting) if late or seat.guest in here}
        seats = views.seat_views(sitting, connected, history.to_act, lang)
        return msgspec.structs.replace(
            kept,
            seats=seats,
            hurried="" if late else views.hurry_in_words(self.autoplay.pressure, lang),
            offer=consent.offer_view(history.now, viewer, [seat.name for seat in seats], lang),
            may_offer=[] if self.paused else consent.may_offer(history, self.setup, viewer),
            ratings=list(self.changes) if self.changes is not None and history.over else None,
            onlookers=self.onlookers,
            rematch=rematch.seat if (rematch := history.now.rematch) else None,
        )

    def since(self, viewer: Viewer, lang: str, last: int, client: ClientState, *, late: bool = False) -> ServerFrame:
        """The gap since a viewer's number, for a connection that was told so much; everything if that number is unknown or
        an undo lies in between."""
        history = self._history(late)
        stream = history.streams[viewer]
        view = self.view(viewer, lang, late=late)
        if stream.reset <= last <= stream.number:
            return client.step(view, history.events(viewer, last, lang))
        return client.full(view, history.events(viewer, 0, lang))

    # -- what they do -----------------------------------------------------------------------------------------------

    async def chat(self, subscriber: Subscriber, frame: Say | Hush | Report) -> None:
        """What a page has to do with what is written here; answers it."""
        try:
            if self.paused == "deleted":
                raise Refused("gone", self._pause_reason(subscriber.lang))
            await self.talk.take(subscriber, frame)
        except Refused as refused:
            subscriber.reply(ErrorFrame(frame.id, refused.code, refused.reason))
        else:
            subscriber.reply(Ack(frame.id, self.history.streams[subscriber.viewer].number))

    async def command(self, subscriber: Subscriber, frame: Playing) -> None:
        """Carries out a command of a page, or refuses it; answers either way."""
        work = asyncio.ensure_future(self._command(lambda: subscriber.viewer, frame, subscriber.lang, subscriber.reply))
        await asyncio.shield(work)  # a page that goes away does not stop its command half way

    async def command_of(self, guest: str, wish: str | None, frame: Command | Undo, lang: str) -> Ack | ErrorFrame:
        """Carries out a command of a guest in one of its seats, as ``seat_of`` finds it; gives what a page is answered."""
        answer: asyncio.Future[Ack | ErrorFrame] = asyncio.get_running_loop().create_future()
        seat = partial(self.seat_of, guest, wish, lang)
        await asyncio.shield(asyncio.ensure_future(self._command(seat, frame, lang, answer.set_result)))
        return await answer

    async def _command(
        self, seat: Callable[[], Viewer], frame: Playing, lang: str, reply: Callable[[Ack | ErrorFrame], None]
    ) -> None:
        with COMMAND.labels(self.game.id).time():
            await self._answered(seat, frame, lang, reply)

    async def _answered(
        self, seat: Callable[[], Viewer], frame: Playing, lang: str, reply: Callable[[Ack | ErrorFrame], None]
    ) -> None:
        async with self._lock:
            try:
                number = await again(lambda: self._accept(seat(), frame, lang))
            except Refused as refused:
                REFUSED.labels(self.game.id, refused.code).inc()
                reply(ErrorFrame(frame.id, refused.code, refused.reason))
            else:
                reply(Ack(frame.id, number))
            self._broadcast()

    async def _accept(self, seat: Viewer, frame: Playing, lang: str) -> int:
        say = i18n.translator(lang).gettext
        if seat is None:
            raise Refused("foreign", say("You are looking on; only the players of this table can act."))
        if frame.game != self.setup.id:
            raise Refused("malformed", say("This connection belongs to another table."))
        if not self.history.started:  # the rules' own reasons would tell of the hands
            raise Refused("illegal", say("This game has not begun yet."))
        if (known := self.history.answers.get((seat, frame.id))) is not None:
            return known
        if self.paused or self._closed:
            raise Refused("paused", self._pause_reason(lang))
        if self.history.over:
            raise Refused("over", say("The game is over."))
        if isinstance(frame, AnswerOffer):  # it names the offer
            await self._commit(lang, consent.row(self.history, self.setup, seat, frame, lang, time.time()))
            return self.history.streams[seat].number
        if not self.history.asked_since[seat] <= frame.expect <= self.history.streams[seat].number:
            raise Refused("stale", say("The table has moved on since; look again."))
        if self.history.rows >= 2 * MOST_ROWS:  # some things can be put down and picked up for ever
            raise Refused(
                "limited", say("This game has more steps than a game may have: resign, and begin another one.")
            )
        if isinstance(frame, MakeOffer):
            await self._commit(lang, consent.row(self.history, self.setup, seat, frame, lang, time.time()))
        else:
            await self._commit(lang, self._row(seat, frame))
        return self.history.streams[seat].number

    def _row(self, seat: int, frame: Command | Undo) -> Row:
        if isinstance(frame, Undo):
            return UndoRow(seat, number=self.history.rows, at=time.time(), command=frame.id)
        try:
            action = self.game.actions.text(frame.action)
        except tianxia.IllegalAction as error:
            raise Refused("illegal", str(error)) from error
        return ActionRow(seat, action, number=self.history.rows, at=time.time(), command=frame.id)

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
            row = ActionRow(seat, self.game.actions.text(action), number=self.history.rows, at=time.time())
            try:
                await self._commit(self.setup.lang, row)
            finally:
                self._broadcast()

    async def resign(self, guest: str, lang: str) -> None:
        """A guest gives the game up with all its seats, which ends it; raises ``Refused`` if there is nothing to give up."""
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
            at, first = time.time(), self.history.rows
            try:
                await self._commit(lang, *(ResignedRow(seat, number=n, at=at) for n, seat in enumerate(seats, first)))
            finally:
                self._broadcast()

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
                await self._commit(lang, *rows(self.history, self.setup))
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
            await self._commit(lang, RematchRow(seat, table, number=self.history.rows, at=time.time()))
            self._presence_changed()
            return table

    async def resume(self) -> None:
        """Goes on after a pause, if the store can write again. A row that the rules forbid stays forbidden."""
        async with self._lock:
            if self.paused in ("engine", "store"):
                try:
                    await self._store.probe()
                    await self._catch_up()
                except (StoreError, Damaged) as error:
                    log.warning("a table stays paused", table=self.setup.id, reason=str(error))
                    return
                self.autoplay.update()

    async def follow(self) -> bool:
        """Follows what was stored by others than this table; whether there was anything."""
        async with self._lock:
            before = self.history.rows
            await self._catch_up()
            self._broadcast()  # a bot whose row came too late is asked again
            with suppress(StoreError):
                await self.talk.follow()
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
        if self.behind is not None:
            self.behind.close()
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
                outcome=after.outcome if self.setup.terms.rated else None,
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
        await self.learn_changes(after)  # before anybody sees that the game is over
        for one in prepared:
            self.history.accept(one)
        self._show_later([one.row for one in prepared])
        if not all(isinstance(one, ActionRow | UndoRow) for one in rows):  # told beside the streams
            self._views.clear()
            self._presence_changed()
        ACCEPTED.labels(self.game.id).inc(sum(isinstance(one.row, ActionRow) for one in prepared))
        if self.history.over:
            FINISHED.labels(self.game.id).inc()
        # where onlookers are some time behind nobody is to hear that it is over, and it stands in no list that would change
        if (after.over and self.behind is None) or any(isinstance(row, BESIDE) for row in rows):
            self.bell.ring()

    def _show_later(self, rows: Sequence[Row]) -> None:
        """To who looks on some time behind."""
        if self.behind is not None:
            self.behind.add(rows)
            self.behind.schedule()

    async def learn_changes(self, now: Moment) -> None:
        """Asks what a rated game that is over made of the ratings. Where that can't be told the game is shown without it."""
        if now.over and self.setup.terms.rated and self.changes is None:
            with suppress(StoreError):
                self.changes = await self._store.results.changes(self.setup.id)

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
        told = self.history.rows
        self._follow(rows)
        self._show_later(rows[: self.history.rows - told])
        await self.learn_changes(self.history.now)
        if self.history.over > over and self.behind is None:
            self.bell.ring()
        if self._told == before:  # to tell of anything else would tell of hidden steps
            return
        self._views.clear()
        for subscriber in self.subscribers:
            if subscriber.viewer is not None and self.history.seats[subscriber.viewer].guest is None:
                subscriber.viewer = None
                subscriber.greet(0)
                if not admits(self.setup, self.history.seats, subscriber.guest):
                    why = i18n.translator(subscriber.lang).gettext("This table is closed to onlookers.")
                    subscriber.turn_away(why)
        self._presence_changed()
        self.bell.ring()

    @property
    def _told(self) -> tuple[object, ...]:
        """What everybody is told beside the streams."""
        now = self.history.now
        return self.paused, now.seats, now.started, now.rematch, now.offer

    def _recall(self, stored: Stored) -> None:
        """Takes up a game where it was kept last, so that only the rows since have to be played; that is never relied on."""
        if stored.snapshot is None:
            return
        try:
            self.history.recall(unpack(stored.snapshot), stored.rows)
        except Exception as error:
            log.info("a table is played from its first row", table=self.setup.id, reason=type(error).__name__)
            self.history = History(self.game, self.setup.start)

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
        self.onlookers = len({one.guest or id(one) for one in self.subscribers if not self._plays(one)})
        if not self.history.started:
            self.bell.ring()
        for subscriber in self.subscribers:
            subscriber.wake()
