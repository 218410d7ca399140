"""Bots as somebody else would write them, for tests: found by name, `tests.bots.own:Clever`."""

from __future__ import annotations

from typing import Any

import tianxia
from tianxia import bots


class Clever:
    """Plays as `greedy` does, and counts what it was asked."""

    def __init__(self, game: tianxia.Game, seed: int) -> None:
        self.asked = 0
        self._greedy = bots.make("greedy", game, seed)

    def choose(self, record: Any, seat: int) -> int:
        self.asked += 1
        return self._greedy.choose(record, seat)


class Cheat:
    """Plays what is not legal."""

    answer: Any = -1

    def choose(self, record: Any, seat: int) -> Any:
        return self.answer


def cheat(_game: tianxia.Game, _seed: int) -> Cheat:
    return Cheat()


def nothing(_game: tianxia.Game, _seed: int) -> None:
    return None


NUMBER = 7
