"""Positions for the slow reference of Sun Tzu: the start of a round, before any order.

Cards are written as one string. What a position does not name is as at the start of a game in round 1 with empty
provinces, and:
- framed cards that lie nowhere else are in the hand [S12.1]; unframed ones lie in the deck, in the order of the list of
  kinds, or, where the deck is told (from the top), are out;
- of `pool` and `reinforcements` one may be left out: together with the board they are 21 [S1.8];
- `generals` are held and not shown; with neither these nor `shown`, the first general of a side is the one that was used;
- `put_under` is how many cards at the end of the deck its owner put there;
- `used` holds at least the places of the markers.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle.sun_tzu_cards import (
    ARMIES,
    DISPLAYS,
    EVENTS,
    FRAMED,
    GENERALS,
    KINDS,
    PROVINCES,
    REINFORCEMENTS,
    Cards,
    Options,
    all_cards,
    names,
)
from tests.oracle.sun_tzu_table import DeckCard, Side, Table

COMMON = {
    *("round", "figure", "displays", "holder", "events", "plagues", "infantry"),
}
BY_SEAT = {
    *("armies", "markers", "pool", "reinforcements", "used", "hand", "deck", "put_under", "out"),
    *("generals", "shown", "beaten_nine", "beaten_ten"),
}


def read_position(position: dict[str, Any], options: Options) -> Table:
    """The table at the start of a round."""
    if unknown := position.keys() - COMMON - BY_SEAT:
        raise ValueError(f"position: no field {sorted(unknown)}; fields are {sorted(COMMON | BY_SEAT)}")
    table = Table(options, list(position.get("displays", DISPLAYS[:5])), [])
    if options.events:
        table.events = list(position.get("events", EVENTS))
        table.events_out = [event for event in EVENTS if event not in table.events]
    table.round = position.get("round", 1)
    table.figure = position.get("figure", 0)
    table.holder = position.get("holder", -1)
    table.plagues = position.get("plagues", 0)
    table.infantry = position.get("infantry", "none")
    for side in table.sides:
        own = {key: value[side.seat] for key, value in position.items() if key in BY_SEAT}
        place_armies(side, own, options)
        place_cards(side, own, all_cards(options.beginner))
        place_generals(side, own, options)
        side.beaten_nine = own.get("beaten_nine", False)
        side.beaten_ten = own.get("beaten_ten", False)
    check(table)
    return table


def by_province(given: dict[str, int]) -> dict[str, int]:
    if unknown := given.keys() - set(PROVINCES):
        raise ValueError(f"{sorted(unknown)}: no provinces; they are {PROVINCES}")
    return {province: given.get(province, 0) for province in PROVINCES}


def place_armies(side: Side, own: dict[str, Any], options: Options) -> None:
    side.armies = by_province(own.get("armies", {}))
    side.markers = by_province(own.get("markers", {}))
    side.used = set(own.get("used", [])) | {province for province in PROVINCES if side.markers[province]}
    elsewhere = ARMIES - side.board() - sum(side.markers.values())
    usual = 0 if options.beginner else REINFORCEMENTS
    if "pool" in own:
        side.pool = own["pool"]
        side.reinforcements = own.get("reinforcements", elsewhere - side.pool)
    else:
        side.reinforcements = own.get("reinforcements", usual)
        side.pool = elsewhere - side.reinforcements
    if side.pool + side.reinforcements != elsewhere or min(side.pool, side.reinforcements) < 0:
        raise ValueError(
            f"seat {side.seat}: pool {side.pool}, reinforcements {side.reinforcements} and the board: not 21"
        )


def place_cards(side: Side, own: dict[str, Any], cards: Cards) -> None:
    side.hand = Counter(own.get("hand", "").split())
    side.out = Counter(own.get("out", "").split())
    side.deck = [DeckCard(kind) for kind in own.get("deck", "").split()]
    if too_many := side.all_cards() - cards:
        raise ValueError(f"seat {side.seat}: too many of {names(too_many)} [S1.6]")
    nowhere = cards - side.all_cards()
    side.hand += Counter([kind for kind in FRAMED if nowhere[kind]])
    rest = [kind for kind in KINDS if kind not in FRAMED for _ in range(nowhere[kind])]
    if rest and "deck" in own and "out" in own:
        raise ValueError(f"seat {side.seat}: {rest} lie nowhere [S1.8]")
    if "deck" in own:
        side.out += Counter(rest)
    else:
        side.deck = [DeckCard(kind) for kind in rest]
    for card in side.deck[len(side.deck) - own.get("put_under", 0) :]:
        card.drawn_before = True


def place_generals(side: Side, own: dict[str, Any], options: Options) -> None:
    if not options.with_generals:
        return
    side.held = own.get("generals", "").split()
    side.shown = own.get("shown", "").split()
    if not side.held and not side.shown:
        side.shown = [GENERALS[side.seat][0]]
    side.aside = [general for general in GENERALS[side.seat] if general not in (*side.held, *side.shown)]
    if len(side.aside) not in (3, 4) or side.hold("B3"):
        raise ValueError(f"seat {side.seat}: {side.held} held and {side.shown} shown cannot be [S2.2, S8.3, S9.5]")


def check(table: Table) -> None:
    blue, red = table.sides
    for province in PROVINCES:
        if blue.armies[province] and red.armies[province]:
            raise ValueError(f"{province}: armies of both sides [S1.7]")
