"""Sun Tzu as its rules read (S1-S14): slow and plain, the second opinion on the engine.

The game is written as the players go through it: each part is a generator that yields a question (`Ask`) and goes on with
the answer. Cards, provinces and generals are strings. Nothing here is shared with the package, so that a misreading on
one side shows as a difference between the two.
"""

from __future__ import annotations

from typing import Any

from tests.oracle.sun_tzu_cards import Chance, Options
from tests.oracle.sun_tzu_facts import facts
from tests.oracle.sun_tzu_position import read_position
from tests.oracle.sun_tzu_round import game, lay_out
from tests.oracle.sun_tzu_table import Answer, Ask


class SunTzu:
    """A game of Sun Tzu; `chance` gives displays, events and decks [S2.5], `options` are those of the rules."""

    def __init__(self, chance: Chance | None, position: dict[str, Any] | None = None, **options: Any):
        chosen = Options(**options)
        if position is not None:
            self.table, part = read_position(position, chosen), "orders"
        elif chance is not None:
            self.table, part = lay_out(chance, chosen), "set-up"
        else:
            raise ValueError("a new game needs its chance [S2.5]")
        self.script = game(self.table, part)
        self.ask: Ask | None = None
        self.go_on(None)

    @classmethod
    def from_position(cls, position: dict[str, Any], **options: Any) -> SunTzu:
        return cls(None, position, **options)

    def go_on(self, answer: Answer | None) -> None:
        """All that happens by itself, up to the next decision or the end."""
        try:
            self.ask = next(self.script) if answer is None else self.script.send(answer)
        except StopIteration:
            self.ask = None

    def actors(self) -> tuple[int, ...]:
        """The seats that are asked now: both in D1, D2 and D9 [S14]."""
        return tuple(sorted(self.ask.options)) if self.ask else ()

    def legal(self, seat: int) -> list[str]:
        return list(self.ask.options.get(seat, ())) if self.ask else []

    def apply(self, seat: int, notation: str) -> None:
        legal = self.legal(seat)
        if notation not in legal:
            raise ValueError(f"{notation}: not legal now for seat {seat}; legal: {', '.join(legal) or 'nothing'}")
        self.go_on((seat, notation))

    def result(self) -> tuple[int, int] | None:
        """The places, 1 for the winner, both 1 in a draw; None while the game goes on [S11]."""
        return self.table.places

    def facts(self, viewer: int | None) -> dict[str, Any]:
        """Everything that a seat, or a spectator (None), may see [S13]."""
        return facts(self.table, self.ask, viewer)
