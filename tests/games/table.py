"""A game's records for tests: stepped without the comfort of a match, read without the price of NumPy's fields."""

from __future__ import annotations

import math
import struct
from functools import cache
from typing import Any, ClassVar, Self

import numpy as np

from tianxia.engine import _entries as entries
from tianxia.engine import looks
from tianxia.engine.fields import ALL, NOBODY, SPECTATOR, Field
from tianxia.engine.game import Game

WHOLE = -2
"""As viewer: who sees even what nobody sees."""
CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u8": "Q"}


class Table:
    """One position of the engine, with the entry points of `tianxia.engine._entries` as methods; a subclass names the game."""

    game: ClassVar[Game]

    def __init__(self, states: Any) -> None:
        self.states = states
        self.log = self.game.new_log()
        self.out = np.zeros(self.game.most_legal, np.int32)
        self.bytes = states.view(np.uint8)
        self.scratch = self.game.table.new()
        self.scratch_bytes = self.scratch.view(np.uint8)

    @classmethod
    def new(cls, seed: int, **options: Any) -> Self:
        return cls(cls.game.with_options(**options).new(seed)._states)

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act."""
        bits = entries.actors(self.states)
        return tuple(seat for seat in range(self.game.seats) if bits >> seat & 1)

    def legal(self, seat: int) -> list[int]:
        return self.out[: entries.legal(self.states, seat, self.out)].tolist()  # type: ignore[no-any-return]

    def apply(self, seat: int, action: int) -> None:
        self.log[0, 0] = 0
        it = np.array([action], np.int32)  # it is legal
        entries.step(self.states, self.states, seat, action, self.log, self.out, it, 1)

    def masked_bytes(self, viewer: int | None) -> bytes:
        """What a viewer may see of the record."""
        self.scratch_bytes[:] = self.bytes  # field by field, as NumPy copies records, it takes ten times longer
        entries.masked(self.scratch, SPECTATOR if viewer is None else viewer)
        return self.scratch_bytes.tobytes()

    def view(self, viewer: int | None) -> dict[str, Any]:
        """What `Match.view` gives."""
        states = np.frombuffer(self.masked_bytes(viewer), self.game.table.dtype)
        state = looks.view(self.game.table, states, SPECTATOR if viewer is None else viewer)
        return {"viewer": viewer, "to_act": list(self.actors), "state": state}

    def result(self) -> tuple[int, ...]:
        places = np.zeros(self.game.seats, np.int64)
        entries.result(self.states, places)
        return tuple(places.tolist())


class Column:
    """How one field is read from the bytes of a record."""

    def __init__(self, game: Game, field: Field) -> None:
        offsets: Any = game.table.dtype.fields
        self.offset = offsets[field.name][1]
        self.form = struct.Struct(f"={max(1, math.prod(field.shape))}{CODES[field.dtype]}")
        self.scalar = not field.shape
        self.width = math.prod(field.shape[1:])
        self.flat = len(field.shape) == 1
        self.all, self.nobody = field.seen_by is ALL, field.seen_by is NOBODY
        self.names: Any = field.labels
        if field.questions is not None:
            self.names = [field.questions.text(number) for number in range(field.questions.size)]
        if field.bits:
            self.names = [
                [name for i, name in enumerate(field.bits) if n >> i & 1] for n in range(1 << len(field.bits))
            ]

    def read(self, raw: bytes, viewer: int) -> Any:
        if self.nobody and viewer != WHOLE:
            return None
        values: list[Any] = list(self.form.unpack_from(raw, self.offset))
        if self.names:
            names = self.names
            values = [names[value] for value in values]
        if self.scalar:
            return values[0]
        if not self.flat:
            values = [values[start : start + self.width] for start in range(0, len(values), self.width)]
        if self.all or viewer == WHOLE:
            return values
        return [value if row == viewer else None for row, value in enumerate(values)]


@cache
def columns(game: Game) -> dict[str, Column]:
    return {field.name: Column(game, field) for field in game.table.fields}


class Reading:
    """A record as bytes, read by field name as JSON views give it: labels as names, None for what is hidden."""

    def __init__(self, game: Game, raw: bytes, viewer: int) -> None:
        self.columns, self.raw, self.viewer = columns(game), raw, viewer

    def __getitem__(self, name: str) -> Any:
        return self.columns[name].read(self.raw, self.viewer)
