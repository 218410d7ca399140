"""The contract of a bot, and the bots that do not look ahead."""

import random
from copy import deepcopy
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from tianxia.bots.tree import fitting
from tianxia.engine import _entries as entries
from tianxia.engine.errors import TianxiaError, brief
from tianxia.engine.game import Game
from tianxia.engine.weights import Evaluator

CARELESSNESS = 2.0
"""How many points less make an action as rare as a factor of e."""

Record = npt.NDArray[Any]


class Bot(Protocol):
    """A player: it gets what its seat may see and nothing else."""

    @property
    def planned(self) -> list[tuple[int, int]]:
        """What it will play next if nothing else is shown: hash of what it sees then (`entries.hashed`), action id."""

    def choose(self, record: Record, seat: int) -> int:
        """Id of the action that the bot plays as `seat`, which is to act; `record` is `Match.record(seat)`."""


class Player:
    """What all bots here have: a generator of their own, scratch, and what they have planned.

    Each is copied whole, so that a copy plays the same and the two do not disturb each other.
    """

    def __init__(self, game: Game, seed: int, evaluator: Evaluator | None = None) -> None:
        self._game = game
        self._weights = fitting(game, evaluator).record()
        self._planned: list[tuple[int, int]] = []
        self._random = random.Random(seed)
        self._ids = np.zeros(game.most_legal, np.int32)
        self._points = np.zeros(game.most_legal)

    @property
    def planned(self) -> list[tuple[int, int]]:
        """See `Bot.planned`."""
        return self._planned.copy()

    def _checked(self, record: Record, seat: int) -> None:
        """Compiled code takes what it gets: raises TianxiaError for what is no record of this game, or no seat of it."""
        table, seats = self._game.table, self._game.seats
        if not isinstance(record, np.ndarray) or record.dtype != table.dtype or record.shape != (1,):
            raise TianxiaError(f"a bot of {self._game.id} takes a record of this game, as match.record(seat) gives it")
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < seats:
            raise TianxiaError(f"there is no seat {brief(seat)}; seats go from 0 to {seats - 1}")

    @staticmethod
    def _asked(seat: int, n: int) -> int:
        """How many actions there are; raises TianxiaError for a seat that may not act."""
        if n == 0:
            raise TianxiaError(f"seat {seat} may not act now: there is nothing to choose")
        return n

    def __copy__(self) -> Self:
        return deepcopy(self)

    def _scored(self, record: Record, seat: int) -> int:
        """Lists the legal actions and their points by the policy; returns how many."""
        self._checked(record, seat)
        return self._asked(seat, entries.score_actions(record, seat, self._weights, self._ids, self._points))


class Random(Player):
    """Any legal action, each as likely as the others."""

    def choose(self, record: Record, seat: int) -> int:
        """See `Bot.choose`."""
        self._checked(record, seat)
        n = self._asked(seat, entries.legal(record, seat, self._ids))
        return int(self._ids[self._random.randrange(n)])


class Greedy(Player):
    """The action that the policy finds best, of equal ones any; where seats choose at the same time, mostly a good one."""

    def choose(self, record: Record, seat: int) -> int:
        """See `Bot.choose`."""
        n = self._scored(record, seat)
        if entries.simultaneous(record):
            return drawn(self._random, self._ids[:n], self._points[:n])
        best = np.flatnonzero(self._points[:n] == self._points[:n].max())
        return int(self._ids[self._random.choice(best.tolist())])


class Sloppy(Player):
    """Plays by the policy as a beginner does: the better an action looks, the more often, but any one now and then."""

    def choose(self, record: Record, seat: int) -> int:
        """See `Bot.choose`."""
        n = self._scored(record, seat)
        return drawn(self._random, self._ids[:n], self._points[:n] / CARELESSNESS)


def drawn(chance: random.Random, ids: npt.NDArray[np.int32], points: npt.NDArray[np.float64]) -> int:
    """Draw an action, one with a point more e times as often."""
    weights = np.exp(points - points.max())
    return int(chance.choices(ids.tolist(), weights.tolist())[0])
