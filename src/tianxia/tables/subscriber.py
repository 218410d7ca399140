"""One connection to a table, without the wire: what it was sent last, and what it is to be sent next.

Nothing queues up for a slow page: it gets one frame with all that has happened since the last one it took.
"""

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from tianxia.tables.client_state import ClientState
from tianxia.tables.frames import ErrorFrame, Pong, ServerFrame, Step
from tianxia.tables.streams import Viewer

if TYPE_CHECKING:
    from tianxia.tables.table import Table

ANSWERS = 32  # that may wait for one connection
WAYS = 4  # to a page and back that are remembered


class Subscriber:
    """A page that looks at a table as a seat or as a spectator."""

    def __init__(self, table: "Table", viewer: Viewer, lang: str, guest: str | None = None) -> None:
        self.table = table
        self.viewer = viewer
        self.lang = lang
        self.guest = guest  # whose page it is
        self.heard: int | None = None  # the last message that it was told; None if all of them are to be told
        self.turned_away = False
        self.last: int | None = None  # the viewer's number that the page has; None before its hello
        self.gone = False  # nothing can be sent any more
        self._ways: deque[float] = deque(maxlen=WAYS)
        self._ponged: float | None = None  # when a pong was sent that was not echoed yet
        self._client = ClientState()
        self._presence = -1
        self._replies: deque[ServerFrame] = deque()
        self._wake = asyncio.Event()

    def greet(self, last: int) -> None:
        """The page says what it has; it gets the gap or everything."""
        if self.turned_away:
            return
        self.last = last
        self.heard = None
        self._presence = -1
        self._client = ClientState()
        self.wake()

    def turn_away(self, reason: str) -> None:
        """The page may not look any more; it is told why, and nothing after that."""
        self.turned_away, self.last = True, None
        self.reply(ErrorFrame("", "foreign", reason))

    def reply(self, frame: ServerFrame) -> None:
        """Puts an answer before everything else that waits."""
        self._replies.append(frame)
        self.wake()

    def pong(self) -> None:
        """Answers a ping, with the time."""
        self._ponged = self.table.time.monotonic()
        self.reply(Pong(self.table.time.now()))

    def echo(self) -> None:
        """The page has the last pong; how long that took is measured here and nowhere else."""
        if self._ponged is not None:
            self._ways.append(self.table.time.monotonic() - self._ponged)
            self._ponged = None

    @property
    def lag(self) -> float:
        """Seconds that it takes to the page and back, at the best of the last times; 0 if nothing is known of it."""
        return min(self._ways, default=0.0)

    async def room(self) -> None:
        """Waits while too many answers lie here: a page that does not read is not listened to."""
        while len(self._replies) >= ANSWERS and not self.gone:
            await asyncio.sleep(0.05)

    def wake(self) -> None:
        """Something may have changed."""
        self._wake.set()

    async def next(self) -> ServerFrame:
        """Waits for the next frame of this connection."""
        while True:
            self._wake.clear()
            if self._replies:
                refused = isinstance(self._replies[0], ErrorFrame)  # what has changed comes before: it may say why
                return (self._update() if refused else None) or self._replies.popleft()
            if (frame := self._update() or self._chat()) is not None:
                return frame
            await self._wake.wait()

    def _chat(self) -> ServerFrame | None:
        return None if self.last is None else self.table.talk.news(self)

    def _update(self) -> ServerFrame | None:
        if self.last is None:
            return None
        late = self.table.is_late(self)
        number, presence = self.table.moment(self.viewer, late=late)
        if number == self.last and presence == self._presence:
            return None
        frame = self.table.since(self.viewer, self.lang, self.last, self._client, late=late)
        self.last, self._presence = number, presence
        return None if isinstance(frame, Step) and frame.is_empty else frame  # or it would tell that something happened
