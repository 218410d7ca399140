"""What a position of Huang is worth, where a roll-out may stop, and what points and leaders are worth: for bots."""

import math

from tianxia.engine.compiling import rule
from tianxia.games.huang.pieces import (
    FIRST_OF,
    N_COLOURS,
    N_PAGODAS,
    PAGODA_COLOUR,
    WHITE,
    YELLOW,
)
from tianxia.games.huang.questions import OVER
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import tiles_near
from tianxia.games.huang.rules.turn import place, sorted_totals, total

FULL_BAG = 107.0
REACH = 2
"""Rounds that a roll-out looks ahead."""


@rule
def part_left(s: Record):
    """How much of the game is left, from 1 to 0, by the bag."""
    return min(1.0, s.bag_size / FULL_BAG)


@rule
def worth_of_point(s: Record, w, seat, colour):
    """What a point of a colour is worth to a seat: 1 for its lowest colour, less the more it has [H12.3]."""
    if colour == WHITE:
        return w.white_point
    lowest = total(s, seat, YELLOW)
    for other in range(WHITE):
        lowest = min(lowest, total(s, seat, other))
    return max(w.least, math.exp((lowest - total(s, seat, colour)) / w.spread))


@rule
def pagodas_in(s: Record, group, colour):
    """Pagodas of a colour in a group [H9.6]."""
    found = 0
    for i in range(N_PAGODAS):
        if PAGODA_COLOUR[i] == colour and s.pagodas[i]:
            found += s.group[FIRST_OF[s.pagodas[i] - 1]] == group
    return found


@rule
def standing(s: Record, w, seat, colour, group, hex_):
    """What it is worth to have a leader of a colour in a group on a hex, in points of the lowest colour."""
    left = part_left(s)
    worth = worth_of_point(s, w, seat, colour) * (w.upkeep * pagodas_in(s, group, colour) + w.leader)
    return left * (worth + w.support[tiles_near(s, YELLOW, hex_)])


@rule
def logistic(x):
    """From 0 to 1."""
    return 1.0 / (1.0 + math.exp(-x))


@rule
def phase(s: Record):
    """A stretch is REACH rounds."""
    return s.turn / (REACH * s.players)


@rule
def evaluate(s: Record, w, out):
    """Chance to be first: exact at the end, before it by totals and by what leaders will gain."""
    most = -1e9
    for seat in range(s.players):
        out[seat] = (1.0 if place(s, seat) == 1 else 0.0) if s.asks == OVER else outlook(s, w, seat)
        most = max(most, out[seat])
    if s.asks == OVER:
        shared = 0.0
        for seat in range(s.players):
            shared += out[seat]
        for seat in range(s.players):
            out[seat] /= shared
        return
    sharpness = w.odds_early + w.odds_late * (1.0 - part_left(s))
    everyone = 0.0
    for seat in range(s.players):
        out[seat] = math.exp(sharpness * (out[seat] - most))
        everyone += out[seat]
    for seat in range(s.players):
        out[seat] /= everyone


@rule
def outlook(s: Record, w, seat):
    """Points of the totals, the lowest counts most; and what the leaders on the board are worth."""
    a, b, c, d = sorted_totals(s, seat)
    found = w.totals[0] * a + w.totals[1] * b + w.totals[2] * c + w.totals[3] * d
    for colour in range(N_COLOURS):
        at = s.leaders[seat, colour] - 1
        if at >= 0:
            found += w.on_board * standing(s, w, seat, colour, s.group[at], at)
    return found
