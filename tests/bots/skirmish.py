"""A shrunk battle for tests of simultaneous choices: two provinces, three cards a side, one round.

Each seat puts one card at each province, hidden until both have chosen; the higher card wins the province, equal ones
win nothing. The better sum of provinces is worth up to 1. Both hands are known.
"""

from __future__ import annotations

import sys

import numpy as np
from scipy.optimize import linprog

from tianxia.engine.compiling import const, rule
from tianxia.engine.core import register_rules
from tianxia.engine.domains import number
from tianxia.engine.fields import ALL, NOBODY, OWNER, field
from tianxia.engine.game import Game
from tianxia.engine.kinds import kind, table
from tianxia.engine.records import record
from tianxia.engine.rooms import BoxTexts
from tianxia.engine.weights import Evaluator, weight

PROVINCES, CARDS = 2, 3
HANDS = ((2, 4, 6), (1, 3, 5))
STRENGTH = const(HANDS)
VALUE = const((2, 3))
MOST = 5
ACTIONS = table(kind("put", card=number(0, CARDS - 1)))
EVENTS = table(kind("over"))
PUT, OVER = ACTIONS.PUT, EVENTS.OVER
NO_CARD = CARDS

STATE = record(
    "skirmish",
    seats=2,
    fields=[
        field("orders", "i1", (2, PROVINCES), high=CARDS, seen_by=OWNER, doc="card at each province, CARDS = none"),
        field("put", "i1", (2,), high=PROVINCES, seen_by=OWNER, doc="cards put so far"),
        field("ready", "i1", (2,), high=1, seen_by=ALL, doc="1 if all are put"),
        field("sum", low=-MOST, high=MOST, seen_by=ALL, doc="provinces of seat 0 less those of seat 1, at the end"),
        field("rng", "u8", seen_by=NOBODY, doc="state of the random numbers"),
    ],
)


@rule
def setup(s, seed):
    s.rng = seed
    for seat in range(2):
        clear(s, seat)


@rule
def clear(s, seat):
    s.put[seat] = 0
    s.ready[seat] = 0
    for province in range(PROVINCES):
        s.orders[seat, province] = NO_CARD


@rule
def actors(s):
    return (1 - s.ready[0]) | (1 - s.ready[1]) << 1


@rule
def simultaneous(s):
    return True


@rule
def legal(s, seat, out):
    n = 0
    for card in range(CARDS):
        if s.put[seat] == 0 or s.orders[seat, 0] != card:
            out[n] = PUT.id(card)
            n += 1
    return n


@rule
def apply(s, seat, action, log):
    (card,) = PUT.args(action)
    s.orders[seat, s.put[seat]] = card
    s.put[seat] += 1
    if s.put[seat] == PROVINCES:
        s.ready[seat] = 1
    if s.ready[0] and s.ready[1]:
        for province in range(PROVINCES):
            mine, other = STRENGTH[0, s.orders[0, province]], STRENGTH[1, s.orders[1, province]]
            s.sum += VALUE[province] * ((mine > other) - (mine < other))
        OVER.emit(log)


@rule
def resample(s, seat):
    rival = 1 - seat
    ready = s.ready[rival]
    clear(s, rival)
    s.ready[rival] = ready


@rule
def hide_choices(s, seat):
    clear(s, 1 - seat)


@rule
def result(s, out):
    out[0] = 1 if s.sum >= 0 else 2
    out[1] = 1 if s.sum <= 0 else 2


@rule
def phase(s):
    return 0


@rule
def evaluate(s, w, out):
    out[0] = 0.5 + w.half * s.sum / MOST
    out[1] = 1.0 - out[0]


@rule
def policy(s, seat, ids, n, w, out):
    for i in range(n):
        out[i] = w.any


class Notes:
    """Nobody reads this game."""

    def box(self, speak):
        return BoxTexts("", "", ("", ""))

    def parts(self, kind, args):
        return ()


register_rules(STATE, sys.modules[__name__])
EVALUATOR = Evaluator("skirmish", [weight("half", 0.5, "all provinces"), weight("any", 0.0, "any order")])
GAME = Game(
    "skirmish", "Skirmish", ("one", "two"), STATE, ACTIONS, EVENTS, frozenset(), Notes(), None, (1, 1), EVALUATOR
)

PLANS = [(first, second) for first in range(CARDS) for second in range(CARDS) if first != second]


def payoff() -> np.ndarray:
    """What seat 0 gets (-1 to 1) for each plan of its own (row) against each of the other's."""
    return np.array(
        [
            [
                sum(VALUE[p] * np.sign(HANDS[0][mine[p]] - HANDS[1][other[p]]) for p in range(PROVINCES)) / MOST
                for other in PLANS
            ]
            for mine in PLANS
        ]
    )


def solve(matrix: np.ndarray) -> tuple[float, np.ndarray]:
    """Value of a zero-sum matrix game for the rows, and a best mix of rows, by linear programming."""
    rows, columns = matrix.shape
    found = linprog(
        c=np.r_[np.zeros(rows), -1.0],
        A_ub=np.c_[-matrix.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=np.r_[np.ones(rows), 0.0][None],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    return -found.fun, found.x[:rows]
