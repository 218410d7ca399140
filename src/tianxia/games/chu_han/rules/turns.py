"""What an action does: decrees, sets, passes, abilities and their cancelling [C4-C6]."""

from tianxia.engine.compiling import count, lowest, rule
from tianxia.games.chu_han.actions import ACTIONS
from tianxia.games.chu_han.cards import (
    FIRST_SIX,
    FIRST_THREE,
    HAN_XIN,
    JI_BU,
    JOKER,
    LIU_BANG,
    LYU_ZHI,
    N_KINDS,
    NONE,
    PENG_YUE,
    PILE,
    TOP_VALUE,
    UNDRAWABLE,
    VALUE,
    XIAHOU_YING,
    XIANG_YU,
    XIAO_HE,
    YING_BU,
    YU_JI,
    ZHONGLI_MO,
    copies_in_set,
)
from tianxia.games.chu_han.events import EVENTS, HAN_XIN_REASON, TWOS_REASON, XIAHOU_YING_REASON
from tianxia.games.chu_han.rules.hands import (
    begin_trick,
    clear_declared,
    clear_trick,
    note_empty,
    note_refilled,
    score,
    settle,
)
from tianxia.games.chu_han.state import CANCEL, LEAD, RESPOND, RESTORE, SEATS

DECREE_ACT, JI_BU_ACT, YU_JI_ACT, YING_BU_ACT = ACTIONS.DECREE, ACTIONS.JI_BU, ACTIONS.YU_JI, ACTIONS.YING_BU
SET, THREES_ACT, SIXES_ACT = ACTIONS.SET, ACTIONS.THREES, ACTIONS.SIXES
ZHONGLI_MO_ACT, ADD, DONE, PENG_YUE_ACT = ACTIONS.ZHONGLI_MO, ACTIONS.ADD, ACTIONS.DONE, ACTIONS.PENG_YUE
HAN_XIN_ACT, XIAHOU_YING_ACT = ACTIONS.HAN_XIN, ACTIONS.XIAHOU_YING
LIU_BANG_ACT, XIANG_YU_ACT = ACTIONS.LIU_BANG, ACTIONS.XIANG_YU
PASS, CANCEL_ACT, RESTORE_ACT = ACTIONS.PASS, ACTIONS.CANCEL, ACTIONS.RESTORE

DREW, LOOKED, HAND_OPENED, DECLARED = EVENTS.DREW, EVENTS.LOOKED, EVENTS.HAND_OPENED, EVENTS.DECLARED
CANCELLED, RESTORED, RETURNED, USED = EVENTS.CANCELLED, EVENTS.RESTORED, EVENTS.RETURNED, EVENTS.USED
PLAYED, PASSED, TRICK_ENDED = EVENTS.PLAYED, EVENTS.PASSED, EVENTS.TRICK_ENDED

DRAWN = 2
TWOS, TWOS_BONUS = 2, 6
XIAHOU_YING_GIFT, HAN_XIN_GIFT = 3, 1

# What follows an action, in the order of C6.
WAITS = 0
"""The same player goes on, or a reaction is awaited; nothing to check."""
IS_COMPLETE, STANDS, FALLS = 1, 2, 3
"""A play of several steps is complete; a declared play stands; it is cancelled."""
SAME_TURN, NEXT_TURN, NEW_TRICK = 4, 5, 6
"""After the checks: the turn goes on; the rival's turn begins; seat (code - NEW_TRICK) leads the next trick."""


@rule
def apply(s, seat, action, log):
    """declare -> Lyu Zhi? -> Xiao He? -> resolve and score -> 31 check -> going-out check -> next turn [C6]."""
    follows = act(s, seat, action, log)
    if follows == IS_COMPLETE:
        follows = declare_built(s, seat, log)
    if follows == STANDS:
        follows = resolve(s, log)
    elif follows == FALLS:
        follows = take_back(s, log)
    if follows >= SAME_TURN and not settle(s, log):
        go_on(s, follows, log)
    show_open_hands(s)


@rule
def act(s, seat, action, log):
    """The action itself; returns what follows."""
    if s.stage == CANCEL:
        return answer_cancel(s, seat, CANCEL_ACT.has(action), log)
    if s.stage == RESTORE:
        return answer_restore(s, seat, RESTORE_ACT.has(action), log)
    if DECREE_ACT.has(action):
        return take_decree(s, seat, log)
    if ADD.has(action):
        return add_card(s, seat, action)
    if DONE.has(action):
        return IS_COMPLETE
    if ZHONGLI_MO_ACT.has(action):
        return begin_play(s, seat, ZHONGLI_MO)
    if PENG_YUE_ACT.has(action):
        return begin_play(s, seat, PENG_YUE)
    s.first_empty = -1
    if PASS.has(action):
        PASSED.emit(log, seat)
        return NEW_TRICK + 1 - seat
    if SET.has(action) or THREES_ACT.has(action) or SIXES_ACT.has(action):
        return play_set(s, seat, action)
    return declare_single(s, seat, action, log)


@rule
def go_on(s, follows, log):
    """The next turn, or the next trick: a pass sends the cards of the trick to the discard pile [C4.3, C6.9]."""
    if follows == NEXT_TURN:
        s.turn = 1 - s.turn
        s.stage = RESPOND
        s.decree_open = 1
        s.lead_ability_open = 0
    elif follows >= NEW_TRICK:
        clear_trick(s)
        begin_trick(s, follows - NEW_TRICK)
        TRICK_ENDED.emit(log, s.leader)


@rule
def take_decree(s, seat, log):
    """A decree draws the top two cards of the pile, once a turn [C4.1, C4.5]."""
    top = PILE - s.pile_size
    rival = 1 - seat
    DREW.emit(log, seat, s.pile[top], s.pile[top + 1])
    for place in range(top, top + DRAWN):
        kind = s.pile[place] - 1
        s.hand[seat, kind] += 1
        s.pile[place] = NONE
        for viewer in range(SEATS):
            s.seen[viewer, place] = NONE
        if place < s.looked_to[rival]:
            know(s, seat, kind, 1)
    s.hand_size[seat] += DRAWN
    s.pile_size -= DRAWN
    s.decrees_left -= 1
    s.decrees_taken[seat] += 1
    s.decree_open = 0
    return WAITS


@rule
def begin_play(s, seat, ability):
    """Start a play of several steps; it stays its owner's secret [C8.4]."""
    s.building_ability[seat] = ability + 1
    s.hand[seat, ability] -= 1
    return WAITS


@rule
def add_card(s, seat, action):
    """Add one card to Zhongli Mo's set; the responder's play is complete at the size to beat [C11.4]."""
    (kind,) = ADD.args(action)
    s.hand[seat, kind] -= 1
    s.building[seat] |= 1 << kind
    return IS_COMPLETE if s.to_beat_size and count(s.building[seat]) == s.to_beat_size else WAITS


@rule
def play_set(s, seat, action):
    """A plain set can't be cancelled and stands at once; after Peng Yue it completes his play [C5.5, C11.5]."""
    if SET.has(action):
        kind, copies, joker = SET.args(action)
        value, size, kinds = VALUE[kind], copies, 1 << kind
        leave_hand(s, seat, kind, copies)
    elif THREES_ACT.has(action):
        persons, joker = THREES_ACT.args(action)
        value, size, kinds = VALUE[FIRST_THREE], count(persons), persons << FIRST_THREE
        leave_hand_singly(s, seat, kinds)
    else:
        persons, joker = SIXES_ACT.args(action)
        value, size, kinds = VALUE[FIRST_SIX], count(persons), persons << FIRST_SIX
        leave_hand_singly(s, seat, kinds)
    if joker:
        leave_hand(s, seat, JOKER, 1)
    s.declared_value = value
    s.declared_size = size + joker
    s.declared_kinds = kinds | joker << JOKER
    if s.building_ability[seat]:
        return IS_COMPLETE
    note_empty(s, seat)
    return STANDS


@rule
def show_open_hands(s):
    """An open hand shows all it holds, a play not yet declared included [C5.10, C8.4]."""
    for seat in range(SEATS):
        if s.opened[seat]:
            for kind in range(N_KINDS):
                s.shown[seat, kind] = s.hand[seat, kind] + (s.building[seat] >> kind & 1)
            if s.building_ability[seat]:
                s.shown[seat, s.building_ability[seat] - 1] += 1


@rule
def know(s, holder, kind, copies):
    """The holder's rival surely knows of so many more copies in that hand, never below none [C8.6]."""
    if copies > 0 or s.surely[holder, holder, kind] > 0:
        surely = max(0, s.surely[holder, holder, kind] + copies)
        for viewer in range(SEATS):
            s.surely[viewer, holder, kind] = surely


@rule
def leave_hand(s, seat, kind, copies):
    """Cards leave a hand into the play that is being declared [C6.4]."""
    s.hand[seat, kind] -= copies
    s.hand_size[seat] -= copies
    know(s, seat, kind, -copies)


@rule
def return_to_hand(s, seat, kind, copies):
    """Cards come to a hand openly: the rival surely knows them there [C5.4, C8.6]."""
    s.hand[seat, kind] += copies
    s.hand_size[seat] += copies
    know(s, seat, kind, copies)


@rule
def leave_hand_singly(s, seat, kinds):
    """One card of each of these kinds leaves a hand."""
    while kinds:
        leave_hand(s, seat, lowest(kinds), 1)
        kinds &= kinds - 1


@rule
def is_lead_ability(ability):
    """Only the leader, before the set: Ji Bu, Yu Ji, Ying Bu [C2.3]."""
    return ability == JI_BU or ability == YU_JI or ability == YING_BU


@rule
def window_opens(s, seat, reaction):
    """A window is left out exactly when its card lies open, or its seat is empty: public facts only [C11.6]."""
    open_cards = s.declared_kinds
    for play in range(s.plays):
        open_cards |= s.trick_kinds[play]
    lies_open = open_cards >> reaction & 1 or s.discard[reaction] > 0 or s.declared_target == reaction + 1
    return s.hand_size[seat] > 0 and not lies_open


@rule
def lowest_value(kinds):
    """Lowest value among some kinds; the lone 0 has value 0 [C4.6, C5.13]."""
    value = TOP_VALUE if kinds else 0
    while kinds:
        value = min(value, VALUE[lowest(kinds)])
        kinds &= kinds - 1
    return value


@rule
def react(s, seat, reaction):
    """A reaction is played from the hand and goes to the discard pile at once [C4.4]."""
    leave_hand(s, seat, reaction, 1)
    s.discard[reaction] += 1
    note_empty(s, seat)


@rule
def resume(s):
    """The windows are closed; the turn is a lead or a response again."""
    s.stage = RESPOND if s.to_beat_size else LEAD


@rule
def lay_in_trick(s, seat):
    """The cards of a play that stood lie in the trick until it ends [C4.4]."""
    play = s.plays
    s.trick_seat[play] = seat
    s.trick_ability[play] = s.declared_ability
    s.trick_value[play] = s.declared_value
    s.trick_size[play] = s.declared_size
    s.trick_kinds[play] = s.declared_kinds
    s.plays = play + 1
    clear_declared(s)


@rule
def declare_built(s, seat, log):
    """A complete play of several steps becomes public: it is declared with all its cards [C8.4, C11.5]."""
    ability = s.building_ability[seat] - 1
    s.first_empty = -1
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
def declare_single(s, seat, action, log):
    """Declare an ability with its target, openly, before reactions [C5.3, C6.4]."""
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
def declare(s, seat, ability, target, log):
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
    s.stage = CANCEL
    return WAITS


@rule
def answer_cancel(s, rival, cancels, log):
    """Lyu Zhi cancels the declared ability; then Xiao He may restore it [C6, C6.8]."""
    resume(s)
    if not cancels:
        return STANDS
    react(s, rival, LYU_ZHI)
    CANCELLED.emit(log, rival, s.declared_ability - 1)
    if not window_opens(s, s.turn, XIAO_HE):
        return FALLS
    s.stage = RESTORE
    return WAITS


@rule
def answer_restore(s, owner, restores, log):
    """Xiao He cancels the cancel: the ability stands [C5.4]."""
    resume(s)
    if not restores:
        return FALLS
    react(s, owner, XIAO_HE)
    RESTORED.emit(log, owner, s.declared_ability - 1)
    return STANDS


@rule
def take_back(s, log):
    """Cancelled: the ability card is discarded, the other cards of the play return; the turn goes on [C5.4, C5.17]."""
    owner, ability, target = s.turn, s.declared_ability - 1, s.declared_target - 1
    s.discard[ability] += 1
    if ability == YING_BU:
        s.discard[target] += 1
    elif target >= 0:
        return_to_hand(s, owner, target, 1)
    kinds = s.declared_kinds
    while kinds:
        kind = lowest(kinds)
        return_to_hand(s, owner, kind, copies_in_set(s.declared_kinds, s.declared_size, kind))
        kinds &= kinds - 1
    clear_declared(s)
    RETURNED.emit(log, owner, ability)
    note_refilled(s, owner)
    return SAME_TURN


@rule
def resolve(s, log):
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
        return NEW_TRICK + seat
    if ability == XIANG_YU:
        s.doubled = 1
        return NEW_TRICK + 1 - seat
    return resolve_lead_ability(s, seat, ability, target - 1, log)


@rule
def resolve_set(s, seat, log):
    """A set becomes the set to beat; six or more 2s score their number [C4.7, C4.10]."""
    value, size = s.declared_value, s.declared_size
    PLAYED.emit(log, seat, s.declared_ability, value, size, s.declared_kinds)
    lay_in_trick(s, seat)
    s.to_beat_value = value
    s.to_beat_size = max(size, 1)
    if value == TWOS and size >= TWOS_BONUS:
        score(s, seat, size, TWOS_REASON, log)
    return NEXT_TURN


@rule
def resolve_lead_ability(s, seat, ability, target, log):
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
def look_at_pile(s, seat, log):
    """Ji Bu shows the top four cards; if no decree is left the rival's hand is open from now on [C5.10]."""
    top = PILE - s.pile_size
    for place in range(top, top + UNDRAWABLE):
        s.seen[seat, place] = s.pile[place]
    s.looked_to[seat] = max(s.looked_to[seat], top + UNDRAWABLE)
    LOOKED.emit(log, seat, s.pile[top], s.pile[top + 1], s.pile[top + 2], s.pile[top + 3])
    if s.decrees_left == 0:
        s.opened[1 - seat] = 1
        HAND_OPENED.emit(log, 1 - seat)
