"""Finding armies, one at a time [S6.4, S7.5]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import add_to_row, at_least
from tianxia.games.sun_tzu.events import EVENTS, MARKER, POOL, REINFORCEMENTS
from tianxia.games.sun_tzu.pieces import NEAR, NONE
from tianxia.games.sun_tzu.questions import D5
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.state import COST_NEED, MARKER_NEED, NO_NEED, PLACE_NEED

MOVED = EVENTS.MOVED


@rule
def ask(s: Record, what, seat):
    """The sequence stops here: a seat is asked, or with -1 each that has not answered. Returns that it stops."""
    s.asks = what
    s.asked = seat
    return True


@rule
def first_seat(s: Record):
    """The holder of this round, blue while there is none [S5.4]."""
    return 1 if s.holder == 1 else 0


@rule
def own_provinces(s: Record, seat):
    """Bit set of the provinces in which a seat has armies."""
    return at_least(s.armies, seat, 1)


@rule
def seek(s: Record, need, seat, province, count):
    """From now on so many armies are looked for; `province` is the place + 1, or none."""
    if count > 0:
        s.need = need
        s.need_seat = seat
        s.need_province = province
        s.missing = count


@rule
def stop_seeking(s: Record):
    """The need is met, or nothing more can meet it."""
    s.need = NO_NEED
    s.need_seat = -1
    s.need_province = NONE
    s.missing = 0


@rule
def sources(s: Record):
    """Provinces that may give: for the board adjacent ones first, never the battle's; for a cost any [S6.4, S7.3, S7.5]."""
    own = own_provinces(s, s.need_seat)
    if s.need != PLACE_NEED and s.need != MARKER_NEED:
        return own
    own &= ~(1 << (s.need_province - 1))
    near = own & NEAR[s.need_province - 1]
    return near if near and s.need == PLACE_NEED else own


@rule
def look_for_armies(s: Record, log):
    """The table of S7.5 from the left; returns whether the owner is asked."""
    seat = s.need_seat
    if s.pool[seat]:
        if s.need == COST_NEED:
            return ask(s, D5, seat)
        provide(s, POOL, min(s.pool[seat], s.missing), log)
        return False
    board = s.need == PLACE_NEED or s.need == MARKER_NEED
    if sources(s) or (board and s.reinforcements[seat]):
        return ask(s, D5, seat)
    stop_seeking(s)
    return False


@rule
def provide(s: Record, start, count, log):
    """So many of the missing armies come from the pool or a province."""
    seat, province = s.need_seat, s.need_province - 1
    if start == POOL:
        s.pool[seat] -= count
    else:
        add_to_row(s.armies, seat, start, -count)
    if s.need == PLACE_NEED:
        end = province
        add_to_row(s.armies, seat, province, count)
    elif s.need == MARKER_NEED:
        end = MARKER
        s.markers[seat, province] += count
    else:
        end = REINFORCEMENTS
        s.reinforcements[seat] += count
    MOVED.emit(log, seat, start, end, count, s.need_province)
    s.missing -= count
    if s.missing == 0:
        stop_seeking(s)
