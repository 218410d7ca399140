"""What an action does: decrees, sets, passes, and the order in which all follows [C4, C6]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import count
from tianxia.games.chu_han.actions import ACTIONS
from tianxia.games.chu_han.cards import (
    FIRST_SIX,
    FIRST_THREE,
    HONG_CANAL,
    JOKER,
    MANDATE,
    NONE,
    PENG_YUE,
    PILE,
    VALUE,
    ZHONGLI_MO,
)
from tianxia.games.chu_han.events import EVENTS
from tianxia.games.chu_han.questions import CANCEL, GIVE, LEAD, PICK, RESPOND, RESTORE
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.rules.abilities import (
    answer_cancel,
    answer_restore,
    declare_built,
    declare_single,
    resolve,
    reward_pass,
    take_back,
)
from tianxia.games.chu_han.rules.hands import begin_trick, clear_trick, note_empty, settle
from tianxia.games.chu_han.rules.moves import (
    FALLS,
    IS_COMPLETE,
    NEW_TRICK,
    NEXT_TURN,
    SAME_TURN,
    STANDS,
    WAITS,
    know,
    leave_hand,
    leave_hand_singly,
    return_to_hand,
    show_open_hands,
    use_lent,
)
from tianxia.games.chu_han.state import SEATS

DECREE_ACT = ACTIONS.DECREE
SET = ACTIONS.SET
THREES_ACT = ACTIONS.THREES
SIXES_ACT = ACTIONS.SIXES
ZHONGLI_MO_ACT = ACTIONS.ZHONGLI_MO
ADD = ACTIONS.ADD
DONE = ACTIONS.DONE
PENG_YUE_ACT = ACTIONS.PENG_YUE
PASS = ACTIONS.PASS
CANCEL_ACT = ACTIONS.CANCEL
RESTORE_ACT = ACTIONS.RESTORE
SWAP, ROW, GIVE_ACT, TAKE, WARLORD = ACTIONS.SWAP, ACTIONS.ROW, ACTIONS.GIVE, ACTIONS.TAKE, ACTIONS.WARLORD

DREW = EVENTS.DREW
PASSED = EVENTS.PASSED
TRICK_ENDED = EVENTS.TRICK_ENDED
SWAPPED, PLACED, GAVE, RECEIVED, PICKED = EVENTS.SWAPPED, EVENTS.PLACED, EVENTS.GAVE, EVENTS.RECEIVED, EVENTS.PICKED

DRAWN = 2


@rule
def apply(s: Record, seat, action, log):
    """declare -> Lyu Zhi? -> Xiao He? -> resolve and score -> 31 check -> going-out check -> next turn [C6]."""
    asks = s.asks
    follows = WAITS
    if asks == CANCEL:
        follows = answer_cancel(s, seat, CANCEL_ACT.has(action), log)
    elif asks == RESTORE:
        follows = answer_restore(s, seat, RESTORE_ACT.has(action), log)
    elif asks == GIVE:
        follows = give(s, seat, action, log)
    elif asks == PICK:
        follows = pick(s, seat, action, log)
    elif asks == LEAD or asks == RESPOND:
        follows = act(s, seat, action, log)
    if follows == IS_COMPLETE:
        follows = declare_built(s, seat, log)
    if follows == STANDS:
        follows = resolve(s, log)
    elif follows == FALLS:
        follows = take_back(s, log)
    if follows >= SAME_TURN and not settle(s, log):
        if follows >= NEW_TRICK and s.event == MANDATE and s.leads_next < 0:
            s.asks = PICK
            s.leads_next = follows - NEW_TRICK
        else:
            go_on(s, follows, log)
    show_open_hands(s)


@rule
def act(s: Record, seat, action, log):
    """What a lead and a response share, told apart by the action; returns what follows."""
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
    if WARLORD.has(action):
        return borrow(s, seat, action)
    s.first_empty = -1
    if SWAP.has(action):
        return swap(s, seat, action, log)
    if ROW.has(action):
        return place_in_row(s, seat, action, log)
    if PASS.has(action):
        PASSED.emit(log, seat)
        reward_pass(s, seat, log)
        return NEW_TRICK + 1 - seat
    if SET.has(action) or THREES_ACT.has(action) or SIXES_ACT.has(action):
        return play_set(s, seat, action, log)
    return declare_single(s, seat, action, log)


@rule
def go_on(s: Record, follows, log):
    """The next turn, or the next trick: a pass sends the cards of the trick to the discard pile [C4.3, C6.9]."""
    if follows == NEXT_TURN:
        s.turn = 1 - s.turn
        s.asks = RESPOND
        s.decree_open = 1
        s.lead_ability_open = 0
    elif follows >= NEW_TRICK:
        s.leads_next = -1
        clear_trick(s)
        begin_trick(s, follows - NEW_TRICK)
        TRICK_ENDED.emit(log, s.leader)


@rule
def take_decree(s: Record, seat, log):
    """A decree draws the top two cards of the pile, once a turn [C4.1, C4.5]."""
    top = PILE - s.pile_size
    DREW.emit(log, seat, s.pile[top], s.pile[top + 1])
    s.decrees_left -= 1
    s.decrees_taken[seat] += 1
    s.decree_open = 0
    if s.event == HONG_CANAL:  # the pair is only looked at; it leaves the pile when the gift is chosen
        for place in range(top, top + DRAWN):
            s.seen[seat, place] = s.pile[place]
        s.looked_to[seat] = max(s.looked_to[seat], top + DRAWN)
        s.asks = GIVE
        return WAITS
    for _ in range(DRAWN):
        draw(s, seat)
    return WAITS


@rule
def draw(s: Record, seat):
    """The top card of the pile comes into a hand; a rival who knew its place knows it there [C8.6]."""
    place = PILE - s.pile_size
    kind = s.pile[place] - 1
    s.hand[seat, kind] += 1
    s.hand_size[seat] += 1
    s.pile_size -= 1
    s.pile[place] = NONE
    for viewer in range(SEATS):
        s.seen[viewer, place] = NONE
    if place < s.looked_to[1 - seat]:
        know(s, seat, kind, 1)


@rule
def give(s: Record, seat, action, log):
    """Of the two cards one goes to the rival, who sees it only now, the other into the own hand [C9.11]."""
    (kind,) = GIVE_ACT.args(action)
    top = PILE - s.pile_size
    given = 0 if s.pile[top] == kind + 1 else 1
    for i in range(DRAWN):
        if i == given:
            draw(s, 1 - seat)
        else:
            draw(s, seat)
    s.asks = RESPOND if s.to_beat_size else LEAD
    GAVE.emit(log, seat, kind + 1)
    RECEIVED.emit(log, 1 - seat, kind + 1)
    return WAITS


@rule
def swap(s: Record, seat, action, log):
    """Hongmen: a hand card for a face-up one, both seen, instead of a decree [C9.1, C9.9]."""
    given, taken = SWAP.args(action)
    leave_hand(s, seat, given, 1)
    s.face_up[given] += 1
    s.face_up[taken] -= 1
    return_to_hand(s, seat, taken, 1)
    s.decree_open = 0
    SWAPPED.emit(log, seat, given, taken)
    return WAITS


@rule
def place_in_row(s: Record, seat, action, log):
    """Hangu: a hand card at the end of the row, instead of a decree; the last card goes out [C9.1, C9.4, C9.10]."""
    (kind,) = ROW.args(action)
    leave_hand(s, seat, kind, 1)
    s.row[s.row_size] = kind + 1
    s.row_seat[s.row_size] = seat
    s.row_size += 1
    s.decree_open = 0
    PLACED.emit(log, seat, kind)
    note_empty(s, seat)
    return SAME_TURN


@rule
def borrow(s: Record, seat, action):
    """Warlords: a face-up card is lent to the play that follows, its owner's secret until it is declared [C9.8, C11.5]."""
    (kind,) = WARLORD.args(action)
    s.lent[seat] = kind + 1
    s.hand[seat, kind] += 1
    return WAITS


@rule
def pick(s: Record, seat, action, log):
    """Mandate: a card of the trick comes into the hand of who passed, or none; then the next trick [C6.9, C9.12]."""
    leader = s.leads_next
    clear_trick(s)
    if TAKE.has(action):
        (kind,) = TAKE.args(action)
        s.discard[kind] -= 1
        return_to_hand(s, seat, kind, 1)
        PICKED.emit(log, seat, kind)
    return NEW_TRICK + leader


@rule
def begin_play(s: Record, seat, ability):
    """Start a play of several steps; it stays its owner's secret [C8.4]."""
    s.building_ability[seat] = ability + 1
    s.hand[seat, ability] -= 1
    return WAITS


@rule
def add_card(s: Record, seat, action):
    """Add one card to Zhongli Mo's set; the responder's play is complete at the size to beat [C11.4]."""
    (kind,) = ADD.args(action)
    s.hand[seat, kind] -= 1
    s.building[seat] |= 1 << kind
    return IS_COMPLETE if s.to_beat_size and count(s.building[seat]) == s.to_beat_size else WAITS


@rule
def play_set(s: Record, seat, action, log):
    """A plain set can't be cancelled and stands at once; after Peng Yue it completes his play [C5.5, C11.5]."""
    use_lent(s, seat, log)
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
