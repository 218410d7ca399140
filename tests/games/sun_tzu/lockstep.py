"""The engine and the slow reference of Sun Tzu side by side: the same decisions, compared after each one.

    python -m tests.games.sun_tzu.lockstep --games 2000 --from-seed 0 --options events

stops at the first disagreement and says what differs, where, and how to get there again.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

from tests.games import lockstep
from tests.games.lockstep import Disagreement, difference
from tests.games.sun_tzu.playing import CHOOSERS
from tests.games.sun_tzu.table import (
    GAME,
    ID,
    NOTATION,
    OPTION_SETS,
    VIEWERS,
    Table,
    common_facts,
    facts_of_view,
    own_facts,
)
from tests.oracle.sun_tzu import SunTzu
from tianxia.engine.notation import position_of

JSON_EVERY = 32
"""Steps between comparisons of JSON views, which cost more than all the rest."""


class Pair:
    """One game played by both."""

    def __init__(self, seed: int, options: dict[str, Any], every: int = 1) -> None:
        self.every = every
        self.table = Table.new(seed, **options)
        self.oracle = SunTzu(self.table.chance(), **options)
        self.played: list[tuple[int, str]] = []
        self.before = self.table.states.copy()

    def compare(self) -> dict[int, list[str]]:
        """Compare who may do what, and all facts after each `every` decisions and at the end; returns the legal acts by seat."""
        table, oracle = self.table, self.oracle
        actors = table.actors
        self.same("actors", actors, oracle.actors())
        legal = {}
        for seat in actors:
            ids = table.legal(seat)
            legal[seat] = [NOTATION[number] for number in ids]
            if set(legal[seat]) != set(oracle.legal(seat)) or len(ids) != len(set(ids)):
                self.same(f"legal for {seat}", sorted(legal[seat]), sorted(oracle.legal(seat)))
            if ids != sorted(ids):
                self.same(f"order of the ids for {seat}", ids, sorted(ids))
        if not actors or len(self.played) % self.every == 0:
            self.compare_views()
            self.compare_hidden()
        return legal

    def compare_views(self) -> None:
        """What each viewer sees, from the bytes; now and then from JSON too, where nulls stand for what is hidden."""
        result = None if self.table.actors else self.table.result()
        for viewer in VIEWERS:
            theirs = self.oracle.facts(viewer)
            if viewer is None:
                ours = common_facts(self.table.reading(None), list(self.table.actors), result)
                lockstep.same_facts(self.same, "all", ours, theirs)
            lockstep.same_facts(self.same, viewer, own_facts(self.table.reading(viewer), viewer), theirs)
            if len(self.played) % JSON_EVERY == 0:
                lockstep.same_facts(
                    self.same, f"{viewer} in JSON", facts_of_view(self.table.view(viewer), result), theirs
                )
        self.same("result", result, self.oracle.result())

    def compare_hidden(self) -> None:
        s = self.table.whole()
        for side in self.oracle.table.sides:
            deck = [card.kind for card in side.deck]
            self.same(f"deck of {side.seat}", [card for card in s["deck"][side.seat] if card != "none"], deck)
        if self.oracle.table.options.events:
            events = self.oracle.table.events_out + self.oracle.table.events
            self.same("event deck", s["event_deck"], events)

    def same(self, what: str, engine: Any, oracle: Any) -> None:
        if engine != oracle:
            raise Disagreement(difference(what, engine, oracle) + self.how_it_came())

    def how_it_came(self) -> str:
        """The position before the last action, which shows the difference on its own, and that action."""
        return (
            f"\n  after {self.played[-1:]}, number {len(self.played)}, from\n  {position_of(GAME.table, self.before)}"
        )

    def apply(self, seat: int, act: str) -> None:
        self.played.append((seat, act))
        self.before = self.table.states.copy()
        self.table.apply(seat, ID[act])
        try:
            self.oracle.apply(seat, act)
        except (ValueError, AssertionError, KeyError) as error:
            raise Disagreement(f"the oracle refuses: {error}{self.how_it_came()}") from error


def play(seed: int, options: dict[str, Any], seen: Counter[str] | None = None, every: int = 1) -> int:
    """One whole game in lock-step; returns the number of decisions. `seed` also picks how acts are chosen."""
    chance = random.Random(seed)
    choosers = [chance.choice(CHOOSERS) for _ in (0, 1)]
    pair = Pair(seed, options, every)
    try:
        legal = pair.compare()
        while legal:
            seat = chance.choice(sorted(legal))
            pair.apply(seat, choosers[seat](chance, legal[seat]))
            legal = pair.compare()
    except Disagreement as error:
        raise Disagreement(f"seed {seed}: {error}") from error
    if seen is not None:
        count_what_was_seen(pair, seen)
    return len(pair.played)


def count_what_was_seen(pair: Pair, seen: Counter[str]) -> None:
    """How the game went, so that a run can say what it covered."""
    table = pair.oracle.table
    seen[f"round {table.round}"] += 1
    seen[f"result {table.places}"] += 1
    seen[f"events {len(table.events_out)}"] += 1
    seen.update({"act " + " ".join(act.split()[: 2 if act.startswith("use") else 1]) for _, act in pair.played})


if __name__ == "__main__":
    sys.exit(lockstep.main(__doc__, play, OPTION_SETS))
