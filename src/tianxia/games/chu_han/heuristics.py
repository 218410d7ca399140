"""A heuristic for Chu Han, the policy of bots.

In words: lead what sheds many cards of a low value, and whole groups; answer with the highest set that
you have, for the lead is worth more than a high card; let the persons wait for their moment; draw only when you are
behind, since a rival scores five cards at most; cancel what sheds many cards.
"""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import count, lowest
from tianxia.games.chu_han.cards import (
    COPY,
    FIRST_SIX,
    FIRST_THREE,
    JOKER,
    N_KINDS,
    VALUE,
    ZHONGLI_MO,
)
from tianxia.games.chu_han.questions import LEAD
from tianxia.games.chu_han.record import Record
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


@rule
def policy(s: Record, seat, ids, n, w, out):
    """Points for each legal action."""
    unseen = unseen_by_value(s, seat)
    few = 1.0 if s.hand_size[1 - seat] <= w.few else 0.0
    behind = 1.0 * (s.hand_size[seat] - s.hand_size[1 - seat])
    sets = 0
    for i in range(n):
        a = ids[i]
        if SET.has(a) or THREES_ACT.has(a) or SIXES_ACT.has(a):
            out[i] = points_of_set(s, w, seat, a, unseen)
            sets += 1
        elif ADD.has(a):
            (kind,) = ADD.args(a)
            out[i] = w.adds + spare(s, w, seat, kind, w.adds_group, w.adds_value)
        elif YU_JI_ACT.has(a):
            (kind,) = YU_JI_ACT.args(a)
            out[i] = w.yu_ji + spare(s, w, seat, kind, w.yu_ji_group, w.yu_ji_value)
            out[i] += w.goes_out if s.hand_size[seat] == 2 else 0.0
        elif YING_BU_ACT.has(a):
            (kind,) = YING_BU_ACT.args(a)
            out[i] = w.ying_bu + w.ying_bu_group * group(s, seat, kind)
        else:
            out[i] = points_of_rest(s, w, seat, a, few, behind)
    if sets == 0 and DECREE_ACT.has(ids[0]):
        out[0] += w.draws_stuck


@rule
def points_of_set(s: Record, w, seat, a, unseen):
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
            kept += w.kept[first + lowest(persons) - FIRST_THREE]
            persons &= persons - 1
    size = copies + joker
    if size == s.hand_size[seat]:
        return w.goes_out
    sure = 0.0 if can_be_beaten(unseen, value, size) else 1.0
    points = w.high_value * max(0.0, value - w.high) - kept - w.joker_kept * joker
    if s.asks == LEAD:
        return points + w.lead_card * size + w.lead_value * value + w.lead_left * left + w.lead_sure * sure
    return points + w.answer_card * size + w.answer_value * value + w.answer_left * left + w.answer_sure * sure


@rule
def points_of_rest(s: Record, w, seat, a, few, behind):
    """Passes, decrees, abilities without a card to choose, reactions."""
    size = 1.0 * s.to_beat_size
    if PASS.has(a):
        return w.passes + w.passes_few * few
    if DECREE_ACT.has(a):
        return w.draws + w.draws_few * few + w.draws_behind * behind + (w.draws_at_lead if s.asks == LEAD else 0.0)
    if JI_BU_ACT.has(a):
        return w.goes_out if s.hand_size[seat] == 1 else w.ji_bu
    if HAN_XIN_ACT.has(a):
        return w.han_xin_card * size + w.han_xin_few * few
    if XIAHOU_YING_ACT.has(a):
        return w.xiahou_ying + w.xiahou_ying_few * few + (w.xiahou_ying_close if s.hand_size[seat] <= w.few else 0.0)
    if XIANG_YU_ACT.has(a):
        return w.xiang_yu + w.xiang_yu_behind * behind
    if LIU_BANG_ACT.has(a):
        return w.liu_bang
    if PENG_YUE_ACT.has(a):
        return w.peng_yue + w.peng_yue_card * size
    if ZHONGLI_MO_ACT.has(a):
        if s.asks == LEAD:
            return w.zhongli_mo + w.zhongli_mo_led + w.zhongli_mo_card * lone_values(s, seat)
        return w.zhongli_mo + w.zhongli_mo_card * size
    if CANCEL_ACT.has(a) or RESTORE_ACT.has(a):
        return points_of_reaction(s, w, seat, CANCEL_ACT.has(a))
    return points_with_event(s, w, seat, a) if s.events else 0.0


@rule
def points_with_event(s: Record, w, seat, a):
    """What only an event allows; a card that is declined counts as 0."""
    if ROW.has(a):
        (kind,) = ROW.args(a)
        return w.goes_out if s.hand_size[seat] == 1 else w.row + spare(s, w, seat, kind, w.yu_ji_group, w.yu_ji_value)
    if SWAP.has(a):
        given, taken = SWAP.args(a)
        return w.swap + spare(s, w, seat, given, -w.swap_group, w.yu_ji_value) + w.swap_group * group(s, seat, taken)
    if GIVE_ACT.has(a):
        (kind,) = GIVE_ACT.args(a)
        return spare(s, w, seat, kind, -w.swap_group, w.yu_ji_value)
    if TAKE.has(a):
        (kind,) = TAKE.args(a)
        return w.take + w.take_group * group(s, seat, kind)
    if WARLORD.has(a):
        (kind,) = WARLORD.args(a)
        return w.warlord + (w.warlord_group * group(s, seat, kind) if s.asks == LEAD else w.warlord_value * VALUE[kind])
    return 0.0


@rule
def points_of_reaction(s: Record, w, seat, cancels):
    """Cancelling pays against large sets, restoring nearly always; the last card goes out."""
    if s.hand_size[seat] == 1:
        return w.goes_out
    return w.cancels + w.cancels_card * s.declared_size if cancels else w.restores + w.restores_card * s.declared_size


@rule
def spare(s: Record, w, seat, kind, for_group, for_value):
    """How well a single card can be spared: less for equal ones beside it, for its value, for what a person can do."""
    kept = w.kept[kind - FIRST_THREE] if kind >= FIRST_THREE else w.joker_kept if kind == JOKER else 0.0
    return for_group * (group(s, seat, kind) - 1) + for_value * VALUE[kind] - kept


@rule
def group(s: Record, seat, kind):
    """Cards in hand of the value of a kind."""
    if kind < FIRST_THREE:
        return 1 * s.hand[seat, kind]
    first, end = (FIRST_THREE, FIRST_SIX) if kind < FIRST_SIX else (FIRST_SIX, N_KINDS)
    cards = 0
    for k in range(first, end):
        cards += s.hand[seat, k]
    return cards


@rule
def lone_values(s: Record, seat):
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
def unseen_by_value(s: Record, seat):
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
