"""The history of a game: the fold over its accepted rows.

Nothing here waits or writes. A row is first prepared (all rules run on a copy) and only then accepted, so whatever
fails while it is prepared leaves the history as it was.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache
from threading import Event
from typing import Any, NamedTuple

import msgspec

import tianxia
from tianxia.engine import i18n
from tianxia.tables import clocks, consent
from tianxia.tables.breath import Breath
from tianxia.tables.incidents import Incident, incident
from tianxia.tables.line import Counted, Line
from tianxia.tables.moment import (
    Moment,
    asked_again,
    joined,
    left,
    on_vacation,
    resigned,
    returned,
    started,
    taken_over,
    timed_out,
)
from tianxia.tables.rows import (
    EMPTY,
    ActionRow,
    AgreedRow,
    BotTookOverRow,
    ClockRow,
    DeclinedRow,
    FreedRow,
    JoinedRow,
    LeftRow,
    OfferedRow,
    RematchRow,
    ResignedRow,
    ReturnedRow,
    Row,
    Seat,
    StartedRow,
    TimedOutRow,
    UndoRow,
    VacationRow,
    opening,
    seat_in,
    seats_of,
)
from tianxia.tables.snapshots import MADE_BY, Snapshot
from tianxia.tables.streams import Stream, Viewer, shown_after
from tianxia.tables.time_control import Clock
from tianxia.tables.trail import KEPT, Trail

MOST_ROWS = 5000
"""Steps of a game after which nothing is taken back any more; no game that is played to win has half as many."""
UNMOVED = JoinedRow | LeftRow | TimedOutRow | BotTookOverRow | ReturnedRow | ClockRow | VacationRow | FreedRow
"""Rows that move nothing."""


class Prepared(NamedTuple):
    """A row that is legal, and all that follows from it."""

    row: Row  # with the hash of the position after it
    after: Moment
    streams: dict[Viewer, Stream]
    back: int  # how many actions counted of which it takes the last one back; 0 if it takes none back
    positions: dict[int, "tianxia.Match"]  # those before the actions that an undo plays anew, by their place


@lru_cache(1 << 14)
def number_of(game: str, action: str) -> int:
    """The id of an action in notation, as the tables of today have it; raises ``tianxia.IllegalAction`` if there is none."""
    return _game(game).actions.parse(action)


@lru_cache(1 << 14)
def in_words(game: str, index: int, args: tuple[int | None, ...], lang: str) -> dict[str, Any]:
    """An event as somebody reads it, at whichever table, made of what they know of it; nothing may be written to it."""
    known = _game(game)
    event = known.told(0, index, args)
    return {**event, "text": known.notes.describe(event, i18n.translator(lang))}


_game = cache(tianxia.load)


class History(Trail):
    """A game and its accepted rows."""

    seats: tuple[Seat, ...]
    """Who sits where."""
    to_act: tuple[int, ...]
    """The seats that may decide; empty before the game starts and when it is over."""
    started: bool
    """All seats are taken and the game has begun."""
    over: bool
    """Nobody is to act any more."""

    def __init__(self, game: "tianxia.Game", start: int | Mapping[str, Any], clock: Clock | None = None) -> None:
        """``start`` is the seed of its deal, or what else its match begins with (``Match.start``)."""
        super().__init__(game, {"seed": start} if isinstance(start, int) else start)
        running = clocks.new(clock, game.seats) if clock else None
        self.now = Moment(game.started(self._start), (EMPTY,) * game.seats, clocks=running)
        self.incidents: list[Incident] = []
        self.rows = 0
        self.answers: dict[tuple[int, str], int] = {}  # seat and id of a command -> that seat's number after it
        self.viewers: tuple[Viewer, ...] = (*range(game.seats), None)  # every seat, and the spectators
        told = self.match.event_count
        self.streams: dict[Viewer, Stream] = dict.fromkeys(self.viewers, Stream(1, told, 1))
        self._shown_at: dict[Viewer, list[int]] = {viewer: [1] * told for viewer in self.viewers}
        """By viewer the number at which each event was shown."""
        self.asked_since = dict.fromkeys(range(game.seats), 1)
        """By seat the number since which it has had the same choices: what others did since does not concern them."""

    @property
    def now(self) -> Moment:
        """How it stands after the last row."""
        return self._now

    @now.setter
    def now(self, now: Moment) -> None:
        self._now, self.match, self.seats, self.started = now, now.match, now.seats, now.started
        self.to_act, self.over = now.to_act, now.over  # each is asked for again and again, as is who can undo
        self._undoable: dict[int, bool] = {}

    def can_undo(self, seat: int) -> bool:
        """A seat may take back its own last action unless something since is irreversible.

        What a rival did since without showing it does not count, or the answer would tell that it was done.
        """
        if seat not in self._undoable:
            last = self.line.last(seat)
            self._undoable[seat] = not (last is None or last.seat != seat or last.forced or last.final or self.over)
        return self._undoable[seat]

    def in_window(self, seat: int) -> bool:
        """A seat is asked for a reaction: public, since declining is legal in every window and only there."""
        kind = self.game.actions.by_name.get(self.game.declining)
        return kind is not None and self.match.allows_kind(seat, kind)

    def declines_by_itself(self, seat: int) -> bool:
        """A seat is asked for a reaction that it does not hold, so the platform answers for it.

        Who has several seats answers every window: at one screen one that closes before the screen was passed on would
        tell that there was nothing to react with.
        """
        if self.match.legal_count(seat) != 1 or not self.in_window(seat):
            return False
        return len(seats_of(self.seats, self.seats[seat].guest)) <= 1

    def prepare(self, row: Row, before: Prepared | None = None) -> Prepared:
        """Runs the rules on a copy; raises ``tianxia.IllegalAction`` if they forbid the row.

        Raises ``tianxia.EngineFault`` if the row was stored with the hash of another position than it leads to. ``before``
        is a row that comes first and is not accepted yet; neither of them may be an action or take one back.
        """
        positions: dict[int, tianxia.Match] = {}
        now, shown = (self.now, self.streams) if before is None else (before.after, before.streams)
        seat = seat_in(row)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise tianxia.IllegalAction(f"there is no seat {seat}")
        back = self._back(now, row)
        after = self._after(now, row, back, positions)
        streams = shown_after(row, now, after, shown, undone=bool(back))
        if consent.lapses(row, streams[None] is not shown[None]):
            after = after._replace(offer=None, declined=frozenset())
        if now.clocks and after.started:
            after = after._replace(clocks=clocks.after(now.clocks, row, now, after, self._losers(row, back)))
        hash = "" if isinstance(row, UNMOVED) else after.match.position_hash()
        if row.hash not in ("", hash):
            raise tianxia.EngineFault("it leads to another position than it did")
        if hash and not row.hash:
            row = msgspec.structs.replace(row, hash=hash)
        return Prepared(row, after, streams, back, positions)

    def prepare_all(self, rows: Iterable[Row]) -> tuple[Prepared, ...]:
        """The same for rows that are to be accepted together."""
        prepared: list[Prepared] = []
        for row in rows:
            prepared.append(self.prepare(row, prepared[-1] if prepared else None))
        return tuple(prepared)

    def _after(self, now: Moment, row: Row, back: int, positions: dict[int, "tianxia.Match"]) -> Moment:
        match row:
            case JoinedRow():
                return joined(now, row)
            case LeftRow():
                return left(now, row)
            case StartedRow():
                return started(now, row)
            case RematchRow():
                return asked_again(now, row)
            case _ if not now.started:
                raise tianxia.IllegalAction("the game has not started")
            case OfferedRow() | DeclinedRow() | AgreedRow():
                asked = self.line.asks_back(row.seat) if isinstance(row, OfferedRow) and row.what == "undo" else None
                after = consent.after(now, row, asked)
                return after._replace(match=self._taken_back(back, positions)) if back else after
            case ActionRow():
                return now._replace(match=self._played(row.seat, row.action))
            case UndoRow():
                return now._replace(match=self._undone(row.seat, positions))
            case ResignedRow():
                return resigned(now, row)
            case TimedOutRow():
                return timed_out(now, row)
            case BotTookOverRow():
                return taken_over(now, row)
            case ReturnedRow():
                return returned(now, row)
            case ClockRow():
                return now
            case VacationRow():
                return on_vacation(now, row)
            case FreedRow():
                return now._replace(freed=True)

    def commands_of(self, seat: int) -> int:
        """How many commands of a seat were carried out; counted anew each time."""
        return sum(of == seat for of, _ in self.answers)

    def effort(self, row: Row) -> int:
        """How many actions have to be played anew to prepare a row."""
        known = self._back(self.now, row)
        if not known:
            return 1
        return len(self.line) - max((place for place in self._positions if place < known), default=0)

    def accept(self, prepared: Prepared) -> None:
        """Moves on by a row that is stored."""
        row, after, streams, back, positions = prepared
        before = self.streams
        changed = {viewer for viewer, stream in streams.items() if stream is not before[viewer]}
        choices = {seat: self._choices(seat) for seat in self.asked_since if seat in changed and seat != seat_in(row)}
        if back:
            kept = self.line.kept(back)
            del self.line[back - 1 :]
            self.line += kept
            self._positions = {place: match for place, match in self._positions.items() if place < back} | positions
        elif isinstance(row, ActionRow):
            unseen_by = frozenset(self.viewers) - changed
            simultaneous = len(self.match.to_act) > 1
            self._positions[len(self.line)] = self.match
            forced = self.declines_by_itself(row.seat)
            action, hidden = number_of(self.game.id, row.action), after.match.differs_unseen(self.match)
            self.line.append(
                Counted(row.seat, action, unseen_by, forced, simultaneous, after.match.is_final, not hidden)
            )
        if (told := incident(row, self.now)) is not None:
            self.incidents.append(told._replace(events=tuple(streams[viewer].events for viewer in self.viewers)))
        self.streams = streams
        self.now = after
        self.rows += 1
        if self.rows % KEPT == 0:
            self._tidy()
        for viewer in changed:
            shown, (number, events, _) = self._shown_at[viewer], streams[viewer]
            del shown[events:]
            shown += [number] * (events - len(shown))
            if viewer is not None and ((choice := choices.get(viewer)) is None or choice != self._choices(viewer)):
                self.asked_since[viewer] = number
        if row.command is not None and (acting := seat_in(row)) is not None:
            self.answers[acting, row.command] = streams[acting].number

    def back_after(self, events: int) -> "History":
        """The game when so many of its events had happened, to be looked at; every viewer was shown as many. Amid those of an
        action it is the game before it."""
        return self.back_at(self._position(self.match.steps_before(events)), ())

    def number_at(self, viewer: Viewer, events: int) -> int:
        """A viewer's number when so many events had happened."""
        return self._shown_at[viewer][events - 1] if events else 1

    def back_at(self, match: "tianxia.Match", steps: Sequence[int]) -> "History":
        """The game when it stood at an earlier position of its line, to be looked at: a viewer's number is then that of the
        actions before it, and one. ``steps`` are those of all events in the line."""
        count, over = match.step_count, match.step_count == self.match.step_count
        past = copy(self)
        now = (
            self.now if over else self.now._replace(resigned=frozenset(), ended=False, gone=(), settled="", offer=None)
        )
        past.now = now._replace(match=match)
        past.line, past._positions = Line(self.line[:count]), {}
        past.streams = dict.fromkeys(self.viewers, Stream(count + 1, match.event_count, 1))
        past._shown_at = {viewer: [step + 1 for step in steps[: match.event_count]] for viewer in self.viewers}
        return past

    def fold(self, rows: Iterable[Row], stop: Event | None = None) -> None:
        """Follows rows that were accepted before. On a thread it lets others go first, and raises ``Abandoned`` when told
        to stop."""
        breath = Breath(stop)
        for row in rows:
            if row.number != self.rows:
                raise tianxia.EngineFault(f"row {self.rows} is missing; the next one is {row.number}")
            self.accept(self.prepare(row))
            breath.take()

    def snapshot(self) -> "Snapshot":
        """All that the fold has come to, for ``recall``."""
        match = self.match
        records = {place: kept.record_bytes() for place, kept in {**self._positions, match.step_count: match}.items()}
        return Snapshot(
            MADE_BY,
            self.rows,
            match.remembered(),
            records,
            self.line,
            [self.streams[viewer] for viewer in self.viewers],
            [self._shown_at[viewer] for viewer in self.viewers],
            list(self.asked_since.values()),
            [(seat, command, number) for (seat, command), number in self.answers.items()],
            self.now[1:],
            self.incidents,
        )

    def recall(self, kept: "Snapshot", rows: Sequence[Row]) -> None:
        """Stands as the game of these rows did when it was kept; raises ``ValueError`` if this program can't know that."""
        if kept.made_by != MADE_BY:
            raise ValueError("it was kept by another program")
        if kept.memory[0][-1] != self.match.position_hash():
            raise ValueError("it began with another deal")
        count = len(kept.memory) - 1
        matches = tianxia.Match.recalled(self.game, self.match.start, kept.memory, kept.records)
        match = matches.pop(count)
        if match.position_hash() != kept.memory[-1][-1] or rows[kept.rows - 1].hash not in ("", match.position_hash()):
            raise ValueError("its last row led to another position")
        self.now = Moment(match, *kept.now)
        self.incidents = kept.incidents
        self.rows, self.line, self._positions = kept.rows, Line(kept.line), matches
        self.streams = dict(zip(self.viewers, kept.streams, strict=True))
        self._shown_at = dict(zip(self.viewers, kept.shown_at, strict=True))
        self.asked_since = dict(enumerate(kept.asked_since))
        self.answers = {(seat, command): number for seat, command, number in kept.answers}

    def events(self, viewer: Viewer, since: int, lang: str) -> list[dict[str, Any]]:
        """A viewer's events after its number ``since``; ``step`` is that viewer's number too, never the engine's."""
        shown, game = self._shown_at[viewer], self.game.id
        first = bisect_right(shown, since)
        if first == len(shown):
            return []
        return [
            {**in_words(game, index, args, lang), "step": number}
            for (_, index, args), number in zip(self.match.seen_events(viewer, first), shown[first:], strict=True)
        ]

    def _played(self, seat: int, action: str) -> "tianxia.Match":
        return self.match.after(seat, number_of(self.game.id, action))

    def _back(self, now: Moment, row: Row) -> int:
        """How many actions count of which a row takes the last one back; 0 if it takes none back."""
        if isinstance(row, UndoRow):
            return self.line.known(row.seat)
        if not isinstance(row, OfferedRow | AgreedRow):
            return 0
        place = self.line.asks_back(row.seat) if isinstance(row, OfferedRow) and row.what == "undo" else None
        done = consent.completed(now, row, place)
        return done.place + 1 if done and done.what == "undo" else 0

    def _losers(self, row: Row, back: int) -> list[int]:
        """The seats whose actions a row takes back, the last one first."""
        if isinstance(row, UndoRow):
            return [row.seat]
        return [action.seat for action in reversed(self.line[back - 1 :])] if back else []

    def _choices(self, seat: int) -> tuple[bytes, bool] | None:
        """What a seat can do, to be compared with what it could; None if that is nothing."""
        can_undo, asked = self.can_undo(seat), seat in self.to_act
        return ((self.match.legal_ids(seat).tobytes() if asked else b""), can_undo) if asked or can_undo else None


def begun(
    game: "tianxia.Game",
    start: int | Mapping[str, Any],
    seats: Sequence[Seat],
    at: float,
    clock: Clock | None = None,
) -> tuple[History, tuple[Row, ...]]:
    """A game with these, and its first rows; it starts at once if no seat is empty."""
    history, rows = History(game, start, clock), []
    for row in opening(seats, at):
        prepared = history.prepare(row)
        history.accept(prepared)
        rows.append(prepared.row)
    return history, tuple(rows)
