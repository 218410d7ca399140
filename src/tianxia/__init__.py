"""Tianxia: four board games of old China and the steppe, for players and for researchers.

>>> import tianxia
>>> tianxia.games()
('chu-han', 'huang', 'huns', 'sun-tzu')
>>> match = tianxia.load("chu-han").new(seed=1)
>>> len(match.legal(0)) > 0
True
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tianxia.engine.errors import (
    BadPosition,
    BadRecord,
    EngineFault,
    IllegalAction,
    TianxiaError,
    UnknownName,
)

if TYPE_CHECKING:
    from tianxia import games
    from tianxia.engine.game import Game
    from tianxia.engine.kinds import Action
    from tianxia.engine.match import Match
    from tianxia.games import load

__version__ = "0.1.0"

FROM = {
    "Action": "tianxia.engine.kinds",
    "Game": "tianxia.engine.game",
    "Match": "tianxia.engine.match",
    "load": "tianxia.games",
}
"""Where those names are that need the compiler: it is loaded when one of them is first used."""


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module("tianxia.games")  # which is then an attribute of this package
    if name not in FROM:
        raise AttributeError(f"module 'tianxia' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(FROM[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *FROM, "games"})


def replay(path: "str | os.PathLike[str]") -> "Match":
    """Read a record file and play it again, verifying every step and the final hash; raises BadRecord at the first bad one."""
    from tianxia.engine.files import read_match
    from tianxia.games import load

    return read_match(path, load)


__all__ = [
    "Action",
    "BadPosition",
    "BadRecord",
    "EngineFault",
    "Game",
    "IllegalAction",
    "Match",
    "TianxiaError",
    "UnknownName",
    "games",
    "load",
    "replay",
]
