"""Huns in words: the box, parts and labels; prompts, the log and refusals have files of their own."""

from collections.abc import Mapping
from typing import Any

from tianxia.engine.i18n import N_, Speak
from tianxia.engine.rooms import BoxTexts
from tianxia.games.huns.advice import advice
from tianxia.games.huns.log import describe
from tianxia.games.huns.pieces import CARDS
from tianxia.games.huns.preview import preview
from tianxia.games.huns.prompts import prompt
from tianxia.games.huns.refusals import why_not
from tianxia.games.huns.refused_moments import ANOTHER_WAY
from tianxia.games.huns.texts import (
    A_GOOD,
    GOODS_OF,
    ON_SPACE,
    SEAT_TITLES,
    THE_DIE,
    card_name,
    glossary,
    owner_name,
    seat_name,
)

__all__ = [
    "SEAT_TITLES",
    "advice",
    "box",
    "describe",
    "glossary",
    "label",
    "parts",
    "preview",
    "prompt",
    "why_not",
]

Fields = Mapping[str, Any]


def box(speak: Speak) -> BoxTexts:
    """What stands on the box."""
    _ = speak.gettext
    return BoxTexts(
        _("A game of dice and cards: draw or loot with a die, fill wagons and send them home. Curse whoever is ahead."),
        _("A rider with a drawn bow before a covered wagon, yurts and a low red sun on the steppe."),
        (_("Attila"), _("Bleda, his brother"), _("Rua, their uncle"), _("Octar, brother of Rua")),
    )


def parts(kind: str, args: Fields) -> tuple[str, ...]:
    """What a player taps for an action; buttons have none."""
    if kind == "load":
        return (f"hand:{args['colour']}", f"slot:{args['slot']}")
    if kind == "brand":
        return ("brand", f"hand:{args['colour']}", f"slot:{args['slot']}", f"space:{args['space']}")
    if kind == "take":
        return (f"wagon:{args['seat']}:{args['slot']}", f"load:{args['colour']}")
    if kind == "swap":
        return (f"slot:{args['slot']}", f"wagon:{args['seat']}:{args['other_slot']}")
    if kind in ("draw", "loot"):
        return (kind,)
    if kind == "raise":
        return (f"card:{BY_CARD[kind]}",)
    if kind in ONE_PART:
        part, argument = ONE_PART[kind]
        return (f"{part}:{args[argument]}",)
    return ()


ONE_PART = {
    "die": ("die", "colour"),
    "loot_as": ("goods", "colour"),
    "play": ("drawn", "card"),
    "use": ("card", "card"),
    "victim": ("seat", "seat"),
    "on": ("onto", "card"),
    "good": ("good", "colour"),
    "wagon": ("market", "place"),
    "send": ("slot", "slot"),
}
"""Kinds that are one tap: which part it is, and the argument that tells which of them."""


def label(kind: str, args: Fields, speak: Speak) -> str:
    """An action in words, for its button."""
    _ = speak.gettext
    if kind == "good":
        return _(GOOD_LABELS[args["colour"]])
    if kind == "on":
        return card_name(args["card"], speak)
    if kind == "wagon":
        place = args["place"]
        return _("The wagon on top of the deck") if place == "deck" else _("Open wagon {place}").format(place=place)
    names = dict(args)
    if "colour" in args:
        names["good"] = _(A_GOOD[args["colour"]])
        names["which"] = _(GOOD_LABELS[args["colour"]])
        names["goods"] = _(GOODS_OF[args["colour"]])
        names["the_die"] = _(THE_DIE[args["colour"]])
    if "space" in args:
        names["on_space"] = _(ON_SPACE[args["space"]])
    if "seat" in args:
        names["seat"] = seat_name(args["seat"], speak)
        names["owner"] = owner_name(args["seat"], speak)
    if kind in BY_CARD or "card" in args:
        names["card"] = card_name(BY_CARD.get(kind) or args["card"], speak)
    return _(LABELS[kind]).format(**names)


BY_CARD = {kind: CARDS[card] for card, (_question, kind, _text) in ANOTHER_WAY.items() if kind != "load"}
"""Kinds that only one card allows."""

LABELS = {
    "die": N_("Take {the_die}"),
    "raise": N_("{card}: raise the value by 1"),
    "value": N_("{card}: make the value {value}"),
    "draw": N_("Draw cards"),
    "loot": N_("Loot goods"),
    "loot_as": N_("{card}: loot {goods}"),
    "play": N_("Play {card}"),
    "use": N_("Use {card}"),
    "victim": N_("Play it into {owner} camp"),
    "flee": N_("Flee the Curse"),
    "accept": N_("Accept the Curse"),
    "load": N_("Load {good} on wagon {slot}"),
    "brand": N_("{card}: {good} {on_space} of wagon {slot}"),
    "take": N_("{which} from {owner} wagon {slot}"),
    "swap": N_("Wagon {slot} for {owner} wagon {other_slot}"),
    "send": N_("Send wagon {slot}"),
    "done": N_("Done"),
}

GOOD_LABELS = {
    "blue": N_("Blue good"),
    "red": N_("Red good"),
    "green": N_("Green good"),
    "black": N_("Black good"),
    "yellow": N_("Yellow good"),
}
