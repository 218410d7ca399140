"""A heuristic for Sun Tzu, the policy of bots.

In words: each province has a stake, what it gives at the next scoring and a part of what it gives
later. A card is as good as the armies that it leaves there on the average of what the other may play, times the stake,
less what the card could do elsewhere and less what it costs to lose it.
"""

from tianxia.engine.compiling import rule
from tianxia.engine.core import NEVER
from tianxia.games.sun_tzu.evaluation import SIGN, SPAN, for_armies, for_control
from tianxia.games.sun_tzu.pieces import (
    B5,
    LAST_ROUND_OF_ANY_PHASE,
    MARGIN,
    N_PROVINCES,
    PLAGUE,
    POINTS,
    ROUNDS,
    ZERO,
)
from tianxia.games.sun_tzu.questions import D2, D6, D8
from tianxia.games.sun_tzu.record import Record
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


@rule
def control_now(s: Record, w, province):
    """What control of a province is worth after the battles of this round."""
    if s.round % 3 == 0:
        scored = w.figure[s.round + 1] * POINTS[s.displays[province], s.round // 3 - 1]
        return scored + for_control(s, w, province, s.round + 1)
    return for_control(s, w, province, s.round + 1)


@rule
def hold(s: Record, w, province, armies):
    """What so many own armies (or the other's, if negative) are worth after the battles of this round."""
    control = control_now(s, w, province) * SIGN[SPAN + armies]
    return control + for_armies(s, w, province, s.round + 1) * w.depth[SPAN + armies]


@rule
def policy(s: Record, seat, ids, n, w, out):
    """Points for each legal action."""
    control, armies = 0.0, 0.0
    if s.asks == D2:
        for province in range(N_PROVINCES):
            control += control_now(s, w, province) / N_PROVINCES
            armies += for_armies(s, w, province, s.round + 1) / N_PROVINCES
    for i in range(n):
        a = ids[i]
        if ORDER.has(a):
            province, card = ORDER.args(a)
            own = SPAN + s.armies[seat, province] - s.armies[1 - seat, province]
            points = control_now(s, w, province) * w.sign_after[card, own] - control * w.sign_after[card, SPAN]
            points += (
                for_armies(s, w, province, s.round + 1) * w.depth_after[card, own] - armies * w.depth_after[card, SPAN]
            )
            out[i] = w.sharp * (points - w.price[card] * (ROUNDS - s.round) / ROUNDS)
        else:
            out[i] = points_of_rest(s, w, seat, a)


@rule
def points_of_rest(s: Record, w, seat, a):
    """Everything but orders."""
    if TAKE.has(a):
        (province,) = TAKE.args(a)
        return w.sharp * change(s, w, seat, province, -1)
    if UNDER.has(a):
        (card,) = UNDER.args(a)
        return -w.sharp * w.kept[card]
    if DISCARD.has(a):
        (card,) = DISCARD.args(a)
        return NEVER if can_wait(s, seat) else w.calls - w.sharp * w.kept[card]
    if TAKE_BACK.has(a):
        return NEVER
    if USE_R2.has(a) or USE_B5.has(a):
        (province,) = USE_R2.args(a) if USE_R2.has(a) else USE_B5.args(a)
        return w.sharp * (
            change(s, w, BLUE, province, 1 if seat == BLUE else -1) * (1.0 if seat == BLUE else -1.0) - w.waits
        )
    if USE_B1.has(a):
        start, end = USE_B1.args(a)
        return w.sharp * (change(s, w, BLUE, start, -1) + change(s, w, BLUE, end, 1) - w.waits)
    if USE_R3.has(a):
        return w.sharp * gain_of_physician(s, w)
    if USE_B2.has(a) or USE_R4.has(a):
        return w.spends
    if USE_B4.has(a) or USE_R5.has(a) or ACCEPT.has(a):
        return w.accepts
    if PASS.has(a) and s.asks == D6:
        return w.lets_pass
    return 0.0


@rule
def can_wait(s: Record, seat):
    """An army can still be called when one is missing [S7.5]: before that, only the Levy needs it in the pool [S8.9]."""
    levy = s.held[seat] >> B5 & 1 and s.pool[seat] == 0 and s.round <= LAST_ROUND_OF_ANY_PHASE
    return (s.asks == D2 or s.asks == D8) and not levy


@rule
def change(s: Record, w, seat, province, armies):
    """What it is worth to a seat to have so many armies more in a province."""
    own = s.armies[seat, province] - s.armies[1 - seat, province]
    return hold(s, w, province, own + armies) - hold(s, w, province, own)


@rule
def gain_of_physician(s: Record, w):
    """What red gains if the Plague counts as 0."""
    province = s.battle - 1
    own = s.armies[RED, province] - s.armies[BLUE, province]
    mine, other = s.revealed[RED] - 1, s.revealed[BLUE] - 1
    result = MARGIN[ZERO, other] if mine == PLAGUE else MARGIN[mine, ZERO]
    left = own - own // 2 if own > 0 else own + (-own) // 2
    return hold(s, w, province, own + result) - hold(s, w, province, left) - w.waits
