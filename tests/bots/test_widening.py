"""Search begins with the actions that the policy finds best, and comes to all of them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bots.needle import GAME, NEEDLE, PICKS
from tianxia import bots
from tianxia.bots._walk import FIRST, WIDENING, run_simulations
from tianxia.bots.tree import LINKED, ROOT_EDGES, Tree, new_tree, new_workspace


def searched(simulations: int, tree: Tree | None = None) -> Tree:
    """The tree after so many simulations; its only node is the root."""
    states = np.concatenate([GAME.new(1).record(0), GAME.blank()])
    tree = tree or new_tree(simulations)
    run_simulations(states, 0, tree, new_workspace(GAME), 1, simulations)
    return tree


def considered(tree: Tree) -> dict[int, int]:
    """How often each action was chosen that has an edge."""
    linked = int(tree.used[LINKED])
    return dict(zip(tree.action[:linked].tolist(), tree.visits[:linked].tolist(), strict=True))


@pytest.mark.parametrize("seed", range(3))
def test_the_only_action_that_wins_is_found_however_late_the_policy_names_it(seed: int) -> None:
    assert NEEDLE > 2 * FIRST
    assert bots.make("search:4000", GAME, seed).choose(GAME.new(1).record(0), 0) == NEEDLE


def test_a_short_search_considers_the_first_actions_by_the_policy_only() -> None:
    assert sorted(considered(searched(WIDENING))) == list(range(FIRST))


@pytest.mark.parametrize("steps", [1, 2, 20])
def test_with_each_step_one_action_more_is_considered_and_tried_at_once(steps: int) -> None:
    found = considered(searched(steps * WIDENING + 1))
    assert sorted(found) == list(range(FIRST + steps))
    assert all(found[action] for action in range(FIRST, FIRST + steps))


def test_all_are_tried_in_the_end() -> None:
    found = considered(searched((PICKS - FIRST) * WIDENING + 1))
    assert sorted(found) == list(range(PICKS))


def test_where_no_room_is_left_the_search_goes_on_with_the_actions_it_has() -> None:
    tree = new_tree(1)
    tree.used[LINKED] = len(tree.action) - FIRST - 2  # as if other nodes had taken the rest
    searched(2000, tree)
    assert tree.visits.sum() == 2000
    assert len(np.flatnonzero(tree.visits)) > 0
    assert sorted(tree.action[-FIRST - 2 :].tolist()) == list(range(FIRST + 2))
    assert ROOT_EDGES >= PICKS
