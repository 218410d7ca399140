"""The table of Huns: what lies where, what works, and what fits [N4.4.1, N6.3, N8.1.1, N8.16, N8.21]."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from tests.oracle.huns_things import (
    BLACK,
    COLOURS,
    EVERY,
    GREEN,
    NOWHERE,
    NUMBER,
    RED,
    Card,
    Deck,
    Goods,
    Options,
    WagonCard,
    no_goods,
)

T = TypeVar("T")
WAGONS = "wagons"  # the place of a batch that is not on a card


@dataclass
class Ask:
    """A decision: its moment, whose it is, what may be done, and the rule that says so [N11.3]."""

    moment: str
    seat: int
    options: list[str]
    rule: str


@dataclass
class Roll:
    """So many dice are to be rolled [N2.4]."""

    dice: int


Script = Generator["Ask | Roll", "str | list[int]", T]  # a part of the game: it asks, and goes on with the answer


class Wagon:
    """A wagon in a camp: its goods, each on a space of a colour."""

    def __init__(self, card: WagonCard):
        self.card = card
        self.lading: list[tuple[int, int]] = []  # good and space
        self.room = list(card.need)  # empty spaces by colour

    @property
    def full(self) -> bool:
        return not any(self.room)

    def goods(self) -> Goods:
        goods = no_goods()
        for good, _ in self.lading:
            goods[good] += 1
        return goods

    def put(self, good: int, space: int) -> None:
        self.room[space] -= 1
        assert self.room[space] >= 0
        self.lading.append((good, space))

    def take(self, good: int) -> None:
        """From a space of its own colour, else from the first in colour order that holds one [N8.15]."""
        spaces = [space for held, space in self.lading if held == good]
        space = good if good in spaces else min(spaces)
        self.lading.remove((good, space))
        self.room[space] += 1


class CampCard:
    """A card in a camp."""

    def __init__(self, card: Card, by: int | None = None):
        self.card = card
        self.id = card.id
        self.goods = no_goods()
        self.by = by  # who played it, for Curses
        self.used = False
        self.fled = False

    @property
    def room(self) -> int:
        return self.card.spaces - sum(self.goods)

    @property
    def full(self) -> bool:
        return self.card.spaces > 0 and self.room == 0

    @property
    def open(self) -> bool:
        """Face up with an empty space: an active Curse, or a Mercenary that is not full."""
        return not self.fled and self.room > 0


Place = str | CampCard | None  # of a batch: the wagons, one card, or not chosen yet


@dataclass
class Player:
    seat: int
    camp: dict[str, CampCard] = field(default_factory=dict)
    slots: list[Wagon | None] = field(default_factory=lambda: [None, None, None])
    sent: list[WagonCard] = field(default_factory=list)
    stash: Goods = field(default_factory=no_goods)
    saddlebags: Goods = field(default_factory=no_goods)
    known: set[str] = field(default_factory=set)  # cards that this seat has drawn [N12.2]

    def wagons(self) -> list[tuple[int, Wagon]]:
        """With the numbers of their slots from 1."""
        return [(slot, wagon) for slot, wagon in enumerate(self.slots, 1) if wagon]

    def wagon(self, slot: int) -> Wagon:
        wagon = self.slots[slot - 1]
        assert wagon is not None
        return wagon

    def of_colour(self, colour: int) -> list[CampCard]:
        return [card for card in self.camp.values() if card.card.colour == colour]

    def raids(self) -> int:
        return len(self.of_colour(RED))

    def full_mercenaries(self) -> int:
        return sum(card.full for card in self.of_colour(GREEN))


@dataclass
class Table:
    options: Options
    deck: Deck
    players: list[Player]
    decks: list[list[str]] = field(default_factory=list)  # from the top; drawn cards lie there until one is chosen
    wagon_deck: list[str] = field(default_factory=list)  # from the top
    display: list[str | None] = field(default_factory=list)
    reserve: Goods = field(default_factory=no_goods)
    # the round
    round: int = 1
    token: int = 0
    rolled_by: int = 0
    dice: list[int] = field(default_factory=no_goods)  # faces, 0 = taken
    turn: int = 0  # 0-4
    spent: set[str] = field(default_factory=set)  # cards used this round or turn [N8.5]
    ridden: bool = False  # Ride Ahead: the token stays [R10]
    # the turn
    active: int = 0
    in_turn: bool = False  # False in the set-up and at the end of the round, which are nobody's turn [N8.11]
    die: int | None = None
    value: int = 0
    lame: bool = False  # the value is fixed at 1 [C05]
    action: str = NOWHERE  # or draw, loot
    raided: bool = False
    first_wagon: str | None = None  # the first on which the active player placed a good this turn [N8.21]
    # inside an action or effect
    hand: Goods = field(default_factory=no_goods)
    drawn: int = 0  # cards drawn, none chosen yet
    curse: str | None = None  # played, in no camp yet
    became_full: list[tuple[int, CampCard]] = field(default_factory=list)
    waiting: list[tuple[int, WagonCard]] = field(default_factory=list)  # sends [N8.12]
    # the end
    over: bool = False
    points: list[dict[str, int]] = field(default_factory=list)
    places: tuple[int, ...] | None = None

    def player(self, seat: int) -> Player:
        return self.players[seat]

    def seats_from(self, seat: int) -> list[int]:
        count = len(self.players)
        return [(seat + step) % count for step in range(count)]

    def opponents(self, seat: int) -> list[int]:
        """Clockwise from the left of the seat."""
        return self.seats_from(seat)[1:]

    def left_of(self, seat: int) -> int:
        return (seat + 1) % len(self.players)

    def right_of(self, seat: int) -> int:
        return (seat - 1) % len(self.players)

    def own_turn(self, seat: int) -> bool:
        return self.in_turn and self.active == seat

    def more_sent(self, seat: int) -> list[int]:
        """The opponents who have sent more wagons, clockwise."""
        own = len(self.player(seat).sent)
        return [other for other in self.opponents(seat) if len(self.player(other).sent) > own]

    # --- N6.3: what works --------------------------------------------------------------------------------------------

    def works(self, seat: int, card_id: str) -> bool:
        """Equipment without Rust, a full Mercenary without Mutiny, an active Curse [N6.3]."""
        card = self.player(seat).camp.get(card_id)
        if card is None:
            return False
        if card.card.colour == GREEN:
            return card.full and not self.works(seat, "C07")
        if card.card.colour == BLACK:
            return card.open
        return not self.works(seat, "C08")

    def robbed(self, seat: int) -> list[int]:
        """The opponents for effects that take, return or exchange: not a Roman Deserter's owner [N8.22]."""
        return [other for other in self.opponents(seat) if not self.works(other, "M08")]

    def limit(self, seat: int) -> int:
        """[N4.4.1]"""
        return 3 if self.works(seat, "E06") else 2

    # --- N8.1.1: what fits -------------------------------------------------------------------------------------------

    def open_cards(self, seat: int) -> list[CampCard]:
        """Own Mercenaries and Curses that may get a good; under Blockade only that one [N8.8, N8.16]."""
        camp = self.player(seat).camp
        if self.works(seat, "C12"):
            return [camp["C12"]]
        return [card for card in camp.values() if card.card.spaces and card.open]

    def may_get(self, seat: int, wagon: Wagon) -> bool:
        """Broken Axle: in the own turn only the first wagon that got a good [N8.21]."""
        if self.first_wagon in (None, wagon.card.id) or not self.own_turn(seat):
            return True
        return not self.works(seat, "C01")

    def open_wagons(self, seat: int) -> list[tuple[int, Wagon]]:
        return [(slot, wagon) for slot, wagon in self.player(seat).wagons() if self.may_get(seat, wagon)]

    def fits(self, seat: int, place: Place = None) -> list[bool]:
        """By colour; inside a batch only the chosen place counts [N8.1.1]."""
        cards = self.open_cards(seat)
        if isinstance(place, CampCard):
            return [place in cards] * 5
        if place is None and cards:
            return [True] * 5
        wagons = self.open_wagons(seat)
        return [any(wagon.room[colour] for _, wagon in wagons) for colour in EVERY]

    def takeable(self, seat: int, colours: Iterable[int] = EVERY) -> list[int]:
        """Of these colours those that the Reserve has and that fit [N8.1.2]."""
        fit = self.fits(seat)
        return [colour for colour in colours if self.reserve[colour] and fit[colour]]

    # --- moves -------------------------------------------------------------------------------------------------------

    def to_hand(self, colour: int, count: int = 1) -> None:
        self.reserve[colour] -= count
        self.hand[colour] += count
        assert self.reserve[colour] >= 0

    def wagon_from(self, spot: str) -> Wagon:
        """A face-up wagon, replaced at once, or the top of the deck [N2.2]."""
        if spot == "deck":
            return Wagon(self.deck.wagons[self.wagon_deck.pop(0)])
        taken = self.display[int(spot) - 1]
        assert taken is not None
        self.display[int(spot) - 1] = self.wagon_deck.pop(0) if self.wagon_deck else None
        return Wagon(self.deck.wagons[taken])

    def to_reserve(self) -> None:
        """What is left in hand returns."""
        for colour in EVERY:
            self.reserve[colour] += self.hand[colour]
            self.hand[colour] = 0

    def put_on_card(self, seat: int, card: CampCard, good: int, count: int = 1) -> None:
        card.goods[good] += count
        assert card.room >= 0
        if card.full:
            self.became_full.append((seat, card))


def pick(moment: str, seat: int, options: list[str], rule: str) -> Script[str | None]:
    """A decision; a single entry is carried out without asking, an empty list is skipped [N11.2]."""
    if len(options) < 2:
        return options[0] if options else None
    return (yield from ask(moment, seat, options, rule))


def ask(moment: str, seat: int, options: list[str], rule: str) -> Script[str]:
    """A decision that is always asked."""
    answer = yield Ask(moment, seat, sorted(options, key=NUMBER.__getitem__), rule)
    assert isinstance(answer, str)
    return answer


def pick_colour(
    seat: int, colours: Iterable[int], rule: str, moment: str = "colour", done: bool = False
) -> Script[int | None]:
    """A colour that is chosen, None for nothing; with `done` it may be declined, if there is anything."""
    options = [f"good {COLOURS[colour]}" for colour in colours]
    if done and options:
        options.append("done")
    act = yield from pick(moment, seat, options, rule)
    return None if act in (None, "done") else COLOURS.index(act.split()[1])
