"""Why goods cannot be chosen, placed, taken or exchanged: the part of the refusals that is about goods and wagons."""

from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import Speak
from tianxia.games.huns.pieces import (
    BLOCKADE,
    BROKEN_AXLE,
    CARDS,
    COLOURS,
    DESERTER,
    FIRST_HOLDER,
    FROM_DECK,
    IRON,
    SADDLEBAGS,
    SLOTS,
)
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.camp import may_load, works
from tianxia.games.huns.rules.wagons import goods_of_wagon
from tianxia.games.huns.sets import asked
from tianxia.games.huns.texts import A_GOOD, card_name, owner_name

# a card's own state


def idle(s: Record, seat: int, card: int, speak: Speak) -> str:
    """That a card is in another camp, does not work, or is used up; empty if it can act [N6.3, N8.5, N9.1]."""
    _ = speak.gettext
    names = {"card": card_name(CARDS[card], speak)}
    if not s.camp[seat] >> card & 1:
        return _("{card} is not in your camp [N9.1]").format(**names)
    if not s.works[seat] >> card & 1:
        return _("{card} does not work now [N6.3]").format(**names)
    if s.spent >> card & 1:
        return _("{card} has acted already [N8.5]").format(**names)
    return ""


def rivals(s: Record, seat: int) -> list[int]:
    """The other seats."""
    return [other for other in range(s.players) if other != seat]


# a colour


def good_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A good of this colour: one that is there, that fits, that the card allows [N8.1, N9]."""
    _ = speak.gettext
    (colour,) = args
    asks = asked(s)
    names = {"good": _(A_GOOD[COLOURS[colour]])}
    if asks["kind"] in ("put", "keep"):
        return _("you do not have {good} in hand [N8.17.2, N9]").format(**names)
    if asks["kind"] == "bribed":
        return _("{good} does not lie on {card} [N9]").format(card=card_name(asks["card"], speak), **names)
    if asks["kind"] == "encircle" and any(
        s.cargo[other, slot] >> colour & 1 for other in rivals(s, seat) for slot in range(SLOTS)
    ):
        text = _("{good} lies only on wagons in the camp of {deserter} [N8.22, N9]")
        return text.format(deserter=card_name(CARDS[DESERTER], speak), **names)
    if asks["kind"] == "encircle":
        return _("{good} lies on no opponent's wagon [N9]").format(**names)
    if asks["kind"] == "levy" and not s.stash[asks["rival"], colour]:
        return _("{good} is not in {owner} stash [N8.1.3, N9]").format(owner=owner_name(asks["rival"], speak), **names)
    if asks["kind"] == "levy":
        return _("{good} does not fit [N8.1.1, N8.1.3]").format(**names)
    if asks["kind"] in ("quartermaster", "merchant") and colour == s.loot_colour - 1:
        return _("it must have another colour than the loot [N9]")
    if asks["kind"] == "take" and COLOURS[colour] not in asks["colours"]:
        return _("the card lets you take no good of this colour here [N8.1.2, N9]")
    if not s.reserve[colour]:
        return _("the reserve does not have {good} [N8.1.2, N8.19, N9]").format(**names)
    if asks["kind"] == "needed":
        return _("the new wagon has no empty space for {good} [N8.19, N9]").format(**names)
    if asks["kind"] in ("amulet", "ritual_goods"):
        return _("that card has no empty space [N8.8, N9]")
    return _("{good} does not fit [N8.1.1, N8.1.2, N9]").format(**names)


# cards that goods go on


def on_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A Mercenary or Curse: of the own camp, open, not full, allowed; for Bribed Guards an opponent's with goods."""
    _ = speak.gettext
    card = FIRST_HOLDER + args[0]
    names = {"card": card_name(CARDS[card], speak), "blockade": card_name(CARDS[BLOCKADE], speak)}
    if asked(s)["kind"] == "bribe":
        return bribe_refusal(s, seat, card, speak)
    if not s.camp[seat] >> card & 1:
        return _("{card} is not in your camp [N4.2, N9]").format(**names)
    if s.fled >> card & 1:
        return _("{card} lies face down [N5.5, N9]").format(**names)
    if s.full >> card & 1:
        return _("{card} is full [N8.8, N9]").format(**names)
    if asked(s)["kind"] == "place" and s.batch_on:
        return _("these goods go on wagons: what is taken together never goes to both [N4.2, N8.17.1]")
    if card != BLOCKADE and py_func(works)(s, seat, BLOCKADE):
        return _("{blockade}: goods go on no other card [N8.16]").format(**names)
    if asked(s)["kind"] == "place":
        return _("nothing can be put on {card} [N4.2]").format(**names)
    return _("{card} is no active Curse [N9]").format(**names)


def bribe_refusal(s: Record, seat: int, card: int, speak: Speak) -> str:
    """A Mercenary with goods in the camp of an opponent who has no working Deserter [R05, N8.22]."""
    _ = speak.gettext
    names = {"card": card_name(CARDS[card], speak), "deserter": card_name(CARDS[DESERTER], speak)}
    owner = next((other for other in range(s.players) if s.camp[other] >> card & 1), -1)
    if owner < 0 or owner == seat or card >= FIRST_HOLDER + 12:
        return _("{card} is no Mercenary of an opponent [N9]").format(**names)
    if py_func(works)(s, owner, DESERTER):
        return _("{deserter} guards that camp [N8.22]").format(**names)
    return _("no goods lie on {card} [N9]").format(**names)


# loading


def load_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A good that is there, on an empty space of its colour, on a wagon that is allowed [N8.17.3, N8.21]."""
    _ = speak.gettext
    colour, slot = args[0], args[1] - 1
    asks = asked(s)
    names = {"good": _(A_GOOD[COLOURS[colour]]), "slot": slot + 1, "bags": card_name(CARDS[SADDLEBAGS], speak)}
    if asks["kind"] == "start_good":
        if asks["first"] == COLOURS[colour]:
            return _("the second good must have another colour [N2.3]")
        if not s.wagons[seat, slot]:
            return _("you have no wagon {slot} [N2.3]").format(**names)
        return _("wagon {slot} has no empty space for {good} [N2.3]").format(**names)
    reason = idle(s, seat, SADDLEBAGS, speak) if asks["kind"] == "before_die" else ""
    if reason:
        return reason
    if asks["kind"] == "before_die" and not s.saddlebags[colour]:
        return _("{good} does not lie on {bags} [N9.2]").format(**names)
    if asks["kind"] == "place" and not s.hand[colour]:
        return _("you do not have {good} in hand [N8.17]").format(**names)
    if asks["kind"] in ("fast_loading", "fast_loading_again") and not s.reserve[colour]:
        return _("the reserve does not have {good} [N9.2, N9]").format(**names)
    if not s.wagons[seat, slot]:
        return _("you have no wagon {slot} [N4.4, N8.17.3]").format(**names)
    if not s.wanted[seat, slot] >> colour & 1:
        return _("wagon {slot} has no empty space for {good} [N8.17.3]").format(**names)
    if asks["kind"] == "fast_loading_again" and asks["slot"] != slot + 1:
        return _("the second good goes on the same wagon [N9]")
    return bound_refusal(speak)


def bound_refusal(speak: Speak) -> str:
    """That another wagon was the first in this turn [N8.21]."""
    text = speak.gettext("{axle}: another wagon got the first good in this turn [N8.21]")
    return text.format(axle=card_name(CARDS[BROKEN_AXLE], speak))


def brand_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """In the own Loot, a good in hand on an empty space of another colour [E07, N8.17.4]."""
    _ = speak.gettext
    colour, slot, space = args[0], args[1] - 1, args[2]
    names = {"card": card_name(CARDS[IRON], speak), "good": _(A_GOOD[COLOURS[colour]]), "slot": slot + 1}
    reason = idle(s, seat, IRON, speak)
    if reason:
        return reason
    if not s.looting or seat != s.active:
        return _("{card} is for your own loot [N8.17.4]").format(**names)
    if not s.hand[colour]:
        return _("you do not have {good} in hand [N8.17.4]").format(**names)
    if not s.wagons[seat, slot]:
        return _("you have no wagon {slot} [N8.17.4]").format(**names)
    if not s.wanted[seat, slot] >> space & 1:
        return _("wagon {slot} has no empty space of this colour [N8.17.4]").format(**names)
    if not py_func(may_load)(s, seat, slot):
        return bound_refusal(speak)
    return _("this is a space of its own colour: just load it [N8.17.4]")


# wagons


def take_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A good on a wagon of who is meant, that fits; not behind a working Deserter [N8.1.3, N8.22, N9]."""
    _ = speak.gettext
    other, slot, colour = args[0], args[1] - 1, args[2]
    asks = asked(s)
    names = {"good": _(A_GOOD[COLOURS[colour]]), "slot": slot + 1}
    if asks["kind"] == "thieves" and other != seat:
        return _("the good comes from one of your own wagons [N9]")
    if other >= s.players or (other == seat and asks["kind"] != "thieves"):
        return _("goods are taken from opponents [N8.1.3, N9]")
    if other != seat and py_func(works)(s, other, DESERTER):
        return _("{card} guards that camp [N8.22]").format(card=card_name(CARDS[DESERTER], speak))
    if asks["kind"] in ("sweep", "ambush_again", "encircled") and other != asks["rival"]:
        return _("now it is about {owner} wagons [N8.1.3, N9]").format(owner=owner_name(asks["rival"], speak))
    if asks["kind"] == "ambush_again" and slot + 1 != asks["slot"]:
        return _("the second good comes from the same wagon [N8.1.3, N9]")
    if asks["kind"] == "encircled" and COLOURS[colour] != asks["colour"]:
        return _("another colour was named [N9]")
    if asks["kind"] == "outrider" and s.sent_size[other] <= s.sent_size[seat]:
        return _("that opponent has not sent more wagons than you [N9]")
    if not s.cargo[other, slot] >> colour & 1:
        return _("{good} does not lie on that wagon [N8.1.3, N9]").format(**names)
    return _("{good} does not fit [N8.1.1, N8.1.3, N9]").format(**names)


def swap_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """An own wagon for an opponent's that holds at most one good more [R06, N8.22]."""
    _ = speak.gettext
    slot, other, other_slot = args[0] - 1, args[1], args[2] - 1
    if other >= s.players or other == seat:
        return _("you exchange a wagon with an opponent [N9]")
    if py_func(works)(s, other, DESERTER):
        return _("{card} guards that camp [N8.22]").format(card=card_name(CARDS[DESERTER], speak))
    if not s.wagons[seat, slot] or not s.wagons[other, other_slot]:
        return _("there is no wagon in that slot [N9]")
    mine, theirs = py_func(goods_of_wagon)(s, seat, slot), py_func(goods_of_wagon)(s, other, other_slot)
    text = _("goods on that wagon: {theirs}, on yours: {mine}; it may hold one more at most [N9]")
    return text.format(theirs=theirs, mine=mine)


def wagon_refusal(_s: Any, _seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A place where a wagon lies, or the deck if it has one [N4.3.1]."""
    _ = speak.gettext
    return _("the deck of wagons is empty [N4.3.1]") if args[0] == FROM_DECK else _("no wagon lies there [N4.3.1]")


def send_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A full wagon [N8.18]."""
    if not s.wagons[seat, args[0] - 1]:
        return speak.gettext("you have no wagon {slot} [N8.18]").format(slot=args[0])
    return speak.gettext("wagon {slot} is not full [N8.18]").format(slot=args[0])
