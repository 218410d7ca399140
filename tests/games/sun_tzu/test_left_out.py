"""Positions as text: what may be left out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.sun_tzu.table import GAME
from tianxia.games.sun_tzu.pieces import PROVINCES

Position = dict[str, Any]


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


def test_the_battle_to_come_follows_from_what_is_told() -> None:
    orders = [["1", "2", "3", "4", "5"]] * 2
    match = GAME.position({"asks": "next", "step": "next", "round": 4, "holder": 1, "laid": orders})
    assert match.to_act == (1,)
    assert [action.text for action in match.legal(1)] == [
        f"next {province}" for province in ("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU")
    ]


STEPLESS: list[tuple[Position, str, tuple[int, ...]]] = [
    ({"asks": "general"}, "generals", (0, 1)),
    ({"asks": "next", "round": 4, "holder": 1, "laid": [["1", "2", "3", "4", "5"]] * 2}, "next", (1,)),
    ({"asks": "reveal", "battle": "QIN", "revealed": ["7", "1"], "held": [["B2"], []]}, "reveal_1", (0,)),
    ({"asks": "reveal", "battle": "QIN", "revealed": ["7", "1"], "held": [["B2"], []], "holder": 1}, "reveal_2", (0,)),
    ({"asks": "reveal", "battle": "WU", "revealed": ["Plague", "1"], "held": [[], ["R3"]]}, "reveal_2", (1,)),
    ({"asks": "window", "held": [["B1"], ["R1"]]}, "window_1", (0,)),
    ({"asks": "window", "held": [["B1"], ["R1"]], "asked": 1}, "window_2", (1,)),
    ({"asks": "window", "held": [[], ["R1"]]}, "window_2", (1,)),
    ({"asks": "under", "drawn": ["7 8", ""]}, "under", (0,)),
    ({"asks": "reinforce", "round": 9, "reinforcements": [0, 1]}, "reinforce_2", (1,)),
    ({"asks": "over", "round": 9, "figure": -1, "winner": 1}, "finished", ()),
]


@pytest.mark.parametrize(("position", "step", "asked"), STEPLESS, ids=[step for _, step, _ in STEPLESS])
def test_the_step_follows_from_what_is_asked_of_whom(position: Position, step: str, asked: tuple[int, ...]) -> None:
    if "revealed" in position:
        face_up = [["none"] * 5, ["none"] * 5]
        for seat, card in enumerate(position["revealed"]):
            face_up[seat][PROVINCES.index(position["battle"])] = card
        position = {**position, "face_up": face_up}
    match = GAME.position(position)
    assert (match.view(None)["state"]["step"], match.to_act) == (step, asked)


@pytest.mark.parametrize(
    ("need", "seat", "step"),
    [
        *(("marker", 0, "marker_2"), ("marker", 1, "result"), ("place", 1, "cost_1")),
        *(("cost", 0, "cost_2"), ("cost", 1, "remember")),
    ],
)
def test_the_step_follows_from_the_armies_that_are_looked_for(need: str, seat: int, step: str) -> None:
    empty = [[0, 18], []] if seat == 0 else [[], [0, 18]]
    match = GAME.position(
        {
            "asks": "army", "need": need, "need_seat": seat, "need_province": "QIN", "missing": 1, "battle": "QIN",
            "revealed": ["6", "6"], "face_up": [["6"], ["6"]], "armies": empty, "used": [["QIN"], ["QIN"]],
            "held": [[], ["R1"]],
        }
    )  # fmt: skip
    assert (match.view(None)["state"]["step"], match.to_act) == (step, (seat,))


def test_cards_put_under_the_deck_are_known_to_their_owner() -> None:
    match = GAME.position({"deck": [["7", "8", "9"], []], "fresh": [1, 0]})
    assert match.view(0)["state"]["known"][0][:4] == ["none", "8", "9", "none"]
    assert match.view(1)["state"]["known"][0] is None
