"""The clocks of a table, held against who is to act: time-outs, and what is given back."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from tianxia.tables import consent
from tianxia.tables.incidents import DEPUTY
from tianxia.tables.keeping import Keeping
from tianxia.tables.moment import look_at
from tianxia.tables.refused import Refused, again
from tianxia.tables.rows import ActionRow, AgreedRow, BotTookOverRow, Row, TimedOutRow, UndoRow, VacationRow
from tianxia.tables.store import Outage
from tianxia.tables.timing import lost


class TimeOuts(Keeping):
    """A table as far as it looks at its clocks."""

    _looking: asyncio.Task[None] | None = None

    @property
    def drives(self) -> bool:
        """Whether this process drives the table now; from now on it tries to, while there are clocks to look at."""
        return not self._closed and self._store.peers.drives(self.setup.id, self._drives_or_not)

    def _drives_or_not(self) -> None:
        if look_at(self.history.now, self.time.now()) is not None and not self._closed:
            self._looking = asyncio.create_task(self.time_out(), name=f"{self.setup.id} looks at its clocks")

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

    async def _time_out(self) -> None:
        now, at = self.history.now, self.time.now()
        if now.clocks is None:
            await self._agree_by_silence(at)
            return
        due = [(seat, now.clocks.due(seat)) for seat in now.to_act if not self.autoplay.drives(seat)]
        if late := [seat for seat, when in due if when is not None and when <= at]:
            await self._run_out(late, at)

    async def _agree_by_silence(self, at: float) -> None:
        """Who does not answer an offer for so long has agreed to it; not while nobody could answer."""
        now, when = self.history.now, consent.silent_at(self.history.now)
        if now.offer is None or when is None:
            return
        if self._keeper is not None:
            when += lost(self._keeper.outages, now.offer.at)
        if when > at:
            return
        silent = [
            next(n for n, seat in enumerate(now.seats) if seat.guest == one) for one in consent.awaited(now, now.offer)
        ]
        rows = [AgreedRow(seat, number=n, at=at) for n, seat in enumerate(sorted(silent), self.history.rows)]
        await self._commit(self.setup.lang, *rows)

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

    def _deputies(self, seats: Iterable[int], first: int, at: float) -> list[Row]:
        """The rows by which bots play for these seats from now on, where none does."""
        free = [seat for seat in seats if self.history.seats[seat].bot is None]
        return [BotTookOverRow(seat, DEPUTY, number=n, at=at) for n, seat in enumerate(free, first)]

    async def credit(self, outages: Iterable[Outage]) -> None:
        """Gives back to clocks that ran in them stretches in which the game could not go on, once each."""
        async with self._lock:
            if not (self.paused or self._closed):
                before = self.history.rows
                with suppress(Refused):
                    await again(lambda: self._credited(outages))
                if self.history.rows > before:
                    self._broadcast()

    async def _observe(self) -> None:
        """Before anything is held against a clock: whether that of the machine was set."""
        if self._keeper is not None:
            await self._keeper.observe()
