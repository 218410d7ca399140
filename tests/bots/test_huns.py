"""The bots of Huns: what the heuristic finds good, and that it beats chance."""

from __future__ import annotations

from typing import Any

import pytest

import tianxia
from tests.games.huns.table import game_of_cases
from tianxia import bots

GAME = game_of_cases(players=3)


def best(match: tianxia.Match) -> str:
    """What the heuristic plays."""
    (seat,) = match.to_act
    return match.game.action(int(bots.make("greedy", match.game, 1).choose(match.record(seat), seat))).text


def at(acts: list[str], **position: Any) -> tianxia.Match:
    """A position of three, seat 0 to move, and what it did there already."""
    match = GAME.position({"players": 3, "active": 0, "dice": [1, 1, 1, 1, 1], **position})
    for act in acts:
        match.play(match.to_act[0], act)
    return match


def wagons(*mine: str) -> list[list[str]]:
    """Two wagons for each seat."""
    return [list(mine), ["W10", "W11"], ["W18", "W19"]]


def load(space: int) -> list[Any]:
    """The first wagon of seat 0, W08 (three red, two green), with two red and so many green goods."""
    none = [""] * 5
    return [[["", "red red red", " ".join(["green"] * space), "", ""], none, none], [none] * 3, [none] * 3]


def test_goods_that_fill_a_wagon_go_there_and_not_on_a_card() -> None:
    match = at(["die green", "loot"], wagons=wagons("W08", "W20"), load=load(1), camp=[["M04"], [], []])
    assert best(match) == "load green 1"


def test_a_card_that_needs_one_good_gets_it_before_an_empty_wagon() -> None:
    goods = [""] * 24
    goods[2] = "red"  # the Diviner has two spaces
    match = at(["die blue", "loot"], wagons=wagons("W07", "W12"), camp=[["M03"], [], []], goods_on=goods)
    assert best(match) == "on M03"


@pytest.mark.parametrize(("round_", "answer"), [(1, "flee"), (12, "accept")])
def test_for_two_a_costly_curse_is_fled_while_much_time_is_left(round_: int, answer: str) -> None:
    """Thieves in the Camp cost three goods or a good each round; fleeing costs two points."""
    position = {"active": 0, "dice": [1, 1, 1, 1, 1], "max_rounds": 12, "round": round_}
    deck = ["C06", *(f"C{n:02d}" for n in range(1, 11) if n != 6)]
    match = game_of_cases(max_rounds=12).position({**position, "deck": [[], [], [], deck, []]})
    match.play(0, "die black")
    match.play(0, "draw")
    assert best(match) == answer


def test_a_curse_is_played_on_who_is_ahead() -> None:
    sent = [[], ["W01", "W02", "W03"], []]
    stash = ["", "blue green yellow blue green black yellow blue blue red black", ""]
    match = at(["die black", "draw"], sent=sent, stash=stash)
    assert [action.kind for action in match.legal(0)] == ["victim", "victim"]
    assert best(match) == "victim 1"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_beats_random(seats: int) -> None:
    game = tianxia.load("huns", players=seats)
    for seed in range(4):
        match, own = game.new(seed), seed % seats
        players = [bots.make("greedy" if seat == own else "random", game, seed) for seat in range(seats)]
        while match.to_act:
            (seat,) = match.to_act
            match.play(seat, players[seat].choose(match.record(seat), seat))
        assert match.result is not None
        assert match.result[own] == 1
