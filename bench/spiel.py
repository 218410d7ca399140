"""The peers, from OpenSpiel and driven from Python: Dou Dizhu, a climbing game with hands like Chu Han's; Goofspiel, where

both choose a card at the same time as in Sun Tzu; Hex, whose board is as large as Huang's; Backgammon, with dice as in Huns.
"""

import random
from typing import Any

import pyspiel

import tianxia

DOU_DIZHU = "dou_dizhu"
GOOFSPIEL = "goofspiel(imp_info=True,num_cards=13)"
HEX = "hex(board_size=13)"
BACKGAMMON = "backgammon"
PEERS = {
    "chu-han": ("Dou Dizhu", DOU_DIZHU),
    "sun-tzu": ("Goofspiel", GOOFSPIEL),
    "huang": ("Hex", HEX),
    "huns": ("Backgammon", BACKGAMMON),
}
"""By our game: the peer's name and what OpenSpiel calls it."""
OPTIONS: dict[str, dict[str, Any]] = {"huang": {"players": 4}, "huns": {"players": 4}}
"""Options that a game is measured with, where they are not the usual ones."""


def measured(name: str) -> Any:
    """A game as it is measured."""
    return tianxia.load(name, **OPTIONS.get(name, {}))


def deal(game: Any, chance: random.Random) -> Any:
    """A state after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        draw(state, chance)
    return state


def draw(state: Any, chance: random.Random) -> None:
    """Let chance act; all its outcomes are equally likely here."""
    outcomes = state.chance_outcomes()
    state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])


def random_game(game: Any, chance: random.Random) -> int:
    """Play one game with random decisions; returns how many there were."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            draw(state, chance)
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(seat) for seat in range(2)]
            state.apply_actions([ids[int(chance.random() * len(ids))] for ids in legal])
            decisions += 2
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
            decisions += 1
    return decisions


def compiled_decisions(game: Any, chance: random.Random, deals: int, rollouts: int, mean: float) -> float:
    """Decisions made in OpenSpiel's C++ by random roll-outs, which only a search bot gives access to.

    One simulation of `MCTSBot` chooses one action and rolls out; `mean` is the usual length of a game.
    """
    for _ in range(deals):
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, chance.getrandbits(30))
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, chance.getrandbits(30), False)
        bot.step(deal(game, chance))
    return deals * rollouts * (mean - 1)
