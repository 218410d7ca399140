"""Which actions are legal, in ascending order of their ids [H13]."""

from tianxia.engine.compiling import rule
from tianxia.engine.lists import put, put_each
from tianxia.engine.records import WORD
from tianxia.games.huang.actions import ACTIONS
from tianxia.games.huang.pieces import BLUE, FIRST_OF, GREEN, MOST_REPLACED, N_COLOURS, NEAR, RED, WORDS, YELLOW
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
from tianxia.games.huang.rules.board import colour_at, leader_bit, leaders_in, runs, tiles_in
from tianxia.games.huang.rules.buildings import all_places, granaries_of, pagodas_to_move, places, places_with
from tianxia.games.huang.rules.conflict import highest, price_side, reds_left
from tianxia.games.huang.rules.leaders import (
    ALL_BITS,
    barred,
    beside_yellow,
    fitting_lifted,
    pieces,
)
from tianxia.games.huang.rules.turn import empty, next_blue, takes_tile

PLACE, LEADER, WITHDRAW = ACTIONS.PLACE, ACTIONS.LEADER, ACTIONS.WITHDRAW
START_RIOT, START_ESTABLISH, START_REPLACE, PASS = ACTIONS.RIOT, ACTIONS.ESTABLISH, ACTIONS.REPLACE, ACTIONS.PASS
REMOVE, TAKE, STOP, DRAW, COMMIT = ACTIONS.REMOVE, ACTIONS.TAKE, ACTIONS.STOP, ACTIONS.DRAW, ACTIONS.COMMIT
NOTHING, SUPPORT, WINNER = ACTIONS.NOTHING, ACTIONS.SUPPORT, ACTIONS.WINNER
FINISH_TURN, KEEP, DECLINE = ACTIONS.END_TURN, ACTIONS.KEEP, ACTIONS.DECLINE
BY_TILES, BY_LEADER = 0, 1


@rule
def legal(s, seat, out):
    """The list of decisions of H13."""
    asks = s.asks
    if asks == ACTION:
        return first_acts(s, seat, out)
    if asks == END_TURN:
        return put(out, 0, FINISH_TURN.id(), True)
    if asks == WAR:
        return supports(s, seat, out)
    if asks == REVOLT:
        return commitments(s, seat, out)
    if asks == PAGODA:
        n = places_with(s, s.placed - 1, out)
        return put(out, n, DECLINE.id(), True)
    if asks == MARKET:
        return market_tiles(s, out)
    if asks == CHAIN:
        return chain(s, seat, out)
    if asks == REPLACE:
        return discards(s, seat, out)
    if asks == PRICE:
        return reds(s, out)
    if asks == RIOT:
        return all_tiles(s, out)
    if asks == ESTABLISH:
        return all_places(s, out)
    if asks == MOVED:
        return pagodas_to_move(s, colour_at(s, FIRST_OF[s.chosen - 1]), out)
    if asks == TIE:
        return tied_sides(s, out)
    if asks == GRANARY:
        return granaries(s, seat, out)
    return 0


@rule
def first_acts(s, seat, out):
    """Any of the five actions [H4.1, H13.1]."""
    a, b, c = empty(s, 0), empty(s, 1), empty(s, 2)
    n = tile_places(s, seat, takes_tile(s, 0, a), takes_tile(s, 1, b), takes_tile(s, 2, c), out)
    n = leaders(s, seat, a & s.land[0], b & s.land[1], c & s.land[2], out, n)
    for colour in range(N_COLOURS):
        n = put(out, n, WITHDRAW.id(colour), s.leaders[seat, colour])
    pays = payments(s, seat, BLUE)
    if pays and any_tile(s):
        n = put(out, n, START_RIOT.id(BY_TILES), pays & 1)
        n = put(out, n, START_RIOT.id(BY_LEADER), pays & 2)
    pays = payments(s, seat, GREEN)
    if pays and places(s):
        n = put(out, n, START_ESTABLISH.id(BY_TILES), pays & 1)
        n = put(out, n, START_ESTABLISH.id(BY_LEADER), pays & 2)
    for colour in range(N_COLOURS):
        n = put(out, n, START_REPLACE.id(colour), s.hand[seat, colour])
    return put(out, n, PASS.id(), True)


@rule
def tile_places(s, seat, a, b, c, out):
    """Blue tiles on the river of a set of hexes, all others on its land [H6.1]."""
    n = 0
    for colour in range(N_COLOURS):
        if s.hand[seat, colour] == 0:
            continue
        if colour == BLUE:
            n = each_hex(PLACE, colour, a & s.river[0], b & s.river[1], c & s.river[2], out, n)
        else:
            n = each_hex(PLACE, colour, a & s.land[0], b & s.land[1], c & s.land[2], out, n)
    return n


@rule
def payments(s, seat, colour):
    """How two tiles of a colour can be paid: bit 0 with tiles, bit 1 with a tile and the leader [H7.2, H9.4]."""
    tiles = s.hand[seat, colour]
    return (tiles >= 2) | (tiles >= 1 and s.leaders[seat, colour] == 0) << 1


@rule
def any_tile(s):
    """Whether a tile is on the board [H7.4]."""
    return tiles_in(s, 0) | tiles_in(s, 1) | tiles_in(s, 2)


@rule
def each_hex(action, colour, a, b, c, out, n):
    """An action of a colour for each hex of a set."""
    n = put_each(out, n, action.id(colour, 0), a)
    n = put_each(out, n, action.id(colour, WORD), b)
    return put_each(out, n, action.id(colour, 2 * WORD), c)


@rule
def each(action, word, bits, out, n):
    """An action for each hex in one word of a set."""
    return put_each(out, n, action.id(word * WORD), bits)


@rule
def leaders(s, seat, a, b, c, out, n):
    """Where each own leader may be placed or moved to, of some empty land hexes [H5]."""
    a, b, c = beside_yellow(s, a, b, c)
    p, q, r = barred(s, seat, a, b, c)
    for colour in range(N_COLOURS):
        x, y, z = a & ~p[colour], b & ~q[colour], c & ~r[colour]
        at = s.leaders[seat, colour] - 1
        rest = leaders_in(s, s.group[at]) & ~leader_bit(seat, colour) if at >= 0 else 0
        if rest:
            x, y, z = lifted(s, colour, at, rest, a, b, c, x, y, z)
        n = each_hex(LEADER, colour, x, y, z, out, n)
    return n


@rule
def lifted(s, colour, at, rest, a, b, c, x, y, z):
    """Of a set of hexes (a, b, c) those where a leader on the board may go: those found (x, y, z), and where lifting it helps.

    `rest` are the other leaders of its state.
    """
    realm = s.realm[s.group[at]]
    i, j, k = a & ~x & s.beside[realm, 0], b & ~y & s.beside[realm, 1], c & ~z & s.beside[realm, 2]
    p, q, r = ALL_BITS, ALL_BITS, ALL_BITS
    u, v, w = 0, 0, 0
    if runs(s, at) == 1:
        i, j, k = i & NEAR[at, 0], j & NEAR[at, 1], k & NEAR[at, 2]
    elif i | j | k:
        p, q, r, u, v, w = pieces(s, at)
    if i | j | k:
        i, j, k = fitting_lifted(s, colour, at, rest, i, j, k, p, q, r, u, v, w)
    return x | i, y | j, z | k


# within an action


@rule
def all_tiles(s, out):
    """Any tile on the board [H7.1, H13.2]."""
    n = 0
    for word in range(WORDS):
        n = each(REMOVE, word, tiles_in(s, word), out, n)
    return n


@rule
def market_tiles(s, out):
    """A colour in the market, or none [H6.5, H13.6]."""
    n = 0
    for colour in range(N_COLOURS):
        n = put(out, n, TAKE.id(colour), s.market[colour])
    return put(out, n, DECLINE.id(), True)


@rule
def chain(s, seat, out):
    """Another blue tile next to the one before, or stop [H6.6, H13.7]."""
    n = 0
    if s.hand[seat, BLUE]:
        for word in range(WORDS):
            n = put_each(out, n, PLACE.id(BLUE, word * WORD), next_blue(s, s.placed - 1, word))
    return put(out, n, STOP.id(), True)


@rule
def discards(s, seat, out):
    """The next tile, or draw; after the sixth only draw [H8, H13.8]."""
    n = 0
    if s.replaced < MOST_REPLACED:
        for colour in range(N_COLOURS):
            n = put(out, n, START_REPLACE.id(colour), s.hand[seat, colour])
    return put(out, n, DRAW.id(), True)


# conflicts


@rule
def commitments(s, seat, out):
    """0 to all yellow tiles, with or without the yellow leader if it is off the board [H10.1a, H13.9]."""
    n = 0
    for tiles in range(s.hand[seat, YELLOW] + 1):
        n = put(out, n, COMMIT.id(tiles, 0), True)
        n = put(out, n, COMMIT.id(tiles, 1), s.leaders[seat, YELLOW] == 0)
    return n


@rule
def supports(s, seat, out):
    """Nothing; or a side, red tiles, with or without the red leader if it is off the board [H11.4, H13.10]."""
    n = put(out, 0, NOTHING.id(), True)
    for side in range(s.n_sides):
        for tiles in range(s.hand[seat, RED] + 1):
            n = put(out, n, SUPPORT.id(s.side_hex[side] - 1, tiles, 0), tiles)
            n = put(out, n, SUPPORT.id(s.side_hex[side] - 1, tiles, 1), s.leaders[seat, RED] == 0)
    return n


@rule
def tied_sides(s, out):
    """The sides with the highest total [H11.5, H13.11]."""
    n = 0
    for side in range(s.n_sides):
        n = put(out, n, WINNER.id(s.side_hex[side] - 1), s.totals[side] == highest(s))
    return n


@rule
def reds(s, out):
    """Red tiles of the side that must pay [H11.8a, M1.5a, H13.12]."""
    n = 0
    for word in range(WORDS):
        n = each(REMOVE, word, reds_left(s, price_side(s), word), out, n)
    return n


@rule
def granaries(s, seat, out):
    """The granary that stays, or decline [M2.4, H13.14]."""
    n = 0
    for word in range(WORDS):
        n = each(KEEP, word, granaries_of(s, seat, word), out, n)
    return put(out, n, DECLINE.id(), True)
