"""Positions as text: what may be left out."""

from __future__ import annotations

from tests.games.sun_tzu.table import GAME, moves_of


def test_an_empty_position_is_the_start_of_round_1() -> None:
    match = GAME.position({})
    state = match.view(None)["state"]
    assert match.to_act == (0, 1)
    assert (state["round"], state["asks"], state["pool"], state["reinforcements"]) == (1, "orders", [18, 18], [3, 3])
    assert state["hand_size"] == [6, 6]
    assert state["deck_size"] == [14, 14]
    assert state["shown"] == [["B1", "none"], ["R1", "none"]], "a side of which no general is told has used its first"


def test_beginners_have_their_cards_and_armies() -> None:
    state = GAME.with_options(beginner=True).position({}).view(None)["state"]
    assert (state["pool"], state["deck_size"], state["shown"][0]) == ([21, 21], [12, 12], ["none", "none"])


def test_what_is_asked_alone_tells_the_choice_of_generals() -> None:
    match = GAME.position({"asks": "general"})
    state = match.view(None)["state"]
    assert (state["round"], state["hand_size"], state["deck_size"]) == (0, [6, 6], [14, 14])
    assert [action.text for action in match.legal(1)] == [f"choose R{n}" for n in range(1, 6)]


def test_the_battle_to_come_follows_from_the_orders_since() -> None:
    moves = moves_of("1 2 3 4 5", "1 2 3 4 5")
    match = GAME.position({"round": 4, "holder": 1, "moves": moves})
    assert (match.asked, match.to_act) == ({"kind": "next"}, (1,))
    assert [action.text for action in match.legal(1)] == [
        f"next {province}" for province in ("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU")
    ]
    assert match.position()["moves"] == [list(move) for move in moves]


def test_cards_put_under_the_deck_are_known_to_their_owner() -> None:
    match = GAME.position({"deck": [["7", "8", "9"], []], "fresh": [1, 0]})
    assert match.view(0)["state"]["known"][0][:4] == ["none", "8", "9", "none"]
    assert match.view(1)["state"]["known"][0] is None
