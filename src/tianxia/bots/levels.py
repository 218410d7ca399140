"""The bots by name: what they are, how much they may think, and the levels that players choose from."""

import math
from collections.abc import Callable, Mapping
from copy import deepcopy
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from tianxia.bots.players import Bot, Greedy, Random, Sloppy
from tianxia.bots.search import Search
from tianxia.engine.errors import TianxiaError, UnknownName, brief
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
Entrant = str | Bot | Callable[[Game, int], Bot]
"""Who plays: the name of a bot, a bot, of which each game gets a copy, or what makes one of a game and a seed."""
PLAIN: dict[str, Callable[[Game, int, Evaluator | None], Bot]] = {"random": Random, "sloppy": Sloppy, "greedy": Greedy}
BOTS = (*PLAIN, "search")


def names(game: Game) -> tuple[str, ...]:
    """Names that `make` takes for a game: the bots, then the levels."""
    del game  # every game has the same bots: each one gives a policy
    return (*BOTS, *LEVELS)


def is_own(name: str) -> bool:
    """Whether a name is that of a bot of somebody else: `package.module:factory`."""
    module, _, factory = name.partition(":")
    return module not in (*BOTS, *LEVELS) and factory.isidentifier() and all(map(str.isidentifier, module.split(".")))


def make(
    name: str,
    game: Game,
    seed: int,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    evaluator: Evaluator | None = None,
) -> Bot:
    """Make a bot, by its name. `package.module:factory` is a bot of your own: what `factory(game, seed)` gives.

    Search takes a budget: `simulations=2000`, `seconds=0.5`, both, or in its name: `search:2000`, `search:0.5s`.
    `seconds` is a limit that every bot keeps; a level has its own budget, which it can only lessen. All but `random` go by an
    evaluator, that of the game unless another one is given. Raises UnknownName with the valid names, TianxiaError for a
    budget or an evaluator that does not fit.

    >>> import tianxia
    >>> make("search:0.5s", tianxia.load("chu-han"), seed=1).seconds
    0.5
    """
    kind, _, text = name.partition(":")
    if is_own(name):
        if simulations is not None or seconds is not None or evaluator is not None:
            raise TianxiaError(f"bot {name} is your own: it takes a game and a seed, no budget and no evaluator")
        return own(name, game, seed)
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


def own(name: str, game: Game, seed: int) -> Bot:
    """A bot of somebody else, named `package.module:factory`; raises TianxiaError where there is none."""
    module, _, factory = name.partition(":")
    try:
        found = import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # the module is there and lacks another one
        raise TianxiaError(f"bot {name}: there is no module {module}") from None
    make_one = getattr(found, factory, None)
    if not callable(make_one):
        raise TianxiaError(f"bot {name}: {module} has no function or class {factory}")
    return seated(make_one, game, seed)


def seated(entrant: Bot | Callable[[Game, int], Bot], game: Game, seed: int) -> Bot:
    """A bot for one game: a copy of the one that was given, or what was made; TianxiaError for what is none."""
    given = hasattr(entrant, "choose") and not isinstance(entrant, type)
    one: Any = deepcopy(entrant) if given else entrant(game, seed)  # type: ignore[operator]
    if not callable(getattr(one, "choose", None)):
        raise TianxiaError(f"bot {name_of(entrant)}: {brief(one)} has no method choose(record, seat)")
    return one  # type: ignore[no-any-return]


def name_of(entrant: Entrant) -> str:
    """What results call who plays: its name, or where its class or function is."""
    if isinstance(entrant, str):
        return entrant
    made = entrant if hasattr(entrant, "__qualname__") else type(entrant)
    return f"{made.__module__}:{made.__qualname__}"


def read_bot(entrant: Entrant, game: Game, seed: int) -> Bot:
    """A bot as arenas and the command line take it: like `make`, and after an @ the file of another evaluator.

    `search:200@mine.npz`; raises what `make` and `Evaluator.load` raise.
    """
    if not isinstance(entrant, str):
        return seated(entrant, game, seed)
    name, _, path = entrant.partition("@")
    return make(name, game, seed, evaluator=game.evaluator.load(path) if path else None)


def marked(entrant: Entrant, game: Game) -> str:
    """What stands for such a bot in a file of results: with the digest of its evaluator, which may change in its file.

    Raises TianxiaError for a bot of one's own without a name, such as an object: another one would be called the same.
    """
    text = name_of(entrant)
    if not isinstance(entrant, str):
        module, _, factory = text.partition(":")
        if getattr(import_module(module), factory, None) is not entrant:
            raise TianxiaError(
                f"{brief(entrant)} has no name that a file of results could tell: give it as package.module:factory"
            )
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
