"""Random play, compiled: decisions a second on one core. Peers: games of OpenSpiel."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from measure import rates, report, runs
from spiel import DOU_DIZHU, PEERS, compiled_decisions, measured, random_game

from tianxia.engine import _entries as entries
from tianxia.engine.kinds import new_log

TARGETS = {"chu-han": 8_000_000, "sun-tzu": 8_000_000, "huang": 1_500_000, "huns": 6_000_000}
GAMES, PEER_GAMES, ROLLOUTS = 3_000, 300, 500


def main() -> None:
    count = runs()
    for name in PEERS:
        report(f"Random play: {measured(name).title}", "decisions/s", rates(sides(name), count), TARGETS[name])


def sides(name: str) -> dict[str, Callable[[], float]]:
    """What is compared for a game; Dou Dizhu's roll-outs also run inside C++, for a second peer."""
    title, spiel = PEERS[name]
    peer, chance = pyspiel.load_game(spiel), random.Random(1)
    compared: dict[str, Callable[[], float]] = {
        f"{measured(name).title}, compiled": compiled(name),
        f"OpenSpiel {title}, driven from Python": lambda: sum(random_game(peer, chance) for _ in range(PEER_GAMES)),
    }
    if spiel == DOU_DIZHU:
        mean = sum(random_game(peer, chance) for _ in range(PEER_GAMES)) / PEER_GAMES
        inside = f"OpenSpiel {title}, roll-outs inside its C++"
        compared[inside] = lambda: compiled_decisions(peer, chance, 4, ROLLOUTS, mean)
    return compared


def compiled(name: str) -> Callable[[], Any]:
    """Whole games in compiled code."""
    game = measured(name)
    states, start = game.blank(), np.concatenate([game.blank(), game.blank()])
    ids, log = np.zeros(game.most_legal, np.int32), new_log(0)
    tally = np.zeros((game.seats + 1, game.seats), np.int64)
    return lambda: entries.random_games(states, start, np.arange(GAMES), 1, log, ids, tally)


if __name__ == "__main__":
    main()
