"""Quiet positions made by changing reached ones: those that are accepted play to an end, by positions that are so too."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import tianxia
from tests.games.huang.invariants import INVARIANTS
from tests.games.huang.table import OPTION_SETS, Table, game
from tests.games.huang.walks import walk
from tianxia.engine.game import Game
from tianxia.engine.notation import position_of
from tianxia.games.huang.pieces import BLUE, COLOURS, HEXES, LOCATIONS, N_PAGODAS, PAGODAS, RHOMBUSES, SEATS, TRIANGLES

pytestmark = pytest.mark.xdist_group("walks of huang")  # they are played once

Position = dict[str, Any]
Mutation = Callable[[random.Random, Position], None]
NAMES = ("2, base", "3, bandits and palace", "2, kingdoms and palace", "short, base", "5, open, never stalls")
MUTANTS = 36
"""So many a set of options."""
MOST_CHANGES = 4
LIKELY = 0.95
ANYWHERE = 0.3
EVERY = 30
"""Quiet positions from one that is looked at closely to the next: that takes longer than to check it."""
MOST_DECISIONS = 20_000
PILES = ("bag", "market", "out")
SIZES = ("bag_size", "hand_size", "face_down_size", "aside_size")


def tile_comes(chance: random.Random, p: Position) -> None:
    colour = chance.randrange(len(COLOURS))
    p["tiles"][colour].append(somewhere(chance, p, colour))


def tile_goes(chance: random.Random, p: Position) -> None:
    some_tiles(chance, p).pop()


def tile_moves(chance: random.Random, p: Position) -> None:
    tiles = some_tiles(chance, p)
    tiles[-1] = somewhere(chance, p, p["tiles"].index(tiles))


def tile_is_of_another_colour(chance: random.Random, p: Position) -> None:
    chance.choice(p["tiles"]).append(some_tiles(chance, p).pop())


def triangle_of_one_colour(chance: random.Random, p: Position) -> None:
    """With a pagoda: chance alone hardly ever finds a place for one."""
    pagoda = chance.randrange(N_PAGODAS)
    ground = set(p["river" if PAGODAS[pagoda] == BLUE else "land"])
    place = chance.choice([name for name in TRIANGLES if set(name.split("+")) <= ground] or TRIANGLES)
    lay(p, PAGODAS[pagoda], place)
    p["pagodas"][pagoda] = place


def rhombus_of_yellow(chance: random.Random, p: Position) -> None:
    p["palace_at"] = chance.choice([name for name in RHOMBUSES if set(name.split("+")) <= set(p["land"])])
    lay(p, 0, p["palace_at"])


def lay(p: Position, colour: int, place: str) -> None:
    """Tiles of a colour on all hexes of a place, and no others."""
    hexes = place.split("+")
    p["tiles"] = [[hex_ for hex_ in tiles if hex_ not in hexes] for tiles in p["tiles"]]
    p["tiles"][colour] += hexes


def pagoda_goes(chance: random.Random, p: Position) -> None:
    p["pagodas"][chance.randrange(N_PAGODAS)] = "none"


def pagodas_change_places(chance: random.Random, p: Position) -> None:
    chance.shuffle(p["pagodas"])


def leader_moves(chance: random.Random, p: Position) -> None:
    seat = chance.randrange(p["players"])
    p["leaders"][seat][chance.randrange(len(COLOURS))] = chance.choice(["none", chance.choice(beside_yellow(p))])


def leaders_change_owners(chance: random.Random, p: Position) -> None:
    one, other = chance.sample(range(p["players"]), 2)
    p["leaders"][one], p["leaders"][other] = p["leaders"][other], p["leaders"][one]


def granary_comes_or_goes(chance: random.Random, p: Position) -> None:
    hex_ = chance.choice(p["capitals"])
    p["granaries"] = [at for at in p["granaries"] if at != hex_] + [hex_] * (hex_ not in p["granaries"])


def granary_is_taken(chance: random.Random, p: Position) -> None:
    if p["granaries"]:
        p["granaries"].remove(chance.choice(p["granaries"]))
    p["granaries_taken"][chance.randrange(p["players"])] += 1


def bandits_go(chance: random.Random, p: Position) -> None:
    p["bandit_tiles"][chance.randrange(LOCATIONS)] = 0


def bandits_are_others(chance: random.Random, p: Position) -> None:
    p["bandit_tiles"][chance.randrange(LOCATIONS)] = chance.randrange(LOCATIONS + 1)


def tile_changes_piles(chance: random.Random, p: Position) -> None:
    source, target = chance.sample(PILES, 2)
    tiles = p[source].split()
    if tiles:
        p[target] += f" {tiles.pop(chance.randrange(len(tiles)))}"
        p[source] = " ".join(tiles)


def hand_changes(chance: random.Random, p: Position) -> None:
    of, seat = p[chance.choice(["hand", "face_down", "known"])], chance.randrange(p["players"])
    of[seat] = " ".join(chance.choices(COLOURS, k=chance.randrange(8)))


def points_change(chance: random.Random, p: Position) -> None:
    points = p["points"][chance.randrange(p["players"])]
    points[chance.randrange(len(COLOURS))] = chance.choice([0, 1, 7, 300, 5000])


def turn_changes(chance: random.Random, p: Position) -> None:
    name, values = chance.choice(list(TURN.items()))
    p[name] = chance.choice(values)


TURN = {
    "active": range(SEATS),
    "actions_done": range(3),
    "drew": range(2),
    "turn": (0, 1, 2, 120, 3_000, 16_000, 29_000),
    "quiet_turns": (0, 1, 2, 98, 99, 100, 199, 2_000, 29_999),
}


def option_changes(chance: random.Random, p: Position) -> None:
    name = chance.choice(["palace", "open_points", "bandits", "eighteen_kingdoms", "short_game"])
    p[name] = 1 - p[name]


def stall_changes(chance: random.Random, p: Position) -> None:
    p["stall_turns"] = chance.choice([0, 1, 2, 50, 200])


def map_changes(chance: random.Random, p: Position) -> None:
    ground, other = chance.sample(["land", "river"], 2)
    hex_ = chance.choice(p[ground])
    p[ground] = [at for at in p[ground] if at != hex_]
    p[other] = p[other] + [hex_] * chance.randrange(2)


MUTATIONS: tuple[Mutation, ...] = (
    tile_comes, tile_goes, tile_moves, tile_is_of_another_colour, triangle_of_one_colour, pagoda_goes, pagodas_change_places,
    leader_moves, leader_moves, leaders_change_owners, tile_changes_piles, hand_changes, points_change, turn_changes,
    turn_changes, option_changes, stall_changes, map_changes,
)  # fmt: skip
OF_MODULES: dict[str, tuple[Mutation, ...]] = {
    "bandits": (bandits_go, bandits_are_others),
    "eighteen_kingdoms": (granary_comes_or_goes, granary_is_taken),
    "palace": (rhombus_of_yellow,),
}


def mutations(name: str) -> list[Mutation]:
    """Those that make sense with some options, and now and then one that does not."""
    more = [change for option, changes in OF_MODULES.items() if OPTION_SETS[name].get(option) for change in changes]
    return [*MUTATIONS, *more, *more, bandits_are_others]


def somewhere(chance: random.Random, p: Position, colour: int) -> str:
    """A hex where such a tile may lie, or now and then any."""
    ground = set(p["river" if colour == BLUE else "land"]) - {
        hex_ for row in (*p["tiles"], *p["leaders"]) for hex_ in row
    }
    return chance.choice(HEXES if chance.random() < ANYWHERE else sorted(ground))


def some_tiles(chance: random.Random, p: Position) -> list[str]:
    """The tiles of a colour that has some."""
    tiles: list[str] = chance.choice([tiles for tiles in p["tiles"] if tiles])
    chance.shuffle(tiles)
    return tiles


def beside_yellow(p: Position) -> list[str]:
    """Hexes that touch a yellow tile, as far as names go: the same row, or the next ones."""
    return [hex_ for hex_ in p["land"] if any(close(hex_, other) for other in p["tiles"][0])] or ["C8"]


def close(hex_: str, other: str) -> bool:
    return abs(ord(hex_[0]) - ord(other[0])) <= 1 and abs(int(hex_[1:]) - int(other[1:])) <= 1


@cache
def reached(name: str) -> tuple[Position, ...]:
    """Quiet positions of a random game, with all their fields."""
    made = game(**OPTION_SETS[name])
    unlike = made.table.new()
    unlike.view(np.uint8)[:] = 255  # no field is as in this record, so none is left out
    return tuple(
        position_of(made.table, table.states, unlike) for table, _, _ in walk(name) if made.quiet(table.states)
    )


def mutant(chance: random.Random, name: str) -> tuple[Position, list[str]]:
    """A reached position with some changes; tiles that then lie nowhere are mostly in the bag, and sizes those that are right."""
    position = {field: copied(value) for field, value in chance.choice(reached(name)).items()}
    changes = [chance.choice(mutations(name)) for _ in range(chance.randint(1, MOST_CHANGES))]
    for change in changes:
        change(chance, position)
    for field in (*SIZES, "bag", "asks", "asked", "open", "drew"):
        if chance.random() < LIKELY:
            del position[field]
    return position, [change.__name__ for change in changes]


def copied(value: Any) -> Any:
    return [copied(item) for item in value] if isinstance(value, list) else value


def played_to_the_end(made: Game, states: Any, chance: random.Random) -> int:
    """Random play; every quiet position on the way is one that the checker accepts.

    The first one, and some of the others, are held to what always holds, written and read again.
    """
    table, quiet = type("Mutant", (Table,), {"game": made})(states), 0
    for _ in range(MOST_DECISIONS):
        if made.quiet(table.states):
            quiet += 1
            assert made.positions.check(made.table.record_class(table.states, 0)) == ""
            if quiet % EVERY == 1:
                for holds in INVARIANTS:
                    holds(table.states[0])
                match = tianxia.Match(made, table.states.copy(), {})
                assert made.position(match.position())._states.tobytes() == table.states.tobytes()
        if not table.actors:
            assert sorted(table.result()[: made.seats])[0] == 1
            return quiet
        (seat,) = table.actors
        table.apply(seat, chance.choice(table.legal(seat)))
    raise AssertionError(f"no end after {MOST_DECISIONS} decisions")


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_position_is_refused_or_plays_to_an_end(name: str) -> None:
    chance, made = random.Random(name), game(**OPTION_SETS[name])
    accepted, refused = Counter[str](), Counter[str]()
    for _ in range(MUTANTS):
        position, changes = mutant(chance, name)
        try:
            match = made.position(position)
        except tianxia.BadPosition as error:
            refused[str(error)] += 1
            continue
        accepted.update(changes)
        played_to_the_end(made, match._states, chance)
    assert len(accepted) > 5, refused
    assert len(refused) > 5
    assert max(map(len, refused)) < 200
