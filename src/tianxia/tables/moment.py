"""How a game stands: its position, who sits where, who gave it up."""

from typing import Literal, NamedTuple

from msgspec.structs import replace

import tianxia
from tianxia.engine.records import ALL
from tianxia.tables.consent import Offer
from tianxia.tables.store import EMPTY, JoinedRow, LeftRow, Outcome, RematchRow, Seat, Standing, StartedRow

COUNTED = ("round", "hand_number", "turn")
"""Public fields that say how far a game is. The first of them that a game has is what its players count."""


class Rematch(NamedTuple):
    """Who asks the others to play again, and at which table."""

    seat: int
    table: str


class Moment(NamedTuple):
    """A position, who sits where, and who has resigned. Nobody acts after that: the game is over for want of a rival.

    Nor does anybody after it was settled by consent.
    """

    match: "tianxia.Match"
    seats: tuple[Seat, ...]
    started: bool = False
    resigned: frozenset[int] = frozenset()
    came: tuple[str, ...] = ()  # the guests who ever took a seat, the first one first
    rematch: Rematch | None = None  # that was asked for last
    settled: Literal["", "draw", "abandon"] = ""
    offer: Offer | None = None  # that waits for an answer
    offers: int = 0  # that were made so far
    declined: frozenset[tuple[int, str]] = frozenset()  # by seat what it offered in vain since the table moved on

    @property
    def host(self) -> str | None:
        """The guest who came first of those who are there: before the start it says who plays with it."""
        here = {seat.guest for seat in self.seats}
        return next((guest for guest in self.came if guest in here), None)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide; empty before the game starts and when it is over."""
        return self.match.to_act if self.started and not (self.resigned or self.settled) else ()

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
        """Place of each seat, 1 = first, ties share; who resigned comes after all others. None while the game goes on, and
        for ever if it was abandoned."""
        if self.settled:
            return (1,) * len(self.seats) if self.settled == "draw" else None
        if not self.resigned:
            return self.match.result
        seats = range(self.match.game.seats)
        return tuple(1 + (len(seats) - len(self.resigned)) * (seat in self.resigned) for seat in seats)

    @property
    def rated(self) -> tuple[int, ...] | None:
        """Place of each seat as it counts for ratings: who went comes after all who stayed. None while the game goes on."""
        return self.result

    @property
    def outcome(self) -> Outcome | None:
        """What counts for ratings; None while the game goes on, or if it ends without a result."""
        places = self.rated if self.over else None
        return None if places is None else Outcome(places, tuple(self.match.scores or ()))

    @property
    def standing(self) -> Standing:
        """What everybody may know of it without a look at the table."""
        name = counted(self.match.game)
        count = int(self.match.record(None)[name][0]) if name else 0
        return Standing(self.to_act, count, self.result, tuple(sorted(self.resigned)), self.settled)


def counted(game: "tianxia.Game") -> str:
    """The public field that says how far a game is; empty if it has none."""
    fields = game.table.by_name
    return next((name for name in COUNTED if name in fields and fields[name].seen_by is ALL), "")


def joined(now: Moment, row: JoinedRow) -> Moment:
    """After somebody took a seat; raises ``tianxia.IllegalAction`` if it is taken."""
    seats, guest = now.seats, row.sitter.guest
    if seats[row.seat].guest is not None or seats[row.seat].bot is not None:
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
