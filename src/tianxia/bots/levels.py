"""The bots by name: what they are, how much they may think, and the levels that players choose from."""

from typing import Any, NamedTuple

from tianxia.bots.players import Bot, Greedy, Random
from tianxia.bots.search import Search
from tianxia.engine.errors import TianxiaError, UnknownName
from tianxia.engine.game import Game


class Level(NamedTuple):
    """A bot with a fixed budget. The seconds only matter on a slow machine."""

    simulations: int
    seconds: float


LEVELS = {
    "easy": Level(40, 1.0),
    "normal": Level(400, 2.0),
    "hard": Level(4_000, 4.0),
    "expert": Level(40_000, 8.0),
}
BOTS = ("random", "greedy", "search")


def names(game: Game) -> tuple[str, ...]:
    """Names that `make` takes for a game: the bots, then the levels."""
    del game  # every game has the same bots: each one gives a rule of thumb
    return (*BOTS, *LEVELS)


def make(name: str, game: Game, seed: int, **budget: Any) -> Bot:
    """Make a bot. Search takes a budget: `simulations=2000`, `seconds=0.5` or both; in one text `search:2000`, `search:0.5s`.

    Raises UnknownName with the valid names, TianxiaError for a budget that does not fit.

    >>> import tianxia
    >>> make("search:0.5s", tianxia.load("chu-han"), seed=1).seconds
    0.5
    """
    kind, _, text = name.partition(":")
    if kind not in names(game):
        raise UnknownName("bot", kind, names(game))
    if text:
        budget = {**budget, **read_budget(name, text)}
    if kind != "search" and budget:
        raise TianxiaError(f"bot {kind} takes no budget; search does, as in search:2000 or search:0.5s")
    if kind in LEVELS:
        return Search(game, seed, *LEVELS[kind])
    if kind == "search":
        return _search(game, seed, budget)
    return Random(game, seed) if kind == "random" else Greedy(game, seed)


def read_budget(name: str, text: str) -> dict[str, Any]:
    """A budget as it is written after a bot's name: a number of simulations, or of seconds with an s."""
    try:
        return {"seconds": float(text[:-1])} if text.endswith("s") else {"simulations": int(text)}
    except ValueError:
        raise TianxiaError(
            f"bot {name}: write a number of simulations or seconds, as in search:2000 or search:0.5s"
        ) from None


def _search(game: Game, seed: int, budget: dict[str, Any]) -> Bot:
    for word in budget:
        if word not in Level._fields:
            raise UnknownName("budget", word, Level._fields)
    return Search(game, seed, **budget)
