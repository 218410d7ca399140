"""How players of test games choose: any act, or such that goods are robbed, curses played and wagons filled."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.oracle.huns_things import NUMBER

Chooser = Callable[[random.Random, list[str]], str]
DRAWING = {"draw": 12, "die black": 3, "die red": 3, "use": 6, "load": 3, "accept": 3, "loot": 2}
LOADING = {
    "loot": 6,
    "loot_as": 6,
    "load": 20,
    "use": 8,
    "brand": 6,
    "raise": 6,
    "value": 2,
    "accept": 2,
    "good": 3,
    "on": 1,
}
CURSING = {"draw": 8, "die black": 12, "accept": 30, "use": 10, "on": 6, "good": 4, "load": 2, "flee": 1}
RAIDING = {"draw": 6, "die red": 10, "use": 40, "take": 5, "load": 6, "accept": 4, "loot": 5}
FILLING = {"draw": 4, "die green": 8, "on": 20, "loot": 6, "use": 12, "accept": 4, "good": 3}
BINDING = {
    "draw": 5,
    "die blue": 8,
    "die black": 4,
    "load": 25,
    "brand": 12,
    "loot": 5,
    "accept": 20,
    "use": 10,
    "raise": 5,
}
"""How much kinds of acts are liked, or acts by their first words; others count 1."""


def any_act(chance: random.Random, legal: list[str]) -> str:
    return chance.choice(legal)


def liking(likes: dict[str, int]) -> Chooser:
    def choose(chance: random.Random, legal: list[str]) -> str:
        kinds: dict[str, list[str]] = {}
        for act in legal:
            kinds.setdefault(act if act in likes else act.split()[0], []).append(act)
        (kind,) = chance.choices(list(kinds), [likes.get(kind, 1) for kind in kinds])
        return chance.choice(kinds[kind])

    return choose


def first(_chance: random.Random, legal: list[str]) -> str:
    """Always the lowest number, so that games are strange in their own way."""
    return min(legal, key=NUMBER.__getitem__)


CHOOSERS: tuple[Chooser, ...] = (
    any_act, any_act, *map(liking, (DRAWING, LOADING, CURSING, RAIDING, FILLING, BINDING)),
)  # fmt: skip
