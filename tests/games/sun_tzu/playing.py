"""Random games of Sun Tzu: ways to choose an act, by which games go and end in many ways."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.games.sun_tzu.table import ID, NOTATION, Table

Chooser = Callable[[random.Random, list[str]], str]


def any_action(chance: random.Random, legal: list[str]) -> str:
    """Any legal act, but orders are seldom taken back, so that games end."""
    return weighted(chance, legal, {"take": 1, "discard": 0.3})


def any_kind(chance: random.Random, legal: list[str]) -> str:
    """A kind of act first, then one of it: passes, generals and reinforcements come early."""
    kinds = sorted({text.split()[0] for text in legal if not text.startswith("take back")}) or ["take"]
    kind = chance.choice(kinds)
    return chance.choice([text for text in legal if text.split()[0] == kind])


def crowded(chance: random.Random, legal: list[str]) -> str:
    """High numbers and +3 fill the board and empty the pools: armies must come from provinces and reinforcements."""
    return weighted(
        chance, legal, {"9": 9, "10": 9, "8": 6, "7": 6, "6": 4, "+3": 6, "+2": 4, "Plague": 0.3, "discard": 0.05}
    )


def plotting(chance: random.Random, legal: list[str]) -> str:
    """Plagues, sixes, ones, nines: events fire, windows open; generals are kept for them."""
    return weighted(chance, legal, {"6": 9, "Plague": 9, "1": 6, "9": 4, "-1": 4, "use": 0.2, "pass": 2})


def weighted(chance: random.Random, legal: list[str], weights: dict[str, float]) -> str:
    """Acts by the weight of their kind and of their card."""

    def weight(text: str) -> float:
        if text.startswith("take back"):
            return 0.05
        first, *_, last = text.split() * 2
        return weights.get(first, 1) * (weights.get(last, 1) if first == "order" else 1)

    return chance.choices(legal, [weight(text) for text in legal])[0]


CHOOSERS: tuple[Chooser, ...] = (any_action, any_kind, crowded, plotting)


Step = tuple[Table, int, int]


def steps(seed: int, options: dict[str, Any]) -> Iterator[Step]:
    """Every position of a random game with the seat and the act that come next; at the end seat -1."""
    table, chance = Table.new(seed, **options), random.Random(seed)
    choosers = [chance.choice(CHOOSERS) for _ in (0, 1)]
    while actors := table.actors:
        seat = chance.choice(actors)
        act = ID[choosers[seat](chance, [NOTATION[number] for number in table.legal(seat)])]
        yield table, seat, act
        table.apply(seat, act)
    yield table, -1, -1
