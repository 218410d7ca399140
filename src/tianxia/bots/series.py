"""A series of deals between bots: played by several processes, each deal written down when it is finished."""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec
import numpy as np

from tianxia.bots.players import Bot
from tianxia.engine import entries
from tianxia.engine.compiling import lowest
from tianxia.engine.errors import TianxiaError
from tianxia.engine.game import Game, Value
from tianxia.engine.kinds import new_log
from tianxia.engine.randomness import mix

SEED_BITS = (1 << 62) - 1


class Played(Protocol):
    """What came of one deal, as a struct of msgspec that makes one line of a file."""

    @property
    def deal(self) -> int:
        """Number of the deal in its series."""


P = TypeVar("P", bound=Played)
PlayDeal = Callable[[Game, tuple[str, ...], int, int], P]
"""Plays a deal: game, names of the bots, seed of the series, number of the deal."""


class Header(msgspec.Struct, frozen=True):
    """First line of a file of results: what was played."""

    game: str
    options: dict[str, Value]
    bots: tuple[str, ...]
    seed: int


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


def seed_of(seed: int, deal: int) -> int:
    """The seed from which deal number `deal` of a series is dealt."""
    return mix(seed ^ mix(deal + 1)) & SEED_BITS


def seed_of_bot(cards: int, number: int) -> int:
    """The seed of a bot that plays in the deal of the seed `cards`."""
    return mix(cards + number) & SEED_BITS


def series(
    game: Game,
    names: tuple[str, ...],
    deals: int,
    play_deal: PlayDeal[P],
    kind: type[P],
    *,
    seed: int,
    processes: int,
    path: Path | None,
    progress: Callable[[dict[int, P]], None] | None,
) -> dict[int, P]:
    """What came of the deals 0 to `deals` - 1, by number; `progress` gets what is known after each of them.

    With a `path` each deal is written down when it is finished, and those found there are not played again.
    Raises TianxiaError when the file holds another series.
    """
    header = Header(game.id, game.options, names, seed)
    found = read(path, header, kind) if path and path.exists() else {}
    done = {deal: played for deal, played in found.items() if deal < deals}
    left = [deal for deal in range(deals) if deal not in done]
    with _Book[P](path, header) as note:
        for played in _played(game, names, seed, left, play_deal, processes):
            done[played.deal] = played
            note(played)
            if progress:
                progress(done)
    return done


def _played(
    game: Game, names: tuple[str, ...], seed: int, deals: list[int], play_deal: PlayDeal[P], processes: int
) -> Iterator[P]:
    if processes == 1:
        for deal in deals:
            yield play_deal(game, names, seed, deal)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context) as pool:
        running: set[Future[P]] = set()
        waiting = deque(deals)
        while waiting or running:
            while waiting and len(running) < 2 * processes:
                deal = waiting.popleft()
                running.add(pool.submit(_in_process, play_deal, game.id, game.options, names, seed, deal))
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()


def _in_process(
    play_deal: PlayDeal[P], game: str, options: dict[str, Value], names: tuple[str, ...], seed: int, deal: int
) -> P:
    from tianxia.games import load

    return play_deal(load(game, **options), names, seed, deal)


class _Book(Generic[P]):
    """Appends finished deals to a file, one line each; does nothing without a path."""

    def __init__(self, path: Path | None, header: Header) -> None:
        self._path, self._header = path, header

    def __enter__(self) -> Callable[[P], None]:
        if self._path is None:
            self._file: Any = None
            return lambda played: None
        self._file = self._path.open("a+b")
        self._file.seek(0)
        self._file.truncate(self._file.read().rfind(b"\n") + 1)
        if not self._file.tell():
            self._write(self._header)
        return self._write

    def _write(self, line: Any) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()


def read(path: Path, header: Header, kind: type[P]) -> dict[int, P]:
    """The deals that a file of results holds; a last line that was cut off is left out."""
    try:
        first, *lines = path.read_bytes().split(b"\n")[:-1]
        found = msgspec.json.decode(first, type=Header)
    except (ValueError, msgspec.DecodeError):
        raise TianxiaError(f"{path}: not a file of arena results") from None
    if found != header:
        raise TianxiaError(f"{path}: holds {' against '.join(found.bots)} of another contest; name a new file")
    deals: dict[int, P] = {}
    for number, line in enumerate(lines, 2):
        try:
            played = msgspec.json.decode(line, type=kind)
        except msgspec.DecodeError:
            raise TianxiaError(f"{path}: line {number} is not a result") from None
        deals[played.deal] = played
    return deals
