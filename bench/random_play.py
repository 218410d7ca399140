"""Random play, compiled: decisions a second on one core. Peer: OpenSpiel's Dou Dizhu."""

import random

import numpy as np
import pyspiel
from measure import rates, report, runs
from spiel import DOU_DIZHU, compiled_decisions, random_game

import tianxia
from tianxia.engine import entries
from tianxia.engine.kinds import new_log

TARGET = 8_000_000
GAMES, PEER_GAMES, ROLLOUTS = 3_000, 300, 500


def main() -> None:
    game = tianxia.load("chu-han")
    states, start = game.blank(), np.concatenate([game.blank(), game.blank()])
    ids, log = np.zeros(game.most_legal, np.int32), new_log(0)
    tally = np.zeros((game.seats + 1, game.seats), np.int64)
    peer, chance = pyspiel.load_game(DOU_DIZHU), random.Random(1)
    mean = sum(random_game(peer, chance) for _ in range(PEER_GAMES)) / PEER_GAMES
    sides = {
        "Chu Han, compiled": lambda: entries.random_games(states, start, GAMES, 1, log, ids, tally),
        "OpenSpiel Dou Dizhu, driven from Python": lambda: sum(random_game(peer, chance) for _ in range(PEER_GAMES)),
        "OpenSpiel Dou Dizhu, roll-outs inside its C++": lambda: compiled_decisions(peer, chance, 4, ROLLOUTS, mean),
    }
    report("Random play", "decisions/s", rates(sides, runs()), TARGET)


if __name__ == "__main__":
    main()
