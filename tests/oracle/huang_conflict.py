"""Revolts and wars of Huang [H10, H11]."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.oracle.huang_map import Hex, Hexes, around, name, spot
from tests.oracle.huang_table import Ask, Commitment, Conflict, Leader, Script, Table, doubles, pick
from tests.oracle.huang_things import RED, YELLOW

# --- H10: revolt ---------------------------------------------------------------------------------------------------------


def revolt(table: Table, attacker: int, defender: int, colour: str) -> Script[None]:
    """Yellow tiles around the own leader and what is committed decide; the defender wins ties [H10.1, H10.2]."""
    seats = (attacker, defender)
    table.conflict = conflict = Conflict("revolt", YELLOW)
    conflict.totals = [table.yellow_around(table.leaders[seat, colour]) for seat in seats]
    for index, seat in enumerate(seats):
        act = yield Ask("H13.9", seat, [f"commit {given}" for given in commitments(table, seat, YELLOW)])
        commit(table, conflict, seat, act.removeprefix("commit "))
        conflict.totals[index] += conflict.commitments[seat].strength()
    attack, defence = conflict.totals
    winner, loser = (attacker, defender) if attack > defence else (defender, attacker)
    del table.leaders[loser, colour]
    table.gain(winner, colour)
    discard_commitments(table)


def commitments(table: Table, seat: int, colour: str) -> list[Commitment]:
    """Any number of tiles in hand, with or without the own leader of that colour if it is off the board [H10.1a, H11.4]."""
    helps = [False, True] if table.off_board(seat, colour) else [False]
    return [Commitment(tiles, leader) for tiles in range(table.player(seat).hand[colour] + 1) for leader in helps]


def commit(table: Table, conflict: Conflict, seat: int, words: str) -> None:
    tiles, *leader = words.split()
    conflict.commitments[seat] = Commitment(int(tiles), bool(leader))
    table.player(seat).hand[conflict.colour] -= int(tiles)


def discard_commitments(table: Table) -> None:
    """All committed tiles are discarded; the conflict is over [H10.3, H11.9]."""
    assert table.conflict
    table.out += table.conflict.tiles()
    table.conflict = None


# --- H11: war ------------------------------------------------------------------------------------------------------------


@dataclass
class Side:
    """A state as it stood before the tile [H11.1a]."""

    first: str  # its first hex that touches the tile [H11.4b]
    hexes: Hexes


def war(table: Table, placer: int, tile: Hex, states: list[Hexes]) -> Script[None]:
    """`states` are the joined ones; the sides are those of them with a leader whose colour is double [H11.2]."""
    double = doubles(table.colours(states))
    sides = [
        Side(name(min(state & set(around(tile)))), state) for state in states if double & set(table.colours([state]))
    ]
    sides.sort(key=lambda side: spot(side.first))
    table.conflict = conflict = Conflict("war", RED, sides=[side.first for side in sides])
    conflict.totals = [len(table.reds(side.hexes)) for side in sides]
    for seat in [*table.clockwise(placer)[1:], placer]:
        yield from commit_to_war(table, conflict, seat)
    winner = yield from choose_winner(conflict, placer, sides)
    losers = [side for side in sides if side is not winner]
    price = max(conflict.totals[sides.index(side)] for side in losers)
    price -= sum(conflict.commitments[seat].tiles for seat, side in conflict.supported.items() if side == winner.first)
    for side in losers:
        beat(table, side, winner, double)
    discard_commitments(table)
    yield from lose_reds(table, placer, table.reds(winner.hexes), price)
    assert not table.double(), "H11.10"


def commit_to_war(table: Table, conflict: Conflict, seat: int) -> Script[None]:
    """Each player once: tiles and leader to one side, or nothing [H11.4, H11.4a, H13.10]."""
    gifts = [given for given in commitments(table, seat, RED) if given.strength()]
    acts = [f"support {side} {given}" for side in conflict.sides for given in gifts]
    act = yield Ask("H13.10", seat, ["nothing", *acts])
    if act == "nothing":
        conflict.commitments[seat] = Commitment()
        return
    _, side, words = act.split(maxsplit=2)
    commit(table, conflict, seat, words)
    conflict.supported[seat] = side
    conflict.totals[conflict.sides.index(side)] += conflict.commitments[seat].strength()


def choose_winner(conflict: Conflict, placer: int, sides: list[Side]) -> Script[Side]:
    """The highest total, of tied ones the placer's choice [H11.5, H13.11]."""
    best = {
        f"winner {side.first}": side
        for side, total in zip(sides, conflict.totals, strict=True)
        if total == max(conflict.totals)
    }
    act = yield from pick("H13.11", placer, list(best))
    return best[act]


def beat(table: Table, loser: Side, winner: Side, double: set[str]) -> None:
    """A losing side loses its conflicting leaders, each for a point, and all its red tiles [H11.6, H11.7]."""
    conflicting: list[Leader] = [leader for leader in table.leaders_in(loser.hexes) if leader[1] in double]
    for leader in conflicting:
        del table.leaders[leader]
        scorer = table.owner(winner.hexes, leader[1])
        if scorer is not None:
            table.gain(scorer, leader[1])
    for hex_ in table.reds(loser.hexes):
        table.remove_tile(hex_)


def lose_reds(table: Table, chooser: int, reds: Iterable[Hex], count: int) -> Script[None]:
    """Tile by tile; when no more are left than must go, they go without a choice [H11.8a, M1.5a, H13.12]."""
    left = {f"remove {name(hex_)}": hex_ for hex_ in reds}
    table.must_go = min(max(count, 0), len(left))
    while table.must_go:
        act = next(iter(left)) if len(left) <= table.must_go else (yield Ask("H13.12", chooser, list(left)))
        table.remove_tile(left.pop(act))
        table.must_go -= 1
