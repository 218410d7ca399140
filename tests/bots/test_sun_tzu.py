"""The bots of Sun Tzu: what they never do, and that search does not even try it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import tianxia
from tests.engine.games import play_on
from tianxia import bots
from tianxia.bots._walk import run_simulations
from tianxia.bots.tree import LINKED, new_tree, new_workspace
from tianxia.engine import _entries as entries
from tianxia.engine.core import NEVER

GAME = tianxia.load("sun-tzu")
MOST = 20


def state(match: tianxia.Match) -> dict[str, object]:
    return match.view(None)["state"]


@cache
def with_reinforcements(asks: str, pool: str) -> tuple[tuple[tianxia.Match, int], ...]:
    """Some positions with the seat that is asked this and may discard, its pool being empty or not."""
    found = []
    for seed in range(3):
        match, player = GAME.new(seed), bots.make("greedy", GAME, seed)
        while match.to_act:
            for seat in match.to_act if state(match)["asks"] == asks else ():
                filled = "filled" if match.record(seat)["pool"][0, seat] else "empty"
                if filled == pool and any(action.kind == "discard" for action in match.legal(seat)):
                    found.append((match.copy(), seat))
            match.play(match.to_act[0], player.choose(match.record(match.to_act[0]), match.to_act[0]))
    return tuple(found[:: max(1, len(found) // MOST)])


def points(match: tianxia.Match, seat: int) -> dict[str, float]:
    """What the heuristic gives each kind of action at most."""
    ids, found = np.zeros(GAME.most_legal, np.int32), np.zeros(GAME.most_legal)
    n = entries.score_actions(match.record(seat), seat, GAME.evaluator.record(), ids, found)
    best: dict[str, float] = {}
    for number, value in zip(ids[:n].tolist(), found[:n].tolist(), strict=True):
        kind = GAME.action(number).kind
        best[kind] = max(value, best.get(kind, NEVER))
    return best


@pytest.mark.parametrize("name", ["sloppy", "greedy", "search:40", "search:400"])
def test_nobody_gives_a_card_for_an_army_before_one_is_missing(name: str) -> None:
    positions = with_reinforcements("orders", "filled")
    assert len(positions) >= MOST
    for match, seat in positions:
        bot = bots.make(name, GAME, 5)
        for _ in range(2):
            assert GAME.action(bot.choose(match.record(seat), seat)).kind != "discard"


def test_an_army_is_called_when_one_is_missing() -> None:
    positions = with_reinforcements("army", "empty")
    assert positions
    for match, seat in positions:
        best = points(match, seat)
        assert best["discard"] > best.get("pass", NEVER)


def test_for_the_levy_an_army_may_be_called_before() -> None:
    for pool, may in ((0, True), (1, False)):
        hands = ["1 2 3 4 5 6 7", "1 2 3 4 5 6"]
        match = GAME.position({"round": 2, "pool": [pool, 18], "held": [["B5"], ["R2"]], "hand": hands})
        assert (points(match, 0)["discard"] > NEVER) is may, pool


def test_search_does_not_try_what_the_heuristic_would_never_do() -> None:
    match = GAME.new(3)
    play_on(match, 3, 2)
    assert state(match)["round"] == 1
    tree, work = new_tree(3000), new_workspace(GAME)
    run_simulations(np.concatenate([match.record(0), GAME.blank()]), 0, tree, work, 1, 3000)
    visits = {"order": 0, "discard": 0}
    for edge in range(int(tree.used[LINKED])):
        kind = GAME.action(int(tree.action[edge])).kind
        visits[kind] = visits.get(kind, 0) + int(tree.visits[edge])
    assert visits["order"] > 3000
    assert visits["discard"] == 0
