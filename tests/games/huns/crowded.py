"""Random positions in which much lies on the table, so that effects meet; in the words of the rule cases."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.huns_things import COLOURS, GOODS, our_deck

Position = dict[str, Any]
DECK = our_deck()
ONCE = ("E03", "E04", "E07", "E08", "E12", "M04", "M06", "M07", "M11", "M12")


def crowded(chance: random.Random, players: int) -> Position:
    """A turn before its die: many cards in camps, wagons and cards nearly full. Not each can come up in a game."""
    left = dict.fromkeys(COLOURS, GOODS[players])
    camps = deal_cards(chance, players)
    position: Position = {"camps": [" ".join(camp) for camp in camps], "round": chance.randint(1, 20)}
    position |= marks(chance, camps, players)
    position["wagons"], position["sent"], position["stash"] = wagons(chance, camps, left)
    position["goods_on"] = goods_on(chance, camps, position["fled"].split(), left)
    position["saddlebags"] = [
        " ".join(some_goods(chance, COLOURS, chance.randint(0, 2), left)) if "E05" in camp else "" for camp in camps
    ]
    if chance.random() < 0.3:  # little is left in the Reserve
        position["reserve"] = [chance.randint(0, n) for n in left.values()]
    return position | whose_turn(chance, camps, position["used"].split(), players)


def deal_cards(chance: random.Random, players: int) -> list[list[str]]:
    """Each card in a camp or in its deck; Mercenaries and Curses more often in a camp."""
    camps: list[list[str]] = [[] for _ in range(players)]
    for colour, cards in enumerate(DECK.decks(players)):
        share = chance.choice([0.3, 0.6, 0.9]) if colour in (0, 2, 3) else chance.choice([0.2, 0.5])
        for card in cards:
            if chance.random() < share:
                chance.choice(camps).append(card)
    return camps


def marks(chance: random.Random, camps: list[list[str]], players: int) -> Position:
    """Raids that are turned, Curses that fled and who played them, effects used up."""
    cards = [card for camp in camps for card in camp]
    fled = [card for card in cards if card[0] == "C" and chance.random() < 0.2]
    by = {
        card: chance.choice([other for other in range(players) if other != seat])
        for seat, camp in enumerate(camps)
        for card in camp
        if card[0] == "C"
    }
    return {
        "used": " ".join(card for card in cards if card[0] == "R" and chance.random() < 0.3),
        "fled": " ".join(fled),
        "cursed_by": by,
        "spent": " ".join(card for card in cards if card in ONCE and chance.random() < 0.15),
    }


def some_goods(chance: random.Random, colours: list[str], count: int, left: dict[str, int]) -> list[str]:
    """Goods of any of these colours, as far as there are any left."""
    found = []
    for _ in range(count):
        there = [colour for colour in colours if left[colour]]
        if there:
            found.append(chance.choice(there))
            left[found[-1]] -= 1
    return found


def goods_on(chance: random.Random, camps: list[list[str]], fled: list[str], left: dict[str, int]) -> Position:
    """Mercenaries mostly full or nearly, Curses often with one space left."""
    found = {}
    for card in (card for camp in camps for card in camp if card[0] in "MC" and card not in fled):
        spaces = DECK.cards[card].spaces
        missing = chance.choice([0, 0, 1, 1, 2, spaces] if card[0] == "M" else [0, 1, 1, 1, 2, spaces])
        found[card] = " ".join(some_goods(chance, COLOURS, max(0, spaces - missing), left))
    return {card: goods for card, goods in found.items() if goods}


def wagons(
    chance: random.Random, camps: list[list[str]], left: dict[str, int]
) -> tuple[list[Any], list[str], list[str]]:
    """Two or three wagons each, nearly full; some that were sent, with their goods in the stash."""
    rest = list(DECK.wagons)
    chance.shuffle(rest)
    branded = any("E07" in camp for camp in camps)
    slots = [
        [loaded(chance, rest.pop(), left, branded, "C04" in camp) for _ in range(3 if "E06" in camp else 2)]
        for camp in camps
    ]
    sent, stash = [], []
    for _ in camps:
        mine = [rest.pop() for _ in range(chance.choice([0, 0, 1, 1, 2, 3]))]
        sent.append(" ".join(mine))
        stash.append(
            " ".join(good for wagon in mine for good in spaces_of(wagon) if some_goods(chance, [good], 1, left))
        )
    return slots, sent, stash


def spaces_of(wagon: str) -> list[str]:
    return [colour for colour, n in zip(COLOURS, DECK.wagons[wagon].need, strict=True) for _ in range(n)]


def loaded(chance: random.Random, wagon: str, left: dict[str, int], branded: bool, mired: bool) -> str:
    """A wagon with goods, of which at least one is missing but for Mire."""
    spaces = spaces_of(wagon)
    chance.shuffle(spaces)
    goods = []
    for space in spaces[chance.choice([0, 0, 1] if mired else [1, 1, 1, 2, 3]) :]:
        good = chance.choice(COLOURS) if branded and chance.random() < 0.1 else space
        if some_goods(chance, [good], 1, left):
            goods.append(good if good == space else f"{good}>{space}")
    return " ".join([wagon, *goods])


def whose_turn(chance: random.Random, camps: list[list[str]], used: list[str], players: int) -> Position:
    """Dice, some of which are taken, and whose turn it is."""
    taken, rolled_by = chance.randint(0, 4), chance.randrange(players)
    dice = [0] * taken + [chance.randint(1, 3) for _ in range(5 - taken)]
    chance.shuffle(dice)
    rider = next((seat for seat, camp in enumerate(camps) if "R10" in camp and "R10" in used), -1)
    ridden = rider >= 0 and chance.random() < 0.3
    return {
        "dice": dice,
        "rolled_by": rolled_by,
        "active": (rolled_by + taken) % players,
        "token": rider if ridden else rolled_by,
        "ridden": ridden,
    }
