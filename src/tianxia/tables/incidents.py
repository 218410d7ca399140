"""What happened to a game beside its steps and is told in its log: who went and came back, what time was credited, what became
of an offer."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tianxia.engine import i18n
from tianxia.tables import consent
from tianxia.tables.rows import (
    AgreedRow,
    BotTookOverRow,
    ClockRow,
    DeclinedRow,
    ResignedRow,
    ReturnedRow,
    Row,
    Seat,
    TimedOutRow,
    VacationRow,
)
from tianxia.tables.time_control import lasting

if TYPE_CHECKING:
    from tianxia.tables.moment import Moment

DEPUTY = "normal"
"""Level of the bot that plays for who is away."""
TOLD = 1.0
"""Seconds from which on credited time is told."""


class Incident(NamedTuple):
    """Something to tell in words when somebody looks; where among a viewer's events it happened, ``events`` says."""

    kind: str
    seat: int = 0
    seconds: float = 0.0  # of credited time
    events: tuple[int, ...] = ()  # how many each viewer had been shown by then, the seats first


def incident(row: Row, before: "Moment") -> Incident | None:
    """What is to be told of a row; None if that is nothing."""
    match row:
        case ResignedRow() | TimedOutRow() | BotTookOverRow() | ReturnedRow():
            return Incident(str(row.__struct_config__.tag), row.seat)
        case VacationRow():
            return Incident("vacation", row.seat)
        case ClockRow() if before.clocks is not None and row.until - row.since >= TOLD:
            return Incident(row.why, 0, row.until - row.since)
        case DeclinedRow() if before.offer is not None:
            own = before.seats[row.seat].guest == before.seats[before.offer.seat].guest
            return Incident("withdrawn" if own else "declined", row.seat)
        case AgreedRow() if (offer := consent.completed(before, row, None)) is not None and offer.what == "undo":
            return Incident("undone", offer.seat)
    return None


def in_words(one: Incident, name: str, lang: str) -> str:
    """An incident of a seat, which is called by a name, in a language."""
    say = i18n.translator(lang).gettext
    words = {
        "resigned": say("{name} has resigned."),
        "timed_out": say("The time of {name} is over."),
        "bot_took_over": say("A bot plays on for {name}."),
        "vacation": say("{name} takes a day off."),
        "returned": say("{name} is back."),
        "declined": say("{name} does not agree."),
        "withdrawn": say("{name} takes the offer back."),
        "undone": say("All agree: {name} takes the last action back."),
        "outage": say("The server was down; the clocks stood still for {time}."),
        "paused": say("The table was paused; the clocks stood still for {time}."),
        "clock": say("The server's own clock was set; the clocks stood still for {time}."),
    }
    return words[one.kind].format(name=name, time=lasting(one.seconds, lang))


def sat_then(told: Sequence[Incident], seats: Sequence[Seat], viewer: int | None, events: int) -> tuple[Seat, ...]:
    """Who played in which seat when so many events had been shown to a viewer: a guest itself, or a bot for it. What they are
    called is as it is now."""
    then, place = list(seats), -1 if viewer is None else viewer
    for one in reversed(told):
        if one.kind in ("bot_took_over", "returned") and one.events[place] >= events:
            then[one.seat] = replace(then[one.seat], bot=None if one.kind == "bot_took_over" else DEPUTY)
    return tuple(then)
