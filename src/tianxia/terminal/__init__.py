"""Games in the terminal: what a seat sees, drawn with rich. One module a game, found by its name."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from rich.console import RenderableType

from tianxia.engine import i18n


def room(view: Mapping[str, Any]) -> ModuleType:
    """The module that draws a game; `plain` for one that has none."""
    name = f"tianxia.terminal.{view['game'].replace('-', '_')}"
    return import_module(name if find_spec(name) else "tianxia.terminal.plain")


def draw(view: Mapping[str, Any], lang: str = i18n.DEFAULT) -> RenderableType:
    """What a viewer sees of a match (`Match.view`), for a rich console; a game may have its table in English only."""
    drawn: RenderableType = room(view).draw(view, lang)
    return drawn


def spoken(said: str, view: Mapping[str, Any]) -> list[str]:
    """The actions that were typed, with ; between them; a game may have a shorter way to say some (`shorthand`).

    >>> spoken("decree; set 8 2", {"game": "chu-han"})
    ['decree', 'set 8 2']
    """
    shorthand = getattr(room(view), "shorthand", None)
    found: list[str] = []
    for part in filter(None, map(str.strip, said.split(";"))):
        found += shorthand(part, view) if shorthand else [part]
    return found
