"""What lies in the box of Sun Tzu [S1, S8, S9], for the slow reference: names, and what has to be given from outside."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

Cards = Counter[str]

BLUE, RED = 0, 1  # Sun Tzu and King Shao

PROVINCES = ["QIN", "CHU", "JIN-YAN", "HAN-QI", "WU"]  # in default battle order [S1.1]
BORDERS = [  # [S1.2]
    ("QIN", "JIN-YAN"),
    ("QIN", "HAN-QI"),
    ("QIN", "CHU"),
    ("JIN-YAN", "HAN-QI"),
    ("HAN-QI", "CHU"),
    ("HAN-QI", "WU"),
    ("CHU", "WU"),
]

TRACK = 9  # spaces to each side of the middle [S1.3]
DISPLAYS = ["1/4/3", "3/1/5", "1/4/2", "1/2/5", "2/3/3", "1/3/4", "2/2/4", "1/5/2", "2/4/1", "1/3/5"]  # [S1.4]
ARMIES = 21  # a side [S1.5]
REINFORCEMENTS = 3  # at the start [S1.5]
ROUNDS = 9  # [S3]
SCORING_ROUNDS = [3, 6, 9]  # [S10.1]
LAST_ROUND_OF_ANY_PHASE = 6  # for R2, B1, B5 and the window after the last battle [S8, S8.1]

FRAMED = ["1", "2", "3", "4", "5", "6"]
UNFRAMED = ["7", "8", "9", "10", "-1", "+1", "+2", "+3", "Plague"]
KINDS = FRAMED + UNFRAMED  # [S1.6]
NOT_FOR_BEGINNERS = ["+2", "+3"]  # [S2.3]
FEINTS = ["7", "8", "9", "10"]  # what B2 may turn into a 6 [S8]

GENERALS = [["B1", "B2", "B3", "B4", "B5"], ["R1", "R2", "R3", "R4", "R5"]]  # by seat [S8]
EVENTS = ["Pandemic", "War chariot", "Champion", "Hero", "Light infantry"]  # [S9]


def copies(kind: str) -> int:
    """Three +1 and -1, two Plagues, one of everything else [S1.6]."""
    return {"+1": 3, "-1": 3, "Plague": 2}.get(kind, 1)


def all_cards(beginner: bool) -> Cards:
    """20 cards a side, 18 for beginners [S1.6, S2.3]."""
    return Counter({kind: copies(kind) for kind in KINDS if not (beginner and kind in NOT_FOR_BEGINNERS)})


def unframed_cards(beginner: bool) -> Cards:
    """The cards that are shuffled: 14, 12 for beginners [S2.1, S2.3]."""
    return Counter({kind: count for kind, count in all_cards(beginner).items() if kind in UNFRAMED})


def names(cards: Cards) -> list[str]:
    return sorted(cards.elements())


def adjacent(one: str, other: str) -> bool:
    return (one, other) in BORDERS or (other, one) in BORDERS  # [S1.2]


@dataclass(frozen=True)
class Options:
    """[S2.3, S4.1, S5.1, S9.6]"""

    events: bool = False
    generals: bool | None = None  # on, but for beginners
    beginner: bool = False
    orders: str = "free"
    battle_order: str = "from_round_4"
    light_infantry: str = "point"

    def __post_init__(self) -> None:
        if self.beginner and (self.events or self.generals):
            raise ValueError("beginner: is played without events and without generals [S2.3]")
        for name, known in (
            ("orders", ("free", "fixed")),
            ("battle_order", ("from_round_4", "from_round_2")),
            ("light_infantry", ("point", "army")),
        ):
            if getattr(self, name) not in known:
                raise ValueError(f"{name}: {getattr(self, name)}; known are {', '.join(known)}")

    @property
    def with_generals(self) -> bool:
        return not self.beginner if self.generals is None else self.generals

    @property
    def first_chosen_round(self) -> int:
        """From this round on the battle order is chosen [S5.1]."""
        return 4 if self.battle_order == "from_round_4" else 2


@dataclass(frozen=True)
class Chance:
    """All the chance that there is in a game [S2.5]."""

    displays: list[str]  # of QIN, CHU, ...
    decks: tuple[list[str], list[str]]  # the shuffled unframed cards of each seat, from the top: the first 4 are drawn
    events: list[str]  # from the top; not used without the option

    def check(self, options: Options) -> None:
        if len(set(self.displays)) != len(PROVINCES) or not set(self.displays) <= set(DISPLAYS):
            raise ValueError(f"displays: {self.displays}; they are 5 different ones of {DISPLAYS} [S1.4]")
        if any(Counter(deck) != unframed_cards(options.beginner) for deck in self.decks):
            raise ValueError("decks: each is a shuffle of that side's unframed cards [S2.1]")
        if options.events and sorted(self.events) != sorted(EVENTS):
            raise ValueError(f"events: {self.events}; they are {EVENTS} in any order [S2.3]")
