"""Positions as text: they come back the same, and are refused with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tianxia
from tests.games.huang.table import OPTION_SETS, game
from tests.games.huang.walks import walk
from tests.games.positions import refused_or_accepted
from tianxia.games.huang.pieces import COLOURS, HEXES
from tianxia.games.huang.questions import QUESTIONS
from tianxia.games.huang.validation import PENDING

pytestmark = pytest.mark.xdist_group("walks of huang")  # they are played once

Position = dict[str, Any]
BASE, BANDITS, KINGDOMS = game(), game(bandits=True), game(eighteen_kingdoms=True)
PALACE, SHORT, THREE = game(palace=True), game(short_game=True), game(players=3)


FOLLOWING = ("group", "realm", "rulers", "firsts", "beside", "leader_hexes")
EVERY = 4
"""Positions from one that is written and read to the next: it takes a while."""


def quiet(name: str, every: int) -> Iterator[tianxia.Match]:
    """Quiet positions of a random game."""
    made = game(**OPTION_SETS[name])
    found = [table.states for table, _, _ in walk(name) if made.quiet(table.states)]
    return (tianxia.Match(made, states, {}) for states in found[::every])


@pytest.mark.parametrize("name", OPTION_SETS)
def test_the_positions_of_a_game_come_back_the_same(name: str) -> None:
    for match in quiet(name, EVERY):
        assert match.game.position(match.position())._states.tobytes() == match._states.tobytes()


def test_the_map_and_what_follows_from_the_board_is_not_written() -> None:
    position = BASE.new(3).position()
    assert not {"land", "river", "capitals", "locations", *FOLLOWING} & set(position)


def test_an_empty_board_and_an_empty_bag_are_written_for_they_would_not_come_back() -> None:
    told = {"tiles": [[], [], [], [], []], "bag": "", "market": "red"}
    position = BASE.position(told).position()
    assert position["tiles"] == [[]] * 5
    assert position["bag_size"] == 0
    assert BASE.position(position).view(None)["state"]["bag_size"] == 0


# --- impossible positions -------------------------------------------------------------------------------------------------


def tiles(**by_colour: str) -> list[list[str]]:
    return [by_colour.get(colour, "").split() for colour in COLOURS]


def leaders(*by_seat: dict[str, str]) -> list[list[str]]:
    return [[seat.get(colour, "none") for colour in COLOURS] for seat in by_seat]


WAR: Position = {
    "tiles": tiles(yellow="C7 F9", red="B8 E10"), "leaders": leaders({"red": "C8"}, {"red": "E9"}),
    "hand": ["green red", "red red"], "moves": [[0, "place green D9"]],
}  # fmt: skip
TIE: Position = {**WAR, "moves": [*WAR["moves"], [1, "nothing"], [0, "nothing"]]}
PRICE: Position = {**TIE, "tiles": tiles(yellow="C7 F9", red="B8 E10 F10")}
REVOLT: Position = {
    "tiles": tiles(yellow="C7 B9"), "hand": ["yellow yellow", "yellow"], "leaders": leaders({}, {"red": "C8"}),
    "moves": [[0, "leader red B8"]],
}  # fmt: skip
RAID: Position = {
    "bandit_tiles": [0, 0, 0, 0, 0, 1], "tiles": tiles(yellow="C7", red="B8 D7 C6"), "leaders": leaders({}, {"red": "B7"}),
    "hand": ["white", ""], "moves": [[0, "place white C8"]],
}  # fmt: skip
CHAIN: Position = {"tiles": tiles(), "hand": ["blue red", ""], "moves": [[0, "place blue F8"]]}
MARKET: Position = {"tiles": tiles(), "hand": ["green", ""], "market": "red white", "moves": [[0, "place green A2"]]}
PAGODA: Position = {"tiles": tiles(red="B9 C9"), "hand": ["red", ""], "moves": [[0, "place red B10"]]}
MOVED: Position = {
    "tiles": tiles(red="B8 B9 C9 G1 G2 H1 I1 H2"), "pagodas": ["none", "none", "B8+B9+C9", "H1+I1+H2"],
    "hand": ["red", ""], "moves": [[0, "place red F2"], [0, "pagoda G1+F2+G2"]],
}  # fmt: skip
REPLACE: Position = {"hand": ["red red red", ""], "moves": [[0, "replace red"]] * 2}
GRANARY: Position = {"leaders": leaders({"blue": "D7"}), "actions_done": 2, "moves": [[0, "end_turn"]]}
OVER: Position = {"bag": "", "actions_done": 2, "moves": [[0, "end_turn"]]}
RIOT: Position = {"tiles": tiles(yellow="C7 F9"), "hand": ["blue blue", ""], "moves": [[0, "riot tiles"]]}
ESTABLISH: Position = {
    "tiles": tiles(red="B8 B9 C9 B10"), "hand": ["green green", ""], "moves": [[0, "establish tiles"]],
}  # fmt: skip
"""Each a quiet position and the moves that lead to what its name says."""
POSSIBLE = [
    *((BASE, WAR, "war"), (BASE, TIE, "tie"), (BASE, PRICE, "price"), (BASE, REVOLT, "revolt"), (BASE, CHAIN, "chain")),
    *((BASE, MARKET, "market"), (BASE, PAGODA, "pagoda"), (BASE, MOVED, "moved"), (BASE, REPLACE, "replace")),
    *((BASE, OVER, "over"), (BASE, RIOT, "riot"), (BASE, ESTABLISH, "establish"), (BANDITS, RAID, "price")),
    (KINGDOMS, GRANARY, "granary"),
]


@pytest.mark.parametrize(("made", "position", "asks"), POSSIBLE, ids=[asks for *_, asks in POSSIBLE])
def test_the_moves_of_a_position_lead_to_what_is_asked(made: Any, position: Position, asks: str) -> None:
    match = made.position(position)
    assert match.view(None)["state"]["asks"] == asks
    assert bool(match.to_act) == (asks != "over")
    assert match.step_count == len(position["moves"])
    again = match.position()
    assert [[seat, made.action(act).text] for seat, act in again["moves"]] == position["moves"]
    assert made.position(again)._states.tobytes() == match._states.tobytes()


YELLOWS = "yellow " * 36
PENDING_TOLD: Position = {
    "replaced": 1, "placed": "C7", "chosen": "A2+A3+B3", "conflict": "war", "marked": "C7", "defender": 1, "colour": "red",
    "double": ["red"], "n_sides": 2, "won_by": 0, "must_go": 1, "sides": [["C7"]], "side_hex": ["C7"], "totals": [1],
    "given": [1], "committed": [0] * 5, "helped": [1], "supports": [0] * 5,
}  # fmt: skip
IMPOSSIBLE: list[tuple[Any, Any, str]] = [
    # the form
    (BASE, 5, "a position should be an object of fields, not 5"),
    (BASE, {"armies": 1}, "there is no field 'armies'; there are 58; like it: "),
    (BASE, {"group": ["A1"]}, "group follows from the other fields and is not told"),
    (BASE, {"players": 3}, "players: 3; this game is for 2"),
    (BASE, {"asks": "H13.1"}, "asks: 'H13.1' is no question; there are action, riot, "),
    (BASE, {"tiles": [["Z9"]]}, "tiles: 'Z9' is not one of 182 names; such as A9, B9, C9"),
    (BASE, {"hand_size": [8]}, "hand_size: 8 is not from 0 to 7"),
    # options and the map
    (BANDITS, {"eighteen_kingdoms": 1}, r"bandits are not played with Eighteen Kingdoms \[M1\]"),
    (THREE, {"short_game": 1}, r"the short game is for 2 players, not for 3 \[H2.2\]"),
    (BASE, {"eighteen_kingdoms": 1}, r"the map: it has 7 capitals; an Eighteen Kingdoms map has 19 \[H1.4\]"),
    (BASE, {"open": 1}, r"open is 1: before the end points are open with open_points"),
    (BASE, {"river": ["C7"]}, r"C7: land and river at once \[H1.2\]"),
    (BASE, {"capitals": ["F8"]}, r"F8: a capital is on land \[H1.2\]"),
    (BASE, {"capitals": []}, r"the map has no capital \[H1.2\]"),
    (BASE, {"capitals": ["C7", "C8"]}, r"the map: it has 2 capitals; a base map has 7 \[H1.4\]"),
    (BASE, {"land": ["C7"], "capitals": ["C7"], "locations": [["none"] * 3] * 10}, r"the map: .* not connected with the rest"),
    (BASE, {"locations": [["A2", "A2", "B2"]]}, r"location 1: three hexes of the map, or none \[H1.4\]"),
    (BASE, {"locations": [["A2", "B2", "D2"]]}, r"the map: bandit location 1 .* three mutually adjacent"),
    # who plays
    (BASE, {"hand": ["", "", "red"]}, r"rat has something, but only 2 play \[H2.3\]"),
    (BASE, {"points": [[], [], [1]]}, r"rat has something, but only 2 play \[H2.3\]"),
    (BASE, {"active": 2}, r"active is 2, 2 play \[H2.3\]"),
    # one thing a hex
    (BASE, {"tiles": tiles(red="B8", green="B8")}, r"green tile on B8: there is something already \[H1.2b\]"),
    (BASE, {"tiles": tiles(yellow="C7"), "leaders": leaders({"red": "C7"})}, r"red leader of tiger on C7: there is"),
    (BASE, {"tiles": tiles(red="A1")}, r"red tile on A1: the map has no such hex \[H1.2\]"),
    (BASE, {"tiles": tiles(blue="C8")}, r"blue tile on C8: blue tiles lie on river, the others on land \[H6.1\]"),
    (BASE, {"tiles": tiles(red="F8")}, r"red tile on F8: blue tiles lie on river, the others on land \[H6.1\]"),
    # bandits
    (BASE, {"bandit_tiles": [2]}, r"there are bandit tiles, but bandits are not played with \[M1\]"),
    (KINGDOMS, {"bandit_tiles": [2]}, r"there are bandit tiles, but bandits are not played with \[M1\]"),
    (BANDITS, {"locations": [["none"] * 3] * 10, "bandit_tiles": [2]}, r"the map: it has no bandit locations"),
    (BANDITS, {"bandit_tiles": [3, 3]}, r"bandit tiles \[3, 3\] on the locations \[1, 2\]: five pairs"),
    (BANDITS, {"bandit_tiles": [2, 3]}, r"five pairs of ten different tiles \[M1.1\]"),
    (BANDITS, {"bandit_tiles": [0, 0, 0, 0, 0, 1], "tiles": tiles(red="D9")}, r"bandit tile 1 on D9: there is something"),
    (BANDITS, {"bandit_tiles": [0, 0, 0, 0, 0, 1], "tiles": tiles(red="C8")}, r"red tile on C8: nothing is beside bandits"),
    # leaders
    (BASE, {"leaders": leaders({"red": "F8"})}, r"red leader of tiger on F8: leaders stand on land \[H5.2\]"),
    (BASE, {"leaders": leaders({"red": "A2"})}, r"red leader of tiger on A2: no yellow tile is next to it \[H5.2, H5.7\]"),
    (BASE, {"leaders": leaders({"red": "C8"}, {"red": "B8"})}, r"its state has another red leader \[H3.2\]"),
    # buildings
    (BASE, {"granaries": ["C7"]}, r"there are granaries, but Eighteen Kingdoms is not played \[M2.1\]"),
    (KINGDOMS, {"granaries": ["A2"]}, r"granary on A2: they lie on yellow tiles of capitals \[M2.1\]"),
    (BASE, {"granaries_taken": [1, 0]}, r"granaries were taken, but Eighteen Kingdoms is not played \[M2.1\]"),
    (KINGDOMS, {"granaries_taken": [1, 0]}, r"granaries on the board: 19, taken: 1; there are 19 \[M2.1\]"),
    (BASE, {"palace_at": "C7+D7+B8+C8", "tiles": tiles(yellow="C7 D7 B8 C8")}, r"there is a palace, but it is not played"),
    (PALACE, {"palace_at": "C7+D7+B8+C8", "tiles": tiles(yellow="C7 B8 C8")}, r"palace on .*: no yellow tile on D7"),
    (BASE, {"pagodas": ["C7+D7+C8"]}, r"yellow pagoda on C7\+D7\+C8: no yellow tile on D7 C8 \[H9.1, H9.5\]"),
    (BASE, {"tiles": tiles(red="B8 B9 C9 B10"), "pagodas": ["none", "none", "B8+B9+C9", "B9+C9+B10"]},
     r"red pagoda on B9\+C9\+B10: there is a building already on B9 C9 \[H9.1\]"),
    (PALACE, {"tiles": tiles(yellow="C7 D7 B8 C8"), "palace_at": "C7+D7+B8+C8", "pagodas": ["C7+D7+C8"]},
     r"palace on .*: there is a building already on C7 D7 C8 \[H9.1\]"),
    (KINGDOMS, {"pagodas": ["none"] * 4 + ["B8+B9+C9"]}, r"blue pagoda on .*: there are no blue pagodas in Eighteen Kingdoms"),
    # tiles
    (BASE, {"hand": [YELLOWS, ""]}, r"yellow tiles that lie somewhere: 43; there are 42 \[H1.1\]"),
    (BASE, {"bag": "white", "out": ""}, r"yellow tiles that lie somewhere: 7; there are 42 \[H1.1\]"),
    (BASE, {"bag_size": 5}, "bag_size is 5; tiles there: 131"),
    (BASE, {"aside": "red"}, r"tiles aside: 1; 24 in a short game, else none \[H2.2\]"),
    (SHORT, {"aside": "red"}, r"tiles aside: 1; 24 in a short game, else none \[H2.2\]"),
    (BASE, {"market": "red " * 7}, r"tiles on the market: 7, at most 6 \[H4.3\]"),
    (BASE, {"hand": ["red " * 7, ""]}, r"tiles in hand of tiger: 7, at most 6 \[H4.3, M3.2\]"),
    (PALACE, {"hand": ["", "red " * 8]}, r"tiles in hand of rabbit: 8, at most 7 \[H4.3, M3.2\]"),
    (BASE, {"hand": ["red", ""], "hand_size": [2, 0]}, "hand_size of tiger is 2; tiles in its hand: 1"),
    (BASE, {"face_down": ["red", ""], "face_down_size": [2, 0]}, "face_down_size of tiger is 2; tiles there: 1"),
    (BASE, {"hand": ["red", ""], "known": ["red red", ""]}, r"known of tiger: 2 red, it has 1 \[H6.5\]"),
    (BASE, {"hand": ["red", ""], "hands": ["red", ""]}, r"hands is told: nothing is pending while action is asked"),
    # what is asked
    (BASE, {"asked": 1}, r"asked is 1: action is asked of 0 \[H13\]"),
    (BASE, {"asks": "action", "actions_done": 2}, r"actions_done is 2: action is asked before the second action is over"),
    (BASE, {"asks": "end_turn", "actions_done": 1}, r"actions_done is 1: end_turn is asked after the second action"),
    (BASE, {"turn": 0}, "turn is 0, turns are counted from 1"),
    (BASE, {"turn": 3, "quiet_turns": 3}, r"quiet_turns is 3 in turn 3 \[H12.1c\]"),
    (BASE, {"drew": 1}, r"drew is 1: nothing was drawn yet in this turn \[H4.3, H8.1\]"),
    (BASE, {"quiet_turns": 100}, r"quiet_turns is 100: after 100 the game is over \[H12.1c\]"),
    (BASE, {"turn": 16_801}, r"turn is 16801: 13200 more may come, and turns are counted up to 30000 \[H12.1c\]"),
    # what is pending
    *((BASE, {"asks": asks}, f"{asks} is asked in the middle of a turn: tell the position with which the turn began")
      for asks in QUESTIONS.answers if asks not in ("action", "end_turn")),
    (BASE, {"asks": "over"}, "over asks nobody: tell the position with which the turn began, and the moves since"),
    *((BASE, {name: value}, rf"{name} is told: nothing is pending while action is asked \[H13\]")
      for name, value in PENDING_TOLD.items()),
    (BASE, {**OVER, "hands": ["red", ""]}, "hands is told: nothing is pending while end_turn is asked"),
    # the moves since
    (BASE, {**WAR, "tiles": tiles(yellow="C7 F9", red="B8 E10", green="D9")},
     r"red leader of rabbit on E9: its state has another red leader \[H3.2\]"),
    (BASE, {**WAR, "moves": [[0, "place green C8"]]}, r"moves: move 1: place green C8: there is a leader on C8 \[H1.2b\]"),
    (BASE, {**WAR, "leaders": leaders({"red": "C8"}, {"green": "E9"}), "moves": TIE["moves"]},
     r"moves: move 2: nothing: it is not your decision now \[H13\]"),
    (BASE, {**WAR, "moves": [*WAR["moves"], [0, "nothing"]]}, r"moves: move 2: nothing: it is not your decision now \[H13\]"),
    (BASE, {**WAR, "moves": [*WAR["moves"], [1, "support C8 3"]]}, r"moves: move 2: .*you can't commit 3 red tiles: you have 2"),
    (BASE, {**TIE, "moves": [*TIE["moves"], [0, "winner C7"]]}, r"moves: move 4: winner C7: no side of the war is named C7"),
    (BASE, {**PRICE, "moves": [*PRICE["moves"], [0, "remove C7"]]}, r"moves: move 4: remove C7: there is no red tile on C7"),
    (BASE, {**OVER, "moves": [*OVER["moves"], [1, "pass"]]}, r"moves: move 2: pass: the game is over \[H12.1\]"),
]  # fmt: skip


def test_all_that_may_be_pending_is_tried() -> None:
    assert {*PENDING_TOLD, "hands"} == set(PENDING)


@pytest.mark.parametrize(("made", "position", "reason"), IMPOSSIBLE, ids=[reason[:50] for *_, reason in IMPOSSIBLE])
def test_an_impossible_position_is_refused_with_the_reason(made: Any, position: Any, reason: str) -> None:
    with pytest.raises(tianxia.BadPosition, match=reason):
        made.position(position)


# --- fuzz -----------------------------------------------------------------------------------------------------------------

NAMES = ("3, bandits and palace", "2, kingdoms and palace", "short, base")
WRITTEN = st.deferred(
    lambda: st.sampled_from([(match.game, match.position()) for name in NAMES for match in quiet(name, 9)])
)
"""Found when a test asks for the first: not by each process that collects the tests."""
NUMBERS = st.integers(-3, 22) | st.sampled_from([127, 128, 1 << 63, 1 << 64])
LABELS = st.sampled_from(["none", "A2", "C7", "F8", "B8+B9+C9", "C7+D7+B8+C8", "red", "war", "end_turn", "over"])
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | LABELS | st.lists(st.sampled_from(COLOURS), max_size=5).map(" ".join),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)
FIELDS = list(BASE.table.by_name)
EXAMPLES = 80


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=WRITTEN, changes=st.dictionaries(st.sampled_from(FIELDS), VALUES, min_size=1, max_size=3))
def test_a_changed_position_is_refused_or_can_be_played(base: tuple[Any, Position], changes: Position) -> None:
    refused_or_accepted(base[0], {**base[1], **changes})


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=WRITTEN, data=st.data())
def test_a_position_with_one_cell_changed_is_refused_or_can_be_played(
    base: tuple[Any, Position], data: st.DataObject
) -> None:
    """Changes deep inside: a scalar, or one cell of one row."""
    position = dict(base[1])
    name = data.draw(st.sampled_from(list(position)))
    value = position[name]
    if isinstance(value, int):
        position[name] = value + data.draw(st.sampled_from([-1, 1]))
    elif isinstance(value, list) and value:
        row, place = list(value), data.draw(st.integers(0, len(value) - 1))
        cell = row[place]
        if isinstance(cell, int):
            row[place] = cell + data.draw(st.sampled_from([-1, 1]))
        elif isinstance(cell, list):
            row[place] = [*cell[1:], data.draw(st.sampled_from(HEXES))] if name == "tiles" else data.draw(VALUES)
        else:
            row[place] = data.draw(LABELS)
        position[name] = row
    else:
        position[name] = data.draw(VALUES)
    refused_or_accepted(base[0], position)


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=WRITTEN, names=st.sets(st.sampled_from(FIELDS), max_size=6))
def test_a_position_with_fields_left_out_is_refused_or_can_be_played(
    base: tuple[Any, Position], names: set[str]
) -> None:
    refused_or_accepted(base[0], {name: value for name, value in base[1].items() if name not in names})


SCALARS = ("asks", "asked", "active", "actions_done", "turn", "drew", "quiet_turns", "leaders", "tiles", "pagodas")


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=WRITTEN, other=WRITTEN, names=st.sets(st.sampled_from(SCALARS), min_size=1))
def test_a_position_with_the_stage_of_another_is_refused_or_can_be_played(
    base: tuple[Any, Position], other: tuple[Any, Position], names: set[str]
) -> None:
    refused_or_accepted(base[0], {**base[1], **{name: other[1][name] for name in names & set(other[1])}})
