"""The twelve Raids: when they can be used and what they do [N5.2, N9]."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.oracle.huns_action import draw_cards
from tests.oracle.huns_placing import (
    loads,
    place,
    place_all,
    put_on_wagon,
    run_waiting,
    send,
    settle,
    take_any,
    take_one,
)
from tests.oracle.huns_table import CampCard, Place, Script, Table, pick, pick_colour
from tests.oracle.huns_things import BLACK, COLOURS, EVERY, GREEN, RED

# --- goods of opponents --------------------------------------------------------------------------------------------------


def takes(table: Table, seat: int, other: int, chosen: Place = None, only: str | None = None) -> list[str]:
    """Goods on wagons of this opponent (or on one of them) that fit the seat [N8.1.3]."""
    fit = table.fits(seat, chosen)
    return [
        f"take {other} {slot} {COLOURS[colour]}"
        for slot, wagon in table.player(other).wagons()
        if only in (None, wagon.card.id)
        for colour, count in enumerate(wagon.goods())
        if count and fit[colour]
    ]


def take_from_wagon(table: Table, seat: int, options: list[str], chosen: Place = None) -> Script[tuple[Place, str]]:
    """One good of an opponent's wagon into the hand and at once to its place; tells the place and the wagon."""
    act = yield from pick("take", seat, options, "N8.1.3")
    assert act is not None
    _, other, slot, colour = act.split()
    wagon = table.player(int(other)).wagon(int(slot))
    wagon.take(COLOURS.index(colour))
    table.hand[COLOURS.index(colour)] += 1
    chosen = yield from place(table, seat, chosen)
    assert not any(table.hand), "N8.1.3"
    return chosen, f"{other} {wagon.card.id}"


def steppe_sweep(table: Table, seat: int) -> Script[None]:
    """From each opponent, clockwise, one good that fits from a wagon [R01]."""
    chosen: Place = None
    for other in table.robbed(seat):
        options = takes(table, seat, other, chosen)
        if options:
            chosen, _ = yield from take_from_wagon(table, seat, options, chosen)
    yield from settle(table)


def can_sweep(table: Table, seat: int) -> bool:
    return any(takes(table, seat, other) for other in table.robbed(seat))


def night_ambush(table: Table, seat: int) -> Script[None]:
    """One good, and one more from the same wagon of an opponent who had sent more [R02]."""
    leaders = table.more_sent(seat)
    options = [take for other in table.robbed(seat) for take in takes(table, seat, other)]
    chosen, robbed = yield from take_from_wagon(table, seat, options)
    other, wagon = robbed.split()
    if int(other) in leaders:
        options = takes(table, seat, int(other), chosen, only=wagon)
        if options:
            yield from take_from_wagon(table, seat, options, chosen)
    yield from settle(table)


def great_levy(table: Table, seat: int) -> Script[None]:
    """From each opponent, clockwise, who had sent more, one good that fits from the Stash [R11]."""
    chosen: Place = None
    for other in levied(table, seat):
        stash = table.player(other).stash
        colour = yield from pick_colour(seat, stash_takes(table, seat, other, chosen), "N8.1.3")
        if colour is not None:
            stash[colour] -= 1
            table.hand[colour] += 1
            chosen = yield from place(table, seat, chosen)
            assert not any(table.hand), "N8.1.3"
    yield from settle(table)


def levied(table: Table, seat: int) -> list[int]:
    return [other for other in table.robbed(seat) if other in table.more_sent(seat)]


def stash_takes(table: Table, seat: int, other: int, chosen: Place = None) -> list[int]:
    fit = table.fits(seat, chosen)
    return [colour for colour in EVERY if table.player(other).stash[colour] and fit[colour]]


def can_levy(table: Table, seat: int) -> bool:
    return any(stash_takes(table, seat, other) for other in levied(table, seat))


def encirclement(table: Table, seat: int) -> Script[None]:
    """Each opponent with the named colour on a wagon returns one; as many are taken as one batch [R12]."""
    colour = yield from pick_colour(seat, surrounded(table, seat), "N9")
    assert colour is not None
    returned = 0
    for other in table.robbed(seat):
        wagons = [slot for slot, wagon in table.player(other).wagons() if wagon.goods()[colour]]
        act = yield from pick("take", seat, [f"take {other} {slot} {COLOURS[colour]}" for slot in wagons], "N9")
        if act is not None:
            table.player(other).wagon(int(act.split()[2])).take(colour)
            table.reserve[colour] += 1
            returned += 1
    table.to_hand(colour, returned)
    yield from place_all(table, seat)


def surrounded(table: Table, seat: int) -> list[int]:
    wagons = [wagon for other in table.robbed(seat) for _, wagon in table.player(other).wagons()]
    return [colour for colour in EVERY if any(wagon.goods()[colour] for wagon in wagons)]


# --- cards and wagons of opponents ---------------------------------------------------------------------------------------


def bribed_guards(table: Table, seat: int) -> Script[None]:
    """Two goods of an opponent's Mercenary return; if there is none with goods, one good is taken [R05]."""
    guards = bribable(table, seat)
    if not guards:
        yield from take_any(table, seat)
        return
    act = yield from pick("card", seat, [f"on {card.id}" for card in guards], "N9")
    (guard,) = [card for card in guards if act == f"on {card.id}"]
    for _ in range(min(2, sum(guard.goods))):
        colour = yield from pick_colour(seat, [c for c in EVERY if guard.goods[c]], "N9")
        assert colour is not None
        guard.goods[colour] -= 1
        table.reserve[colour] += 1


def bribable(table: Table, seat: int) -> list[CampCard]:
    return [card for other in table.robbed(seat) for card in table.player(other).of_colour(GREEN) if any(card.goods)]


def can_bribe(table: Table, seat: int) -> bool:
    return bool(bribable(table, seat) or table.takeable(seat))


def wagon_swap(table: Table, seat: int) -> Script[None]:
    """The two wagons change places with their goods; then full ones are sent, the own one first [R06, N8.18]."""
    act = yield from pick("swap", seat, swaps(table, seat), "N9")
    assert act is not None
    own, other, slot = (int(part) for part in act.split()[1:])
    mine, theirs = table.player(seat).wagon(own), table.player(other).wagon(slot)
    table.player(seat).slots[own - 1] = theirs
    table.player(other).slots[slot - 1] = mine
    for owner, where, wagon in ((seat, own, theirs), (other, slot, mine)):
        if wagon.full and not table.works(owner, "C04"):
            yield from send(table, owner, where)


def swaps(table: Table, seat: int) -> list[str]:
    """Own wagons with opponents' that hold at most one good more."""
    return [
        f"swap {own} {other} {slot}"
        for own, mine in table.player(seat).wagons()
        for other in table.robbed(seat)
        for slot, theirs in table.player(other).wagons()
        if len(theirs.lading) <= len(mine.lading) + 1
    ]


# --- goods of the Reserve ------------------------------------------------------------------------------------------------


def tribute(table: Table, seat: int) -> Script[None]:
    """Two goods of different colours, both before placing [R03, N8.1.2]."""
    first = yield from pick_colour(seat, table.takeable(seat), "N8.1.2")
    assert first is not None
    table.to_hand(first)
    others = [colour for colour in table.takeable(seat) if colour != first]
    second = yield from pick_colour(seat, others, "N8.1.2")
    if second is not None:
        table.to_hand(second)
    yield from place_all(table, seat)


def cavalry_charge(table: Table, seat: int) -> Script[None]:
    """Two goods of a colour of which one fits, one if the Reserve has only one [R07]."""
    colour = yield from pick_colour(seat, table.takeable(seat), "N9")
    assert colour is not None
    table.to_hand(colour, min(2, table.reserve[colour]))
    yield from place_all(table, seat)


def fast_loading(table: Table, seat: int) -> Script[None]:
    """Two goods directly on one own wagon, one if the first fills it [R08]."""
    act = yield from pick("fast_loading", seat, loads(table, seat, table.reserve), "N9")
    assert act is not None
    slot = int(act.split()[2])
    wagon = table.player(seat).wagon(slot)
    yield from load_from_reserve(table, seat, act)
    if not wagon.full:
        again = [load for load in loads(table, seat, table.reserve) if load.endswith(f" {slot}")]
        act = yield from pick("fast_loading", seat, again, "N9")
        if act is not None:
            yield from load_from_reserve(table, seat, act)


def load_from_reserve(table: Table, seat: int, act: str) -> Script[None]:
    _, word, slot = act.split()
    colour = COLOURS.index(word)
    table.reserve[colour] -= 1
    yield from put_on_wagon(table, seat, int(slot), colour, colour)


def counter_ritual(table: Table, seat: int) -> Script[None]:
    """Two goods of any colours on an own active Curse; without one, one good is taken [R09]."""
    if not active_curses(table, seat):
        yield from take_any(table, seat)
        return
    act = yield from pick("card", seat, [f"on {curse.id}" for curse in ritual_curses(table, seat)], "N9")
    assert act is not None
    curse = table.player(seat).camp[act.split()[1]]
    for _ in range(min(2, curse.room)):
        colour = yield from pick_colour(seat, [c for c in EVERY if table.reserve[c]], "N9")
        if colour is not None:
            table.reserve[colour] -= 1
            table.put_on_card(seat, curse, colour)
    yield from settle(table)


def active_curses(table: Table, seat: int) -> list[CampCard]:
    return [card for card in table.player(seat).of_colour(BLACK) if card.open]


def ritual_curses(table: Table, seat: int) -> list[CampCard]:
    return [card for card in table.open_cards(seat) if card.card.colour == BLACK]


def can_ritual(table: Table, seat: int) -> bool:
    return any(table.reserve) if active_curses(table, seat) else bool(table.takeable(seat))


def ride_ahead(table: Table, seat: int) -> Script[None]:
    """The token, which stays at the end of the round, and one good [R10]."""
    table.token, table.ridden = seat, True
    yield from take_any(table, seat)


def forced_march(table: Table, seat: int) -> Script[None]:
    """The other action in the die's own colour, with one card or one good [R04, N8.20]."""
    assert table.die is not None
    if table.action == "loot":
        yield from draw_cards(table, 1)
    else:
        yield from take_one(table, seat, table.die)


def can_march(table: Table, seat: int) -> bool:
    assert table.die is not None
    return bool(table.decks[table.die]) if table.action == "loot" else bool(table.takeable(seat, [table.die]))


# --- using one -----------------------------------------------------------------------------------------------------------

RAIDS: dict[str, tuple[Callable[[Table, int], object], Callable[[Table, int], Script[None]]]] = {
    "R01": (can_sweep, steppe_sweep),
    "R02": (can_sweep, night_ambush),
    "R03": (lambda table, seat: table.value == 1 and table.takeable(seat), tribute),
    "R04": (can_march, forced_march),
    "R05": (can_bribe, bribed_guards),
    "R06": (swaps, wagon_swap),
    "R07": (lambda table, seat: table.takeable(seat), cavalry_charge),
    "R08": (lambda table, seat: loads(table, seat, table.reserve), fast_loading),
    "R09": (can_ritual, counter_ritual),
    "R10": (lambda table, seat: table.token != seat, ride_ahead),
    "R11": (can_levy, great_levy),
    "R12": (surrounded, encirclement),
}


def usable_raids(table: Table, seat: int, after_action: bool) -> Iterable[str]:
    """At most one in a turn, none under Oath of Peace; those of the end of turn only after the action [N5.2, C09]."""
    if table.raided or table.works(seat, "C09"):
        return
    for raid in table.player(seat).of_colour(RED):
        in_time = after_action or raid.card.timing != "end"
        if in_time and not raid.used and RAIDS[raid.id][0](table, seat):
            yield f"use {raid.id}"


def use_raid(table: Table, seat: int, card: str) -> Script[None]:
    """It is turned before its effect; sends wait until the effect is finished [N5.2.2, N8.12]."""
    table.player(seat).camp[card].used = True
    table.raided = True
    yield from RAIDS[card][1](table, seat)
    yield from run_waiting(table)
