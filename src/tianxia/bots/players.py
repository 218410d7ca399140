"""The contract of a bot, and the bots that do not look ahead."""

import random
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tianxia.engine import core, entries
from tianxia.engine.compiling import entry
from tianxia.engine.game import Game
from tianxia.engine.records import row

CARELESSNESS = 2.0
"""How many points less make an action as rare as a factor of e."""

Record = npt.NDArray[Any]


class Bot(Protocol):
    """A player: it gets what its seat may see and nothing else."""

    planned: list[tuple[int, int]]
    """What it will play next if nothing else is shown: hash of what it sees then (`entries.hashed`), action id."""

    def choose(self, record: Record, seat: int) -> int:
        """Id of the action that the bot plays as `seat`, which is to act; `record` is `Match.record(seat)`."""


class Random:
    """Any legal action, each as likely as the others."""

    def __init__(self, game: Game, seed: int) -> None:
        self.planned: list[tuple[int, int]] = []
        self._ids = np.zeros(game.most_legal, np.int32)
        self._random = random.Random(seed)

    def choose(self, record: Record, seat: int) -> int:
        """See `Bot.choose`."""
        return int(self._ids[self._random.randrange(entries.legal(record, seat, self._ids))])


class Greedy:
    """The action that the rule of thumb finds best, of equal ones any; where seats choose at the same time, mostly a good one."""

    def __init__(self, game: Game, seed: int) -> None:
        self.planned: list[tuple[int, int]] = []
        self._random = random.Random(seed)
        self._ids = np.zeros(game.most_legal, np.int32)
        self._points = np.zeros(game.most_legal)

    def choose(self, record: Record, seat: int) -> int:
        """See `Bot.choose`."""
        n = advise(record, seat, self._ids, self._points)
        if entries.together(record):
            return drawn(self._random, self._ids[:n], self._points[:n])
        best = np.flatnonzero(self._points[:n] == self._points[:n].max())
        return int(self._ids[self._random.choice(best.tolist())])


class Sloppy:
    """Plays by the rule of thumb as a beginner does: the better an action looks, the more often, but any one now and then."""

    def __init__(self, game: Game, seed: int) -> None:
        self.planned: list[tuple[int, int]] = []
        self._ids = np.zeros(game.most_legal, np.int32)
        self._points = np.zeros(game.most_legal)
        self._random = random.Random(seed)

    def choose(self, record: Record, seat: int) -> int:
        """See `Bot.choose`."""
        n = advise(record, seat, self._ids, self._points)
        return drawn(self._random, self._ids[:n], self._points[:n] / CARELESSNESS)


def drawn(chance: random.Random, ids: npt.NDArray[np.int32], points: npt.NDArray[np.float64]) -> int:
    """Draw an action, one with a point more e times as often."""
    weights = np.exp(points - points.max())
    return int(chance.choices(ids.tolist(), weights.tolist())[0])


@entry
def advise(states: Any, seat: int, ids: Any, points: Any) -> Any:
    """Write the legal actions of `seat` in `states[0]` and the points that the rule of thumb gives them; returns how many."""
    s = row(states, 0)
    n = core.legal(s, seat, ids)
    core.thumb(s, seat, ids, n, points)
    return n
