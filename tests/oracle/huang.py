"""Huang as its rules read (H1-H13, M1-M4): slow and plain, the second opinion on the engine.

The game is written as the players go through it: each part is a generator that yields a question (`Ask`) and goes on with
the answer. Colours are strings, hexes are (row, column). Nothing here is shared with the package, so that a misreading on
one side shows as a difference between the two.
"""

from __future__ import annotations

from typing import Any

from tests.oracle.huang_facts import facts
from tests.oracle.huang_map import Map
from tests.oracle.huang_position import read_position
from tests.oracle.huang_table import Ask
from tests.oracle.huang_things import Chance, Options
from tests.oracle.huang_turn import game, set_up


class Huang:
    """A game of Huang; `chance` gives starting player, bandits and the order of the bag [H2.6], `options` the modules."""

    def __init__(
        self, chance: Chance | None, map_: Map, players: int, position: dict[str, Any] | None = None, **options: Any
    ):
        chosen = Options(players, **options)
        if position is not None:
            self.table = read_position(position, map_, chosen)
        elif chance is not None:
            self.table = set_up(chance, map_, chosen)
        else:
            raise ValueError("a new game needs its chance [H2.6]")
        self.script = game(self.table)
        self.ask: Ask | None = None
        self.go_on(None)

    @classmethod
    def from_position(cls, position: dict[str, Any], map_: Map, players: int, **options: Any) -> Huang:
        return cls(None, map_, players, position, **options)

    def go_on(self, answer: str | None) -> None:
        """All that happens by itself, up to the next decision or the end."""
        try:
            self.ask = next(self.script) if answer is None else self.script.send(answer)
        except StopIteration:
            self.ask = None

    def actors(self) -> tuple[int, ...]:
        """The seat that is asked now: never two at once [H13]."""
        return (self.ask.seat,) if self.ask else ()

    def legal(self, seat: int) -> list[str]:
        return list(self.ask.options) if self.ask and self.ask.seat == seat else []

    def apply(self, seat: int, notation: str) -> None:
        legal = self.legal(seat)
        if notation not in legal:
            raise ValueError(f"{notation}: not legal now for seat {seat}; legal: {', '.join(legal) or 'nothing'}")
        self.go_on(notation)

    def result(self) -> tuple[int, ...] | None:
        """The places by seat, shared by who are equal in all; None while the game goes on [H12.3a]."""
        return self.table.places

    def facts(self, viewer: int | None) -> dict[str, Any]:
        """Everything that a seat, or a spectator (None), may see."""
        return facts(self.table, self.ask, viewer)
