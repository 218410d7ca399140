"""Finished games, position by position, as each of their seats saw them, and what goes on from there.

A replay is the line of actions that counted: what was taken back is no part of it. A *place* in it is how many actions
come before a position. Every view is made by the code that makes those of running games, from the viewer's masked record.
"""

import asyncio
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from threading import Event
from typing import Any

from msgspec.structs import replace

import tianxia
from tianxia.tables import views
from tianxia.tables.breath import Breath
from tianxia.tables.course import Point, course, points
from tianxia.tables.history import MOST_ROWS, History
from tianxia.tables.incidents import sat_then
from tianxia.tables.registry import Registry
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Past, Setup
from tianxia.tables.streams import Viewer
from tianxia.tables.table_view import Course, Replayed

KEPT = 16  # actions between two positions that are at hand: so many are played again to come to one
REPLAYS = 16  # that are at hand


class Replay:
    """A game that is over."""

    def __init__(self, setup: Setup, history: History, stop: Event | None = None) -> None:
        """Plays the line once; on a thread it lets others go first, and raises ``Abandoned`` when told to stop."""
        self.setup = setup
        self.game = history.game
        self._history = history
        self._line = history.match.actions
        self._steps = [event["step"] for event in history.match.events(None)]
        self._kept: list[tianxia.Match] = []
        self._turns: list[int] = []  # places at which one begins, and the end
        breath, match = Breath(stop), history.game.started(setup.start)
        for place in range(self.last + 1):
            if place:
                match = match.after(*self._line[place - 1])
            if place % KEPT == 0:
                self._kept.append(match)
            if match.quiet or place == self.last:
                self._turns.append(place)
            breath.take()
        self._places = {viewer: [0, *history.line.places(viewer)] for viewer in history.viewers}

    @property
    def last(self) -> int:
        """The place of the end."""
        return len(self._line)

    def at(
        self, place: int, viewer: Viewer, lang: str, seats: Sequence[Seat] = (), known: int | None = None
    ) -> Replayed:
        """The position at a place, with what happened since the one that is known already, else since the beginning.

        ``seats`` are those who sit there today, if they are not those of the moment at which the game was loaded.
        """
        place = self._within(place)
        past = self._history.back_at(self._match(place), self._steps)
        sitting = seats or past.seats
        if place < self.last:
            sitting = sat_then(past.incidents, sitting, viewer, past.streams[viewer].events)
        view = views.table_view(self.setup, past, viewer, lang, replayed=True)
        everybody = set(range(len(sitting)))  # nobody is away from a game that is over
        turns, places = self._turns, self._places[viewer]
        return Replayed(
            replace(view, seats=views.seat_views(sitting, everybody, past.to_act, lang)),
            past.events(viewer, 0 if known is None else self._within(known) + 1, lang),
            place,
            self.last,
            before=_before(places, place),
            after=min(_after(places, place), self.last),
            turn_before=_before(turns, place),
            turn_after=min(_after(turns, place), self.last),
            can_go_on=viewer is not None and bool(past.match.to_act) and self._length(place) <= MOST_ROWS,
        )

    def past(self, place: int, seat: int) -> Past | None:
        """What a game goes on from that a seat plays on from here; None where nothing goes on."""
        place = self._within(place)
        if not self._match(place).to_act or self._length(place) > MOST_ROWS:
            return None
        text = self.game.actions.text
        moves = tuple((mover, text(action)) for mover, action in self._line[:place])
        return Past(self.setup.start, moves, seat, self.setup.id)

    def course(self, lang: str) -> Course:
        """How the points went, and what turned the game, in a language."""
        return course(self._history.match, self._points, lang)

    @cached_property
    def _points(self) -> list[Point]:
        return points(self._kept[0], self._line)

    @cached_property
    def record(self) -> bytes:
        """The whole game as a record file."""
        from tianxia.engine.files import written

        return written(self._history.match)

    def _match(self, place: int) -> "tianxia.Match":
        match = self._kept[place // KEPT]
        for seat, action in self._line[place - place % KEPT : place]:
            match = match.after(seat, action)
        return match

    def _within(self, place: int) -> int:
        return min(max(place, 0), self.last)

    def _length(self, place: int) -> int:
        """The actions up to a place, with those of the games that this one went on from."""
        return place + length_of(self.setup.start)


def length_of(start: dict[str, Any]) -> int:
    """How many actions lie before what a match begins with (``Match.start``)."""
    count = 0
    while "anew" in start:
        count, start = count + len(start["anew"]["moves"]), start["anew"]["start"]
    return count


def _before(places: list[int], place: int) -> int:
    found = bisect_left(places, place)
    return places[found - 1] if found else 0


def _after(places: list[int], place: int) -> int:
    found = bisect_right(places, place)
    return places[found] if found < len(places) else 1 << 31


class Replays:
    """The replays of one process: each is made off the event loop when it is first asked for, and the last few are kept."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._made: OrderedDict[str, asyncio.Task[Replay | None]] = OrderedDict()
        self._stop = Event()
        # one at a time: more would only take the processor from the event loop
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="tianxia-replays")

    def has(self, table: str) -> bool:
        """Whether it is at hand."""
        return table in self._made

    async def open(self, table: str) -> Replay | None:
        """The replay of a game; None while it is played, or if there is none. Raises ``Unreadable`` as the registry does."""
        made = self._made.get(table)
        if made is None:
            made = self._made[table] = asyncio.create_task(self._make(table), name=f"{table} is replayed")
            while len(self._made) > REPLAYS:
                self._made.popitem(last=False)
        self._made.move_to_end(table)
        try:
            found = await asyncio.shield(made)
        except asyncio.CancelledError:
            raise
        except Exception:
            self._forget(table, made)
            raise
        if found is None:
            self._forget(table, made)
        return found

    def _forget(self, table: str, made: "asyncio.Task[Replay | None]") -> None:
        if self._made.get(table) is made:
            del self._made[table]

    async def _make(self, table: str) -> Replay | None:
        async with self._registry.visiting(table) as found:
            if found is None or not found.history.over:
                return None
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, Replay, found.setup, found.history, self._stop)

    async def do(self, work: Any, *args: Any) -> Any:
        """Has other long work on games done on the same thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    async def close(self) -> None:
        """Stops what is under way."""
        self._stop.set()
        for made in self._made.values():
            made.cancel()
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
