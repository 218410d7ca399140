"""The games, one package each. A folder here is all that a new game needs; it is found by its name."""

import copyreg
import sys
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from tianxia.engine.errors import TianxiaError, UnknownName
from tianxia.engine.game import Game
from tianxia.engine.weights import Evaluator


@cache
def names() -> tuple[str, ...]:
    """Ids of the games: the names of the packages here, with hyphens."""
    return tuple(module.name.replace("_", "-") for module in iter_modules(__path__) if module.ispkg)


def load(name: str, /, **options: Any) -> Game:
    """Get a game by its id, with options; raises UnknownName with the valid names.

    >>> load("chu-han").id
    'chu-han'
    >>> load("chess")
    Traceback (most recent call last):
    tianxia.engine.errors.UnknownName: there is no game 'chess'; there are chu-han, ...
    """
    if name not in names():
        raise UnknownName("game", name, names())
    game: Game = import_module(f"tianxia.games.{name.replace('-', '_')}").GAME
    return game.with_options(**options)


def _put_away(game: Game) -> tuple[Any, ...]:
    return _taken_out, (game.id, game.options, game.assets_digest())


def _taken_out(name: str, options: dict[str, Any], assets: str) -> Game:
    game = load(name, **options)
    if game.assets_digest() != assets:
        raise TianxiaError(f"{name} was pickled with another map or deck than the one in use here")
    return game


def _put_away_weights(evaluator: Evaluator) -> tuple[Any, ...]:
    return _taken_out_weights, (evaluator.game, {name: evaluator[name] for name in evaluator.names})


def _taken_out_weights(name: str, values: dict[str, Any]) -> Evaluator:
    return load(name).evaluator.replace(**values)


copyreg.pickle(Game, _put_away)
copyreg.pickle(Evaluator, _put_away_weights)


class _Games(ModuleType):
    """This package, callable: `tianxia.games()` lists the games although `tianxia.games` is the package."""

    def __call__(self) -> tuple[str, ...]:
        return names()


sys.modules[__name__].__class__ = _Games
