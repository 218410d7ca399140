"""The engine and the slow reference of Huns side by side: the same decisions, compared after each one.

    python -m tests.games.huns.lockstep --games 100 --from-seed 0 --options 4

stops at the first disagreement and says what differs, where, and how to get there again.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from functools import partial
from typing import Any

from tests.games import lockstep
from tests.games.huns.playing import CHOOSERS
from tests.games.huns.table import ID, NOTATION, OPTION_SETS, Table, facts_of
from tests.games.huns.walks import crowded_table
from tests.games.lockstep import Disagreement, difference
from tests.oracle.huns import Huns
from tianxia.engine.notation import position_of


class Pair:
    """One game played by both."""

    def __init__(self, table: Table, oracle: Huns, every: int = 1) -> None:
        self.table, self.oracle, self.every = table, oracle, every
        self.played: list[tuple[int, str]] = []
        self.before = self.table.states.copy()

    @classmethod
    def of_game(cls, seed: int, options: dict[str, Any], every: int = 1) -> Pair:
        table = Table.of(options, seed)
        return cls(table, Huns(table.chance(), **options), every)

    @classmethod
    def of_position(cls, chance: random.Random, options: dict[str, Any]) -> Pair:
        """From a position in which much lies on the table."""
        table, position = crowded_table(chance, options)
        return cls(table, Huns.of_position(position, **options))

    def compare(self) -> tuple[int, list[str]] | None:
        """Compare who may do what, and all facts after each `every` decisions and at the end.

        Returns who is asked, and the legal acts.
        """
        table, oracle = self.table, self.oracle
        actors = table.actors
        self.same("actors", actors, oracle.actors())
        result = None if actors else table.result()[: table.players]
        self.same("result", result, oracle.result())
        self.same("deck of wagons", table.wagon_deck(), oracle.table.wagon_deck)
        if not actors or len(self.played) % self.every == 0:
            for viewer in lockstep.viewers(actors, table.players, len(self.played)):
                ours, theirs = facts_of(table.view(viewer)["state"], result, viewer), oracle.facts(viewer)
                lockstep.same_facts(self.same, viewer, ours, theirs)
        if not actors:
            return None
        ids = table.legal(actors[0])
        legal = [NOTATION[number] for number in ids]
        self.same("legal", legal, oracle.legal(actors[0]))
        return actors[0], legal

    def same(self, what: str, engine: Any, oracle: Any) -> None:
        if engine != oracle:
            raise Disagreement(difference(what, engine, oracle) + self.how_it_came())

    def how_it_came(self) -> str:
        """The position before the last action, which shows the difference on its own, and that action."""
        made = self.table.game
        position = position_of(made.table, self.before, made.blank())
        return f"\n  after {self.played[-3:]}, number {len(self.played)}, from\n  {position}"

    def apply(self, seat: int, act: str) -> None:
        self.played.append((seat, act))
        self.before = self.table.states.copy()
        self.table.apply(seat, ID[act])
        self.oracle.chance.rolls.extend(self.table.rolled())
        try:
            self.oracle.apply(seat, act)
        except (ValueError, AssertionError, KeyError, IndexError, TypeError) as error:
            raise Disagreement(f"the oracle refuses: {error!r}{self.how_it_came()}") from error


def play(seed: int, options: dict[str, Any], seen: Counter[str] | None = None, every: int = 1, most: int = 0) -> int:
    """One whole game in lock-step, or the first `most` decisions from a crowded position; returns how many there were.

    `seed` also picks how acts are chosen.
    """
    chance = random.Random(seed)
    choosers = [chance.choice(CHOOSERS) for _ in range(options["players"])]
    pair = Pair.of_position(chance, options) if most else Pair.of_game(seed, options, every)
    try:
        while (asked := pair.compare()) and (not most or len(pair.played) < most):
            seat, legal = asked
            if seen is not None:
                seen["moment " + pair.table.question] += 1
            pair.apply(seat, choosers[seat](chance, legal))
    except Disagreement as error:
        raise Disagreement(f"seed {seed}, {options}: {error}") from error
    if seen is not None:
        seen.update("act " + (act if act.startswith("use") else act.split()[0]) for _, act in pair.played)
    return len(pair.played)


def main() -> int:
    parser = lockstep.arguments(__doc__, 100, OPTION_SETS)
    parser.add_argument(
        "--crowded", type=int, default=0, help="so many decisions from a position full of cards instead"
    )
    chosen = parser.parse_args()

    return lockstep.agree_with(OPTION_SETS, partial(play, most=chosen.crowded), chosen)


if __name__ == "__main__":
    sys.exit(main())
