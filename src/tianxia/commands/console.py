"""What commands share: where they print, options as name=value, progress, bad input."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

ERRORS = Console(stderr=True)
OUT = Console()
BAD_INPUT = 2
"""Exit status when what the user wrote can't be done."""

Options = Annotated[list[str], Parameter(name="--option", consume_multiple=True, negative=())]


class BadInput(Exception):
    """What the user wrote can't be done; the text says what would be right."""


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


def look_here() -> None:
    """A bot of one's own may lie in the current folder."""
    if "" not in sys.path:
        sys.path.append("")


def compile_first(*names: str) -> None:
    """Compile what is missing of these games, or of all, with a progress bar on the error stream if there is something."""
    from tianxia import warmup

    if warmup.is_warm(names):
        return
    if not ERRORS.is_terminal:
        ERRORS.print(
            f"compiling {' and '.join(names) or 'all games'}, once for this version: "
            f"this takes {'half a minute' if names else 'a minute or two'}"
        )
    with bar("compiling, once for this version", 1, ERRORS.is_terminal) as step:

        def progress(label: str, number: int, count: int) -> None:
            step(number, count, f"compiling, once for this version: {label}")

        warmup.warm_up(progress, names)


@contextmanager
def bar(label: str, total: int, shown: bool) -> Iterator[Callable[..., None]]:
    """A progress bar on the error stream; gives a function that takes how much is done, and a new total and label."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=ERRORS, disable=not shown or not ERRORS.is_terminal, transient=True) as progress:
        task = progress.add_task(escape(label), total=total)

        def step(done: int, count: int | None = None, text: str | None = None) -> None:
            progress.update(task, completed=done, total=count or total, description=escape(text or label))

        yield step
