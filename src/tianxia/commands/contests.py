"""The commands that let bots play against each other."""

import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.table import Table

from tianxia.commands.console import OUT, BadInput, Options, bar, chosen, compile_first, look_here

Bots = Annotated[list[str], Parameter(consume_multiple=True)]


def simulate(
    game: str,
    /,
    *,
    games: int = 1000,
    seed: int = 0,
    bots: Bots = [],  # noqa: B006 - cyclopts makes a new list
    processes: int = 1,
    ray: str = "",
    options: Options = [],  # noqa: B006
    as_json: Annotated[bool, Parameter(name="--json", negative=())] = False,
) -> None:
    """Play games between bots and tell the results and the pace.

    Parameters
    ----------
    game
        A game of `tianxia games`.
    games
        How many games.
    seed
        The same seed deals the same games, and two seeds deal no game twice.
    bots
        One bot a seat, as in random,greedy; random ones if they are left out.
    processes
        How many processes play.
    ray
        Play on the Ray cluster at this address instead: auto, local, or as in 10.0.0.1:6379.
    options
        Options of the game, each as name=value.
    as_json
        Print one JSON object.
    """
    from tianxia.bots.simulation import simulate as run
    from tianxia.engine.game import checked_seed

    loaded, names = ready(game, bots, options)
    at_least_one(games=games, processes=processes)
    checked_seed(seed)  # before half a minute is spent
    names = names or ["random"] * loaded.seats
    if len(names) != loaded.seats:
        raise BadInput(wrong_number(loaded, names))
    compile_first(loaded.id)
    with bar("games", games, not as_json) as step:
        told = run(loaded, names, games, seed, step, processes=processes, ray=ray)
    if as_json:
        print(json.dumps(told))
        return
    table = Table("seat", "bot", *(f"place {place + 1}" for place in range(loaded.seats)))
    for seat, name in enumerate(names):
        table.add_row(loaded.seat_names[seat], name, *(f"{count / games:.1%}" for count in told["places"][seat]))
    OUT.print(table)
    OUT.print(
        f"games: {games}, {told['games_per_second']:,.0f} games/s, {told['decisions_per_second']:,.0f} decisions/s"
    )


def arena(
    game: str,
    /,
    *,
    bots: Bots,
    pairs: int = 100,
    seed: int = 0,
    processes: int = 2,
    ray: str = "",
    file: Path | None = None,
    options: Options = [],  # noqa: B006
    as_json: Annotated[bool, Parameter(name="--json", negative=())] = False,
) -> None:
    """Let bots play the same deals from every seat; tells who is better with 95 % intervals.

    Two bots in a game for two: points and the difference in Elo. In a game for more: shares of first places, mean
    places and OpenSkill ratings, of two bots or more, each of which has one seat against the others at all the rest.

    Parameters
    ----------
    game
        A game of `tianxia games`.
    bots
        The bots, as in search:2000 greedy, or with weights of your own: search:2000@mine.npz, or bots of your own:
        mybots:Clever, of a file mybots.py.
    pairs
        Deals; each one is played twice with the seats swapped, or as often as there are ways to sit around the table.
    seed
        The same seed deals the same pairs, and two seeds share none.
    processes
        How many processes play.
    ray
        Play on the Ray cluster at this address instead: auto, local, or as in 10.0.0.1:6379.
    file
        Write each deal down here; what stands there already is not played again. Files of other seeds may be joined to it.
    options
        Options of the game, each as name=value.
    as_json
        Print one JSON object.
    """
    from tianxia.bots.arena import Outcome, contest
    from tianxia.bots.ranking import rank
    from tianxia.engine.game import checked_seed

    loaded, names = ready(game, bots, options)
    at_least_one(pairs=pairs, processes=processes)
    checked_seed(seed)
    if not 2 <= len(names) <= loaded.seats:
        raise BadInput(wrong_number(loaded, names))
    compile_first(loaded.id)
    if loaded.seats > 2:
        with bar(", ".join(names), pairs, not as_json) as step:
            found = rank(loaded, tuple(names), pairs, seed=seed, processes=processes, ray=ray, path=file, progress=step)
        if as_json:
            print(msgspec.json.encode(found).decode())
            return
        OUT.print(standings(found))
        tell_cut_short([(one.bot, one.cut_short) for one in found.standings])
        return
    with bar(f"{names[0]} against {names[1]}", pairs, not as_json) as step:

        def progress(sofar: Outcome, _wanted: int) -> None:
            step(sofar.pairs)

        outcome = contest(
            loaded, (names[0], names[1]), pairs, seed=seed, processes=processes, ray=ray, path=file, progress=progress
        )
    if as_json:
        print(json.dumps(plain(outcome)))
        return
    low, high = outcome.score_interval
    OUT.print(f"{names[0]} against {names[1]}: pairs: {outcome.pairs}, games: {2 * outcome.pairs}")
    OUT.print(f"  points {outcome.score:.1%} (95 % interval {low:.1%} to {high:.1%})")
    elo, (elo_low, elo_high) = outcome.elo, outcome.elo_interval
    OUT.print(f"  Elo {elo:+.0f} (95 % interval {elo_low:+.0f} to {elo_high:+.0f})")
    tell_cut_short(zip(names, outcome.cut_short, strict=True))


def tell_cut_short(choices: Iterable[tuple[str, int]]) -> None:
    """Tell of the bots whose seconds were over before their simulations were done: they are weaker than their name says."""
    for name, number in choices:
        if number:
            OUT.print(f"  {name}: no time for all simulations in {number} of its choices")


def standings(ranking: Any) -> Table:
    """A ranking as a table, the best mean place first."""
    level = f"of equal bots: {1 / ranking.seats:.0%} first, mean place {(ranking.seats + 1) / 2:g}, skill 25"
    table = Table(
        "bot",
        *("first places", "mean place", "OpenSkill"),
        title=f"deals: {ranking.deals}, games: {ranking.games}, players: {ranking.seats}",
        caption=f"in brackets: 95 % intervals; {level}",
    )
    for one in sorted(ranking.standings, key=lambda one: float(one.place)):
        table.add_row(
            one.bot,
            spread("{:.1%}", one.first, one.first_interval),
            spread("{:.2f}", one.place, one.place_interval),
            spread("{:.1f}", one.skill, one.skill_interval),
        )
    return table


def spread(form: str, value: float, interval: tuple[float, float]) -> str:
    """A value with its interval.

    >>> spread("{:.1f}", 2, (1.5, 2.5))
    '2.0 (1.5 to 2.5)'
    """
    low, high = map(form.format, interval)
    return f"{form.format(value)} ({low} to {high})"


def at_least_one(**counts: int) -> None:
    """Raises BadInput for a count that is none."""
    for what, number in counts.items():
        if number < 1:
            raise BadInput(f"{number} {what} should be at least 1")


def wrong_number(game: Any, names: list[str]) -> str:
    """What is wrong with so many bots."""
    seats = ",".join(["random"] * game.seats)
    given = "1 bot" if len(names) == 1 else f"{len(names)} bots"
    return f"{given} given, {game.id} has {game.seats} seats: write --bots {seats}"


def ready(game: str, bots: list[str], options: list[str]) -> tuple[Any, list[str]]:
    """The game and the bots, checked before anything takes time."""
    import tianxia
    from tianxia.bots.levels import read_bot

    look_here()
    loaded = tianxia.load(game, **chosen(options))
    names = [name for text in bots for name in text.split(",") if name]
    for name in names:
        read_bot(name, loaded, 0)
    return loaded, names


def plain(outcome: Any) -> dict[str, Any]:
    """An outcome as JSON; an infinite difference is null."""

    def finite(x: Any) -> Any:
        if isinstance(x, tuple):
            return [finite(item) for item in x]
        return None if isinstance(x, float) and math.isinf(x) else x

    return {name: finite(getattr(outcome, name)) for name in outcome.__struct_fields__}
