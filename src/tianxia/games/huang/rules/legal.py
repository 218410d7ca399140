"""Which actions are legal, in ascending order of their ids [H13]."""

from typing import NamedTuple

from tianxia.engine.compiling import rule
from tianxia.engine.fields import WORD
from tianxia.engine.lists import put
from tianxia.engine.primitives import put_again, put_each
from tianxia.games.huang.actions import ACTIONS
from tianxia.games.huang.pieces import BLUE, FIRST_OF, GREEN, MOST_REPLACED, N_COLOURS, RED, YELLOW
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
from tianxia.games.huang.rules.board import beside_state, colour_at, leader_bit, leaders_in, runs, tiled
from tianxia.games.huang.rules.buildings import all_places, granaries_of, pagodas_to_move, places, places_with
from tianxia.games.huang.rules.conflict import highest, price_side, reds_left
from tianxia.games.huang.rules.hexsets import EVERY_HEX, NO_HEX, HexSet, hexset, meet, minus, near, same, some, union
from tianxia.games.huang.rules.leaders import barred, beside_yellow, fitting_lifted, pieces
from tianxia.games.huang.rules.turn import empty, next_blue, takes_tile

PLACE, LEADER, WITHDRAW = ACTIONS.PLACE, ACTIONS.LEADER, ACTIONS.WITHDRAW
START_RIOT, START_ESTABLISH, START_REPLACE, PASS = ACTIONS.RIOT, ACTIONS.ESTABLISH, ACTIONS.REPLACE, ACTIONS.PASS
REMOVE, TAKE, STOP, DRAW, COMMIT = ACTIONS.REMOVE, ACTIONS.TAKE, ACTIONS.STOP, ACTIONS.DRAW, ACTIONS.COMMIT
NOTHING, SUPPORT, WINNER = ACTIONS.NOTHING, ACTIONS.SUPPORT, ACTIONS.WINNER
FINISH_TURN, KEEP, DECLINE = ACTIONS.END_TURN, ACTIONS.KEEP, ACTIONS.DECLINE
BY_TILES, BY_LEADER = 0, 1


class Listed(NamedTuple):
    """An action for each of some hexes that was written down: of which number the first hex's is, and where in the list."""

    hexes: HexSet
    number: int
    start: int
    many: int


NOTHING_LISTED = Listed(NO_HEX, 0, 0, 0)


@rule
def legal(s: Record, seat, out):
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
def first_acts(s: Record, seat, out):
    """Any of the five actions [H4.1, H13.1]."""
    free = empty(s)
    n = tile_places(s, seat, takes_tile(s, free), out)
    n = leaders(s, seat, meet(free, hexset(s.land)), out, n)
    for colour in range(N_COLOURS):
        n = put(out, n, WITHDRAW.id(colour), s.leaders[seat, colour])
    pays = payments(s, seat, BLUE)
    if pays and some(tiled(s)):
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
def tile_places(s: Record, seat, free, out):
    """Blue tiles on the river of a set of hexes, all others on its land [H6.1]."""
    n, land, river = 0, meet(free, hexset(s.land)), meet(free, hexset(s.river))
    listed = NOTHING_LISTED
    for colour in range(N_COLOURS):
        if s.hand[seat, colour] == 0:
            continue
        if colour == BLUE:
            n = each_hex(PLACE.id(colour, 0), river, out, n)
        else:
            n, listed = each_hex_again(PLACE.id(colour, 0), land, listed, out, n)
    return n


@rule
def payments(s: Record, seat, colour):
    """How two tiles of a colour can be paid: bit 0 with tiles, bit 1 with a tile and the leader [H7.2, H9.4]."""
    tiles = s.hand[seat, colour]
    return (tiles >= 2) | (tiles >= 1 and s.leaders[seat, colour] == 0) << 1


@rule
def each_hex(number, hexes, out, n):
    """An action for each hex of a set; the number is that of the first hex's."""
    n = put_each(out, n, number, hexes.low)
    n = put_each(out, n, number + WORD, hexes.middle)
    return put_each(out, n, number + 2 * WORD, hexes.high)


@rule
def each_hex_again(number, hexes, listed, out, n):
    """The same, copied if it is the set that was listed before; how many there are now, and what is listed."""
    if same(hexes, listed.hexes):
        return put_again(out, n, listed.start, listed.many, number - listed.number), listed
    end = each_hex(number, hexes, out, n)
    return end, Listed(hexes, number, n, end - n)


@rule
def leaders(s: Record, seat, free, out, n):
    """Where each own leader may be placed or moved to, of some empty land hexes [H5]."""
    free = beside_yellow(s, free)
    may_not = barred(s, seat, free)
    listed = NOTHING_LISTED
    for colour in range(N_COLOURS):
        found = minus(free, may_not[colour])
        at = s.leaders[seat, colour] - 1
        others = leaders_in(s, s.group[at]) & ~leader_bit(seat, colour) if at >= 0 and some(may_not[colour]) else 0
        if others:
            found = union(found, lifted(s, colour, at, others, may_not[colour]))
        n, listed = each_hex_again(LEADER.id(colour, 0), found, listed, out, n)
    return n


@rule
def lifted(s: Record, colour, at, others, hexes):
    """Of hexes that are barred to a leader on the board, those where it may go because it is lifted [H5.3].

    `others` are the other leaders of its state.
    """
    hexes = meet(hexes, beside_state(s, s.realm[s.group[at]]))
    if not some(hexes):
        return hexes
    piece, second = EVERY_HEX, NO_HEX
    around = runs(s, at)
    if around == 1:
        hexes = meet(hexes, near(at))
    else:
        piece, second = pieces(s, at, around)
    return fitting_lifted(s, colour, at, others, hexes, piece, second) if some(hexes) else hexes


# within an action


@rule
def all_tiles(s: Record, out):
    """Any tile on the board [H7.1, H13.2]."""
    return each_hex(REMOVE.id(0), tiled(s), out, 0)


@rule
def market_tiles(s: Record, out):
    """A colour in the market, or none [H6.5, H13.6]."""
    n = 0
    for colour in range(N_COLOURS):
        n = put(out, n, TAKE.id(colour), s.market[colour])
    return put(out, n, DECLINE.id(), True)


@rule
def chain(s: Record, seat, out):
    """Another blue tile next to the one before, or stop [H6.6, H13.7]."""
    n = 0
    if s.hand[seat, BLUE]:
        n = each_hex(PLACE.id(BLUE, 0), next_blue(s, s.placed - 1), out, n)
    return put(out, n, STOP.id(), True)


@rule
def discards(s: Record, seat, out):
    """The next tile, or draw; after the sixth only draw [H8, H13.8]."""
    n = 0
    if s.replaced < MOST_REPLACED:
        for colour in range(N_COLOURS):
            n = put(out, n, START_REPLACE.id(colour), s.hand[seat, colour])
    return put(out, n, DRAW.id(), True)


# conflicts


@rule
def commitments(s: Record, seat, out):
    """0 to all yellow tiles, with or without the yellow leader if it is off the board [H10.1a, H13.9]."""
    n = 0
    for tiles in range(s.hand[seat, YELLOW] + 1):
        n = put(out, n, COMMIT.id(tiles, 0), True)
        n = put(out, n, COMMIT.id(tiles, 1), s.leaders[seat, YELLOW] == 0)
    return n


@rule
def supports(s: Record, seat, out):
    """Nothing; or a side, red tiles, with or without the red leader if it is off the board [H11.4, H13.10]."""
    n = put(out, 0, NOTHING.id(), True)
    for side in range(s.n_sides):
        for tiles in range(s.hand[seat, RED] + 1):
            n = put(out, n, SUPPORT.id(s.side_hex[side] - 1, tiles, 0), tiles)
            n = put(out, n, SUPPORT.id(s.side_hex[side] - 1, tiles, 1), s.leaders[seat, RED] == 0)
    return n


@rule
def tied_sides(s: Record, out):
    """The sides with the highest total [H11.5, H13.11]."""
    n = 0
    for side in range(s.n_sides):
        n = put(out, n, WINNER.id(s.side_hex[side] - 1), s.totals[side] == highest(s))
    return n


@rule
def reds(s: Record, out):
    """Red tiles of the side that must pay [H11.8a, M1.5a, H13.12]."""
    return each_hex(REMOVE.id(0), reds_left(s, price_side(s)), out, 0)


@rule
def granaries(s: Record, seat, out):
    """The granary that stays, or decline [M2.4, H13.14]."""
    n = each_hex(KEEP.id(0), granaries_of(s, seat), out, 0)
    return put(out, n, DECLINE.id(), True)
