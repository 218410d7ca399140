"""What each viewer was shown of a game, counted by a number that tells nothing of what it did not see."""

from typing import NamedTuple

from tianxia.tables.moment import Moment
from tianxia.tables.rows import (
    BESIDE,
    AgreedRow,
    BotTookOverRow,
    DeclinedRow,
    FreedRow,
    OfferedRow,
    ResignedRow,
    ReturnedRow,
    Row,
    TimedOutRow,
)

Viewer = int | None  # a seat, or None for a spectator


class Stream(NamedTuple):
    """What one viewer was shown. The number grows by one with each step which changed that."""

    number: int
    events: int
    reset: int  # the number of the last undo: a page that is further behind needs everything anew


def shown_after(
    row: Row, now: Moment, then: Moment, shown: dict[Viewer, Stream], *, undone: bool
) -> dict[Viewer, Stream]:
    """The streams after a row, which may have undone something: that of a viewer which saw nothing of it is the same one."""
    if isinstance(row, BESIDE):
        return shown
    # everybody is told, though nothing has moved
    if isinstance(row, ResignedRow | TimedOutRow | BotTookOverRow | ReturnedRow | FreedRow) or then.settled:
        return {viewer: one._replace(number=one.number + 1) for viewer, one in shown.items()}
    if isinstance(row, OfferedRow | DeclinedRow | AgreedRow) and not undone:  # so are offers
        return shown
    events, differs = then.match.event_count, then.match.differs(now.match)
    return {
        viewer: Stream(one.number + 1, events, one.number + 1 if undone else one.reset)
        if differs[viewer] or events != one.events
        else one
        for viewer, one in shown.items()
    }
