"""What bots are told of Chu Han: where a roll-out may stop, what a position is worth, and a rule of thumb.

The rule of thumb in words: lead what sheds many cards of a low value, and whole groups; answer with the highest set that
you have, for the lead is worth more than a high card; let the persons wait for their moment; draw only when you are
behind, since a rival scores five cards at most; cancel what sheds many cards. Its numbers come from playing it against
itself with slightly different ones, many thousand times.
"""

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
from tianxia.games.chu_han.questions import LEAD
from tianxia.games.chu_han.rules.legal import (
    ADD,
    CANCEL_ACT,
    DECREE_ACT,
    GIVE_ACT,
    HAN_XIN_ACT,
    JI_BU_ACT,
    LIU_BANG_ACT,
    PASS,
    PENG_YUE_ACT,
    RESTORE_ACT,
    ROW,
    SET,
    SIXES_ACT,
    SWAP,
    TAKE,
    THREES_ACT,
    WARLORD,
    XIAHOU_YING_ACT,
    XIANG_YU_ACT,
    YING_BU_ACT,
    YU_JI_ACT,
    ZHONGLI_MO_ACT,
    held_kinds,
)
from tianxia.games.chu_han.state import CHU, HAN

NEAR, FAR = 4.5, 14.0
"""A lead of so many VP means odds of e to 1 when the leader is at 31, and NEAR + FAR at the start.

Fitted to 60,000 games of the rule of thumb against itself; it tells 99.8 % of what the two scores can tell.
"""

# Points of the rule of thumb. One point is a factor of 2.7 in the shares of search.
GOES_OUT = 50.0
FEW = 4
"""A rival with so few cards may go out soon."""
LEAD_CARD, LEAD_VALUE, LEAD_LEFT, LEAD_SURE = 3.2, -1.7, -1.3, 2.0
"""A set led: for each card, for its value, for each equal card left in hand, if nothing unseen can beat it."""
ANSWER_CARD, ANSWER_VALUE, ANSWER_LEFT, ANSWER_SURE = 0.8, 4.1, -0.7, 0.8
"""The same for a set in response."""
HIGH, HIGH_VALUE = 6, 1.2
"""For each step of value above HIGH, in both."""
JOKER_KEPT = 4.6
KEPT = const([-1.0, 3.4, 1.9, 1.3, 2.7, 0.2, 4.0, 1.7, 2.9, 0.2, 1.9], "f8")
"""What it is worth to keep the joker, and each person for the ability."""
PASSES, PASSES_FEW = -2.2, -2.7
DRAWS, DRAWS_AT_LEAD, DRAWS_FEW, DRAWS_BEHIND, DRAWS_STUCK = -5.0, -5.0, -6.1, 1.4, 1.0
"""A decree: for each card more than the rival has, if no set can be played."""
HAN_XIN_CARD, HAN_XIN_FEW = -1.1, 3.2
XIAHOU_YING_BASE, XIAHOU_YING_FEW, XIAHOU_YING_CLOSE = -4.3, 1.7, 2.9
"""Xiahou Ying: if the rival has few cards, if the seat itself has few."""
XIANG_YU_BASE, XIANG_YU_BEHIND = -4.6, -0.9
LIU_BANG_BASE = 2.6
PENG_YUE_BASE, PENG_YUE_CARD = 0.3, 3.0
ZHONGLI_MO_BASE, ZHONGLI_MO_CARD, ZHONGLI_MO_LED = -2.2, 0.4, 1.9
ADDS, ADDS_GROUP, ADDS_VALUE = 5.2, -3.8, -0.5
"""A card for Zhongli Mo: for each equal one beside it, for its value."""
JI_BU_BASE = 4.5
YU_JI_BASE, YU_JI_GROUP, YU_JI_VALUE = 7.2, -3.4, -0.5
YING_BU_BASE, YING_BU_GROUP = 0.6, 3.1
CANCELS, CANCELS_CARD = -1.0, 2.4
RESTORES, RESTORES_CARD = 0.9, 0.4
ROW_BASE, SWAP_BASE, SWAP_GROUP, TAKE_BASE, TAKE_GROUP = 6.0, -1.0, 2.0, -2.5, 0.9
"""Events: a card in the row, a swap and for each equal card that joins or stays, a card picked. Estimates, not fitted."""
WARLORD_BASE, WARLORD_GROUP = 0.5, 2.0


@rule
def horizon(s):
    """A stretch is one hand."""
    return s.hand_number


@rule
def worth(s, out):
    """Chance to win from the scores alone: a logistic curve of the lead, steeper as 31 comes near."""
    if s.winner >= 0:
        out[HAN] = 1.0 if s.winner == HAN else 0.0
    else:
        lead = 1.0 * (s.score[HAN] - s.score[CHU])
        left = 1.0 * (s.goal - max(s.score[HAN], s.score[CHU])) / GOAL
        out[HAN] = 1.0 / (1.0 + math.exp(-lead / (NEAR + FAR * left)))
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


@rule
def thumb(s, seat, ids, n, out):
    """Points for each legal action by the rule of thumb."""
    unseen = unseen_by_value(s, seat)
    few = 1.0 if s.hand_size[1 - seat] <= FEW else 0.0
    behind = 1.0 * (s.hand_size[seat] - s.hand_size[1 - seat])
    sets = 0
    for i in range(n):
        a = ids[i]
        if SET.has(a) or THREES_ACT.has(a) or SIXES_ACT.has(a):
            out[i] = points_of_set(s, seat, a, unseen)
            sets += 1
        elif ADD.has(a):
            (kind,) = ADD.args(a)
            out[i] = ADDS + spare(s, seat, kind, ADDS_GROUP, ADDS_VALUE)
        elif YU_JI_ACT.has(a):
            (kind,) = YU_JI_ACT.args(a)
            out[i] = YU_JI_BASE + spare(s, seat, kind, YU_JI_GROUP, YU_JI_VALUE)
            out[i] += GOES_OUT if s.hand_size[seat] == 2 else 0.0
        elif YING_BU_ACT.has(a):
            (kind,) = YING_BU_ACT.args(a)
            out[i] = YING_BU_BASE + YING_BU_GROUP * group(s, seat, kind)
        else:
            out[i] = points_of_rest(s, seat, a, few, behind)
    if sets == 0 and DECREE_ACT.has(ids[0]):
        out[0] += DRAWS_STUCK


@rule
def points_of_set(s, seat, a, unseen):
    """A set: cards, value, what is left of the group, whether it surely wins the trick; less what its persons can do."""
    kept = 0.0
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
            kept += KEPT[first + lowest(persons) - FIRST_THREE]
            persons &= persons - 1
    size = copies + joker
    if size == s.hand_size[seat]:
        return GOES_OUT
    sure = 0.0 if can_be_beaten(unseen, value, size) else 1.0
    points = HIGH_VALUE * max(0, value - HIGH) - kept - JOKER_KEPT * joker
    if s.asks == LEAD:
        return points + LEAD_CARD * size + LEAD_VALUE * value + LEAD_LEFT * left + LEAD_SURE * sure
    return points + ANSWER_CARD * size + ANSWER_VALUE * value + ANSWER_LEFT * left + ANSWER_SURE * sure


@rule
def points_of_rest(s, seat, a, few, behind):
    """Passes, decrees, abilities without a card to choose, reactions."""
    size = 1.0 * s.to_beat_size
    if PASS.has(a):
        return PASSES + PASSES_FEW * few
    if DECREE_ACT.has(a):
        return DRAWS + DRAWS_FEW * few + DRAWS_BEHIND * behind + (DRAWS_AT_LEAD if s.asks == LEAD else 0.0)
    if JI_BU_ACT.has(a):
        return GOES_OUT if s.hand_size[seat] == 1 else JI_BU_BASE
    if HAN_XIN_ACT.has(a):
        return HAN_XIN_CARD * size + HAN_XIN_FEW * few
    if XIAHOU_YING_ACT.has(a):
        return XIAHOU_YING_BASE + XIAHOU_YING_FEW * few + (XIAHOU_YING_CLOSE if s.hand_size[seat] <= FEW else 0.0)
    if XIANG_YU_ACT.has(a):
        return XIANG_YU_BASE + XIANG_YU_BEHIND * behind
    if LIU_BANG_ACT.has(a):
        return LIU_BANG_BASE
    if PENG_YUE_ACT.has(a):
        return PENG_YUE_BASE + PENG_YUE_CARD * size
    if ZHONGLI_MO_ACT.has(a):
        if s.asks == LEAD:
            return ZHONGLI_MO_BASE + ZHONGLI_MO_LED + ZHONGLI_MO_CARD * lone_values(s, seat)
        return ZHONGLI_MO_BASE + ZHONGLI_MO_CARD * size
    if CANCEL_ACT.has(a) or RESTORE_ACT.has(a):
        return points_of_reaction(s, seat, CANCEL_ACT.has(a))
    return points_with_event(s, seat, a) if s.events else 0.0


@rule
def points_with_event(s, seat, a):
    """What only an event allows; a card that is declined counts as 0."""
    if ROW.has(a):
        (kind,) = ROW.args(a)
        return GOES_OUT if s.hand_size[seat] == 1 else ROW_BASE + spare(s, seat, kind, YU_JI_GROUP, YU_JI_VALUE)
    if SWAP.has(a):
        given, taken = SWAP.args(a)
        return SWAP_BASE + spare(s, seat, given, -SWAP_GROUP, YU_JI_VALUE) + SWAP_GROUP * group(s, seat, taken)
    if GIVE_ACT.has(a):
        (kind,) = GIVE_ACT.args(a)
        return spare(s, seat, kind, -SWAP_GROUP, YU_JI_VALUE)
    if TAKE.has(a):
        (kind,) = TAKE.args(a)
        return TAKE_BASE + TAKE_GROUP * group(s, seat, kind)
    if WARLORD.has(a):
        (kind,) = WARLORD.args(a)
        return WARLORD_BASE + (WARLORD_GROUP * group(s, seat, kind) if s.asks == LEAD else 0.5 * VALUE[kind])
    return 0.0


@rule
def points_of_reaction(s, seat, cancels):
    """Cancelling pays against large sets, restoring nearly always; the last card goes out."""
    if s.hand_size[seat] == 1:
        return GOES_OUT
    return CANCELS + CANCELS_CARD * s.declared_size if cancels else RESTORES + RESTORES_CARD * s.declared_size


@rule
def spare(s, seat, kind, for_group, for_value):
    """How well a single card can be spared: less for equal ones beside it, for its value, for what a person can do."""
    kept = KEPT[kind - FIRST_THREE] if kind >= FIRST_THREE else JOKER_KEPT if kind == JOKER else 0.0
    return for_group * (group(s, seat, kind) - 1) + for_value * VALUE[kind] - kept


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
def lone_values(s, seat):
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
    """Cards of each value that may still come against the seat, four bits a value: unseen, or face up beside the event."""
    packed = 0
    for kind in range(N_KINDS):
        cards = COPY[kind] - s.hand[seat, kind] - s.discard[kind] - (s.building[seat] >> kind & 1)
        packed += cards << 4 * VALUE[kind]
    if s.building_ability[seat]:
        packed -= 1 << 4 * VALUE[s.building_ability[seat] - 1]
    packed -= by_value(s.declared_ability, s.declared_value, s.declared_size, s.declared_kinds)
    if s.declared_target:
        packed -= 1 << 4 * VALUE[s.declared_target - 1]
    for place in range(s.row_size):
        packed -= 1 << 4 * VALUE[s.row[place] - 1]
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
