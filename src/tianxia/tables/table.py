"""A table: one game, its seats, and who is looking.

A command goes: decoded -> the table is locked -> checked -> stored and synced -> acknowledged -> shown to the others.
"""

import asyncio
import logging
import random
import time

import msgspec

import tianxia
from tianxia.engine import i18n
from tianxia.tables import views
from tianxia.tables.course import Course, Viewer
from tianxia.tables.drivers import Drivers
from tianxia.tables.frames import Ack, Command, ErrorCode, ErrorFrame, Full, ServerFrame, Step, TableView, Undo, Why
from tianxia.tables.pace import Pace
from tianxia.tables.store import Conflict, Row, Store, Stored, StoreError
from tianxia.tables.thinkers import Thinkers
from tianxia.tables.watcher import Watcher

log = logging.getLogger(__name__)

NO_SEAT = "none"
"""Wish of a screen that is passed around for what everybody may see."""


class Refused(Exception):
    """A command that changes nothing, and why."""

    def __init__(self, code: ErrorCode, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Table:
    """One game in this process. All changes go through ``_commit``, one at a time."""

    def __init__(self, stored: Stored, store: Store, thinkers: Thinkers, pace: Pace) -> None:
        self.setup = stored.setup
        self.game = tianxia.load(stored.setup.game, **stored.setup.options)
        if len(stored.setup.seats) != self.game.seats:
            raise ValueError(f"{len(stored.setup.seats)} seats are stored, {self.game.id} has {self.game.seats}")
        views.actions_by_parts(self.game.id)  # half a second, once: not while somebody waits for an answer
        self.paused = ""
        self.watchers: set[Watcher] = set()
        self.presence = 0
        self._store = store
        self._lock = asyncio.Lock()
        self._views: dict[tuple[Viewer, str], TableView] = {}
        self.drivers = Drivers(self, thinkers, pace)
        self._follow(stored)

    # -- who looks --------------------------------------------------------------------------------------------------

    def seat_of(self, guest: str | None, wish: str | None = None, lang: str = i18n.DEFAULT) -> Viewer:
        """The seat as which a guest sees the table; None for everybody else, who may only look on.

        Of several seats it is the one that it wishes, else the first that is asked; who wishes none looks on. Raises
        ``Refused`` for a seat that is not the guest's own.
        """
        if wish == NO_SEAT:
            return None
        own = self.setup.seats_of(guest)
        if wish is not None:
            if wish not in map(str, own):
                raise Refused("foreign", i18n.translator(lang).gettext("This seat is not yours."))
            return int(wish)
        return next((seat for seat in (*self.course.match.to_act, *own) if seat in own), None)

    def join(self, viewer: Viewer, lang: str) -> Watcher:
        """Somebody opens the table."""
        watcher = Watcher(self, viewer, lang)
        self.watchers.add(watcher)
        self._presence_changed()
        self.drivers.update()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Somebody closes the page; the game stays."""
        self.watchers.discard(watcher)
        self._presence_changed()

    def moment(self, viewer: Viewer) -> tuple[int, int]:
        """Changes whenever there is something new to show to a viewer."""
        return self.course.streams[viewer].number, self.presence

    def view(self, viewer: Viewer, lang: str) -> TableView:
        """The table as a viewer may see it now."""
        kept = self._views.get((viewer, lang))
        if kept is None or kept.number != self.course.streams[viewer].number:
            kept = views.table_view(self.setup, self.course, viewer, lang, paused=self._pause_reason(lang))
            self._views[viewer, lang] = kept
        here = {self.setup.seats[watcher.viewer].guest for watcher in self.watchers if watcher.viewer is not None}
        connected = {number for number, seat in enumerate(self.setup.seats) if seat.guest in here}
        return msgspec.structs.replace(
            kept, seats=views.seat_views(self.setup.seats, connected, self.course.match.to_act, lang)
        )

    def since(self, viewer: Viewer, lang: str, last: int) -> ServerFrame:
        """The gap since a viewer's number, or everything if that number is unknown or an undo lies in between."""
        stream = self.course.streams[viewer]
        view = self.view(viewer, lang)
        if stream.reset <= last <= stream.number:
            return Step(stream.number, view, self.course.events(viewer, last, lang))
        return Full(stream.number, view, self.course.events(viewer, 0, lang))

    # -- what they do -----------------------------------------------------------------------------------------------

    async def command(self, watcher: Watcher, frame: Command | Undo) -> None:
        """Carries out a command of a page, or refuses it; answers either way."""
        work = asyncio.ensure_future(self._command(watcher, frame))
        await asyncio.shield(work)  # a page that goes away does not stop its command half way

    async def _command(self, watcher: Watcher, frame: Command | Undo) -> None:
        async with self._lock:
            try:
                number = await self._accept(watcher.viewer, frame, watcher.lang)
            except Refused as refused:
                view = self.view(watcher.viewer, watcher.lang)
                watcher.reply(ErrorFrame(frame.id, refused.code, refused.reason, view))
            else:
                watcher.reply(Ack(frame.id, number))
            self._broadcast()

    async def _accept(self, seat: Viewer, frame: Command | Undo, lang: str) -> int:
        say = i18n.translator(lang).gettext
        if seat is None:
            raise Refused("foreign", say("You are looking on; only the players of this table can act."))
        if frame.game != self.setup.id:
            raise Refused("malformed", say("This connection belongs to another table."))
        if (known := self.course.answers.get((seat, frame.id))) is not None:
            return known
        if self.paused:
            raise Refused("paused", self._pause_reason(lang))
        if self.course.over:
            raise Refused("over", say("The game is over."))
        if frame.expect != self.course.streams[seat].number:
            raise Refused("stale", say("The table has moved on since; look again."))
        await self._commit(self._row(seat, frame), lang)
        return self.course.streams[seat].number

    def _row(self, seat: int, frame: Command | Undo) -> Row:
        if isinstance(frame, Undo):
            return Row(self.course.rows, "undo", seat, None, frame.id, time.time())
        return Row(self.course.rows, "action", seat, frame.action, frame.id, time.time())

    async def play(self, seat: int, number: int, action: int | None) -> None:
        """Plays for a bot, or answers a reaction window for a seat, if the decision still stands.

        Something legal is played at random if the bot did not answer or chose what is not legal.
        """
        async with self._lock:
            if self.paused or number != self.course.streams[seat].number or seat not in self.course.match.to_act:
                return
            legal = self.course.match.legal_ids(seat).tolist()
            if action not in legal:
                if action is not None:
                    log.error("table %s: the bot in seat %s chose %s, which is not legal", self.setup.id, seat, action)
                action = random.SystemRandom().choice(legal)
            row = Row(self.course.rows, "action", seat, action, None, time.time())
            try:
                await asyncio.shield(self._commit(row, self.setup.lang))
            finally:
                self._broadcast()

    async def resume(self) -> None:
        """Goes on after a pause, from what is stored."""
        async with self._lock:
            if self.paused and (stored := await self._store.load(self.setup.id)) is not None:
                self._follow(stored)
                self.drivers.update()
                self._presence_changed()

    def why(self, viewer: Viewer, asked: Why, lang: str) -> str:
        """What tapped parts do, or why they or a button make no legal action; empty if they can."""
        if viewer is None:
            return i18n.translator(lang).gettext("You are looking on; only the players of this table can act.")
        if self.paused:
            return self._pause_reason(lang)
        if asked.kind is not None:
            return views.why_no(self.course, viewer, asked.kind, lang)
        return views.answer(self.course, viewer, asked.parts, lang, asked.action)

    # -- the one way in which a table changes -----------------------------------------------------------------------

    async def _commit(self, row: Row, lang: str) -> None:
        """Checks a row, stores it, and only then moves on. The caller holds the lock."""
        try:
            self._check(row, lang)
            prepared = self.course.prepare(row)
        except Refused:
            raise
        except tianxia.IllegalAction as error:
            raise Refused("illegal", self._reason(row, lang) or str(error)) from error
        except Exception as error:
            log.exception("table %s: the engine failed on %s", self.setup.id, row)
            raise self._pause("engine", lang) from error
        try:
            await self._store.append(self.setup.id, row.number, (row,), over=not prepared.match.to_act)
        except Conflict as error:
            await self._reload()
            raise Refused(
                "stale", i18n.translator(lang).gettext("The table has moved on since; look again.")
            ) from error
        except StoreError as error:
            log.exception("table %s: %s could not be stored", self.setup.id, row)
            raise self._pause("store", lang) from error
        self.course.accept(prepared)

    def _check(self, row: Row, lang: str) -> None:
        if row.kind == "undo" and (reason := views.undo_reason(self.course, row.seat, lang)):
            raise Refused("illegal", reason)
        if row.command is not None and row.kind == "action" and self.course.declines_by_itself(row.seat):
            raise Refused("illegal", i18n.translator(lang).gettext("It is not your decision."))

    def _reason(self, row: Row, lang: str) -> str:
        """Why the rules forbid an action, in the player's language; empty if it is no action of the game at all."""
        if row.action is None:
            return ""
        try:
            return views.reason_in_words(self.course, row.seat, row.action, lang)
        except tianxia.IllegalAction:
            return ""

    async def _reload(self) -> None:
        """Another process wrote to this game: follow it."""
        if (stored := await self._store.load(self.setup.id)) is not None:
            self._follow(stored)

    def _follow(self, stored: Stored) -> None:
        """Folds the stored rows; a row that the rules no longer allow pauses the table at the position before it."""
        self.paused = ""
        self._views.clear()
        self.course = Course(self.game, stored.setup.seed, stored.setup.at_one_screen)
        try:
            self.course.fold(stored.rows)
        except Exception:
            log.exception("table %s cannot be continued after row %s", self.setup.id, self.course.rows)
            self.paused = "rules"

    def _pause(self, why: str, lang: str) -> Refused:
        self.paused = why
        self._views.clear()
        self._presence_changed()
        return Refused("paused", self._pause_reason(lang))

    def _pause_reason(self, lang: str) -> str:
        say = i18n.translator(lang).gettext
        reasons = {
            "": "",
            "engine": say("The game is paused: the program failed at the last step. Nothing is lost; reload the page."),
            "store": say("The game is paused: the last step could not be stored. Nothing is lost; reload the page."),
            "rules": say("The game is paused: the rules of this version don't allow one of its earlier steps."),
        }
        return reasons[self.paused]

    # -- telling everybody ------------------------------------------------------------------------------------------

    def _broadcast(self) -> None:
        self.drivers.update()
        for watcher in self.watchers:
            watcher.wake()

    def _presence_changed(self) -> None:
        self.presence += 1
        for watcher in self.watchers:
            watcher.wake()
