"""How a table changes: its rows are checked, stored, and only then followed; what it does when that fails."""

import asyncio
import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from threading import Event

import tianxia
from tianxia.engine import i18n
from tianxia.tables import views
from tianxia.tables.attendance import Attendance
from tianxia.tables.autoplay import Autoplay
from tianxia.tables.bell import Bell
from tianxia.tables.breath import Abandoned
from tianxia.tables.chat import Talk
from tianxia.tables.consent import awaited
from tianxia.tables.hints import Hints
from tianxia.tables.history import History, number_of
from tianxia.tables.kept import Kept
from tianxia.tables.logs import logger, outline, trace_of
from tianxia.tables.metrics import ACCEPTED, FINISHED
from tianxia.tables.moment import ASKED, Moment, look_at
from tianxia.tables.onlookers import Behind, admits
from tianxia.tables.refused import Overtaken, Refused, again
from tianxia.tables.rows import BESIDE, ActionRow, ClockRow, OfferedRow, Row, UndoRow
from tianxia.tables.snapshots import pack, unpack
from tianxia.tables.sound import check_seats, game_of
from tianxia.tables.store import Conflict, Damaged, Outage, RatingChange, Store, Stored, StoreError
from tianxia.tables.timing import Time, Timekeeper

log = logger(__name__)

FIRST_TRY, LAST_TRY = 1.0, 10.0  # seconds between two tries to go on after the store failed, about
SNAPSHOT = 20  # rows after which the game is kept as it stands
LONG = 8  # actions that may be played anew on the event loop


class Keeping(Attendance):
    """A table as far as it keeps its rows. All changes go through ``_commit``, one at a time."""

    autoplay: Autoplay
    hints: Hints

    def __init__(
        self, stored: Stored, store: Store, stop: Event | None, lobby: Bell | None, keeper: Timekeeper | None
    ) -> None:
        """Without a timekeeper it has the time of this machine, and nobody looks at its clocks."""
        super().__init__(stored.setup, store.peers, lobby)
        self.time = keeper.time if keeper else Time()
        self.game = game_of(stored.setup)
        views.actions_by_parts(self.game.id)  # half a second, once: not while somebody waits for an answer
        self.paused = ""
        self.fault = ""  # why its rows can't all be followed, in technical words
        self.changes: tuple[RatingChange, ...] | None = None  # of ratings, by seat; None until that is known
        self.talk = Talk(stored.setup.id, store.messages)
        self.history = History(self.game, stored.setup.start, stored.setup.terms.clock)
        self.news: Callable[[], None] = lambda: None  # hears that a list of games may say something new of this one
        # hears of the guests whose turn it has become, in the one process that stored what led to it
        self.asked: Callable[[frozenset[str]], None] = lambda guests: None
        self._keeper = keeper
        self._paused_at: float | None = None  # since when no time runs, until that is stored
        self._store = store
        self._lock = asyncio.Lock()
        self.kept = Kept()
        self._retrying: asyncio.Task[None] | None = None
        self._recall(stored)
        self._kept_at = self.history.rows  # how many it had when it was kept last
        self._follow(stored.rows[self.history.rows :], stop)
        self.behind = Behind(self.setup, self.game, self._show_late, self.time) if self.setup.terms.delay else None
        if self.behind is not None:
            self.behind.add(stored.rows[: self.history.rows])
            self.behind.release(self.time.now())
        check_seats(self.game, self.history.seats)

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
            after, snapshot = prepared[-1].after, self._snapshot(first)
            rings = self._tells and (after.over or any(isinstance(row, BESIDE) for row in rows))
            await self._store.append(
                self.setup.id,
                first,
                tuple(one.row for one in prepared),
                over=after.over,
                standing=after.standing,
                outcome=after.outcome if self.setup.terms.rated else None,
                deadline=look_at(after, rows[-1].at),
                snapshot=snapshot,
                listed=rings and self.setup.terms.listed,
            )
        except Conflict as error:
            try:
                await self._catch_up()
            except (StoreError, Damaged) as failed:
                log.error("rows of others could not be read", table=self.setup.id, row=first, reason=str(failed))
                raise self._pause("store", lang) from failed
            raise Overtaken(
                "stale", i18n.translator(lang).gettext("The table has moved on since; look again.")
            ) from error
        except StoreError as error:
            log.error("a row could not be stored", table=self.setup.id, row=first, reason=str(error))
            raise self._pause("store", lang) from error
        if snapshot is not None:
            self._kept_at = first
        waited_for = self.history.now.asked
        await self.learn_changes(after)  # before anybody sees that the game is over
        for one in prepared:
            self.history.accept(one)
        self._show_later([one.row for one in prepared])
        ACCEPTED.labels(self.game.id).inc(sum(isinstance(one.row, ActionRow) for one in prepared))
        if self.history.over:
            FINISHED.labels(self.game.id).inc()
        if rings:
            self.bell.ring()
        if not all(isinstance(one, ActionRow | UndoRow) for one in rows):  # told beside the streams
            self.kept.outdate()
            self._presence_changed()
        self._tell_deadline(rows[-1].at)
        newly = after.asked - waited_for
        if after.offer is not None and any(isinstance(row, OfferedRow) for row in rows):
            newly |= (
                awaited(after, after.offer) & after.asked
            )  # it may be long since they were told that it is their turn
        if newly:
            self.asked(newly)

    def _show_later(self, rows: Sequence[Row]) -> None:
        """To who looks on some time behind."""
        if self.behind is not None:
            self.behind.add(rows)
            self.behind.schedule()

    def _show_late(self) -> None:
        """Who looks on some time behind is shown more, perhaps of what is told beside the streams."""
        self.kept.outdate()
        self._show_presence()

    async def learn_changes(self, now: Moment) -> None:
        """Asks what a rated game that is over made of the ratings. Where that can't be told the game is shown without it."""
        if now.over and self.setup.terms.rated and self.changes is None:
            with suppress(StoreError):
                self.changes = await self._store.results.changes(self.setup.id)

    async def rated(self) -> None:
        """What the game made of the ratings is public now: whoever looks is shown it."""
        async with self._lock:
            await self.learn_changes(self.history.now)
            self._presence_changed()
            self._broadcast()

    def _tell_deadline(self, at: float) -> None:
        """Says when to look next: at the deadline, or a while after ``at`` if that has passed."""
        when = look_at(self.history.now, at)
        if self._keeper is not None:
            self._keeper.deadlines.set(self.setup.id, when if when is None or when > at else at + ASKED)

    def _snapshot(self, rows: int) -> bytes | None:
        """How the game stands after so many rows, now and then."""
        return self._packed() if rows and rows % SNAPSHOT == 0 else None

    def _packed(self) -> bytes | None:
        """How the game stands; None if that can't be kept: all rows are there."""
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
        """Follows what was stored meanwhile, and what was written: by another writer, or a row of ours of which the store could
        not tell. Who has left looks on from now on."""
        rows = await self._store.rows(self.setup.id, self.history.rows)
        if self.paused == "deleted":
            return
        before, over, changes, tells = self._told, self.history.over, self.changes, self._tells
        self.paused = ""
        told, seats = self.history.rows, self.history.seats
        self._follow(rows)
        with suppress(StoreError):
            await (self.talk.follow() if self.history.seats == seats else self.talk.anew())
        self._show_later(rows[: self.history.rows - told])
        await self.learn_changes(self.history.now)
        self._tell_deadline(self.time.now())
        if self.history.over > over and tells:
            self.bell.ring()
        if self.changes is not changes:
            self._presence_changed()
        if self._told == before:  # to tell of anything else would tell of hidden steps
            return
        self.kept.outdate()
        for subscriber in self.subscribers:
            if subscriber.viewer is not None and self.history.seats[subscriber.viewer].guest is None:
                subscriber.viewer = None
                subscriber.greet(0)
            if not (subscriber.turned_away or admits(self.setup, self.history.seats, subscriber.guest)):
                why = i18n.translator(subscriber.lang).gettext("This table is closed to onlookers.")
                subscriber.turn_away(why)
        self._presence_changed()
        if tells:
            self.bell.ring()

    @property
    def _tells(self) -> bool:
        """Whether everybody may hear that something has changed: where onlookers are some time behind that is so until it
        starts, and then it stands in no list that would change."""
        return self.behind is None or not self.history.started

    @property
    def _told(self) -> tuple[object, ...]:
        """What everybody is told beside the streams."""
        now = self.history.now
        given = now.clocks and (now.clocks.credited, [one.vacation for one in now.clocks.seats])
        return self.paused, now.seats, now.started, now.rematch, now.offer, given

    def _recall(self, stored: Stored) -> None:
        """Takes up a game where it was kept last, so that only the rows since have to be played; that is never relied on."""
        if stored.snapshot is None:
            return
        try:
            self.history.recall(unpack(stored.snapshot), stored.rows)
        except Exception as error:
            log.info("a table is played from its first row", table=self.setup.id, reason=type(error).__name__)
            self.history = History(self.game, self.setup.start, self.setup.terms.clock)

    def _follow(self, rows: Sequence[Row], stop: Event | None = None) -> None:
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

    def _broadcast(self) -> None:
        """Something may have changed: whoever looks is shown it."""
        self.autoplay.update()
        for subscriber in self.subscribers:
            subscriber.wake()
        self.news()

    async def follow(self) -> bool:
        """Follows what was stored by others than this table; whether there was anything."""
        async with self._lock:
            before = self.history.rows
            await self._catch_up()
            if not self.paused:  # what others stored may have ended a pause of ours
                with suppress(Refused):
                    await again(self._unpaused)
            self._broadcast()  # a bot whose row came too late is asked again
            return self.history.rows > before

    async def resume(self) -> None:
        """Goes on after a pause, if the store can write again. A row that the rules forbid stays forbidden."""
        async with self._lock:
            if self.paused in ("engine", "store"):
                try:
                    await self._store.probe()
                    await self._catch_up()
                    await again(self._unpaused)
                except (StoreError, Damaged, Refused) as error:
                    log.warning("a table stays paused", table=self.setup.id, reason=str(error))
                self.autoplay.update()

    # -- pauses -----------------------------------------------------------------------------------------------------

    def _pause(self, why: str, lang: str) -> Refused:
        if not self.paused:
            self._paused_at = self.time.now()
        self.paused = why
        self.kept.outdate()
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

    async def _unpaused(self) -> None:
        """The time of the pause costs nobody anything."""
        if (since := self._paused_at) is None:
            return
        try:
            await self._credited([Outage(since, self.time.now(), "paused")])
        except Refused:
            self._paused_at = since
            raise
        self._paused_at = None

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

    # -- the end of it ----------------------------------------------------------------------------------------------

    def withdraw(self) -> None:
        """The game was deleted: nothing more is accepted, and whoever looks is told."""
        self.close()
        self._pause("deleted", self.setup.lang)
        if self._tells:
            self.bell.ring()

    def close(self) -> None:
        """Drops what is under way without a human; nothing new is begun."""
        self._closed = True
        self._stop_gathering()
        self.autoplay.stop()
        self.hints.stop()
        if self.behind is not None:
            self.behind.close()
        self._store.peers.leave(self.setup.id)
        if self._retrying is not None:
            self._retrying.cancel()

    async def closed(self) -> None:
        """Until what was being stored when the table was closed is stored; and how the game stands, where many rows would have
        to be played again, as after an update, when nothing that was kept fits."""
        async with self._lock:
            rows = self.history.rows
            if self.paused or rows < self._kept_at + SNAPSHOT or (snapshot := self._packed()) is None:
                return
            with suppress(StoreError):  # all rows are there
                await self._store.keep(self.setup.id, rows, snapshot)
