"""No change makes the rules half as slow again: each game against a loop that never changes, in the same process.

The two take turns and the least of each counts, so that other work on the machine disturbs little; who is too slow gets more
turns first. `python -m tests.lab.test_speed` tells the ratios of today, to be noted here when they are better or must be worse.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

import tianxia
from tests.games.test_notes import GAMES
from tianxia import lab
from tianxia.engine import _entries as entries
from tianxia.engine.compiling import INTERPRETED
from tianxia.engine.kinds import new_log

NOTED = {"chu-han": 25.0, "huang": 610.0, "huns": 29.0, "sun-tzu": 22.0}
"""Seconds of a random decision in compiled code, by those of a round of the compiled loop."""
DRIVEN = 7.5
"""Seconds of a decision of `lab.State` in Chu Han from Python, by those of a round of the loop in Python."""
SLOWER = 1.5
ROUNDS, MOST = 8, 200
"""Turns that each takes, and at most."""
LOOPS = 200_000


@numba.njit  # type: ignore[untyped-decorator]
def fixed(numbers: Any, loops: int) -> int:
    """Reads, writes, and branches that cannot be foretold, as rules do."""
    found, word = 0, np.uint64(88172645463325252)
    for _ in range(loops):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
        place = word & np.uint64(255)
        if numbers[place] & 1:
            numbers[place] += 1
            found += numbers[(place + np.uint64(7)) & np.uint64(255)]
        else:
            numbers[place] = found & 0xFFFF
    return found


def fixed_in_python() -> int:
    """The same for what is driven from Python."""
    draw, rows, found = random.Random(1).random, list(range(64)), 0
    for _ in range(500):
        place = int(draw() * 64)
        rows[place] = found = found + rows[place] & 0xFFFF
        str(found)
    return 500


def looped() -> int:
    fixed(np.zeros(256, np.int64), LOOPS)
    return LOOPS


def random_play(name: str) -> Callable[[], int]:
    game = tianxia.load(name, **GAMES[name])
    states, start = game.blank(), np.concatenate([game.blank(), game.blank()])
    ids, log = np.zeros(game.most_legal, np.int32), new_log(0)
    tally, deals = np.zeros((game.seats + 1, game.seats), np.int64), np.arange(4)
    return lambda: int(entries.random_games(states, start, deals, 1, log, ids, tally))


def driven() -> int:
    state, draw, decisions = lab.State(tianxia.load("chu-han"), 1), random.Random(1).random, 0
    while state.seat >= 0:
        ids = state.legal()
        state.apply(ids[int(draw() * len(ids))])
        decisions += 1
    return decisions


def ratio(work: Callable[[], int], other: Callable[[], int], noted: float) -> float:
    """Seconds of one thing by those of the other, until that is no more than it may be or all turns are taken."""
    least = [float("inf"), float("inf")]
    for turn in range(MOST):
        for i, one in enumerate((work, other)):
            start = time.process_time()
            done = one()
            least[i] = min(least[i], (time.process_time() - start) / done)
        if turn >= ROUNDS and least[0] <= SLOWER * noted * least[1]:
            break
    return least[0] / least[1]


@pytest.mark.skipif(INTERPRETED, reason="it is the compiled rules that are quick")
@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_as_quick_as_they_were(name: str) -> None:
    found = ratio(random_play(name), looped, NOTED[name])
    assert found <= SLOWER * NOTED[name], f"{found / NOTED[name]:.2f} times slower than noted"


@pytest.mark.skipif(INTERPRETED, reason="it is the compiled rules that are quick")
def test_a_state_is_driven_as_quickly_as_it_was() -> None:
    found = ratio(driven, fixed_in_python, DRIVEN)
    assert found <= SLOWER * DRIVEN, f"{found / DRIVEN:.2f} times slower than noted"


def test_what_takes_twice_as_long_is_found_out() -> None:
    def twice() -> int:
        return (looped() + looped()) // 2

    assert ratio(twice, looped, 1.0) > SLOWER
    assert ratio(looped, looped, 1.0) <= SLOWER


if __name__ == "__main__":
    for game in GAMES:
        print(game, round(ratio(random_play(game), looped, 0.0), 2))
    print("driven", round(ratio(driven, fixed_in_python, 0.0), 2))
