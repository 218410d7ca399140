"""Sun Tzu in words: the box, parts and labels; prompts, the log and refusals have files of their own."""

from collections.abc import Mapping
from typing import Any

from tianxia.engine.i18n import N_, Speak
from tianxia.engine.rooms import BoxTexts
from tianxia.games.sun_tzu.advice import advice
from tianxia.games.sun_tzu.log import describe
from tianxia.games.sun_tzu.preview import preview
from tianxia.games.sun_tzu.prompts import prompt
from tianxia.games.sun_tzu.refusals import why_not
from tianxia.games.sun_tzu.texts import SEAT_TITLES, card_name, general_name, glossary

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
        _("A duel of bluff: five secret orders a round. Win where it counts, and lose cheaply elsewhere."),
        _("A general on a hill, seen from behind, and his ranks before the gate of a walled city."),
        (_("Sun Tzu, who commands the blue armies"), _("King Shao, who commands the red armies")),
    )


def parts(kind: str, args: Fields) -> tuple[str, ...]:
    """What a player taps for an action; buttons have none."""
    if kind == "choose":
        return (f"general:{args['general']}",)
    if kind == "discard":
        return (f"hand:{args['card']}", "reinforcements")
    if kind == "under":
        return (f"drawn:{args['card']}",)
    if kind == "take_back":
        return (f"order:{args['province']}",)
    if kind == "take_pool":
        return ("pool",)
    general = (f"general:{kind.removeprefix('use_').upper()}",) if kind.startswith("use_") else ()
    card = (f"hand:{args['card']}",) if "card" in args else ()
    provinces = tuple(f"province:{args[name]}" for name in ("province", "start", "end") if name in args)
    return (*general, *card, *provinces)


def label(kind: str, args: Fields, speak: Speak) -> str:
    """An action in words, for its button."""
    _ = speak.gettext
    names = dict(args)
    if "card" in args:
        names["card"] = card_name(args["card"], speak)
    if "general" in args:
        names["general"] = general_name(args["general"], speak)
    return _(LABELS[kind]).format(**names)


LABELS = {
    "choose": N_("Choose {general}"),
    "order": N_("{card} to {province}"),
    "confirm": N_("Confirm the orders"),
    "take_back": N_("Take back the card at {province}"),
    "next": N_("Battle in {province}"),
    "use_b1": N_("March: 1 army from {start} to {end}"),
    "use_b2": N_("Feint: your card counts as a 6"),
    "use_b4": N_("Regrouping: your -1 goes under the deck"),
    "use_b5": N_("Levy: 1 army from the pool to {province}"),
    "use_r2": N_("Strike: 1 enemy army leaves {province}"),
    "use_r3": N_("Physician: the Plague counts as 0"),
    "use_r4": N_("Pestilence: each Plague of this round leaves 1 army"),
    "use_r5": N_("Contagion: your Plague goes under the deck"),
    "take": N_("Army from {province}"),
    "take_pool": N_("Army from the pool"),
    "discard": N_("Discard {card}: 1 army from reinforcements to the pool"),
    "accept": N_("Win by 1 there"),
    "under": N_("Put {card} under the deck"),
    "pass": N_("Pass"),
}
