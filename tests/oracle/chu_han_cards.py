"""The cards of Chu Han and the sets that can be made of them [C2, C4.2, C4.6], for the slow reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

Cards = Counter[str]

HAN, CHU = 0, 1
VALUES = ["0", "1", "2", "4", "5", "7", "8", "9"]
THREES = ["ji_bu", "yu_ji", "lyu_zhi", "xiao_he", "peng_yue", "xiahou_ying", "zhongli_mo"]
SIXES = ["ying_bu", "han_xin", "liu_bang", "xiang_yu"]
KINDS = VALUES + THREES + SIXES  # [C11.1]

LEAD_ABILITIES = {"ji_bu", "yu_ji", "ying_bu"}  # [C2.3]
CLOSING_ABILITIES = {"peng_yue", "xiahou_ying", "zhongli_mo", "han_xin", "liu_bang", "xiang_yu"}  # the six of [C5.2]

DECREES = 6  # [C4.5]
PILE = 16  # [C3.2]


VALUE = {**{kind: int(kind) for kind in VALUES}, **dict.fromkeys(THREES, 3), **dict.fromkeys(SIXES, 6)}


def value(kind: str) -> int:
    """The number on a card; persons are 3s and 6s [C2.2]."""
    return VALUE[kind]


def copies(kind: str) -> int:
    """Value v has 10 - v copies and there is one 0; each person exists once [C2.1, C2.4]."""
    return 1 if kind == "0" or kind in THREES or kind in SIXES else 10 - int(kind)


DECK: Cards = Counter({kind: copies(kind) for kind in KINDS})


def names(cards: Cards) -> list[str]:
    return sorted(cards.elements())


@dataclass
class Set:
    """Cards of one value, and how the play is written."""

    notation: str
    value: int
    cards: list[str]

    @property
    def size(self) -> int:
        return len(self.cards)


def sets_in(hand: Cards) -> Iterator[Set]:
    """A set is 1 or more cards of one value, the 0 may join as joker; the 0 alone is a set too [C4.2, C4.6]."""
    if hand["0"]:
        yield Set("set 0 1", 0, ["0"])
    for set_ in plain_sets(hand):
        yield set_
        if hand["0"]:
            yield Set(set_.notation + " joker", set_.value, [*set_.cards, "0"])


def plain_sets(hand: Cards) -> Iterator[Set]:
    """Sets without the joker. Equal cards are one kind; of persons it matters which [C11.1, C11.2]."""
    for kind in VALUES[1:]:
        for count in range(1, hand[kind] + 1):
            yield Set(f"set {kind} {count}", value(kind), [kind] * count)
    for word, number, persons in (("threes", 3, THREES), ("sixes", 6, SIXES)):
        held = [person for person in persons if hand[person]]
        for count in range(1, len(held) + 1):
            for chosen in combinations(held, count):
                yield Set(f"{word} {'+'.join(chosen)}", number, list(chosen))
