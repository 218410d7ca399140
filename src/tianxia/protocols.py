"""Writes the typed Protocol of each game's record from its field table, so that mypy sees into rules.

``python -m tianxia.protocols`` writes `record.py` into every game's folder; a test fails when a committed file differs.
"""

from collections.abc import Iterator
from pathlib import Path

import tianxia
from tianxia.engine.fields import Field
from tianxia.engine.game import Game

SHAPES = ("int", "Row", "Grid", "Cube", "Block")
"""Types by the number of axes."""
GAMES = Path(__file__).parent / "games"


def protocol(game: Game) -> str:
    """The module of one game.

    >>> "    hand: Grid" in protocol(tianxia.load("chu-han")).splitlines()
    True
    """
    return "\n".join(lines(game)) + "\n"


def lines(game: Game) -> Iterator[str]:
    """That module line by line."""
    used = sorted({of(field) for field in game.table.fields} - {"int"})
    yield f'"""The record of {game.title}, typed. Written by `python -m tianxia.protocols` from `state.py`: change that."""'
    yield ""
    yield "from typing import Protocol"
    yield ""
    yield f"from tianxia.engine.shapes import {', '.join(sorted(['AnyRecord', *used], key=str))}"
    yield ""
    yield ""
    yield "class Record(AnyRecord, Protocol):"
    yield f'    """What lies on the table of {game.title}; `state.py` says what each field means."""'
    yield ""
    for field in game.table.fields:
        yield f"    {field.name}: {of(field)}"


def of(field: Field) -> str:
    """The type of a field."""
    return SHAPES[len(field.shape)]


def modules() -> dict[Path, str]:
    """All files by their paths."""
    return {
        GAMES / name.replace("-", "_") / "record.py": protocol(tianxia.load(name)) for name in tianxia.games.names()
    }


if __name__ == "__main__":
    for path, text in modules().items():
        path.write_text(text, encoding="utf-8")
