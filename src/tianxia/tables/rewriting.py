"""Rows of the first two versions of the store, written as they are written now.

They held the ids of actions, which mean what they meant only as long as no table changes: they are put into notation by
the tables of the program that finds them. Who sits where becomes the first rows of a game.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import tianxia
from tianxia.tables.store import ActionRow, ResignedRow, Row, Seat, UndoRow, opening

Old = tuple[str, int, int | None, str | None, float]
"""Kind, seat, id of the action, id of the command, time."""


def rewritten(game: str, created: float, seats: Iterable[Seat], rows: Iterable[tuple[int, Old]]) -> Iterator[Row]:
    """All rows of a game, given its name, its seats and its old rows by number; what was wrong with it stays wrong."""
    first = opening(seats, created)
    yield from first
    for number, (kind, seat, action, command, at) in rows:
        place: dict[str, Any] = {"number": len(first) + number, "at": at, "command": command}
        if kind == "undo":
            yield UndoRow(seat, **place)
        elif kind == "resigned":
            yield ResignedRow(seat, **place)
        else:
            yield ActionRow(seat, notation(game, action), **place)


def notation(game: str, action: int | None) -> str:
    """An id in notation; one that the game does not have stays as it is, which is none."""
    try:
        return tianxia.load(game).actions.text(action if action is not None else -1)
    except tianxia.TianxiaError:
        return str(action)
