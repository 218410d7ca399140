"""Placing a batch, sending wagons, and what follows from both [N4.3, N8.1, N8.12, N8.17, N8.18]."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracle.huns_table import WAGONS, CampCard, Place, Script, Table, pick, pick_colour
from tests.oracle.huns_things import COLOURS, EVERY, WagonCard

# --- N8.17: a batch ------------------------------------------------------------------------------------------------------


def place(table: Table, seat: int, chosen: Place = None, brand: bool = False) -> Script[Place]:
    """The goods in hand go on one own card or on own wagons; what is left stays in hand [N8.17].

    `chosen` is the place if goods of the same batch lie there already; `brand`: it is an own Loot action.
    """
    while any(table.hand):
        if isinstance(chosen, CampCard):
            yield from place_on_card(table, seat, chosen)
            break
        options = [f"on {card.id}" for card in table.open_cards(seat)] if chosen is None else []
        options += loads(table, seat, table.hand)
        brands = brandings(table, seat) if brand else []
        decline = ["done"] if brands and not options else []
        act = yield from pick("placing", seat, options + brands + decline, "N8.17")
        if act in (None, "done"):
            break
        assert act is not None
        kind, *rest = act.split()
        if kind == "on":
            chosen = table.player(seat).camp[rest[0]]
        else:
            chosen = WAGONS
            if kind == "brand":
                table.spent.add("E07")
            good, space = COLOURS.index(rest[0]), COLOURS.index(rest[-1] if kind == "brand" else rest[0])
            table.hand[good] -= 1
            yield from put_on_wagon(table, seat, int(rest[1]), good, space)
    return chosen


def place_on_card(table: Table, seat: int, card: CampCard) -> Script[None]:
    """All goods at once; if there are too many, good by good until it is full [N8.17.2]."""
    while sum(table.hand) > card.room > 0:
        colour = yield from pick_colour(seat, held(table), "N8.17.2", "card_goods")
        assert colour is not None
        table.hand[colour] -= 1
        table.put_on_card(seat, card, colour)
    if card.room:
        for colour in held(table):
            table.put_on_card(seat, card, colour, table.hand[colour])
            table.hand[colour] = 0


def held(table: Table) -> list[int]:
    return [colour for colour in EVERY if table.hand[colour]]


def loads(table: Table, seat: int, goods: list[int]) -> list[str]:
    """Each colour that there is, on each wagon with an empty space of it [N8.17.3]."""
    wagons = table.open_wagons(seat)
    return [
        f"load {COLOURS[colour]} {slot}"
        for colour in EVERY
        if goods[colour]
        for slot, wagon in wagons
        if wagon.room[colour]
    ]


def brandings(table: Table, seat: int) -> list[str]:
    """Once per round one good in hand, on an empty space of another colour [E07, N8.17.4]."""
    if not table.works(seat, "E07") or "E07" in table.spent:
        return []
    return [
        f"brand {COLOURS[good]} {slot} {COLOURS[space]}"
        for good in held(table)
        for slot, wagon in table.open_wagons(seat)
        for space in EVERY
        if space != good and wagon.room[space]
    ]


# --- N4.3: wagons --------------------------------------------------------------------------------------------------------


def put_on_wagon(table: Table, seat: int, slot: int, good: int, space: int) -> Script[None]:
    """A wagon that becomes full is sent at once, unless Mire is active [N4.3, C04]."""
    wagon = table.player(seat).wagon(slot)
    wagon.put(good, space)
    if table.own_turn(seat) and table.first_wagon is None:
        table.first_wagon = wagon.card.id
    if wagon.full and not table.works(seat, "C04"):
        yield from send(table, seat, slot)


def send(table: Table, seat: int, slot: int) -> Script[None]:
    """Goods to the Stash, wagon to the sent ones, new wagon, Cartwright; the effects wait [N4.3.1]."""
    player = table.player(seat)
    wagon = player.wagon(slot)
    for colour, count in enumerate(wagon.goods()):
        player.stash[colour] += count
    player.sent.append(wagon.card)
    player.slots[slot - 1] = None
    table.waiting.append((seat, wagon.card))
    new = yield from new_wagon(table, seat)
    if new is not None and table.own_turn(seat) and table.works(seat, "M05"):
        yield from put_needed(table, seat, new)


def new_wagon(table: Table, seat: int) -> Script[int | None]:
    """If there are fewer than the limit and there is one: a face-up one or the top of the deck [N4.3.1, N4.4]."""
    player = table.player(seat)
    if len(player.wagons()) >= table.limit(seat):
        return None
    options = [f"wagon {spot}" for spot, wagon in enumerate(table.display, 1) if wagon]
    if table.wagon_deck:
        options.append("wagon deck")
    act = yield from pick("new_wagon", seat, options, "N4.3.1")
    if act is None:
        return None
    slot = player.slots.index(None) + 1
    player.slots[slot - 1] = table.wagon_from(act.split()[1])
    return slot


def put_needed(table: Table, seat: int, slot: int) -> Script[None]:
    """One good of choice that this wagon needs, from the Reserve; Broken Axle binds [M05, E06, N8.19]."""
    wagon = table.player(seat).wagon(slot)
    if not table.may_get(seat, wagon):
        return
    colour = yield from pick_colour(seat, [c for c in EVERY if wagon.room[c] and table.reserve[c]], "N8.19")
    if colour is not None:
        table.reserve[colour] -= 1
        yield from put_on_wagon(table, seat, slot, colour, colour)


# --- N8.18: after a batch or effect --------------------------------------------------------------------------------------


def settle(table: Table) -> Script[None]:
    """What became full: Rust over gives Wide Axle its wagon, Mire over sends all full ones [N8.18]."""
    while table.became_full:
        seat, card = table.became_full.pop(0)
        if card.id == "C08" and table.works(seat, "E06"):
            yield from new_wagon(table, seat)
        if card.id == "C04":
            yield from send_full_ones(table, seat)


def send_full_ones(table: Table, seat: int) -> Script[None]:
    """One at a time, each with its new wagon before the next [N8.18]."""
    while True:
        options = [f"send {slot}" for slot, wagon in table.player(seat).wagons() if wagon.full]
        act = yield from pick("send", seat, options, "N8.18")
        if act is None:
            return
        yield from send(table, seat, int(act.split()[1]))


def take_any(table: Table, seat: int, colours: Iterable[int] = EVERY) -> Script[bool]:
    """ "Take 1 good of any colour" (or of these), as a batch of its own; False if there was none [N8.1.2]."""
    colour = yield from pick_colour(seat, table.takeable(seat, colours), "N8.1.2")
    if colour is None:
        return False
    yield from take_one(table, seat, colour)
    return True


def take_one(table: Table, seat: int, colour: int) -> Script[None]:
    table.to_hand(colour)
    yield from place_all(table, seat)


def place_all(table: Table, seat: int) -> Script[None]:
    """A batch from the Reserve, its surplus, and what became full [N8.1, N8.18]."""
    yield from place(table, seat)
    table.to_reserve()
    yield from settle(table)


# --- N8.12: after a wagon was sent ---------------------------------------------------------------------------------------


def run_waiting(table: Table) -> Script[None]:
    """One send at a time, the oldest first; those that happen meanwhile go to the end [N8.12]."""
    while table.waiting:
        seat, wagon = table.waiting.pop(0)
        noted = usable_after(table, seat, wagon)
        while noted:
            usable = [card for card in usable_after(table, seat, wagon) if card in noted]
            act = yield from pick("order", table.active, [f"use {card}" for card in usable], "N6.2.1")
            if act is None:
                break
            card = act.split()[1]
            noted.remove(card)
            yield from after_send(table, card, seat, wagon)


def usable_after(table: Table, seat: int, wagon: WagonCard) -> list[str]:
    """Which of Drover's Whip, Scouting Sabre and Blood Tax can be used after this send."""
    found = []
    if table.own_turn(seat) and table.works(seat, "E08") and "E08" not in table.spent and table.takeable(seat):
        found.append("E08")
    right = table.right_of(seat)
    if table.works(right, "E10") and table.takeable(right, printed(wagon)):
        found.append("E10")
    if table.works(seat, "C10") and table.takeable(taxer(table, seat)):
        found.append("C10")
    return found


def printed(wagon: WagonCard) -> list[int]:
    return [colour for colour in EVERY if wagon.need[colour]]


def taxer(table: Table, seat: int) -> int:
    """Who played Blood Tax on this seat."""
    by = table.player(seat).camp["C10"].by
    assert by is not None
    return by


def after_send(table: Table, card: str, seat: int, wagon: WagonCard) -> Script[None]:
    if card == "E08":
        table.spent.add("E08")
        yield from take_any(table, seat)
    elif card == "C10":
        yield from take_any(table, taxer(table, seat))
    else:
        right = table.right_of(seat)
        colours = table.takeable(right, printed(wagon))
        colour = yield from pick_colour(right, colours, "N9", done=True)
        if colour is not None:
            yield from take_one(table, right, colour)
