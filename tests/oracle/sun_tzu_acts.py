"""Acts that several decisions of Sun Tzu share: generals of any phase, reinforcements, finding an army [S4.3, S7.5, S8]."""

from __future__ import annotations

from tests.oracle.sun_tzu_cards import BLUE, LAST_ROUND_OF_ANY_PHASE, adjacent
from tests.oracle.sun_tzu_table import Ask, Need, Script, Side, Table


def any_phase_uses(table: Table, side: Side) -> list[str]:
    """R2, B1 and B5 may be used up to round 6 [S8, S8.9, S14.1]."""
    if table.round > LAST_ROUND_OF_ANY_PHASE:
        return []
    uses: list[str] = []
    if side.hold("R2"):
        uses += [f"use R2 {province}" for province in table.sides[BLUE].provinces()]
    if side.hold("B1"):
        uses += marches(side, table.other(side))
    if side.hold("B5") and side.pool:
        uses += [f"use B5 {province}" for province in side.provinces()]
    return uses


def marches(side: Side, enemy: Side) -> list[str]:
    """From any own province to an adjacent one that is neutral or own [S8.9]."""
    return [
        f"use B1 {start} {end}"
        for start in side.provinces()
        for end in side.armies
        if adjacent(start, end) and not enemy.armies[end]
    ]


def use_general(table: Table, side: Side, words: list[str]) -> None:
    """The general is shown, acts and is out [S8]; `words` are the general and its provinces."""
    general, *provinces = words
    side.show(general)
    if general == "R2":
        table.sides[BLUE].return_armies(provinces[0], 1)
    elif general == "B1":
        side.armies[provinces[0]] -= 1
        side.armies[provinces[1]] += 1
    elif general == "B5":
        side.take_from("pool")
        side.armies[provinces[0]] += 1
    elif general == "R4":
        table.pestilence = True
    elif general == "R3":
        table.physician = True
    elif general == "B2":
        table.feint = True
    else:
        assert general in ("R5", "B4")
        side.return_to_deck(table.battle)


def open_act(table: Table, side: Side, act: str) -> bool:
    """A general or a reinforcement; False when it is another act [S4.5]."""
    word, *arguments = act.split()
    if word == "discard":
        side.discard(arguments[0])
    elif word == "use":
        use_general(table, side, arguments)
    return word in ("discard", "use")


def reinforcements_until_pass(table: Table, side: Side) -> Script[None]:
    """Before pools are compared a side may still take reinforcements [S11.3, D10]."""
    while side.reinforcements:
        _, act = yield Ask("D10", {side.seat: [*side.discards(), "pass"]})
        if not open_act(table, side, act):
            return


def window(table: Table, side: Side) -> Script[None]:
    """After the last battle, for a side with an unshown general, whichever it is [S8.1, D8]."""
    while side.held and table.round <= LAST_ROUND_OF_ANY_PHASE:
        _, act = yield Ask("D8", {side.seat: [*any_phase_uses(table, side), *side.discards(), "pass"]})
        if not open_act(table, side, act):
            return


# --- S7.5: finding an army ---------------------------------------------------------------------------------------------


def sources(side: Side, need: Need) -> list[str]:
    """The provinces that an army may come from when the pool is empty [S7.5]."""
    own = side.provinces()
    if need.kind in ("cost", "pandemic"):
        return own
    others = [province for province in own if province != need.province]
    near = [province for province in others if adjacent(province, need.province)]
    return near if near and need.kind == "place" else others


def choices(side: Side, need: Need) -> list[str]:
    """What the owner is asked when the next army does not come by itself from the pool; nothing: the need is over."""
    takes = [f"take {province}" for province in sources(side, need)]
    if side.pool:
        return ["take pool", *takes]
    if takes:
        return [*takes, *side.discards()]
    if side.reinforcements and need.kind in ("place", "marker"):
        return [*side.discards(), "pass"]
    return []


def find_army(table: Table, side: Side, need: Need) -> Script[bool]:
    """One army leaves the pool or a province; False when none came [S7.5, D5]."""
    while True:
        if side.pool and need.kind != "cost":
            side.take_from("pool")
            return True
        options = choices(side, need)
        if not options:
            return False
        _, act = yield Ask("D5", {side.seat: options})
        if act == "pass":
            return False
        if not open_act(table, side, act):
            side.take_from(act.removeprefix("take "))
            return True


def find_armies(table: Table, side: Side, kind: str, province: str, count: int) -> Script[None]:
    """One army at a time until the need is met, passed or over; each goes where the need says [S7.5]."""
    table.need = need = Need(kind, side.seat, province, count)
    while need.missing and (yield from find_army(table, side, need)):
        need.missing -= 1
        if kind == "place":
            side.armies[province] += 1
        elif kind == "marker":
            side.markers[province] += 1
        else:
            side.reinforcements += 1
    table.need = None


def win_by(table: Table, winner: Side, result: int, province: str) -> Script[None]:
    """The loser's armies return, then the winner puts what is left of the result [S6.2, S6.3]."""
    loser = table.other(winner)
    returning = min(result, loser.armies[province])
    loser.return_armies(province, returning)
    assert not loser.armies[province] or returning == result
    yield from find_armies(table, winner, "place", province, result - returning)
