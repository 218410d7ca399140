"""How a game stands: its position, who sits where, who gave it up."""

import math
from functools import cache
from typing import Literal, NamedTuple

from msgspec.structs import replace

import tianxia
from tianxia.engine.fields import ALL
from tianxia.engine.records import Table
from tianxia.tables.clocks import Clocks
from tianxia.tables.consent import Offer, silent_at
from tianxia.tables.rows import (
    EMPTY,
    BotTookOverRow,
    JoinedRow,
    LeftRow,
    RematchRow,
    ResignedRow,
    ReturnedRow,
    Seat,
    StartedRow,
    TimedOutRow,
    VacationRow,
)
from tianxia.tables.store import Outcome, Standing

ASKED = 60.0  # seconds after which a bot that is to act is asked again, if the process that asked it is gone
COUNTED = ("round", "hand_number", "turn")
"""Public fields that say how far a game is. The first of them that a game has is what its players count."""


class Rematch(NamedTuple):
    """Who asks the others to play again, and at which table."""

    seat: int
    table: str


class Moment(NamedTuple):
    """A position, who sits where, who went, how much time they have, and what they agreed to."""

    match: "tianxia.Match"
    seats: tuple[Seat, ...]
    started: bool = False
    resigned: frozenset[int] = frozenset()
    ended: bool = False  # nobody was left to play with, so it is over
    gone: tuple[tuple[int, float], ...] = ()  # the seats whose guests don't play any more, since when (Unix seconds)
    clocks: Clocks | None = None
    came: tuple[str, ...] = ()  # the guests who ever took a seat, the first one first
    rematch: Rematch | None = None  # that was asked for last
    settled: Literal["", "draw", "abandon"] = ""
    offer: Offer | None = None  # that waits for an answer
    offers: int = 0  # that were made so far
    declined: frozenset[tuple[int, str]] = frozenset()  # by seat what it offered in vain since the table moved on
    freed: bool = False  # it goes on without the lesson that it began as

    @property
    def host(self) -> str | None:
        """The guest who came first of those who are there: before the start it says who plays with it."""
        here = {seat.guest for seat in self.seats}
        return next((guest for guest in self.came if guest in here), None)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide; empty before the game starts and when it is over."""
        return self.match.to_act if self.started and not (self.ended or self.settled) else ()

    @property
    def asked(self) -> frozenset[str]:
        """The guests who may decide."""
        seats = (self.seats[seat] for seat in self.to_act)
        return frozenset(seat.guest for seat in seats if seat.guest is not None and seat.bot is None)

    @property
    def over(self) -> bool:
        """Nobody is to act any more."""
        return self.started and not self.to_act

    @property
    def result(self) -> tuple[int, ...] | None:
        """Place of each seat, 1 = first, ties share; None while the game goes on, and for ever if it was abandoned. If it is
        over for want of rivals, that of ``rated``."""
        if self.settled:
            return (1,) * len(self.seats) if self.settled == "draw" else None
        return self.rated if self.ended else self.match.result

    @property
    def rated(self) -> tuple[int, ...] | None:
        """Place of each seat as it counts for ratings: who went comes after all who stayed, the first to go last. None while
        the game goes on, and if it was abandoned."""
        if self.settled:
            return self.result
        if not self.ended and self.match.result is None:
            return None
        gone, seats = dict(self.gone), range(self.match.game.seats)
        places = [0] * len(seats) if self.ended else self.match.result or ()
        keys = [(-gone[seat], 0) if seat in gone else (-math.inf, places[seat]) for seat in seats]
        return tuple(1 + sum(other < key for other in keys) for key in keys)

    @property
    def away(self) -> tuple[int, ...]:
        """The seats whose guests don't play any more."""
        return tuple(sorted(seat for seat, _ in self.gone))

    def others(self, *seats: int) -> bool:
        """Whether guests are there in other seats than these."""
        return any(sitter.guest and n not in seats and n not in self.away for n, sitter in enumerate(self.seats))

    @property
    def outcome(self) -> Outcome | None:
        """What counts for ratings; None while the game goes on, or if it ends without a result."""
        places = self.rated if self.over else None
        return None if places is None else Outcome(places, tuple(self.match.scores or ()))

    @property
    def standing(self) -> Standing:
        """What everybody may know of it without a look at the table."""
        name = counted(self.match.game.table)
        count = int(self.match.public[name][0]) if name else 0
        resigned, score = tuple(sorted(self.resigned)), self.match.scores or ()
        due = tuple(one.deadline for one in self.clocks.seats) if self.clocks and not self.over else ()
        return Standing(self.to_act, count, self.result, resigned, self.away, self.settled, score, due)


def look_at(now: Moment, at: float) -> float | None:
    """When the table is to be looked at, in Unix seconds: at the next time-out, when silence becomes consent, or because a bot
    may have been forgotten that was to act since a time. None if that is never."""
    if now.clocks is None:
        return silent_at(now)
    asked = at + ASKED if any(now.seats[seat].bot for seat in now.to_act) else None
    return min((when for when in (now.clocks.next_due, asked) if when is not None), default=None)


@cache
def counted(table: Table) -> str:
    """The public field that says how far a game is; empty if it has none."""
    fields = table.by_name
    return next((name for name in COUNTED if name in fields and fields[name].seen_by is ALL), "")


def joined(now: Moment, row: JoinedRow) -> Moment:
    """After somebody took a seat; raises ``tianxia.IllegalAction`` if it is taken.

    One for whose guest a bot plays may pass to a guest, by another name too; the bot goes on.
    """
    seats, guest, before = now.seats, row.sitter.guest, now.seats[row.seat]
    if before.guest is not None or (before.bot is not None and not (now.started and before.bot == row.sitter.bot)):
        raise tianxia.IllegalAction(f"join: seat {row.seat} is taken")
    came = now.came if guest is None or guest in now.came else (*now.came, guest)
    return now._replace(seats=(*seats[: row.seat], row.sitter, *seats[row.seat + 1 :]), came=came)


def left(now: Moment, row: LeftRow) -> Moment:
    """After a guest left, or before the start a bot; raises ``tianxia.IllegalAction`` if there is none."""
    seats, before = now.seats, now.seats[row.seat]
    if before.guest is None and (now.started or before.bot is None):
        raise tianxia.IllegalAction(f"leave: there is no guest in seat {row.seat}")
    after = replace(before, guest=None, name=row.name or before.name) if now.started else EMPTY
    return now._replace(seats=(*seats[: row.seat], after, *seats[row.seat + 1 :]))


def asked_again(now: Moment, row: RematchRow) -> Moment:
    """After somebody asked for a rematch; raises ``tianxia.IllegalAction`` if the game goes on."""
    if not now.over or now.seats[row.seat].guest is None:
        raise tianxia.IllegalAction(f"rematch: the game is not over, or there is no guest in seat {row.seat}")
    return now._replace(rematch=Rematch(row.seat, row.table))


def started(now: Moment, row: StartedRow) -> Moment:
    """After the game has begun; raises ``tianxia.IllegalAction`` if it can't, or no such lot can be drawn."""
    if now.started or EMPTY in now.seats:
        raise tianxia.IllegalAction("start: a seat is empty, or the game has started")
    order = row.order or range(len(now.seats))
    if sorted(order) != list(range(len(now.seats))):
        raise tianxia.IllegalAction(f"start: {row.order} is no order of {len(now.seats)} seats")
    return now._replace(started=True, seats=tuple(now.seats[seat] for seat in order))


def resigned(now: Moment, row: ResignedRow) -> Moment:
    """After a seat gave the game up; raises ``tianxia.IllegalAction`` if there is nothing to give up."""
    if not now.match.to_act or row.seat in now.resigned:
        raise tianxia.IllegalAction(f"resign: there is nothing to resign for seat {row.seat}")
    return _went(now, row)._replace(resigned=now.resigned | {row.seat})


def timed_out(now: Moment, row: TimedOutRow) -> Moment:
    """After the time of a seat was over; raises ``tianxia.IllegalAction`` if it was not to act."""
    if row.seat not in now.match.to_act or row.seat in now.away:
        raise tianxia.IllegalAction(f"time-out: seat {row.seat} is not to act")
    return _went(now, row)


def _went(now: Moment, row: ResignedRow | TimedOutRow) -> Moment:
    gone = now.gone if row.seat in now.away else (*now.gone, (row.seat, row.at))
    return now._replace(gone=gone, ended=now.ended or row.ends)


def taken_over(now: Moment, row: BotTookOverRow) -> Moment:
    """After a bot began to play for a seat; raises ``tianxia.IllegalAction`` if one does, or its guest is there."""
    if now.seats[row.seat].bot is not None or row.seat not in now.away:
        raise tianxia.IllegalAction(f"take over: a bot plays in seat {row.seat}, or its guest does")
    return _played_by(now, row.seat, row.level)


def returned(now: Moment, row: ReturnedRow) -> Moment:
    """After a guest came back; raises ``tianxia.IllegalAction`` if no bot plays for it, or it had resigned."""
    sitter = now.seats[row.seat]
    if sitter.guest is None or sitter.bot is None or row.seat in now.resigned:
        raise tianxia.IllegalAction(f"return: no bot plays for the guest of seat {row.seat}")
    gone = tuple(one for one in now.gone if one[0] != row.seat)
    return _played_by(now, row.seat, None)._replace(gone=gone)


def on_vacation(now: Moment, row: VacationRow) -> Moment:
    """Nothing but the clock changes; raises ``tianxia.IllegalAction`` if a seat has no day left."""
    if now.clocks is None or now.clocks.seats[row.seat].vacation < 1:
        raise tianxia.IllegalAction(f"vacation: seat {row.seat} has no day left")
    return now


def _played_by(now: Moment, seat: int, bot: str | None) -> Moment:
    sitter = replace(now.seats[seat], bot=bot)
    return now._replace(seats=(*now.seats[:seat], sitter, *now.seats[seat + 1 :]))
