"""The end of Huang: white points, totals and places [H12.2, H12.3]."""

from __future__ import annotations

from tests.oracle.huang_table import Player, Table
from tests.oracle.huang_things import BLUE, COLOURS, GRANARY_WORTH, WHITE


def totals(player: Player) -> list[int]:
    """By colour without white: granaries first, then each white point to a colour that is lowest [H12.2a]."""
    found = {colour: player.points[colour] for colour in COLOURS if colour != WHITE}
    found[BLUE] += GRANARY_WORTH * player.granaries
    for _ in range(player.points[WHITE]):
        found[min(found, key=lambda colour: found[colour])] += 1
    return list(found.values())


def standing(player: Player) -> tuple[list[int], int]:
    """The more the better: totals from the lowest up, then fewer white points [H12.3]."""
    return sorted(totals(player)), -player.points[WHITE]


def placing(table: Table) -> tuple[int, ...]:
    """1 + those who are better; who are equal in all share a place [H12.3a]."""
    standings = [standing(player) for player in table.players]
    return tuple(1 + sum(other > own for other in standings) for own in standings)


def winner(places: tuple[int, ...] | None) -> int:
    """The seat in the first place; -1 while the game goes on or if the first place is shared [H12.3a]."""
    return places.index(1) if places and places.count(1) == 1 else -1
