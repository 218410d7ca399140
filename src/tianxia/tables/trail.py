"""The actions of a game that count, and the positions before some of them: few have to be played anew to come back to one."""

from collections.abc import Mapping
from typing import Any

import tianxia
from tianxia.tables.line import Line

KEPT = 16  # positions before the last actions that are at hand; of those before them that can be taken back every so-manieth
FAR = 32  # ... and of all others every so-manieth: so many actions are played anew at most to look at one


class Trail:
    """How a game came to where it is."""

    match: "tianxia.Match"
    """The position after the last row."""

    def __init__(self, game: "tianxia.Game", start: Mapping[str, Any]) -> None:
        self.game, self._start = game, start
        self.line = Line()
        self._positions: dict[int, tianxia.Match] = {}
        """Before some of its actions, by their place."""

    def _undone(self, seat: int, positions: dict[int, "tianxia.Match"]) -> "tianxia.Match":
        last = self.line.last(seat)
        if last is None or last.seat != seat:
            raise tianxia.IllegalAction(f"undo: seat {seat} did not play the last action")
        return self._taken_back(self.line.known(seat), positions)

    def _taken_back(self, known: int, positions: dict[int, "tianxia.Match"]) -> "tianxia.Match":
        match = self._position(known - 1)
        for place, kept in enumerate(self.line.kept(known), known - 1):
            positions[place] = match
            match = match.after(kept.seat, kept.action)
        return match

    def _position(self, steps: int) -> "tianxia.Match":
        """The position after so many of the actions that count; not to be played on."""
        if steps == len(self.line):
            return self.match
        start = max((place for place in self._positions if place <= steps), default=None)
        match = self.game.started(self._start) if start is None else self._positions[start]
        for played in self.line[start or 0 : steps]:
            match = match.after(played.seat, played.action)
        return match

    def _tidy(self) -> None:
        """Lets go of most positions that no seat can come back to, and of most that lie far back."""
        back, recent = min(map(self.line.goes_back, range(self.game.seats))), len(self.line) - KEPT
        first = max((place for place in self._positions if place <= back), default=back)
        self._positions = {
            place: match
            for place, match in self._positions.items()
            if place % FAR == 0 or place == first or (place > first and (place > recent or place % KEPT == 0))
        }
