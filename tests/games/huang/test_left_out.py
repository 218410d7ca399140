"""Positions as text: what may be left out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.huang.table import game
from tianxia.games.huang.pieces import COLOURS

Position = dict[str, Any]
CAPITALS = ["J2", "I5", "L6", "C7", "J8", "F9", "H11"]


def state_of(position: Position, **options: Any) -> dict[str, Any]:
    state: dict[str, Any] = game(**options).position(position).view(0)["state"]
    return state


def test_an_empty_position_is_the_set_up_board_with_empty_hands() -> None:
    match = game().position({})
    state = match.view(None)["state"]
    assert match.to_act == (0,)
    assert (state["asks"], state["turn"], state["bag_size"], state["hand_size"][:2]) == ("action", 1, 131, [0, 0])
    assert state["tiles"] == [CAPITALS, [], [], [], []]
    assert (state["market"], state["granaries"]) == ([0] * 5, [])


def test_a_capital_has_its_tile_where_nothing_else_lies() -> None:
    tiles = state_of({"tiles": [["C7"], ["F9"], [], [], []]})["tiles"]
    assert tiles == [["C7"], ["F9"], [], [], []], "tiles that are told are all there are"


def test_eighteen_kingdoms_have_a_granary_on_each_capital_with_its_tile() -> None:
    assert len(state_of({}, eighteen_kingdoms=True)["granaries"]) == 19
    few = state_of({"tiles": [["C7", "E7"], [], [], [], []]}, eighteen_kingdoms=True)
    assert few["granaries"] == ["C7", "E7"]


def test_tiles_that_lie_nowhere_are_in_the_bag_or_out_where_the_bag_is_told() -> None:
    position = {"tiles": [["C7"], [], [], [], []], "hand": ["red", ""]}
    assert (state_of(position)["bag_size"], sum(state_of(position)["out"])) == (136, 0)
    told = state_of({**position, "bag": "white"})
    assert (told["bag_size"], told["out"]) == (1, [41, 35, 24, 24, 11])


def test_in_a_short_game_24_of_them_are_aside() -> None:
    match = game(short_game=True).position({})
    assert (match.view(None)["state"]["aside_size"], match.view(None)["state"]["bag_size"]) == (24, 107)
    assert match._states["aside"][0].tolist() == [0, 0, 0, 12, 12], "from the end of the list of colours"


def test_two_actions_done_ask_for_the_end_of_the_turn() -> None:
    assert state_of({"actions_done": 2})["asks"] == "end_turn"
    assert state_of({"asks": "end_turn"})["actions_done"] == 2


def test_quiet_turns_tell_the_number_of_the_turn() -> None:
    assert state_of({"quiet_turns": 7})["turn"] == 8


def test_at_the_end_all_is_open() -> None:
    state = state_of(
        {"bag": "", "hand": ["red", "white"], "points": [[1], [2]], "actions_done": 2, "moves": [[0, "end_turn"]]}
    )
    assert (state["asked"], state["open"]) == (-1, 1)
    assert state["hands"][:2] == [[0, 1, 0, 0, 0], [0, 0, 0, 0, 1]]
    assert state["points"][:2] == [[1, 0, 0, 0, 0], [2, 0, 0, 0, 0]]


def leaders(*by_seat: dict[str, str]) -> list[list[str]]:
    return [[seat.get(colour, "none") for colour in COLOURS] for seat in by_seat]


def test_a_war_follows_from_its_tile() -> None:
    state = state_of(
        {
            "tiles": [["C7", "F9"], ["B8", "E10"], [], [], []], "leaders": leaders({"red": "C8"}, {"red": "E9", "green": "F10"}),
            "hand": ["green", ""], "moves": [[0, "place green D9"], [1, "nothing"]],
        }
    )  # fmt: skip
    assert (state["conflict"], state["asked"], state["double"]) == ("war", 0, ["red"])
    assert (state["side_hex"], state["totals"]) == (["C8", "E9", "none"], [1, 1, 0])
    assert state["sides"][0] == ["C7", "B8", "C8"]


def test_a_revolt_follows_from_its_leader() -> None:
    state = state_of(
        {"tiles": [["C7", "B9"]], "leaders": leaders({}, {"blue": "C8"}), "moves": [[0, "leader blue B8"]]}
    )
    assert (state["conflict"], state["asked"], state["defender"], state["colour"]) == ("revolt", 0, 1, "blue")
    assert state["totals"] == [2, 1, 0]


@pytest.mark.parametrize("committed", [[-1, -1], [1, -1]])
def test_who_is_asked_in_a_revolt_follows_from_what_was_committed(committed: list[int]) -> None:
    match = game().position(
        {
            "leaders": leaders({}, {"red": "C8"}),
            "hand": ["yellow", ""],
            "moves": [[0, "leader red B8"], *([0, f"commit {tiles}"] for tiles in committed if tiles >= 0)],
        }
    )
    assert match.to_act == ((0,) if committed[0] < 0 else (1,))
