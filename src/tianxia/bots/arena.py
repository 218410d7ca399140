"""The arena for two: they play the same deals from both seats, and the difference is told with how sure it is.

For games with more seats see `ranking`.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from tianxia.bots.levels import Entrant, name_of, read_bot
from tianxia.bots.series import play, seed_of, seed_of_bot, series
from tianxia.engine.errors import TianxiaError
from tianxia.engine.game import Game

Z95 = 1.96
PSEUDO = 2
"""Pairs added as won and as lost for an interval, so that a clean sweep has one too (Agresti and Coull, 1998)."""


class Pair(msgspec.Struct, frozen=True, omit_defaults=True):
    """One deal, played from both seats: what the first bot got in each game (1 won, 0.5 shared, 0 lost)."""

    seed: int
    deal: int
    points: tuple[float, float]
    decisions: int
    cut_short: tuple[int, int] = (0, 0)
    """Choices for which each bot had no time to do all of its simulations."""


class Outcome(msgspec.Struct, frozen=True):
    """The first bot against the second: `score` is its share of the points; intervals are of 95 %."""

    bots: tuple[str, str]
    pairs: int
    won: int
    shared: int
    lost: int
    score: float
    score_interval: tuple[float, float]
    elo: float
    elo_interval: tuple[float, float]
    decisions: int
    cut_short: tuple[int, int]
    """Choices for which each bot had no time to do all of its simulations: with others the results may be others."""


def play_pair(game: Game, names: tuple[Entrant, ...], seed: int, deal: int) -> Pair:
    """Play deal number `deal` of a seed from both seats, each time with fresh bots."""
    cards = seed_of(seed, deal)
    points, cut = [], [0, 0]
    decisions = 0
    for swapped in (False, True):
        seated = names[::-1] if swapped else names
        bots = [read_bot(name, game, seed_of_bot(seed, deal, seat)) for seat, name in enumerate(seated)]
        places, count, short = play(game, bots, cards)
        mine, other = places[::-1] if swapped else places
        points.append(0.5 if mine == other else float(mine < other))
        decisions += count
        cut = [sum(both) for both in zip(cut, short[::-1] if swapped else short, strict=True)]
    return Pair(seed, deal, (points[0], points[1]), decisions, (cut[0], cut[1]))


def contest(
    game: Game,
    names: tuple[Entrant, Entrant],
    pairs: int,
    *,
    seed: int = 0,
    processes: int = 1,
    ray: str = "",
    path: Path | None = None,
    progress: Callable[[Outcome, int], None] | None = None,
) -> Outcome:
    """Play so many pairs of deals between two bots, by name or as they are, in processes or on a cluster (`executors`).

    `progress` gets what is known so far and the number of pairs wanted.

    With a `path` each pair is written down when it is finished, and those found there are not played again; those of other
    seeds, joined to the file, count too.
    Raises TianxiaError when the file holds another contest, or the game has not two seats.
    """
    if game.seats != 2:
        raise TianxiaError(f"a contest is for two players; {game.id} has {game.seats} here: let them be ranked")
    for name in names:
        read_bot(name, game, seed)
    called = name_of(names[0]), name_of(names[1])

    def tell(done: list[Pair]) -> None:
        if progress:
            progress(outcome(called, done), pairs)

    done = series(
        game, names, pairs, play_pair, Pair, seed=seed, processes=processes, ray=ray, path=path, progress=tell
    )
    return outcome(called, done)


def outcome(names: tuple[str, str], played: Iterable[Pair]) -> Outcome:
    """Sum up pairs. The two games of a pair share their deal, so the pair is the unit of the interval."""
    pairs = list(played)
    points = [point for pair in pairs for point in pair.points]
    scores = [sum(pair.points) / 2 for pair in pairs]
    score = sum(scores) / len(scores) if scores else 0.5
    low, high = interval(scores)
    return Outcome(
        bots=names,
        pairs=len(pairs),
        won=points.count(1.0),
        shared=points.count(0.5),
        lost=points.count(0.0),
        score=score,
        score_interval=(low, high),
        elo=elo(score),
        elo_interval=(elo(low), elo(high)),
        decisions=sum(pair.decisions for pair in pairs),
        cut_short=(sum(pair.cut_short[0] for pair in pairs), sum(pair.cut_short[1] for pair in pairs)),
    )


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """95 % interval of the mean of scores between 0 and 1."""
    padded = [*scores, *[1.0] * PSEUDO, *[0.0] * PSEUDO]
    mean = sum(padded) / len(padded)
    deviation = math.sqrt(sum((x - mean) ** 2 for x in padded) / (len(padded) - 1))
    half = Z95 * deviation / math.sqrt(len(padded))
    return max(0.0, mean - half), min(1.0, mean + half)


def elo(score: float) -> float:
    """Difference in Elo that expects this share of the points; infinite for all or nothing.

    >>> round(elo(0.75))
    191
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))
