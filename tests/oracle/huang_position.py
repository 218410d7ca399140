"""Positions for the slow reference of Huang.

Hexes are written as A1, several of them and colours as one string. What a position does not name is as after the set-up
[H2.1], but with empty hands, an empty market, no points and no bandits, and:
- `tiles` by colour are those besides the yellow ones on capitals; a capital has its tile unless it is named in `bare` or
  something else lies there;
- `leaders` are those on the board, by seat and colour; the others are in front of the screens;
- `pagodas` are a colour and three hexes each; those not named are in the supply. `palace` is four hexes;
- `granaries` are those on the board: if it is not told, on every capital with its tile (Eighteen Kingdoms);
- `bandits` by location: the number of the bandit tile there;
- tiles that lie nowhere: with `short_game` 24 are set aside, from the end of the list of colours, unless `set_aside` is
  told; the others are in the bag, in the order of colours or, where the bag is told (from the first to be drawn), out;
- `actions_done` this turn, 2: the active player is asked to end it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle.huang_buildings import rhombuses, triangles
from tests.oracle.huang_map import Hex, Map, name, names, spot, spots
from tests.oracle.huang_table import Pagoda, Player, Table
from tests.oracle.huang_things import (
    ACTIONS_IN_A_TURN,
    ALL_TILES,
    BANDITS,
    BLUE,
    COLOURS,
    SET_ASIDE,
    YELLOW,
    Options,
    listed,
    tiles_of,
)

COMMON = {
    *("tiles", "bare", "pagodas", "palace", "granaries", "bandits", "market", "bag", "set_aside"),
    *("active", "actions_done", "quiet_turns"),
}
BY_SEAT = {"leaders", "hands", "points", "granaries_taken", "face_down"}


def read_position(position: dict[str, Any], map_: Map, options: Options) -> Table:
    if unknown := position.keys() - COMMON - BY_SEAT:
        raise ValueError(f"position: no field {sorted(unknown)}; fields are {sorted(COMMON | BY_SEAT)}")
    options.check(map_)
    for key in BY_SEAT & position.keys():
        if len(position[key]) != options.players:
            raise ValueError(f"{key}: {len(position[key])} seats; there are {options.players}")
    table = Table(options, map_, [Player(seat) for seat in range(options.players)])
    table.active = position.get("active", 0)
    table.actions_done = position.get("actions_done", 0)
    table.quiet_turns = position.get("quiet_turns", 0)
    if table.active not in range(options.players) or table.actions_done not in range(ACTIONS_IN_A_TURN + 1):
        raise ValueError(f"active {table.active}, actions_done {table.actions_done}: cannot be")
    if 0 < options.stall_turns <= table.quiet_turns:
        raise ValueError(f"quiet_turns: {table.quiet_turns}; after {options.stall_turns} the game is over [H12.1c]")
    put_on_board(table, position)
    fill_screens(table, position)
    fill_bag(table, position)
    check_board(table)
    return table


def put_on_board(table: Table, position: dict[str, Any]) -> None:
    place_bandits(table, position)
    for seat, leaders in enumerate(position.get("leaders", [])):
        for colour, where in leaders.items():
            if colour not in COLOURS:
                raise ValueError(f"leaders: {colour} is no colour; they are {COLOURS}")
            table.leaders[seat, colour] = free_hex(table, spot(where))
    for colour, where in position.get("tiles", {}).items():
        for hex_ in spots(where):
            check_ground(table, colour, hex_)
            table.tiles[free_hex(table, hex_)] = colour
    bare = set(spots(position.get("bare", "")))
    for capital in sorted((table.map.capitals & table.empty()) - bare):
        table.tiles[capital] = YELLOW
    place_buildings(table, position)


def free_hex(table: Table, hex_: Hex) -> Hex:
    if hex_ not in table.empty():
        raise ValueError(f"{name(hex_)}: no hex, or there is something already [H1.2b]")
    return hex_


def check_ground(table: Table, colour: str, hex_: Hex) -> None:
    if colour not in COLOURS:
        raise ValueError(f"tiles: {colour} is no colour; they are {COLOURS}")
    if hex_ not in (table.map.river if colour == BLUE else table.map.land):
        raise ValueError(f"tiles: {colour} on {name(hex_)}: blue is on river, the others on land [H6.1]")


def place_bandits(table: Table, position: dict[str, Any]) -> None:
    table.bandits = {int(location): tile for location, tile in position.get("bandits", {}).items()}
    if table.bandits and not table.options.bandits:
        raise ValueError("bandits: only with the option of that name [M1]")
    lying = [*table.bandits.values()]
    if not set(table.bandits) <= set(table.map.locations) or not set(lying) <= set(BANDITS):
        raise ValueError(f"bandits: {table.bandits}; locations and tiles are 1 to 10 [M1.1]")
    if len(lying) > 5 or len(set(lying)) < len(lying) or set(lying) & set(table.bandits):
        raise ValueError(f"bandits: {table.bandits}; five pairs of the ten tiles at most [M1.1]")


def place_buildings(table: Table, position: dict[str, Any]) -> None:
    with_granaries = table.options.eighteen_kingdoms
    usual = names(hex_ for hex_ in table.map.capitals if table.tiles.get(hex_) == YELLOW) if with_granaries else ""
    granaries = set(spots(position.get("granaries", usual)))
    if granaries and not with_granaries:
        raise ValueError("granaries: only with Eighteen Kingdoms [M2.1]")
    if not all(hex_ in table.map.capitals and table.tiles.get(hex_) == YELLOW for hex_ in granaries):
        raise ValueError("granaries: only on yellow tiles of capitals [M2.1]")
    table.granaries = granaries
    for text in position.get("pagodas", []):
        colour, _, where = text.partition(" ")
        place = frozenset(spots(where))
        if place not in triangles(table) or table.tiles[min(place)] != colour:
            raise ValueError(f"pagodas: {text}: no triangle of that colour without a building [H9.1]")
        if not table.supply[colour]:
            raise ValueError(f"pagodas: too many {colour} ones [H1.1]")
        table.supply[colour] -= 1
        table.pagodas.append(Pagoda(colour, place))
    if "palace" in position:
        table.palace = None
        place = frozenset(spots(position["palace"]))
        if place not in rhombuses(table):
            raise ValueError(f"palace: {names(place)}: no rhombus of yellow tiles without a building [M3.1]")
        table.palace = place


def fill_screens(table: Table, position: dict[str, Any]) -> None:
    for player in table.players:
        own = {key: position[key][player.seat] for key in BY_SEAT & position.keys()}
        player.hand = tiles_of(own.get("hands", ""))
        player.face_down = tiles_of(own.get("face_down", ""))
        player.points = Counter(dict(zip(COLOURS, own.get("points", [0] * len(COLOURS)), strict=True)))
        player.granaries = own.get("granaries_taken", 0)
    table.market = tiles_of(position.get("market", ""))
    if len(table.granaries) + sum(player.granaries for player in table.players) > len(table.map.capitals):
        raise ValueError("granaries: more than capitals [M2.1]")


def fill_bag(table: Table, position: dict[str, Any]) -> None:
    """What lies nowhere is set aside, in the bag or out."""
    table.set_aside = tiles_of(position.get("set_aside", ""))
    table.bag = position.get("bag", "").split()
    if too_many := table.all_tiles() - ALL_TILES:
        raise ValueError(f"tiles: too many of {sorted(too_many)} [H1.1]")
    rest = listed(ALL_TILES - table.all_tiles())
    if table.options.short_game and "set_aside" not in position:
        rest, table.set_aside = rest[:-SET_ASIDE], Counter(rest[-SET_ASIDE:])
    if table.set_aside.total() != (SET_ASIDE if table.options.short_game else 0):
        raise ValueError(f"set_aside: {table.set_aside.total()} tiles; 24 in a short game, else none [H2.2]")
    if "bag" in position:
        table.out = Counter(rest)
    else:
        table.bag = rest


def check_board(table: Table) -> None:
    if double := table.double():
        raise ValueError(f"leaders: two {sorted(double)} in one state [H3.2]")
    for (_, colour), hex_ in table.leaders.items():
        if hex_ not in table.map.land or not table.yellow_around(hex_):
            raise ValueError(f"leaders: {colour} {name(hex_)}: is on land next to a yellow tile [H5.2]")
    for hex_ in [*table.tiles, *table.leaders.values()]:
        if table.bandits_beside(hex_):
            raise ValueError(f"{name(hex_)}: nothing lies beside bandits [M1.3, M1.4]")
