"""Which actions are legal, in ascending order of their ids [C11]."""

from tianxia.engine.compiling import count, lowest, rule
from tianxia.engine.lists import put
from tianxia.games.chu_han.actions import ACTIONS
from tianxia.games.chu_han.cards import (
    ABOVE,
    ALL_KINDS,
    EQUAL,
    FIRST_SIX,
    FIRST_THREE,
    HAN_XIN,
    JI_BU,
    JOKER,
    LIU_BANG,
    LYU_ZHI,
    N_KINDS,
    N_NUMBERS,
    PENG_YUE,
    PLAIN_KINDS,
    SIXES,
    THREES,
    TOP_VALUE,
    VALUE,
    XIAHOU_YING,
    XIANG_YU,
    XIAO_HE,
    YING_BU,
    YU_JI,
    ZHONGLI_MO,
)
from tianxia.games.chu_han.state import CANCEL, LEAD, RESTORE

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


@rule
def legal(s, seat, out):
    """The decisions of C11 by stage: reactions; the steps of a play begun; else what a lead or a response allows."""
    if s.stage == CANCEL:
        return answers(s.hand[seat, LYU_ZHI], CANCEL_ACT.id(), out)
    if s.stage == RESTORE:
        return answers(s.hand[seat, XIAO_HE], RESTORE_ACT.id(), out)
    building = s.building_ability[seat] - 1
    held = held_kinds(s, seat)
    if building == ZHONGLI_MO:
        return additions(s, seat, held, out)
    allowed = ALL_KINDS if s.stage == LEAD else ABOVE[s.to_beat_value]
    if building == PENG_YUE:
        return sets(s, seat, held & EQUAL[s.to_beat_value], out, 0)
    n = openings(s, seat, held, out)
    n = sets(s, seat, held & allowed, out, n)
    return abilities(s, held, allowed, out, n)


@rule
def answers(able, reaction, out):
    """In a reaction window: the reaction if its card is held, and always decline [C11.2]."""
    n = put(out, 0, reaction, able)
    return put(out, n, DECLINE.id(), True)


@rule
def held_kinds(s, seat):
    """Bit set of the kinds in hand."""
    held = 0
    for kind in range(N_KINDS):
        held |= (s.hand[seat, kind] != 0) << kind
    return held


@rule
def holds(held, kind):
    """Whether a bit set of kinds holds this one."""
    return held >> kind & 1


@rule
def openings(s, seat, held, out):
    """What may come before the set: a decree [C4.5, C4.9]; at lead one lead ability too [C2.3, C5.11]."""
    n = put(out, 0, DECREE_ACT.id(), s.decree_open & (s.decrees_left > 0))
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
def sets(s, seat, kinds, out, n):
    """Sets of these kinds with the size to beat, any size at lead; the joker adds 1 [C4.2, C4.3, C4.6]."""
    size = s.to_beat_size
    joker = s.hand[seat, JOKER]
    if size == 0:
        n = sets_of_any_size(s, seat, kinds, joker, out, n)
    else:
        n = sets_of_size(s, seat, kinds, joker, size, out, n)
    n = sets_of_persons(THREES_ACT, kinds >> FIRST_THREE & THREE_BITS, joker, size, out, n)
    return sets_of_persons(SIXES_ACT, kinds >> FIRST_SIX & SIX_BITS, joker, size, out, n)


@rule
def sets_of_any_size(s, seat, kinds, joker, out, n):
    """At lead: one or more plain cards of one value, with or without the joker; or the lone 0 [C4.2, C4.6]."""
    n = put(out, n, SET.id(JOKER, 1, 0), joker)
    plain = kinds & PLAIN_KINDS
    while plain:
        kind = lowest(plain)
        plain &= plain - 1
        for copies in range(1, s.hand[seat, kind] + 1):
            n = put(out, n, SET.id(kind, copies, 0), True)
            n = put(out, n, SET.id(kind, copies, 1), joker)
    return n


@rule
def sets_of_size(s, seat, kinds, joker, size, out, n):
    """In response: plain cards of one value, exactly so many with the joker counted [C4.3]."""
    if size > MOST_COPIES:
        return n
    plain = kinds & PLAIN_KINDS
    for kind in range(JOKER + 1, N_NUMBERS):
        cards = s.hand[seat, kind] * holds(plain, kind)
        if joker and size > 1:
            n = put(out, n, SET.id(kind, size - 1, 1), cards >= size - 1)
        n = put(out, n, SET.id(kind, size, 0), cards >= size)
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
def abilities(s, held, allowed, out, n):
    """Zhongli Mo at lead or in response; the other response abilities and pass in response [C2.2, C2.4, C4.3]."""
    size = s.to_beat_size
    if holds(held, ZHONGLI_MO) and size != 1:
        values = different_values(held & allowed & ~(1 << ZHONGLI_MO))
        n = put(out, n, ZHONGLI_MO_ACT.id(), values >= max(size, SMALLEST_ZHONGLI_MO))
    if s.stage == LEAD:
        return n
    if holds(held, PENG_YUE):
        n = put(out, n, PENG_YUE_ACT.id(), can_equal(s, held & EQUAL[s.to_beat_value] & ~(1 << PENG_YUE)))
    n = put(out, n, HAN_XIN_ACT.id(), holds(held, HAN_XIN))
    n = put(out, n, XIAHOU_YING_ACT.id(), holds(held, XIAHOU_YING))
    n = put(out, n, LIU_BANG_ACT.id(), holds(held, LIU_BANG) & (s.to_beat_value == NINE) & (size == 1))
    n = put(out, n, XIANG_YU_ACT.id(), holds(held, XIANG_YU))
    return put(out, n, PASS.id(), True)


@rule
def can_equal(s, equal):
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
def additions(s, seat, held, out):
    """Zhongli Mo's set grows by rising values, each step only if a complete play can follow [C11.4, C11.5]."""
    higher = held if s.stage == LEAD else held & ABOVE[s.to_beat_value]
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
        n = put(out, n, ADD.id(kind), cards + 1 + different_values(higher_than(held, kind)) >= needed)
    return put(out, n, DONE.id(), (s.stage == LEAD) & (cards >= SMALLEST_ZHONGLI_MO))


@rule
def higher_than(held, kind):
    """The kinds held whose value is above that of `kind`."""
    return held & ABOVE[VALUE[kind]]
