"""Chu Han in words: the box, parts and labels; prompts, the log, events and refusals have files of their own."""

from collections.abc import Mapping
from typing import Any

from tianxia.engine.i18n import N_, Speak
from tianxia.engine.rooms import BoxTexts
from tianxia.games.chu_han.advice import advice
from tianxia.games.chu_han.cards import card_name
from tianxia.games.chu_han.log import describe
from tianxia.games.chu_han.preview import preview
from tianxia.games.chu_han.prompts import prompt
from tianxia.games.chu_han.refusals import why_not
from tianxia.games.chu_han.texts import SEAT_TITLES, glossary

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

STEP_PARTS = {
    "decree": ("decree",),
    "cancel": ("hand:lyu_zhi",),
    "restore": ("hand:xiao_he",),
    "done": (),
    "pass": (),
    "decline": (),
}


def box(speak: Speak) -> BoxTexts:
    """What stands on the box."""
    _ = speak.gettext
    return BoxTexts(
        _("A card game for two: shed your hand before your rival does, and know when to let a trick go."),
        _("A river between two camps: red banners on one bank, blue banners on the other."),
        (_("Han, who leads first"), _("Chu, with a point ahead")),
    )


def parts(kind: str, args: Fields) -> tuple[str, ...]:
    """The cards that a player taps for an action; buttons have none."""
    if kind in STEP_PARTS:
        return STEP_PARTS[kind]
    joker = ("hand:0",) if args.get("joker") else ()
    if kind == "set":
        return (f"hand:{args['value']}",) * int(args["count"]) + joker
    if kind in ("threes", "sixes"):
        return tuple(f"hand:{person}" for person in args["persons"]) + joker
    if kind == "add":
        return (f"hand:{args['card']}",)
    if kind == "yu_ji":
        return ("hand:yu_ji", f"hand:{args['card']}")
    if kind == "ying_bu":
        return ("hand:ying_bu", f"discard:{args['card']}")
    if kind == "swap":
        return (f"hand:{args['give']}", f"face_up:{args['take']}")
    if kind == "row":
        return (f"hand:{args['card']}", "row")
    if kind in PLACES:
        return (f"{PLACES[kind]}:{args['card']}",)
    return (f"hand:{kind}",)


PLACES = {"give": "offered", "take": "trick", "warlord": "face_up"}
"""Where the one card lies that these actions name."""


def label(kind: str, args: Fields, speak: Speak) -> str:
    """An action in words, for its button."""
    _ = speak.gettext
    simple = {
        "decree": _("Take a decree: draw 2"),
        "done": _("Play this set"),
        "pass": _("Pass"),
        "cancel": _("Cancel with Lyu Zhi"),
        "restore": _("Restore with Xiao He"),
        "decline": _("Leave it"),
    }
    if kind in simple:
        return simple[kind]
    if kind in ("set", "threes", "sixes"):
        value = args["value"] if kind == "set" else 3 if kind == "threes" else 6
        count = (args["count"] if kind == "set" else len(args["persons"])) + args["joker"]
        return _("Play {cards}").format(cards=said_set(value, count, args.get("persons", []), args["joker"], speak))
    if kind == "add":
        return _("Add {card}").format(card=card_name(args["card"]))
    if kind == "yu_ji":
        return _("Yu Ji: discard {card}").format(card=card_name(args["card"]))
    if kind == "ying_bu":
        return _("Ying Bu: take {card}").format(card=card_name(args["card"]))
    if kind == "swap":
        return _("Swap {given} for {taken}").format(given=card_name(args["give"]), taken=card_name(args["take"]))
    if kind in WITH_A_CARD:
        return _(WITH_A_CARD[kind]).format(card=card_name(args["card"]))
    return _("{person}: use the ability").format(person=card_name(kind))


WITH_A_CARD = {
    "row": N_("Put {card} in the row"),
    "give": N_("Give {card}"),
    "take": N_("Take {card}"),
    "warlord": N_("Use {card} from beside the event"),
}


def said_set(value: int, size: int, persons: list[str], joker: bool, speak: Speak) -> str:
    """A set in short: 3 × 8 (0 as joker), or the persons by name."""
    text = f"{size} × {value}"
    with_names = [card_name(person) for person in persons] + ([speak.gettext("0 as joker")] if joker else [])
    return f"{text} ({', '.join(with_names)})" if with_names else text
