"""What lies on the table of Huang: the field table [H1, H13]."""

from tianxia.engine.records import ALL, COVERED, NOBODY, OWNER, field, record
from tianxia.games.huang.pieces import (
    ACTIONS_IN_A_TURN,
    COLOURS,
    CORNERS,
    DYNASTIES,
    HEXES,
    LEADERS,
    LOCATIONS,
    MOST_REPLACED,
    N_COLOURS,
    N_HEXES,
    N_LEADERS,
    N_PAGODAS,
    PALACE_HAND,
    RHOMBUSES,
    SEATS,
    TRIANGLES,
    WORDS,
    or_none,
)
from tianxia.games.huang.questions import QUESTIONS

SEAT_NAMES = DYNASTIES

CONFLICTS = ("none", "revolt", "war", "bandits")
NO_CONFLICT, A_REVOLT, A_WAR, A_RAID = range(len(CONFLICTS))
ATTACK, DEFENCE = 0, 1
"""Sides of a revolt."""
MOST_SIDES = 3
"""Of a war: a hex touches at most three groups [H1.2a]."""
HEX_LABELS, TRIANGLE_LABELS, RHOMBUS_LABELS = or_none(HEXES), or_none(TRIANGLES), or_none(RHOMBUSES)
MOST_STALL_TURNS = 200
MOST_TURNS = 30_000
MOST_POINTS = 9999

STATE = record(
    "huang",
    seats=SEATS,
    uncovered_by="open",
    fields=[
        field("players", low=2, high=SEATS, seen_by=ALL, doc="option: how many play [H2.3, M4]"),
        field("short_game", high=1, seen_by=ALL, doc="option: 1 without 24 of the tiles [H2.2]"),
        field("bandits", high=1, seen_by=ALL, doc="option: 1 with bandits [M1]"),
        field("eighteen_kingdoms", high=1, seen_by=ALL, doc="option: 1 with the map of 19 capitals and granaries [M2]"),
        field("palace", high=1, seen_by=ALL, doc="option: 1 with the palace [M3]"),
        field("open_points", high=1, seen_by=ALL, doc="option: 1 if all see all points"),
        field("stall_turns", high=MOST_STALL_TURNS, seen_by=ALL, doc="option: turns without a draw that end the game [H12.1c]"),
        field("open", high=1, seen_by=ALL, doc="1 if points and granaries are shown: by that option, or at the end [H12.4]"),
        field("asks", questions=QUESTIONS, seen_by=ALL, doc="what is asked: H13.1 to H13.14"),
        field("asked", low=-1, high=SEATS - 1, seen_by=ALL, doc="the seat that is asked, -1 at the end"),
        field("active", high=SEATS - 1, seen_by=ALL, doc="the seat whose turn it is"),
        field("turn", high=MOST_TURNS, seen_by=ALL, doc="number of the turn, from 1"),
        field("actions_done", high=ACTIONS_IN_A_TURN, seen_by=ALL, doc="actions of this turn that are over [H4.1]"),
        field("drew", high=1, seen_by=ALL, doc="1 if a tile was drawn in this turn [H12.1c]"),
        field("quiet_turns", high=MOST_TURNS, seen_by=ALL, doc="turns in a row without a draw [H12.1c]"),
        field("replaced", high=MOST_REPLACED, seen_by=ALL, doc="tiles discarded so far in this replace [H8]"),
        field("placed", labels=HEX_LABELS, seen_by=ALL, doc="the tile that is being finished [H6.7]"),
        field("chosen", labels=TRIANGLE_LABELS, seen_by=ALL, doc="where a pagoda goes that must come from the board [H9.2]"),
        field("conflict", labels=CONFLICTS, seen_by=ALL, doc="the conflict that is going on"),
        field("marked", labels=HEX_LABELS, seen_by=ALL, doc="the hex that led to it: a leader in a revolt, else a tile"),
        field("defender", low=-1, high=SEATS - 1, seen_by=ALL, doc="in a revolt the owner of the leader that was there"),
        field("colour", labels=or_none(COLOURS), seen_by=ALL, doc="of the leaders in a revolt"),
        field("double", high=31, bits=COLOURS, seen_by=ALL, doc="colours that two or more states of a war have leaders of"),
        field("n_sides", high=MOST_SIDES, seen_by=ALL, doc="sides of a war; for bandits 1 [H11.2]"),
        field("won_by", low=-1, high=MOST_SIDES - 1, seen_by=ALL, doc="the side that won the war, -1 before"),
        field("must_go", high=99, seen_by=ALL, doc="red tiles that still must go [H11.8, M1.5]"),
        field("sides", "i8", (MOST_SIDES, WORDS), bits=HEXES, seen_by=ALL,
              doc="hexes of each side; for bandits where the tiles are taken"),
        field("side_hex", "i2", (MOST_SIDES,), labels=HEX_LABELS, seen_by=ALL, doc="the hex that names each side [H11.4b]"),
        field("totals", "i2", (MOST_SIDES,), high=999, seen_by=ALL, doc="strength of each side so far [H10.1, H11.3]"),
        field("given", "i1", (MOST_SIDES,), high=99, seen_by=ALL, doc="tiles committed to each side"),
        field("committed", "i1", (SEATS,), low=-1, high=PALACE_HAND, seen_by=ALL,
              doc="tiles committed in this conflict, -1: not asked yet"),
        field("helped", "i1", (SEATS,), high=1, seen_by=ALL, doc="1 if the leader off the board helps"),
        field("supports", "i1", (SEATS,), low=-1, high=MOST_SIDES - 1, seen_by=ALL, doc="number of the side supported, -1: none"),
        field("land", "i8", (WORDS,), bits=HEXES, seen_by=ALL, doc="land hexes of the map"),
        field("river", "i8", (WORDS,), bits=HEXES, seen_by=ALL, doc="river hexes of the map"),
        field("capitals", "i8", (WORDS,), bits=HEXES, seen_by=ALL, doc="capitals of the map"),
        field("locations", "i2", (LOCATIONS, CORNERS), labels=HEX_LABELS, seen_by=ALL, doc="locations for bandits [M1.1]"),
        field("tiles", "i8", (N_COLOURS, WORDS), bits=HEXES, seen_by=ALL, doc="hexes with a tile, by colour"),
        field("group", "i2", (N_HEXES + 1,), labels=HEX_LABELS, seen_by=ALL, follows=True,
              doc="first hex of a hex's linked group [H3.1]; a last place for none"),
        field("realm", "i1", (N_HEXES + 1,), labels=or_none(LEADERS), seen_by=ALL, follows=True,
              doc="first leader of a state, by what `group` says of its hexes; the first place for none"),
        field("rulers", "i4", (N_LEADERS + 1,), bits=LEADERS, seen_by=ALL, follows=True, shown=False,
              doc="leaders of a state, by its `realm`; the first place for none"),
        field("firsts", bits=LEADERS, seen_by=ALL, follows=True, shown=False, doc="the first leaders of all states"),
        field("leaders", "i2", (SEATS, N_COLOURS), labels=HEX_LABELS, seen_by=ALL,
              doc="where each leader is, none: off the board"),
        field("beside", "i8", (N_LEADERS + 1, WORDS), bits=HEXES, seen_by=ALL, follows=True, shown=False,
              doc="hexes that touch a state, some of its own among them, by its `realm`"),
        field("leader_hexes", "i8", (WORDS,), bits=HEXES, seen_by=ALL, follows=True, doc="hexes with a leader"),
        field("pagodas", "i2", (N_PAGODAS,), labels=TRIANGLE_LABELS, seen_by=ALL,
              doc="where each pagoda is, none: in the supply"),
        field("palace_at", labels=RHOMBUS_LABELS, seen_by=ALL, doc="where the palace is"),
        field("granaries", "i8", (WORDS,), bits=HEXES, seen_by=ALL, doc="granaries on the board [M2.1]"),
        field("bandit_tiles", "i1", (LOCATIONS,), high=LOCATIONS, seen_by=ALL,
              doc="bandit tile on each location, 0: none [M1.1]"),
        field("market", "i1", (N_COLOURS,), counts=COLOURS, seen_by=ALL, doc="tiles face up"),
        field("out", "i1", (N_COLOURS,), counts=COLOURS, seen_by=ALL, doc="tiles openly out of the game"),
        field("bag_size", high=138, seen_by=ALL, doc="tiles in the bag"),
        field("aside_size", high=24, seen_by=ALL, doc="tiles that a short game is played without"),
        field("hand_size", "i1", (SEATS,), high=PALACE_HAND, seen_by=ALL, doc="tiles in hand"),
        field("face_down_size", "i2", (SEATS,), high=138, seen_by=ALL, doc="tiles discarded face down"),
        field("known", "i1", (SEATS, N_COLOURS), counts=COLOURS, seen_by=ALL,
              doc="tiles that all know in a hand: taken from the market"),
        field("hands", "i1", (SEATS, N_COLOURS), counts=COLOURS, seen_by=ALL, doc="hands at the end, when all are open [H12.4]"),
        field("points", "i2", (SEATS, N_COLOURS), high=MOST_POINTS, seen_by=COVERED, doc="points by colour"),
        field("granaries_taken", "i1", (SEATS,), high=19, seen_by=COVERED, doc="granaries behind the screen [M2.4]"),
        field("hand", "i1", (SEATS, N_COLOURS), counts=COLOURS, seen_by=OWNER, doc="tiles in hand"),
        field("face_down", "i1", (SEATS, N_COLOURS), counts=COLOURS, seen_by=OWNER, doc="own tiles discarded face down"),
        field("bag", "i1", (N_COLOURS,), counts=COLOURS, seen_by=NOBODY, doc="tiles in the bag"),
        field("aside", "i1", (N_COLOURS,), counts=COLOURS, seen_by=NOBODY, doc="tiles that a short game is played without"),
        field("rng", "u8", seen_by=NOBODY, doc="state of the random numbers"),
    ],
)  # fmt: skip
