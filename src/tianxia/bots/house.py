"""Bots of one's own that a server offers beside the levels. ``TIANXIA_BOTS`` names them, here and in the processes that think."""

import os
import re
from collections.abc import Iterable

from tianxia import games
from tianxia.bots.levels import LEVELS, is_own
from tianxia.engine.errors import TianxiaError

VARIABLE = "TIANXIA_BOTS"


def read(texts: Iterable[str]) -> list[tuple[str, str]]:
    """Each bot with the game that it plays, empty for all of them; raises TianxiaError for what names none.

    >>> read(["mybots:Clever", "chu-han=mybots:Net"])
    [('mybots:Clever', ''), ('mybots:Net', 'chu-han')]
    """
    found: list[tuple[str, str]] = []
    for text in texts:
        game, _, name = text.rpartition("=")
        if not is_own(name) or (game and game not in games.names()):
            raise TianxiaError(
                f"{text!r} should be written as module:factory, or as chu-han=module:factory for one game"
            )
        if rival := next((one for one, _ in found if called(one) == called(name) and one != name), ""):
            raise TianxiaError(f"{rival} and {name} are both called {called(name)}: players could not tell them apart")
        found.append((name, game))
    return found


def own() -> list[tuple[str, str]]:
    """The bots that this server offers, each with the game that it plays, empty for all of them."""
    return read(re.findall(r"[^\s,]+", os.environ.get(VARIABLE, "")))


def own_of(game: str) -> tuple[str, ...]:
    """Those that play a game."""
    return tuple(dict.fromkeys(name for name, of in own() if of in ("", game)))


def is_here(name: str) -> bool:
    """Whether this server offers a bot of that name."""
    return any(name == one for one, _ in own())


def offered(game: str) -> tuple[str, ...]:
    """Whom one may play a game against: the levels, then the bots of this server."""
    return (*LEVELS, *own_of(game))


def called(name: str) -> str:
    """What players call a bot of one's own: as its class or function is called."""
    return name.partition(":")[2]
