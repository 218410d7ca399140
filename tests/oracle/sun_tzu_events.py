"""The event cards of Sun Tzu [S9]: step 7 of a battle."""

from __future__ import annotations

from tests.oracle.sun_tzu_acts import find_armies, win_by
from tests.oracle.sun_tzu_cards import BLUE
from tests.oracle.sun_tzu_table import Ask, GameEnds, Script, Side, Table

MANY_PLAGUES = 4  # [S9.3]
MANY_USED = 3  # [S9.3]


def events(table: Table) -> Script[None]:
    """The face-up event, and again each one turned up, until one does not fire; the fifth ends the game [S9.1, S9.2]."""
    while table.events and fires(table, table.events[0]):
        yield from EFFECTS[table.events[0]](table)
        table.events_out.append(table.events.pop(0))
        if not table.events:
            raise GameEnds


def fires(table: Table, event: str) -> bool:
    """Counts go back to the start of the game [S9.1]."""
    if event == "Pandemic":
        return table.plagues >= MANY_PLAGUES
    if event == "Light infantry":
        return table.infantry != "none"
    return any(meets(side, event) for side in table.sides)


def meets(side: Side, event: str) -> bool:
    """[S9.3]"""
    if event == "War chariot":
        return len(side.used) >= MANY_USED
    return side.beaten_nine if event == "Champion" else side.beaten_ten


def pandemic(table: Table) -> Script[None]:
    """Both, from the pool, from the board only if it is empty [S9, S9.4]."""
    for side in table.in_turn():
        yield from find_armies(table, side, "pandemic", "none", 1)


def war_chariot(table: Table) -> Script[None]:
    """Who meets it may take a general that was laid aside, not B3; without generals nothing [S9.5, D6]."""
    if not table.options.with_generals:
        return
    for side in table.in_turn():
        if meets(side, "War chariot"):
            _, act = yield Ask("D6", {side.seat: [*(f"choose {g}" for g in side.aside if g != "B3"), "pass"]})
            if act != "pass":
                general = act.removeprefix("choose ")
                side.aside.remove(general)
                side.held.append(general)


def champion(table: Table) -> Script[None]:
    """1 army from pool or board to reinforcements [S9]."""
    for side in table.in_turn():
        if meets(side, "Champion"):
            yield from find_armies(table, side, "cost", table.battle, 1)


def hero(table: Table) -> Script[None]:
    """2 armies, likewise [S9]."""
    for side in table.in_turn():
        if meets(side, "Hero"):
            yield from find_armies(table, side, "cost", table.battle, 2)


def light_infantry(table: Table) -> Script[None]:
    """The side with fewer points gains 1, or may take a win by 1 where both 1s met last; level: nothing [S9.6, D7]."""
    leader = table.leader()
    if leader < 0:
        return
    side = table.sides[1 - leader]
    if table.options.light_infantry == "point":
        table.move_figure(1 if side.seat == BLUE else -1)
        return
    _, act = yield Ask("D7", {side.seat: ["accept", "pass"]})
    if act == "accept":
        yield from win_by(table, side, 1, table.infantry)


EFFECTS = {
    "Pandemic": pandemic,
    "War chariot": war_chariot,
    "Champion": champion,
    "Hero": hero,
    "Light infantry": light_infantry,
}
