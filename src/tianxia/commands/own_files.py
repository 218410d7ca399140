"""Commands for what players bring themselves: maps of Huang, decks of Huns."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cyclopts import App

from tianxia.commands.console import BAD_INPUT
from tianxia.engine.errors import TianxiaError

maps = App(name="map", help="Maps of Huang: check and draw your own.")
decks = App(name="deck", help="Decks of Huns: check your own.")


@maps.command
def check(files: list[str], /) -> None:
    """Tell every condition that a map of Huang breaks, a line each; exit status 2 if it breaks any.

    Parameters
    ----------
    files
        Map files, or seven_states, eighteen_kingdoms for the maps in use.
    """
    from tianxia.games.huang.hexmap import TITLES, problems

    def judge(file: str) -> tuple[list[str], str]:
        read = read_map(file)
        return problems(read), f"fits H1.4, as {TITLES[read.kind]} of {len(read.hexes)} hexes"

    check_files(files, judge)


@maps.command
def draw(file: str, /, *, out: Path | None = None) -> None:
    """Draw a map of Huang as an SVG.

    Parameters
    ----------
    file
        A map file, or seven_states, eighteen_kingdoms for the maps in use.
    out
        Write the drawing here instead of printing it.
    """
    from tianxia.games.huang.drawing import draw as drawn

    drawing = drawn(read_map(file))
    if out is None:
        sys.stdout.write(drawing)
    else:
        out.write_text(drawing, "utf-8")


def read_map(file: str) -> Any:
    """A map from its file, or one of ours by its name; what cannot be read is told in one line with the file."""
    from tianxia.games.huang import hexmap

    named = file in hexmap.SHIPPED and not Path(file).exists()
    try:
        return hexmap.load(hexmap.in_use(file) if named else file)
    except hexmap.BadMap as error:
        raise TianxiaError(f"{file}: {error}") from error
    except OSError as error:
        raise TianxiaError(f"{file}: {error.strerror}") from error


@decks.command(name="check")
def check_decks(files: list[str], /) -> None:
    """Tell everything that is wrong with a deck of Huns, a line each; exit status 2 if anything is.

    Parameters
    ----------
    files
        Deck files; TIANXIA_DECK names the one to play with.
    """
    from tianxia.games.huns import deck

    def judge(file: str) -> tuple[list[str], str]:
        try:
            told = deck.decode(deck.contents(Path(file)))
        except deck.BadDeck as error:
            raise TianxiaError(f"{file}: {error}") from error
        except OSError as error:
            raise TianxiaError(f"{file}: {error.strerror}") from error
        return deck.problems(told), "fits N9.3, with 60 cards and 32 wagons"

    check_files(files, judge)


def check_files(files: list[str], judge: Callable[[str], tuple[list[str], str]]) -> None:
    """Print what `judge` finds wrong in each file, or that it fits; one that cannot be read does not hide the others."""
    good = True
    for file in files:
        try:
            broken, fits = judge(file)
        except TianxiaError as error:
            print(f"tianxia: {error}", file=sys.stderr)
            good = False
            continue
        for problem in broken or [fits]:
            print(f"{file}: {problem}")
        good = good and not broken
    if not good:
        sys.exit(BAD_INPUT)
