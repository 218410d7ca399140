"""What the box of Sun Tzu holds: provinces, cards, generals, events, score displays [S1, S7-S9]."""

from tianxia.engine.compiling import const

# --- the map [S1.1, S1.2] -----------------------------------------------------------------------------------------------

PROVINCES = ("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU")
"""In default battle order."""
N_PROVINCES = len(PROVINCES)
ALL_PROVINCES = (1 << N_PROVINCES) - 1
BORDERS = (
    ("QIN", "JIN-YAN"), ("QIN", "HAN-QI"), ("QIN", "CHU"), ("JIN-YAN", "HAN-QI"),
    ("HAN-QI", "CHU"), ("HAN-QI", "WU"), ("CHU", "WU"),
)  # fmt: skip
NEAR = const([sum(1 << j for j, q in enumerate(PROVINCES) if {p, q} in map(set, BORDERS)) for p in PROVINCES])
"""Bit set of the neighbours by province."""

# --- armies and points [S1.3-S1.5] ----------------------------------------------------------------------------------------

ARMIES = 21
REINFORCEMENTS = 3
TRACK = 9
"""Spaces to each side of the middle of the points track."""
ROUNDS = 9
SCORING_ROUNDS = (3, 6, 9)
LAST_ROUND_OF_ANY_PHASE = 6
"""R2, B1 and B5 may be used up to this round [S8]."""

DISPLAYS = ("1/4/3", "3/1/5", "1/4/2", "1/2/5", "2/3/3", "1/3/4", "2/2/4", "1/5/2", "2/4/1", "1/3/5")
"""Points of a province after rounds 3, 6 and 9; only the first is known from the box, the others are ours."""
POINTS = const([[int(points) for points in display.split("/")] for display in DISPLAYS])
"""Points by display and scoring."""

# --- action cards [S1.6, S6.5, S7] ----------------------------------------------------------------------------------------

CARDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "-1", "+1", "+2", "+3", "Plague")
"""The kinds of action cards; the first six have a frame and come back."""
N_CARDS = len(CARDS)
FRAMED = 6
COPIES = (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 2)
BEGINNER_COPIES = (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 0, 0, 2)
COPY = const([COPIES, BEGINNER_COPIES])
"""Copies of each kind a side, by the option `beginner`."""
MOST_COPIES = max(COPIES)
DECK = sum(COPIES[FRAMED:])
"""Cards in a deck before the first are drawn."""
HAND_CARDS_DRAWN = 4

ONE, SIX, SEVEN, NINE, TEN, MINUS_ONE, PLUS_TWO, PLUS_THREE, PLAGUE = (
    CARDS.index(name) for name in ("1", "6", "7", "9", "10", "-1", "+2", "+3", "Plague")
)
ZERO = N_CARDS
"""What a Plague under the physician is: the number 0 [S8.5]."""
FRAMED_KINDS = (1 << FRAMED) - 1
ALL_KINDS = (1 << N_CARDS) - 1
FEINTS = 0b1111 << SEVEN
"""The 7-10, as a bit set: what blue's feint turns into a 6 [S8.8]."""


def margin(own: str, other: str) -> int:
    """By how much `own` beats `other`, negative if it loses: the table of S6.5. A Plague fights no battle.

    >>> margin("9", "5"), margin("-1", "+2"), margin("3", "-1")
    (4, -2, 1)
    """
    if "Plague" in (own, other):
        return 0
    if own[0] == "+" or other[0] == "+":
        return sum(sign * int(card) for sign, card in ((1, own), (-1, other)) if card[0] == "+")
    if "-1" in (own, other):
        return int(other == "-1") - int(own == "-1")
    return int(own) - int(other)


MARGIN = const([[margin(own, other) for other in (*CARDS, "0")] for own in (*CARDS, "0")])
"""`margin` by index; the last one is ZERO."""
COST = const([{"+2": 1, "+3": 2}.get(card, 0) for card in (*CARDS, "0")])
"""Armies that a card costs [S7.3]."""

# --- generals [S8] --------------------------------------------------------------------------------------------------------

GENERALS = ("B1", "B2", "B3", "B4", "B5", "R1", "R2", "R3", "R4", "R5")
N_GENERALS = len(GENERALS)
B1, B2, B3, B4, B5, R1, R2, R3, R4, R5 = range(N_GENERALS)
OWN_GENERALS = const([0b11111, 0b11111 << 5])
"""Bit set of a side's five generals, by seat."""
MOST_SHOWN = 2
"""A side has one general, and with War chariot another."""

# --- events [S9] ----------------------------------------------------------------------------------------------------------

EVENT_CARDS = ("Pandemic", "War chariot", "Champion", "Hero", "Light infantry")
N_EVENTS = len(EVENT_CARDS)
PANDEMIC, WAR_CHARIOT, CHAMPION, HERO, LIGHT_INFANTRY = range(N_EVENTS)
MANY_PLAGUES = 4
MANY_USED = 3
CHAMPION_COST, HERO_COST = 1, 2

# --- labels of fields that hold one of these or none: they store the index + 1 --------------------------------------------

NONE = 0


FACTS = {
    "provinces": PROVINCES,
    "rounds": ROUNDS,
    "scoring_rounds": SCORING_ROUNDS,
    "track": TRACK,
    "last_round_of_any_phase": LAST_ROUND_OF_ANY_PHASE,
    "generals_of_any_phase": [GENERALS[general] for general in (B1, B5, R2)],
    "framed": CARDS[:FRAMED],
    "copies": COPIES,
    "beginner_copies": BEGINNER_COPIES,
}
