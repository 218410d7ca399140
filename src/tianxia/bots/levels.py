"""The bots by name: what they are, how much they may think, and the levels that players choose from."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from tianxia.bots.players import Bot, Greedy, Random, Sloppy
from tianxia.bots.search import Search
from tianxia.engine.errors import TianxiaError, UnknownName
from tianxia.engine.game import Game
from tianxia.engine.weights import Evaluator


class Level(NamedTuple):
    """A bot with a fixed budget; the seconds matter on a slow machine, and to an expert."""

    bot: str
    simulations: int | None
    seconds: float


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "easy": Level("sloppy", None, 1.0),
        "normal": Level("search", 60, 2.0),
        "hard": Level("search", 600, 4.0),
        "expert": Level("search", 10_000, 8.0),
    }
)
PLAIN: dict[str, Callable[[Game, int, Evaluator | None], Bot]] = {"random": Random, "sloppy": Sloppy, "greedy": Greedy}
BOTS = (*PLAIN, "search")


def names(game: Game) -> tuple[str, ...]:
    """Names that `make` takes for a game: the bots, then the levels."""
    del game  # every game has the same bots: each one gives a policy
    return (*BOTS, *LEVELS)


def make(
    name: str,
    game: Game,
    seed: int,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    evaluator: Evaluator | None = None,
) -> Bot:
    """Make a bot. Search takes a budget: `simulations=2000`, `seconds=0.5`, both, or in its name: `search:2000`, `search:0.5s`.

    `seconds` is a limit that every bot keeps; a level has its own budget, which it can only lessen. All but `random` go by an
    evaluator, that of the game unless another one is given. Raises UnknownName with the valid names, TianxiaError for a
    budget or an evaluator that does not fit.

    >>> import tianxia
    >>> make("search:0.5s", tianxia.load("chu-han"), seed=1).seconds
    0.5
    """
    kind, _, text = name.partition(":")
    if kind not in names(game):
        raise UnknownName("bot", kind, names(game))
    if kind != "search" and (text or simulations is not None):
        raise TianxiaError(f"bot {kind} takes no budget; search does, as in search:2000 or search:0.5s")
    if text:
        simulations, seconds = read_budget(name, text)
    if kind in LEVELS:
        level = LEVELS[kind]
        kind, simulations = level.bot, level.simulations and level.simulations * game.effort
        seconds = min(level.seconds, seconds or math.inf)
    if kind in PLAIN:
        return PLAIN[kind](game, seed, evaluator)
    return Search(game, seed, evaluator, simulations, seconds)


def read_bot(text: str, game: Game, seed: int) -> Bot:
    """A bot as arenas and the command line name it: like `make`, and after an @ the file of another evaluator.

    `search:200@mine.npz`; raises what `make` and `Evaluator.load` raise.
    """
    name, _, path = text.partition("@")
    return make(name, game, seed, evaluator=game.evaluator.load(path) if path else None)


def marked(text: str, game: Game) -> str:
    """What stands for such a bot in a file of results: with the digest of its evaluator, which may change in its file."""
    _, _, path = text.partition("@")
    return f"{text}#{game.evaluator.load(path).digest()}" if path else text


def read_budget(name: str, text: str) -> tuple[int | None, float | None]:
    """A budget as it is written after a bot's name: a number of simulations, or of seconds with an s."""
    try:
        return (None, float(text[:-1])) if text.endswith("s") else (int(text), None)
    except ValueError:
        raise TianxiaError(
            f"bot {name}: write a number of simulations or seconds, as in search:2000 or search:0.5s"
        ) from None
