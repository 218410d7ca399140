"""Games in the terminal: what a seat sees, drawn with rich. One module a game, found by its name."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from rich.console import RenderableType


def draw(view: Mapping[str, Any]) -> RenderableType:
    """What a viewer sees of a match (`Match.view`), for a rich console."""
    room = import_module(f"tianxia.terminal.{view['game'].replace('-', '_')}")
    drawn: RenderableType = room.draw(view)
    return drawn
