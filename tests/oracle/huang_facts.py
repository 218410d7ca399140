"""What may be seen of a table of Huang: chosen fact by fact, hidden ones are None."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle.huang_map import name, names
from tests.oracle.huang_score import totals, winner
from tests.oracle.huang_table import Ask, Conflict, Player, Table, in_colour_order
from tests.oracle.huang_things import DYNASTIES, NOWHERE, by_colour, listed


def facts(table: Table, ask: Ask | None, viewer: int | None) -> dict[str, Any]:
    """For a seat or a spectator (None). Lists as long as there are players are by seat, `supply` and points by colour."""
    return {**course(table, ask), **on_board(table), **beside_board(table), **behind_screens(table, viewer)}


def course(table: Table, ask: Ask | None) -> dict[str, Any]:
    """Who is asked what, and the conflict that is going on."""
    conflict = table.conflict
    return {
        "decision": ask.number if ask else "over",
        "asked": ask.seat if ask else -1,
        "active": table.active,
        "actions_done": table.actions_done,
        "replaced": table.replaced,
        "conflict": conflict.kind if conflict else NOWHERE,
        "sides": list(conflict.sides) if conflict else [],
        "totals": list(conflict.totals) if conflict else [],
        "commitments": [said(conflict, player.seat) for player in table.players],
        "must_go": table.must_go,
        "quiet_turns": table.quiet_turns,
        "result": list(table.places) if table.places else None,
        "winner": winner(table.places),
    }


def said(conflict: Conflict | None, seat: int) -> str:
    """What this seat committed, in a war after the side it supports; "none" if it was not asked yet."""
    if conflict is None or seat not in conflict.commitments:
        return NOWHERE
    if conflict.kind == "revolt":
        return str(conflict.commitments[seat])
    return f"{conflict.supported[seat]} {conflict.commitments[seat]}" if seat in conflict.supported else "nothing"


def on_board(table: Table) -> dict[str, Any]:
    """`board` by hex; leaders by seat and colour, only those on the board."""
    return {
        "board": board(table),
        "leaders": [
            {
                colour: name(table.leaders[seat, colour])
                for seat, colour in in_colour_order(table.leaders)
                if seat == p.seat
            }
            for p in table.players
        ],
        "pagodas": sorted(str(pagoda) for pagoda in table.pagodas),
        "palace": names(table.palace) if table.palace else NOWHERE,
        "granaries": names(table.granaries),
        "bandits": {str(location): table.bandit_count(location) for location in sorted(table.bandits)},
    }


def board(table: Table) -> dict[str, str]:
    """A tile is its colour, a leader its colour and its seat, a third of a bandit tile "bandits", or "empty"."""
    found = {name(hex_): "empty" for hex_ in sorted(table.map.hexes)}
    found |= {name(hex_): colour for hex_, colour in table.tiles.items()}
    found |= {name(hex_): f"{colour} leader {seat}" for (seat, colour), hex_ in table.leaders.items()}
    found |= {name(hex_): "bandits" for hex_ in table.bandit_hexes()}
    return found


def beside_board(table: Table) -> dict[str, Any]:
    """Colours as one string in the order of colours."""
    return {
        "dynasties": DYNASTIES[: len(table.players)],
        "supply": by_colour(table.supply),
        "market": " ".join(listed(table.market)),
        "out": " ".join(listed(table.out)),
        "bag_size": len(table.bag),
        "set_aside_size": table.set_aside.total(),
        "hand_size": [player.hand.total() for player in table.players],
        "face_down_size": [player.face_down.total() for player in table.players],
    }


def behind_screens(table: Table, viewer: int | None) -> dict[str, Any]:
    """Hands, points and granaries: the own ones, at the end all [H12.4]; own discards of a replace are known to oneself."""
    own: list[Player | None] = [player if player.seat == viewer else None for player in table.players]
    hands = list(table.players) if table.places else own
    points = list(table.players) if table.places or table.options.open_points else own
    return {
        "hands": [player and " ".join(listed(player.hand)) for player in hands],
        "face_down": [player and " ".join(listed(player.face_down)) for player in own],
        "points": [player and by_colour(Counter(player.points)) for player in points],
        "granaries_taken": [player.granaries if player else None for player in points],
        "final": [sorted(totals(player)) for player in table.players] if table.places else None,
    }
