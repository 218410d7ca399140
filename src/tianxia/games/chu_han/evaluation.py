"""What a position of Chu Han is worth, and where a roll-out may stop: for bots."""

import math

from tianxia.engine.compiling import rule
from tianxia.games.chu_han.cards import GOAL
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.state import CHU, HAN


@rule
def phase(s: Record):
    """A stretch is one hand."""
    return s.hand_number


@rule
def evaluate(s: Record, w, out):
    """Chance to win from the scores alone: a logistic curve of the lead, steeper as 31 comes near."""
    if s.winner >= 0:
        out[HAN] = 1.0 if s.winner == HAN else 0.0
    else:
        lead = 1.0 * (s.score[HAN] - s.score[CHU])
        left = 1.0 * (s.goal - max(s.score[HAN], s.score[CHU])) / GOAL
        out[HAN] = 1.0 / (1.0 + math.exp(-lead / (w.near + w.far * left)))
        if s.campaign:
            out[HAN] = chance_in_campaign(out[HAN], s.matches_won[HAN], s.matches_won[CHU])
    out[CHU] = 1.0 - out[HAN]


@rule
def chance_in_campaign(match, won, lost):
    """Chance to win two of three matches, if the later ones are even [C10.1]."""
    if won and lost:
        return match
    if won:
        return match + 0.5 * (1.0 - match)
    return 0.5 * match if lost else 0.25 + 0.5 * match
