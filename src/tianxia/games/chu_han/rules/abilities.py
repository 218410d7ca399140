"""Abilities: declared, cancelled, restored, carried out [C5, C6]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import count, lowest
from tianxia.games.chu_han.actions import ACTIONS
from tianxia.games.chu_han.cards import (
    HAN_XIN,
    JI_BU,
    LIU_BANG,
    LYU_ZHI,
    NONE,
    PILE,
    ROWS,
    STABILISATION,
    TOP_VALUE,
    UNDRAWABLE,
    VALUE,
    WARLORDS,
    WISE_COUNSEL,
    XIAHOU_YING,
    XIANG_YU,
    XIAO_HE,
    YING_BU,
    YU_JI,
    ZHONGLI_MO,
    copies_in_set,
)
from tianxia.games.chu_han.events import (
    EVENTS,
    HAN_XIN_REASON,
    STABILISATION_REASON,
    TWOS_REASON,
    WISE_COUNSEL_REASON,
    XIAHOU_YING_REASON,
)
from tianxia.games.chu_han.questions import CANCEL, LEAD, RESPOND, RESTORE
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.rules.hands import clear_declared, note_empty, note_refilled, score
from tianxia.games.chu_han.rules.moves import (
    FALLS,
    NEW_TRICK,
    NEXT_TURN,
    SAME_TURN,
    STANDS,
    WAITS,
    lay_in_trick,
    leave_hand,
    return_to_hand,
    use_lent,
)

JI_BU_ACT = ACTIONS.JI_BU
YU_JI_ACT = ACTIONS.YU_JI
YING_BU_ACT = ACTIONS.YING_BU
XIAHOU_YING_ACT = ACTIONS.XIAHOU_YING
LIU_BANG_ACT = ACTIONS.LIU_BANG
XIANG_YU_ACT = ACTIONS.XIANG_YU

LOOKED = EVENTS.LOOKED
HAND_OPENED = EVENTS.HAND_OPENED
LENT = EVENTS.LENT
DECLARED = EVENTS.DECLARED
CANCELLED = EVENTS.CANCELLED
RESTORED = EVENTS.RESTORED
RETURNED = EVENTS.RETURNED
USED = EVENTS.USED
PLAYED = EVENTS.PLAYED

TWOS, TWOS_BONUS = 2, 6
XIAHOU_YING_GIFT, HAN_XIN_GIFT = 3, 1
A_PASS, A_COUNSEL = 1, 2
"""VP for a pass under Stabilisation, for a set of value 1 under Wise Counsel [C9.1]."""


@rule
def declare_single(s: Record, seat, action, log):
    """Declare an ability with its target, openly, before reactions [C5.3, C6.4]."""
    use_lent(s, seat, log)
    ability, target = HAN_XIN, NONE
    if JI_BU_ACT.has(action):
        ability = JI_BU
    elif YU_JI_ACT.has(action):
        ability = YU_JI
        (kind,) = YU_JI_ACT.args(action)
        leave_hand(s, seat, kind, 1)
        target = kind + 1
    elif YING_BU_ACT.has(action):
        ability = YING_BU
        (kind,) = YING_BU_ACT.args(action)
        s.discard[kind] -= 1
        target = kind + 1
    elif XIAHOU_YING_ACT.has(action):
        ability = XIAHOU_YING
    elif LIU_BANG_ACT.has(action):
        ability = LIU_BANG
        s.declared_value = TOP_VALUE
    elif XIANG_YU_ACT.has(action):
        ability = XIANG_YU
    leave_hand(s, seat, ability, 1)
    return declare(s, seat, ability, target, log)


@rule
def declare_built(s: Record, seat, log):
    """A complete play of several steps becomes public: it is declared with all its cards [C8.4, C11.5]."""
    ability = s.building_ability[seat] - 1
    s.first_empty = -1
    use_lent(s, seat, log)
    s.building_ability[seat] = NONE
    if ability == ZHONGLI_MO:
        kinds = s.building[seat]
        s.building[seat] = 0
        s.declared_kinds = kinds
        s.declared_size = count(kinds)
        s.declared_value = lowest_value(kinds)
        while kinds:
            s.hand[seat, lowest(kinds)] += 1
            leave_hand(s, seat, lowest(kinds), 1)
            kinds &= kinds - 1
    s.hand[seat, ability] += 1
    leave_hand(s, seat, ability, 1)
    return declare(s, seat, ability, NONE, log)


@rule
def declare(s: Record, seat, ability, target, log):
    """A declared play waits for reactions; lead abilities close their step, the six of C5.2 the decree step [C11.3]."""
    s.declared_ability = ability + 1
    s.declared_target = target
    s.lead_ability_open = 0
    if not is_lead_ability(ability):
        s.decree_open = 0
    note_empty(s, seat)
    DECLARED.emit(log, seat, ability, target, s.declared_value, s.declared_size, s.declared_kinds)
    if not window_opens(s, 1 - seat, LYU_ZHI):
        return STANDS
    s.asks = CANCEL
    return WAITS


@rule
def is_lead_ability(ability):
    """Only the leader, before the set: Ji Bu, Yu Ji, Ying Bu [C2.3]."""
    return ability == JI_BU or ability == YU_JI or ability == YING_BU


@rule
def lowest_value(kinds):
    """Lowest value among some kinds; the lone 0 has value 0 [C4.6, C5.13]."""
    value = TOP_VALUE if kinds else 0
    while kinds:
        value = min(value, VALUE[lowest(kinds)])
        kinds &= kinds - 1
    return value


@rule
def window_opens(s: Record, seat, reaction):
    """A window is left out exactly when its card lies open, or its seat is empty: public facts only [C11.6]."""
    if s.event == WARLORDS and s.face_up[reaction]:
        return True
    open_cards = s.declared_kinds
    for play in range(ROWS):  # of which those that are not used are empty
        open_cards |= s.trick_kinds[play]
    lies_open = open_cards >> reaction & 1 or s.discard[reaction] > 0 or s.declared_target == reaction + 1
    for place in range(s.row_size):
        lies_open = lies_open or s.row[place] == reaction + 1
    return s.hand_size[seat] > 0 and not lies_open and not s.face_up[reaction]


@rule
def answer_cancel(s: Record, rival, cancels, log):
    """Lyu Zhi cancels the declared ability; then Xiao He may restore it [C6, C6.8]."""
    resume(s)
    if not cancels:
        return STANDS
    react(s, rival, LYU_ZHI, log)
    CANCELLED.emit(log, rival, s.declared_ability - 1)
    if not window_opens(s, s.turn, XIAO_HE):
        return FALLS
    s.asks = RESTORE
    return WAITS


@rule
def answer_restore(s: Record, owner, restores, log):
    """Xiao He cancels the cancel: the ability stands [C5.4]."""
    resume(s)
    if not restores:
        return FALLS
    react(s, owner, XIAO_HE, log)
    RESTORED.emit(log, owner, s.declared_ability - 1)
    return STANDS


@rule
def react(s: Record, seat, reaction, log):
    """A reaction is played from the hand, or from the Warlords, and goes to the discard pile at once [C4.4, C9.4]."""
    if s.face_up[reaction]:
        s.face_up[reaction] -= 1
        LENT.emit(log, seat, reaction)
    else:
        leave_hand(s, seat, reaction, 1)
    s.discard[reaction] += 1
    note_empty(s, seat)


@rule
def resume(s: Record):
    """The windows are closed; the turn is a lead or a response again."""
    s.asks = RESPOND if s.to_beat_size else LEAD


@rule
def take_back(s: Record, log):
    """Cancelled: the ability card is discarded, the other cards of the play return; the turn goes on [C5.4, C5.17]."""
    owner, ability, target = s.turn, s.declared_ability - 1, s.declared_target - 1
    s.discard[ability] += 1
    beside = s.declared_lent if s.declared_lent != ability + 1 else NONE
    RETURNED.emit(log, owner, ability, s.declared_target, s.declared_size, s.declared_kinds, beside)
    if ability == YING_BU:
        s.discard[target] += 1
    elif target >= 0:
        return_to_hand(s, owner, target, 1)
    kinds = s.declared_kinds
    while kinds:
        kind = lowest(kinds)
        copies = copies_in_set(s.declared_kinds, s.declared_size, kind)
        if beside == kind + 1:  # back beside the event [C9.8]
            s.face_up[kind] += 1
            copies -= 1
        return_to_hand(s, owner, kind, copies)
        kinds &= kinds - 1
    clear_declared(s)
    note_refilled(s, owner)
    return SAME_TURN


@rule
def resolve(s: Record, log):
    """The declared play stands: a set becomes the set to beat, an ability does what its card says [C2.2, C4.10]."""
    seat = s.turn
    ability, target = s.declared_ability - 1, s.declared_target
    if s.declared_size or ability == LIU_BANG:
        return resolve_set(s, seat, log)
    lay_in_trick(s, seat)
    USED.emit(log, seat, ability, target)
    if ability == HAN_XIN:
        score(s, 1 - seat, HAN_XIN_GIFT, HAN_XIN_REASON, log)
        return NEXT_TURN
    if ability == XIAHOU_YING:
        score(s, 1 - seat, XIAHOU_YING_GIFT, XIAHOU_YING_REASON, log)
        reward_pass(s, seat, log)
        return NEW_TRICK + seat
    if ability == XIANG_YU:
        s.doubled = 1
        reward_pass(s, seat, log)
        return NEW_TRICK + 1 - seat
    return resolve_lead_ability(s, seat, ability, target - 1, log)


@rule
def reward_pass(s: Record, seat, log):
    """Stabilisation: one VP for each pass [C9.1, C9.13]."""
    if s.event == STABILISATION:
        score(s, seat, A_PASS, STABILISATION_REASON, log)


@rule
def resolve_set(s: Record, seat, log):
    """A set becomes the set to beat; six or more 2s score their number [C4.7, C4.10]."""
    value, size = s.declared_value, s.declared_size
    PLAYED.emit(log, seat, s.declared_ability, value, size, s.declared_kinds)
    lay_in_trick(s, seat)
    s.to_beat_value = value
    s.to_beat_size = max(size, 1)
    if value == TWOS and size >= TWOS_BONUS:
        score(s, seat, size, TWOS_REASON, log)
    if value == 1 and s.event == WISE_COUNSEL:
        score(s, seat, A_COUNSEL, WISE_COUNSEL_REASON, log)
    return NEXT_TURN


@rule
def resolve_lead_ability(s: Record, seat, ability, target, log):
    """Yu Ji's card is discarded, Ying Bu's card comes to hand, Ji Bu looks; the leader's turn goes on [C5.10, C5.11]."""
    if ability == YU_JI:
        s.discard[target] += 1
    elif ability == YING_BU:
        return_to_hand(s, seat, target, 1)
        note_refilled(s, seat)
    else:
        look_at_pile(s, seat, log)
    return SAME_TURN


@rule
def look_at_pile(s: Record, seat, log):
    """Ji Bu shows the top four cards; if no decree is left the rival's hand is open from now on [C5.10]."""
    top = PILE - s.pile_size
    for place in range(top, top + UNDRAWABLE):
        s.seen[seat, place] = s.pile[place]
    s.looked_to[seat] = max(s.looked_to[seat], top + UNDRAWABLE)
    LOOKED.emit(log, seat, s.pile[top], s.pile[top + 1], s.pile[top + 2], s.pile[top + 3])
    if s.decrees_left == 0:
        s.opened[1 - seat] = 1
        HAND_OPENED.emit(log, 1 - seat)
