"""What is known of a game before it is played: sizes and bounds for programs that learn."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tianxia.engine.game import Game
from tianxia.lab.arguments import game_of
from tianxia.lab.returns import PLACE, POINTS, WIN


@dataclass(frozen=True)
class Spec:
    """Sizes and bounds of a game with its options. All are true; what has no bound is None."""

    actions: int
    """Ids of actions go from 0 to this, less one."""
    seats: int
    """Players."""
    most_legal: int
    """No position has more legal actions for a seat."""
    longest: int | None
    """Most decisions of a game; None where the rules set no bound, as where orders can be taken back again and again."""
    observation: int
    """Numbers of an observation; `game.observation` says what they mean."""
    returns: Mapping[str, tuple[float, float]]
    """By kind of returns the smallest and the largest one."""


def spec(game: Game) -> Spec:
    """Sizes and bounds of a game.

    >>> import tianxia
    >>> spec(tianxia.load("sun-tzu")).actions
    174
    """
    game = game_of(game)
    others = game.seats - 1
    returns = {PLACE: (-1.0, 1.0), WIN: (-1.0 / others, 1.0)}
    if "score" in game.table.by_name:
        most = float(game.table.by_name["score"].top - game.table.by_name["score"].low)
        returns[POINTS] = (-most, most)
    most_legal = min(game.actions.size, game.most_legal)
    return Spec(game.actions.size, game.seats, most_legal, None, game.observation.size, MappingProxyType(returns))
