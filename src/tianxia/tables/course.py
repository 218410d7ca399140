"""The course of a game: the fold over its accepted rows, and what each viewer was shown of it.

Nothing here waits or writes. A row is first prepared (all rules run on a copy) and only then accepted, so whatever
fails while it is prepared leaves the course as it was.
"""

import time
from collections.abc import Collection, Iterable
from threading import Event
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

import tianxia
from tianxia.engine import i18n
from tianxia.engine.records import ALL
from tianxia.tables.store import Row, Standing

MOST_ROWS = 5000
"""Steps of a game after which nothing is taken back any more; no game that is played to win has half as many."""

Viewer = int | None  # a seat, or None for a spectator

COUNTED = ("round", "hand_number", "turn")
"""Public fields that say how far a game is. The first of them that a game has is what its players count."""

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


class Moment(NamedTuple):
    """A position, and who has resigned. Nobody acts after that: the game is over for want of a rival."""

    match: "tianxia.Match"
    resigned: frozenset[int]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide; empty when the game is over."""
        return () if self.resigned else self.match.to_act

    @property
    def over(self) -> bool:
        """Nobody is to act any more."""
        return not self.to_act

    @property
    def result(self) -> tuple[int, ...] | None:
        """Place of each seat, 1 = first, ties share; who resigned comes after all others. None while the game goes on."""
        if not self.resigned:
            return self.match.result
        seats = range(self.match.game.seats)
        return tuple(1 + (len(seats) - len(self.resigned)) * (seat in self.resigned) for seat in seats)

    @property
    def standing(self) -> Standing:
        """What everybody may know of it without a look at the table."""
        name = counted(self.match.game)
        count = int(self.match.record(None)[name][0]) if name else 0
        return Standing(self.to_act, count, self.result, tuple(sorted(self.resigned)))


class Prepared(NamedTuple):
    """A row that is legal, and all that follows from it."""

    row: Row
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


def counted(game: "tianxia.Game") -> str:
    """The public field that says how far a game is; empty if it has none."""
    fields = game.table.by_name
    return next((name for name in COUNTED if name in fields and fields[name].seen_by is ALL), "")


class Course:
    """A game and its accepted rows. ``match`` is the position after the last one.

    The seats ``by_hand`` answer every reaction window themselves. At one screen a window that closes before it was passed
    on would tell that there was nothing to react with.
    """

    def __init__(self, game: "tianxia.Game", seed: int, by_hand: Collection[int] = ()) -> None:
        self.game = game
        self.now = Moment(game.new(seed), frozenset())
        self.rows = 0
        self.answers: dict[tuple[int, str], int] = {}  # seat and id of a command -> that seat's number after it
        self._seed = seed
        self._by_hand = by_hand
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
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide; empty when the game is over."""
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
        """A seat is asked for a reaction that it does not hold, so the platform answers for it."""
        if seat in self._by_hand:
            return False
        return bool(self._declining(seat).tolist() == [True])

    def _declining(self, seat: int) -> npt.NDArray[np.bool_]:
        """Which of the legal actions of a seat decline."""
        ids, kind = self.match.legal_ids(seat), self.game.actions.by_name.get(self.game.declining)
        return (ids >= kind.start) & (ids < kind.start + kind.size) if kind else np.zeros(len(ids), np.bool_)

    def prepare(self, row: Row) -> Prepared:
        """Runs the rules on a copy; raises ``tianxia.IllegalAction`` if they forbid the row."""
        positions: dict[int, tianxia.Match] = {}
        match, resigned = self.now
        if row.kind == "undo":
            match = self._undone(row.seat, positions)
        elif row.kind == "action":
            match = self._played(row)
        elif match.to_act and row.seat in set(range(self.game.seats)) - resigned:
            resigned |= {row.seat}
        else:
            raise tianxia.IllegalAction(f"resign: there is nothing to resign for seat {row.seat}")
        streams = {viewer: _shown_next(self.streams[viewer], match, viewer, row.kind) for viewer in self.viewers}
        return Prepared(row, Moment(match, resigned), streams, positions)

    def effort(self, row: Row) -> int:
        """How many actions have to be played anew to prepare a row."""
        if row.kind != "undo":
            return 1
        known = self._known(row.seat)
        return len(self._line) - max((place for place in self._positions if place < known), default=0)

    def accept(self, prepared: Prepared) -> None:
        """Moves on by a row that is stored."""
        row, after, streams, positions = prepared
        before, choices = self.streams, {seat: self._choices(seat) for seat in self._others(row.seat, streams)}
        if row.kind == "undo":
            known = self._known(row.seat)
            kept = self._kept(known)
            del self._line[known - 1 :]
            self._line += kept
            self._positions = {place: match for place, match in self._positions.items() if place < known} | positions
        elif row.kind == "action":
            assert row.action is not None
            unseen_by = frozenset(v for v in self.viewers if streams[v].number == before[v].number)
            together = len(self.match.to_act) > 1
            final = after.match.undo_floor == after.match.step_count
            self._positions[len(self._line)] = self.match
            forced = self.declines_by_itself(row.seat)
            self._line.append(Counted(row.seat, row.action, unseen_by, forced, together, final))
        self.streams = streams
        self.now = after
        self.rows += 1
        if self.rows % BREATH == 0:
            self._tidy()
        for seat in self.asked_since:
            choice = choices.get(seat)
            if streams[seat].number != before[seat].number and (choice is None or choice != self._choices(seat)):
                self.asked_since[seat] = streams[seat].number
        if row.command is not None:
            self.answers[row.seat, row.command] = self.streams[row.seat].number

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

    def _played(self, row: Row) -> "tianxia.Match":
        assert row.action is not None
        return self.match.after(row.seat, row.action)

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

    def _others(self, seat: int, streams: dict[Viewer, Stream]) -> list[int]:
        """The seats but this one that see something new."""
        return [one for one in self.asked_since if one != seat and streams[one].number != self.streams[one].number]

    def _choices(self, seat: int) -> tuple[bytes, bool] | None:
        """What a seat can do, to be compared with what it could; None if that is nothing."""
        can_undo = self.can_undo(seat)
        if not can_undo and seat not in self.to_act:
            return None
        return (self.match.legal_ids(seat).tobytes() if seat in self.to_act else b""), can_undo


def _shown(match: "tianxia.Match", viewer: Viewer) -> bytes:
    """All that a viewer sees follows from its masked record, so that one is compared, not the view made of it."""
    return match.record(viewer).tobytes()


def _opening(match: "tianxia.Match", viewer: Viewer) -> Stream:
    return Stream(1, _shown(match, viewer), (1,) * match.event_count, 1)


def _shown_next(stream: Stream, match: "tianxia.Match", viewer: Viewer, kind: str) -> Stream:
    """The stream after a step: the same one if the viewer saw nothing of it."""
    shown = _shown(match, viewer)
    if kind == "resigned":  # everybody is told, though nothing has moved
        return msgspec.structs.replace(stream, number=stream.number + 1)
    if kind == "undo":
        if shown == stream.shown and match.event_count == len(stream.marks):
            return stream
        return Stream(stream.number + 1, shown, stream.marks[: match.event_count], stream.number + 1)
    fresh = match.event_count - len(stream.marks)
    if shown == stream.shown and not fresh:
        return stream
    return Stream(stream.number + 1, shown, stream.marks + (stream.number + 1,) * fresh, stream.reset)
