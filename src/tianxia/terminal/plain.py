"""A game without drawings in the terminal: the fields of its view, one a line."""

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.table import Table


def draw(view: Mapping[str, Any], _lang: str) -> RenderableType:
    """What lies on the table, field by field; what is hidden is a dash."""
    table = Table.grid(padding=(0, 2))
    for name, value in view["state"].items():
        table.add_row(name, told(value))
    return table


def told(value: Any) -> str:
    """A value of a field in words.

    >>> told([["red", None], 3])
    '(red, -), 3'
    """
    if isinstance(value, list):
        return ", ".join(f"({told(one)})" if isinstance(one, list) else told(one) for one in value)
    return "-" if value is None else str(value)
