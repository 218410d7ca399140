"""Many games between bots, with their results and the pace."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tianxia.bots.executors import executor, spread
from tianxia.bots.levels import Entrant, name_of, read_bot
from tianxia.bots.series import BLOCK, block_of, play, seed_of, seed_of_bot
from tianxia.engine import _entries as entries
from tianxia.engine.game import Game, checked_seed
from tianxia.engine.kinds import new_log

PORTION = 10
"""Games between bots that are played one after the other with the same bots; random ones are BLOCK at a time."""


def simulate(
    game: Game,
    names: Sequence[Entrant],
    games: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    *,
    processes: int = 1,
    ray: str = "",
) -> dict[str, Any]:
    """Play games, bot `i` at seat `i`, on the deals of a seed (`series.seed_of`); `places[seat][place - 1]` counts the results.

    They are played in so many processes, or on the cluster of Ray at an address (`executors`), with the same results.
    Random against random runs compiled as a whole; its choices differ from those of the bot `random`. TianxiaError for a
    seed that is none.
    """
    seed = checked_seed(seed)
    at_random = all(name == "random" for name in names)
    run, size = (_random_games, BLOCK) if at_random else (_bot_games, PORTION)
    tally = np.zeros((game.seats, game.seats), np.int64)
    decisions = done = 0
    with executor(processes, ray) as place:
        if place.places == 1:
            run(game, names, seed, 0, 1)  # loads the compiled code
        start = time.perf_counter()
        portions = [(game, names, seed, first, min(size, games - first)) for first in range(0, games, size)]
        for counts, count in spread(place, run, portions):
            tally += counts
            decisions += count
            done += int(counts.sum()) // game.seats
            if progress:
                progress(done)
        seconds = time.perf_counter() - start
    return {
        "game": game.id,
        "bots": list(map(name_of, names)),
        "games": games,
        "seed": seed,
        "places": tally.T.tolist(),
        "decisions": decisions,
        "seconds": seconds,
        "games_per_second": games / seconds,
        "decisions_per_second": decisions / seconds,
    }


def _random_games(game: Game, _names: Sequence[Entrant], seed: int, first: int, games: int) -> tuple[Any, int]:
    states, start = game.blank(), np.concatenate([game.blank(), game.blank()])
    ids, log = np.zeros(game.most_legal, np.int32), new_log(0)
    counts = np.zeros((game.seats + 1, game.seats), np.int64)
    deals = block_of(seed, first // BLOCK)[:games]
    decisions = entries.random_games(states, start, deals, seed_of_bot(seed, first, 0), log, ids, counts)
    return counts[: game.seats], decisions


def _bot_games(game: Game, names: Sequence[Entrant], seed: int, first: int, games: int) -> tuple[Any, int]:
    bots = [read_bot(name, game, seed_of_bot(seed, first, seat)) for seat, name in enumerate(names)]
    counts, decisions = np.zeros((game.seats, game.seats), np.int64), 0
    for number in range(first, first + games):
        places, count, _ = play(game, bots, seed_of(seed, number))
        for seat, place in enumerate(places):
            counts[place - 1, seat] += 1
        decisions += count
    return counts, decisions
