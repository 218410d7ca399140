"""What a refusal says is so: each sentence is held against what lies on the table, worked out here anew."""

from __future__ import annotations

import gettext
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from tests.games.huns.table import COLOURS, ID, NOTATION, OPTION_SETS, asked, game_of_cases, taking
from tests.games.huns.walks import crowded_steps, steps
from tests.oracle.huns_things import our_deck
from tianxia.engine import _entries as entries
from tianxia.engine.compiling import INTERPRETED
from tianxia.games.huns.pieces import HOLDERS
from tianxia.games.huns.refusals import why_not

GAMES = [("2", 1), ("3", 2), ("4", 3)]
PLACES = range(6) if INTERPRETED else range(15)
"""Positions full of cards for each number of players."""
USES = [act for act in NOTATION if act.startswith("use ")]
ANOTHER_ACT = {"E04": ("after_die", "raise"), "E12": ("after_die", "value"), "M06": ("after_die", "loot_as"),
               "E05": ("before_die", "load"), "E07": ("place", "brand")}  # fmt: skip
"""Cards that are not used by `use`, with the moment and the act."""
SAID_AS = {"raise": "raising", "value": "another value", "loot_as": "looting", "load": "loading", "brand": "putting"}
IS_ASKED = {
    "amulet": "E09", "keep": "E05", "quartermaster": "M02", "merchant": "M09", "outrider": "M07", "sweep": "R01",
    "ambush": "R02", "ambush_again": "R02", "bribe": "R05", "bribed": "R05", "swap": "R06", "charge": "R07",
    "fast_loading": "R08", "fast_loading_again": "R08", "ritual": "R09", "ritual_goods": "R09", "levy": "R11", "encircle": "R12",
    "encircled": "R12", "thieves": "C06",
}  # fmt: skip
"""Whose effect is asked about."""
COMMON = ("before_die", "after_die", "after_action", "place", "drawn", "victim", "flee")
FEW, MANY = 15, 120
"""Acts tried at moments that come often, and at the others."""
ENDING = ("R03", "R04", "R10")
"""Raids for the end of a turn."""


class Listening(gettext.NullTranslations):
    """Says all in English, and keeps the sentences before their names are filled in."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def gettext(self, message: str) -> str:
        self.heard.append(message)
        return message

    @property
    def reasons(self) -> list[str]:
        return [text for text in self.heard if text.endswith("]") or text == AT_WORK]


AT_WORK = "{card} is at work: {asked}"


class Wish(NamedTuple):
    """An illegal act: what its seat sees, who it is, the act, and what is legal for who is asked."""

    s: dict[str, Any]
    seat: int
    act: str
    legal: list[str]

    @property
    def words(self) -> list[str]:
        return self.act.split()[1:]

    @property
    def card(self) -> str:
        return self.words[0]

    @property
    def colour(self) -> int:
        """Of the good: the last word of `take`, else the first."""
        return COLOURS.index(self.words[-1] if self.act.startswith("take") else self.words[0])

    @property
    def slot(self) -> int:
        """Of the wagon, from 0."""
        return int(self.words[0] if self.act.startswith(("send", "swap")) else self.words[1]) - 1

    @property
    def other(self) -> int:
        return int(self.words[1] if self.act.startswith("swap") else self.words[0])

    @property
    def asks(self) -> dict[str, Any]:
        """What is asked, with its arguments by name."""
        return asked(self.s)

    @property
    def question(self) -> str:
        return str(self.asks["kind"])

    def can(self, *kinds: str) -> bool:
        return all(any(act.split()[0] == kind for act in self.legal) for kind in kinds)

    def only(self, *kinds: str) -> bool:
        """Acts of these kinds are legal, each of them, and no others."""
        return {act.split()[0] for act in self.legal} == set(kinds)

    def works(self, card: str, seat: int | None = None) -> bool:
        return card in self.s["works"][self.seat if seat is None else seat]

    def wagon(self, seat: int, slot: int) -> str:
        return str(self.s["wagons"][seat][slot])

    def lies_on(self, seat: int, slot: int, colour: int) -> bool:
        return any(row[colour] for row in self.s["load"][seat][slot])

    def room(self, slot: int, colour: int, seat: int | None = None) -> int:
        """Empty spaces of a colour on a wagon."""
        seat = self.seat if seat is None else seat
        wagon = self.wagon(seat, slot)
        if wagon == "none":
            return 0
        return int(our_deck().wagons[wagon].need[colour]) - sum(self.s["load"][seat][slot][colour])

    def goods(self, seat: int, slot: int) -> int:
        return sum(map(sum, self.s["load"][seat][slot]))

    def bound(self, slot: int) -> bool:
        """Broken Axle: another wagon was the first [N8.21]."""
        first = self.s["bound"]
        axle = self.works("C01") and self.seat == self.s["active"]
        return axle and first not in ("none", self.wagon(self.seat, slot))

    def holders(self) -> list[str]:
        """Own cards that may get goods [N8.1.1, N8.16]."""
        mine = [card for card in self.s["camp"][self.seat] if card in HOLDERS and card not in self.s["fled"]]
        mine = [card for card in mine if card not in self.s["full"]]
        return ["C12"] if "C12" in mine else mine

    def fits(self, colour: int) -> bool:
        """Also within a batch that is on its way to wagons [N8.1.1]."""
        wagons = any(self.room(slot, colour) and not self.bound(slot) for slot in range(3))
        return wagons or (bool(self.holders()) and self.s["batch_on"] == "none")

    def rivals(self) -> list[int]:
        return [seat for seat in range(self.s["players"]) if seat != self.seat]

    def owner(self, card: str) -> int:
        return next((seat for seat in range(self.s["players"]) if card in self.s["camp"][seat]), -1)

    def on_card(self, card: str) -> list[int]:
        found = self.s["goods_on"][HOLDERS.index(card)]
        assert isinstance(found, list)
        return found

    def named(self) -> bool:
        """Whether a legal act uses the card that the wish wants to use."""
        moment, act = ANOTHER_ACT.get(self.card, ("", ""))
        return (moment == self.question and self.can(act)) or self.is_asked()

    def is_asked(self) -> bool:
        """Whether the card of the wish is the one about whose effect is asked."""
        return self.card == (self.asks["card"] if self.question == "take" else IS_ASKED.get(self.question))


def no_longer(wish: Wish) -> bool:
    """The good that is not in hand."""
    return not wish.s["hand"][wish.colour]


CLAIMS: dict[str, Callable[[Wish], bool]] = {
    "it is not your decision now [N11.1]": lambda w: w.s["asked"] != w.seat,
    "no Curse is played on you now [N5.5]": lambda w: w.question != "flee",
    # what is asked first
    "first load your start good on a wagon [N2.3, N11.3]": lambda w: w.s["round"] == 0 and w.only("load"),
    "first take a die [N3.1, N11.3]": lambda w: w.can("die") and w.s["die"] == "none",
    "you have {the_die}: draw or loot with it [N4, N11.3]": lambda w: w.can("draw", "loot") and w.s["die"] != "none",
    "you have {the_die}: loot with it [N4, N11.3]": lambda w: w.can("loot") and not w.can("draw"),
    "first play one of the cards that you drew [N4.1, N11.3]": lambda w: w.only("play") and len(w.legal) > 1,
    "first choose who gets the Curse [N5.4, N11.3]": lambda w: w.only("victim"),
    "a Curse is played on you: first flee or accept it [N5.5, N11.3]": lambda w: w.only("flee", "accept"),
    "several effects wait: first choose one of them [N6.2.1, N11.3]": lambda w: w.only("use") and len(w.legal) > 1,
    "first place the goods in your hand [N4.2, N8.17, N11.3]": lambda w: any(w.s["hand"]) and not w.can("done"),
    "first place the goods in your hand, or let them return [N4.2, N8.17.4, N11.3]":
        lambda w: any(w.s["hand"]) and w.can("done"),
    "first choose what stays on the card, or say that you are done [N8.18, N11.3]": lambda w: w.only("good", "done"),
    "first take a new wagon [N4.3, N11.3]": lambda w: w.only("wagon"),
    "first choose the full wagon that is sent [N8.18, N11.3]": lambda w: w.only("send"),
    "first use the card, or say that you are done [N9, N11.3]": lambda w: w.legal == ["use M11", "done"],
    "first choose a Mercenary [N9, N11.3]": lambda w: all(act.startswith("on M") for act in w.legal),
    "first choose a Curse [N9, N11.3]": lambda w: all(act.startswith("on C") for act in w.legal),
    "first choose the two wagons [N9, N11.3]": lambda w: w.only("swap"),
    "first load a good from the reserve [N9, N11.3]": lambda w: w.only("load") and not any(w.s["hand"]),
    "your action is over: use a card [N11.3]": lambda w: w.s["action"] != "none" and w.only("use"),
    "your action is over: end the turn [N3.1, N11.3]": lambda w: w.s["action"] != "none" and w.only("done"),
    "your action is over: use a card, or end the turn [N3.1, N11.3]":
        lambda w: w.s["action"] != "none" and w.only("use", "done"),
    "first choose a good on a wagon [N9, N11.3]": lambda w: w.only("take"),
    "first choose the colour of a good [N9, N11.3]": lambda w: w.only("good"),
    "first choose the colour of a good, or say that you are done [N9, N11.3]": lambda w: w.only("good", "done"),
    AT_WORK: Wish.is_asked,
    # the die and the action
    "{the_die} was taken already [N3.1]": lambda w: w.s["taken_by"][w.colour] >= 0 and not w.s["dice"][w.colour],
    "{card}: you take a die that shows 3 only if all of them do [N9]":
        lambda w: w.works("C11") and w.s["dice"][w.colour] == 3 and bool({1, 2} & set(w.s["dice"])),
    "that deck is empty [N4.1, N8.4]": lambda w: not w.s["deck_size"][COLOURS.index(w.s["die"])],
    "{card}: you cannot draw with the black die [N9]": lambda w: w.works("C09") and w.s["die"] == "black",
    "that is the colour of your die: just loot [N9]": lambda w: w.words[0] == w.s["die"] and w.can("loot"),
    "the reserve has no good of this colour [N9]": lambda w: not w.s["reserve"][w.colour],
    "the value is {n} already, and more there is not [N8.3]": lambda w: w.s["value"] == 3,
    "the value is {n} already [N11.3]": lambda w: w.s["value"] == int(w.words[0]),
    "more than two dice were left when you took yours [N9]": lambda w: sum(map(bool, w.s["dice"])) + 1 > 2,
    "{card}: no card may change the value of this die [N9]":
        lambda w: bool(w.s["fixed"]) and w.s["value"] == 1 and w.works("C05"),
    # cards
    "this is not one of the cards that you drew [N4.1]": lambda w: w.can("play"),
    "a Curse never goes into your own camp [N5.4]": lambda w: w.other == w.seat,
    "nobody sits there [N5.4]": lambda w: w.other >= w.s["players"],
    "{card} is none of the effects that wait [N6.2.1]": lambda w: len(w.legal) > 1 and w.can("use"),
    "{card} waits, but can do nothing now [N6.2.1, N9.2]": lambda w: w.card in ("E08", "E10", "C10"),
    "only {spy} can be used now [N9, N11.3]": lambda w: "use M11" in w.legal,
    "{card} is not in your camp [N9.1]": lambda w: card_of(w) not in w.s["camp"][w.seat],
    "{card} does not work now [N6.3]":
        lambda w: card_of(w) in w.s["camp"][w.seat] and (
            w.works("C08") if card_of(w)[0] == "E" else w.works("C07") or card_of(w) not in w.s["full"]
        ),
    "{card} has acted already [N8.5]": lambda w: card_of(w) in w.s["spent"] and w.works(card_of(w)),
    "{card} acts by itself [N6.1.1]": lambda w: not w.named() and w.card not in ANOTHER_ACT and w.card[0] != "R",
    "{card} is not used at this moment [N6.1.1]": lambda w: not w.named() and w.card in w.s["camp"][w.seat],
    "{card} can do nothing now [N9.2]": lambda w: not w.named() and w.works(w.card),
    "{card} was used already [N5.2]": lambda w: w.card in w.s["used"],
    "you have used a Raid in this turn [N5.2]": lambda w: bool(w.s["raided"]),
    "{oath}: you cannot use Raids [N9]": lambda w: w.works("C09") and w.card[0] == "R",
    "a Raid is used before you take the die or after the action [N5.2.1]":
        lambda w: w.question == "after_die" and w.card not in ENDING,
    "{card} is used after the action only [N5.2.1]": lambda w: w.question != "after_action" and w.card in ENDING,
    "{card} can do nothing now [N5.2.2, N9.2]": lambda w: nothing_to_raid(w),
    "{card} is used by raising the value of your die [N6.1.1, N9]": lambda w: w.card == "E04" and w.can("raise"),
    "{card} is used by giving your die another value [N6.1.1, N9]": lambda w: w.card == "E12" and w.can("value"),
    "{card} is used by looting another colour [N6.1.1, N9]": lambda w: w.card == "M06" and w.can("loot_as"),
    "{card} is used by loading a good from it on a wagon [N6.1.1, N9]":
        lambda w: w.card == "E05" and w.can("load") and any(w.s["saddlebags"]),
    "{card} is used by putting a good on a space of another colour [N8.17.4, N11.3]":
        lambda w: w.card == "E07" and w.can("brand"),
    # what is said to be done
    "what fits must be used [N4.2, N8.17.3]": lambda w: any(w.s["hand"]) and (w.can("load") or w.can("on")),
    "{card} comes before the end of your turn [N9]": lambda w: "use M04" in w.legal,
    "a good must be chosen [N8.1.2, N11.3]": lambda w: w.only("good"),
    # goods
    "you do not have {good} in hand [N8.17.2, N9]": no_longer,
    "you do not have {good} in hand [N8.17]": no_longer,
    "you do not have {good} in hand [N8.17.4]": no_longer,
    "{good} does not lie on {card} [N9]": lambda w: not w.on_card(w.asks["card"])[w.colour],
    "{good} lies on no opponent's wagon [N9]":
        lambda w: not any(w.lies_on(seat, slot, w.colour) for seat in w.rivals() for slot in range(3)),
    "{good} lies only on wagons in the camp of {deserter} [N8.22, N9]":
        lambda w: {
            w.works("M08", seat) for seat in w.rivals() for slot in range(3) if w.lies_on(seat, slot, w.colour)
        } == {True},
    "{good} is not in {owner} stash [N8.1.3, N9]": lambda w: not w.s["stash"][w.asks["rival"]][w.colour],
    "{good} does not fit [N8.1.1, N8.1.3]": lambda w: not w.fits(w.colour),
    "{good} does not fit [N8.1.1, N8.1.2, N9]": lambda w: not w.fits(w.colour),
    "{good} does not fit [N8.1.1, N8.1.3, N9]": lambda w: not w.fits(w.colour),
    "it must have another colour than the loot [N9]": lambda w: w.words[0] == w.s["loot_colour"],
    "the card lets you take no good of this colour here [N8.1.2, N9]": lambda w: f"good {w.words[0]}" not in w.legal,
    "the reserve does not have {good} [N8.1.2, N8.19, N9]": lambda w: not w.s["reserve"][w.colour],
    "the reserve does not have {good} [N9.2, N9]": lambda w: not w.s["reserve"][w.colour],
    "the new wagon has no empty space for {good} [N8.19, N9]": lambda w: not w.room(w.asks["slot"] - 1, w.colour),
    # cards that goods go on
    "{card} is not in your camp [N4.2, N9]": lambda w: w.card not in w.s["camp"][w.seat],
    "{card} lies face down [N5.5, N9]": lambda w: w.card in w.s["fled"],
    "{card} is full [N8.8, N9]": lambda w: sum(w.on_card(w.card)) == our_deck().cards[w.card].spaces,
    "these goods go on wagons: what is taken together never goes to both [N4.2, N8.17.1]":
        lambda w: w.s["batch_on"] == "wagons",
    "{blockade}: goods go on no other card [N8.16]": lambda w: w.works("C12") and w.card != "C12",
    "{card} is no active Curse [N9]": lambda w: w.card[0] != "C" or not w.works(w.card),
    "{card} is no Mercenary of an opponent [N9]":
        lambda w: w.card[0] != "M" or w.owner(w.card) not in w.rivals(),
    "{deserter} guards that camp [N8.22]": lambda w: w.works("M08", w.owner(w.card)),
    "no goods lie on {card} [N9]": lambda w: not any(w.on_card(w.card)),
    # wagons
    "the second good must have another colour [N2.3]":
        lambda w: w.s["load"][w.seat][0][w.colour] != [0] * 5 or w.s["load"][w.seat][1][w.colour] != [0] * 5,
    "you have no wagon {slot} [N2.3]": lambda w: w.wagon(w.seat, w.slot) == "none",
    "you have no wagon {slot} [N4.4, N8.17.3]": lambda w: w.wagon(w.seat, w.slot) == "none",
    "you have no wagon {slot} [N8.18]": lambda w: w.wagon(w.seat, w.slot) == "none",
    "wagon {slot} has no empty space for {good} [N2.3]": lambda w: has_full(w, w.colour),
    "wagon {slot} has no empty space for {good} [N8.17.3]": lambda w: has_full(w, w.colour),
    "{good} does not lie on {bags} [N9.2]": lambda w: not w.s["saddlebags"][w.colour],
    "the second good goes on the same wagon [N9]": lambda w: w.slot != w.asks["slot"] - 1,
    "{axle}: another wagon got the first good in this turn [N8.21]": lambda w: w.bound(w.slot),
    "{card} is for your own loot [N8.17.4]": lambda w: w.seat != w.s["active"] or not w.s["looting"],
    "you have no wagon {slot} [N8.17.4]": lambda w: w.wagon(w.seat, w.slot) == "none",
    "wagon {slot} has no empty space of this colour [N8.17.4]": lambda w: has_full(w, COLOURS.index(w.words[2])),
    "this is a space of its own colour: just load it [N8.17.4]":
        lambda w: w.words[0] == w.words[2] and f"load {w.words[0]} {w.slot + 1}" in w.legal,
    "the good comes from one of your own wagons [N9]": lambda w: w.other != w.seat,
    "goods are taken from opponents [N8.1.3, N9]": lambda w: w.other not in w.rivals(),
    "{card} guards that camp [N8.22]": lambda w: w.works("M08", w.other),
    "now it is about {owner} wagons [N8.1.3, N9]": lambda w: w.other != w.asks["rival"],
    "the second good comes from the same wagon [N8.1.3, N9]": lambda w: w.slot != w.asks["slot"] - 1,
    "another colour was named [N9]": lambda w: COLOURS[w.colour] != w.asks["colour"],
    "that opponent has not sent more wagons than you [N9]":
        lambda w: w.s["sent_size"][w.other] <= w.s["sent_size"][w.seat],
    "{good} does not lie on that wagon [N8.1.3, N9]": lambda w: not w.lies_on(w.other, w.slot, w.colour),
    "you exchange a wagon with an opponent [N9]": lambda w: w.other not in w.rivals(),
    "there is no wagon in that slot [N9]":
        lambda w: "none" in (w.wagon(w.seat, w.slot), w.wagon(w.other, int(w.words[2]) - 1)),
    "goods on that wagon: {theirs}, on yours: {mine}; it may hold one more at most [N9]":
        lambda w: w.goods(w.other, int(w.words[2]) - 1) > w.goods(w.seat, w.slot) + 1,
    "the deck of wagons is empty [N4.3.1]": lambda w: not w.s["wagons_left"],
    "no wagon lies there [N4.3.1]": lambda w: w.s["display"][int(w.words[0]) - 1] == "none",
    "wagon {slot} is not full [N8.18]":
        lambda w: w.wagon(w.seat, w.slot) != "none" and any(w.room(w.slot, colour) for colour in range(5)),
}  # fmt: skip
"""What each sentence says about the table."""


def card_of(wish: Wish) -> str:
    """The card that an act needs: the one that it names, or the only one that allows it."""
    kind = wish.act.split()[0]
    return {"raise": "E04", "value": "E12", "loot_as": "M06", "brand": "E07", "load": "E05"}.get(kind) or wish.card


def has_full(wish: Wish, colour: int) -> bool:
    """A wagon that is there, without an empty space of a colour."""
    return wish.wagon(wish.seat, wish.slot) != "none" and not wish.room(wish.slot, colour)


def nothing_to_raid(wish: Wish) -> bool:
    """A Raid that is not turned, and whose effect would find nothing [N9.2]."""
    s, seat, card = wish.s, wish.seat, wish.card
    some_good = any(s["reserve"][colour] and wish.fits(colour) for colour in range(5))
    preys = [other for other in wish.rivals() if not wish.works("M08", other)]
    lying = {colour for other in preys for slot in range(3) for colour in range(5) if wish.lies_on(other, slot, colour)}
    if card in ("R01", "R02"):
        return not any(map(wish.fits, lying))
    if card == "R03":
        return s["value"] != 1 or not some_good
    if card == "R04":
        colour = COLOURS.index(s["die"])
        fitting = s["reserve"][colour] and wish.fits(colour)
        return not s["deck_size"][colour] if s["action"] == "loot" else not fitting
    if card == "R05":
        bribable = [one for other in preys for one in s["camp"][other] if one[0] == "M" and any(wish.on_card(one))]
        return not bribable and not some_good
    if card == "R06":
        mine = [wish.goods(seat, slot) for slot in range(3) if wish.wagon(seat, slot) != "none"]
        return not any(
            wish.goods(other, slot) <= most + 1
            for other in preys for slot in range(3) if wish.wagon(other, slot) != "none" for most in mine
        )  # fmt: skip
    if card == "R08":
        return not any(
            s["reserve"][colour] and wish.room(slot, colour) and not wish.bound(slot)
            for slot in range(3) for colour in range(5)
        )  # fmt: skip
    if card == "R09":
        cursed = [one for one in s["camp"][seat] if one[0] == "C" and wish.works(one)]
        return not any(s["reserve"]) if cursed else not some_good
    if card == "R10":
        return bool(s["token"] == seat)
    if card == "R11":
        ahead = [other for other in preys if s["sent_size"][other] > s["sent_size"][seat]]
        return not any(s["stash"][other][colour] and wish.fits(colour) for other in ahead for colour in range(5))
    return not lying if card == "R12" else not some_good


def wishes(chance: random.Random, name: str, seed: int) -> Iterator[tuple[Wish, Listening, str]]:
    """Illegal acts of a game and of positions full of cards, each with what was heard about it."""
    crowds = (crowded_steps(name, 1000 * seed + place) for place in PLACES)
    for walked in (steps(name, seed), *crowds):
        for number, (table, seat, act) in enumerate(walked):
            if act < 0:
                continue
            legal = [NOTATION[one] for one in table.legal(seat)]
            s = table.view(seat)["state"]
            states = table.states.copy()
            entries.masked(states, seat)
            record = table.game.table.record_class(states, 0)
            for text in dict.fromkeys([*USES, *chance.sample(NOTATION, FEW if table.question in COMMON else MANY)]):
                if text in legal:
                    continue
                wisher = seat if number % 9 else (seat + 1) % table.players
                speak = Listening()
                told = why_not(record, wisher, ID[text], speak)
                yield Wish(s, wisher, text, legal), speak, told


def uses_a_card_of_a_legal_action(wish: Wish) -> bool:
    """Whether what is asked is that very card: another act uses it, or its effect is at work."""
    return wish.act.startswith("use ") and wish.seat == wish.s["asked"] and wish.named()


def is_refused_with_that_action(wish: Wish, told: str) -> None:
    """The refusal says with which act the card is used, or that it is at work."""
    act = ANOTHER_ACT[wish.card][1] if wish.card in ANOTHER_ACT and not wish.is_asked() else ""
    assert (SAID_AS[act] if act else "is at work: first") in told, f"{wish.act} at {wish.asks}: {told}"


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_what_a_refusal_claims_is_so_and_a_card_that_a_legal_action_uses_is_refused_with_it(
    name: str, seed: int
) -> None:
    """Both in one walk, which takes most of the time."""
    heard, met = Counter[str](), set()
    assert name in OPTION_SETS
    for wish, speak, told in wishes(random.Random(seed), name, seed):
        assert speak.reasons, told
        for reason in speak.reasons:
            assert CLAIMS[reason](wish), f"{wish.act} at {wish.asks}: {told}"
            heard[reason] += 1
        if uses_a_card_of_a_legal_action(wish):
            is_refused_with_that_action(wish, told)
            met.add(wish.card)
    assert len(heard) > 60
    assert {"E05", "E07"} <= met
    assert len(met) > 12


@pytest.mark.parametrize(
    ("position", "act", "reason"),
    [
        (taking("blue", 2, {"camp": [["E04"]]}),
         "use E04", "Steppe Horse is used by raising the value of your die [N6.1.1, N9]"),
        (taking("blue", 3, {"camp": [["E04"]]}),
         "use E04", "the value is 3 already, and more there is not [N8.3]"),
        (taking("blue", 2, {"camp": [["E12"]], "dice": [0, 0, 0, 0, 1]}),
         "use E12", "Rearguard is used by giving your die another value [N6.1.1, N9]"),
        (taking("blue", 2, {"camp": [["E12"]], "dice": [0, 1, 1, 1, 1]}),
         "use E12", "more than two dice were left when you took yours [N9]"),
        (taking("blue", 2, {"camp": [["M06"]], "goods_on": ["", "", "", "", "", "red red red"]}),
         "use M06", "Alan Archer is used by looting another colour [N6.1.1, N9]"),
        (taking("blue", 2, {"camp": [["M06"]]}), "use M06", "Alan Archer does not work now [N6.3]"),
        (taking("blue", 2, {"camp": [["R10"]]}), "use R10", "Ride Ahead is used after the action only [N5.2.1]"),
    ],
)  # fmt: skip
def test_a_card_with_an_action_of_its_own_is_answered_with_it(position: dict[str, Any], act: str, reason: str) -> None:
    match = game_of_cases(players=4).position(position)
    assert match.why_not(0, act) == f"{act}: {reason}"
