"""The course of a game: the fold over its accepted rows, and what each viewer was shown of it.

Nothing here waits or writes. A row is first prepared (all rules run on a copy) and only then accepted, so whatever
fails while it is prepared leaves the course as it was.
"""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import msgspec

import tianxia
from tianxia.engine import i18n
from tianxia.tables.store import Row

Viewer = int | None  # a seat, or None for a spectator


class Stream(msgspec.Struct, frozen=True):
    """What one viewer was shown. The number grows by one with each step which changed that."""

    number: int
    shown: bytes
    marks: tuple[int, ...]  # for each event of this viewer the number at which it was shown
    reset: int  # the number of the last undo: a page that is further behind needs everything anew


class Prepared(NamedTuple):
    """A row that is legal, and all that follows from it."""

    row: Row
    match: "tianxia.Match"
    streams: dict[Viewer, Stream]


class Counted(NamedTuple):
    """An action that was not taken back."""

    seat: int
    action: int
    unseen_by: frozenset[Viewer]  # to these it changed nothing, so nothing may tell them that it happened
    forced: bool  # the platform declined for the seat
    together: bool  # several seats were choosing at the same time, so that theirs do not depend on it


class Course:
    """A game and its accepted rows. ``match`` is the position after the last one.

    The seats ``by_hand`` answer every reaction window themselves. At one screen a window that closes before it was passed
    on would tell that there was nothing to react with.
    """

    def __init__(self, game: "tianxia.Game", seed: int, by_hand: Collection[int] = ()) -> None:
        self.game = game
        self.match = game.new(seed)
        self.rows = 0
        self.answers: dict[tuple[int, str], int] = {}  # seat and id of a command -> that seat's number after it
        self._seed = seed
        self._by_hand = by_hand
        self._line: list[Counted] = []  # the actions that count
        self._before: list[tianxia.Match] = []  # the positions before those of them that can be taken back
        self.streams = {viewer: _opening(self.match, viewer) for viewer in self.viewers}

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Every seat, and the spectators."""
        return (*range(self.game.seats), None)

    @property
    def over(self) -> bool:
        """Nobody is to act any more."""
        return not self.match.to_act

    def last(self, viewer: Viewer) -> Counted | None:
        """The last action that counts, as far as a viewer knows; what others chose at the same time is not after it."""
        known = self._known(viewer)
        return self._line[known - 1] if known else None

    def can_undo(self, seat: int) -> bool:
        """A seat may take back its own last action unless something has sealed it.

        What a rival did since without showing it does not count, or the answer would tell that it was done.
        """
        last = self.last(seat)
        if self.over or last is None or last.seat != seat or last.forced:
            return False
        match = self._position(self._known(seat))
        return match.step_count > match.undo_floor

    def goes_on(self, seat: int) -> bool:
        """A seat is in the middle of a play of several steps, of which nothing is public yet."""
        return bool(self._line) and self._line[-1].seat == seat and None in self._line[-1].unseen_by

    def in_window(self, seat: int) -> bool:
        """A seat is asked for a reaction: public, since declining is legal in every window and only there."""
        return any(map(self._declines, self.match.legal_ids(seat)))

    def declines_by_itself(self, seat: int) -> bool:
        """A seat is asked for a reaction that it does not hold, so the platform answers for it."""
        if seat in self._by_hand:
            return False
        return [self._declines(number) for number in self.match.legal_ids(seat)] == [True]

    def _declines(self, number: int) -> bool:
        kind = self.game.actions.by_name.get(self.game.declining)
        return kind is not None and kind.has(number)

    def prepare(self, row: Row) -> Prepared:
        """Runs the rules on a copy; raises ``tianxia.IllegalAction`` if they forbid the row."""
        match = self._undone(row.seat) if row.kind == "undo" else self._played(row)
        streams = {viewer: _shown_next(self.streams[viewer], match, viewer, row.kind) for viewer in self.viewers}
        return Prepared(row, match, streams)

    def accept(self, prepared: Prepared) -> None:
        """Moves on by a row that is stored."""
        row, match, streams = prepared
        if row.kind == "undo":
            known = self._known(row.seat)
            kept = self._kept(known)
            back = len(self._line) - known + 1
            del self._line[-back:], self._before[-back:]
            self._line += kept
            if kept:
                self._before.clear()
        else:
            assert row.action is not None
            unseen_by = frozenset(v for v in self.viewers if streams[v].number == self.streams[v].number)
            together = len(self.match.to_act) > 1
            self._line.append(Counted(row.seat, row.action, unseen_by, self.declines_by_itself(row.seat), together))
            self._before.append(self.match)
            if not unseen_by:
                del self._before[: len(self._before) - (match.step_count - match.undo_floor)]
        self.streams = streams
        self.match = match
        self.rows += 1
        if row.command is not None:
            self.answers[row.seat, row.command] = self.streams[row.seat].number

    def fold(self, rows: Iterable[Row]) -> None:
        """Follows rows that were accepted before."""
        for row in rows:
            if row.number != self.rows:
                raise tianxia.EngineFault(f"row {self.rows} is missing; the next one is {row.number}")
            self.accept(self.prepare(row))

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
        match = self.match.copy()
        match.play(row.seat, row.action)
        return match

    def _undone(self, seat: int) -> "tianxia.Match":
        last = self.last(seat)
        if last is None or last.seat != seat:
            raise tianxia.IllegalAction(f"undo: seat {seat} did not play the last action")
        known = self._known(seat)
        match = self._position(known - 1).copy()
        for kept in self._kept(known):
            match.play(kept.seat, kept.action)
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
        """The position after so many of the actions that count."""
        back = len(self._line) - steps
        if back == 0:
            return self.match
        if back <= len(self._before):
            return self._before[-back]
        match = self.game.new(self._seed)
        for played in self._line[:steps]:
            match.play(played.seat, played.action)
        return match


def _shown(match: "tianxia.Match", viewer: Viewer) -> bytes:
    """All that a viewer sees follows from its masked record, so that one is compared, not the view made of it."""
    return match.record(viewer).tobytes()


def _opening(match: "tianxia.Match", viewer: Viewer) -> Stream:
    return Stream(1, _shown(match, viewer), (1,) * len(match.events(viewer)), 1)


def _shown_next(stream: Stream, match: "tianxia.Match", viewer: Viewer, kind: str) -> Stream:
    """The stream after a step: the same one if the viewer saw nothing of it."""
    shown = _shown(match, viewer)
    if kind == "undo":
        count = len(match.events(viewer))
        if shown == stream.shown and count == len(stream.marks):
            return stream
        return Stream(stream.number + 1, shown, stream.marks[:count], stream.number + 1)
    fresh = len(match.events(viewer, len(stream.marks)))
    if shown == stream.shown and not fresh:
        return stream
    return Stream(stream.number + 1, shown, stream.marks + (stream.number + 1,) * fresh, stream.reset)
