"""The names of Chu Han's seats and events, what stands on the event cards, and how sentences say cards and lists [C9.1]."""

from collections.abc import Mapping, Sequence
from typing import Any

from tianxia.engine import i18n
from tianxia.engine.i18n import N_, Speak
from tianxia.games.chu_han.cards import EVENT_COPIES, USES, card_name

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
    "restraint": N_("Whoever goes out scores 2 points for each decree of the rival and loses 1 for each own decree."),
    "warlords": N_("3 decrees fewer. 6 cards lie face up; each play may use 1 of them, for its ability or in a set."),
    "hongmen": N_(
        "1 decree fewer. 2 cards lie face up; instead of taking a decree you may swap a card of your hand for one of them."
    ),
    "hangu": N_(
        "Instead of taking a decree you may put a card of your hand in a row: a 1, then each exactly 1 higher. "
        "Whoever placed the highest gains 3 points at the end of the hand."
    ),
    "gaixia": N_("Whoever goes out scores every card of the rival's hand, more than 5 too."),
    "stabilisation": N_("You gain 1 point each time you pass. Victory is checked only at the end of the hand."),
    "hong_canal": N_("When you take a decree, look at both cards, give one to your rival and keep the other."),
    "mandate": N_("When you pass you may take 1 card of the trick into your hand."),
    "sudden_charge": N_("Decrees can be taken only while responding."),
    "wise_counsel": N_(
        "You gain 2 points each time you play a set of 1s. Victory is checked only at the end of the hand."
    ),
}
"""What each event does, as players read it."""

ABILITY_TIMES = {
    "lead": N_("lead ability"),
    "response": N_("response ability"),
    "reaction": N_("reaction"),
    "both": N_("lead or response ability"),
}
ABILITY_TEXTS = {
    "0": N_("Joker: makes a set one larger and takes its value. Alone it is a 0 and can only be led."),
    "2": N_("A set of six or more 2s scores as many points as it has cards."),
    "ji_bu": N_(
        "Look at the next four cards of the pile. With no decree left the rival plays with an open hand from now on."
    ),
    "yu_ji": N_("Discard one other card from your hand."),
    "lyu_zhi": N_("Cancel an ability that the rival has just declared."),
    "xiao_he": N_("Cancel Lyu Zhi's cancel, so that your ability stands."),
    "peng_yue": N_("Respond with a set of equal instead of higher value."),
    "xiahou_ying": N_("Pass, but lead the next trick; the rival gains 3 points."),
    "zhongli_mo": N_("Play cards of all different values as one set: the lowest is its value. He is not counted."),
    "ying_bu": N_("Take a card of value 1 to 5 from the discard pile into your hand."),
    "han_xin": N_("The rival must beat the set to beat themselves, or pass; the rival gains 1 point."),
    "liu_bang": N_("Counts as a 10 against a single 9, and only then."),
    "xiang_yu": N_("Pass; all points scored in the rest of this hand count double, for both."),
}
"""What the cards do that are more than a number [C2]."""


def said(kinds: Sequence[str]) -> str:
    """Cards as they are read out: 8, 8, 0."""
    return ", ".join(map(card_name, kinds))


def glossary(lang: str, _options: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Every card to read in a language, events and then the others: its name, what kind of card it is (of an event also how
    often the deck has it), its time, its effect."""
    speak = i18n.translator(lang)
    _ = speak.gettext
    events = {
        event: {
            "name": _(name),
            "about": about(event, speak),
            "timing": _("for one hand"),
            "effect": _(EVENT_TEXTS[event]),
        }
        for event, name in EVENT_NAMES.items()
    }
    cards = {
        kind: {
            "name": card_name(kind),
            "about": _("Person") if kind in USES else _("Number card"),
            "timing": _(ABILITY_TIMES[USES[kind]]) if kind in USES else "",
            "effect": _(text),
        }
        for kind, text in ABILITY_TEXTS.items()
    }
    return {**events, **cards}


def about(event: str, speak: Speak) -> str:
    """What kind of card it is."""
    copies = EVENT_COPIES[event]
    if copies == 1:
        return speak.gettext("Event")
    return speak.ngettext("Event, {n} time in the deck", "Event, {n} times in the deck", copies).format(n=copies)
