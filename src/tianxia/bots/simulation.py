"""Many games between bots, with their results and the pace."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tianxia.bots.levels import Entrant, name_of, read_bot
from tianxia.bots.series import BLOCK, block_of, play, seed_of, seed_of_bot
from tianxia.engine import _entries as entries
from tianxia.engine.game import Game, checked_seed
from tianxia.engine.kinds import new_log


def simulate(
    game: Game, names: Sequence[Entrant], games: int, seed: int, progress: Callable[[int], None] | None = None
) -> dict[str, Any]:
    """Play games, bot `i` at seat `i`, on the deals of a seed (`series.seed_of`); `places[seat][place - 1]` counts the results.

    Random against random runs compiled as a whole; its choices differ from those of the bot `random`. TianxiaError for
    a seed that is none.
    """
    seed = checked_seed(seed)
    run = _random_games if all(name == "random" for name in names) else _bot_games
    tally = np.zeros((game.seats, game.seats), np.int64)
    run(game, names, 1, seed, np.zeros_like(tally), lambda done: None)  # loads the compiled code
    start = time.perf_counter()
    decisions = run(game, names, games, seed, tally, progress or (lambda done: None))
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


def _random_games(
    game: Game, _names: Sequence[Entrant], games: int, seed: int, tally: Any, progress: Callable[[int], None]
) -> int:
    states, start = game.blank(), np.concatenate([game.blank(), game.blank()])
    ids, log = np.zeros(game.most_legal, np.int32), new_log(0)
    counts = np.zeros((game.seats + 1, game.seats), np.int64)
    decisions = 0
    for done in range(0, games, BLOCK):
        deals = block_of(seed, done // BLOCK)[: games - done]
        decisions += entries.random_games(states, start, deals, seed_of_bot(seed, done, 0), log, ids, counts)
        progress(done + len(deals))
    tally += counts[: game.seats]
    return decisions


def _bot_games(
    game: Game, names: Sequence[Entrant], games: int, seed: int, tally: Any, progress: Callable[[int], None]
) -> int:
    bots = [read_bot(name, game, seed_of_bot(seed, 0, seat)) for seat, name in enumerate(names)]
    decisions = 0
    for number in range(games):
        places, count = play(game, bots, seed_of(seed, number))
        for seat, place in enumerate(places):
            tally[place - 1, seat] += 1
        decisions += count
        progress(number + 1)
    return decisions
