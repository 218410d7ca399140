"""What an action does [H5-H11, H13]."""

from tianxia.engine.compiling import rule
from tianxia.engine.fields import WORD
from tianxia.games.huang.events import BY_BAG, EVENTS, FOR_TILE
from tianxia.games.huang.pieces import BLUE, FIRST_OF, GREEN, N_COLOURS, N_PAGODAS, YELLOW
from tianxia.games.huang.questions import (
    ACTION,
    CHAIN,
    END_TURN,
    ESTABLISH,
    GRANARY,
    MARKET,
    MOVED,
    PAGODA,
    PRICE,
    REPLACE,
    REVOLT,
    RIOT,
    TIE,
    WAR,
)
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import (
    colour_at,
    doubles,
    joined,
    lift_leader,
    link,
    owner,
    owner_in,
    put_leader,
    regroup,
    tiled,
    yellow_near,
)
from tianxia.games.huang.rules.buildings import (
    MOVE,
    PAGODA_HERE,
    PALACE_HERE,
    build_palace,
    establish,
    free_pagoda,
    gain,
    granaries_of,
    only_pagoda,
    only_place,
    places,
)
from tianxia.games.huang.rules.conflict import (
    ask,
    bandits_beside,
    begin_revolt,
    begin_war,
    commit_in_revolt,
    commit_in_war,
    decide_war,
    meet_bandits,
    pay_tile,
    remove_tile,
    send_home,
    side_named,
    win_war,
)
from tianxia.games.huang.rules.draws import draw_hand, leave_hand, leave_hand_often
from tianxia.games.huang.rules.hexsets import first, lone, minus, size
from tianxia.games.huang.rules.legal import (
    BY_LEADER,
    COMMIT,
    KEEP,
    LEADER,
    PASS,
    PLACE,
    REMOVE,
    START_ESTABLISH,
    START_REPLACE,
    START_RIOT,
    SUPPORT,
    TAKE,
    WINNER,
    WITHDRAW,
)
from tianxia.games.huang.rules.turn import after_pagoda, after_points, end_action, end_turn, finish, refill

PLACED, POSITIONED, WITHDREW, PAID = EVENTS.PLACED, EVENTS.POSITIONED, EVENTS.WITHDREW, EVENTS.PAID
TOOK, DISCARDED, PASSED, TOOK_GRANARIES = EVENTS.TOOK, EVENTS.DISCARDED, EVENTS.PASSED, EVENTS.TOOK_GRANARIES


@rule
def apply(s: Record, seat, action, log):
    """Carry out an action, and what follows until a seat is asked [H13]."""
    asks = s.asks
    if asks == ACTION or asks == CHAIN:
        act(s, seat, action, log)
    elif asks == END_TURN:
        end_turn(s, seat, log)
    elif asks == REPLACE:
        replace(s, seat, action, log)
    elif asks == WAR:
        support(s, seat, action, log)
    elif asks == REVOLT:
        commit(s, seat, action, log)
    elif asks == TIE:
        choose_winner(s, action, log)
    elif asks == PRICE:
        give_up(s, action, log)
    elif asks == PAGODA or asks == ESTABLISH or asks == MOVED:
        build(s, seat, action, log)
    elif asks == MARKET:
        take(s, seat, action, log)
        end_action(s, seat)
    elif asks == RIOT:
        (hex_,) = REMOVE.args(action)
        riot(s, seat, hex_, log)
    elif asks == GRANARY:
        take_granaries(s, seat, action, log)
        refill(s, seat, log)


@rule
def act(s: Record, seat, action, log):
    """One of the five actions, or the next blue tile [H4.1, H6.6]."""
    if PLACE.has(action):
        colour, hex_ = PLACE.args(action)
        place_tile(s, seat, colour, hex_, log)
    elif LEADER.has(action):
        colour, hex_ = LEADER.args(action)
        position(s, seat, colour, hex_, log)
    elif WITHDRAW.has(action):
        (colour,) = WITHDRAW.args(action)
        WITHDREW.emit(log, seat, colour, s.leaders[seat, colour] - 1)
        lift_leader(s, seat, colour)
        end_action(s, seat)
    elif START_RIOT.has(action):
        (payment,) = START_RIOT.args(action)
        pay(s, seat, BLUE, payment, log)
        hex_ = only_tile(s)
        if hex_ >= 0:
            riot(s, seat, hex_, log)
        else:
            ask(s, RIOT, seat)
    elif START_ESTABLISH.has(action):
        (payment,) = START_ESTABLISH.args(action)
        pay(s, seat, GREEN, payment, log)
        if places(s) == 1:
            build_pagoda(s, seat, only_place(s), log)
        else:
            ask(s, ESTABLISH, seat)
    elif START_REPLACE.has(action):
        replace(s, seat, action, log)
    else:
        if PASS.has(action):
            PASSED.emit(log, seat)
        end_action(s, seat)


@rule
def pay(s: Record, seat, colour, payment, log):
    """Two tiles, or one and the leader, which stays off the board [H7.2, H9.4]."""
    PAID.emit(log, seat, colour, payment)
    tiles = 1 if payment == BY_LEADER else 2
    leave_hand_often(s, seat, colour, tiles)
    s.out[colour] += tiles


@rule
def only_tile(s: Record):
    """The only tile on the board, -1 if there are more: a riot then needs no choice [H13.2]."""
    tiles = tiled(s)
    return first(tiles) if size(tiles) == 1 else -1


@rule
def riot(s: Record, seat, hex_, log):
    """Any tile goes, and leaders that stood by it alone [H7.1, H5.7]."""
    remove_tile(s, colour_at(s, hex_), hex_, log)
    send_unsupported_home(s, log)
    regroup(s)
    end_action(s, seat)


@rule
def send_unsupported_home(s: Record, log):
    """Leaders without a yellow tile next to them go home [H5.7]."""
    for seat in range(s.players):
        for colour in range(N_COLOURS):
            at = s.leaders[seat, colour]
            if at and yellow_near(s, at - 1) == 0:
                send_home(s, seat, colour, log)


@rule
def place_tile(s: Record, seat, colour, hex_, log):
    """Put it down; beat bandits or fight a war and end the action; else its point and what follows [H6.7]."""
    leave_hand(s, seat, colour, True)
    s.placed = 0  # the blue tile before this one is finished
    PLACED.emit(log, seat, colour, hex_)
    location = bandits_beside(s, hex_) if s.bandits else -1
    groups = joined(s, hex_)
    war = doubles(s, groups)
    s.tiles[colour, hex_ // WORD] |= 1 << hex_ % WORD
    if war:
        begin_war(s, seat, hex_, groups, log)
        return
    link(s, hex_, groups, 0)
    if location >= 0:
        if meet_bandits(s, seat, hex_, location, log):
            end_action(s, seat)
        return
    score_tile(s, colour, hex_, log)
    s.placed = hex_ + 1
    after_points(s, seat, colour)


@rule
def score_tile(s: Record, colour, hex_, log):
    """A point for the owner of the leader of its colour in the state, else of the yellow leader [H6.2]."""
    group = s.group[hex_]
    gainer = owner(s, group, colour)
    if gainer < 0:
        gainer = owner(s, group, YELLOW)
    if gainer >= 0:
        gain(s, gainer, colour, 1, FOR_TILE, log)


@rule
def position(s: Record, seat, colour, hex_, log):
    """A leader is placed or moved; with one of its colour in the state that it joins there is a revolt [H5]."""
    before = s.leaders[seat, colour]
    POSITIONED.emit(log, seat, colour, hex_, before)
    if before:
        lift_leader(s, seat, colour)
    groups = joined(s, hex_)
    defender = owner_in(s, groups, colour)
    put_leader(s, seat, colour, hex_, groups)
    if defender >= 0:
        begin_revolt(s, seat, defender, colour, hex_, log)
    else:
        end_action(s, seat)


@rule
def replace(s: Record, seat, action, log):
    """Discard a tile face down; or draw as many as were discarded [H8, H12.1]."""
    if START_REPLACE.has(action):
        (colour,) = START_REPLACE.args(action)
        leave_hand(s, seat, colour, False)
        s.face_down[seat, colour] += 1
        s.face_down_size[seat] += 1
        s.replaced += 1
        DISCARDED.emit(log, seat, colour)
        ask(s, REPLACE, seat)
        return
    if draw_hand(s, seat, s.hand_size[seat] + s.replaced, log):
        end_action(s, seat)
    else:
        finish(s, BY_BAG, log)


@rule
def support(s: Record, seat, action, log):
    """A side of the war, or none; the last answer decides it [H11.4, H11.5]."""
    side, tiles, leader = -1, 0, 0
    if SUPPORT.has(action):
        hex_, tiles, leader = SUPPORT.args(action)
        side = side_named(s, hex_)
    if commit_in_war(s, seat, side, tiles, leader, log) and decide_war(s, log):
        end_action(s, s.active)


@rule
def commit(s: Record, seat, action, log):
    """Tiles and the leader for the revolt; the second answer decides it [H10.1, H10.2]."""
    tiles, leader = COMMIT.args(action)
    if commit_in_revolt(s, seat, tiles, leader, log):
        end_action(s, s.active)


@rule
def choose_winner(s: Record, action, log):
    """One of the tied sides wins the war [H11.5]."""
    (hex_,) = WINNER.args(action)
    s.won_by = side_named(s, hex_)
    if win_war(s, log):
        end_action(s, s.active)


@rule
def give_up(s: Record, action, log):
    """A red tile of the price of a victory [H11.8a, M1.5a]."""
    (hex_,) = REMOVE.args(action)
    if pay_tile(s, hex_, log):
        end_action(s, s.active)


@rule
def build(s: Record, seat, action, log):
    """A pagoda, the palace, or declining them; from the supply or moved [H9, M3]."""
    if PAGODA_HERE.has(action):
        (triangle,) = PAGODA_HERE.args(action)
        build_pagoda(s, seat, triangle, log)
        return
    made = True
    if MOVE.has(action):
        (triangle,) = MOVE.args(action)
        for pagoda in range(N_PAGODAS):
            if s.pagodas[pagoda] == triangle + 1:
                establish(s, seat, pagoda, s.chosen - 1, log)
                break
    elif PALACE_HERE.has(action):
        (rhombus,) = PALACE_HERE.args(action)
        build_palace(s, seat, rhombus, log)
    else:
        made = False
    after_building(s, seat, made)


@rule
def build_pagoda(s: Record, seat, triangle, log):
    """From the supply; if it has none, the only one or a chosen one moves [H9.2, H13.5]."""
    colour = colour_at(s, FIRST_OF[triangle])
    pagoda = free_pagoda(s, colour)
    if pagoda < 0:
        pagoda = only_pagoda(s, colour)
    if pagoda < 0:
        s.chosen = triangle + 1
        ask(s, MOVED, seat)
        return
    establish(s, seat, pagoda, triangle, log)
    after_building(s, seat, True)


@rule
def after_building(s: Record, seat, made):
    """The rest of a tile, or the end of an establish action."""
    s.chosen = 0
    if s.placed:
        after_pagoda(s, seat, made)
    else:
        end_action(s, seat)


@rule
def take(s: Record, seat, action, log):
    """A tile of the market goes to the hand, where all know it to be [H6.5]."""
    if TAKE.has(action):
        (colour,) = TAKE.args(action)
        s.market[colour] -= 1
        s.hand[seat, colour] += 1
        s.hand_size[seat] += 1
        s.known[seat, colour] += 1
        TOOK.emit(log, seat, colour)


@rule
def take_granaries(s: Record, seat, action, log):
    """All but one go behind the screen, or none [M2.4, M2.4a]."""
    if not KEEP.has(action):
        return
    (left,) = KEEP.args(action)
    taken = minus(granaries_of(s, seat), lone(left))
    s.granaries[0] &= ~taken.low
    s.granaries[1] &= ~taken.middle
    s.granaries[2] &= ~taken.high
    s.granaries_taken[seat] += size(taken)
    TOOK_GRANARIES.emit(log, seat, size(taken), left)
