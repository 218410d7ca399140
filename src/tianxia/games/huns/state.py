"""What lies on the table of Huns: the field table [N1, N12]."""

from typing import Any

from tianxia.engine.fields import ALL, COVERED, NOBODY, OWNER, Derived, field, or_none
from tianxia.engine.records import record
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.pieces import (
    A_COLOUR,
    CARDS,
    COLOURS,
    DISPLAY,
    FACES,
    FEWEST,
    IN_BAGS,
    MOST_GOODS,
    MOST_ROUNDS,
    MOST_SPACES,
    N_CARDS,
    N_COLOURS,
    N_HOLDERS,
    N_WAGONS,
    SEATS,
    SLOTS,
    TYPES,
    WAGON_SIZES,
    WAGONS,
)
from tianxia.games.huns.questions import QUESTIONS, as_formerly

DEEPEST = 16
"""Questions that can wait below each other."""
MOST_WAITING = N_WAGONS
"""Sends that can wait: each wagon is sent once."""

DONE = ("none", "draw", "loot")
NO_ACTION, A_DRAW, A_LOOT = range(len(DONE))
PLACES = ("none", "wagons", *CARDS)
"""Where a batch goes: not chosen yet, on wagons, on a card."""
NOWHERE, ON_WAGONS, ON_CARDS = 0, 1, 2
ITEMS = ("raids", "mercenaries", "treasures", "fled", "wagons", "types")
FOR_RAIDS, FOR_MERCENARIES, FOR_TREASURES, FOR_FLED, FOR_WAGONS, FOR_TYPES = range(len(ITEMS))
"""What points are counted for [N7.1]."""
IN_WORDS = tuple(
    kind.to_text(kind.args(number)) for kind in ACTIONS.kinds for number in range(kind.start, kind.start + kind.size)
)
DECK_PLACES = tuple(str(place) for place in range(1, A_COLOUR + 1))
"""Of a deck, from the top."""
GONE = N_WAGONS + 1
"""The wagon that got the first good was sent: none may get another."""
CAN_WORDS = -(-ACTIONS.size // 62)


def standing(s: Any) -> list[list[int]]:
    """By seat the points if the game ended now, by what they are for, as far as the viewer sees what they are for [N7.1]."""
    return [account(s, seat) for seat in range(s.players)]


def account(s: Any, seat: int) -> list[int]:
    """The same for one seat."""
    from tianxia.games.huns import preview_standing  # the rules that count them read this table

    return preview_standing.account(s, seat)


def progress(s: Any) -> list[list[int]]:
    """For each Treasure how many there are of what it counts, and how many there must be [N9]."""
    from tianxia.games.huns import preview_standing

    return preview_standing.progress(s)


STATE = record(
    "huns",
    seats=SEATS,
    uncovered_by="open",
    fields=[
        field("players", low=FEWEST, high=SEATS, seen_by=ALL, constant=True, doc="option: how many play"),
        field("open_sent", high=1, seen_by=ALL, constant=True, doc="option: 1 if all see which wagons were sent [N12.4]"),
        field("max_rounds", low=1, high=MOST_ROUNDS, seen_by=ALL, constant=True,
              doc="option: rounds after which the game ends [N8.23]"),
        field("open", high=1, seen_by=ALL, doc="1 if sent wagons are shown: by that option, or at the end [N12.4]"),
        field("spaces", "i1", (N_HOLDERS,), high=MOST_SPACES, seen_by=ALL, constant=True,
              doc="of the deck: spaces of Mercenaries and Curses"),
        field("from_players", "i1", (N_CARDS,), high=SEATS, seen_by=ALL, constant=True,
              doc="of the deck: players from which a card is in"),
        field("need", "i1", (N_WAGONS, N_COLOURS), counts=COLOURS, high=WAGON_SIZES[1], seen_by=ALL, constant=True,
              doc="of the deck: spaces of each wagon [N10]"),
        field("type", "i1", (N_WAGONS,), labels=TYPES, seen_by=ALL, constant=True, doc="of the deck: type of each wagon"),
        field("round", high=MOST_ROUNDS, seen_by=ALL, doc="number of the round, from 1"),
        field("asked", low=-1, high=SEATS - 1, seen_by=ALL, of_seats=True, doc="the seat that is asked, -1 at the end"),
        field("active", low=-1, high=SEATS - 1, seen_by=ALL, of_seats=True,
              doc="the seat whose turn it is, -1 at the end of a round"),
        field("token", high=SEATS - 1, seen_by=ALL, of_seats=True, doc="who has the first-player token"),
        field("rolled_by", high=SEATS - 1, seen_by=ALL, of_seats=True, doc="who rolled this round"),
        field("ridden", high=1, seen_by=ALL, doc="1 if the token stays at the end of this round [R10]"),
        field("dice", "i1", (N_COLOURS,), high=FACES, seen_by=ALL, doc="face of each die, 0: taken"),
        field("taken_by", "i1", (N_COLOURS,), low=-1, high=SEATS - 1, seen_by=ALL, of_seats=True,
              doc="who took each die, -1: nobody yet"),
        field("die", labels=or_none(COLOURS), seen_by=ALL, doc="colour of the die of this turn"),
        field("value", high=FACES, seen_by=ALL, doc="its value [N8.3]"),
        field("fixed", high=1, seen_by=ALL, doc="1 if no card may change it [C05]"),
        field("action", labels=DONE, seen_by=ALL, doc="the action of this turn"),
        field("loot_colour", labels=or_none(COLOURS), seen_by=ALL, doc="colour of the loot of this turn [N4.2.2]"),
        field("looting", high=1, seen_by=ALL, doc="1 while the batch is that of the own Loot action"),
        field("raided", high=1, seen_by=ALL, doc="1 if a Raid was used in this turn [N5.2]"),
        field("bound", labels=(*or_none(WAGONS), "gone"), seen_by=ALL,
              doc="the first wagon that got a good in this turn, or that it was sent [N8.21]"),
        field("hand", "i1", (N_COLOURS,), counts=COLOURS, high=MOST_GOODS, seen_by=ALL, doc="goods in hand, not placed yet"),
        field("batch_on", labels=PLACES, seen_by=ALL, doc="where the batch goes [N8.17.1]"),
        field("tally", high=SEATS, seen_by=ALL, doc="goods returned by an Encirclement [R12]"),
        field("over_curses", "i8", (), bits=CARDS, seen_by=ALL, doc="Curses whose end has still to be carried out [N8.18]"),
        field("asks", "i2", (DEEPEST,), questions=QUESTIONS, hashed=as_formerly, seen_by=ALL,
              doc="what is asked or happens by itself, the last one next [N11.3]"),
        field("asks_seat", "i1", (DEEPEST,), high=SEATS - 1, hashed="task_seat", seen_by=ALL, of_seats=True,
              doc="of whom"),
        field("depth", high=DEEPEST, seen_by=ALL, doc="how many there are"),
        field("waiting", "i1", (MOST_WAITING,), high=N_WAGONS, seen_by=ALL,
              doc="sends that wait, oldest first: which one of that seat, from 1 [N8.12]"),
        field("waiting_seat", "i1", (MOST_WAITING,), high=SEATS - 1, seen_by=ALL, of_seats=True, doc="who sent them"),
        field("n_waiting", high=MOST_WAITING, seen_by=ALL, doc="how many"),
        field("can", "i8", (CAN_WORDS,), bits=IN_WORDS, seen_by=ALL, observed=False, follows=True,
              doc="what the asked seat may do; nothing while it chooses one of the cards it drew, which only it sees"),
        field("camp", "i8", (SEATS,), bits=CARDS, seen_by=ALL, by_seat=(0,), doc="cards in each camp"),
        field("used", "i8", (), bits=CARDS, seen_by=ALL, doc="Raids that are turned"),
        field("fled", "i8", (), bits=CARDS, seen_by=ALL, doc="Curses that are face down"),
        field("spent", "i8", (), bits=CARDS, seen_by=ALL, doc="effects used up for this turn or round [N8.5]"),
        field("full", "i8", (), bits=CARDS, seen_by=ALL, follows=True, doc="cards with all spaces full"),
        field("works", "i8", (SEATS,), bits=CARDS, seen_by=ALL, by_seat=(0,), follows=True, doc="cards that work [N6.3]"),
        field("cursed_by", "i1", (A_COLOUR,), low=-1, high=SEATS - 1, seen_by=ALL, of_seats=True,
              doc="who played each Curse, -1: nobody"),
        field("goods_on", "i1", (N_HOLDERS, N_COLOURS), counts=COLOURS, high=MOST_SPACES, seen_by=ALL, doc="goods on them"),
        field("saddlebags", "i1", (N_COLOURS,), counts=COLOURS, high=IN_BAGS, seen_by=ALL, doc="goods on the Saddlebags"),
        field("wagons", "i1", (SEATS, SLOTS), labels=or_none(WAGONS), seen_by=ALL, by_seat=(0,),
              doc="wagons that are being filled"),
        field("load", "i1", (SEATS, SLOTS, N_COLOURS, N_COLOURS), counts=COLOURS, high=WAGON_SIZES[1], seen_by=ALL, by_seat=(0,),
              doc="goods on the spaces of each wagon, by the colour of the space"),
        field("wanted", "i1", (SEATS, SLOTS), bits=COLOURS, seen_by=ALL, by_seat=(0,), follows=True,
              doc="colours of its empty spaces"),
        field("cargo", "i1", (SEATS, SLOTS), bits=COLOURS, seen_by=ALL, by_seat=(0,), follows=True,
              doc="colours of the goods on it"),
        field("gaps", "i1", (SEATS, SLOTS), high=WAGON_SIZES[1], seen_by=ALL, by_seat=(0,), follows=True,
              doc="empty spaces of each wagon"),
        field("sent_size", "i1", (SEATS,), high=N_WAGONS, seen_by=ALL, by_seat=(0,), follows=True, doc="wagons that were sent"),
        field("stash", "i1", (SEATS, N_COLOURS), counts=COLOURS, high=MOST_GOODS, seen_by=ALL, by_seat=(0,),
              doc="goods of sent wagons"),
        field("reserve", "i1", (N_COLOURS,), counts=COLOURS, high=MOST_GOODS, seen_by=ALL, doc="goods by the decks"),
        field("display", "i1", (DISPLAY,), labels=or_none(WAGONS), seen_by=ALL, doc="wagons that lie face up"),
        field("wagons_left", high=N_WAGONS, seen_by=ALL, doc="wagons in their deck"),
        field("deck_size", "i1", (N_COLOURS,), high=A_COLOUR, seen_by=ALL, doc="cards in each deck, with those just drawn"),
        field("known", "i2", (SEATS, N_COLOURS), bits=DECK_PLACES, seen_by=ALL, by_seat=(0,),
              doc="places in decks that a seat knows [N12.2]"),
        field("met", "i8", (), bits=CARDS, seen_by=ALL, doc="at the end: Treasures that count as fulfilled"),
        field("account", "i2", (SEATS, len(ITEMS)), low=-99, high=999, seen_by=ALL, by_seat=(0,),
              doc="at the end: points [N7.1]"),
        field("sent", "i1", (SEATS, N_WAGONS), labels=or_none(WAGONS), seen_by=COVERED,
              doc="wagons that were sent, the first one first [N12.4]"),
        field("seen", "i1", (SEATS, N_COLOURS, A_COLOUR), labels=or_none(CARDS), seen_by=OWNER, follows=True,
              doc="the cards that lie there"),
        field("deck", "i1", (N_COLOURS, A_COLOUR), labels=or_none(CARDS), seen_by=NOBODY, doc="each deck from the top"),
        field("wagon_deck", "i1", (N_WAGONS,), labels=or_none(WAGONS), seen_by=NOBODY, doc="the deck of wagons from the bottom"),
        field("rng", "u8", seen_by=NOBODY, doc="state of the random numbers"),
    ],
    derived=[
        Derived("standing", 2, (), standing, by_rules=True, row=account,
                doc="by seat, points if the game ended now, by item; without those for types that lie face down [N7.1]"),
        Derived("progress", 2, (), progress, by_rules=True,
                doc="by Treasure, what there is of what it counts, and what there must be; empty where that is not known [N9]"),
    ],
)  # fmt: skip
