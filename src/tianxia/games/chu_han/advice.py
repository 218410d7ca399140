"""What bots are told of Chu Han: where a roll-out may stop, what a position is worth, and a rule of thumb."""

import math

from tianxia.engine.compiling import const, count, lowest, rule
from tianxia.games.chu_han.cards import (
    COPY,
    FIRST_SIX,
    FIRST_THREE,
    GOAL,
    JOKER,
    N_KINDS,
    VALUE,
    ZHONGLI_MO,
)
from tianxia.games.chu_han.rules.legal import (
    ADD,
    CANCEL_ACT,
    DECREE_ACT,
    HAN_XIN_ACT,
    JI_BU_ACT,
    LIU_BANG_ACT,
    PASS,
    PENG_YUE_ACT,
    RESTORE_ACT,
    SET,
    SIXES_ACT,
    THREES_ACT,
    XIAHOU_YING_ACT,
    XIANG_YU_ACT,
    YING_BU_ACT,
    YU_JI_ACT,
    ZHONGLI_MO_ACT,
    held_kinds,
)
from tianxia.games.chu_han.state import CHU, HAN, LEAD

SPREAD = 6.0
OUT = 50.0
"""Going out comes before anything else."""
FEW = 4
"""A rival with so few cards may go out soon."""

(
    SHED, SPLIT, HEIGHT, CONTROL, WINS, LEAD_SHED, LEAD_HEIGHT, LEAD_SPLIT, LEAD_WINS, JOKER_USED,
    PASSES, PASS_FEW, PASS_MORE,
    DRAWS, DRAW_STUCK, DRAW_FEW, DRAW_MORE, DRAW_LEAD,
    HAN_XIN_BASE, HAN_XIN_SIZE, HAN_XIN_FEW,
    XIAHOU_BASE, XIAHOU_FEW, XIAHOU_NEAR, XIANG_BASE, XIANG_MORE, LIU_BASE, PENG_BASE, PENG_SIZE,
    MO_BASE, MO_VALUES, MO_LEAD, ADD_BASE, ADD_GROUP, ADD_VALUE,
    JI_BASE, YU_BASE, YU_GROUP, YU_VALUE, YING_BASE, YING_GROUP,
    CANCELS, CANCEL_SIZE, CANCEL_OUT, RESTORES, RESTORE_SIZE,
    N_WEIGHTS,
) = range(47)  # fmt: skip
PERSON = N_WEIGHTS
WEIGHTS = const(
    [
        0.98, 0.19, -3.89, -0.59, 1.31, 2.84, 1.54, 1.42, 1.88, 4.00, -1.72, -2.20,
        -0.08, -4.42, 0.88, -4.98, 1.15, -4.46, -0.13, -0.97, 2.98, -4.67, 1.24, 2.39,
        -3.15, 1.47, 2.43, 0.56, 2.37, -2.63, 0.58, 1.64, 3.99, 3.09, 0.42, 4.75,
        5.42, 1.92, 0.58, 0.90, 3.14, -1.58, 2.27, -1.37, 0.76, 0.65, -1.29, 2.86,
        0.35, 0.78, 2.24, 0.02, 3.20, 1.09, 2.01, -0.05, 0.52,
    ],
    "f8",
)  # fmt: skip


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
def thumb(s, seat, ids, n, out):
    """Score each action by the rule of thumb: shed much, split no groups, keep what wins tricks, pass when that is cheap."""
    judge(s, seat, ids, n, out, WEIGHTS)


@rule
def judge(s, seat, ids, n, out, w):
    """The rule of thumb with any weights."""
    unseen = unseen_by_value(s, seat)
    few = 1.0 if s.hand_size[1 - seat] <= FEW else 0.0
    more = 1.0 * (s.hand_size[seat] - s.hand_size[1 - seat])
    sets = 0
    for i in range(n):
        a = ids[i]
        if SET.has(a) or THREES_ACT.has(a) or SIXES_ACT.has(a):
            out[i] = judge_set(s, seat, a, unseen, w)
            sets += 1
        elif PASS.has(a):
            out[i] = w[PASSES] + w[PASS_FEW] * few + w[PASS_MORE] * more
        elif ADD.has(a):
            (kind,) = ADD.args(a)
            out[i] = (
                w[ADD_BASE] - w[ADD_GROUP] * (group(s, seat, kind) - 1) - w[ADD_VALUE] * VALUE[kind] - person(kind, w)
            )
        elif YU_JI_ACT.has(a):
            (kind,) = YU_JI_ACT.args(a)
            out[i] = w[YU_BASE] - w[YU_GROUP] * (group(s, seat, kind) - 1) - w[YU_VALUE] * VALUE[kind] - person(kind, w)
            out[i] += OUT if s.hand_size[seat] == 2 else 0.0
        elif YING_BU_ACT.has(a):
            (kind,) = YING_BU_ACT.args(a)
            out[i] = w[YING_BASE] + w[YING_GROUP] * group(s, seat, kind)
        else:
            out[i] = judge_rest(s, seat, a, few, more, w)
    if sets == 0 and DECREE_ACT.has(ids[0]):
        out[0] += w[DRAW_STUCK]


@rule
def judge_set(s, seat, a, unseen, w):
    """A set: the cards shed, against a group split, height spent, persons and the joker used; sure winners gain."""
    lost = 0.0
    if SET.has(a):
        kind, copies, joker = SET.args(a)
        value = VALUE[kind]
        left = s.hand[seat, kind] - copies
    else:
        if THREES_ACT.has(a):
            persons, joker = THREES_ACT.args(a)
            first = FIRST_THREE
        else:
            persons, joker = SIXES_ACT.args(a)
            first = FIRST_SIX
        value = VALUE[first]
        copies = count(persons)
        left = group(s, seat, first) - copies
        while persons:
            lost += w[PERSON + first + lowest(persons) - FIRST_THREE]
            persons &= persons - 1
    size = copies + joker
    if size == s.hand_size[seat]:
        return OUT
    wins = 0.0 if can_be_beaten(unseen, value, size) else 1.0
    lost += w[JOKER_USED] * joker + w[CONTROL] * max(0, value - 6)
    if s.stage == LEAD:
        return w[LEAD_SHED] * size + w[LEAD_WINS] * wins - w[LEAD_SPLIT] * left - w[LEAD_HEIGHT] * value - lost
    return w[SHED] * size + w[WINS] * wins - w[SPLIT] * left - w[HEIGHT] * value - lost


@rule
def judge_rest(s, seat, a, few, more, w):
    """Decrees, abilities without a card to choose, reactions."""
    size = 1.0 * s.to_beat_size
    if DECREE_ACT.has(a):
        return w[DRAWS] + w[DRAW_FEW] * few + w[DRAW_MORE] * more + (w[DRAW_LEAD] if s.stage == LEAD else 0.0)
    if JI_BU_ACT.has(a):
        return w[JI_BASE] + (OUT if s.hand_size[seat] == 1 else 0.0)
    if HAN_XIN_ACT.has(a):
        return w[HAN_XIN_BASE] + w[HAN_XIN_SIZE] * size + w[HAN_XIN_FEW] * few
    if XIAHOU_YING_ACT.has(a):
        return w[XIAHOU_BASE] + w[XIAHOU_FEW] * few + (w[XIAHOU_NEAR] if s.hand_size[seat] <= FEW else 0.0)
    if XIANG_YU_ACT.has(a):
        return w[XIANG_BASE] - w[XIANG_MORE] * more
    if LIU_BANG_ACT.has(a):
        return w[LIU_BASE]
    if PENG_YUE_ACT.has(a):
        return w[PENG_BASE] + w[PENG_SIZE] * size
    if ZHONGLI_MO_ACT.has(a):
        return w[MO_BASE] + w[MO_VALUES] * (size if size else lone_kinds(s, seat)) + (0.0 if size else w[MO_LEAD])
    if CANCEL_ACT.has(a) or RESTORE_ACT.has(a):
        return judge_reaction(s, seat, CANCEL_ACT.has(a), w)
    return 0.0


@rule
def judge_reaction(s, seat, cancels, w):
    """Cancelling pays against large sets and against going out; restoring likewise; the last card always."""
    if s.hand_size[seat] == 1:
        return OUT
    cards = 1.0 * s.declared_size
    if cancels:
        return w[CANCELS] + w[CANCEL_SIZE] * cards + (w[CANCEL_OUT] if s.hand_size[s.turn] == 0 else 0.0)
    return w[RESTORES] + w[RESTORE_SIZE] * cards


@rule
def person(kind, w):
    """What a person's ability is worth while he is in hand; plain cards have none."""
    return w[PERSON + kind - FIRST_THREE] if kind >= FIRST_THREE else w[JOKER_USED] if kind == JOKER else 0.0


@rule
def group(s, seat, kind):
    """Cards in hand of the value of a kind."""
    if kind < FIRST_THREE:
        return 1 * s.hand[seat, kind]
    first, end = (FIRST_THREE, FIRST_SIX) if kind < FIRST_SIX else (FIRST_SIX, N_KINDS)
    cards = 0
    for k in range(first, end):
        cards += s.hand[seat, k]
    return cards


@rule
def lone_kinds(s, seat):
    """Values of which the hand holds one or two cards, Zhongli Mo himself left out."""
    held = held_kinds(s, seat) & ~(1 << ZHONGLI_MO)
    values = 0
    last = -1
    while held:
        kind = lowest(held)
        held &= held - 1
        values += VALUE[kind] != last and group(s, seat, kind) <= 2
        last = VALUE[kind]
    return values


@rule
def unseen_by_value(s, seat):
    """Cards of each value that the seat has not seen in this hand, four bits a value."""
    packed = 0
    for kind in range(N_KINDS):
        cards = COPY[kind] - s.hand[seat, kind] - s.discard[kind] - (s.building[seat] >> kind & 1)
        packed += cards << 4 * VALUE[kind]
    if s.building_ability[seat]:
        packed -= 1 << 4 * VALUE[s.building_ability[seat] - 1]
    packed -= by_value(s.declared_ability, s.declared_value, s.declared_size, s.declared_kinds)
    if s.declared_target:
        packed -= 1 << 4 * VALUE[s.declared_target - 1]
    for play in range(s.plays):
        packed -= by_value(s.trick_ability[play], s.trick_value[play], s.trick_size[play], s.trick_kinds[play])
    return packed


@rule
def by_value(ability, value, size, kinds):
    """The cards of a play counted by value, four bits a value."""
    packed = 0
    if ability == ZHONGLI_MO + 1:
        while kinds:
            packed += 1 << 4 * VALUE[lowest(kinds)]
            kinds &= kinds - 1
    elif size:
        joker = kinds & 1 if value else 0
        packed = ((size - joker) << 4 * value) + joker
    if ability:
        packed += 1 << 4 * VALUE[ability - 1]
    return packed


@rule
def can_be_beaten(unseen, value, size):
    """Whether some higher value has enough unseen cards for a set of this size, the joker counted if unseen."""
    needed = size - (unseen & 1) if size > 1 else size
    higher = unseen >> 4 * value + 4
    while higher:
        if higher & 15 >= needed:
            return True
        higher >>= 4
    return False
