"""The names of Chu Han's seats and events, what stands on the event cards, and how sentences say cards and lists [C9.1]."""

from collections.abc import Mapping, Sequence
from typing import Any

from tianxia.engine import i18n
from tianxia.engine.i18n import N_, Speak
from tianxia.games.chu_han.cards import EVENT_COPIES, card_name

SEAT_TITLES = (N_("Han"), N_("Chu"))
OPTION_WORDS = (N_("none"), N_("river and hill"))
"""Values of option `campaign` as players read them."""

EVENT_NAMES = {
    "silence": N_("Silence"),
    "restraint": N_("Restraint"),
    "warlords": N_("Warlords"),
    "hongmen": N_("Hongmen Banquet"),
    "hangu": N_("Race to Hangu Pass"),
    "gaixia": N_("Battle of Gaixia"),
    "stabilisation": N_("Stabilisation"),
    "hong_canal": N_("Hong Canal Treaty"),
    "mandate": N_("Mandate of Heaven"),
    "sudden_charge": N_("Sudden Charge"),
    "wise_counsel": N_("Wise Counsel"),
}

EVENT_TEXTS = {
    "silence": N_("Nothing changes."),
    "restraint": N_("Whoever goes out scores 2 VP for each decree of the rival and loses 1 VP for each own decree."),
    "warlords": N_("3 decrees fewer. 6 cards lie face up; each play may use 1 of them, for its ability or in a set."),
    "hongmen": N_(
        "1 decree fewer. 2 cards lie face up; instead of taking a decree you may swap a card of your hand for one of them."
    ),
    "hangu": N_(
        "Instead of taking a decree you may put a card of your hand in a row: a 1, then each exactly 1 higher. "
        "Whoever placed the highest gains 3 VP at the end of the hand."
    ),
    "gaixia": N_("Whoever goes out scores every card of the rival's hand, more than 5 too."),
    "stabilisation": N_("You gain 1 VP each time you pass. Victory is checked only at the end of the hand."),
    "hong_canal": N_("When you take a decree, look at both cards, give one to your rival and keep the other."),
    "mandate": N_("When you pass you may take 1 card of the trick into your hand."),
    "sudden_charge": N_("Decrees can be taken only while responding."),
    "wise_counsel": N_("You gain 2 VP each time you play a set of 1s. Victory is checked only at the end of the hand."),
}
"""What each event does, as players read it."""


def said(kinds: Sequence[str]) -> str:
    """Cards as they are read out: 8, 8, 0."""
    return ", ".join(map(card_name, kinds))


def glossary(lang: str, _options: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Every event card in a language: its name, that it is an event and how often the deck has it, its time, its effect."""
    speak = i18n.translator(lang)
    _ = speak.gettext
    return {
        event: {
            "name": _(name),
            "about": about(event, speak),
            "timing": _("for one hand"),
            "effect": _(EVENT_TEXTS[event]),
        }
        for event, name in EVENT_NAMES.items()
    }


def about(event: str, speak: Speak) -> str:
    """What kind of card it is."""
    copies = EVENT_COPIES[event]
    if copies == 1:
        return speak.gettext("Event")
    return speak.ngettext("Event, {n} time in the deck", "Event, {n} times in the deck", copies).format(n=copies)
