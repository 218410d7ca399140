"""The tile action of Huang [H6], with bandits [M1]."""

from __future__ import annotations

from tests.oracle.huang_buildings import offer_building
from tests.oracle.huang_conflict import lose_reds, war
from tests.oracle.huang_map import Hex, Hexes, name, spot, touch
from tests.oracle.huang_table import Ask, Script, Table, pick
from tests.oracle.huang_things import BLUE, COLOURS, GREEN, RED, YELLOW, doubles


def tile_hexes(table: Table) -> list[Hex]:
    """Empty hexes; beside bandits only to beat them [H6.1, M1.4]."""
    return [hex_ for hex_ in sorted(table.empty()) if bandits_allow(table, hex_)]


def ground(table: Table, colour: str) -> Hexes:
    """Blue on river, the others on land [H6.1]."""
    return table.map.river if colour == BLUE else table.map.land


def tile_acts(table: Table, seat: int) -> list[str]:
    hexes = tile_hexes(table)
    return [
        f"place {colour} {name(hex_)}"
        for colour in COLOURS
        if table.player(seat).hand[colour]
        for hex_ in hexes
        if hex_ in ground(table, colour)
    ]


def place_tiles(table: Table, seat: int, act: str) -> Script[None]:
    """A tile; after a blue one that led to neither war nor pagoda another, adjacent to it [H6.6, H6.7]."""
    _, colour, where = act.split()
    goes_on = yield from place_tile(table, seat, colour, spot(where))
    while goes_on and colour == BLUE:
        acts = next_blues(table, seat, spot(where))
        if acts is None:
            return
        act = yield Ask("H13.7", seat, [*acts, "stop"])
        if act == "stop":
            return
        where = act.split()[2]
        goes_on = yield from place_tile(table, seat, BLUE, spot(where))


def next_blues(table: Table, seat: int, last: Hex) -> list[str] | None:
    """Places for another blue tile; None when nothing is asked. Whether a blue one is in hand is not told [H13.7]."""
    hand = table.player(seat).hand
    near = [hex_ for hex_ in tile_hexes(table) if hex_ in ground(table, BLUE) and touch(hex_, last)]
    if not hand.total() or not near:
        return None
    return [f"place blue {name(hex_)}" for hex_ in near] if hand[BLUE] else []


def place_tile(table: Table, placer: int, colour: str, hex_: Hex) -> Script[bool]:
    """One tile with all that comes of it; whether a blue one may be followed by another [H6.7]."""
    bandits = table.bandits_beside(hex_)
    joined = table.touched(hex_, table.groups())
    table.player(placer).hand[colour] -= 1
    table.tiles[hex_] = colour
    states = table.states(joined)
    if bandits:
        yield from beat_bandits(table, placer, bandits[0], joined)
        return False
    if doubles(table.colours(states)):
        yield from war(table, placer, hex_, states)
        return False
    score_tile(table, hex_)
    established = yield from offer_building(table, placer, hex_)
    if colour == GREEN:
        yield from offer_market(table, placer)
    return not established


def score_tile(table: Table, hex_: Hex) -> None:
    """The owner of the leader of its colour, else of the yellow one, gains a point of its colour [H6.2]."""
    colour = table.tiles[hex_]
    state = table.group_of(hex_)
    scorer = table.owner(state, colour)
    if scorer is None:
        scorer = table.owner(state, YELLOW)
    if scorer is not None:
        table.gain(scorer, colour)


def offer_market(table: Table, placer: int) -> Script[None]:
    """After a green tile its placer may take a tile of the market [H6.5, H13.6]."""
    act = yield from pick("H13.6", placer, [*(f"take {c}" for c in COLOURS if table.market[c]), "decline"])
    if act != "decline":
        colour = act.removeprefix("take ")
        table.market[colour] -= 1
        table.player(placer).hand[colour] += 1


# --- M1: bandits ---------------------------------------------------------------------------------------------------------


def bandits_allow(table: Table, hex_: Hex) -> bool:
    """Beside a bandit tile only if it is beaten: a state with as many red tiles, no war, no second one [M1.4, M1.6]."""
    beside = table.bandits_beside(hex_)
    if not beside:
        return True
    joined = table.touched(hex_, table.groups())
    colours = table.colours(table.states(joined))
    reds = sum(len(table.reds(group)) for group in joined)
    return len(beside) == 1 and bool(colours) and not doubles(colours) and reds >= table.bandit_count(beside[0])


def beat_bandits(table: Table, placer: int, location: int, joined: list[Hexes]) -> Script[None]:
    """The red leader's owner gains as many points; as many red tiles, the placer's choice, and the bandits go [M1.5]."""
    bandits = table.bandit_count(location)
    group: Hexes = frozenset().union(*joined)
    scorer = table.owner(group, RED)
    if scorer is not None:
        table.gain(scorer, RED, bandits)
    yield from lose_reds(table, placer, table.reds(group), bandits)
    del table.bandits[location]
