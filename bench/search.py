"""Search: simulations a second on one core, each with a roll-out to the end of the hand.

Ours resamples all hidden cards and plays on by the heuristic. Peers: OpenSpiel's information-set search in Hearts,
which resamples too, and its perfect-information search in Dou Dizhu, which does not; both with random roll-outs.
"""

import random
from typing import Any

import numpy as np
import pyspiel
from measure import rates, report, runs
from spiel import DOU_DIZHU, deal

import tianxia
from tianxia.bots._walk import run_simulations
from tianxia.bots.tree import new_tree, new_workspace

TARGET = 20_000
SIMULATIONS = 5_000
DEALS = 4


def main() -> None:
    game = tianxia.load("chu-han")
    matches = [game.new(seed) for seed in range(DEALS)]
    work = new_workspace(game)

    def ours() -> float:
        for match in matches:
            (seat,) = match.to_act
            states = np.concatenate([match.record(seat), game.blank()])
            run_simulations(states, seat, new_tree(SIMULATIONS), work, 1, SIMULATIONS)
        return DEALS * SIMULATIONS

    hearts, dou_dizhu = pyspiel.load_game("hearts(pass_cards=False)"), pyspiel.load_game(DOU_DIZHU)
    leads = [first_choice(hearts, seed) for seed in range(DEALS)]
    bids = [deal(dou_dizhu, random.Random(seed)) for seed in range(DEALS)]
    sides = {
        "Chu Han, hidden cards resampled, heuristic": ours,
        "OpenSpiel Hearts, hidden cards resampled, random": lambda: spiel_ismcts(leads),
        "OpenSpiel Dou Dizhu, all cards open, random": lambda: spiel_mcts(dou_dizhu, bids),
    }
    report("Search with full roll-outs", "simulations/s", rates(sides, runs()), TARGET)


def first_choice(game: Any, seed: int) -> Any:
    """A state early in a hand with more than a few legal actions."""
    state = deal(game, random.Random(seed))
    while len(state.legal_actions()) < 5:
        state.apply_action(state.legal_actions()[0])
    return state


def spiel_ismcts(states: list[Any]) -> float:
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    for state in states:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.ISMCTSBot(1, evaluator, 1.4, SIMULATIONS, -1, final, False, True).step(state)
    return len(states) * SIMULATIONS


def spiel_mcts(game: Any, states: list[Any]) -> float:
    for state in states:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 100, False, 1, False).step(state)
    return len(states) * SIMULATIONS


if __name__ == "__main__":
    main()
