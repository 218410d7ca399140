"""How players of test games choose: any act, or such that states meet, buildings rise and wars are fought."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.oracle.huang import Huang
from tests.oracle.huang_map import around, spot

Chooser = Callable[[random.Random, list[str], Huang], str]
LIKES = {"place": 30, "leader": 8, "riot": 3, "replace": 2, "establish": 6, "pagoda": 5, "palace": 5, "support": 5}
QUIET = {"place": 2, "leader": 4, "withdraw": 2, "pass": 10, "stop": 3}


def any_act(chance: random.Random, legal: list[str], _game: Huang) -> str:
    return chance.choice(legal)


def by_kind(chance: random.Random, legal: list[str], likes: dict[str, int]) -> list[str]:
    """The acts of one kind, chosen by how much it is liked."""
    kinds: dict[str, list[str]] = {}
    for act in legal:
        kinds.setdefault(act.split()[0], []).append(act)
    (kind,) = chance.choices(list(kinds), [likes.get(kind, 1) for kind in kinds])
    return kinds[kind]


def lively(chance: random.Random, legal: list[str], game: Huang) -> str:
    """Mostly tiles, near to others and to those of their colour."""
    acts = by_kind(chance, legal, LIKES)
    if not acts[0].startswith("place") or chance.random() < 0.1:
        return chance.choice(acts)
    return max(chance.sample(acts, min(12, len(acts))), key=lambda act: company(game, act))


def company(game: Huang, act: str) -> float:
    """How many things are near a place, tiles of the same colour above all."""
    _, colour, where = act.split()
    near = around(spot(where))
    tiles = game.table.tiles
    leaders = game.table.leader_hexes()
    return sum(2.5 * (tiles.get(h) == colour) + (h in tiles) + (h in leaders) for h in near)


def quiet(chance: random.Random, legal: list[str], _game: Huang) -> str:
    """Often nothing at all, so that turns go by without a draw."""
    return chance.choice(by_kind(chance, legal, QUIET))


CHOOSERS: tuple[Chooser, ...] = (any_act, lively, lively, quiet)
