"""A game of one choice for tests of search: of a hundred picks one wins, and the policy puts it far behind."""

from __future__ import annotations

import sys

from tianxia.engine.compiling import rule
from tianxia.engine.core import register_rules
from tianxia.engine.domains import number
from tianxia.engine.fields import ALL, NOBODY, field
from tianxia.engine.game import Game
from tianxia.engine.kinds import kind, table
from tianxia.engine.records import record
from tianxia.engine.rooms import BoxTexts
from tianxia.engine.weights import Evaluator, weight

PICKS, NEEDLE = 100, 90
ACTIONS = table(kind("pick", straw=number(0, PICKS - 1)))
EVENTS = table(kind("over"))
PICK, OVER = ACTIONS.PICK, EVENTS.OVER

STATE = record(
    "needle",
    seats=2,
    fields=[
        field("picked", "i2", high=PICKS, seen_by=ALL, doc="what seat 0 picked + 1"),
        field("rng", "u8", seen_by=NOBODY, doc="state of the random numbers"),
    ],
)


@rule
def setup(s, seed):
    s.rng = seed


@rule
def actors(s):
    return s.picked == 0


@rule
def simultaneous(s):
    return False


@rule
def legal(s, seat, out):
    for straw in range(PICKS):
        out[straw] = PICK.id(straw)
    return PICKS


@rule
def apply(s, seat, action, log):
    (straw,) = PICK.args(action)
    s.picked = straw + 1
    OVER.emit(log)


@rule
def resample(s, seat):
    pass


@rule
def hide_choices(s, seat):
    pass


@rule
def result(s, out):
    won = s.picked == NEEDLE + 1
    out[0] = 1 if won else 2
    out[1] = 2 if won else 1


@rule
def phase(s):
    return 0


@rule
def evaluate(s, w, out):
    """Of those that do not win each looks a little worse than the one before."""
    out[0] = 1.0 if s.picked == NEEDLE + 1 else 0.5 - w.worse * s.picked
    out[1] = 1.0 - out[0]


@rule
def policy(s, seat, ids, n, w, out):
    for i in range(n):
        (straw,) = PICK.args(ids[i])
        out[i] = w.earlier * -straw


class Notes:
    """Nobody reads this game."""

    def box(self, speak):
        return BoxTexts("", "", ("", ""))

    def parts(self, kind, args):
        return ()


register_rules(STATE, sys.modules[__name__])
EVALUATOR = Evaluator(
    "needle",
    [
        weight("worse", 0.004, "what each straw looks worse than the one before"),
        weight("earlier", 0.1, "points for each straw earlier"),
    ],
)
GAME = Game("needle", "Needle", ("one", "two"), STATE, ACTIONS, EVENTS, frozenset(), Notes(), None, (1, 1), EVALUATOR)
