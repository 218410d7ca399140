"""The engine and the slow reference of Huang side by side: the same decisions, compared after each one.

    python -m tests.games.huang.lockstep --games 100 --from-seed 0 --options "4, bandits"

stops at the first disagreement and says what differs, where, and how to get there again.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

from tests.games import lockstep
from tests.games.huang.playing import CHOOSERS
from tests.games.huang.table import ID, NOTATION, OPTION_SETS, Table, facts_of, map_of
from tests.games.lockstep import Disagreement, difference
from tests.oracle.huang import Huang
from tianxia.engine.notation import position_of


class Pair:
    """One game played by both."""

    def __init__(self, seed: int, options: dict[str, Any], every: int = 1) -> None:
        self.every = every
        self.table = Table.of(options, seed)
        self.oracle = Huang(self.table.chance(), map_of(options), **options)
        self.played: list[tuple[int, str]] = []
        self.begin = (self.table.states.copy(), 0)

    def compare(self) -> tuple[int, list[str]] | None:
        """Compare who may do what, and all facts after each `every` decisions and at the end.

        Returns who is asked, and the legal acts.
        """
        table, oracle = self.table, self.oracle
        actors = table.actors
        self.same("actors", actors, oracle.actors())
        result = None if actors else table.result()
        self.same("result", result, oracle.result())
        self.same("bag", Counter(table.bag()), Counter(oracle.table.bag))
        if not actors or len(self.played) % self.every == 0:
            for viewer in lockstep.viewers(actors, table.players, len(self.played)):
                ours, theirs = facts_of(table.view(viewer)["state"], result, viewer), oracle.facts(viewer)
                lockstep.same_facts(self.same, viewer, ours, theirs)
        if not actors:
            return None
        ids = table.legal(actors[0])
        legal = [NOTATION[number] for number in ids]
        theirs = oracle.legal(actors[0])
        if ids != sorted(set(ids)):
            self.same("order of the ids", ids, sorted(set(ids)))
        if set(legal) != set(theirs):
            self.same("legal", legal, theirs)
        return actors[0], legal

    def same(self, what: str, engine: Any, oracle: Any) -> None:
        if engine != oracle:
            raise Disagreement(difference(what, engine, oracle) + self.how_it_came())

    def how_it_came(self) -> str:
        """The last quiet position and the moves since, which show the difference on their own."""
        quiet, made = self.begin[0], self.table.game
        moves = [[seat, made.actions.text(ID[act])] for seat, act in self.played[self.begin[1] :]]
        position = position_of(made.table, quiet, made.blank(), made.completed) | {"moves": moves}
        return f"\n  after {self.played[-1:]}, number {len(self.played)}, from\n  {position}"

    def apply(self, seat: int, act: str) -> None:
        if self.table.game.quiet(self.table.states):
            self.begin = (self.table.states.copy(), len(self.played))
        self.played.append((seat, act))
        self.table.apply(seat, ID[act])
        self.oracle.table.bag[:] = self.table.drawn() + self.table.bag()
        try:
            self.oracle.apply(seat, act)
        except (ValueError, AssertionError, KeyError) as error:
            raise Disagreement(f"the oracle refuses: {error}{self.how_it_came()}") from error


def play(seed: int, options: dict[str, Any], seen: Counter[str] | None = None, every: int = 1) -> int:
    """One whole game in lock-step; returns the number of decisions. `seed` also picks how acts are chosen."""
    chance = random.Random(seed)
    choosers = [chance.choice(CHOOSERS) for _ in range(options["players"])]
    pair = Pair(seed, options, every)
    try:
        while asked := pair.compare():
            seat, legal = asked
            pair.apply(seat, choosers[seat](chance, legal, pair.oracle))
    except Disagreement as error:
        raise Disagreement(f"seed {seed}, {options}: {error}") from error
    if seen is not None:
        seen.update("act " + act.split()[0] for _, act in pair.played)
    return len(pair.played)


if __name__ == "__main__":
    sys.exit(lockstep.main(__doc__, play, OPTION_SETS, games=100))
