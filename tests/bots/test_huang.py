"""The bots of Huang: what they find good, and how search copes with hundreds of legal actions."""

from __future__ import annotations

import numpy as np
import pytest

import tianxia
from tests.engine.games import play_on
from tianxia import bots
from tianxia.bots._walk import FIRST, run_simulations
from tianxia.bots.tree import NO_EDGE, new_tree, new_workspace
from tianxia.engine import _entries as entries

GAME = tianxia.load("huang")
STATES = {
    "tiles": [["C7", "F9", "J2", "I5", "L6", "J8", "H11"], [], [], [], []],
    "leaders": [["none", "C8", "none", "D7"], ["none", "E9", "none", "F10"]],
}
"""Two states with a red and a green leader each; D8 is between them."""


def best(match: tianxia.Match) -> str:
    """What the heuristic plays."""
    (seat,) = match.to_act
    return match.game.action(int(bots.make("greedy", match.game, 1).choose(match.record(seat), seat))).text


def test_a_point_of_the_lowest_colour_is_worth_more() -> None:
    leaders = [["none", "C8", "none", "D7", "none"]]
    for low, high in (("red", "green"), ("green", "red")):
        points = [[5, 0, 5, 9, 0] if low == "red" else [5, 9, 5, 0, 0]]
        match = GAME.position({"leaders": leaders, "points": points, "hand": [f"{low} {high}"]})
        assert best(match).split()[:2] == ["place", low]


def test_a_war_is_begun_by_the_stronger() -> None:
    strong = {**STATES, "tiles": [STATES["tiles"][0], ["B8", "B9"], [], [], []], "hand": ["red red red", ""]}
    weak = {**STATES, "tiles": [STATES["tiles"][0], ["E8", "G9", "E10"], [], [], []], "hand": ["red", ""]}
    assert best(GAME.position(strong)) == "place red D8"
    assert best(GAME.position(weak)) != "place red D8"


def test_the_defender_of_a_revolt_gives_what_is_needed_and_no_more() -> None:
    position = {"leaders": [["none", "D7"], ["none", "none"]], "hand": ["yellow yellow yellow", "yellow"], "active": 1}
    match = GAME.position(position)
    match.play(1, "leader red C6")
    match.play(1, "commit 1")
    attack, defence, _ = match.view(None)["state"]["totals"]
    _, tiles, *leader = best(match).split()
    assert int(tiles) + len(leader) == attack - defence


def at_war(hands: list[str], *acts: str) -> tianxia.Match:
    """Seats 0 and 1 have their red leaders in two states that a green tile of seat 0 brings to war."""
    leaders = [["none"] * 5 for _ in range(3)]
    leaders[0][1], leaders[1][1] = "C8", "E9"
    match = tianxia.load("huang", players=3).position({"leaders": leaders, "hand": hands, "active": 0})
    for act in ("place green D9", *acts):
        match.play(match.to_act[0], act)
    return match


def test_in_a_war_the_own_side_is_supported_and_not_with_more_than_helps() -> None:
    assert best(at_war(["green", "red red", ""])).startswith("support E9")
    lost = at_war(["green red red red red", "red", ""])
    assert best(lost).startswith(("support E9", "nothing"))
    assert best(at_war(["green red red red", "red", ""], "nothing", "nothing")).startswith("support C8")


def test_who_gains_nothing_by_a_war_spends_nothing_on_it() -> None:
    match = at_war(["green", "", "red red red"], "nothing")
    assert match.to_act == (2,)
    assert best(match) == "nothing"


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_beats_random(seats: int) -> None:
    game = tianxia.load("huang", players=seats)
    for seed in range(3):
        match, own = game.new(seed), seed % seats
        players = [bots.make("greedy" if seat == own else "random", game, seed) for seat in range(seats)]
        while match.to_act:
            (seat,) = match.to_act
            match.play(seat, players[seat].choose(match.record(seat), seat))
        assert match.result is not None
        assert match.result[own] == 1


def test_search_looks_at_the_best_actions_first() -> None:
    match = play_on(GAME.new(seed=3), 3, 40)
    while len(match.legal_ids(match.to_act[0])) <= FIRST:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    (seat,) = match.to_act
    ids, points = np.zeros(GAME.most_legal, np.int32), np.zeros(GAME.most_legal)
    n = entries.score_actions(match.record(seat), seat, GAME.evaluator.record(), ids, points)
    tree = new_tree(1000)
    states = np.concatenate([match.record(seat), GAME.blank()])
    run_simulations(states, seat, tree, new_workspace(GAME), 1, 1)
    (slot,) = np.flatnonzero(tree.key)
    looked_at, edge = [], int(tree.first[slot])
    while edge != NO_EDGE:
        looked_at.append(int(tree.action[edge]))
        edge = int(tree.next[edge])
    assert looked_at == sorted(set(looked_at))
    assert len(looked_at) == FIRST
    order = np.argsort(-points[:n], kind="stable")
    least = points[order[FIRST - 1]]
    assert {int(a) for a, p in zip(ids[:n], points[:n], strict=True) if p > least} <= set(looked_at)
