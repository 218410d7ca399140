"""Each decision taken in Python: list what is legal, choose, apply. Peer: OpenSpiel's Dou Dizhu."""

import random

import numpy as np
import pyspiel
from measure import rates, report, runs
from spiel import DOU_DIZHU, random_game

import tianxia
from tianxia.engine import entries
from tianxia.engine.kinds import new_log

TARGET = 400_000
GAMES, PEER_GAMES = 300, 300


def main() -> None:
    game = tianxia.load("chu-han")
    states, ids, log = game.blank(), np.zeros(game.most_legal, np.int32), new_log(0)
    peer, chance = pyspiel.load_game(DOU_DIZHU), random.Random(1)
    listed = memoryview(ids)

    def play(seed: int) -> int:
        draw, step = chance.random, entries.step
        entries.setup(states, seed)
        seat, n = 0, entries.legal(states, 0, ids)
        decisions = 0
        while seat >= 0:
            seat, n = step(states, seat, listed[int(draw() * n)], log, ids)
            decisions += 1
        return decisions

    sides = {
        "Chu Han": lambda: sum(play(seed) for seed in range(GAMES)),
        "OpenSpiel Dou Dizhu": lambda: sum(random_game(peer, chance) for _ in range(PEER_GAMES)),
    }
    report("Driven from Python", "decisions/s", rates(sides, runs()), TARGET)


if __name__ == "__main__":
    main()
