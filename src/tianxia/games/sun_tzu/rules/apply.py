"""What an action does [S14]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import add_to_row
from tianxia.games.sun_tzu.actions import ACTIONS
from tianxia.games.sun_tzu.events import EVENTS, POOL
from tianxia.games.sun_tzu.pieces import B1, B2, B4, B5, N_PROVINCES, R2, R3, R4, R5
from tianxia.games.sun_tzu.questions import D1, D2, D3, D4, D5, D6, D7, D8, D9, D10
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.rules.battle import win_by
from tianxia.games.sun_tzu.rules.cards import discard, go_under, keep_drawn, return_card, show, take_general
from tianxia.games.sun_tzu.rules.needs import provide, stop_seeking
from tianxia.games.sun_tzu.rules.sequence import begin_battle, begin_game, go_on, seal
from tianxia.games.sun_tzu.state import BLUE, FIXED, RED

CHOOSE, ORDER, CONFIRM, TAKE_BACK = ACTIONS.CHOOSE, ACTIONS.ORDER, ACTIONS.CONFIRM, ACTIONS.TAKE_BACK
NEXT, TAKE, TAKE_POOL, DISCARD = ACTIONS.NEXT, ACTIONS.TAKE, ACTIONS.TAKE_POOL, ACTIONS.DISCARD
USE_B1, USE_B2, USE_B4, USE_B5 = ACTIONS.USE_B1, ACTIONS.USE_B2, ACTIONS.USE_B4, ACTIONS.USE_B5
USE_R2, USE_R3, USE_R4, USE_R5 = ACTIONS.USE_R2, ACTIONS.USE_R3, ACTIONS.USE_R4, ACTIONS.USE_R5
ACCEPT, UNDER, PASS = ACTIONS.ACCEPT, ACTIONS.UNDER, ACTIONS.PASS

CHOSE, CONFIRMED, LIFTED, TOOK_GENERAL = EVENTS.CHOSE, EVENTS.CONFIRMED, EVENTS.LIFTED, EVENTS.TOOK_GENERAL
MOVED, PUT_UNDER = EVENTS.MOVED, EVENTS.PUT_UNDER


@rule
def apply(s: Record, seat, action, log):
    """Carry out an action, and what follows until a seat is asked; in D1, D2, D9 the other seat or the same may be left [S14]."""
    asks = s.asks
    goes_on = True
    if asks == D2:
        goes_on = give_order(s, seat, action, log)
    elif asks == D9:
        goes_on = put_under(s, seat, action, log)
    elif asks == D1:
        goes_on = choose_general(s, seat, action, log)
    elif asks == D5:
        find_army(s, seat, action, log)
    elif asks == D3:
        (province,) = NEXT.args(action)
        begin_battle(s, province, log)
    elif asks == D6:
        take_another_general(s, seat, action, log)
    elif asks == D7:
        if ACCEPT.has(action):
            win_by(s, seat, 1, s.infantry - 1, log)
    elif PASS.has(action):
        s.step += 1
    elif asks == D4:
        use_at_reveal(s, action, log)
    elif asks == D8 or asks == D10:
        act_openly(s, seat, action, log)
    if goes_on:
        go_on(s, log)


@rule
def take_another_general(s: Record, seat, action, log):
    """War chariot: one of those laid aside, in secret, or none [S9.5, D6]."""
    if CHOOSE.has(action):
        (general,) = CHOOSE.args(action)
        take_general(s, seat, general)
        TOOK_GENERAL.emit(log, seat)


@rule
def choose_general(s: Record, seat, action, log):
    """Each secretly chooses 1 of the own 5; then the game begins [S2.2, D1]."""
    (general,) = CHOOSE.args(action)
    take_general(s, seat, general)
    CHOSE.emit(log, seat)
    if s.unshown[1 - seat]:
        begin_game(s, log)
    return False


@rule
def give_order(s: Record, seat, action, log):
    """Orders are given and taken back in secret; an open act lifts the other's confirmation [S4, D2]."""
    if ORDER.has(action):
        province, kind = ORDER.args(action)
        add_to_row(s.hand, seat, kind, -1)
        add_to_row(s.laid, seat, province, kind + 1)
        return False
    if TAKE_BACK.has(action):
        (province,) = TAKE_BACK.args(action)
        take_back(s, seat, province)
        return False
    if CONFIRM.has(action):
        s.confirmed[seat] = 1
        CONFIRMED.emit(log, seat)
        if not s.confirmed[1 - seat]:
            return False
        seal(s, log)
        return True
    act_openly(s, seat, action, log)
    lift_confirmation(s, 1 - seat, log)
    return False


@rule
def take_back(s: Record, seat, province):
    """An order returns to the hand [S4.1]."""
    card = s.laid[seat, province]
    add_to_row(s.hand, seat, card - 1, 1)
    add_to_row(s.laid, seat, province, -card)


@rule
def lift_confirmation(s: Record, seat, log):
    """It must be given again; with fixed orders the five return to the hand [S4.5]."""
    if s.confirmed[seat] == 0:
        return
    s.confirmed[seat] = 0
    LIFTED.emit(log, seat)
    if s.orders == FIXED:
        for province in range(N_PROVINCES):
            take_back(s, seat, province)


@rule
def act_openly(s: Record, seat, action, log):
    """A reinforcement, or a general of any phase [S4.3, S8.1, S8.6, S8.9]."""
    if DISCARD.has(action):
        (kind,) = DISCARD.args(action)
        discard(s, seat, kind, log)
    elif USE_R2.has(action):
        (province,) = USE_R2.args(action)
        show(s, seat, R2, log)
        add_to_row(s.armies, BLUE, province, -1)
        s.pool[BLUE] += 1
        MOVED.emit(log, BLUE, province, POOL, 1, province + 1)
    elif USE_B1.has(action):
        start, end = USE_B1.args(action)
        show(s, seat, B1, log)
        add_to_row(s.armies, BLUE, start, -1)
        add_to_row(s.armies, BLUE, end, 1)
        MOVED.emit(log, BLUE, start, end, 1, end + 1)
    elif USE_B5.has(action):
        (province,) = USE_B5.args(action)
        show(s, seat, B5, log)
        s.pool[BLUE] -= 1
        add_to_row(s.armies, BLUE, province, 1)
        MOVED.emit(log, BLUE, POOL, province, 1, province + 1)
    else:
        show(s, seat, R4, log)
        s.pestilence = 1


@rule
def use_at_reveal(s: Record, action, log):
    """R3, R5, B2 and B4 [S8.5, S8.7, S8.8]."""
    province = s.battle - 1
    if USE_R3.has(action):
        show(s, RED, R3, log)
        s.physician = 1
    elif USE_R5.has(action):
        show(s, RED, R5, log)
        return_card(s, RED, province, log)
    elif USE_B2.has(action):
        show(s, BLUE, B2, log)
        s.feint = 1
    else:
        show(s, BLUE, B4, log)
        return_card(s, BLUE, province, log)


@rule
def find_army(s: Record, seat, action, log):
    """One army for a need: from a province or the pool; or one is brought from reinforcements; or no more [S7.5, D5]."""
    if TAKE.has(action):
        (province,) = TAKE.args(action)
        provide(s, province, 1, log)
    elif TAKE_POOL.has(action):
        provide(s, POOL, 1, log)
    elif DISCARD.has(action):
        (kind,) = DISCARD.args(action)
        discard(s, seat, kind, log)
    else:
        stop_seeking(s)


@rule
def put_under(s: Record, seat, action, log):
    """One of the cards drawn goes under the deck, the others to the hand [S12.2, D9]."""
    (kind,) = UNDER.args(action)
    s.drawn[seat, kind] -= 1
    s.drawn_size[seat] -= 1
    keep_drawn(s, seat)
    go_under(s, seat, kind)
    PUT_UNDER.emit(log, seat, kind + 1)
    return s.drawn_size[1 - seat] == 0
