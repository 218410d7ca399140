"""The course of a game: the fold over its accepted rows, and what each viewer was shown of it.

Nothing here waits or writes. A row is first prepared (all rules run on a copy) and only then accepted, so whatever
fails while it is prepared leaves the course as it was.
"""

import time
from collections.abc import Iterable
from functools import lru_cache
from threading import Event
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

import tianxia
from tianxia.engine import i18n
from tianxia.tables.moment import Moment, joined, left
from tianxia.tables.store import (
    EMPTY,
    ActionRow,
    JoinedRow,
    LeftRow,
    ResignedRow,
    Row,
    Seat,
    StartedRow,
    UndoRow,
    opening,
    seat_in,
    seats_of,
)

MOST_ROWS = 5000
"""Steps of a game after which nothing is taken back any more; no game that is played to win has half as many."""

Viewer = int | None  # a seat, or None for a spectator

KEPT = 16  # positions before the last actions that are at hand; of those before them every so-manieth
BREATH = 4  # rows that are followed on a thread before the others get their turn, and before positions are let go of


class Stream(msgspec.Struct, frozen=True):
    """What one viewer was shown. The number grows by one with each step which changed that."""

    number: int
    shown: bytes
    marks: tuple[int, ...]  # for each event of this viewer the number at which it was shown
    reset: int  # the number of the last undo: a page that is further behind needs everything anew


class Abandoned(Exception):
    """Nobody waits for the game any more."""


class Prepared(NamedTuple):
    """A row that is legal, and all that follows from it."""

    row: Row  # with the hash of the position after it
    after: Moment
    streams: dict[Viewer, Stream]
    positions: dict[int, "tianxia.Match"]  # those before the actions that an undo plays anew, by their place


class Counted(NamedTuple):
    """An action that was not taken back."""

    seat: int
    action: int
    unseen_by: frozenset[Viewer]  # to these it changed nothing, so nothing may tell them that it happened
    forced: bool  # the platform declined for the seat
    together: bool  # several seats were choosing at the same time, so that theirs do not depend on it
    final: bool  # it showed something hidden, so it stays


@lru_cache(1 << 14)
def number_of(game: str, action: str) -> int:
    """The id of an action in notation, as the tables of today have it; raises ``tianxia.IllegalAction`` if there is none."""
    return tianxia.load(game).actions.parse(action)


class Course:
    """A game and its accepted rows. ``match`` is the position after the last one."""

    def __init__(self, game: "tianxia.Game", seed: int) -> None:
        self.game = game
        self.now = Moment(game.new(seed), (EMPTY,) * game.seats)
        self.rows = 0
        self.answers: dict[tuple[int, str], int] = {}  # seat and id of a command -> that seat's number after it
        self._seed = seed
        self._line: list[Counted] = []  # the actions that count
        self._positions: dict[int, tianxia.Match] = {}  # before those of them that can be taken back, by their place
        self.streams = {viewer: _opening(self.match, viewer) for viewer in self.viewers}
        self.asked_since = dict.fromkeys(range(game.seats), 1)
        """By seat the number since which it has had the same choices: what others did since does not concern them."""

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Every seat, and the spectators."""
        return (*range(self.game.seats), None)

    @property
    def match(self) -> "tianxia.Match":
        """The position after the last row."""
        return self.now.match

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return self.now.seats

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide; empty before the game starts and when it is over."""
        return self.now.to_act

    @property
    def over(self) -> bool:
        """Nobody is to act any more."""
        return self.now.over

    def last(self, viewer: Viewer) -> Counted | None:
        """The last action that counts, as far as a viewer knows; what others chose at the same time is not after it."""
        known = self._known(viewer)
        return self._line[known - 1] if known else None

    def can_undo(self, seat: int) -> bool:
        """A seat may take back its own last action unless something has sealed it.

        What a rival did since without showing it does not count, or the answer would tell that it was done.
        """
        last = self.last(seat)
        return not (self.over or last is None or last.seat != seat or last.forced or last.final)

    def goes_on(self, seat: int) -> bool:
        """A seat is in the middle of a play of several steps, of which nothing is public yet."""
        return bool(self._line) and self._line[-1].seat == seat and None in self._line[-1].unseen_by

    def in_window(self, seat: int) -> bool:
        """A seat is asked for a reaction: public, since declining is legal in every window and only there."""
        return bool(self._declining(seat).any())

    def declines_by_itself(self, seat: int) -> bool:
        """A seat is asked for a reaction that it does not hold, so the platform answers for it.

        Who has several seats answers every window: at one screen one that closes before the screen was passed on would
        tell that there was nothing to react with.
        """
        if len(seats_of(self.seats, self.seats[seat].guest)) > 1:
            return False
        return bool(self._declining(seat).tolist() == [True])

    def _declining(self, seat: int) -> npt.NDArray[np.bool_]:
        """Which of the legal actions of a seat decline."""
        ids, kind = self.match.legal_ids(seat), self.game.actions.by_name.get(self.game.declining)
        return (ids >= kind.start) & (ids < kind.start + kind.size) if kind else np.zeros(len(ids), np.bool_)

    def prepare(self, row: Row) -> Prepared:
        """Runs the rules on a copy; raises ``tianxia.IllegalAction`` if they forbid the row.

        Raises ``tianxia.EngineFault`` if the row was stored with the hash of another position than it leads to.
        """
        positions: dict[int, tianxia.Match] = {}
        after = self._after(row, positions)
        hash = "" if isinstance(row, JoinedRow | LeftRow) else after.match.position_hash()
        if row.hash not in ("", hash):
            raise tianxia.EngineFault("it leads to another position than it did")
        streams = {viewer: _shown_next(self.streams[viewer], after.match, viewer, row) for viewer in self.viewers}
        return Prepared(msgspec.structs.replace(row, hash=hash), after, streams, positions)

    def _after(self, row: Row, positions: dict[int, "tianxia.Match"]) -> Moment:
        now = self.now
        seat = seat_in(row)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise tianxia.IllegalAction(f"there is no seat {seat}")
        match row:
            case JoinedRow():
                return now._replace(seats=joined(now.seats, row))
            case LeftRow():
                return now._replace(seats=left(now.seats, row))
            case StartedRow():
                if now.started or EMPTY in now.seats:
                    raise tianxia.IllegalAction("start: a seat is empty, or the game has started")
                return now._replace(started=True)
            case _ if not now.started:
                raise tianxia.IllegalAction("the game has not started")
            case ActionRow():
                return now._replace(match=self._played(row.seat, row.action))
            case UndoRow():
                return now._replace(match=self._undone(row.seat, positions))
            case ResignedRow():
                if not now.match.to_act or row.seat in now.resigned:
                    raise tianxia.IllegalAction(f"resign: there is nothing to resign for seat {row.seat}")
                return now._replace(resigned=now.resigned | {row.seat})

    def effort(self, row: Row) -> int:
        """How many actions have to be played anew to prepare a row."""
        if not isinstance(row, UndoRow):
            return 1
        known = self._known(row.seat)
        return len(self._line) - max((place for place in self._positions if place < known), default=0)

    def accept(self, prepared: Prepared) -> None:
        """Moves on by a row that is stored."""
        row, after, streams, positions = prepared
        before, choices = self.streams, {seat: self._choices(seat) for seat in self._others(seat_in(row), streams)}
        if isinstance(row, UndoRow):
            known = self._known(row.seat)
            kept = self._kept(known)
            del self._line[known - 1 :]
            self._line += kept
            self._positions = {place: match for place, match in self._positions.items() if place < known} | positions
        elif isinstance(row, ActionRow):
            unseen_by = frozenset(v for v in self.viewers if streams[v].number == before[v].number)
            together = len(self.match.to_act) > 1
            final = after.match.undo_floor == after.match.step_count
            self._positions[len(self._line)] = self.match
            forced = self.declines_by_itself(row.seat)
            self._line.append(
                Counted(row.seat, number_of(self.game.id, row.action), unseen_by, forced, together, final)
            )
        self.streams = streams
        self.now = after
        self.rows += 1
        if self.rows % BREATH == 0:
            self._tidy()
        for seat in self.asked_since:
            choice = choices.get(seat)
            if streams[seat].number != before[seat].number and (choice is None or choice != self._choices(seat)):
                self.asked_since[seat] = streams[seat].number
        if row.command is not None and (acting := seat_in(row)) is not None:
            self.answers[acting, row.command] = streams[acting].number

    def fold(self, rows: Iterable[Row], stop: Event | None = None) -> None:
        """Follows rows that were accepted before. On a thread it lets others go first, and raises ``Abandoned`` when told
        to stop."""
        for row in rows:
            if row.number != self.rows:
                raise tianxia.EngineFault(f"row {self.rows} is missing; the next one is {row.number}")
            self.accept(self.prepare(row))
            if stop is not None and self.rows % BREATH == 0:
                if stop.is_set():
                    raise Abandoned
                time.sleep(1e-4)  # without it the event loop would get its turn every 5 ms only

    def events(self, viewer: Viewer, since: int, lang: str) -> list[dict[str, Any]]:
        """A viewer's events after its number ``since``; ``step`` is that viewer's number too, never the engine's."""
        marks = self.streams[viewer].marks
        first = next((index for index, mark in enumerate(marks) if mark > since), len(marks))
        describe, speak = self.game.notes.describe, i18n.translator(lang)
        return [
            {**event, "step": mark, "text": describe(event, viewer, speak)}
            for event, mark in zip(self.match.events(viewer, first), marks[first:], strict=True)
        ]

    def _played(self, seat: int, action: str) -> "tianxia.Match":
        return self.match.after(seat, number_of(self.game.id, action))

    def _undone(self, seat: int, positions: dict[int, "tianxia.Match"]) -> "tianxia.Match":
        last = self.last(seat)
        if last is None or last.seat != seat:
            raise tianxia.IllegalAction(f"undo: seat {seat} did not play the last action")
        known = self._known(seat)
        match = self._position(known - 1)
        for place, kept in enumerate(self._kept(known), known - 1):
            positions[place] = match
            match = match.after(kept.seat, kept.action)
        return match

    def _kept(self, known: int) -> list[Counted]:
        """What stays when the last of so many actions is taken back: what others chose at the same time."""
        return [later for later in self._line[known:] if later.together and self._line[known - 1].together]

    def _known(self, viewer: Viewer) -> int:
        """How many actions count as far as a viewer knows: the last ones don't if it saw nothing of them, or if others
        chose them at the same time."""
        known = len(self._line)
        while known and self._apart(self._line[known - 1], viewer):
            known -= 1
        return known

    @staticmethod
    def _apart(action: Counted, viewer: Viewer) -> bool:
        return viewer in action.unseen_by or (action.together and viewer not in (None, action.seat))

    def _position(self, steps: int) -> "tianxia.Match":
        """The position after so many of the actions that count; not to be played on."""
        if steps == len(self._line):
            return self.match
        start = max((place for place in self._positions if place <= steps), default=None)
        match = self.game.new(self._seed) if start is None else self._positions[start]
        for played in self._line[start or 0 : steps]:
            match = match.after(played.seat, played.action)
        return match

    def _tidy(self) -> None:
        """Lets go of the positions that no seat can come back to, and of most that lie far back."""
        back, recent = min(map(self._goes_back, range(self.game.seats))), len(self._line) - KEPT
        first = max((place for place in self._positions if place <= back), default=back)
        self._positions = {
            place: match
            for place, match in self._positions.items()
            if place == first or (place > first and (place > recent or place % KEPT == 0))
        }

    def _goes_back(self, seat: int) -> int:
        """How far a seat could take back its actions, one after the other."""
        back, known = len(self._line), self._known(seat)
        while known and (own := self._line[known - 1]).seat == seat and not (own.final or own.forced):
            back = known = known - 1
            while known and self._apart(self._line[known - 1], seat):
                known -= 1
        return back

    def _others(self, seat: int | None, streams: dict[Viewer, Stream]) -> list[int]:
        """The seats but the acting one that see something new."""
        return [one for one in self.asked_since if one != seat and streams[one].number != self.streams[one].number]

    def _choices(self, seat: int) -> tuple[bytes, bool] | None:
        """What a seat can do, to be compared with what it could; None if that is nothing."""
        can_undo = self.can_undo(seat)
        if not can_undo and seat not in self.to_act:
            return None
        return (self.match.legal_ids(seat).tobytes() if seat in self.to_act else b""), can_undo


def begun(game: "tianxia.Game", seed: int, seats: Iterable[Seat], at: float) -> tuple[Course, tuple[Row, ...]]:
    """A game that these begin at once, and its first rows."""
    course, rows = Course(game, seed), []
    for row in opening(seats, at):
        prepared = course.prepare(row)
        course.accept(prepared)
        rows.append(prepared.row)
    return course, tuple(rows)


def _shown(match: "tianxia.Match", viewer: Viewer) -> bytes:
    """All that a viewer sees follows from its masked record, so that one is compared, not the view made of it."""
    return match.record(viewer).tobytes()


def _opening(match: "tianxia.Match", viewer: Viewer) -> Stream:
    return Stream(1, _shown(match, viewer), (1,) * match.event_count, 1)


def _shown_next(stream: Stream, match: "tianxia.Match", viewer: Viewer, row: Row) -> Stream:
    """The stream after a step: the same one if the viewer saw nothing of it."""
    if isinstance(row, JoinedRow | LeftRow | StartedRow):  # who sits where is told beside the stream
        return stream
    if isinstance(row, ResignedRow):  # everybody is told, though nothing has moved
        return msgspec.structs.replace(stream, number=stream.number + 1)
    shown = _shown(match, viewer)
    if isinstance(row, UndoRow):
        if shown == stream.shown and match.event_count == len(stream.marks):
            return stream
        return Stream(stream.number + 1, shown, stream.marks[: match.event_count], stream.number + 1)
    fresh = match.event_count - len(stream.marks)
    if shown == stream.shown and not fresh:
        return stream
    return Stream(stream.number + 1, shown, stream.marks + (stream.number + 1,) * fresh, stream.reset)
