"""What a position of Sun Tzu is worth, and where a roll-out may stop: for bots."""

import math

from tianxia.engine.compiling import const, rule
from tianxia.games.sun_tzu.pieces import FRAMED, N_CARDS, N_PROVINCES, POINTS
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.state import BLUE, RED

SPAN = 24
"""Armies from -SPAN to SPAN in a table."""
SCORINGS = 3


def sign(armies: int) -> float:
    """Control: 1 of the own side, -1 of the other."""
    return (armies > 0) - (armies < 0)


SIGN = const([sign(armies) for armies in range(-SPAN, SPAN + 1)], "f8")
"""That by armies + SPAN."""


@rule
def phase(s: Record):
    """A stretch is one round."""
    return s.round


@rule
def evaluate(s: Record, w, out):
    """Chance to win, by a logistic curve over figure, armies, cards in hand, reinforcements and generals."""
    if s.winner >= 0:
        out[BLUE] = 0.5 if s.winner > RED else 1.0 - s.winner
    else:
        odds = w.figure[s.round] * s.figure
        for province in range(N_PROVINCES):
            armies = SPAN + s.armies[BLUE, province] - s.armies[RED, province]
            odds += (
                for_control(s, w, province, s.round) * SIGN[armies]
                + for_armies(s, w, province, s.round) * w.depth[armies]
            )
        for card in range(FRAMED, N_CARDS):
            odds += w.kept[card] * (s.hand[BLUE, card] - s.hand[RED, card])
        odds += w.reinforcement * (s.reinforcements[BLUE] - s.reinforcements[RED])
        odds += w.general * (s.unshown[BLUE] - s.unshown[RED])
        out[BLUE] = 1.0 / (1.0 + math.exp(-odds))
    out[RED] = 1.0 - out[BLUE]


@rule
def for_control(s: Record, w, province, stage):
    """What control of a province is worth in round `stage`; after a round with a scoring also what was scored there."""
    scoring = (stage - 1) // 3
    return w.control[stage] * POINTS[s.displays[province], min(scoring, SCORINGS - 1)]


@rule
def for_armies(s: Record, w, province, stage):
    """What w.deep armies more in a province are worth in round `stage`."""
    scoring = (stage - 1) // 3
    worth = 0.0
    for later in range(scoring, SCORINGS):
        worth += (w.armies[stage] if later == scoring else w.later[stage]) * POINTS[s.displays[province], later]
    return worth
