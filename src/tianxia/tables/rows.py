"""The rows of a game: who sits down and leaves, what is played, taken back, offered and asked for. Each is one accepted step."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct


class Seat(Struct, frozen=True):
    """Who sits in a seat: a guest, or a bot of some level; neither, where a guest left or nobody came yet.

    Both where a bot plays for a guest who is away.
    """

    name: str
    guest: str | None = None
    bot: str | None = None
    program: bool = False  # the guest is the account of a program, see ``Person``


EMPTY = Seat("")
"""A seat that nobody has taken yet."""


def seats_of(seats: Iterable[Seat], guest: str | None) -> tuple[int, ...]:
    """The seats of a guest; several if it shares its screen with others."""
    return tuple(number for number, seat in enumerate(seats) if guest is not None and seat.guest == guest)


def empty_seats(seats: Iterable[Seat]) -> tuple[int, ...]:
    """The seats that nobody has taken."""
    return tuple(number for number, seat in enumerate(seats) if seat == EMPTY)


class Entry(Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """What every accepted row has. ``hash`` is that of the position after it (``Match.position_hash``). Rows that move
    nothing are without, and those of a version that noted none."""

    number: int
    at: float  # Unix seconds
    command: str | None = None  # the client's id of the command; None for what the platform or a bot does
    hash: str = ""


class JoinedRow(Entry, frozen=True, tag="joined"):
    """Somebody, or a bot, took an empty seat."""

    seat: int
    sitter: Seat


class LeftRow(Entry, frozen=True, tag="left"):
    """The guest in a seat left it for good; its name stays, unless the seat is called otherwise from then on.

    Before the start the seat is empty again, and a bot may leave it too.
    """

    seat: int
    name: str = ""


class StartedRow(Entry, frozen=True, tag="started"):
    """All seats are taken, and the game begins. By lot, seat n is for who sat in seat ``order[n]`` until then."""

    order: tuple[int, ...] = ()


class ActionRow(Entry, frozen=True, tag="action"):
    """A seat played an action, in notation."""

    seat: int
    action: str
    lag: float = 0.0  # seconds of the way from the page and back, as it was measured here; only with a clock


class UndoRow(Entry, frozen=True, tag="undo"):
    """A seat took its last action back, and what rivals did unseen since."""

    seat: int


class ResignedRow(Entry, frozen=True, tag="resigned"):
    """A seat gave the game up, which ends it where nobody is left to play with."""

    seat: int
    ends: bool = True


class TimedOutRow(Entry, frozen=True, tag="timed_out"):
    """The time of a seat was over, which ends the game where nobody is left to play with."""

    seat: int
    ends: bool = False


class BotTookOverRow(Entry, frozen=True, tag="bot_took_over"):
    """A bot of some level plays for a seat from now on."""

    seat: int
    level: str


class ReturnedRow(Entry, frozen=True, tag="returned"):
    """The guest of a seat plays for itself again."""

    seat: int


Why = Literal["outage", "paused", "clock"]
"""Why time went by that nobody is to lose: the server was down, the table was paused, the machine's clock was set."""


class ClockRow(Entry, frozen=True, tag="clock"):
    """A stretch of time that costs nobody anything."""

    since: float
    until: float
    why: Why


class VacationRow(Entry, frozen=True, tag="vacation"):
    """A seat takes a day off, in which its time does not run."""

    seat: int


What = Literal["undo", "draw", "abandon"]
"""What all who play may agree to: to take back a seat's last action, to share the first place, to end without a result."""


class OfferedRow(Entry, frozen=True, tag="offered"):
    """A seat asked the others for their consent; ``silent`` if they are to have agreed who do not answer for long."""

    seat: int
    what: What
    silent: bool = False


class DeclinedRow(Entry, frozen=True, tag="declined"):
    """A seat does not want what was offered; if it is the one that asked, not any more."""

    seat: int


class AgreedRow(Entry, frozen=True, tag="agreed"):
    """A seat wants what was offered. With the last of them it is done."""

    seat: int


class RematchRow(Entry, frozen=True, tag="rematch"):
    """The game is over, and a seat asks the others to play again at another table."""

    seat: int
    table: str


class FreedRow(Entry, frozen=True, tag="freed"):
    """A seat goes on without the lesson that the game began as."""

    seat: int


BESIDE = JoinedRow | LeftRow | StartedRow | RematchRow | ClockRow | VacationRow
"""Rows that are told beside the streams: of who plays, and of the clocks."""


Row = (
    JoinedRow
    | LeftRow
    | StartedRow
    | ActionRow
    | UndoRow
    | ResignedRow
    | RematchRow
    | TimedOutRow
    | BotTookOverRow
    | ReturnedRow
    | ClockRow
    | VacationRow
    | OfferedRow
    | DeclinedRow
    | AgreedRow
    | FreedRow
)
"""One accepted step of a game."""


def seat_in(row: Row) -> int | None:
    """The seat that a row is of."""
    seat: int | None = getattr(row, "seat", None)
    return seat


def opening(seats: Sequence[Seat], at: float) -> tuple[Row, ...]:
    """The first rows of a game: all but empty seats are taken; if there is no empty one, it starts at once."""
    sitting = [(seat, sitter) for seat, sitter in enumerate(seats) if sitter != EMPTY]
    joined = [JoinedRow(seat, sitter, number=number, at=at) for number, (seat, sitter) in enumerate(sitting)]
    return (*joined, StartedRow(number=len(joined), at=at)) if len(joined) == len(seats) else tuple(joined)
