"""Bag, hands and market [H2.4, H4.3, H4.4, H12.1]."""

from tianxia.engine.compiling import rule
from tianxia.engine.randomness import below
from tianxia.games.huang.events import EVENTS
from tianxia.games.huang.pieces import HAND, N_COLOURS
from tianxia.games.huang.record import Record

DREW, MARKET_FILLED = EVENTS.DREW, EVENTS.MARKET_FILLED
COUNT_BITS = 4


@rule
def draw(s: Record):
    """One tile from the bag, each as likely as the others: its colour, or -1 if the bag is empty [H2.6, H12.1]."""
    if s.bag_size == 0:
        return -1
    drawn = below(s, s.bag_size)
    colour, before = 0, 0
    for other in range(N_COLOURS - 1):  # no branch: it would often be guessed wrong
        before += s.bag[other]
        colour += drawn >= before
    s.bag[colour] -= 1
    s.bag_size -= 1
    s.drew = 1
    return colour


@rule
def fill_hand(s: Record, seat, size):
    """A hand draws up to a size, tile by tile, while the bag has any; returns what was drawn [H4.4]."""
    drawn = 0
    while s.hand_size[seat] < size:
        colour = draw(s)
        if colour < 0:
            break
        s.hand[seat, colour] += 1
        s.hand_size[seat] += 1
        drawn += 1 << COUNT_BITS * colour
    return drawn


@rule
def fill_market(s: Record):
    """The market is filled to six, while the bag has any; returns what was drawn [H4.3]."""
    drawn = 0
    for _ in range(HAND - market_size(s)):
        colour = draw(s)
        if colour < 0:
            break
        s.market[colour] += 1
        drawn += 1 << COUNT_BITS * colour
    return drawn


@rule
def market_size(s: Record):
    """Tiles on the market."""
    size = 0
    for colour in range(N_COLOURS):
        size += s.market[colour]
    return size


@rule
def draw_hand(s: Record, seat, size, log):
    """The same with the news for its owner; returns whether all could be drawn [H12.1]."""
    held = s.hand_size[seat]
    drawn = fill_hand(s, seat, size)
    if drawn:
        tiles = s.hand_size[seat] - held
        DREW.emit(log, seat, tiles, drawn & 15, drawn >> 4 & 15, drawn >> 8 & 15, drawn >> 12 & 15)
    return s.hand_size[seat] >= size


@rule
def draw_market(s: Record, log):
    """The same with the news for all; returns whether all could be drawn [H12.1]."""
    drawn = fill_market(s)
    if drawn:
        MARKET_FILLED.emit(log, drawn & 15, drawn >> 4 & 15, drawn >> 8 & 15, drawn >> 12 & 15, drawn >> 16)
    return market_size(s) == HAND


@rule
def leave_hand(s: Record, seat, colour, openly):
    """A tile leaves a hand; what all knew to be there may be this one: openly by its colour, face down any colour."""
    s.hand[seat, colour] -= 1
    s.hand_size[seat] -= 1
    if openly:
        s.known[seat, colour] -= s.known[seat, colour] > 0
        return
    for known in range(N_COLOURS):
        s.known[seat, known] -= s.known[seat, known] > 0


@rule
def leave_hand_often(s: Record, seat, colour, tiles):
    """The same openly, with several tiles of a colour."""
    for _ in range(tiles):
        leave_hand(s, seat, colour, True)
