"""What may be seen of a table of Huns: chosen fact by fact [N12]."""

from __future__ import annotations

from typing import Any

from tests.oracle.huns_table import Ask, CampCard, Player, Table, Wagon
from tests.oracle.huns_things import COLOURS, EVERY, LETTERS, NOWHERE


def facts(table: Table, ask: Ask | None, viewer: int | None) -> dict[str, Any]:
    """For a seat or a spectator (None). Lists as long as there are players are by seat, lists of five by colour."""
    return {**course(table, ask), **middle(table, viewer), **camps(table), **wagons(table, viewer)}


def course(table: Table, ask: Ask | None) -> dict[str, Any]:
    """Who is asked what, and how far the round is."""
    return {
        "decision": ask.moment if ask else "over",
        "asked": ask.seat if ask else -1,
        "active": table.active,
        "round": table.round,
        "dice": list(table.dice),
        "die": NOWHERE if table.die is None else COLOURS[table.die],
        "value": table.value,
        "action": table.action,
        "raided": table.raided,
        "token": table.token,
        "rolled_by": table.rolled_by,
        "spent": sorted(table.spent),
        "waiting": [seat for seat, _ in table.waiting],
        "points": [dict(items) for items in table.points] if table.over else None,
        "result": list(table.places) if table.places else None,
    }


def middle(table: Table, viewer: int | None) -> dict[str, Any]:
    """Decks, Reserve and what is in hand; of a deck the places that the viewer knows [N12.2]."""
    known = set() if viewer is None else table.player(viewer).known
    return {
        "deck_sizes": [len(deck) for deck in table.decks],
        "seen": [[card if card in known else "?" for card in deck] for deck in table.decks],
        "drawn": table.drawn,
        "curse": table.curse or NOWHERE,
        "reserve": list(table.reserve),
        "hand": list(table.hand),
        "display": [wagon or "" for wagon in table.display],
        "wagon_deck_size": len(table.wagon_deck),
    }


def camps(table: Table) -> dict[str, Any]:
    """Cards in the order E, R, M, C, T."""
    cards = [card for player in table.players for card in in_order(player)]
    return {
        "camps": [[card.id for card in in_order(player)] for player in table.players],
        "used": sorted(card.id for card in cards if card.used),
        "fled": sorted(card.id for card in cards if card.fled),
        "goods_on": {card.id: list(card.goods) for card in cards if any(card.goods)},
        "cursed_by": {card.id: card.by for card in cards if card.by is not None},
        "stash": [list(player.stash) for player in table.players],
        "saddlebags": [list(player.saddlebags) for player in table.players],
    }


def in_order(player: Player) -> list[CampCard]:
    return sorted(player.camp.values(), key=lambda card: (LETTERS.index(card.id[0]), card.id))


def wagons(table: Table, viewer: int | None) -> dict[str, Any]:
    """Of others' sent wagons only the number, until the end or with `open_sent` [N12.4]."""
    shown = table.over or table.options.open_sent
    return {
        "wagons": [[said(wagon) if wagon else "" for wagon in player.slots] for player in table.players],
        "sent": [
            [wagon.id for wagon in player.sent] if shown or player.seat == viewer else len(player.sent)
            for player in table.players
        ],
    }


def said(wagon: Wagon) -> str:
    """Its goods by the colour of their space, each as good>space."""
    lading = [(space, good) for space in EVERY for good in EVERY for _ in range(wagon.lading.count((good, space)))]
    return " ".join([wagon.card.id, *(f"{COLOURS[good]}>{COLOURS[space]}" for space, good in lading)])
