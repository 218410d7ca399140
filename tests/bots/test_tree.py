"""The search tree from inside."""

from typing import Any

import numpy as np
import pytest

from tests.engine.games import GAME, play_on
from tianxia.bots._walk import deviation, run_simulations
from tianxia.bots.tree import NO_EDGE, Tree, Workspace, new_tree, new_workspace, node_key
from tianxia.engine.compiling import entry, py_func
from tianxia.engine.records import row


@entry
def key_of(states: Any, seat: int, me: int, work: Workspace) -> Any:
    return node_key(row(states, 0), seat, me, work)


def searched_tree(nodes: int, simulations: int) -> tuple[Tree, int]:
    """A tree searched from the first decision of a match, and the action chosen."""
    match = GAME.new(seed=7)
    (seat,) = match.to_act
    tree = new_tree(nodes)
    states = np.concatenate([match.record(seat), GAME.blank()])
    return tree, int(run_simulations(states, seat, tree, new_workspace(GAME), 1, simulations))


def edges(tree: Tree, slot: int) -> list[int]:
    """The edges of a node."""
    found, edge = [], int(tree.first[slot])
    while edge != NO_EDGE:
        found.append(edge)
        edge = int(tree.next[edge])
    return found


def test_the_edges_of_each_node_ascend() -> None:
    tree, _ = searched_tree(500, 400)
    for slot in np.flatnonzero(tree.key):
        actions = [int(tree.action[edge]) for edge in edges(tree, slot)]
        assert actions == sorted(set(actions))


def test_each_simulation_is_booked_once_at_the_root() -> None:
    tree, chosen = searched_tree(500, 400)
    visits = [
        (int(tree.visits[edges_].sum()), edges_) for edges_ in (edges(tree, slot) for slot in np.flatnonzero(tree.key))
    ]
    most, root = max(visits)
    assert most == 400
    assert chosen == tree.action[max(root, key=lambda edge: (tree.visits[edge], -edge))]
    assert tree.results[0] == 400


def test_a_full_tree_is_searched_on_without_new_nodes() -> None:
    tree, chosen = searched_tree(4, 400)
    assert tree.used[0] <= 8
    assert tree.results[0] == 400
    assert chosen in tree.action


def test_what_a_seat_keeps_secret_is_not_in_the_nodes_of_its_rival() -> None:
    work = new_workspace(GAME)
    match = play_on(GAME.new(seed=2), 2, 9)
    other = match.copy()
    keys = []
    for twin in (match, other):
        states = GAME.table.new()
        states[:] = twin._states
        if twin is other:
            states["hand"][0, 0] = np.roll(states["hand"][0, 0], 1)  # other cards for the searcher
        keys.append([key_of(states, seat, 0, work) for seat in (0, 1)])
    (own, rival), (own_changed, rival_changed) = keys
    assert own != own_changed
    assert rival == rival_changed


def test_exploration_is_measured_by_how_far_the_results_of_the_search_lie_apart() -> None:
    tree = new_tree(1)
    assert py_func(deviation)(tree) == 1.0, "before there are two results"
    for spread in (0.001, 0.3):
        results = np.array([0.5 - spread, 0.5 + spread, 0.5, 0.5 + spread])
        tree.results[:] = len(results), results.sum(), (results * results).sum()
        assert py_func(deviation)(tree) == pytest.approx(results.std())
