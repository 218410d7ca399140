"""The names on the cards of Sun Tzu, and what generals and events do, in our words [S8, S9]."""

from collections.abc import Mapping
from typing import Any

from tianxia.engine import i18n
from tianxia.engine.i18n import N_, Speak

SEAT_TITLES = (N_("Sun Tzu"), N_("King Shao"))

GENERAL_NAMES = {
    "B1": N_("March"),
    "B2": N_("Feint"),
    "B3": N_("Vanguard"),
    "B4": N_("Regrouping"),
    "B5": N_("Levy"),
    "R1": N_("Second siege"),
    "R2": N_("Strike"),
    "R3": N_("Physician"),
    "R4": N_("Pestilence"),
    "R5": N_("Contagion"),
}

GENERAL_TEXTS = {
    "B1": N_("Move 1 of your armies to an adjacent province that is neutral or yours."),
    "B2": N_("Your revealed 7, 8, 9 or 10 counts as a 6 and puts no marker army."),
    "B3": N_("Shown by itself before round 1: you start with 1 point."),
    "B4": N_("Your revealed -1 goes under your deck, and the top card of your deck leaves the game."),
    "B5": N_("Put 1 army from your pool into a province of yours."),
    "R1": N_("Your 6 may go where you already used it, and puts another marker army; it is shown with the card."),
    "R2": N_("Return 1 enemy army from a province to its pool."),
    "R3": N_("A Plague revealed now counts as the number 0; not if both revealed one."),
    "R4": N_("In this round every Plague leaves only 1 army."),
    "R5": N_("Your revealed Plague goes under your deck, and the top card of your deck leaves the game."),
}

GENERAL_TIMES = {
    "B1": N_("in the orders or after the last battle, up to round 6"),
    "B2": N_("at a reveal"),
    "B3": N_("before the game"),
    "B4": N_("at a reveal"),
    "B5": N_("in the orders or after the last battle, up to round 6"),
    "R1": N_("by itself, when the 6 is revealed"),
    "R2": N_("in the orders or after the last battle, up to round 6"),
    "R3": N_("at a reveal"),
    "R4": N_("in the orders"),
    "R5": N_("at a reveal"),
}

EVENT_NAMES = {
    "Pandemic": N_("Pandemic"),
    "War chariot": N_("War chariot"),
    "Champion": N_("Champion"),
    "Hero": N_("Hero"),
    "Light infantry": N_("Light infantry"),
}

EVENT_TEXTS = {
    "Pandemic": N_(
        "Once 4 Plagues were revealed: each side moves 1 army from its pool (if empty, from a province) to reinforcements."
    ),
    "War chariot": N_("Whoever used the 6 in 3 provinces may take another of their generals laid aside."),
    "Champion": N_("A player whose 9 did not win moves 1 army from pool or provinces to reinforcements."),
    "Hero": N_("A player whose 10 did not win moves 2 armies from pool or provinces to reinforcements."),
    "Light infantry": N_("Once both played a 1 in the same province: the side with fewer points gains 1."),
}

INFANTRY_WINS = N_("Once both played a 1 in the same province: the side with fewer points may win there by 1.")
"""Light infantry with the option `army`."""

OPTION_WORDS = (N_("free"), N_("fixed"), N_("from round 4"), N_("from round 2"), N_("point"), N_("army"))
"""The named values of the options, as they are shown with spaces [S4.1, S5.1, S9.6]."""


def card_name(card: str, speak: Speak) -> str:
    """A card as players say it."""
    _ = speak.gettext
    return _("Plague") if card == "Plague" else card


def general_name(general: str, speak: Speak) -> str:
    """A general by its name."""
    return speak.gettext(GENERAL_NAMES[general])


def seat_name(seat: int, speak: Speak) -> str:
    """The side of a seat."""
    return speak.gettext(SEAT_TITLES[seat])


def event_text(event: str, infantry: str) -> str:
    """What an event does; what Light infantry gives is an option [S9.6]."""
    return INFANTRY_WINS if event == "Light infantry" and infantry == "army" else EVENT_TEXTS[event]


def glossary(lang: str, options: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Every general and event in a language: its name, what kind of card it is, when it acts, what it does."""
    speak = i18n.translator(lang)
    _ = speak.gettext
    found = {}
    for general, name in GENERAL_NAMES.items():
        about = _("general of {side}").format(side=seat_name(general[0] == "R", speak))
        time, effect = _(GENERAL_TIMES[general]), _(GENERAL_TEXTS[general])
        found[general] = {"name": _(name), "about": about, "timing": time, "effect": effect}
    for event, name in EVENT_NAMES.items():
        effect = _(event_text(event, options["light_infantry"]))
        found[event] = {"name": _(name), "about": _("Event"), "timing": _("while it lies face up"), "effect": effect}
    return found
