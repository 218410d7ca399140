"""A battle, step by step [S6, S7], with the generals of the reveal [S8]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import add_to_row
from tianxia.games.sun_tzu.events import EVENTS, POOL
from tianxia.games.sun_tzu.pieces import (
    COST,
    FEINTS,
    MARGIN,
    MINUS_ONE,
    N_PROVINCES,
    NINE,
    NONE,
    ONE,
    PLAGUE,
    R1,
    SIX,
    TEN,
    ZERO,
)
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.rules.cards import show
from tianxia.games.sun_tzu.rules.needs import seek
from tianxia.games.sun_tzu.state import BLUE, COST_NEED, MARKER_NEED, PLACE_NEED, RED, SEATS

REVEALED, SPREAD, WON, NOBODY_WON, MOVED = (
    EVENTS.REVEALED,
    EVENTS.PLAGUE,
    EVENTS.WON,
    EVENTS.NOBODY_WON,
    EVENTS.MOVED,
)


@rule
def reveal(s: Record, province, log):
    """Both cards at once; a red 6 on a used place shows R1, also if it is then annulled [S6.6, S8.4]."""
    s.unfought &= ~(1 << province)
    s.battle = province + 1
    for seat in range(SEATS):
        card = s.laid[seat, province]
        s.laid[seat, province] = NONE
        s.face_up[seat, province] = card
        s.revealed[seat] = card
        s.plagues += card == PLAGUE + 1
    REVEALED.emit(log, province, s.revealed[BLUE] - 1, s.revealed[RED] - 1)
    if s.revealed[RED] == SIX + 1 and s.used[RED] >> province & 1:
        show(s, RED, R1, log)


@rule
def clear_battle(s: Record):
    """The battle is over, its events too."""
    s.battle = NONE
    s.physician = 0
    s.feint = 0
    for seat in range(SEATS):
        s.revealed[seat] = NONE


@rule
def one_plague(s: Record):
    """Whether exactly one Plague was revealed."""
    return (s.revealed[BLUE] == PLAGUE + 1) != (s.revealed[RED] == PLAGUE + 1)


@rule
def returns(s: Record, seat, kind):
    """Whether the seat revealed this kind and has a deck under which it may go [S8.7]."""
    return s.revealed[seat] == kind + 1 and s.deck_size[seat] > 0


@rule
def feints(s: Record):
    """Whether blue revealed a 7-10 [S8.8]."""
    return FEINTS >> (s.revealed[BLUE] - 1) & 1


@rule
def window_is_open(s: Record, seat):
    """On public facts only: what was revealed, and that the seat's general is not shown [S8.2]."""
    if s.unshown[seat] == 0:
        return False
    if seat == RED:
        return one_plague(s) or returns(s, RED, PLAGUE)
    return feints(s) or returns(s, BLUE, MINUS_ONE)


@rule
def acts_as(s: Record, seat):
    """What a revealed card is: blue's feint a 6, a Plague under the physician the number 0 [S6.5, S8.5, S8.8]."""
    card = s.revealed[seat] - 1
    if s.feint and seat == BLUE:
        return SIX
    if s.physician and card == PLAGUE:
        return ZERO
    return card


@rule
def is_plague(s: Record):
    """Whether a Plague is still one, so that there is no battle [S6.6]."""
    return acts_as(s, BLUE) == PLAGUE or acts_as(s, RED) == PLAGUE


@rule
def spread_plague(s: Record, log):
    """Of n armies n // 2 return to the pool, under R4 all but 1; two Plagues do it once [S7.4, S8.6]."""
    province = s.battle - 1
    blue = leaving(s, s.armies[BLUE, province])
    red = leaving(s, s.armies[RED, province])
    add_to_row(s.armies, BLUE, province, -blue)
    s.pool[BLUE] += blue
    add_to_row(s.armies, RED, province, -red)
    s.pool[RED] += red
    SPREAD.emit(log, province, blue, red)


@rule
def leaving(s: Record, armies):
    """How many of these armies a Plague takes."""
    return max(0, armies - 1) if s.pestilence else armies // 2


@rule
def note_ones(s: Record):
    """A 1 that no Plague annulled draws more at the end of the round [S7.1]."""
    for seat in range(SEATS):
        if s.revealed[seat] == ONE + 1:
            s.draws_more[seat] = 1


@rule
def put_marker(s: Record, seat):
    """A revealed 6 uses the place, and an army becomes its marker; a feint does neither [S7.2, S8.8]."""
    if s.revealed[seat] == SIX + 1:
        s.used[seat] |= 1 << (s.battle - 1)
        seek(s, MARKER_NEED, seat, s.battle, 1)


@rule
def decide(s: Record, log):
    """The higher card wins by the difference; equal: nothing moves [S6.1]."""
    margin = MARGIN[acts_as(s, BLUE), acts_as(s, RED)]
    if margin > 0:
        win_by(s, BLUE, margin, s.battle - 1, log)
    elif margin < 0:
        win_by(s, RED, -margin, s.battle - 1, log)
    else:
        NOBODY_WON.emit(log, s.battle - 1)


@rule
def win_by(s: Record, seat, margin, province, log):
    """The loser's armies return first, then the winner puts what is left of the difference [S6.2, S6.3]."""
    loser = 1 - seat
    WON.emit(log, seat, province, margin)
    back = min(margin, s.armies[loser, province])
    if back > 0:
        add_to_row(s.armies, loser, province, -back)
        s.pool[loser] += back
        MOVED.emit(log, loser, province, POOL, back, province + 1)
    seek(s, PLACE_NEED, seat, province + 1, margin - back)


@rule
def pay(s: Record, seat):
    """+2 costs 1 army and +3 costs 2, won or not; equal + cards cancel and neither pays [S7.3]."""
    own, other = acts_as(s, seat), acts_as(s, 1 - seat)
    if own != other:
        seek(s, COST_NEED, seat, s.battle, COST[own])


@rule
def remember(s: Record):
    """For the events: a 9 or 10 that did not win, and where both 1s met; a feint is neither [S8.8, S9.3, S9.6]."""
    margin = 0 if is_plague(s) else MARGIN[acts_as(s, BLUE), acts_as(s, RED)]
    for seat in range(SEATS):
        won = margin > 0 if seat == BLUE else margin < 0
        if not won and not (s.feint and seat == BLUE):
            s.beaten_nine[seat] |= s.revealed[seat] == NINE + 1
            s.beaten_ten[seat] |= s.revealed[seat] == TEN + 1
    if s.revealed[BLUE] == ONE + 1 and s.revealed[RED] == ONE + 1:
        s.infantry = s.battle


@rule
def armies_on_board(s: Record, seat):
    """Armies in provinces; marker armies do not count [S5.2]."""
    armies = 0
    for province in range(N_PROVINCES):
        armies += s.armies[seat, province]
    return armies
