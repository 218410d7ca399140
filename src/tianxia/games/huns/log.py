"""What happens in Huns, in words: one line of the log for each event.

A sending tells only that a wagon is sent, never which: its type lies face down [N12.4].
"""

from collections.abc import Callable, Mapping
from typing import Any

from tianxia.engine.i18n import N_, Speak
from tianxia.games.huns.pieces import COLOURS
from tianxia.games.huns.texts import (
    A_GOOD,
    FROM_DECK,
    ON_SPACE,
    THE_DIE,
    card_name,
    goods_said,
    owner_name,
    seat_name,
    wagon_said,
)

Fields = Mapping[str, Any]


def describe(event: Fields, speak: Speak) -> str:
    """One line of the log: everybody reads the same."""
    kind = event["kind"]
    if kind in LONGER_LINES:
        return LONGER_LINES[kind](event, speak)
    return speak.gettext(LINES[kind]).format(**names_of(event, speak))


def names_of(event: Fields, speak: Speak) -> dict[str, Any]:
    """The fields of an event as sentences say them."""
    _ = speak.gettext
    names = dict(event)
    if "seat" in event:
        names["seat"], names["owner"] = seat_name(event["seat"], speak), owner_name(event["seat"], speak)
    for field, owner in (("other", "other_owner"), ("victim", "victim_owner")):
        if field in event:
            names[field], names[owner] = seat_name(event[field], speak), owner_name(event[field], speak)
    if "card" in event:
        names["card"] = card_name(event["card"], speak)
    if "colour" in event:
        names["good"] = _(A_GOOD[event["colour"]])
        names["the_die"] = _(THE_DIE[event["colour"]])
        if "count" in event:
            names["goods"] = goods_said(event["colour"], event["count"], speak)
    return names


LINES = {
    "round_began": N_("Round {round}: {seat} rolls the dice"),
    "turn_began": N_("{owner} turn"),
    "took_die": N_("{seat} takes {the_die} with value {value}"),
    "changed": N_("The value of the die becomes {value}"),
    "used": N_("{seat} uses {card}"),
    "cursed": N_("{seat} plays {card} into {victim_owner} camp"),
    "fled": N_("{seat} flees {card}"),
    "accepted": N_("{seat} accepts {card}"),
    "took": N_("{seat} takes {goods} from the reserve"),
    "robbed": N_("{seat} takes {good} from {other_owner} wagon {slot}"),
    "levied": N_("{seat} takes {good} from {other_owner} stash"),
    "put": N_("{owner} {card} gets {goods}"),
    "filled": N_("All spaces of {owner} {card} are full"),
    "lost": N_("{owner} {card} loses {good}"),
    "gave_back": N_("{seat} returns {good} from wagon {slot} to the reserve"),
    "returned": N_("{seat} returns {goods} to the reserve"),
    "sent": N_("{seat} sends a wagon"),
    "swapped": N_("{seat} exchanges wagon {slot} for {other_owner} wagon {other_slot}"),
    "token": N_("{seat} takes the first-player token"),
}


def rolled_line(event: Fields, speak: Speak) -> str:
    """What the dice show that lie on the table [N3.1, N2.4]."""
    dice = [speak.gettext(DIE_SHOWS[colour]).format(n=event[colour]) for colour in COLOURS if event[colour]]
    return speak.gettext("The dice: {dice}").format(dice=", ".join(dice))


DIE_SHOWS = {
    "blue": N_("blue {n}"),
    "red": N_("red {n}"),
    "green": N_("green {n}"),
    "black": N_("black {n}"),
    "yellow": N_("yellow {n}"),
}


def drew_line(event: Fields, speak: Speak) -> str:
    """How many cards, from which deck; which they are, only who drew them knows [N4.1.2]."""
    text = speak.ngettext("{seat} draws {n} card {from_deck}", "{seat} draws {n} cards {from_deck}", event["count"])
    from_deck = speak.gettext(FROM_DECK[event["colour"]])
    return text.format(seat=seat_name(event["seat"], speak), n=event["count"], from_deck=from_deck)


def played_line(event: Fields, speak: Speak) -> str:
    """The card, and as which of those drawn it lay in the deck: that is open [N4.1.2]."""
    text = speak.gettext("{seat} plays {card}, number {place} of the cards drawn")
    card = card_name(event["card"], speak)
    return text.format(seat=seat_name(event["seat"], speak), card=card, place=event["place"])


def looted_line(event: Fields, speak: Speak) -> str:
    """The goods of a loot; there may be none [N4.2]."""
    _ = speak.gettext
    some, none = _("{seat} loots {goods}"), _("{seat} loots, and the reserve has nothing of it")
    return (some if event["count"] else none).format(**names_of(event, speak))


def exchanged_line(event: Fields, speak: Speak) -> str:
    """A good of the loot for another one [M09]."""
    text = speak.gettext("{seat} exchanges {good} for {received} from the reserve")
    return text.format(
        seat=seat_name(event["seat"], speak),
        good=speak.gettext(A_GOOD[event["colour"]]),
        received=speak.gettext(A_GOOD[event["received"]]),
    )


def loaded_line(event: Fields, speak: Speak) -> str:
    """A good on a wagon; the space is named if it has another colour [N4.2, N8.17.4]."""
    _ = speak.gettext
    own, other = _("{seat} loads {good} on wagon {slot}"), _("{seat} loads {good} {on_space} of wagon {slot}")
    text = own if event["space"] == event["colour"] else other
    return text.format(**names_of(event, speak), on_space=_(ON_SPACE[event["space"]]))


def kept_line(event: Fields, speak: Speak) -> str:
    """A good that stays on the Saddlebags [E05]."""
    text = speak.gettext("{seat} keeps {good} on {card}")
    return text.format(**names_of(event, speak), card=card_name("E05", speak))


def new_wagon_line(event: Fields, speak: Speak) -> str:
    """A wagon from the display or the deck, and the slot that it lies in [N4.3.1]."""
    _ = speak.gettext
    from_deck, from_display = (
        _("{seat} takes {wagon} from the deck as wagon {slot}"),
        _("{seat} takes {wagon} from the open ones as wagon {slot}"),
    )
    text = from_deck if event["place"] == "deck" else from_display
    return text.format(
        seat=seat_name(event["seat"], speak), wagon=wagon_said(event["wagon"], speak), slot=event["slot"]
    )


def laid_line(event: Fields, speak: Speak) -> str:
    """A wagon that is turned up where one was taken [N2.2]."""
    return speak.gettext("Laid out: {wagon}").format(wagon=wagon_said(event["wagon"], speak))


def over_line(event: Fields, speak: Speak) -> str:
    """What ended the game [N3.2, N8.23]."""
    return speak.gettext(ENDED_BY[event["why"]])


ENDED_BY = {
    "goods": N_("A colour of goods has run out: the game ends"),
    "deck": N_("A deck of cards has run out: the game ends"),
    "rounds": N_("That was the last round that was agreed on: the game ends"),
}


def won_line(event: Fields, speak: Speak) -> str:
    """The winner, or that there are several [N7.2]."""
    _ = speak.gettext
    if event["seat"] < 0:
        return _("The first place is shared: they win together")
    return _("{seat} wins the game").format(seat=seat_name(event["seat"], speak))


LONGER_LINES: dict[str, Callable[[Fields, Speak], str]] = {
    "rolled": rolled_line,
    "drew": drew_line,
    "played": played_line,
    "looted": looted_line,
    "exchanged": exchanged_line,
    "loaded": loaded_line,
    "kept": kept_line,
    "new_wagon": new_wagon_line,
    "laid": laid_line,
    "over": over_line,
    "won": won_line,
}
