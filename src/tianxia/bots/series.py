"""A series of deals between bots: played by several processes, each deal written down when it is finished."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from tianxia.bots.executors import executor, spread
from tianxia.bots.levels import Entrant, marked
from tianxia.bots.players import Bot
from tianxia.engine import _entries as entries
from tianxia.engine.errors import TianxiaError
from tianxia.engine.game import Game, checked_seed
from tianxia.engine.kinds import new_log
from tianxia.engine.options import Value
from tianxia.engine.primitives import lowest
from tianxia.engine.records import duplicate

FORMAT = 2
"""Of files of results. In the first one two seeds shared deals, and the levels thought less."""
BLOCK = 1000
"""Deals that one seed sequence gives: one for each would take as long as a random game."""


class Played(Protocol):
    """What came of one deal, as a struct of msgspec that makes one line of a file."""

    @property
    def seed(self) -> int:
        """Seed of its series."""

    @property
    def deal(self) -> int:
        """Number of the deal in its series."""


P = TypeVar("P", bound=Played)
PlayDeal = Callable[[Game, tuple[Entrant, ...], int, int], P]
"""Plays a deal: game, the bots, seed of the series, number of the deal."""


class Header(msgspec.Struct, frozen=True):
    """First line of a file of results: what was played. The seed is told with each deal, so that files can be joined."""

    game: str
    options: dict[str, Value]
    assets: str = msgspec.field(default="", name="furnishing")  # digest of the map or deck
    bots: tuple[str, ...] = ()
    format: int = 1


def play(game: Game, bots: Sequence[Bot], seed: int) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
    """Play one game; bot `i` sits at seat `i`. Returns places, number of decisions, how many each bot `cut_short`.

    A decision with one action is played without asking the bot.
    """
    states, before = game.blank(), [cut_short(bot) for bot in bots]
    ids, log = np.zeros(game.most_legal, np.int32), new_log(0)
    entries.setup(states, seed)
    bits = entries.actors(states)
    seat = lowest(bits) if bits else -1
    n = entries.legal(states, seat, ids) if bits else 0
    decisions = 0
    while seat >= 0:
        action = int(ids[0])
        if n > 1:
            record = duplicate(states)
            entries.masked(record, seat)
            action = allowed(game, bots[seat], seat, bots[seat].choose(record, seat), ids[:n])
        seat, n = entries.step(states, states, seat, action, log, ids, ids, n)
        decisions += 1
    places = np.zeros(game.seats, np.int64)
    entries.result(states, places)
    cut = tuple(cut_short(bot) - earlier for bot, earlier in zip(bots, before, strict=True))
    return tuple(places.tolist()), decisions, cut


def cut_short(bot: Bot) -> int:
    """For how many choices a bot had no time to do all simulations (`Search.cut_short`); one of your own may tell it too."""
    return int(getattr(bot, "cut_short", 0))


def allowed(game: Game, bot: Bot, seat: int, answer: Any, ids: npt.NDArray[np.int32]) -> int:
    """The action that a bot gave; raises TianxiaError where that is none of the legal ones, since a bot may be anybody's."""
    number = game.actions.parse(answer)
    if number not in ids:
        raise TianxiaError(
            f"bot {type(bot).__qualname__} at seat {seat} plays what is not legal: {game.action(number)}"
        )
    return number


def block_of(seed: int, block: int) -> npt.NDArray[np.int64]:
    """The seeds of BLOCK deals that follow each other: those of two seeds of a series have no deal in common.

    They are 63 random bits each, so that even 100 million deals would share one in 2,000 times only.
    """
    words = np.random.SeedSequence(seed, spawn_key=(block,)).generate_state(BLOCK, np.uint64)
    return (words >> np.uint64(1)).astype(np.int64)


def seed_of(seed: int, deal: int) -> int:
    """The seed from which deal number `deal` of a series is dealt."""
    return int(block_of(seed, deal // BLOCK)[deal % BLOCK])


def seed_of_bot(seed: int, deal: int, seat: int) -> int:
    """The seed of a bot in a deal: it tells nothing of the cards, and another deal has another one."""
    return int(np.random.SeedSequence(seed, spawn_key=(deal, seat)).generate_state(1, np.uint64)[0]) >> 1


def series(
    game: Game,
    names: tuple[Entrant, ...],
    deals: int,
    play_deal: PlayDeal[P],
    kind: type[P],
    *,
    seed: int,
    processes: int,
    ray: str,
    path: Path | None,
    progress: Callable[[list[P]], None] | None,
) -> list[P]:
    """What came of the deals 0 to `deals` - 1 of a seed; `progress` gets what is known after each of them.

    They are played in so many processes, or on the cluster of Ray at an address (`executors`).

    With a `path` each deal is written down when it is finished, and those found there are not played again; those of other
    seeds count too. Raises TianxiaError when the file holds another series.
    """
    seed = checked_seed(seed)
    called = tuple(marked(name, game) for name in names) if path else ()
    header = Header(game.id, game.options, game.assets_digest(), called, FORMAT)
    found = read(path, header, kind) if path and path.exists() else {}
    done = [played for (of_seed, deal), played in found.items() if of_seed != seed or deal < deals]
    left = [deal for deal in range(deals) if (seed, deal) not in found]
    with _Book[P](path, header) as note, executor(processes, ray) as place:
        for played in spread(place, play_deal, [(game, names, seed, deal) for deal in left]):
            done.append(played)
            note(played)
            if progress:
                progress(done)
    return done


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


def read(path: Path, header: Header, kind: type[P]) -> dict[tuple[int, int], P]:
    """The deals that a file of results holds, by seed and number, each once; a last line that was cut off is left out.

    Files of one header may stand in it one after the other.
    """
    lines = path.read_bytes().split(b"\n")[:-1]
    deals: dict[tuple[int, int], P] = {}
    for number, line in enumerate(lines, 1):
        try:
            if number == 1 or line.startswith(b'{"game"'):
                _check(path, header, msgspec.json.decode(line, type=Header))
            else:
                played = msgspec.json.decode(line, type=kind)
                deals.setdefault((played.seed, played.deal), played)
        except msgspec.DecodeError:
            wrong = "not a file of arena results" if number == 1 else f"line {number} is not a result"
            raise TianxiaError(f"{path}: {wrong}") from None
    if not lines:
        raise TianxiaError(f"{path}: not a file of arena results")
    return deals


def _check(path: Path, header: Header, found: Header) -> None:
    """What a file holds must have been played like this."""
    if found.format != FORMAT:
        raise TianxiaError(
            f"{path}: was written by another version, which dealt otherwise and knew other bots; name a new file"
        )
    if found != header:
        raise TianxiaError(f"{path}: holds {' against '.join(found.bots)} of another contest; name a new file")
