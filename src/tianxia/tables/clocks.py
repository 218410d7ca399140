"""The clocks of a game: how much time each seat has, and since when it runs; a fold over the rows and their times.

Nothing here looks at anything that is hidden: whose time runs follows from who is to act and from whether a reaction is asked
for, which everybody sees; and it changes only where one of these does. A secret step of a longer choice moves no clock.

A seat's time runs while it is to act, unless a bot plays for it. What it used is taken off when it is no longer asked, and
something is added if that was its own doing: it *passed the turn on*. That is so too where its act asked others anew, as the
last choice of a simultaneous round does; it is not if all that it did was to react. What was added goes again when the act is
undone.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from tianxia.tables.rows import ActionRow, ClockRow, ReturnedRow, Row, VacationRow
from tianxia.tables.time_control import DAY, Clock
from tianxia.tables.windows import asks_reaction

if TYPE_CHECKING:
    from tianxia.tables.moment import Moment

UNDONE = 64  # own actions back, at most, for which what was added is known


class SeatClock(Struct, frozen=True, array_like=True):
    """The time of a seat. All times are Unix seconds, stretches are seconds."""

    left: float
    vacation: int  # days that can still be taken off
    asked: float | None = None  # since when it is to decide; None if it is not
    runs: float = 0.0  # since when its time runs, which may still be to come; of one that is asked
    window: bool = False  # what it is asked for is a reaction
    turn: bool = False  # since it was asked it was asked for more than reactions
    decided: bool = False  # it has passed the turn on before
    off: float = 0.0  # until when its vacation lasts
    added: tuple[float, ...] = ()  # for each of its last actions

    def at(self, now: float) -> float:
        """What is left at a time."""
        return self.left if self.asked is None else max(0.0, self.left - max(0.0, now - self.runs))

    @property
    def deadline(self) -> float | None:
        """When nothing will be left; None while it does not run."""
        return None if self.asked is None else self.runs + self.left


class Clocks(Struct, frozen=True, array_like=True):
    """The clocks of a table, by seat. ``credited`` is until when outages were credited."""

    control: Clock
    seats: tuple[SeatClock, ...]
    credited: float = 0.0

    def due(self, seat: int) -> float | None:
        """When a seat is timed out: what was sent in time may still be on its way at the deadline."""
        deadline = self.seats[seat].deadline
        return None if deadline is None else deadline + self.control.lag

    @property
    def next_due(self) -> float | None:
        """The next time at which some seat is timed out."""
        return min((due for seat in range(len(self.seats)) if (due := self.due(seat)) is not None), default=None)

    def too_late(self, seat: int, at: float, lag: float = 0.0) -> bool:
        """What a seat does at a time, with so much of a way, comes after its time was over."""
        deadline = self.seats[seat].deadline
        return deadline is not None and at - min(lag, self.control.lag) > deadline


def new(control: Clock, seats: int) -> Clocks:
    """The clocks before a game."""
    return Clocks(control, (SeatClock(control.bank, control.vacation),) * seats)


def after(clocks: Clocks, row: Row, before: "Moment", now: "Moment", undone: Sequence[int] = ()) -> Clocks:
    """The clocks after a row that led from one moment to another, and took back actions of seats."""
    seats = list(clocks.seats)
    for seat in undone:
        seats[seat] = _undone(seats[seat])
    match row:
        case ClockRow():
            moved = tuple(_credited(one, row.since, row.until) for one in seats)
            return replace(clocks, seats=moved, credited=max(clocks.credited, row.until))
        case VacationRow():
            seats[row.seat] = _off(seats[row.seat], row.at)
        case ReturnedRow():
            one = seats[row.seat]
            seats[row.seat] = replace(one, left=max(one.left, clocks.control.returned))
    others = set(now.to_act) - set(before.to_act)
    seen = isinstance(row, ActionRow) and any(one.window for one in seats) and now.match.differs(before.match)[None]
    turned = (
        _turned(clocks.control, one, seat, row, now, others=bool(others - {seat}), seen=seen)
        for seat, one in enumerate(seats)
    )
    return replace(clocks, seats=tuple(turned))


def _turned(
    control: Clock, one: SeatClock, seat: int, row: Row, now: "Moment", *, others: bool, seen: bool
) -> SeatClock:
    """A seat's clock after a row: by which others were asked anew, or not; of which onlookers saw something, or not."""
    own = isinstance(row, ActionRow) and row.seat == seat
    asked = seat in now.to_act and now.seats[seat].bot is None
    window = asked and asks_reaction(now.match)
    passed = own and one.asked is not None and (not asked or others)
    if one.asked is not None and (passed or not asked or window != one.window or (own and window and seen)):
        left = one.at(row.at - (min(row.lag, control.lag) if isinstance(row, ActionRow) and own else 0.0))
        gain = control.added(left) if passed and one.turn else 0.0
        one = replace(one, asked=None, left=left + gain, decided=one.decided or passed, turn=one.turn and not passed)
        if own:
            one = replace(one, added=(*one.added, gain)[-UNDONE:])
    elif own:
        one = replace(one, added=(*one.added, 0.0)[-UNDONE:])
    if asked and one.asked is None:
        runs = max(row.at + control.grace(window, not one.decided), one.off)
        one = replace(one, asked=row.at, runs=runs, window=window, turn=one.turn or not window)
    return one


def _credited(one: SeatClock, since: float, until: float) -> SeatClock:
    """After a stretch that is to cost nobody time, as far as the seat was asked in it."""
    if one.asked is None:
        return one
    return replace(one, runs=one.runs + max(0.0, until - max(since, one.asked)))


def _off(one: SeatClock, at: float) -> SeatClock:
    """After a day off was taken, from now on or after those that last."""
    off = max(at, one.off) + DAY
    one = replace(one, left=one.at(at), vacation=one.vacation - 1, off=off)
    return one if one.asked is None else replace(one, runs=max(one.runs, off))


def _undone(one: SeatClock) -> SeatClock:
    """After the last own action was taken back: the time that it took stays used, what it brought goes."""
    *earlier, gain = one.added or (0.0,)
    return replace(one, added=tuple(earlier), left=max(0.0, one.left - gain))
