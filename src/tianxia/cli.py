"""The command `tianxia`."""

import json
import math
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import msgspec
from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tianxia.backup import backup
from tianxia.own_files import BAD_INPUT, decks, maps

ERRORS = Console(stderr=True)
OUT = Console()

Bots = Annotated[list[str], Parameter(consume_multiple=True)]
Names = Annotated[list[str], Parameter(consume_multiple=True, negative=())]
Limiting = Annotated[list[str], Parameter(name="--limit", consume_multiple=True, negative=())]
Options = Annotated[list[str], Parameter(name="--option", consume_multiple=True, negative=())]


def version() -> str:
    """The version of the package."""
    import tianxia

    return tianxia.__version__


app = App(
    name="tianxia",
    help="Four board games of old China and the steppe. Without a command: opens the games in a browser.",
    version=version,
    print_error=False,
    exit_on_error=False,
)


class BadInput(Exception):
    """What the user wrote can't be done; the text says what would be right."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; bad input is one line on the error stream and exit status 2."""
    from tianxia.engine.errors import TianxiaError

    try:
        app(arguments)
    except UnusedCliTokensError as error:
        fail(unused(error.unused_tokens or [], error.command_chain or ()))
    except CycloptsError as error:
        fail(" ".join(str(error).split()) + f" See {' '.join(['tianxia', *(error.command_chain or ())])} --help.")
    except (TianxiaError, BadInput) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(130)


def unused(words: Sequence[str], command: Sequence[str]) -> str:
    """What is wrong with words that nothing takes."""
    if command:
        return f"{' '.join(command)} does not take {words[0]!r}. See tianxia {' '.join(command)} --help."
    return f"there is no command {words[0]!r}; there are {', '.join(name for name in app if not name.startswith('-'))}"


def fail(text: str) -> NoReturn:
    """One line on the error stream, exit status 2."""
    print(f"tianxia: {' '.join(text.split())}", file=sys.stderr)
    sys.exit(BAD_INPUT)


@app.default
def browser() -> None:
    """Start the server and open the browser."""
    serve(open_browser=True)


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    data_dir: Path | None = None,
    open_browser: bool = False,
    allow_host: Names = [],  # noqa: B006
    root_path: str = "",
    trust_proxy: Names = ["127.0.0.1", "::1"],  # noqa: B006
    workers: int | None = None,
    limits: Limiting = [],  # noqa: B006
) -> None:
    """Serve the games over HTTP until it is stopped; docs/hosting.md tells more.

    Parameters
    ----------
    host
        Address to listen on; 0.0.0.0 is every address of this machine.
    port
        Port to listen on.
    data_dir
        Where games are kept.
    open_browser
        Open the start page in a browser.
    allow_host
        Names under which the site may be asked for, beside addresses and this machine's own; * for any.
    root_path
        Path under which the site lies, as in /tianxia.
    trust_proxy
        Addresses of proxies that tell scheme and address of a visitor.
    workers
        How many processes think for bots; by default one a core, but one.
    limits
        What one visitor may ask for, each as name=value; an unknown name lists them all.
    """
    from tianxia.server import run
    from tianxia.tables.store import StoreError

    if not 0 <= port < 1 << 16:
        raise BadInput(f"port {port} should be from 0 to {(1 << 16) - 1}")
    if workers is not None and workers < 1:
        raise BadInput(f"{workers} workers should be at least 1")
    root = root_path.rstrip("/")
    if not re.fullmatch(r"(/[\w.~-]+)*", root, re.ASCII):
        raise BadInput(f"root path {root_path!r} should be written as /tianxia")
    try:
        run(
            host,
            port,
            data_dir,
            open_browser,
            workers=workers,
            allow_hosts=allow_host,
            root_path=root,
            trust=trust_proxy,
            limits=limits_of(limits),
        )
    except StoreError as error:
        raise BadInput(str(error)) from error


@app.command
def games() -> None:
    """List the games and their bots."""
    import tianxia
    from tianxia import bots

    table = Table("game", "title", "players", "minutes", "bots")
    for name in tianxia.games.names():
        game = tianxia.load(name)
        players, minutes = ("-".join(map(str, dict.fromkeys(pair))) for pair in (game.players, game.minutes))
        table.add_row(name, game.title, players, minutes, ", ".join(bots.names(game)))
    OUT.print(table)


@app.command
def play(
    game: str,
    *,
    bot: str = "normal",
    seat: str | None = None,
    seed: int | None = None,
    lang: str = "en",
    options: Options = [],  # noqa: B006 - cyclopts makes a new list
) -> None:
    """Play in the terminal against bots.

    Parameters
    ----------
    game
        A game of `tianxia games`.
    bot
        A level or bot of `tianxia games`; search takes a budget, as in search:2000 or search:0.5s.
    seat
        Your seat by name; drawn if it is left out. Bots have all others.
    seed
        The same seed deals the same game.
    lang
        Language of the game's texts: en or pl.
    options
        Options of the game, each as name=value.
    """
    import secrets

    import tianxia
    from tianxia import bots
    from tianxia.engine import i18n
    from tianxia.engine.errors import UnknownName
    from tianxia.terminal.play import play as play_match

    loaded = tianxia.load(game, **chosen(options))
    if seat is not None and seat not in loaded.seat_names:
        raise UnknownName(f"seat of {game}", seat, loaded.seat_names)
    if lang not in i18n.languages():
        raise UnknownName("language", lang, i18n.languages())
    own = secrets.randbelow(loaded.seats) if seat is None else loaded.seat_names.index(seat)
    rivals = {i: bots.make(bot, loaded, secrets.randbits(62)) for i in range(loaded.seats) if i != own}
    compile_first()
    match = loaded.new(secrets.randbits(62) if seed is None else seed)
    OUT.print(f"You are [b]{loaded.seat_names[own]}[/b]. Write [b]?[/b] for help.")
    play_match(match, own, rivals, OUT, lang)


@app.command
def simulate(
    game: str,
    *,
    games: int = 1000,
    seed: int = 0,
    bots: Bots = [],  # noqa: B006 - cyclopts makes a new list
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
    options
        Options of the game, each as name=value.
    as_json
        Print one JSON object.
    """
    from tianxia.bots.simulation import simulate as run

    loaded, names = ready(game, bots, options)
    if games < 1:
        raise BadInput(f"{games} games should be at least 1")
    names = names or ["random"] * loaded.seats
    if len(names) != loaded.seats:
        raise BadInput(wrong_number(loaded, names))
    compile_first()
    with bar("games", games, not as_json) as step:
        told = run(loaded, names, games, seed, step)
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


@app.command
def arena(
    game: str,
    *,
    bots: Bots,
    pairs: int = 100,
    seed: int = 0,
    processes: int = 2,
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
        The bots, as in search:2000 greedy, or with weights of your own: search:2000@mine.npz.
    pairs
        Deals; each one is played twice with the seats swapped, or as often as there are ways to sit around the table.
    seed
        The same seed deals the same pairs, and two seeds share none.
    processes
        How many processes play.
    file
        Write each deal down here; what stands there already is not played again. Files of other seeds may be joined to it.
    options
        Options of the game, each as name=value.
    as_json
        Print one JSON object.
    """
    from tianxia.bots.arena import Outcome, contest
    from tianxia.bots.ranking import rank

    loaded, names = ready(game, bots, options)
    for what, number in (("pairs", pairs), ("processes", processes)):
        if number < 1:
            raise BadInput(f"{number} {what} should be at least 1")
    if not 2 <= len(names) <= loaded.seats:
        raise BadInput(wrong_number(loaded, names))
    compile_first()
    if loaded.seats > 2:
        with bar(", ".join(names), pairs, not as_json) as step:
            found = rank(loaded, tuple(names), pairs, seed=seed, processes=processes, path=file, progress=step)
        print(msgspec.json.encode(found).decode()) if as_json else OUT.print(standings(found))
        return
    with bar(f"{names[0]} against {names[1]}", pairs, not as_json) as step:

        def progress(sofar: Outcome, _wanted: int) -> None:
            step(sofar.pairs)

        outcome = contest(
            loaded, (names[0], names[1]), pairs, seed=seed, processes=processes, path=file, progress=progress
        )
    if as_json:
        print(json.dumps(plain(outcome)))
        return
    low, high = outcome.score_interval
    OUT.print(f"{names[0]} against {names[1]}: pairs: {outcome.pairs}, games: {2 * outcome.pairs}")
    OUT.print(f"  points {outcome.score:.1%} (95 % interval {low:.1%} to {high:.1%})")
    elo, (elo_low, elo_high) = outcome.elo, outcome.elo_interval
    OUT.print(f"  Elo {elo:+.0f} (95 % interval {elo_low:+.0f} to {elo_high:+.0f})")


@app.command
def replay(file: Path, *, lang: str = "en") -> None:
    """Verify a record file step by step and print what happened.

    Parameters
    ----------
    file
        A record file, as `save` writes it.
    lang
        Language of the log: en or pl.
    """
    import tianxia
    from tianxia.engine import i18n
    from tianxia.engine.errors import UnknownName

    if lang not in i18n.languages():
        raise UnknownName("language", lang, i18n.languages())
    match = tianxia.replay(file)
    for line in match.log(None, lang):
        OUT.print(line, markup=False, highlight=False)
    OUT.print(match.prompt(None, lang), markup=False, highlight=False)
    OUT.print(f"verified: {match.game.title}, {match.step_count} steps, hash {match.hash()}", highlight=False)


@app.command
def warmup() -> None:
    """Compile all rules and bots now, so that the first game starts at once."""
    start = time.monotonic()
    compile_first()
    OUT.print(f"all is compiled ({time.monotonic() - start:.1f} s)")


app.command(backup)
app.command(maps)
app.command(decks)


def chosen(options: list[str], what: str = "option") -> dict[str, str]:
    """Options by name from texts such as orders=fixed."""
    for text in options:
        if "=" not in text:
            raise BadInput(f"{what} {text!r} should be written as name=value")
    pairs = [text.split("=", 1) for text in options]
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadInput(f"{'an' if what == 'option' else 'a'} {what} is given twice: {', '.join(options)}")
    return found


def limits_of(texts: list[str]) -> Any:
    """The limits of a server from texts such as games=2."""
    from tianxia.engine.errors import UnknownName
    from tianxia.server.limits import Limits

    given = chosen(texts, "limit")
    for name in given:
        if name not in Limits.__struct_fields__:
            raise UnknownName("limit", name, Limits.__struct_fields__)
    try:
        return msgspec.convert(given, Limits, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"limits: {error}") from error


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


def wrong_number(game: Any, names: list[str]) -> str:
    """What is wrong with so many bots."""
    seats = ",".join(["random"] * game.seats)
    return f"{len(names)} bots given, {game.id} has {game.seats} seats: write --bots {seats}"


def ready(game: str, bots: list[str], options: list[str]) -> tuple[Any, list[str]]:
    """The game and the bots, checked before anything takes time."""
    import tianxia
    from tianxia.bots.levels import read_bot

    loaded = tianxia.load(game, **chosen(options))
    names = [name for text in bots for name in text.split(",") if name]
    for name in names:
        read_bot(name, loaded, 0)
    return loaded, names


def compile_first() -> None:
    """Compile what is missing, with a progress bar on the error stream; nothing to see if nothing is missing."""
    from tianxia import warmup

    if warmup.is_warm():
        return
    if not ERRORS.is_terminal:
        ERRORS.print("compiling all games, once for this version: this takes a minute or two")
    with bar("compiling, once for this version", 1, ERRORS.is_terminal) as step:

        def progress(label: str, number: int, count: int) -> None:
            step(number, count, f"compiling, once for this version: {label}")

        warmup.warm_up(progress)


@contextmanager
def bar(label: str, total: int, shown: bool) -> Iterator[Callable[..., None]]:
    """A progress bar on the error stream; gives a function that takes how much is done, and a new total and label."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=ERRORS, disable=not shown or not ERRORS.is_terminal, transient=True) as progress:
        task = progress.add_task(escape(label), total=total)

        def step(done: int, count: int | None = None, text: str | None = None) -> None:
            progress.update(task, completed=done, total=count or total, description=escape(text or label))

        yield step


def plain(outcome: Any) -> dict[str, Any]:
    """An outcome as JSON; an infinite difference is null."""

    def finite(x: Any) -> Any:
        if isinstance(x, tuple):
            return [finite(item) for item in x]
        return None if isinstance(x, float) and math.isinf(x) else x

    return {name: finite(getattr(outcome, name)) for name in outcome.__struct_fields__}
