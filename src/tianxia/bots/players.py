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

    def choose(self, record: Record, seat: int) -> int:
        """Id of the action that the bot plays as `seat`, which is to act; `record` is `Match.record(seat)`."""


class Random:
    """Any legal action, each as likely as the others."""

    def __init__(self, game: Game, seed: int) -> None:
        self._ids = np.zeros(game.most_legal, np.int32)
        self._random = random.Random(seed)

    def choose(self, record: Record, seat: int) -> int:
        """See `Bot.choose`."""
        return int(self._ids[self._random.randrange(entries.legal(record, seat, self._ids))])


class Greedy:
    """The action that the game's rule of thumb finds best; the same one each time, so a seed changes nothing."""

    def __init__(self, game: Game, _seed: int) -> None:
        self._ids = np.zeros(game.most_legal, np.int32)
        self._points = np.zeros(game.most_legal)

    def choose(self, record: Record, seat: int) -> int:
        """See `Bot.choose`."""
        n = advise(record, seat, self._ids, self._points)
        return int(self._ids[self._points[:n].argmax()])


class Sloppy:
    """Plays by the rule of thumb as a beginner does: the better an action looks, the more often, but any one now and then."""

    def __init__(self, game: Game, seed: int) -> None:
        self._ids = np.zeros(game.most_legal, np.int32)
        self._points = np.zeros(game.most_legal)
        self._random = random.Random(seed)

    def choose(self, record: Record, seat: int) -> int:
        """See `Bot.choose`."""
        n = advise(record, seat, self._ids, self._points)
        points = self._points[:n]
        weights = np.exp((points - points.max()) / CARELESSNESS)
        return int(self._random.choices(self._ids[:n].tolist(), weights.tolist())[0])


@entry
def advise(states: Any, seat: int, ids: Any, points: Any) -> Any:
    """Write the legal actions of `seat` in `states[0]` and the points that the rule of thumb gives them; returns how many."""
    s = row(states, 0)
    n = core.legal(s, seat, ids)
    core.thumb(s, seat, ids, n, points)
    return n
