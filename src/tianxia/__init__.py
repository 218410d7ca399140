"""Tianxia: four board games of old China and the steppe, for players and for researchers.

>>> import tianxia
>>> tianxia.games()
('chu-han', 'huang', 'huns', 'sun-tzu')
>>> match = tianxia.load("chu-han").new(seed=1)
>>> len(match.legal(0)) > 0
True
"""

import os

from tianxia import games
from tianxia.engine.errors import (
    BadPosition,
    BadRecord,
    EngineFault,
    IllegalAction,
    TianxiaError,
    UnknownName,
)
from tianxia.engine.files import read_match
from tianxia.engine.game import Game
from tianxia.engine.kinds import Action
from tianxia.engine.match import Match
from tianxia.games import load

__version__ = "0.1.0"


def replay(path: "str | os.PathLike[str]") -> Match:
    """Read a record file and play it again, verifying every step and the final hash; raises BadRecord at the first bad one."""
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
