"""Why an act cannot be played, with the number of the rule that forbids it; N9 is the text of the card itself."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.huns_table import Ask, Table
from tests.oracle.huns_things import BLACK, COLOURS, NUMBER

KINDS = {
    "set_up": "load",
    "before_die": "die use load",
    "after_die": "loot draw loot_as raise value",
    "cards_drawn": "play",
    "curse_to_play": "victim",
    "curse_arrives": "flee accept",
    "colour": "good done",
    "placing": "on load brand done",
    "card_goods": "good",
    "surplus": "good done",
    "new_wagon": "wagon",
    "take": "take",
    "card": "on",
    "swap": "swap",
    "fast_loading": "load",
    "send": "send",
    "order": "use",
    "goth_spy": "use done",
    "after_action": "use done",
}
WINDOW = {"E03": "before_die", "M12": "before_die", "M04": "after_action", "M07": "after_action"}
ANOTHER_ACT = {
    "E04": ("after_die", "raise"),
    "E12": ("after_die", "value"),
    "M06": ("after_die", "loot_as"),
    "E05": ("before_die", "load"),
    "E07": ("placing", "brand"),
}
"""Cards that are not used by `use`."""
Reason = tuple[str, str]  # in words, and the rule


def why_not(table: Table, ask: Ask | None, seat: int, text: str) -> str:
    reason, rule = find_reason(table, ask, seat, text)
    return f"{text}: {reason} [{rule}]"


def find_reason(table: Table, ask: Ask | None, seat: int, text: str) -> Reason:
    if ask is None:
        return "the game is over", "N3.2"
    if text not in NUMBER:
        return "no such act", "N11.4"
    if seat != ask.seat:
        return f"seat {ask.seat} is asked", "N11.1"
    kind, *parts = text.split()
    if kind == "use" and ask.moment in ("before_die", "after_die", "after_action"):
        return why_not_use(table, ask, seat, parts[0])
    if kind in ("flee", "accept"):
        return "no Curse arrives", "N5.5"
    if kind not in KINDS[ask.moment].split():
        return f"not at this moment: {ask.moment}", "N11.3"
    return REASONS.get(kind, by_moment)(table, ask, seat, parts)


def by_moment(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    return "not among what may be chosen", ask.rule


# --- cards ---------------------------------------------------------------------------------------------------------------


def why_not_use(table: Table, ask: Ask, seat: int, card_id: str) -> Reason:
    card = table.player(seat).camp.get(card_id)
    if card is None:
        return "not in your camp", "N9.1"
    if card_id[0] == "R":
        if card.used or table.raided:
            return "used already, or another Raid this turn", "N5.2"
        if table.works(seat, "C09"):
            return "Oath of Peace", "N9"
        if ask.moment == "after_die" or (ask.moment == "before_die" and card.card.timing == "end"):
            return "not at this moment of the turn", "N5.2.1"
        return "it can do nothing", "N9.2"
    moment, act = ANOTHER_ACT.get(card_id, ("", ""))
    if moment == ask.moment:
        return why_not_by_another_act(table, ask, seat, card_id, act)
    if WINDOW.get(card_id) != ask.moment:
        return "it does not act here", "N6.1.1"
    return why_idle(table, seat, card_id) or ("it can do nothing", "N9.2")


def why_not_by_another_act(table: Table, ask: Ask, seat: int, card_id: str, act: str) -> Reason:
    """It is used by that act, if that can be done."""
    if any(option.split()[0] == act for option in ask.options):
        return f"it is used by {act}", "N6.1.1"
    if act == "raise":
        return why_not_raise(table, ask, seat, [])
    if act == "value":
        other = next(value for value in "123" if value != str(table.value))
        return why_not_value(table, ask, seat, [other])
    return why_idle(table, seat, card_id) or ("it can do nothing", "N9.2")


def why_idle(table: Table, seat: int, card_id: str) -> Reason | None:
    """The card is not in the camp, does not work or was used."""
    if card_id not in table.player(seat).camp:
        return "not in your camp", "N9.1"
    if not table.works(seat, card_id):
        return "it does not work", "N6.3"
    if card_id in table.spent:
        return "used already", "N8.5"
    return None


def why_not_done(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    if ask.moment == "placing":
        return "what fits must be used", "N4.2"
    if ask.moment == "after_action":
        return "Gepid Smith comes first", "N9"
    return "a choice must be made", "N11.3"


def why_not_on(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    card = table.player(seat).camp.get(parts[0])
    if ask.moment == "placing" and card is not None:
        if card.fled:
            return "it is face down", "N5.5"
        if card.full:
            return "it is full", "N8.8"
    if card is not None and parts[0] != "C12" and table.works(seat, "C12"):
        return "Blockade", "N8.16"
    return ("one batch, one place", "N4.2") if ask.moment == "placing" else by_moment(table, ask, seat, parts)


# --- dice ----------------------------------------------------------------------------------------------------------------


def why_not_die(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    if not table.dice[COLOURS.index(parts[0])]:
        return "it was taken", "N3.1"
    return "Disgrace", "N9"


def why_not_draw(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    assert table.die is not None
    if not table.decks[table.die]:
        return "the deck is empty", "N4.1"
    assert table.die == BLACK
    return "Oath of Peace", "N9"


def why_not_loot_as(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    return why_idle(table, seat, "M06") or ("another colour, of which the Reserve has a good", "N9")


def why_not_raise(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    if table.lame:
        return "Lame Horse", "N9"
    return why_idle(table, seat, "E04") or ("values are 1-3", "N8.3")


def why_not_value(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    if table.lame:
        return "Lame Horse", "N9"
    idle = why_idle(table, seat, "E12")
    if idle is None and parts[0] == str(table.value):
        return "it is the present value", "N11.3"
    return idle or ("more than 2 dice were available", "N9")


# --- wagons --------------------------------------------------------------------------------------------------------------


def why_not_load(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    colour, slot = COLOURS.index(parts[0]), int(parts[1])
    if ask.moment == "set_up":
        return by_moment(table, ask, seat, parts)
    if ask.moment == "before_die":
        if "E05" not in table.player(seat).camp or not table.works(seat, "E05"):
            return why_idle(table, seat, "E05") or by_moment(table, ask, seat, parts)
        if not table.player(seat).saddlebags[colour]:
            return "no such good on Saddlebags", "N9.2"
    if ask.moment == "placing" and not table.hand[colour]:
        return "no such good in hand", "N8.17"
    if ask.moment == "fast_loading" and not table.reserve[colour]:
        return "no such good in the Reserve", "N9.2"
    return why_no_space(table, seat, colour, slot) or ("not this one", ask.rule)


def why_no_space(table: Table, seat: int, colour: int, slot: int) -> Reason | None:
    wagon = table.player(seat).slots[slot - 1]
    if wagon is None or not wagon.room[colour]:
        return f"no empty {COLOURS[colour]} space", "N8.17.3"
    return None if table.may_get(seat, wagon) else ("Broken Axle: another Wagon was the first", "N8.21")


def why_not_brand(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    idle = why_idle(table, seat, "E07")
    if idle:
        return idle
    good, slot, space = COLOURS.index(parts[0]), int(parts[1]), COLOURS.index(parts[2])
    wagon = table.player(seat).slots[slot - 1]
    if table.hand[good] and wagon is not None and wagon.room[space] and not table.may_get(seat, wagon):
        return "Broken Axle: another Wagon was the first", "N8.21"
    return "a good in hand, an empty space of another colour, in the own Loot", "N8.17.4"


def why_not_take(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    if int(parts[0]) not in (seat, *table.robbed(seat)):
        return "Roman Deserter", "N8.22"
    return by_moment(table, ask, seat, parts)


def why_not_swap(table: Table, ask: Ask, seat: int, parts: list[str]) -> Reason:
    if int(parts[1]) not in (seat, *table.robbed(seat)):
        return "Roman Deserter", "N8.22"
    return by_moment(table, ask, seat, parts)


REASONS: dict[str, Callable[[Table, Ask, int, list[str]], Reason]] = {
    "done": why_not_done,
    "on": why_not_on,
    "die": why_not_die,
    "draw": why_not_draw,
    "loot_as": why_not_loot_as,
    "raise": why_not_raise,
    "value": why_not_value,
    "load": why_not_load,
    "brand": why_not_brand,
    "take": why_not_take,
    "swap": why_not_swap,
}
