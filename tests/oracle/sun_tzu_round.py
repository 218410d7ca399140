"""A game of Sun Tzu from the set-up to the end, but for what happens in battles [S2-S5, S10-S12]."""

from __future__ import annotations

from collections import Counter

from tests.oracle.sun_tzu_acts import any_phase_uses, open_act, reinforcements_until_pass, window
from tests.oracle.sun_tzu_battle import battles
from tests.oracle.sun_tzu_cards import (
    ARMIES,
    BLUE,
    FRAMED,
    PROVINCES,
    REINFORCEMENTS,
    ROUNDS,
    SCORING_ROUNDS,
    TRACK,
    Chance,
    Options,
)
from tests.oracle.sun_tzu_table import Ask, DeckCard, GameEnds, Script, Side, Table

HAND_CARDS_DRAWN = 4  # [S2.1]


def game(table: Table, part: str) -> Script[None]:
    """Rounds until the end; a new game starts with the part "set-up", a position with another [S3]."""
    parts = list(ROUND)
    if part == "set-up":
        yield from choose_generals(table)
        for side in table.sides:
            side.hand += side.draw(HAND_CARDS_DRAWN)
        start_round(table)
        part = "orders"
    try:
        while True:
            for name in parts[parts.index(part) :]:
                yield from ROUND[name](table)
                if table.places is not None:
                    return
            start_round(table)
            part = "orders"
    except GameEnds:
        table.clear_battle()
        yield from who_leads_wins(table)


# --- S2: set-up --------------------------------------------------------------------------------------------------------


def lay_out(chance: Chance, options: Options) -> Table:
    """18 armies in the pool, 3 in reinforcements, for beginners all in the pool; the framed cards in hand [S1.5, S2]."""
    chance.check(options)
    table = Table(options, list(chance.displays), list(chance.events) if options.events else [])
    for side, deck in zip(table.sides, chance.decks, strict=True):
        side.reinforcements = 0 if options.beginner else REINFORCEMENTS
        side.pool = ARMIES - side.reinforcements
        side.hand = Counter(FRAMED)
        side.deck = [DeckCard(kind) for kind in deck]
    return table


def choose_generals(table: Table) -> Script[None]:
    """Both secretly choose 1 of their 5; B3 is then shown by itself [S2.2, S8.3, D1]."""
    if not table.options.with_generals:
        return
    table.deal_generals()
    while asked := [side for side in table.sides if not side.held]:
        seat, act = yield Ask("D1", {side.seat: [f"choose {general}" for general in side.aside] for side in asked})
        general = act.removeprefix("choose ")
        table.sides[seat].aside.remove(general)
        table.sides[seat].held.append(general)
    blue = table.sides[BLUE]
    if blue.hold("B3"):
        blue.show("B3")
        table.move_figure(1)


# --- S4: orders ----------------------------------------------------------------------------------------------------------


def start_round(table: Table) -> None:
    table.round += 1
    table.sealed = table.pestilence = False
    for side in table.sides:
        side.confirmed = side.draws_more = False


def orders(table: Table) -> Script[None]:
    """Both at the same time and secretly, until both have confirmed [S4.1, S4.5, D2]."""
    while asked := [side for side in table.sides if not side.confirmed]:
        seat, act = yield Ask("D2", {side.seat: order_acts(table, side) for side in asked})
        side = table.sides[seat]
        if open_act(table, side, act):
            lift_confirmation(table, table.other(side))
        elif act == "confirm":
            side.confirmed = True
        else:
            move_order(side, act)
    seal(table)


def order_acts(table: Table, side: Side) -> list[str]:
    """[D2]; R4 in any round, the others of any phase up to round 6 [S8.1, S8.6]."""
    fixed = table.options.orders == "fixed"
    free_places = [province for province in PROVINCES if province not in side.orders]
    acts = [
        f"order {province} {kind}"
        for province in (free_places[:1] if fixed else free_places)
        for kind in side.hand
        if side.hand[kind] and may_order(side, province, kind)
    ]
    if not free_places:
        acts.append("confirm")
    if not fixed:
        acts += [f"take back {province}" for province in side.orders]
    if side.hold("R4"):
        acts.append("use R4")
    return acts + any_phase_uses(table, side) + side.discards()


def may_order(side: Side, province: str, kind: str) -> bool:
    """No 6 where the own 6 was used, except with R1 [S4.2, S8.4]."""
    return kind != "6" or province not in side.used or side.hold("R1")


def move_order(side: Side, act: str) -> None:
    if act.startswith("order "):
        _, province, kind = act.split()
        side.hand -= Counter([kind])
        side.orders[province] = kind
    else:
        side.hand[side.orders.pop(act.removeprefix("take back "))] += 1


def lift_confirmation(table: Table, side: Side) -> None:
    """After the other's open act; with fixed orders the five return to the hand [S4.5]."""
    if side.confirmed and table.options.orders == "fixed":
        side.hand += Counter(side.orders.values())
        side.orders = {}
    side.confirmed = False


def seal(table: Table) -> None:
    """The orders are fixed; who has fewer armies on the board is holder, level: who was it before [S5.3]."""
    table.sealed = True
    table.unfought = list(PROVINCES)
    blue, red = (side.board() for side in table.sides)
    if blue != red:
        table.holder = 0 if blue < red else 1


# --- S8.1, S10, S11: after the battles ---------------------------------------------------------------------------------------


def after_battles(table: Table) -> Script[None]:
    for side in table.in_turn():
        yield from window(table, side)


def scoring(table: Table) -> Script[None]:
    """After rounds 3, 6 and 9; then whether the game is over [S10.1, S11.1]."""
    if table.round not in SCORING_ROUNDS:
        return
    column = SCORING_ROUNDS.index(table.round)
    points = [0, 0]
    for display, province in zip(table.displays, PROVINCES, strict=True):
        for side in table.sides:
            if side.armies[province]:
                points[side.seat] += int(display.split("/")[column])
    table.move_figure(points[0] - points[1])
    if table.round == ROUNDS:
        yield from who_leads_wins(table)
    elif abs(table.figure) == TRACK:
        table.win(table.leader())


def who_leads_wins(table: Table) -> Script[None]:
    """The figure's side, in the middle more armies in the pool, then a draw [S9.1, S11.1, S11.2]."""
    if table.figure != 0:
        table.win(table.leader())
        return
    for side in table.in_turn():
        yield from reinforcements_until_pass(table, side)
    blue, red = (side.pool for side in table.sides)
    if blue == red:
        table.places = (1, 1)
    else:
        table.win(0 if blue > red else 1)


# --- S12: end of round --------------------------------------------------------------------------------------------------------


def end_of_round(table: Table) -> Script[None]:
    """Cards back or out; then both draw at once and put one under [S12, D9]."""
    for side in table.sides:
        clear_up(side)
        draw_cards(side)
    while asked := [side for side in table.sides if side.drawn]:
        seat, act = yield Ask("D9", {side.seat: [f"under {kind}" for kind in side.drawn] for side in asked})
        put_under(table.sides[seat], act.removeprefix("under "))


def clear_up(side: Side) -> None:
    """Framed cards return to the hand, the others are out [S12.1]."""
    for kind in side.face_up.values():
        (side.hand if kind in FRAMED else side.out)[kind] += 1
    side.face_up = {}


def draw_cards(side: Side) -> None:
    """Draws 2 of which one goes under, with a 1 draws 3; too few cards are kept unasked [S12.2]."""
    wanted = 3 if side.draws_more else 2
    if len(side.deck) >= wanted:
        side.drawn = side.draw(wanted)
    else:
        side.hand += side.draw(wanted)


def put_under(side: Side, kind: str) -> None:
    side.deck.append(DeckCard(kind, drawn_before=True))
    side.hand += side.drawn - Counter([kind])
    side.drawn = Counter()


ROUND = {
    "orders": orders,
    "battles": battles,
    "window": after_battles,
    "scoring": scoring,
    "end of round": end_of_round,
}
