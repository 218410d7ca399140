"""Positions for the slow reference of Huns: a turn before its die. The `moves` since are played by `Huns`.

Goods are words (`red red blue`) or five counts in colour order; cards and wagons are words. What is not named:
- `active` 0 and `rolled_by` so that it is this seat's turn; `token` with who rolled; `round` 1;
- `dice` 1 2 3 1 2; those that were taken are 0, and their number tells how many turns there were;
- `moves` none; `raided` false: a Raid was used this turn; `first_wagon` none: the one of Broken Axle; `ridden` false: Ride
  Ahead was used this round; `spent` no card;
- `camps`, by seat, empty; Raids that are `used`, Curses that have `fled`, `goods_on` cards: none; `cursed_by`: the next seat;
- `wagons`, by seat a list of slots, each a wagon with its goods ("W08 red green>blue": the second is branded on a blue
  space), "" for an empty slot; a seat that is not told gets the first two that lie nowhere;
- `display`: the next four; `wagon_deck`: those that are told on top, the others follow; `sent`, by seat: none;
- `decks` by colour: those that are told on top, the others that lie nowhere follow;
- `known`, by seat: the cards that it has drawn, none;
- `stash`, `saddlebags`, by seat: empty; `reserve`: all goods that lie nowhere; if it is told, those that are left lie in
  the stash of the last seat.
"""

from __future__ import annotations

from typing import Any

from tests.oracle.huns_table import CampCard, Player, Table, Wagon
from tests.oracle.huns_things import (
    BLACK,
    COLOURS,
    DISPLAY,
    EVERY,
    GOODS,
    SLOTS,
    START_WAGONS,
    Deck,
    Goods,
    Options,
    colour_of,
    counted,
)

BY_SEAT = {"camps", "wagons", "sent", "stash", "saddlebags", "known"}
COMMON = {
    *(
        "moves",
        "active",
        "rolled_by",
        "token",
        "round",
        "dice",
        "raided",
        "first_wagon",
        "ridden",
    ),
    *("spent", "used", "fled", "goods_on", "cursed_by", "display", "wagon_deck", "decks", "reserve"),
}
USUAL_DICE = [1, 2, 3, 1, 2]


def read_position(position: dict[str, Any], deck: Deck, options: Options) -> Table:
    """The table, without the moves."""
    if unknown := position.keys() - COMMON - BY_SEAT:
        raise ValueError(f"position: no field {sorted(unknown)}; fields are {sorted(COMMON | BY_SEAT)}")
    for key in BY_SEAT & position.keys():
        if len(position[key]) > options.players:
            raise ValueError(f"{key}: {len(position[key])} seats; there are {options.players}")
    table = Table(options, deck, [Player(seat) for seat in range(options.players)])
    lay_cards(table, position)
    lay_wagons(table, position)
    lay_goods(table, position)
    set_round(table, position)
    return table


def set_round(table: Table, position: dict[str, Any]) -> None:
    count = len(table.players)
    table.dice = list(position.get("dice", USUAL_DICE))
    table.turn = table.dice.count(0)
    if table.turn == len(table.dice):
        raise ValueError(f"dice: {table.dice}; one is left in a turn")
    table.round = position.get("round", 1)
    table.active = position.get("active", 0)
    table.rolled_by = position.get("rolled_by", (table.active - table.turn) % count)
    table.in_turn = True
    if table.seats_from(table.rolled_by)[table.turn % count] != table.active:
        raise ValueError(f"active {table.active}: not its turn, {table.turn} after {table.rolled_by} [N3.1]")
    table.token = position.get("token", table.rolled_by)
    table.ridden = position.get("ridden", False)
    table.spent = set(position.get("spent", "").split())
    table.raided = position.get("raided", False)
    table.first_wagon = position.get("first_wagon")


# --- cards ---------------------------------------------------------------------------------------------------------------


def lay_cards(table: Table, position: dict[str, Any]) -> None:
    rest = [card for deck in table.deck.decks(table.options.players) for card in deck]
    for player, cards in zip(table.players, position.get("camps", []), strict=False):
        for card_id in cards.split():
            card = table.deck.cards[take_out(rest, card_id, "camps")]
            by = position.get("cursed_by", {}).get(card_id, table.left_of(player.seat))
            player.camp[card_id] = CampCard(card, by if card.colour == BLACK else None)
    for word, mark in (("used", "R"), ("fled", "C")):
        for card_id in position.get(word, "").split():
            if card_id[0] != mark:
                raise ValueError(f"{word}: {card_id} cannot be")
            setattr(lying(table, card_id), word, True)
    for card_id, goods in position.get("goods_on", {}).items():
        camp_card = lying(table, card_id)
        camp_card.goods = as_goods(goods)
        if camp_card.room < 0 or camp_card.fled:
            raise ValueError(f"goods_on: too many on {card_id}")
    told = {word: cards.split() for word, cards in position.get("decks", {}).items()}
    for colour in EVERY:
        first = [take_out(rest, card_id, "decks") for card_id in told.pop(COLOURS[colour], [])]
        table.decks.append(first + [card_id for card_id in rest if table.deck.cards[card_id].colour == colour])
        rest = [card_id for card_id in rest if table.deck.cards[card_id].colour != colour]
    if told:
        raise ValueError(f"decks: no colours {sorted(told)}")
    for player, cards in zip(table.players, position.get("known", []), strict=False):
        player.known = set(cards.split())


def lying(table: Table, card_id: str) -> CampCard:
    for player in table.players:
        if card_id in player.camp:
            return player.camp[card_id]
    raise ValueError(f"{card_id}: in no camp")


def take_out(rest: list[str], thing: str, field: str) -> str:
    if thing not in rest:
        raise ValueError(f"{field}: {thing} is not in the box or lies elsewhere")
    rest.remove(thing)
    return thing


# --- wagons and goods ----------------------------------------------------------------------------------------------------


def lay_wagons(table: Table, position: dict[str, Any]) -> None:
    rest = list(table.deck.wagons)
    told = position.get("wagons", [])
    for player, slots in zip(table.players, told, strict=False):
        player.slots = [read_wagon(table, text, rest) if text else None for text in [*slots, "", "", ""][:SLOTS]]
    for player, sent in zip(table.players, position.get("sent", []), strict=False):
        player.sent = [table.deck.wagons[take_out(rest, wagon, "sent")] for wagon in sent.split()]
    display = position.get("display", "").split()
    shown = [take_out(rest, wagon, "display") for wagon in display if wagon != "-"]
    first = [take_out(rest, wagon, "wagon_deck") for wagon in position.get("wagon_deck", "").split()]
    for player in table.players[len(told) :]:
        player.slots = [*(Wagon(table.deck.wagons[rest.pop(0)]) for _ in range(START_WAGONS)), None]
    if "display" in position:
        table.display = [wagon if wagon in shown else None for wagon in display]
    else:
        table.display, rest = [*rest[:DISPLAY], None, None, None, None][:DISPLAY], rest[DISPLAY:]
    table.wagon_deck = first + rest
    if len(table.display) != DISPLAY or (None in table.display and table.wagon_deck):
        raise ValueError(f"display: {table.display}; four places, '-' for one that is empty for want of wagons [N2.2]")


def read_wagon(table: Table, text: str, rest: list[str]) -> Wagon:
    name, *goods = text.split()
    wagon = Wagon(table.deck.wagons[take_out(rest, name, "wagons")])
    for word in goods:
        good, _, space = word.partition(">")
        spot = colour_of(space or good)
        if not wagon.room[spot]:
            raise ValueError(f"wagons: {text}: no {COLOURS[spot]} space is left [N10]")
        wagon.put(colour_of(good), spot)
    return wagon


def lay_goods(table: Table, position: dict[str, Any]) -> None:
    for player in table.players:
        for field in ("stash", "saddlebags"):
            told = position.get(field, [])
            if player.seat < len(told):
                setattr(player, field, as_goods(told[player.seat]))
    rest = [GOODS[table.options.players] - count for count in goods_outside(table)]
    table.reserve = as_goods(position["reserve"]) if "reserve" in position else rest
    left = [there - here for there, here in zip(rest, table.reserve, strict=True)]
    last = table.players[-1]
    last.stash = [own + more for own, more in zip(last.stash, left, strict=True)]
    if min(rest) < 0 or min(left) < 0:
        raise ValueError(f"goods: too many of a colour; left for the Reserve: {rest} [N1.2]")


def goods_outside(table: Table) -> Goods:
    """All goods that are not in the Reserve, by colour."""
    lots = [table.hand]
    for player in table.players:
        lots += [player.stash, player.saddlebags, *(card.goods for card in player.camp.values())]
        lots += [wagon.goods() for _, wagon in player.wagons()]
    return [sum(lot[colour] for lot in lots) for colour in EVERY]


def as_goods(told: str | list[int]) -> Goods:
    goods = counted(told) if isinstance(told, str) else list(told)
    if len(goods) != 5 or min(goods) < 0:
        raise ValueError(f"goods: {told}; words or five counts in colour order")
    return goods
