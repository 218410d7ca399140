"""Who looks on: whether they may, and a table of their own that is some seconds behind, where it was made so."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

import tianxia
from tianxia.tables.history import History
from tianxia.tables.rows import Row, Seat, seats_of
from tianxia.tables.setup import Setup
from tianxia.tables.store import Glance, Store
from tianxia.tables.timing import Time


def admits(setup: Setup, seats: Sequence[Seat], guest: str | None) -> bool:
    """Whether somebody may see a table: who plays there always, all others unless it is closed to onlookers."""
    return setup.terms.onlookers or bool(seats_of(seats, guest))


async def late(store: Store, seen: Glance, guest: str | None, now: float) -> bool:
    """Whether somebody who only looks on has not been shown the end of a game that is over."""
    delay = seen.setup.terms.delay
    if not delay or seats_of(seen.seats, guest):
        return False
    stored = await store.glance(seen.setup.id)
    return stored is not None and now < stored.played + delay


class Behind:
    """A table as it was some seconds ago.

    It is a fold of its own over the rows that are old enough: whatever is made of it, views, events, the end and the seed, can
    hold nothing that is newer.
    """

    def __init__(self, setup: Setup, game: "tianxia.Game", told: Callable[[], None], time: Time) -> None:
        self.history = History(game, setup.start, setup.terms.clock)
        self._delay, self._told, self._time = setup.terms.delay, told, time
        self._waiting: deque[Row] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, rows: Iterable[Row]) -> None:
        """Rows that were accepted; they are shown when they are old enough."""
        self._waiting.extend(rows)

    def release(self, now: float) -> bool:
        """Shows what is old enough at a time (Unix seconds), each row after all before it; says whether there was any."""
        before = self.history.rows
        while self._waiting and self._waiting[0].at + self._delay <= now:
            self.history.fold([self._waiting.popleft()])
        return self.history.rows > before

    def schedule(self) -> None:
        """Comes back when the next row is old enough."""
        if self._waiting and self._timer is None:
            wait = max(0.0, self._waiting[0].at + self._delay - self._time.now())
            self._timer = asyncio.get_running_loop().call_later(wait, self._due)

    def _due(self) -> None:
        self._timer = None
        try:
            if self.release(self._time.now()):
                self._told()
        finally:
            self.schedule()

    def close(self) -> None:
        """Shows nothing more, and keeps nobody alive who would hear of it."""
        self._told = lambda: None
        if self._timer is not None:
            self._timer.cancel()
