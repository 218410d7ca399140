"""A battle of Sun Tzu, step by step [S6, S7], with the generals of the reveal [S8]."""

from __future__ import annotations

from tests.oracle.sun_tzu_acts import find_armies, open_act, win_by
from tests.oracle.sun_tzu_cards import BLUE, FEINTS, RED
from tests.oracle.sun_tzu_events import events
from tests.oracle.sun_tzu_table import Ask, Script, Side, Table


def battles(table: Table) -> Script[None]:
    """Five battles in default order, or in the order that the holder chooses [S5.1, S5.5]."""
    while table.unfought:
        province = yield from next_province(table)
        table.unfought.remove(province)
        table.battle = province
        yield from battle(table, province)
        table.clear_battle()


def next_province(table: Table) -> Script[str]:
    """Asked before each battle while 2 or more are unfought and somebody is holder [S5.5, D3]."""
    if table.round < table.options.first_chosen_round or table.holder < 0 or len(table.unfought) < 2:
        return table.unfought[0]
    _, act = yield Ask("D3", {table.holder: [f"next {province}" for province in table.unfought]})
    return act.removeprefix("next ")


def battle(table: Table, province: str) -> Script[None]:
    """The seven steps of [S6.6]."""
    reveal(table, province)
    for side in table.in_turn():
        yield from reveal_window(table, side)
    if "Plague" in values(table).values():
        plague(table, province)
        won_by = None
    else:
        won_by = yield from clash(table, province)
    remember(table, province, won_by)
    yield from events(table)


def clash(table: Table, province: str) -> Script[int | None]:
    """Markers, result and armies, costs; the seat that won [S6.6, steps 4-6]."""
    for side in table.sides:
        side.draws_more |= table.revealed[side.seat] == "1"  # [S7.1]
    for side in table.in_turn():
        yield from put_marker(table, side, province)
    value = values(table)
    result = margin(value[BLUE], value[RED])
    won_by = None if result == 0 else (BLUE if result > 0 else RED)
    if won_by is not None:
        yield from win_by(table, table.sides[won_by], abs(result), province)
    for side in table.in_turn():
        yield from find_armies(table, side, "cost", province, cost(value[side.seat], value[1 - side.seat]))
    return won_by


def reveal(table: Table, province: str) -> None:
    """Both at once; a red 6 on a used place shows R1, also if it is then annulled [S6.6, S8.4]."""
    for side in table.sides:
        side.face_up[province] = table.revealed[side.seat] = side.orders.pop(province)
    table.plagues += list(table.revealed.values()).count("Plague")  # [S9.3]
    red = table.sides[RED]
    if table.revealed[RED] == "6" and province in red.used:
        red.show("R1")


# --- generals at a reveal ------------------------------------------------------------------------------------------------


def reveal_window(table: Table, side: Side) -> Script[None]:
    """Open on public facts only, whatever general is held; asked again after each use [S8.2, D4]."""
    while side.held and window_is_open(table, side):
        _, act = yield Ask("D4", {side.seat: [*reveal_uses(table, side), "pass"]})
        if not open_act(table, side, act):
            return


def one_plague(table: Table) -> bool:
    return list(table.revealed.values()).count("Plague") == 1


def window_is_open(table: Table, side: Side) -> bool:
    """[S8.2]"""
    card = table.revealed[side.seat]
    if side.seat == RED:
        return one_plague(table) or (card == "Plague" and bool(side.deck))
    return card in FEINTS or (card == "-1" and bool(side.deck))


def reveal_uses(table: Table, side: Side) -> list[str]:
    """R3 on either side's Plague, R5 and B4 on the own card with a deck, B2 on a 7-10 [S8.5, S8.7, S8.8]."""
    card = table.revealed[side.seat]
    possible = {
        "R3": one_plague(table),
        "R5": card == "Plague" and bool(side.deck),
        "B2": card in FEINTS,
        "B4": card == "-1" and bool(side.deck),
    }
    return [f"use {general}" for general in side.held if possible.get(general)]


def values(table: Table) -> dict[int, str]:
    """A Plague under R3 is the number 0, a 7-10 under B2 the number 6 [S6.5]."""
    value = dict(table.revealed)
    if table.feint:
        value[BLUE] = "6"
    if table.physician:
        value = {seat: "0" if card == "Plague" else card for seat, card in value.items()}
    return value


# --- what the cards do -------------------------------------------------------------------------------------------------------


def plague(table: Table, province: str) -> None:
    """n // 2 armies return, under R4 all but 1; two Plagues do it once [S7.4, S8.6]."""
    for side in table.sides:
        count = side.armies[province]
        side.return_armies(province, max(0, count - 1) if table.pestilence else count // 2)


def put_marker(table: Table, side: Side, province: str) -> Script[None]:
    """A revealed 6 puts one own army on the name field and uses the place, army or not [S7.2]; a feint does not [S8.8]."""
    if table.revealed[side.seat] == "6":
        side.used.add(province)
        yield from find_armies(table, side, "marker", province, 1)


def margin(own: str, other: str) -> int:
    """By how much `own` wins, negative when it loses [S6.5]."""
    if own[0] == "+" or other[0] == "+":
        return plus(own) - plus(other)  # a plus counts alone, whatever else lies there
    if own == "-1" or other == "-1":
        return (other == "-1") - (own == "-1")  # loses by 1 against a number
    return int(own) - int(other)


def plus(card: str) -> int:
    return int(card) if card[0] == "+" else 0


def cost(own: str, other: str) -> int:
    """+2 costs 1 army and +3 costs 2, won or not; equal plus cards cancel [S7.3]."""
    return 0 if own == other else {"+2": 1, "+3": 2}.get(own, 0)


def remember(table: Table, province: str, won_by: int | None) -> None:
    """For the events: a 9 or 10 that did not win, a feint is none; where both 1s met [S9.3, S8.8, S9.6]."""
    for side in table.sides:
        card = table.revealed[side.seat]
        if won_by == side.seat or (side.seat == BLUE and table.feint):
            continue
        side.beaten_nine |= card == "9"
        side.beaten_ten |= card == "10"
    if list(table.revealed.values()) == ["1", "1"]:
        table.infantry = province
