"""The 46 cards of Chu Han: 19 kinds, their values and copies [C2, C11.1]."""

from collections.abc import Callable, Sequence
from functools import cache

from tianxia.engine.compiling import const, entry
from tianxia.engine.primitives import count

PERSONS = (
    "ji_bu", "yu_ji", "lyu_zhi", "xiao_he", "peng_yue", "xiahou_ying", "zhongli_mo",
    "ying_bu", "han_xin", "liu_bang", "xiang_yu",
)  # fmt: skip
KINDS = ("0", "1", "2", "4", "5", "7", "8", "9", *PERSONS)
N_KINDS = len(KINDS)

PERSON_NAMES = {
    "ji_bu": "Ji Bu", "yu_ji": "Yu Ji", "lyu_zhi": "Lyu Zhi", "xiao_he": "Xiao He", "peng_yue": "Peng Yue",
    "xiahou_ying": "Xiahou Ying", "zhongli_mo": "Zhongli Mo", "ying_bu": "Ying Bu", "han_xin": "Han Xin",
    "liu_bang": "Liu Bang", "xiang_yu": "Xiang Yu",
}  # fmt: skip

USES = {
    "ji_bu": "lead", "yu_ji": "lead", "ying_bu": "lead",
    "peng_yue": "response", "xiahou_ying": "response", "han_xin": "response", "liu_bang": "response",
    "xiang_yu": "response",
    "lyu_zhi": "reaction", "xiao_he": "reaction", "zhongli_mo": "both",
}  # fmt: skip
"""When each ability can be used [C2, C5]."""

DRAWN_ON_NUMBERS = {"0": "Xiong Xin", "2": "Fan Zeng"}
"""Who is drawn on cards that are called by their number [C2.16, C2.17]."""

NUMBERS = KINDS[:8]
"""The kinds of plain cards, in the order of their values."""
N_NUMBERS = len(NUMBERS)
THREES = PERSONS[:7]
SIXES = PERSONS[7:]
FIRST_THREE = KINDS.index(THREES[0])
FIRST_SIX = KINDS.index(SIXES[0])

JOKER = KINDS.index("0")
JI_BU, YU_JI, LYU_ZHI, XIAO_HE, PENG_YUE, XIAHOU_YING, ZHONGLI_MO, YING_BU, HAN_XIN, LIU_BANG, XIANG_YU = (
    KINDS.index(person) for person in PERSONS
)

VALUES = tuple(3 if kind in THREES else 6 if kind in SIXES else int(kind) for kind in KINDS)
COPIES = tuple(1 if kind in PERSONS or kind == "0" else 10 - int(kind) for kind in KINDS)
CARDS = sum(COPIES)
"""Cards in the deck: 46 [C2.1]."""

NONE = 0
KIND_LABELS = ("none", *KINDS)
"""Labels of a field that holds a kind or none: it stores the kind + 1, so that an empty record says none."""

VALUE = const(VALUES)
COPY = const(COPIES)
DECK = const([kind for kind, copies in enumerate(COPIES) for _ in range(copies)])
"""The kind of each card."""


def kinds_with(matches: Callable[[int], bool]) -> int:
    """Bit set of the kinds whose value matches."""
    return sum(1 << kind for kind, value in enumerate(VALUES) if matches(value))


PLAIN_KINDS = kinds_with(lambda value: value not in (0, 3, 6))
"""The plain cards that form sets by number: all numbers but the joker."""
ALL_KINDS = (1 << N_KINDS) - 1
ABOVE = const([kinds_with(lambda value, low=low: value > low) for low in range(11)])  # type: ignore[misc]
"""Kinds with a value above v, as bit sets by v = 0..10."""
EQUAL = const([kinds_with(lambda value, same=same: value == same) for same in range(11)])  # type: ignore[misc]
"""Kinds with the value v, as bit sets by v = 0..10."""

HAND = 15
PILE = 16
UNDRAWABLE = 4
DECREES = 6
START_VP = (0, 1)
"""Han's and Chu's [C3.1, C3.3]."""
GOAL = 31
"""VP that win [C1]."""
MOST_VP = 140
"""No score gets so high: 30, one hand of passes or sets of 1s, going out against all cards, doubled [C7, C9]."""
MOST_HANDS = 999
TOP_VALUE = 10
"""Liu Bang's value against a single 9 [C2.2]; also the largest size of a set [C11.2]."""
ROWS = 16
"""Most plays that can lie in one trick: eleven rising singles, Peng Yue, Han Xin, a lead ability, a pass by ability."""


@entry
def copies_in_set(kinds, size, kind):
    """How often a kind lies in a set, given the bit set of its kinds and its size.

    A plain kind that has no other plain kind beside it fills the set; persons, the joker and the cards of a Zhongli Mo
    set lie there once.
    """
    fills = kinds & PLAIN_KINDS == 1 << kind
    return (kinds >> kind & 1) * (1 + fills * (size - count(kinds)))


def cards_in_set(size: int, kinds: Sequence[str]) -> list[str]:
    """The cards of a set by name, each as often as it lies there.

    >>> cards_in_set(3, ["0", "8"])
    ['0', '8', '8']
    """
    return list(_cards_in_set(size, tuple(kinds)))


@cache  # a page is shown the same sets after each action
def _cards_in_set(size: int, kinds: tuple[str, ...]) -> tuple[str, ...]:
    bits = sum(1 << KINDS.index(kind) for kind in kinds)
    return tuple(kind for kind in kinds for _ in range(copies_in_set(bits, size, KINDS.index(kind))))


def card_name(kind: str) -> str:
    """A kind as players say it: its number, or the person's name."""
    return PERSON_NAMES.get(kind, kind)


EVENT_COPIES = {
    "silence": 5, "restraint": 1, "warlords": 1, "hongmen": 1, "hangu": 1, "gaixia": 1, "stabilisation": 1,
    "hong_canal": 1, "mandate": 1, "sudden_charge": 1, "wise_counsel": 1,
}  # fmt: skip
"""The event cards of option `events` and how many there are of each [C9.1]."""
EVENT_KINDS = tuple(EVENT_COPIES)
EVENT_LABELS = ("none", *EVENT_KINDS)
(NO_EVENT, SILENCE, RESTRAINT, WARLORDS, HONGMEN, HANGU, GAIXIA, STABILISATION, HONG_CANAL, MANDATE, SUDDEN_CHARGE,
 WISE_COUNSEL) = range(len(EVENT_LABELS))  # fmt: skip
N_EVENTS = len(EVENT_KINDS)
EVENT_CARDS = sum(EVENT_COPIES.values())
EVENT_COPY = const((0, *EVENT_COPIES.values()))
"""By number of the event."""
FACE_UP = const([6 if event == WARLORDS else 2 if event == HONGMEN else 0 for event in range(len(EVENT_LABELS))])
"""Cards of the pile that lie face up beside an event [C9.2]."""
HIGHEST_IN_ROW = 9
"""The row of Hangu grows from 1 to at most this value [C9.10]."""

OUT_CARDS_LIMIT = 5


@entry
def cards_that_count(event, held):
    """How many of the cards left in a hand count for who goes out: 5 at most, at Gaixia all [C7.1, C9.1]."""
    return held if event == GAIXIA else min(OUT_CARDS_LIMIT, held)


@entry
def decree_points(event, own, rivals):
    """One for each decree of the rival; with Restraint two, and one less for each own [C7.1, C9.1]."""
    return 2 * rivals - own if event == RESTRAINT else rivals


CAMPAIGNS = ("none", "river_and_hill")
"""Values of option `campaign`: the river between Chu and Han, the hill of Gaixia. Our own, see `rules/campaign`."""
YEARS = (206, 204, 202)
"""When the matches of the campaign are set, BC [C10.1]."""
MATCHES = len(YEARS)
MATCH_GOALS = const((15, 20, 25))
"""VP that win each match of the campaign [C10.1]."""
MATCHES_TO_WIN = 2
MOST_DESERTERS = 3
"""Cards with the own mark in the rival's hand that count for who goes out [C10.3]."""
SPOIL, MOST_SPOILS = 5, 3
"""Who won a match begins the next with 1 VP for every full 5 VP that it was ahead, with at most 3."""
MARKED_BY_RULEBOOK = (("1", "5", "7"), ("2", "8", "zhongli_mo"))
"""Kinds with the mark of Han and of Chu, as the rulebook tells [C2]."""
MARKED_BY_US = (
    ("lyu_zhi", "xiao_he", "peng_yue", "xiahou_ying", "han_xin", "liu_bang"),
    ("ji_bu", "yu_ji", "ying_bu", "xiang_yu"),
)
"""Kinds whose marks are our choice: on which side history knows each person. 0, 4 and 9 have none."""
MARKS = {
    kind: seat
    for marked in (MARKED_BY_RULEBOOK, MARKED_BY_US)
    for seat, marked_kinds in enumerate(marked)
    for kind in marked_kinds
}
"""The seat whose mark a kind has."""
MARKED = const([sum(1 << KINDS.index(kind) for kind, seat in MARKS.items() if seat == side) for side in range(2)])
"""Bit sets of the kinds with each side's mark, by seat."""

FACTS = {
    "kinds": {
        kind: {
            "value": value,
            "copies": copies,
            "name": PERSON_NAMES.get(kind, DRAWN_ON_NUMBERS.get(kind, "")),
            "mark": MARKS.get(kind),
            "use": USES.get(kind, "plain"),
        }
        for kind, value, copies in zip(KINDS, VALUES, COPIES, strict=True)
    },
    "start": START_VP,
    "first_event": EVENT_KINDS[SILENCE - 1],
    "years": YEARS,
    "pile": PILE,
    "undrawable": UNDRAWABLE,
}
