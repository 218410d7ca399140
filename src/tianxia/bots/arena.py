"""The arena: two bots play the same deals from both seats, and the difference is told with how sure it is."""

import math
import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from tianxia.bots.levels import make
from tianxia.bots.players import Bot
from tianxia.engine import entries
from tianxia.engine.compiling import lowest
from tianxia.engine.errors import TianxiaError
from tianxia.engine.game import Game
from tianxia.engine.kinds import new_log
from tianxia.engine.randomness import mix

Z95 = 1.96
PSEUDO = 2
"""Pairs added as won and as lost for an interval, so that a clean sweep has one too (Agresti and Coull, 1998)."""
SEED_BITS = (1 << 62) - 1


class Pair(msgspec.Struct, frozen=True):
    """One deal, played from both seats: what the first bot got in each game (1 won, 0.5 shared, 0 lost)."""

    deal: int
    points: tuple[float, float]
    decisions: int


class Header(msgspec.Struct, frozen=True):
    """First line of a file of results: what was played."""

    game: str
    options: dict[str, bool | str]
    bots: tuple[str, str]
    seed: int


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


def play(game: Game, bots: Sequence[Bot], seed: int) -> tuple[tuple[int, ...], int]:
    """Play one game; bot `i` sits at seat `i`. Returns the places and the number of decisions.

    A decision with one action is played without asking the bot.
    """
    states, record = game.blank(), game.blank()
    ids, log = np.zeros(game.most_legal, np.int32), new_log(0)
    entries.setup(states, seed)
    bits = entries.actors(states)
    seat = lowest(bits) if bits else -1
    n = entries.legal(states, seat, ids) if bits else 0
    decisions = 0
    while seat >= 0:
        action = int(ids[0])
        if n > 1:
            record[:] = states
            entries.masked(record, seat)
            action = bots[seat].choose(record, seat)
        seat, n = entries.step(states, seat, action, log, ids)
        decisions += 1
    places = np.zeros(game.seats, np.int64)
    entries.result(states, places)
    return tuple(places.tolist()), decisions


def play_pair(game: Game, names: tuple[str, str], seed: int, deal: int) -> Pair:
    """Play deal number `deal` of a seed from both seats, each time with fresh bots."""
    cards = mix(seed ^ mix(deal + 1)) & SEED_BITS
    points = []
    decisions = 0
    for swapped in (False, True):
        bots = [make(name, game, mix(cards + i) & SEED_BITS) for i, name in enumerate(names)]
        places, count = play(game, bots[::-1] if swapped else bots, cards)
        mine, other = places[::-1] if swapped else places
        points.append(0.5 if mine == other else float(mine < other))
        decisions += count
    return Pair(deal, (points[0], points[1]), decisions)


def contest(
    game: Game,
    names: tuple[str, str],
    pairs: int,
    *,
    seed: int = 0,
    processes: int = 1,
    path: Path | None = None,
    progress: Callable[[Outcome, int], None] | None = None,
) -> Outcome:
    """Play so many pairs of deals. `progress` gets what is known so far and the number of pairs wanted.

    With a `path` each pair is written down when it is finished, and those found there are not played again.
    Raises TianxiaError when the file holds another contest, or the game has not two seats.
    """
    if game.seats != 2:
        raise TianxiaError(f"the arena is for two players; {game.id} has {game.seats}")
    for name in names:
        make(name, game, seed)
    header = Header(game.id, game.options, names, seed)
    done = read(path, header) if path and path.exists() else {}
    done = {deal: pair for deal, pair in done.items() if deal < pairs}
    left = [deal for deal in range(pairs) if deal not in done]
    with _Book(path, header) as note:
        for pair in _played(game, names, seed, left, processes):
            done[pair.deal] = pair
            note(pair)
            if progress:
                progress(outcome(names, done.values()), pairs)
    return outcome(names, done.values())


def _played(game: Game, names: tuple[str, str], seed: int, deals: list[int], processes: int) -> Iterator[Pair]:
    if processes == 1:
        for deal in deals:
            yield play_pair(game, names, seed, deal)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context) as pool:
        running: set[Future[Pair]] = set()
        waiting = deque(deals)
        while waiting or running:
            while waiting and len(running) < 2 * processes:
                running.add(pool.submit(_in_process, game.id, game.options, names, seed, waiting.popleft()))
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()


def _in_process(game: str, options: dict[str, bool | str], names: tuple[str, str], seed: int, deal: int) -> Pair:
    from tianxia.games import load

    return play_pair(load(game, **options), names, seed, deal)


class _Book:
    """Appends finished pairs to a file, one line each; does nothing without a path."""

    def __init__(self, path: Path | None, header: Header) -> None:
        self._path, self._header = path, header

    def __enter__(self) -> Callable[[Pair], None]:
        if self._path is None:
            self._file: Any = None
            return lambda pair: None
        self._file = self._path.open("a+b")
        self._file.seek(0)
        self._file.truncate(self._file.read().rfind(b"\n") + 1)
        if not self._file.tell():
            self._write(self._header)
        return self._write

    def _write(self, line: msgspec.Struct) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()


def read(path: Path, header: Header) -> dict[int, Pair]:
    """The pairs that a file of results holds; a last line that was cut off is left out."""
    try:
        first, *lines = path.read_bytes().split(b"\n")[:-1]
        found = msgspec.json.decode(first, type=Header)
    except (ValueError, msgspec.DecodeError):
        raise TianxiaError(f"{path}: not a file of arena results") from None
    if found != header:
        raise TianxiaError(f"{path}: holds {found.bots[0]} against {found.bots[1]} of another contest; name a new file")
    pairs = {}
    for number, line in enumerate(lines, 2):
        try:
            pair = msgspec.json.decode(line, type=Pair)
        except msgspec.DecodeError:
            raise TianxiaError(f"{path}: line {number} is not a result") from None
        pairs[pair.deal] = pair
    return pairs


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
