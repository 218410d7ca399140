"""What seats get at the end, by kind: float64 [games, seats], each row adds up to 0."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tianxia.engine.errors import TianxiaError, UnknownName
from tianxia.engine.game import Game

PLACE, POINTS, WIN = KINDS = ("place", "points", "win")
"""Kinds of returns; see `State.returns`."""


def checked_kind(game: Game, kind: Any) -> str:
    """A kind of returns that the game has; raises TianxiaError for what is none."""
    if kind not in KINDS:
        raise UnknownName("kind of returns", kind, KINDS)
    if kind == POINTS and "score" not in game.table.by_name:
        raise TianxiaError(f"{game.title} counts no points in a field `score`: ask for places or wins")
    return str(kind)


def returns_of(
    game: Game,
    kind: str,
    states: npt.NDArray[Any],
    places: npt.NDArray[np.int64],
    over: npt.NDArray[np.intp] | slice = slice(None),
) -> npt.NDArray[np.float64]:
    """What each seat got in games of which those at `over` have ended: their records, and the places by game and seat."""
    others, places = game.seats - 1, places[over]
    if kind == PLACE:
        worse = np.sign(places[:, None, :] - places[:, :, None])
        better = np.add.reduce(worse, axis=2)  # how many others, less those who did better
        gained: npt.NDArray[np.float64] = better / others
        return gained
    if kind == POINTS:
        gained = states["score"][over, : game.seats].astype(np.float64)
    else:
        gained = (places == 1) / (places == 1).sum(axis=1, keepdims=True)
    more: npt.NDArray[np.float64] = game.seats * gained - gained.sum(axis=1, keepdims=True)
    return more / others  # for two seats the difference
