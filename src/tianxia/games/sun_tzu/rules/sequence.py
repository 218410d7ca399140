"""The order of everything: a round [S3.1], a battle [S6.6], the events [S9], the end [S10-S12]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import count, lowest
from tianxia.games.sun_tzu.events import EVENTS
from tianxia.games.sun_tzu.pieces import (
    ALL_PROVINCES,
    B3,
    CHAMPION,
    CHAMPION_COST,
    HAND_CARDS_DRAWN,
    HERO_COST,
    LAST_ROUND_OF_ANY_PHASE,
    LIGHT_INFANTRY,
    MANY_PLAGUES,
    MANY_USED,
    N_EVENTS,
    N_PROVINCES,
    NONE,
    PANDEMIC,
    POINTS,
    ROUNDS,
    TRACK,
    WAR_CHARIOT,
)
from tianxia.games.sun_tzu.questions import D2, D3, D4, D6, D7, D8, D9, D10, OVER
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.rules.battle import (
    armies_on_board,
    clear_battle,
    decide,
    is_plague,
    note_ones,
    pay,
    put_marker,
    remember,
    reveal,
    spread_plague,
    window_is_open,
)
from tianxia.games.sun_tzu.rules.cards import clear_up, draw, draw_for_round, keep_drawn, show, tell_drawn
from tianxia.games.sun_tzu.rules.needs import ask, first_seat, look_for_armies, seek
from tianxia.games.sun_tzu.state import BLUE, COST_NEED, PANDEMIC_NEED, RED, SEATS, STEPS

(
    GENERALS, ORDERS, NEXT, REVEAL_1, REVEAL_2, PLAGUE, MARKER_1, MARKER_2, RESULT, COST_1, COST_2,
    REMEMBER, FIRES, SERVE_1, SERVE_2, TURN_UP, END_BATTLE, WINDOW_1, WINDOW_2, SCORING, CLEAR_UP,
    UNDER, BEGIN_ROUND, LEADS, REINFORCE_1, REINFORCE_2, COMPARE, FINISHED,
) = range(len(STEPS))  # fmt: skip

ROUND_BEGAN, SEALED, EVENT_FIRED, EVENT_UP = EVENTS.ROUND_BEGAN, EVENTS.SEALED, EVENTS.EVENT_FIRED, EVENTS.EVENT_UP
GAINED, SCORED, IS_OVER = EVENTS.GAINED, EVENTS.SCORED, EVENTS.OVER
DRAW = 2
"""As winner: nobody."""
FIRST_CHOSEN_ROUND = 4
EARLY_CHOSEN_ROUND = 2


@rule
def go_on(s: Record, log):
    """Do what happens by itself until a seat is asked or the game is over."""
    asked = False
    while not asked:
        asked = look_for_armies(s, log) if s.missing else take_step(s, log)


@rule
def take_step(s: Record, log):
    """Take the next step; returns whether it asks a seat. A step that asks again stays until it has no more to ask."""
    step = s.step
    if step <= RESULT:
        return step_of_battle(s, step, log)
    if step <= END_BATTLE:
        return step_of_events(s, step, log)
    return step_of_round(s, step, log)


@rule
def seat_in_turn(s: Record, step, first):
    """Who does a step of two: the first seat does the one named `first` [S5.4]."""
    return first_seat(s) if step == first else 1 - first_seat(s)


@rule
def step_of_battle(s: Record, step, log):
    """From the choice of the province to the result [S5, S6.6 steps 1-5]."""
    if step == NEXT:
        return next_battle(s, log)
    if step <= REVEAL_2:
        seat = seat_in_turn(s, step, REVEAL_1)
        if window_is_open(s, seat):
            return ask(s, D4, seat)
    elif step == PLAGUE:
        if is_plague(s):
            spread_plague(s, log)
            s.step = REMEMBER
            return False
        note_ones(s)
    elif step <= MARKER_2:
        put_marker(s, seat_in_turn(s, step, MARKER_1))
    else:
        decide(s, log)
    s.step = step + 1
    return False


@rule
def next_battle(s: Record, log):
    """The default order at first, then the holder chooses, while 2 or more are unfought [S5.1, S5.5]."""
    if s.unfought == 0:
        s.step = WINDOW_1
        return False
    default = s.round < (EARLY_CHOSEN_ROUND if s.battle_order else FIRST_CHOSEN_ROUND)
    if default or s.holder < 0 or count(s.unfought) == 1:
        begin_battle(s, lowest(s.unfought), log)
        return False
    return ask(s, D3, s.holder)


@rule
def begin_battle(s: Record, province, log):
    """The next battle is in this province."""
    reveal(s, province, log)
    s.step = REVEAL_1


@rule
def step_of_events(s: Record, step, log):
    """Costs, and the events, which are checked here and nowhere else [S6.6 steps 6-7, S9.2]."""
    s.step = step + 1
    if step <= COST_2:
        pay(s, seat_in_turn(s, step, COST_1))
    elif step == REMEMBER:
        remember(s)
    elif step == FIRES:
        if s.event == NONE or not fires(s):
            s.step = END_BATTLE
        else:
            EVENT_FIRED.emit(log, s.event - 1)
    elif step <= SERVE_2:
        return serve(s, seat_in_turn(s, step, SERVE_1), step == SERVE_1, log)
    elif step == TURN_UP:
        turn_up(s, log)
    else:
        clear_battle(s)
        s.step = NEXT
    return False


@rule
def fires(s: Record):
    """Whether the face-up event's condition is met, counted from the start of the game [S9.1, S9.3]."""
    event = s.event - 1
    if event == PANDEMIC:
        return s.plagues >= MANY_PLAGUES
    if event == LIGHT_INFANTRY:
        return s.infantry != NONE
    return meets(s, BLUE, event) or meets(s, RED, event)


@rule
def meets(s: Record, seat, event):
    """Whether a seat meets the condition of War chariot, Champion or Hero [S9.3]."""
    if event == WAR_CHARIOT:
        return count(s.used[seat]) >= MANY_USED
    if event == CHAMPION:
        return s.beaten_nine[seat] != 0
    return s.beaten_ten[seat] != 0


@rule
def serve(s: Record, seat, first, log):
    """What the event does to a seat that meets it, the first seat first [S9, S9.4]; returns whether it is asked."""
    event = s.event - 1
    if event == PANDEMIC:
        seek(s, PANDEMIC_NEED, seat, NONE, 1)
    elif event == LIGHT_INFANTRY:
        return first and serve_infantry(s, log)
    elif meets(s, seat, event):
        if event == WAR_CHARIOT:
            return s.generals and ask(s, D6, seat)
        seek(s, COST_NEED, seat, s.battle, CHAMPION_COST if event == CHAMPION else HERO_COST)
    return False


@rule
def serve_infantry(s: Record, log):
    """The side with fewer points gains 1, or with the option may take a win by 1 instead; level: nothing [S9.6]."""
    if s.figure == 0:
        return False
    seat = RED if s.figure > 0 else BLUE
    if s.light_infantry:
        return ask(s, D7, seat)
    move_figure(s, 1 if seat == BLUE else -1)
    GAINED.emit(log, seat, s.figure)
    return False


@rule
def move_figure(s: Record, spaces):
    """Towards blue's end when positive; what is over the end is lost [S10.1]."""
    s.figure = max(-TRACK, min(TRACK, s.figure + spaces))


@rule
def turn_up(s: Record, log):
    """The event is out and the next is turned up and looked at; after the fifth the game ends at once [S9.1]."""
    s.events_out[N_EVENTS - s.events_left] = s.event
    s.events_left -= 1
    s.event = s.event_deck[N_EVENTS - s.events_left] if s.events_left else NONE
    EVENT_UP.emit(log, s.event)
    if s.event:
        s.step = FIRES
        return
    clear_battle(s)
    s.step = LEADS


@rule
def step_of_round(s: Record, step, log):
    """After the battles: window, scoring, end of round, end of the game [S8.1, S10-S12]."""
    if step <= WINDOW_2:
        seat = seat_in_turn(s, step, WINDOW_1)
        if s.round <= LAST_ROUND_OF_ANY_PHASE and s.unshown[seat]:
            return ask(s, D8, seat)
    elif step == SCORING:
        return score(s, log)
    elif step == CLEAR_UP:
        for seat in range(SEATS):
            clear_up(s, seat)
            draw_for_round(s, seat, log)
    elif step == UNDER:
        if s.drawn_size[BLUE] or s.drawn_size[RED]:
            return ask(s, D9, -1)
    elif step == BEGIN_ROUND:
        return begin_round(s, log)
    elif step == LEADS:
        if s.figure != 0:
            return end(s, BLUE if s.figure > 0 else RED, log)
    elif step <= REINFORCE_2:
        seat = seat_in_turn(s, step, REINFORCE_1)
        if s.reinforcements[seat]:
            return ask(s, D10, seat)
    else:
        return compare_pools(s, log)
    s.step = step + 1
    return False


@rule
def score(s: Record, log):
    """After rounds 3, 6 and 9 the figure moves by the difference of the sums; at an end the game is over [S10, S11.1]."""
    s.step = CLEAR_UP
    if s.round % 3:
        return False
    blue, red = 0, 0
    for province in range(N_PROVINCES):
        points = POINTS[s.displays[province], s.round // 3 - 1]
        blue += points * (s.armies[BLUE, province] > 0)
        red += points * (s.armies[RED, province] > 0)
    move_figure(s, blue - red)
    SCORED.emit(log, s.round, blue, red, s.figure)
    if s.round == ROUNDS:
        s.step = LEADS
    elif s.figure == TRACK or s.figure == -TRACK:
        return end(s, BLUE if s.figure > 0 else RED, log)
    return False


@rule
def compare_pools(s: Record, log):
    """The figure in the middle: more armies in the own pool, else a draw [S11.2]."""
    if s.pool[BLUE] == s.pool[RED]:
        return end(s, DRAW, log)
    return end(s, BLUE if s.pool[BLUE] > s.pool[RED] else RED, log)


@rule
def end(s: Record, winner, log):
    """The game is over; nothing is uncovered [S13.1]."""
    s.winner = winner
    s.step = FINISHED
    IS_OVER.emit(log, winner if winner < DRAW else -1)
    return ask(s, OVER, -1)


@rule
def begin_game(s: Record, log):
    """B3 is shown and used by itself; four cards are drawn by each; round 1 [S2.4, S8.3]."""
    if s.held[BLUE] >> B3 & 1:
        show(s, BLUE, B3, log)
        move_figure(s, 1)
        GAINED.emit(log, BLUE, s.figure)
    for seat in range(SEATS):
        tell_drawn(s, seat, draw(s, seat, HAND_CARDS_DRAWN), log)
        keep_drawn(s, seat)
    begin_round(s, log)


@rule
def begin_round(s: Record, log):
    """The next round begins."""
    ROUND_BEGAN.emit(log, s.round + 1)
    return ask_for_orders(s)


@rule
def ask_for_orders(s: Record):
    """Both give orders [S3]."""
    s.round += 1
    s.sealed = 0
    s.pestilence = 0
    for seat in range(SEATS):
        s.confirmed[seat] = 0
        s.draws_more[seat] = 0
    s.step = ORDERS
    return ask(s, D2, -1)


@rule
def seal(s: Record, log):
    """Both have confirmed: the orders are fixed, and the holder is who has fewer armies on the board [S4.5, S5.3]."""
    s.sealed = 1
    s.unfought = ALL_PROVINCES
    for seat in range(SEATS):
        s.hand_size[seat] -= N_PROVINCES
    blue, red = armies_on_board(s, BLUE), armies_on_board(s, RED)
    if blue != red:
        s.holder = BLUE if blue < red else RED
    s.step = NEXT
    SEALED.emit(log, s.holder)
