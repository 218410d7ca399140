"""A table: one game, its seats, and what people and bots do there, one thing at a time.

A command goes: decoded -> the table is locked -> checked -> stored and synced -> acknowledged -> shown to the others.
"""

import asyncio
import random
from collections.abc import Callable
from functools import partial
from threading import Event

import msgspec

import tianxia
from tianxia.engine import i18n
from tianxia.tables import consent, lessons, views
from tianxia.tables.autoplay import Autoplay
from tianxia.tables.bell import Bell
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.frames import (
    Ack,
    AnswerOffer,
    Command,
    DayOff,
    ErrorFrame,
    Freely,
    Hush,
    MakeOffer,
    Report,
    Return,
    Say,
    Undo,
)
from tianxia.tables.hints import Hints
from tianxia.tables.history import MOST_ROWS, History
from tianxia.tables.logs import logger
from tianxia.tables.metrics import COMMAND, REFUSED
from tianxia.tables.pace import Pace
from tianxia.tables.refused import Refused, again
from tianxia.tables.rows import ActionRow, FreedRow, RematchRow, ResignedRow, ReturnedRow, Row, UndoRow, VacationRow
from tianxia.tables.setup import Setup
from tianxia.tables.showing import Showing
from tianxia.tables.store import Store, Stored
from tianxia.tables.streams import Viewer
from tianxia.tables.subscriber import Subscriber
from tianxia.tables.timing import Timekeeper

log = logger(__name__)

Playing = Command | Undo | MakeOffer | AnswerOffer
"""What a seat may ask a table for."""


class Table(Showing):
    """One game in this process, its seats, and who is looking."""

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
        super().__init__(stored, store, stop, lobby, keeper)
        self.autoplay = Autoplay(self, store.peers, bot_pool, pace)
        self._chance = random.SystemRandom()  # of bots that do not answer
        self.hints = Hints(self, bot_pool)

    def join(self, viewer: Viewer, lang: str, guest: str | None = None) -> Subscriber:
        """Somebody opens the table. Raises ``Refused`` before the game starts: who leaves again, or draws another seat by lot,
        must not have seen a hand."""
        if not self.history.started:
            raise Refused("gone", i18n.translator(lang).gettext("This game has not begun yet."))
        subscriber = Subscriber(self, viewer, lang, guest)
        self.subscribers.add(subscriber)
        self._show_later(())
        self._came_or_went(subscriber)
        self.autoplay.update()
        return subscriber

    def leave(self, subscriber: Subscriber) -> None:
        """Somebody closes the page; the game stays."""
        self.subscribers.discard(subscriber)
        self.talk.go(subscriber)
        self._came_or_went(subscriber)

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
        answered = self._command(lambda: subscriber.viewer, frame, subscriber.lang, subscriber.reply, subscriber.lag)
        work = asyncio.ensure_future(answered)
        await asyncio.shield(work)  # a page that goes away does not stop its command half way

    async def command_of(self, guest: str, wish: str | None, frame: Playing, lang: str) -> Ack | ErrorFrame:
        """Carries out a command of a guest in one of its seats, as ``seat_of`` finds it; gives what a page is answered."""
        answer: asyncio.Future[Ack | ErrorFrame] = asyncio.get_running_loop().create_future()
        seat = partial(self.seat_of, guest, wish, lang)
        await asyncio.shield(asyncio.ensure_future(self._command(seat, frame, lang, answer.set_result)))
        return await answer

    async def _command(
        self,
        seat: Callable[[], Viewer],
        frame: Playing,
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
        frame: Playing,
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

    async def _accept(self, seat: Viewer, frame: Playing, lang: str, lag: float) -> int:
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
        if views.is_deputy(self.history.seats[seat]):
            raise Refused("foreign", say("A bot plays for you. Take your seat again first."))
        if isinstance(frame, AnswerOffer):  # it names the offer
            await self._commit(lang, consent.row(self.history, self.setup, seat, frame, lang, self.time.now()))
            return self.history.streams[seat].number
        row = None if isinstance(frame, MakeOffer) else self._row(seat, frame, lag)
        if row is not None and await self._ran_out(row):
            raise Refused("over", say("Your time was over before this came."))
        if not self.history.asked_since[seat] <= frame.expect <= self.history.streams[seat].number:
            raise Refused("stale", say("The table has moved on since; look again."))
        if self._has_had_its_steps(seat):
            raise Refused(
                "limited", say("You have taken more steps than a game may have: resign, and begin another one.")
            )
        if isinstance(frame, MakeOffer):
            await self._commit(lang, consent.row(self.history, self.setup, seat, frame, lang, self.time.now()))
        elif row is not None:
            if isinstance(row, ActionRow) and (
                told := lessons.instead(self.setup, self.history, seat, row.action, lang)
            ):
                raise Refused("illegal", told)
            await self._commit(lang, row)
        return self.history.streams[seat].number

    def _has_had_its_steps(self, seat: int) -> bool:
        """The game is longer than a game may be, and a seat has had its share of that: some things can be put down and picked
        up for ever, and whoever does that stops nobody else."""
        most = 2 * MOST_ROWS
        return self.history.rows >= most and self.history.commands_of(seat) >= most // self.game.seats

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
                action = self._chance.choice(legal)
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
            if self._closed or self.paused == "rules":
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

    async def attend(self, subscriber: Subscriber, frame: Return | DayOff | Freely) -> None:
        """Somebody comes back to its seat, takes a day off, or goes on without the lesson; answers either way."""
        viewer, lang = subscriber.viewer, subscriber.lang
        await asyncio.shield(asyncio.ensure_future(self._attend(lambda: viewer, frame, lang, subscriber.reply)))

    async def attend_of(self, guest: str, wish: str | None, frame: Return | DayOff, lang: str) -> Ack | ErrorFrame:
        """The same for a guest in one of its seats, as ``seat_of`` finds it; gives what a page is answered."""
        answer: asyncio.Future[Ack | ErrorFrame] = asyncio.get_running_loop().create_future()
        seat = partial(self.seat_of, guest, wish, lang)
        await asyncio.shield(asyncio.ensure_future(self._attend(seat, frame, lang, answer.set_result)))
        return await answer

    async def _attend(
        self,
        seat: Callable[[], Viewer],
        frame: Return | DayOff | Freely,
        lang: str,
        reply: Callable[[Ack | ErrorFrame], None],
    ) -> None:
        await self._observe()
        async with self._lock:
            try:
                number = await again(lambda: self._attended(seat(), frame, lang))
            except Refused as refused:
                reply(ErrorFrame(frame.id, refused.code, refused.reason))
            else:
                reply(Ack(frame.id, number))
            self._broadcast()

    async def _attended(self, seat: Viewer, frame: Return | DayOff | Freely, lang: str) -> int:
        say, now = i18n.translator(lang).gettext, self.history.now
        if seat is None:
            raise Refused("foreign", say("You are looking on; only the players of this table can act."))
        if (known := self.history.answers.get((seat, frame.id))) is not None:
            return known
        if self.paused or self._closed:
            raise Refused("paused", self._pause_reason(lang))
        if now.over:
            raise Refused("over", say("The game is over."))
        number, at = self.history.rows, self.time.now()
        row: Row = ReturnedRow(seat, number=number, at=at, command=frame.id)
        if isinstance(frame, Freely):
            row = FreedRow(seat, number=number, at=at, command=frame.id)
            if lessons.done(self.setup, self.history) is None:
                raise Refused("illegal", say("Nothing is taught at this table."))
        elif isinstance(frame, DayOff):
            if now.clocks is None or now.clocks.seats[seat].vacation < 1 or now.seats[seat].bot is not None:
                raise Refused("illegal", say("You have no day off left."))
            row = taken = VacationRow(seat, number=number, at=at, command=frame.id)
            if await self._ran_out(taken):
                raise Refused("over", say("Your time was over before this came."))
        elif not views.is_deputy(now.seats[seat]) or seat in now.resigned:
            raise Refused("illegal", say("There is no seat to return to."))
        await self._commit(lang, row)
        return self.history.streams[seat].number

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
