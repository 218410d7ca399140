"""A game of Huang from the set-up to the end: turns and their actions [H2, H4, H5, H7, H8]."""

from __future__ import annotations

from collections import Counter

from tests.oracle.huang_buildings import establish, places, score_pagodas
from tests.oracle.huang_conflict import revolt
from tests.oracle.huang_map import Hex, Map, around, name, spot
from tests.oracle.huang_score import placing
from tests.oracle.huang_table import Ask, GameEnds, Player, Script, Table, pick
from tests.oracle.huang_things import (
    ACTIONS_IN_A_TURN,
    BLUE,
    COLOURS,
    GREEN,
    HAND,
    MARKET,
    PALACE_HAND,
    REPLACED_AT_MOST,
    SET_ASIDE,
    YELLOW,
    Chance,
    Options,
    doubles,
)
from tests.oracle.huang_tile import place_tiles, tile_acts

# --- H2: set-up ----------------------------------------------------------------------------------------------------------


def new_table(map_: Map, options: Options) -> Table:
    """Yellow tiles on the capitals, with Eighteen Kingdoms granaries on them [H2.1, M2.1]."""
    options.check(map_)
    table = Table(options, map_, [Player(seat) for seat in range(options.players)])
    table.tiles = dict.fromkeys(sorted(map_.capitals), YELLOW)
    if options.eighteen_kingdoms:
        table.granaries = set(map_.capitals)
    return table


def set_up(chance: Chance, map_: Map, options: Options) -> Table:
    """Starting player, bandits, tiles put aside, hands clockwise, market [H2.6]."""
    table = new_table(map_, options)
    chance.check(map_, options)
    table.active = chance.starting_player
    if options.bandits:
        locations, brought = chance.bandits[::2], chance.bandits[1::2]
        table.bandits = dict(zip(locations, brought, strict=True))
    table.bag = list(chance.bag)
    if options.short_game:
        table.set_aside = Counter(table.bag[:SET_ASIDE])
        del table.bag[:SET_ASIDE]
    for seat in table.clockwise(table.active):
        table.refill(table.player(seat).hand, HAND)
    table.refill(table.market, MARKET)
    table.drew = False  # the set-up is no turn [H12.1c]
    return table


# --- H4: a turn ----------------------------------------------------------------------------------------------------------


def game(table: Table) -> Script[None]:
    """Turns until a tile cannot be drawn, or too many without a draw [H12.1]."""
    try:
        while True:
            yield from turn(table)
            if stalled(table):
                break
            table.active = table.clockwise(table.active)[1]
            table.actions_done, table.drew = 0, False
    except GameEnds:
        pass
    table.places = placing(table)


def stalled(table: Table) -> bool:
    """Too many turns in a row in which no tile was drawn; 0 is never [H12.1c]."""
    return 0 < table.options.stall_turns <= table.quiet_turns


def turn(table: Table) -> Script[None]:
    """Two actions, the decision to end the turn, and what comes then [H4.1, H4.5]."""
    seat = table.active
    while table.actions_done < ACTIONS_IN_A_TURN:
        act = yield Ask("H13.1", seat, actions(table, seat))
        yield from ACTIONS[act.split()[0]](table, seat, act)
        assert not table.double(), "H3.5"
        table.actions_done += 1
    yield Ask("H13.13", seat, ["end turn"])
    yield from end_of_turn(table)
    table.quiet_turns = 0 if table.drew else table.quiet_turns + 1


def actions(table: Table, seat: int) -> list[str]:
    """[H4.1, H13.1]"""
    acts = tile_acts(table, seat) + leader_acts(table, seat)
    acts += [f"withdraw {colour}" for colour in COLOURS if not table.off_board(seat, colour)]
    if table.tiles:
        acts += [f"riot {paid}" for paid in payments(table, seat, BLUE)]
    if places(table):
        acts += [f"establish {paid}" for paid in payments(table, seat, GREEN)]
    acts += [f"replace {colour}" for colour in COLOURS if table.player(seat).hand[colour]]
    return [*acts, "pass"]


def end_of_turn(table: Table) -> Script[None]:
    """Pagoda points, granaries, own hand, other hands clockwise, market [H4.3]."""
    seat = table.active
    score_pagodas(table)
    yield from offer_granaries(table, seat)
    table.refill(table.player(seat).hand, PALACE_HAND if rules_palace(table, seat) else HAND)
    for other in table.clockwise(seat)[1:]:
        table.refill(table.player(other).hand, HAND)
    table.refill(table.market, MARKET)


def rules_palace(table: Table, seat: int) -> bool:
    """The own yellow leader is in the palace's state [M3.2]."""
    if table.palace is None or table.off_board(seat, YELLOW):
        return False
    return table.palace <= table.group_of(table.leaders[seat, YELLOW])


def offer_granaries(table: Table, seat: int) -> Script[None]:
    """All but one granary of the own blue leader's state, or none [M2.4, H13.14]."""
    if table.off_board(seat, BLUE):
        return
    here = sorted(table.granaries & table.group_of(table.leaders[seat, BLUE]))
    if len(here) < 2:
        return
    act = yield Ask("H13.14", seat, [*(f"keep {name(hex_)}" for hex_ in here), "decline"])
    if act == "decline":
        return
    stays = spot(act.removeprefix("keep "))
    table.granaries -= set(here) - {stays}
    table.player(seat).granaries += len(here) - 1


# --- H5: leader ----------------------------------------------------------------------------------------------------------


def leader_acts(table: Table, seat: int) -> list[str]:
    return [f"leader {colour} {name(hex_)}" for colour in COLOURS for hex_ in leader_hexes(table, seat, colour)]


def leader_hexes(table: Table, seat: int, colour: str) -> list[Hex]:
    """Empty land beside a yellow tile, not beside bandits; states are joined only without a double [H5.2-H5.5, M1.3]."""
    states = table.states(table.groups(lifted=table.leaders.get((seat, colour))))
    beside_yellow = {near for hex_, kind in table.tiles.items() if kind == YELLOW for near in around(hex_)}
    found = []
    for hex_ in sorted(table.empty() & table.map.land & beside_yellow):
        if not table.bandits_beside(hex_):
            joined = table.touched(hex_, states)
            if len(joined) < 2 or not doubles([colour, *table.colours(joined)]):
                found.append(hex_)
    return found


def move_leader(table: Table, seat: int, act: str) -> Script[None]:
    """Lifted first; in a state with a leader of its colour it starts a revolt [H5.3, H5.5]."""
    _, colour, where = act.split()
    hex_ = spot(where)
    table.leaders.pop((seat, colour), None)
    states = table.states(table.touched(hex_, table.groups()))
    rival = table.owner(states[0], colour) if len(states) == 1 else None
    table.leaders[seat, colour] = hex_
    if rival is not None:
        yield from revolt(table, seat, rival, colour)


def withdraw_leader(table: Table, seat: int, act: str) -> Script[None]:
    del table.leaders[seat, act.removeprefix("withdraw ")]
    yield from ()


# --- H7, H9.4: riot and establish -----------------------------------------------------------------------------------------


def payments(table: Table, seat: int, colour: str) -> list[str]:
    """2 tiles, or 1 and the own leader of that colour off the board [H7.2, H9.4]."""
    tiles = table.player(seat).hand[colour]
    by_leader = tiles >= 1 and table.off_board(seat, colour)
    return [*(["tiles"] if tiles >= 2 else []), *(["leader"] if by_leader else [])]


def pay(table: Table, seat: int, colour: str, act: str) -> None:
    table.discard(seat, colour, 2 if act.endswith("tiles") else 1)


def riot(table: Table, seat: int, act: str) -> Script[None]:
    """Any tile on the board goes [H7.1, H13.2]."""
    pay(table, seat, BLUE, act)
    choice = yield from pick("H13.2", seat, [f"remove {name(hex_)}" for hex_ in sorted(table.tiles)])
    table.remove_tile(spot(choice.removeprefix("remove ")))


def establish_anywhere(table: Table, seat: int, act: str) -> Script[None]:
    """On any place of the board [H9.4, H13.3]."""
    pay(table, seat, GREEN, act)
    place = yield from pick("H13.3", seat, places(table))
    yield from establish(table, seat, place)


# --- H8: replace ---------------------------------------------------------------------------------------------------------


def replace(table: Table, seat: int, act: str) -> Script[None]:
    """All discards, face down, before the first draw [H8.1, H8.2, H13.8]."""
    player = table.player(seat)
    while act != "draw":
        colour = act.removeprefix("replace ")
        player.hand[colour] -= 1
        player.face_down[colour] += 1
        table.replaced += 1
        more = table.replaced < REPLACED_AT_MOST
        act = yield Ask("H13.8", seat, [*(f"replace {c}" for c in COLOURS if more and player.hand[c]), "draw"])
    wanted, table.replaced = table.replaced, 0
    for _ in range(wanted):
        player.hand[table.draw()] += 1


def do_nothing(table: Table, seat: int, act: str) -> Script[None]:
    """The replace of 0 tiles [H4.2]."""
    yield from ()


ACTIONS = {
    "place": place_tiles,
    "leader": move_leader,
    "withdraw": withdraw_leader,
    "riot": riot,
    "establish": establish_anywhere,
    "replace": replace,
    "pass": do_nothing,
}
