"""What bots are told of Sun Tzu: where a roll-out may stop, what a position is worth, and a rule of thumb.

The rule of thumb in words: each province has a stake, what it gives at the next scoring and a part of what it gives
later. A card is as good as the armies that it leaves there on the average of what the other may play, times the stake,
less what the card could do elsewhere and less what it costs to lose it.
"""

import math
from collections.abc import Callable

from tianxia.engine.compiling import const, rule
from tianxia.engine.core import NEVER
from tianxia.games.sun_tzu.pieces import (
    B5,
    CARDS,
    FRAMED,
    LAST_ROUND_OF_ANY_PHASE,
    MARGIN,
    N_CARDS,
    N_PROVINCES,
    PLAGUE,
    POINTS,
    ROUNDS,
    ZERO,
    margin,
)
from tianxia.games.sun_tzu.questions import D2, D6, D8
from tianxia.games.sun_tzu.rules.apply import (
    ACCEPT,
    DISCARD,
    ORDER,
    PASS,
    TAKE,
    TAKE_BACK,
    UNDER,
    USE_B1,
    USE_B2,
    USE_B4,
    USE_B5,
    USE_R2,
    USE_R3,
    USE_R4,
    USE_R5,
)
from tianxia.games.sun_tzu.state import BLUE, RED

# Weights of what a position holds, as parts of the logarithm of blue's odds to win, by round (1 to 9; the last is the end).
# Fitted to 5,000 games of the rule of thumb against itself; they tell half of what decides a game by round 6.
FIGURE = const([0.0, 0.29, 0.29, 0.28, 0.2, 0.2, 0.24, 0.39, 0.43, 0.51, 0.7], "f8")
"""A point on the track."""
CONTROL = const([0.0, 0.0, 0.02, 0.05, 0.01, 0.04, 0.07, 0.06, 0.12, 0.23, 0.0], "f8")
"""Control of a province, for each point that it gives at the next scoring."""
SIX_ARMIES = const([0.0, 0.17, 0.17, 0.13, 0.17, 0.19, 0.24, 0.25, 0.26, 0.26, 0.0], "f8")
"""Six armies more in a province, for each point that it gives at the next scoring."""
LATER = const([0.0, 0.12, 0.14, 0.13, 0.12, 0.16, 0.2, 0.0, 0.0, 0.0, 0.0], "f8")
"""The same at each scoring after it."""
KEPT = const([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.35, 0.5, 0.5, 0.65, 0.0, 0.2, 0.3, 0.4, 0.17], "f8")
"""A card in hand; framed ones come back."""
REINFORCEMENT = -0.15
"""An army in reinforcements."""
GENERAL = 0.13
"""A general that is not shown."""
DEEP = 6
"""More armies than these in a province are worth no more."""

PLAYED = {"1": 0.11, "2": 0.1, "3": 0.1, "4": 0.11, "5": 0.13, "6": 0.09, "7": 0.04, "8": 0.04, "9": 0.04, "10": 0.04,
          "-1": 0.05, "+1": 0.06, "+2": 0.03, "+3": 0.03, "Plague": 0.03}  # fmt: skip
"""How often each card is what the other plays, roughly."""
SPAN = 24
"""Armies from -SPAN to SPAN in a table."""
SCORINGS = 3


def sign(armies: int) -> float:
    """Control: 1 of the own side, -1 of the other."""
    return (armies > 0) - (armies < 0)


def depth(armies: int) -> float:
    """How many armies, as a part of DEEP."""
    return max(-DEEP, min(DEEP, armies)) / DEEP


def after(card: str, armies: int, measure: Callable[[int], float]) -> float:
    """What a measure is after this card was played, on the average of what the other may play."""
    total = 0.0
    for other, often in PLAYED.items():
        plague = "Plague" in (card, other)
        left = armies - int(sign(armies)) * (abs(armies) // 2) if plague else armies + margin(card, other)
        total += often * measure(left)
    return total / sum(PLAYED.values())


ARMIES_SPAN = range(-SPAN, SPAN + 1)
SIGN = const([sign(armies) for armies in ARMIES_SPAN], "f8")
DEPTH = const([depth(armies) for armies in ARMIES_SPAN], "f8")
SIGN_AFTER = const([[after(card, armies, sign) for armies in ARMIES_SPAN] for card in CARDS], "f8")
DEPTH_AFTER = const([[after(card, armies, depth) for armies in ARMIES_SPAN] for card in CARDS], "f8")
"""By armies + SPAN, and by card."""
PRICE = const([-0.2, 0.0, 0.0, 0.0, 0.0, 0.1, 0.35, 0.5, 0.5, 0.65, 0.0, 0.2, 0.4, 0.6, 0.2], "f8")
"""What it costs to play a card: the 6 its army, unframed ones are lost; a 1 draws more."""
WAITS = 0.1
"""What a general must gain to be used now."""
SHARP = 3.0
"""Points for each unit of the logarithm of the odds."""


@rule
def horizon(s):
    """A stretch is one round."""
    return s.round


@rule
def worth(s, out):
    """Chance to win, by a logistic curve over figure, armies, cards in hand, reinforcements and generals."""
    if s.winner >= 0:
        out[BLUE] = 0.5 if s.winner > RED else 1.0 - s.winner
    else:
        odds = FIGURE[s.round] * s.figure
        for province in range(N_PROVINCES):
            armies = SPAN + s.armies[BLUE, province] - s.armies[RED, province]
            odds += for_control(s, province, s.round) * SIGN[armies] + for_armies(s, province, s.round) * DEPTH[armies]
        for card in range(FRAMED, N_CARDS):
            odds += KEPT[card] * (s.hand[BLUE, card] - s.hand[RED, card])
        odds += REINFORCEMENT * (s.reinforcements[BLUE] - s.reinforcements[RED])
        odds += GENERAL * (s.unshown[BLUE] - s.unshown[RED])
        out[BLUE] = 1.0 / (1.0 + math.exp(-odds))
    out[RED] = 1.0 - out[BLUE]


@rule
def for_control(s, province, stage):
    """What control of a province is worth in round `stage`; after a round with a scoring also what was scored there."""
    scoring = (stage - 1) // 3
    return CONTROL[stage] * POINTS[s.displays[province], min(scoring, SCORINGS - 1)]


@rule
def for_armies(s, province, stage):
    """What DEEP armies more in a province are worth in round `stage`."""
    scoring = (stage - 1) // 3
    worth = 0.0
    for later in range(scoring, SCORINGS):
        worth += (SIX_ARMIES[stage] if later == scoring else LATER[stage]) * POINTS[s.displays[province], later]
    return worth


@rule
def control_now(s, province):
    """What control of a province is worth after the battles of this round."""
    if s.round % 3 == 0:
        scored = FIGURE[s.round + 1] * POINTS[s.displays[province], s.round // 3 - 1]
        return scored + for_control(s, province, s.round + 1)
    return for_control(s, province, s.round + 1)


@rule
def hold(s, province, armies):
    """What so many own armies (or the other's, if negative) are worth after the battles of this round."""
    control = control_now(s, province) * SIGN[SPAN + armies]
    return control + for_armies(s, province, s.round + 1) * DEPTH[SPAN + armies]


@rule
def thumb(s, seat, ids, n, out):
    """Points for each legal action by the rule of thumb."""
    control, armies = 0.0, 0.0
    if s.asks == D2:
        for province in range(N_PROVINCES):
            control += control_now(s, province) / N_PROVINCES
            armies += for_armies(s, province, s.round + 1) / N_PROVINCES
    for i in range(n):
        a = ids[i]
        if ORDER.has(a):
            province, card = ORDER.args(a)
            own = SPAN + s.armies[seat, province] - s.armies[1 - seat, province]
            points = control_now(s, province) * SIGN_AFTER[card, own] - control * SIGN_AFTER[card, SPAN]
            points += for_armies(s, province, s.round + 1) * DEPTH_AFTER[card, own] - armies * DEPTH_AFTER[card, SPAN]
            out[i] = SHARP * (points - PRICE[card] * (ROUNDS - s.round) / ROUNDS)
        else:
            out[i] = points_of_rest(s, seat, a)


@rule
def points_of_rest(s, seat, a):
    """Everything but orders."""
    if TAKE.has(a):
        (province,) = TAKE.args(a)
        return SHARP * change(s, seat, province, -1)
    if UNDER.has(a):
        (card,) = UNDER.args(a)
        return -SHARP * KEPT[card]
    if DISCARD.has(a):
        (card,) = DISCARD.args(a)
        return NEVER if can_wait(s, seat) else 2.0 - SHARP * KEPT[card]
    if TAKE_BACK.has(a):
        return NEVER
    if USE_R2.has(a) or USE_B5.has(a):
        (province,) = USE_R2.args(a) if USE_R2.has(a) else USE_B5.args(a)
        return SHARP * (change(s, BLUE, province, 1 if seat == BLUE else -1) * (1.0 if seat == BLUE else -1.0) - WAITS)
    if USE_B1.has(a):
        start, end = USE_B1.args(a)
        return SHARP * (change(s, BLUE, start, -1) + change(s, BLUE, end, 1) - WAITS)
    if USE_R3.has(a):
        return SHARP * gain_of_physician(s)
    if USE_B2.has(a) or USE_R4.has(a):
        return -3.0
    if USE_B4.has(a) or USE_R5.has(a) or ACCEPT.has(a):
        return 0.5
    if PASS.has(a) and s.asks == D6:
        return -5.0
    return 0.0


@rule
def can_wait(s, seat):
    """An army can still be called when one is missing [S7.5]: before that, only the Levy needs it in the pool [S8.9]."""
    levy = s.held[seat] >> B5 & 1 and s.pool[seat] == 0 and s.round <= LAST_ROUND_OF_ANY_PHASE
    return (s.asks == D2 or s.asks == D8) and not levy


@rule
def change(s, seat, province, armies):
    """What it is worth to a seat to have so many armies more in a province."""
    own = s.armies[seat, province] - s.armies[1 - seat, province]
    return hold(s, province, own + armies) - hold(s, province, own)


@rule
def gain_of_physician(s):
    """What red gains if the Plague counts as 0."""
    province = s.battle - 1
    own = s.armies[RED, province] - s.armies[BLUE, province]
    mine, other = s.revealed[RED] - 1, s.revealed[BLUE] - 1
    result = MARGIN[ZERO, other] if mine == PLAGUE else MARGIN[mine, ZERO]
    left = own - own // 2 if own > 0 else own + (-own) // 2
    return hold(s, province, own + result) - hold(s, province, left) - WAITS
