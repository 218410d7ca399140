"""Which actions are legal, in ascending order of their ids [C11]."""

from tianxia.engine.compiling import rule
from tianxia.engine.lists import put
from tianxia.engine.primitives import at_least, count, lowest, put_spaced, put_steps
from tianxia.games.chu_han.actions import ACTIONS
from tianxia.games.chu_han.cards import (
    ABOVE,
    ALL_KINDS,
    EQUAL,
    FIRST_SIX,
    FIRST_THREE,
    HAN_XIN,
    HANGU,
    HIGHEST_IN_ROW,
    HONGMEN,
    JI_BU,
    JOKER,
    LIU_BANG,
    LYU_ZHI,
    N_KINDS,
    N_NUMBERS,
    PENG_YUE,
    PILE,
    PLAIN_KINDS,
    SIXES,
    SUDDEN_CHARGE,
    THREES,
    TOP_VALUE,
    VALUE,
    WARLORDS,
    XIAHOU_YING,
    XIANG_YU,
    XIAO_HE,
    YING_BU,
    YU_JI,
    ZHONGLI_MO,
)
from tianxia.games.chu_han.questions import CANCEL, GIVE, LEAD, PICK, RESTORE
from tianxia.games.chu_han.record import Record

THREE_BITS = (1 << len(THREES)) - 1
SIX_BITS = (1 << len(SIXES)) - 1
NINE = 9
YING_BU_KINDS = EQUAL[1] | EQUAL[2] | EQUAL[3] | EQUAL[4] | EQUAL[5]
"""What Ying Bu may take: a card of value 1-5, persons too [C5.11]."""
SMALLEST_ZHONGLI_MO = 2
MOST_COPIES = 9
"""A larger set is nine 1s with the joker, which no cards of one value beat or equal."""

DECREE_ACT, JI_BU_ACT, YU_JI_ACT, YING_BU_ACT = ACTIONS.DECREE, ACTIONS.JI_BU, ACTIONS.YU_JI, ACTIONS.YING_BU
SET, THREES_ACT, SIXES_ACT = ACTIONS.SET, ACTIONS.THREES, ACTIONS.SIXES
ZHONGLI_MO_ACT, ADD, DONE, PENG_YUE_ACT = ACTIONS.ZHONGLI_MO, ACTIONS.ADD, ACTIONS.DONE, ACTIONS.PENG_YUE
HAN_XIN_ACT, XIAHOU_YING_ACT = ACTIONS.HAN_XIN, ACTIONS.XIAHOU_YING
LIU_BANG_ACT, XIANG_YU_ACT = ACTIONS.LIU_BANG, ACTIONS.XIANG_YU
PASS, CANCEL_ACT, RESTORE_ACT, DECLINE = ACTIONS.PASS, ACTIONS.CANCEL, ACTIONS.RESTORE, ACTIONS.DECLINE
SWAP, ROW, GIVE_ACT, TAKE, WARLORD = ACTIONS.SWAP, ACTIONS.ROW, ACTIONS.GIVE, ACTIONS.TAKE, ACTIONS.WARLORD


@rule
def legal(s: Record, seat, out):
    """The decisions of C11 by stage: reactions; the steps of a play begun; else what a lead or a response allows."""
    if s.asks == CANCEL:
        return answers(has_reaction(s, seat, LYU_ZHI), CANCEL_ACT.id(), out)
    if s.asks == RESTORE:
        return answers(has_reaction(s, seat, XIAO_HE), RESTORE_ACT.id(), out)
    if s.asks == GIVE:
        return gifts(s, seat, out)
    if s.asks == PICK:
        return picks(s, seat, out)
    building = s.building_ability[seat] - 1
    held = held_kinds(s, seat)
    lent = s.lent[seat] - 1
    if building == ZHONGLI_MO:
        return additions(s, seat, held, lent, out)
    only_set = building == PENG_YUE
    if s.asks == LEAD:
        allowed = ALL_KINDS
    else:
        allowed = EQUAL[s.to_beat_value] if only_set else ABOVE[s.to_beat_value]
    n = put(out, 0, DECREE_ACT.id(), (lent < 0) & (not only_set) & may_draw(s))
    n = plays(s, seat, held, allowed, only_set, out, n)
    if lent >= 0 and lent != building:
        return using(s, lent, out, 0, n)
    if building == PENG_YUE:
        return n
    if s.events:
        return for_event(s, seat, held, allowed, out, put(out, n, PASS.id(), s.asks != LEAD))
    return put(out, n, PASS.id(), s.asks != LEAD)


@rule
def may_draw(s: Record):
    """Whether a decree may be taken; under Sudden Charge only while responding [C4.5, C4.9, C9.1]."""
    return s.decree_open & (s.decrees_left > 0) & ((s.event != SUDDEN_CHARGE) | (s.asks != LEAD))


@rule
def plays(s: Record, seat, held, allowed, only_set, out, n):
    """What uses cards: a lead ability, a set, a response ability; for Peng Yue only the set is left [C9.8, C11.5]."""
    n = lead_abilities(s, held, out, n)
    n = sets(s, seat, held & allowed, out, n)
    return n if only_set else abilities(s, held, allowed, out, n)


@rule
def has_reaction(s: Record, seat, reaction):
    """The card is in hand, or lies face up at the Warlords [C11.2]."""
    return s.hand[seat, reaction] or (s.event == WARLORDS and s.face_up[reaction])


@rule
def gifts(s: Record, seat, out):
    """Hong Canal: one of the two cards that were looked at [C9.11]."""
    top = PILE - s.pile_size
    first, second = s.seen[seat, top] - 1, s.seen[seat, top + 1] - 1
    n = put(out, 0, GIVE_ACT.id(min(first, second)), True)
    return put(out, n, GIVE_ACT.id(max(first, second)), first != second)


@rule
def picks(s: Record, seat, out):
    """Mandate: any card that lies in this trick but the one used to pass, or none [C9.4, C9.12]."""
    lying = 0
    for play in range(s.plays):
        ability = s.trick_ability[play] - 1
        lying |= s.trick_kinds[play]
        if ability >= 0 and ability != XIAHOU_YING and ability != XIANG_YU:
            lying |= 1 << ability
    n = put(out, 0, DECLINE.id(), True)
    while lying:
        n = put(out, n, TAKE.id(lowest(lying)), True)
        lying &= lying - 1
    return n


@rule
def for_event(s: Record, seat, held, allowed, out, n):
    """What the event offers: a swap, a place in the row, a card of the Warlords [C9.1]."""
    if s.event == HONGMEN and s.decree_open:
        for given in range(N_KINDS):
            for taken in range(N_KINDS):
                n = put(out, n, SWAP.id(given, taken), holds(held, given) and s.face_up[taken] and given != taken)
    elif s.event == HANGU and s.decree_open and s.row_size < HIGHEST_IN_ROW:
        fitting = held & EQUAL[s.row_size + 1]
        while fitting:
            n = put(out, n, ROW.id(lowest(fitting)), True)
            fitting &= fitting - 1
    elif s.event == WARLORDS:
        for kind in range(N_KINDS):
            if s.face_up[kind]:
                n = put(out, n, WARLORD.id(kind), can_use(s, seat, kind, allowed, out, n))
    return n


@rule
def can_use(s: Record, seat, kind, allowed, out, n):
    """Whether some legal play can use a card of the Warlords [C11.2]; the end of the list is scratch."""
    s.hand[seat, kind] += 1
    end = plays(s, seat, held_kinds(s, seat), allowed, False, out, n)
    found = using(s, kind, out, n, end) > n
    s.hand[seat, kind] -= 1
    return found


@rule
def using(s: Record, lent, out, first, end):
    """Of some plays in the list keep those that use the lent card; returns where the list ends then [C9.8]."""
    n = first
    for i in range(first, end):
        n = put(out, n, out[i], uses(s, lent, out[i]))
    return n


@rule
def uses(s: Record, lent, a):
    """Whether a play uses the lent card; a play of several steps: whether it can [C9.8, C11.5]."""
    if SET.has(a):
        kind, _, joker = SET.args(a)
        return kind == lent or (joker and lent == JOKER)
    if THREES_ACT.has(a):
        persons, joker = THREES_ACT.args(a)
        return persons << FIRST_THREE >> lent & 1 or (joker and lent == JOKER)
    if SIXES_ACT.has(a):
        persons, joker = SIXES_ACT.args(a)
        return persons << FIRST_SIX >> lent & 1 or (joker and lent == JOKER)
    if ZHONGLI_MO_ACT.has(a):
        return lent == ZHONGLI_MO or s.to_beat_size == 0 or holds(ABOVE[s.to_beat_value], lent)
    if PENG_YUE_ACT.has(a):
        return lent == PENG_YUE or holds(EQUAL[s.to_beat_value], lent) or (lent == JOKER and s.to_beat_size > 1)
    if JI_BU_ACT.has(a):
        return lent == JI_BU
    if YU_JI_ACT.has(a):
        return lent == YU_JI
    if YING_BU_ACT.has(a):
        return lent == YING_BU
    if HAN_XIN_ACT.has(a):
        return lent == HAN_XIN
    if XIAHOU_YING_ACT.has(a):
        return lent == XIAHOU_YING
    if LIU_BANG_ACT.has(a):
        return lent == LIU_BANG
    return lent == XIANG_YU


@rule
def answers(able, reaction, out):
    """In a reaction window: the reaction if its card is held, and always decline [C11.2]."""
    n = put(out, 0, reaction, able)
    return put(out, n, DECLINE.id(), True)


@rule
def held_kinds(s: Record, seat):
    """Bit set of the kinds in hand."""
    return at_least(s.hand, seat, 1)


@rule
def holds(held, kind):
    """Whether a bit set of kinds holds this one."""
    return held >> kind & 1


@rule
def lead_abilities(s: Record, held, out, n):
    """At lead, before the set, one lead ability [C2.3, C4.1, C5.11]."""
    if not s.lead_ability_open:
        return n
    n = put(out, n, JI_BU_ACT.id(), holds(held, JI_BU))
    if holds(held, YU_JI):
        others = held & ~(1 << YU_JI)
        while others:
            n = put(out, n, YU_JI_ACT.id(lowest(others)), True)
            others &= others - 1
    if holds(held, YING_BU):
        for kind in range(N_KINDS):
            n = put(out, n, YING_BU_ACT.id(kind), (s.discard[kind] > 0) & holds(YING_BU_KINDS, kind))
    return n


@rule
def sets(s: Record, seat, kinds, out, n):
    """Sets of these kinds with the size to beat, any size at lead; the joker adds 1 [C4.2, C4.3, C4.6]."""
    size = s.to_beat_size
    joker = s.hand[seat, JOKER]
    if size == 0:
        n = sets_of_any_size(s, seat, joker, out, n)
    else:
        n = sets_of_size(s, seat, kinds, joker, size, out, n)
    n = sets_of_persons(THREES_ACT, kinds >> FIRST_THREE & THREE_BITS, joker, size, out, n)
    return sets_of_persons(SIXES_ACT, kinds >> FIRST_SIX & SIX_BITS, joker, size, out, n)


@rule
def sets_of_any_size(s: Record, seat, joker, out, n):
    """At lead, of all kinds: one or more plain cards of one value, with or without the joker; or the lone 0 [C4.2, C4.6]."""
    n = put(out, n, SET.id(JOKER, 1, 0), joker)
    step = SET.id(0, 1, 1) - SET.id(0, 1, 0) if joker else SET.id(0, 2, 0) - SET.id(0, 1, 0)
    for kind in range(JOKER + 1, N_NUMBERS):
        n = put_steps(out, n, SET.id(kind, 1, 0), step, s.hand[seat, kind] << joker)
    return n


@rule
def sets_of_size(s: Record, seat, kinds, joker, size, out, n):
    """In response: plain cards of one value, exactly so many with the joker counted [C4.3]."""
    if size > MOST_COPIES:
        return n
    enough = kinds & PLAIN_KINDS & at_least(s.hand, seat, size)
    if not joker or size == 1:
        return put_spaced(out, n, SET.id(0, size, 0), SET.id(1, 1, 0) - SET.id(0, 1, 0), enough)
    nearly = kinds & at_least(s.hand, seat, size - 1)
    for kind in range(JOKER + 1, N_NUMBERS):
        n = put(out, n, SET.id(kind, size - 1, 1), holds(nearly, kind))
        n = put(out, n, SET.id(kind, size, 0), holds(enough, kind))
    return n


@rule
def sets_of_persons(action, held, joker, size, out, n):
    """Every non-empty subset of the persons held, as plain 3s or 6s, with or without the joker [C2.2]."""
    if count(held) + joker < size:
        return n
    persons = held & -held
    while persons:
        cards = count(persons)
        n = put(out, n, action.id(persons, 0), (size == 0) | (cards == size))
        n = put(out, n, action.id(persons, 1), joker & ((size == 0) | (cards + 1 == size)))
        persons = (persons - held) & held
    return n


@rule
def abilities(s: Record, held, allowed, out, n):
    """Zhongli Mo at lead or in response; the other response abilities and pass in response [C2.2, C2.4, C4.3]."""
    size = s.to_beat_size
    if holds(held, ZHONGLI_MO) and size != 1:
        values = different_values(held & allowed & ~(1 << ZHONGLI_MO))
        n = put(out, n, ZHONGLI_MO_ACT.id(), values >= max(size, SMALLEST_ZHONGLI_MO))
    if s.asks == LEAD:
        return n
    if holds(held, PENG_YUE):
        n = put(out, n, PENG_YUE_ACT.id(), can_equal(s, held & EQUAL[s.to_beat_value] & ~(1 << PENG_YUE)))
    n = put(out, n, HAN_XIN_ACT.id(), holds(held, HAN_XIN))
    n = put(out, n, XIAHOU_YING_ACT.id(), holds(held, XIAHOU_YING))
    n = put(out, n, LIU_BANG_ACT.id(), holds(held, LIU_BANG) & (s.to_beat_value == NINE) & (size == 1))
    return put(out, n, XIANG_YU_ACT.id(), holds(held, XIANG_YU))


@rule
def can_equal(s: Record, equal):
    """Whether these kinds and the joker make a set of exactly the size to beat; never a 0 or 10 [C5.12]."""
    if s.to_beat_value == 0 or s.to_beat_value == TOP_VALUE:
        return False
    cards = 0
    kinds = equal
    while kinds:
        cards += s.hand[s.turn, lowest(kinds)]
        kinds &= kinds - 1
    return cards >= 1 and cards + s.hand[s.turn, JOKER] >= s.to_beat_size


@rule
def different_values(kinds):
    """How many different values a bit set of kinds has: the persons of one value count once [C5.13]."""
    persons = (kinds >> FIRST_THREE & THREE_BITS != 0) + (kinds >> FIRST_SIX & SIX_BITS != 0)
    return count(kinds & (PLAIN_KINDS | 1 << JOKER)) + persons


@rule
def additions(s: Record, seat, held, lent, out):
    """Zhongli Mo's set grows by rising values, each step only if a complete play can follow [C11.4, C11.5]."""
    higher = held if s.asks == LEAD else held & ABOVE[s.to_beat_value]
    added = s.building[seat]
    cards = count(added)
    while added:
        higher &= ABOVE[VALUE[lowest(added)]]
        added &= added - 1
    needed = max(s.to_beat_size, SMALLEST_ZHONGLI_MO)
    n = 0
    while higher:
        kind = lowest(higher)
        higher &= higher - 1
        reaches = cards + 1 + different_values(higher_than(held, kind)) >= needed
        n = put(out, n, ADD.id(kind), reaches and leaves_lent(s, seat, lent, kind, needed - cards - 1))
    used = lent < 0 or lent == ZHONGLI_MO or holds(s.building[seat], lent)
    return put(out, n, DONE.id(), s.asks == LEAD and cards >= SMALLEST_ZHONGLI_MO and used)


@rule
def leaves_lent(s: Record, seat, lent, kind, left):
    """Whether a lent card is in the set with this one, or can still come; responding, so many cards are left to add [C9.8]."""
    if lent < 0 or lent == ZHONGLI_MO or lent == kind or holds(s.building[seat], lent):
        return True
    return VALUE[lent] > VALUE[kind] and (s.asks == LEAD or left > 0)


@rule
def higher_than(held, kind):
    """The kinds held whose value is above that of `kind`."""
    return held & ABOVE[VALUE[kind]]
