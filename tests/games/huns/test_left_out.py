"""Positions as text: what may be left out."""

from __future__ import annotations

from typing import Any

from tests.games.huns.table import game_of_cases

Position = dict[str, Any]


def state_of(position: Position, **options: Any) -> dict[str, Any]:
    state: dict[str, Any] = game_of_cases(**options).position(position).view(0)["state"]
    return state


def legal(position: Position, **options: Any) -> list[str]:
    match = game_of_cases(**options).position(position)
    return [action.text for action in match.legal(match.to_act[0])]


def test_an_empty_position_is_a_first_turn_with_empty_camps() -> None:
    match = game_of_cases(players=3).position({})
    state = match.view(None)["state"]
    assert match.to_act == (0,)
    assert (state["round"], state["dice"], state["deck_size"]) == (1, [1, 2, 3, 1, 2], [11] * 5)
    assert (state["reserve"], state["camp"]) == ([22] * 5, [[], [], [], []])
    assert state["wagons"][:3] == [["W01", "W02", "none"], ["W03", "W04", "none"], ["W05", "W06", "none"]]
    assert (state["display"], state["wagons_left"]) == (["W07", "W08", "W09", "W10"], 22)
    assert [action.kind for action in match.legal(0)] == ["die"] * 5


def test_a_few_words_are_enough() -> None:
    position = {
        "camp": [["E01"], ["C08"], []], "wagons": [["W08", "W01"]], "load": [[["", "red red"]]], "dice": [1, 2, 3, 1, 2],
    }  # fmt: skip
    state = state_of(position, players=3)
    assert (state["reserve"], state["gaps"][0], state["cargo"][0][0]) == ([22, 20, 22, 22, 22], [3, 3, 0], ["red"])
    assert state["wagons"][1] == ["W02", "W03", "none"], "seats without wagons get the first that lie nowhere"
    assert state["cursed_by"][7] == 2, "a Curse was played by the seat to the left of its camp"
    assert state["works"][:2] == [["E01"], ["C08"]]


def test_what_is_pending_is_told_by_the_moves_since() -> None:
    assert legal({"moves": [[0, "die red"]]}) == ["draw", "loot"]
    state = state_of({"moves": [[0, "die red"]]})
    assert (state["dice"], state["taken_by"], state["value"]) == ([1, 0, 3, 1, 2], [-1, 0, -1, -1, -1], 2)
    moves = [[0, "die black"], [0, "loot"]]
    assert legal({"camp": [["R07"]], "wagons": [["W01", "W08"]], "moves": moves}) == ["use R07", "done"]


def test_lame_horse_fixes_the_first_die() -> None:
    state = state_of({"camp": [["C05"]], "moves": [[0, "die red"]]})
    assert (state["value"], state["fixed"]) == (1, 1)
    second = state_of({"dice": [0, 2, 0, 1, 1], "camp": [["C05"]], "moves": [[0, "die red"]]})
    assert (second["value"], second["fixed"]) == (2, 0)


def test_dice_that_are_taken_tell_whose_turn_it_is() -> None:
    state = state_of({"dice": [0, 0, 1, 1, 1], "active": 1}, players=3)
    assert (state["rolled_by"], state["token"], state["taken_by"]) == (2, 2, [2, 0, -1, -1, -1])


def test_goods_that_lie_nowhere_are_in_the_reserve_or_where_it_is_told_in_the_last_stash() -> None:
    goods = ["blue blue blue", "", "red"]
    assert state_of({"goods_on": goods, "camp": [["M01", "M03"]]})["reserve"] == [17, 19, 20, 20, 20]
    state = state_of({"goods_on": goods, "camp": [["M01", "M03"]], "reserve": "blue"})
    assert state["stash"][1] == [16, 19, 20, 20, 20]


def test_decks_are_told_from_the_top_and_the_others_follow() -> None:
    match = game_of_cases().position({"deck": [["E05", "E02"], [], ["M09"]], "camp": [["E01"]]})
    deck = match._states["deck"][0]
    assert deck[0].tolist()[:9] == [5, 2, 3, 4, 6, 7, 8, 9, 10]
    assert (int(deck[2, 0]), match.view(0)["state"]["deck_size"]) == (33, [9, 10, 10, 10, 10])


def test_wagons_that_are_told_lie_on_top_of_their_deck() -> None:
    match = game_of_cases().position({"wagon_deck": ["W20", "W03"]})
    left = match.view(0)["state"]["wagons_left"]
    assert match._states["wagon_deck"][0, left - 2 : left].tolist() == [20, 3], "told from the bottom"
    assert match.view(0)["state"]["wagons"][0][:2] == ["W01", "W02"]
    assert match.view(0)["state"]["wagons"][1][:2] == ["W04", "W05"]


def test_known_places_show_their_cards() -> None:
    match = game_of_cases().position({"known": [[["1", "3"]]], "deck": [["E09", "E08", "E07"]]})
    assert match.view(0)["state"]["seen"][0][0][:4] == ["E09", "none", "E07", "none"]


def test_the_end_is_told_by_the_last_turns() -> None:
    position = {
        "round": 60, "dice": [0, 0, 0, 1, 1], "active": 1, "wagons": [["W08", "W09"], ["W02", "W01"]], "sent": [[], ["W03"]],
        "camp": [["R01", "M01"], ["T03", "C01"]], "fled": ["C01"],
        "moves": [[1, "die black"], [1, "loot"], [1, "done"], [0, "die yellow"], [0, "loot"], [0, "on M01"], [0, "done"]],
    }  # fmt: skip
    match = game_of_cases().position(position)
    state = match.view(None)["state"]
    assert (match.to_act, match.result, state["open"], state["sent"][1][:2]) == ((), (2, 1), 1, ["W03", "none"])
    assert state["account"][:2] == [[1, -1, 0, 0, 0, 0], [0, 0, 2, -2, 2, 1]]
    assert state["met"] == ["T03"]


def test_the_set_up_is_told_by_its_seed() -> None:
    match = game_of_cases(players=4).new(2)
    match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert match.position() == {
        "seed": 2,
        "moves": [[match.actions[0][0], match.game.actions.text(match.actions[0][1])]],
    }
    assert match.game.position(match.position()).hash() == match.hash()
