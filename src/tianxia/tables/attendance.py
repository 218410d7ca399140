"""Who is at a table: the pages that are open, here and in other processes."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tianxia.tables.bell import Bell
from tianxia.tables.history import History
from tianxia.tables.peers import Here, Peers
from tianxia.tables.rows import seats_of
from tianxia.tables.setup import Setup

if TYPE_CHECKING:
    from tianxia.tables.subscriber import Subscriber

LINGER = 3.0  # seconds that somebody counts as there after the page was closed
GATHERED = 0.5  # seconds in which it is told once at most how many look on


class Attendance:
    """A table as far as it knows who is there."""

    history: History

    def __init__(self, setup: Setup, peers: Peers, lobby: Bell | None) -> None:
        self.setup = setup
        self.subscribers: set[Subscriber] = set()
        self.waiting: Counter[str] = Counter()  # the guests who have the page open before the game starts
        self.bell = Bell(lobby if setup.terms.listed else None)  # rings when who plays changes, and at the end
        self.listeners = 0  # pages that hear its bell
        self.presence = 0  # changes with what pages are told beside the steps
        self.onlookers = 0  # as pages were told last, in all processes
        self._elsewhere: frozenset[str] = frozenset()  # likewise: the guests who have a page open in another process
        self._peers = peers
        self._closed = False
        self._gathering: asyncio.TimerHandle | None = None

    @contextmanager
    def waited_for(self, guest: str = "") -> Iterator[None]:
        """While somebody has the page open before the game starts, a guest who sits there for a moment longer: it may be
        loaded anew. Meanwhile the table stays in memory, or its bell would ring no more."""
        self.listeners += 1
        if guest:
            self._wait(guest, 1)
        else:
            self._say_who_is_here()
        try:
            yield
        finally:
            self.listeners -= 1
            if guest:
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
        return self._guests_here() | self._peers.elsewhere(self.setup.id).guests

    def _guests_here(self) -> frozenset[str]:
        """The guests who have a page open in this process; one that several share shows the side of none of them at times."""
        sitting = [
            one.guest if one.viewer is None else self.history.seats[one.viewer].guest
            for one in self.subscribers
            if self._plays(one)
        ]
        return frozenset(guest for guest in (*sitting, *self.waiting) if guest is not None)

    def _presence_changed(self) -> None:
        """Who sits here or is connected is not what it was, or whether the game can go on."""
        self._say_who_is_here()
        self._show_presence()

    def _came_or_went(self, subscriber: "Subscriber") -> None:
        """A page was opened or closed. That of somebody who plays is told at once, and so is the first one who looks on; how many
        come and go within a while after it is told together, so that a crowd costs each page a few frames a second at most."""
        if self._plays(subscriber):
            self._presence_changed()
        elif self._gathering is None:
            self._tell_onlookers()

    def _others_came_or_went(self) -> None:
        """The same through other processes."""
        if self._peers.elsewhere(self.setup.id).guests != self._elsewhere:
            self._show_presence()
        elif self._gathering is None:
            self._tell_onlookers()

    def _tell_onlookers(self) -> None:
        self._gathering = None
        self._say_who_is_here()  # nobody, perhaps; but from then on the others tell us
        if self.onlookers != self._looking_on():
            self._show_presence()
            if not self._closed:
                self._gathering = asyncio.get_running_loop().call_later(GATHERED, self._tell_onlookers)

    def _stop_gathering(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()

    def _say_who_is_here(self) -> None:
        """Tells the other processes, who tell us from then on."""
        if not self._closed:
            who = Here(self._guests_here(), self._looking_on_here())
            self._peers.here(self.setup.id, who, self._others_came_or_went)

    def _plays(self, subscriber: "Subscriber") -> bool:
        return subscriber.viewer is not None or bool(seats_of(self.history.seats, subscriber.guest))

    def _looking_on(self) -> int:
        return self._looking_on_here() + self._peers.elsewhere(self.setup.id).onlookers

    def _looking_on_here(self) -> int:
        return len({one.guest or id(one) for one in self.subscribers if not (one.turned_away or self._plays(one))})

    def _show_presence(self) -> None:
        self.presence += 1
        self.onlookers, self._elsewhere = self._looking_on(), self._peers.elsewhere(self.setup.id).guests
        if not self.history.started:
            self.bell.ring()
        for subscriber in self.subscribers:
            subscriber.wake()
