"""What follows an action, up to the next decision: the rest of a tile, the end of a turn, the end of the game [H4, H6.7, H12]."""

from tianxia.engine.compiling import rule
from tianxia.games.huang.events import BY_BAG, BY_STALL, EVENTS
from tianxia.games.huang.pieces import (
    ACTIONS_IN_A_TURN,
    BLUE,
    GRANARY_POINTS,
    GREEN,
    HAND,
    N_COLOURS,
    PALACE_HAND,
    WHITE,
)
from tianxia.games.huang.questions import ACTION, CHAIN, END_TURN, GRANARY, MARKET, OVER, PAGODA
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import tile_at, tiled
from tianxia.games.huang.rules.buildings import any_place_with, granaries_of, in_palace_state, score_pagodas
from tianxia.games.huang.rules.conflict import ask, bandit_hexes, beats_bandits, near_bandits, next_seat
from tianxia.games.huang.rules.draws import draw_hand, draw_market, market_size
from tianxia.games.huang.rules.hexsets import first, hexset, lone, meet, minus, near, rest, size, some, union

TURN_BEGAN, GAME_OVER, WON = EVENTS.TURN_BEGAN, EVENTS.OVER, EVENTS.WON


@rule
def empty(s: Record):
    """Hexes of the map with nothing on them [H1.2b]."""
    free = minus(minus(union(hexset(s.land), hexset(s.river)), tiled(s)), hexset(s.leader_hexes))
    return minus(free, bandit_hexes(s)) if s.bandits else free


@rule
def takes_tile(s: Record, free):
    """Of some empty hexes those where a tile may be placed: beside bandits only if they are beaten [M1.4]."""
    if s.bandits == 0:
        return free
    beside = meet(free, near_bandits(s))
    while some(beside):
        if not beats_bandits(s, first(beside)):
            free = minus(free, lone(first(beside)))
        beside = rest(beside)
    return free


@rule
def next_blue(s: Record, hex_):
    """Where another blue tile may follow one [H6.6]."""
    return takes_tile(s, meet(meet(empty(s), hexset(s.river)), near(hex_)))


@rule
def after_points(s: Record, seat, colour):
    """A tile has scored: the pagoda decision comes next, if there is a place [H6.7, H13.4]."""
    if any_place_with(s, s.placed - 1, colour):
        ask(s, PAGODA, seat)
    else:
        after_pagoda(s, seat, False)


@rule
def after_pagoda(s: Record, seat, made):
    """Then the market decision, or the next blue tile [H6.5, H6.6, H13.6, H13.7]."""
    hex_ = s.placed - 1
    if tile_at(s, GREEN, hex_) and market_size(s):
        ask(s, MARKET, seat)
        return
    if tile_at(s, BLUE, hex_) and not made and s.hand_size[seat] and some(next_blue(s, hex_)):
        ask(s, CHAIN, seat)
        return
    end_action(s, seat)


@rule
def end_action(s: Record, seat):
    """An action is over: the second one, or the end of the turn [H4.1, H4.5]."""
    s.placed = 0
    s.chosen = 0
    s.replaced = 0
    s.actions_done += 1
    ask(s, ACTION if s.actions_done < ACTIONS_IN_A_TURN else END_TURN, seat)


@rule
def end_turn(s: Record, seat, log):
    """Pagodas score; then granaries may be taken [H4.3, M2.4]."""
    score_pagodas(s, seat, log)
    if size(granaries_of(s, seat)) > 1:
        ask(s, GRANARY, seat)
    else:
        refill(s, seat, log)


@rule
def refill(s: Record, seat, log):
    """The own hand, the other hands clockwise, the market; then the next turn [H4.3, H4.4, M3.2]."""
    if not draw_hand(s, seat, PALACE_HAND if in_palace_state(s, seat) else HAND, log):
        finish(s, BY_BAG, log)
        return
    other = next_seat(s, seat)
    while other != seat:
        if s.hand_size[other] < HAND and not draw_hand(s, other, HAND, log):
            finish(s, BY_BAG, log)
            return
        other = next_seat(s, other)
    if not draw_market(s, log):
        finish(s, BY_BAG, log)
        return
    s.quiet_turns = 0 if s.drew else s.quiet_turns + 1
    if s.stall_turns and s.quiet_turns >= s.stall_turns:
        finish(s, BY_STALL, log)
        return
    begin_turn(s, next_seat(s, seat), log)


@rule
def begin_turn(s: Record, seat, log):
    """The next player's turn."""
    s.active = seat
    s.turn += 1
    s.actions_done = 0
    s.drew = 0
    TURN_BEGAN.emit(log, seat, s.turn)
    ask(s, ACTION, seat)


@rule
def finish(s: Record, why, log):
    """The game is over; screens go [H12.1, H12.4]."""
    s.open = 1
    s.placed = 0
    s.replaced = 0
    for seat in range(s.players):
        for colour in range(N_COLOURS):
            s.hands[seat, colour] = s.hand[seat, colour]
    ask(s, OVER, -1)
    GAME_OVER.emit(log, why)
    first, winner = 0, -1
    for seat in range(s.players):
        if place(s, seat) == 1:
            first += 1
            winner = seat
    WON.emit(log, winner if first == 1 else -1)


@rule
def total(s: Record, seat, colour):
    """Points of a colour with granaries, before white ones are dealt out [M2.4]."""
    return s.points[seat, colour] + (GRANARY_POINTS * s.granaries_taken[seat] if colour == BLUE else 0)


@rule
def sorted_totals(s: Record, seat):
    """The four totals after white points were dealt out, lowest first [H12.2, H12.2a]."""
    a, b, c, d = total(s, seat, 0), total(s, seat, 1), total(s, seat, 2), total(s, seat, 3)
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    for _ in range(s.points[seat, WHITE]):
        if a < b:
            a += 1
        elif b < c:
            b += 1
        elif c < d:
            c += 1
        else:
            d += 1
        # the lowest of all gets the point; with ties it may be called the last of the tied
    return a, b, c, d


@rule
def better(s: Record, seat, other):
    """Whether a seat is placed before another [H12.3]: lowest total, the next ones, then fewer white points."""
    a, b, c, d = sorted_totals(s, seat)
    e, f, g, h = sorted_totals(s, other)
    if a != e:
        return a > e
    if b != f:
        return b > f
    if c != g:
        return c > g
    if d != h:
        return d > h
    return s.points[seat, WHITE] < s.points[other, WHITE]


@rule
def place(s: Record, seat):
    """Place of a seat: 1 more than how many are better [H12.3a]."""
    found = 1
    for other in range(s.players):
        found += better(s, other, seat)
    return found
