"""Each decision taken in Python: list what is legal, choose, apply. Peers: games of OpenSpiel."""

import random
from collections.abc import Callable

import numpy as np
import pyspiel
from measure import rates, report, runs
from spiel import PEERS, measured, random_game

from tianxia.engine import entries
from tianxia.engine.kinds import new_log

TARGET = 400_000
GAMES, PEER_GAMES = 300, 300


def main() -> None:
    count = runs()
    for name, (title, spiel) in PEERS.items():
        peer, chance = pyspiel.load_game(spiel), random.Random(1)
        play = driven(name)
        sides: dict[str, Callable[[], float]] = {
            measured(name).title: lambda play=play: sum(play(seed) for seed in range(GAMES)),  # type: ignore[misc]
            f"OpenSpiel {title}": lambda peer=peer, chance=chance: sum(  # type: ignore[misc]
                random_game(peer, chance) for _ in range(PEER_GAMES)
            ),
        }
        report(f"Driven from Python: {measured(name).title}", "decisions/s", rates(sides, count), TARGET)


def driven(name: str) -> Callable[[int], int]:
    """Plays one game of a seed and returns how many decisions there were."""
    game = measured(name)
    states, ids, log = game.blank(), np.zeros(game.most_legal, np.int32), new_log(0)
    listed = memoryview(ids)
    chance = random.Random(1)
    options = game.blank()

    def play(seed: int) -> int:
        draw, step = chance.random, entries.step
        states[:] = options
        entries.setup(states, seed)
        seat, n = 0, entries.legal(states, 0, ids)
        decisions = 0
        while seat >= 0:
            seat, n = step(states, seat, listed[int(draw() * n)], log, ids)
            decisions += 1
        return decisions

    return play


if __name__ == "__main__":
    main()
