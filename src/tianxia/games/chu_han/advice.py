"""What bots are told of Chu Han: where a roll-out may stop, what a position is worth, and a rule of thumb."""

import math

from tianxia.engine.compiling import rule
from tianxia.engine.randomness import below
from tianxia.games.chu_han.cards import GOAL
from tianxia.games.chu_han.state import CHU, HAN

SPREAD = 6.0


@rule
def horizon(s):
    """A stretch is one hand; a finished game is a stretch of its own."""
    return s.hand_number if s.winner < 0 else -1


@rule
def worth(s, out):
    """Chance to win from the scores alone: a logistic curve of the lead, steeper as 31 comes near."""
    if s.winner >= 0:
        out[HAN] = 1.0 if s.winner == HAN else 0.0
    else:
        lead = 1.0 * (s.score[HAN] - s.score[CHU])
        left = 1.0 * (GOAL - max(s.score[HAN], s.score[CHU]))
        out[HAN] = 1.0 / (1.0 + math.exp(-lead / (1.0 + SPREAD * left / GOAL)))
    out[CHU] = 1.0 - out[HAN]


@rule
def thumb(s, seat, ids, n):
    """Placeholder until the rule of thumb is written: any legal action."""
    return below(s, n)
