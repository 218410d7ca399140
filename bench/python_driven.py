"""Each decision taken in Python: list what is legal, choose, apply. Peers: games of OpenSpiel.

With bare records, with a checked state of the lab, and with a match, its events and its chain of hashes.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from measure import rates, report, runs
from spiel import PEERS, measured, random_game

from tianxia import lab
from tianxia.engine import _entries as entries
from tianxia.engine.kinds import new_log
from tianxia.engine.records import overwrite

TARGET = 400_000
GAMES, MATCHES, PEER_GAMES = 300, 20, 300


def main() -> None:
    count = runs()
    for name, (title, spiel) in PEERS.items():
        game, peer, chance = measured(name), pyspiel.load_game(spiel), random.Random(1)
        sides = {
            f"{game.title}, records": records(game),
            f"{game.title}, lab.State": states(game),
            f"{game.title}, match.legal_ids": matches(game, lambda match, seat: match.legal_ids(seat)),
            f"{game.title}, match.legal": matches(game, lambda match, seat: match.legal(seat)),
            f"OpenSpiel {title}": lambda peer=peer, chance=chance: sum(  # type: ignore[misc]
                random_game(peer, chance) for _ in range(PEER_GAMES)
            ),
        }
        report(f"Driven from Python: {game.title}", "decisions/s", rates(sides, count), TARGET)


def records(game: Any) -> Callable[[], int]:
    """Plays games on one record and returns how many decisions there were."""
    states, ids, log = game.blank(), np.zeros(game.most_legal, np.int32), new_log(0)
    listed = memoryview(ids)
    chance = random.Random(1)
    options = game.blank()

    def play(seed: int) -> int:
        draw, step = chance.random, entries.step
        overwrite(states, options)
        entries.setup(states, seed)
        seat, n = 0, entries.legal(states, 0, ids)
        decisions = 0
        while seat >= 0:
            seat, n = step(states, states, seat, listed[int(draw() * n)], log, ids, ids, n)
            decisions += 1
        return decisions

    return lambda: sum(map(play, range(GAMES)))


def states(game: Any) -> Callable[[], int]:
    """Plays states of the lab to their end, every step checked; returns how many decisions there were."""
    draw = random.Random(1).random

    def play(seed: int) -> int:
        state, decisions = lab.State(game, seed), 0
        while state.seat >= 0:
            ids = state.legal()
            state.apply(ids[int(draw() * len(ids))])
            decisions += 1
        return decisions

    return lambda: sum(map(play, range(GAMES)))


def matches(game: Any, legal: Callable[[Any, int], Any]) -> Callable[[], int]:
    """Plays matches to their end, with a way to ask what is legal; returns how many decisions there were."""
    draw = random.Random(1).random

    def play(seed: int) -> int:
        match = game.new(seed)
        while asked := match.to_act:
            actions = legal(match, asked[0])
            match.play(asked[0], actions[int(draw() * len(actions))])
        return int(match.step_count)

    return lambda: sum(map(play, range(MATCHES)))


if __name__ == "__main__":
    main()
