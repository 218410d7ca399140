"""Where seats choose at the same time the search finds the mix that can't be answered, and plays it as a mix."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.bots.exploitability import exploitability, mix
from tests.bots.skirmish import GAME, PLANS, payoff, solve
from tianxia import bots

SIMULATIONS = 20_000


@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_answer_to_the_mix_gains_next_to_nothing(seat: int) -> None:
    found = [exploitability(mix(seat, seed, SIMULATIONS), seat) for seed in range(4)]
    assert np.mean(found) < 0.05
    least = min(exploitability(np.eye(len(PLANS))[plan], seat) for plan in range(len(PLANS)))
    assert least > 0.2, "without mixing it would be much"


def test_the_mix_is_that_of_the_linear_programme() -> None:
    """Of the first seat, which has one best mix only."""
    _, exact = solve(payoff())
    mean = np.mean([mix(0, seed, SIMULATIONS) for seed in range(4)], axis=0)
    assert np.abs(mean - exact).max() < 0.1


def test_a_bot_plays_its_plan_to_the_end_and_every_plan_of_the_mix() -> None:
    played: Counter[tuple[int, ...]] = Counter()
    for seed in range(120):
        match = GAME.new(1)
        bot = bots.make("search:3000", GAME, seed)
        plan = []
        for _ in range(2):
            action = bot.choose(match.record(0), 0)
            match.play(0, action)
            plan.append(action)
        assert bot.planned == []
        played[tuple(plan)] += 1
    _, exact = solve(payoff())
    for plan, share in zip(PLANS, exact, strict=True):
        assert abs(played[plan] / 120 - share) < 0.2, plan


def test_what_the_other_has_chosen_changes_nothing() -> None:
    unready, ready = GAME.new(1), GAME.new(1)
    ready.play(1, "put 2")
    for seed in range(5):
        chosen = {bots.make("search:500", GAME, seed).choose(match.record(0), 0) for match in (unready, ready)}
        assert len(chosen) == 1


def test_greedy_does_not_always_choose_the_same() -> None:
    assert len({bots.make("greedy", GAME, seed).choose(GAME.new(1).record(0), 0) for seed in range(30)}) > 1
