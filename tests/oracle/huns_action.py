"""The two actions: draw, with a Curse that is played, and loot [N4.1, N4.2, N8.7]."""

from __future__ import annotations

from tests.oracle.huns_placing import (
    held,
    new_wagon,
    place,
    put_needed,
    run_waiting,
    settle,
    take_any,
    take_one,
)
from tests.oracle.huns_table import CampCard, Script, Table, ask, pick, pick_colour
from tests.oracle.huns_things import BLACK, EVERY

SADDLEBAGS = 2  # room for goods [E05]

# --- N4.1: draw ----------------------------------------------------------------------------------------------------------


def draw(table: Table) -> Script[None]:
    """The value, two more with Scout Horn, three more with Diviner; with Fog exactly one [N4.1.1]."""
    seat = table.active
    cards = table.value + 2 * table.works(seat, "E02") + 3 * table.works(seat, "M03")
    yield from draw_cards(table, 1 if table.works(seat, "C03") else cards)
    yield from run_waiting(table)


def draw_cards(table: Table, count: int) -> Script[None]:
    """One is played, the others go under the deck in the order drawn [N4.1, N4.1.2]."""
    assert table.die is not None
    seat, deck = table.active, table.decks[table.die]
    drawn = deck[:count]
    table.player(seat).known.update(drawn)
    table.drawn = len(drawn)
    act = yield from pick("cards_drawn", seat, [f"play {card}" for card in drawn], "N4.1")
    assert act is not None
    card = act.split()[1]
    table.drawn = 0
    deck[:] = deck[len(drawn) :] + [other for other in drawn if other != card]
    if table.deck.cards[card].colour == BLACK:
        yield from play_curse(table, card)
        return
    table.player(seat).camp[card] = CampCard(table.deck.cards[card])
    if card == "E06" and table.works(seat, "E06"):
        yield from wide_axle(table, seat)


def wide_axle(table: Table, seat: int) -> Script[None]:
    """A new wagon with one good that it needs [E06]."""
    new = yield from new_wagon(table, seat)
    if new is not None:
        yield from put_needed(table, seat, new)


def play_curse(table: Table, card: str) -> Script[None]:
    """A victim is chosen, flees or accepts; then Amulet and Ildico [N8.7]."""
    seat = table.active
    table.curse = card
    act = yield from pick("curse_to_play", seat, [f"victim {s}" for s in table.opponents(seat)], "N5.4")
    assert act is not None
    victim = int(act.split()[1])
    curse = CampCard(table.deck.cards[card], by=seat)
    if not table.works(seat, "M01"):
        answer = yield from ask("curse_arrives", victim, ["flee", "accept"], "N5.5")
        curse.fled = answer == "flee"
    table.curse = None
    table.player(victim).camp[card] = curse
    if not curse.fled:
        yield from after_curse(table, seat, victim, curse)


def after_curse(table: Table, seat: int, victim: int, curse: CampCard) -> Script[None]:
    """Each effect once; the player orders them while both can be used [N6.2.1, N8.7]."""
    waiting = ["E09", "M01"]
    while True:
        usable = [card for card in waiting if can_follow(table, card, seat, victim, curse)]
        act = yield from pick("order", seat, [f"use {card}" for card in usable], "N6.2.1")
        if act is None:
            return
        waiting.remove(act.split()[1])
        if act == "use M01":
            yield from take_any(table, seat)
        else:
            colour = yield from pick_colour(victim, [c for c in EVERY if table.reserve[c]], "N9")
            assert colour is not None
            table.reserve[colour] -= 1
            table.put_on_card(victim, curse, colour)
            yield from settle(table)


def can_follow(table: Table, card: str, seat: int, victim: int, curse: CampCard) -> bool:
    if card == "M01":
        return table.works(seat, "M01") and bool(table.takeable(seat))
    return table.works(victim, "E09") and curse in table.open_cards(victim) and any(table.reserve)


# --- N4.2: loot ----------------------------------------------------------------------------------------------------------


def loot(table: Table, colour: int) -> Script[None]:
    """Number, goods, Quartermaster, Merchant, placing, surplus, what is full, sends, Goth Spy [N4.2.1]."""
    seat = table.active
    table.to_hand(colour, min(loot_count(table, seat), table.reserve[colour]))
    yield from quartermaster(table, seat, colour)
    yield from merchant(table, seat, colour)
    yield from place(table, seat, brand=True)
    yield from fill_saddlebags(table, seat)
    table.to_reserve()
    yield from settle(table)
    yield from run_waiting(table)
    yield from goth_spy(table, colour)
    yield from run_waiting(table)


def loot_count(table: Table, seat: int) -> int:
    """The value, one more with Recurve Bow, then one less with Famine but at least one [N4.2.1]."""
    number = table.value
    if number < 3 and table.works(seat, "E01"):
        number += 1
    if table.works(seat, "C02"):
        number = max(1, number - 1)
    return number


def quartermaster(table: Table, seat: int, colour: int) -> Script[None]:
    """One good of another colour that fits [M02]."""
    if table.works(seat, "M02"):
        added = yield from pick_colour(seat, [c for c in table.takeable(seat) if c != colour], "N9")
        if added is not None:
            table.to_hand(added)


def merchant(table: Table, seat: int, colour: int) -> Script[None]:
    """One good of the loot's colour may be exchanged for one of another that fits [M09]."""
    if table.works(seat, "M09") and table.hand[colour]:
        others = [c for c in table.takeable(seat) if c != colour]
        received = yield from pick_colour(seat, others, "N9", done=True)
        if received is not None:
            table.to_hand(received)
            table.hand[colour] -= 1
            table.reserve[colour] += 1


def fill_saddlebags(table: Table, seat: int) -> Script[None]:
    """Surplus may stay there, good by good [E05]."""
    bags = table.player(seat).saddlebags
    while table.works(seat, "E05") and sum(bags) < SADDLEBAGS:
        colour = yield from pick_colour(seat, held(table), "N9", "surplus", done=True)
        if colour is None:
            return
        table.hand[colour] -= 1
        bags[colour] += 1


def goth_spy(table: Table, colour: int) -> Script[None]:
    """After an opponent's Loot with value 3 its owner may take one good of that colour [M11]."""
    if table.value != 3 or "M11" in table.spent:
        return
    for spy in table.opponents(table.active):
        if table.works(spy, "M11") and table.takeable(spy, [colour]):
            act = yield from ask("goth_spy", spy, ["use M11", "done"], "N9")
            if act != "done":
                table.spent.add("M11")
                yield from take_one(table, spy, colour)
