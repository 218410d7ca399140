"""What may be seen of a table of Sun Tzu [S13]: chosen fact by fact, hidden ones are None."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle.sun_tzu_cards import BLUE, PROVINCES, RED, names
from tests.oracle.sun_tzu_table import Ask, Side, Table


def facts(table: Table, ask: Ask | None, viewer: int | None) -> dict[str, Any]:
    """For a seat or a spectator (None). Lists of two are by seat, lists of five by province in default order."""
    return {**common(table, ask), **open_things(table), **cards_as_seen(table, viewer)}


def common(table: Table, ask: Ask | None) -> dict[str, Any]:
    """[S13, S13.1]"""
    need = table.need
    return {
        "decision": ask.number if ask else "over",
        "asked": sorted(ask.options) if ask else [],
        "need": [need.kind, need.seat, need.province, need.missing] if need else ["none", -1, "none", 0],
        "round": table.round,
        "figure": table.figure,
        "displays": list(table.displays),
        "holder": table.holder,
        "event": table.events[0] if table.events else "none",
        "events_out": list(table.events_out),
        "sealed": table.sealed,
        "unfought": list(table.unfought),
        "battle": table.battle,
        "revealed": [table.revealed.get(seat, "none") for seat in (BLUE, RED)],
        "pestilence": table.pestilence,
        "physician": table.physician,
        "feint": table.feint,
        "plagues": table.plagues,
        "infantry": table.infantry,
        "result": list(table.places) if table.places else None,
    }


def open_things(table: Table) -> dict[str, Any]:
    """What lies open before each side [S13, S13.1]."""
    sides = table.sides
    return {
        "pool": [side.pool for side in sides],
        "reinforcements": [side.reinforcements for side in sides],
        "armies": [list(side.armies.values()) for side in sides],
        "markers": [list(side.markers.values()) for side in sides],
        "used": [[province for province in PROVINCES if province in side.used] for side in sides],
        "face_up": [[side.face_up.get(province, "none") for province in PROVINCES] for side in sides],
        "out": [names(side.out) for side in sides],
        "hand_size": [hand_size(table, side) for side in sides],
        "drawn_size": [side.drawn.total() for side in sides],
        "deck_size": [len(side.deck) for side in sides],
        "shown": [list(side.shown) for side in sides],
        "unshown": [len(side.held) for side in sides],
        "confirmed": [side.confirmed for side in sides],
        "draws_more": [side.draws_more for side in sides],
        "beaten_nine": [side.beaten_nine for side in sides],
        "beaten_ten": [side.beaten_ten for side in sides],
    }


def hand_size(table: Table, side: Side) -> int:
    """Until both have confirmed, hand and orders are one number [S13.2]."""
    return side.hand.total() + (0 if table.sealed else len(side.orders))


def cards_as_seen(table: Table, viewer: int | None) -> dict[str, Any]:
    """The own cards and generals, and what is known of the decks [S13, S13.3, S13.4]."""
    own = [side if side.seat == viewer else None for side in table.sides]
    return {
        "hands": [side and names(side.hand) for side in own],
        "drawn": [side and names(side.drawn) for side in own],
        "orders": [orders_as_seen(table, side, viewer) for side in table.sides],
        "generals": [side and sorted(side.held) for side in own],
        "aside": [side and sorted(side.aside) for side in own],
        "undrawn": [side and names(never_drawn(side)) for side in own],
        "decks": [deck_as_seen(side, viewer) for side in table.sides],
    }


def orders_as_seen(table: Table, side: Side, viewer: int | None) -> list[str] | None:
    """How many of the other's orders lie there, and where, is hidden until both are confirmed [S13.2]."""
    if side.seat == viewer:
        return [side.orders.get(province, "none") for province in PROVINCES]
    if not table.sealed:
        return None
    return ["sealed" if province in side.orders else "none" for province in PROVINCES]


def never_drawn(side: Side) -> Counter[str]:
    """The owner knows the kinds of these by counting, not their order [S13.3]."""
    return Counter(card.kind for card in side.deck if not card.drawn_before)


def deck_as_seen(side: Side, viewer: int | None) -> list[str]:
    """From the top; "?" is unknown. The owner knows what was put under, the others what R5 and B4 put there [S13.3]."""
    return [card.kind if card.seen_by_all or (card.drawn_before and side.seat == viewer) else "?" for card in side.deck]
