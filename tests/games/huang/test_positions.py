"""Positions as text: they come back the same, and are refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tianxia
from tests.games.huang.table import OPTION_SETS, game
from tests.games.huang.walks import walk
from tests.games.positions import refused_or_accepted
from tianxia.games.huang.pieces import COLOURS, HEXES

pytestmark = pytest.mark.xdist_group("walks of huang")  # they are played once

Position = dict[str, Any]
BASE, BANDITS, KINGDOMS = game(), game(bandits=True), game(eighteen_kingdoms=True)
PALACE, SHORT, THREE = game(palace=True), game(short_game=True), game(players=3)


FOLLOWING = ("group", "realm", "rulers", "firsts", "beside", "leader_hexes")
EVERY = 4
"""Positions from one that is written and read to the next: it takes a while."""


def written(name: str, every: int) -> list[Position]:
    """Positions of a random game."""
    made = game(**OPTION_SETS[name])
    return [tianxia.Match(made, table.states, {}).position() for table, _, _ in walk(name)[::every]]


@pytest.mark.parametrize("name", OPTION_SETS)
def test_the_positions_of_a_game_come_back_the_same(name: str) -> None:
    made = game(**OPTION_SETS[name])
    for (table, _, _), position in zip(walk(name)[::EVERY], written(name, EVERY), strict=True):
        assert made.position(position)._states.tobytes() == table.states.tobytes()


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


TWO = tiles(yellow="C7 F9", red="B8 E10 F10")
WAR: Position = {
    "asks": "war", "marked": "D9", "tiles": tiles(yellow="C7 F9", red="B8 E10", green="D9"),
    "leaders": leaders({"red": "C8"}, {"red": "E9"}), "hand": ["red", "red red"],
}  # fmt: skip
TIE: Position = {**WAR, "asks": "tie", "committed": [0, 0]}
PRICE: Position = {
    "asks": "price", "marked": "D9", "tiles": tiles(yellow="C7 F9", red="E10 F10", green="D9"),
    "leaders": leaders({}, {"red": "E9"}), "won_by": 1, "n_sides": 2, "double": ["red"], "committed": [0, 0],
    "sides": [["B8", "C7", "C8"], ["E9", "F9", "E10", "F10"]], "side_hex": ["C8", "E9"], "totals": [1, 2],
    "given": [0, 0], "must_go": 1,
}  # fmt: skip
REVOLT: Position = {
    "asks": "revolt", "marked": "B8", "tiles": tiles(yellow="C7 B9"), "hand": ["yellow yellow", "yellow"],
    "leaders": leaders({"red": "B8"}, {"red": "C8"}),
}  # fmt: skip
RAID: Position = {
    "asks": "price", "conflict": "bandits", "marked": "C8", "bandit_tiles": [0, 0, 0, 0, 0, 1],
    "tiles": tiles(yellow="C7", red="B8 D7 C6", white="C8"), "leaders": leaders({}, {"red": "B7"}),
    "n_sides": 1, "sides": [["C6", "B7", "C7", "D7", "B8"]], "must_go": 2,
}  # fmt: skip
CHAIN: Position = {"asks": "chain", "placed": "F8", "tiles": tiles(blue="F8"), "hand": ["red", ""]}
MARKET: Position = {"asks": "market", "placed": "A2", "tiles": tiles(green="A2"), "market": "red white"}
PAGODA: Position = {"asks": "pagoda", "placed": "B10", "tiles": tiles(red="B9 C9 B10")}
MOVED: Position = {
    "asks": "moved", "placed": "F2", "chosen": "G1+F2+G2", "tiles": tiles(red="B8 B9 C9 G1 G2 F2 H1 I1 H2"),
    "pagodas": ["none", "none", "B8+B9+C9", "H1+I1+H2"],
}  # fmt: skip
REPLACE: Position = {"asks": "replace", "replaced": 2, "face_down": ["red red", ""], "hand": ["red", ""]}
GRANARY: Position = {"asks": "granary", "leaders": leaders({"blue": "D7"})}
OVER: Position = {"asks": "over", "bag": ""}
RIOT: Position = {"asks": "riot", "tiles": tiles(yellow="C7 F9"), "bag": ""}
ESTABLISH: Position = {"asks": "establish", "tiles": tiles(red="B8 B9 C9 B10"), "bag": ""}
POSSIBLE = [
    *((BASE, position) for position in (WAR, TIE, PRICE, REVOLT, CHAIN, MARKET, PAGODA, MOVED, REPLACE, OVER, RIOT)),
    *((BASE, ESTABLISH), (BANDITS, RAID), (KINGDOMS, GRANARY)),
]


@pytest.mark.parametrize(("made", "position"), POSSIBLE, ids=[position["asks"] for _, position in POSSIBLE])
def test_the_positions_that_are_spoilt_below_are_possible(made: Any, position: Position) -> None:
    match = made.position(position)
    assert match.view(None)["state"]["asks"] == position["asks"]
    assert bool(match.to_act) == (position["asks"] != "over")


YELLOWS = "yellow " * 36
IMPOSSIBLE: list[tuple[Any, Any, str]] = [
    # the form
    (BASE, 5, "a position should be an object of fields, not 5"),
    (BASE, {"armies": 1}, "there is no field 'armies'; there are 58; like it: "),
    (BASE, {"group": ["A1"]}, "group follows from the other fields and is not told"),
    (BASE, {"players": 3}, "players: 3; this game is for 2"),
    (BASE, {"asks": "H13.1"}, "asks: 'H13.1' is not one of action, riot, "),
    (BASE, {"tiles": [["Z9"]]}, "tiles: 'Z9' is not one of 182 names; such as A9, B9, C9"),
    (BASE, {"hand_size": [8]}, "hand_size: 8 is not from 0 to 7"),
    # options and the map
    (BANDITS, {"eighteen_kingdoms": 1}, r"bandits are not played with Eighteen Kingdoms \[M1\]"),
    (THREE, {"short_game": 1}, r"the short game is for 2 players, not for 3 \[H2.2\]"),
    (BASE, {"eighteen_kingdoms": 1}, r"the map: it has 7 capitals; an Eighteen Kingdoms map has 19 \[H1.4\]"),
    (BASE, {"open": 1}, r"open is 1: points are open with open_points and at the end"),
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
    (BASE, {"hand": ["red", ""], "hands": ["red", ""]}, r"hands of tiger: they are open at the end"),
    (BASE, {**OVER, "hand": ["red", ""], "hands": ["", ""]}, r"hands of tiger: .* \[H12.4\]"),
    # what is asked
    (BASE, {"asked": 1}, r"asked is 1: action is asked of 0 \[H13\]"),
    (BASE, {"asks": "action", "actions_done": 2}, r"actions_done is 2: action is asked before the second action is over"),
    (BASE, {"asks": "end_turn", "actions_done": 1}, r"actions_done is 1: end_turn is asked after the second action"),
    (BASE, {"replaced": 1}, r"replaced is 1: tiles are discarded while a replace is asked, and only then \[H8\]"),
    (BASE, {**REPLACE, "replaced": 0}, r"replaced is 0"),
    (BASE, {**REPLACE, "replaced": 3}, r"replaced is 3, tiger has 2 tiles face down \[H8.1\]"),
    (BASE, {**REPLACE, "hand": ["red " * 6, ""]}, r"tiger has 6 tiles in hand after replacing 2 \[H4.3, M3.2\]"),
    (BASE, {"chosen": "A2+A3+B3"}, r"chosen is told: only while a pagoda that moves is asked for \[H13.5\]"),
    (BASE, {"placed": "C7"}, r"placed is told: only while a tile is being finished \[H6.7\]"),
    (BASE, {"turn": 0}, "turn is 0, turns are counted from 1"),
    (BASE, {"turn": 3, "quiet_turns": 3}, r"quiet_turns is 3 in turn 3 \[H12.1c\]"),
    (BASE, {"drew": 1}, r"drew is 1: nothing was drawn yet in this turn \[H4.3, H8.1\]"),
    (BASE, {"quiet_turns": 100}, r"quiet_turns is 100: after 100 the game is over \[H12.1c\]"),
    (BASE, {"asks": "over"}, r"the game ends when the bag is empty, or after many turns without a draw \[H12.1\]"),
    (BASE, {**RIOT, "tiles": tiles(yellow="C7")}, r"riot is asked while two tiles or more are on the board \[H13.2\]"),
    (BASE, {**RIOT, "bag": "blue " * 24}, r"the blue tiles that were paid should be out \[H7.1\]"),
    (BASE, {**ESTABLISH, "tiles": tiles(red="B8 B9 C9")}, r"establish is asked while there are two places or more"),
    (BASE, {**ESTABLISH, "bag": "green " * 24}, r"the green tiles that were paid should be out \[H9.4\]"),
    (BASE, {**PAGODA, "placed": "none"}, r"placed is missing: pagoda is asked after a tile \[H6.7\]"),
    (BASE, {**PAGODA, "placed": "B8"}, r"placed is B8: no .*tile lies there \[H6.7\]"),
    (BASE, {**PAGODA, "tiles": tiles(red="B9 B10")}, r"no building can stand on B10 \[H9.1, H13.4\]"),
    (BASE, {**MOVED, "chosen": "none"}, r"chosen is missing: it is the place of the pagoda that moves \[H13.5\]"),
    (BASE, {**MOVED, "chosen": "B8+B9+C9"}, r"chosen is B8\+B9\+C9: no pagoda can stand there \[H9.1, H9.3\]"),
    (BASE, {**MOVED, "pagodas": ["none", "none", "B8+B9+C9"]}, r"the red pagodas are not both on the board"),
    (BASE, {**MOVED, "placed": "C7", "tiles": tiles(yellow="C7", red="B8 B9 C9 G1 G2 F2 H1 I1 H2")}, r"without the tile on C7"),
    (BASE, {**MARKET, "market": ""}, r"the market is empty, so it is not asked about \[H13.6\]"),
    (BASE, {**MARKET, "tiles": tiles(red="A2")}, r"placed is A2: no green tile lies there \[H6.7\]"),
    (BASE, {**CHAIN, "hand": ["", ""]}, r"the hand is empty, so no other blue tile is asked for \[H13.7\]"),
    (BASE, {**CHAIN, "placed": "M11", "tiles": tiles(blue="M11 L12")}, r"no hex next to M11 can take a blue tile \[H13.7\]"),
    (KINGDOMS, {**GRANARY, "granaries": ["C7"]}, r"granary is asked while the own blue leader is in a state with two"),
    # conflicts
    (BASE, {"conflict": "war"}, r"conflict is war, while action is asked it is none \[H13\]"),
    (BASE, {**WAR, "conflict": "revolt", "leaders": leaders({"red": "C8"}, {})},
     r"conflict is revolt, while war is asked it is war \[H13\]"),
    (BASE, {"marked": "C7"}, r"marked is the hex that led to the conflict, and told in a conflict only"),
    (BASE, {"must_go": 1}, r"must_go is told, but not now"),
    (BASE, {**WAR, "totals": [1, 2]}, r"totals is \[1, 2, 0\], it should be \[1, 1, 0\] \[H11.2, H11.3\]"),
    (BASE, {**WAR, "marked": "B8", "tiles": tiles(yellow="C7 F9", red="B8 E10")},
     r"marked is B8: no tile leads to a war there \[H6.3, H11.1\]"),
    (BASE, {**WAR, "leaders": leaders({"red": "C8"}, {"green": "E9"})}, r"no tile leads to a war there"),
    (BASE, {**WAR, "asked": 0}, r"asked is 0: war is asked of 1 \[H13\]"),
    (BASE, {**WAR, "committed": [0, -1]}, r"committed of tiger is 0: nobody committed so far"),
    (BASE, {**WAR, "committed": [-1, 1], "supports": [-1, -1]}, r"supports of rabbit is -1: a side of the war"),
    (BASE, {**WAR, "committed": [-1, 0], "supports": [-1, 0]}, r"supports of rabbit is 0: a side of the war"),
    (BASE, {**WAR, "committed": [-1, 0], "helped": [0, 1], "supports": [-1, 1]}, r"helped of rabbit: its red leader is not off"),
    (BASE, {**WAR, "won_by": 1}, r"won_by is told, but not now"),
    (BASE, {**TIE, "tiles": tiles(yellow="C7 F9", red="B8", green="D9")},
     r"no two sides are tied for the highest total \[H11.5\]"),
    (BASE, {**PRICE, "must_go": 2}, r"must_go is 2: a tile is asked for while more red ones are left, here 2 \[H11.8a\]"),
    (BASE, {**PRICE, "totals": [1, 3]}, r"totals of side 1 is 3, it had 2 red tiles and 0 in support \[H11.3\]"),
    (BASE, {**PRICE, "totals": [2, 2]}, r"totals of side 0 is 2|must_go is 1"),
    (BASE, {**PRICE, "won_by": 0}, r"totals of side 0|side 1 has lost"),
    (BASE, {**PRICE, "side_hex": ["C7", "E9"]}, r"side_hex C7: the first hex of the side that touches the tile \[H11.4b\]"),
    (BASE, {**PRICE, "sides": [["B8", "C7", "C8"], ["E9", "F9", "E10"]]}, r"side 1: a state as it was before the tile"),
    (BASE, {**PRICE, "double": []}, r"a war has two or three sides, a winner, and colours that are double"),
    (BASE, {**PRICE, "given": [0, 1]}, r"given of side 1 is 1, committed were 0 \[H11.4\]"),
    (BASE, {**REVOLT, "colour": "blue"}, r"its state has another red leader|colour is"),
    (BASE, {**REVOLT, "totals": [2, 2]}, r"totals is \[2, 2, 0\], it should be \[2, 1, 0\] \[H10.1\]"),
    (BASE, {**REVOLT, "marked": "C8"}, r"marked is C8: no leader of the active player starts a revolt there|another red leader"),
    (BASE, {**REVOLT, "helped": [1, 0]}, r"helped of tiger: its yellow leader is not off the board, or nothing is committed"),
    (BASE, {**REVOLT, "n_sides": 1}, r"n_sides is told, but not now"),
    (BANDITS, {**RAID, "must_go": 3}, r"must_go is 3: a tile is asked for while more red ones are left, here 3 \[M1.5a\]"),
    (BANDITS, {**RAID, "must_go": 1}, r"must_go is 1: tiles that have gone: 0, it should be 1 \[M1.5a\]"),
    (BANDITS, {**RAID, "sides": [["C6", "B7", "C7", "D7"]]}, r"sides: the state that meets the bandits, without the tile"),
    (BANDITS, {**RAID, "leaders": leaders({})}, r"no leader is in the state|sides: the state"),
    (BANDITS, {**RAID, "marked": "C6"}, r"nothing is beside bandits|no tile there meets one bandit tile"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "position", "reason"), IMPOSSIBLE, ids=[reason[:50] for *_, reason in IMPOSSIBLE])
def test_an_impossible_position_is_refused_with_the_reason(made: Any, position: Any, reason: str) -> None:
    with pytest.raises(tianxia.BadPosition, match=reason):
        made.position(position)


# --- fuzz -----------------------------------------------------------------------------------------------------------------

NAMES = ("3, bandits and palace", "2, kingdoms and palace", "short, base")
WRITTEN = [(game(**OPTION_SETS[name]), position) for name in NAMES for position in written(name, 9)]
NUMBERS = st.integers(-3, 22) | st.sampled_from([127, 128, 1 << 63, 1 << 64])
LABELS = st.sampled_from(["none", "A2", "C7", "F8", "B8+B9+C9", "C7+D7+B8+C8", "red", "war", "revolt", "price", "over"])
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | LABELS | st.lists(st.sampled_from(COLOURS), max_size=5).map(" ".join),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)
FIELDS = list(BASE.table.by_name)
EXAMPLES = 80


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), changes=st.dictionaries(st.sampled_from(FIELDS), VALUES, min_size=1, max_size=3))
def test_a_changed_position_is_refused_or_can_be_played(base: tuple[Any, Position], changes: Position) -> None:
    refused_or_accepted(base[0], {**base[1], **changes})


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), data=st.data())
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
@given(base=st.sampled_from(WRITTEN), names=st.sets(st.sampled_from(FIELDS), max_size=6))
def test_a_position_with_fields_left_out_is_refused_or_can_be_played(
    base: tuple[Any, Position], names: set[str]
) -> None:
    refused_or_accepted(base[0], {name: value for name, value in base[1].items() if name not in names})


SCALARS = ("asks", "asked", "active", "actions_done", "replaced", "placed", "chosen", "conflict", "marked", "defender")


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(
    base=st.sampled_from(WRITTEN), other=st.sampled_from(WRITTEN), names=st.sets(st.sampled_from(SCALARS), min_size=1)
)
def test_a_position_with_the_stage_of_another_is_refused_or_can_be_played(
    base: tuple[Any, Position], other: tuple[Any, Position], names: set[str]
) -> None:
    refused_or_accepted(base[0], {**base[1], **{name: other[1][name] for name in names}})
