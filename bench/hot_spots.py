"""Where the time of a random decision goes: to list what is legal, to carry one out, and all the rest; and what the floor is.

One core, compiled. Each part is done once more, and told is how much longer the same games take then. The floor is what no rules
go below that list all actions: to write as many ids down and to draw one of them.
"""

import time
from typing import Any

import numpy as np
from spiel import PEERS, measured

from tianxia.engine import core
from tianxia.engine.compiling import entry
from tianxia.engine.kinds import new_log
from tianxia.engine.primitives import lowest
from tianxia.engine.randomness import below
from tianxia.engine.records import copy, row

AGAIN = NOTHING, LEGAL, COPY, APPLY = range(4)
"""What is done once more: nothing, listing, a copy of the record, that copy and what is applied to it."""
GAMES, TURNS, COUNTED = 400, 15, 20_000


@entry
def random_games(states: Any, again: int, deals: Any, log: Any, out: Any, counts: Any) -> int:
    """Plays games with random decisions from the options in `states[0]`; returns how many, `counts` takes what was legal."""
    s, scratch = row(states, 1), row(states, 2)
    chooser = row(states, 3)
    chooser.rng = 1
    decisions = 0
    for deal in deals:
        copy(row(states, 0), s)
        core.setup(s, deal)
        bits = core.actors(s)
        while bits != 0:
            seat = lowest(bits)
            n = core.legal(s, seat, out)
            if again == LEGAL:
                n = core.legal(s, seat, out)
            action = out[below(chooser, n)]
            if again >= COPY:
                copy(s, scratch)
            if again == APPLY:
                core.apply(scratch, seat, action, log)
            core.apply(s, seat, action, log)
            counts[decisions % counts.shape[0]] = n
            decisions += 1
            bits = core.actors(s)
    return decisions


@entry
def floor(states: Any, counts: Any, out: Any) -> int:
    """Write as many ids as there were, and draw one of them; returns the sum of what was drawn."""
    chooser = row(states, 3)
    total = 0
    for n in counts:
        for i in range(n):
            out[i] = i
        total += out[below(chooser, n)]
    return total


def main() -> None:
    print("| nanoseconds a decision | all | what is legal | to carry it out | the rest | floor | actions listed |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in PEERS:
        game = measured(name)
        states, deals = np.concatenate([game.blank()] * 4), np.arange(GAMES)
        ids, log = np.zeros(game.most_legal, np.int32), new_log(0)
        least, lowest_of_all, counts = [float("inf")] * len(AGAIN), float("inf"), np.zeros(COUNTED, np.int64)
        for _ in range(TURNS):
            for again in AGAIN:
                start = time.process_time()
                decisions = random_games(states, again, deals, log, ids, counts)
                least[again] = min(least[again], (time.process_time() - start) / decisions * 1e9)
            start = time.process_time()
            floor(states, counts, ids)
            lowest_of_all = min(lowest_of_all, (time.process_time() - start) / COUNTED * 1e9)
        whole, legal, apply = least[NOTHING], least[LEGAL] - least[NOTHING], least[APPLY] - least[COPY]
        parts = (whole, legal, apply, whole - legal - apply, lowest_of_all, counts.mean())
        print(f"| {game.title} ({game.seats}) | {' | '.join(f'{part:.0f}' for part in parts)} |", flush=True)


if __name__ == "__main__":
    main()
