"""What things are worth in Huang, for bots: points by colour, where leaders stand, how conflicts will end."""

import math

from tianxia.engine.compiling import const, rule
from tianxia.games.huang.pieces import (
    FIRST_OF,
    N_PAGODAS,
    PAGODA_COLOUR,
    WHITE,
    YELLOW,
)
from tianxia.games.huang.rules.board import tiles_near
from tianxia.games.huang.rules.turn import total

SPREAD = 3.5
"""Points above the lowest colour that make a further point of a colour worth e times less."""
LEAST = 0.12
"""A point is worth at least this part of one of the lowest colour."""
WHITE_POINT = 0.95
FULL_BAG = 107.0
UPKEEP = 1.6
"""What a pagoda with the own leader in its state is worth, in points, with a full bag."""
LEADER = 0.9
"""What a leader in a state is worth, in points, with a full bag."""
SUPPORT = const([-0.6, 0.0, 0.35, 0.5, 0.6, 0.65, 0.7], "f8")
"""The same by how many yellow tiles are next to it."""
IN_HAND = 0.25
"""A tile in hand that it can score."""


@rule
def part_left(s):
    """How much of the game is left, from 1 to 0, by the bag."""
    return min(1.0, s.bag_size / FULL_BAG)


@rule
def weight(s, seat, colour):
    """What a point of a colour is worth to a seat: 1 for its lowest colour, less the more it has [H12.3]."""
    if colour == WHITE:
        return WHITE_POINT
    lowest = total(s, seat, YELLOW)
    for other in range(WHITE):
        lowest = min(lowest, total(s, seat, other))
    return max(LEAST, math.exp((lowest - total(s, seat, colour)) / SPREAD))


@rule
def pagodas_in(s, group, colour):
    """Pagodas of a colour in a group [H9.6]."""
    found = 0
    for i in range(N_PAGODAS):
        if PAGODA_COLOUR[i] == colour and s.pagodas[i]:
            found += s.group[FIRST_OF[s.pagodas[i] - 1]] == group
    return found


@rule
def standing(s, seat, colour, group, hex_):
    """What it is worth to have a leader of a colour in a group on a hex, in points of the lowest colour."""
    left = part_left(s)
    worth = weight(s, seat, colour) * (UPKEEP * pagodas_in(s, group, colour) + LEADER)
    return left * (worth + SUPPORT[tiles_near(s, YELLOW, hex_)])


@rule
def logistic(x):
    """From 0 to 1."""
    return 1.0 / (1.0 + math.exp(-x))
