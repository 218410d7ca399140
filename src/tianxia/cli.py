"""The command `tianxia`."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from cyclopts import App, CycloptsError, MissingArgumentError, UnknownOptionError, UnusedCliTokensError
from rich.table import Table

from tianxia.commands.admin import admin
from tianxia.commands.backup import backup
from tianxia.commands.console import BAD_INPUT, OUT, BadInput, Options, chosen, compile_first, look_here
from tianxia.commands.contests import arena, simulate
from tianxia.commands.own_files import decks, maps


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


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; bad input is one line on the error stream and exit status 2."""
    from tianxia.engine.errors import TianxiaError

    try:
        app(arguments)
    except UnusedCliTokensError as error:
        fail(unused(error.unused_tokens or [], error.command_chain or ()))
    except CycloptsError as error:
        fail(" ".join(wrong(error).split()) + f" See {' '.join(['tianxia', *(error.command_chain or ())])} --help.")
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


def wrong(error: CycloptsError) -> str:
    """What is wrong with the words of a command: which are missing, or which option is meant by its first word."""
    match error:
        case MissingArgumentError(keyword=None, argument=argument) if argument is not None:
            return f"{' '.join(error.command_chain or ())} needs {argument.name}."
        case UnknownOptionError(token=token) if (written := token.keyword or token.value).startswith("--"):
            names = [name for one in error.argument_collection for name in one.names]
            meant = next((name for name in names if name.startswith(f"{written}-")), None)
            return f"Unknown option: {written}. Did you mean {meant}?" if meant else str(error)
    return str(error)


def fail(text: str) -> NoReturn:
    """One line on the error stream, exit status 2; a word that is very long is cut off."""
    from tianxia.engine.errors import shortly

    print(f"tianxia: {' '.join(map(shortly, text.split()))}", file=sys.stderr)
    sys.exit(BAD_INPUT)


@app.default
def browser(*, lan: bool = False) -> None:
    """Start the server and open the browser.

    Parameters
    ----------
    lan
        Let others in your network play too: phones find the site by the address and the QR code that are printed.
    """
    from tianxia.commands.serving import serve

    serve(open_browser=True, lan=lan or None)


# these bring the whole server with them: only who asks for them should wait for that
app.command("tianxia.commands.serving:serve", name="serve")
app.command("tianxia.commands.serving:settings", name="settings")


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
    /,
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
        A level or bot of `tianxia games`; search takes a budget, as in search:2000 or search:0.5s. Or one of your own, as
        in mybots:Clever, of a file mybots.py.
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

    look_here()
    loaded = tianxia.load(game, **chosen(options))
    if seat is not None and seat not in loaded.seat_names:
        raise UnknownName(f"seat of {game}", seat, loaded.seat_names)
    if lang not in i18n.languages():
        raise UnknownName("language", lang, i18n.languages())
    own = secrets.randbelow(loaded.seats) if seat is None else loaded.seat_names.index(seat)
    rivals = {i: bots.make(bot, loaded, secrets.randbits(62)) for i in range(loaded.seats) if i != own}
    compile_first(loaded.id)
    match = loaded.new(secrets.randbits(62) if seed is None else seed)
    OUT.print(f"You are [b]{loaded.seat_names[own]}[/b]. Write [b]?[/b] for help.")
    play_match(match, own, rivals, OUT, lang)


app.command(simulate)
app.command(arena)


@app.command
def replay(file: Path, /, *, lang: str = "en") -> None:
    """Verify a game step by step and print what happened.

    Parameters
    ----------
    file
        A record file, as `save` writes it, or a game that was over when it was exported from its page.
    lang
        Language of the log: en or pl.
    """
    import tianxia
    from tianxia.engine import i18n
    from tianxia.engine.errors import UnknownName
    from tianxia.tables import exports, views

    if lang not in i18n.languages():
        raise UnknownName("language", lang, i18n.languages())
    history = exports.played_again(file) if exports.is_export(file) else None
    match = history.match if history else tianxia.replay(file)
    ending = views.ended_in_words(history, None, lang) if history else ""
    for line in (*match.log(None, lang), ending or match.prompt(None, lang)):
        OUT.print(line, markup=False, highlight=False)
    OUT.print(f"verified: {match.game.title}, {match.step_count} steps, hash {match.hash()}", highlight=False)


@app.command
def warmup() -> None:
    """Compile all rules and bots now, so that the first game starts at once."""
    start = time.monotonic()
    compile_first()
    OUT.print(f"all is compiled ({time.monotonic() - start:.1f} s)")


app.command(admin)
app.command(backup)
app.command(maps)
app.command(decks)
