"""What is asked now, where an action is for another moment: the part of the refusals that is about time.

A card may be at work without being used by `use`: then the refusal says by which action.
"""

from tianxia.engine.i18n import N_, Speak
from tianxia.games.huns.pieces import ARCHER, CARDS, COLOURS, HORSE, IRON, REARGUARD, SADDLEBAGS
from tianxia.games.huns.prompts import at_work
from tianxia.games.huns.questions import QUESTIONS
from tianxia.games.huns.record import Record
from tianxia.games.huns.sets import asked, possible
from tianxia.games.huns.texts import THE_DIE, card_name

FIRST = {
    "start_good": N_("first load your start good on a wagon [N2.3, N11.3]"),
    "before_die": N_("first take a die [N3.1, N11.3]"),
    "drawn": N_("first play one of the cards that you drew [N4.1, N11.3]"),
    "victim": N_("first choose who gets the Curse [N5.4, N11.3]"),
    "flee": N_("a Curse is played on you: first flee or accept it [N5.5, N11.3]"),
    "curse_effects": N_("several effects wait: first choose one of them [N6.2.1, N11.3]"),
    "send_effects": N_("several effects wait: first choose one of them [N6.2.1, N11.3]"),
    "place": N_("first place the goods in your hand [N4.2, N8.17, N11.3]"),
    "keep": N_("first choose what stays on the card, or say that you are done [N8.18, N11.3]"),
    "new_wagon": N_("first take a new wagon [N4.3, N11.3]"),
    "send_full": N_("first choose the full wagon that is sent [N8.18, N11.3]"),
    "spy": N_("first use the card, or say that you are done [N9, N11.3]"),
    "bribe": N_("first choose a Mercenary [N9, N11.3]"),
    "ritual": N_("first choose a Curse [N9, N11.3]"),
    "swap": N_("first choose the two wagons [N9, N11.3]"),
    "fast_loading": N_("first load a good from the reserve [N9, N11.3]"),
    "fast_loading_again": N_("first load a good from the reserve [N9, N11.3]"),
    "after_action": N_("your action is over: use a card, or end the turn [N3.1, N11.3]"),
}
"""What is to be done before anything else."""

ANOTHER_WAY = {
    HORSE: ("after_die", "raise", N_("{card} is used by raising the value of your die [N6.1.1, N9]")),
    REARGUARD: ("after_die", "value", N_("{card} is used by giving your die another value [N6.1.1, N9]")),
    ARCHER: ("after_die", "loot_as", N_("{card} is used by looting another colour [N6.1.1, N9]")),
    SADDLEBAGS: ("before_die", "load", N_("{card} is used by loading a good from it on a wagon [N6.1.1, N9]")),
    IRON: ("place", "brand", N_("{card} is used by putting a good on a space of another colour [N8.17.4, N11.3]")),
}
"""Cards that have an action of their own: when, which, and how it is said."""


def another_way(s: Record, seat: int, card: int, speak: Speak) -> str:
    """That a card can be used right now, but by another action than `use`; empty if it cannot."""
    question, kind, text = ANOTHER_WAY.get(card, ("", "", ""))
    if not text or question != asked(s)["kind"] or not s.camp[seat] >> card & 1 or not possible(s, kind):
        return ""
    return speak.gettext(text).format(card=card_name(CARDS[card], speak))


def moment_refusal(s: Record, kind: str, args: tuple[int, ...], speak: Speak) -> str:
    """What is asked now, where the action is for another moment [N11.3]."""
    first = asked_first(s, speak)
    if kind == "use" and CARDS[args[0]] == at_work(asked(s)):
        return speak.gettext("{card} is at work: {asked}").format(card=card_name(CARDS[args[0]], speak), asked=first)
    return first


def asked_first(s: Record, speak: Speak) -> str:
    """What is to be done before anything else, as far as it can be done [N11.3]."""
    _ = speak.gettext
    question = asked(s)["kind"]
    done = possible(s, "done")
    if question == "after_die":
        text = N_("you have {the_die}: loot with it [N4, N11.3]")
        if possible(s, "draw"):
            text = N_("you have {the_die}: draw or loot with it [N4, N11.3]")
        return _(text).format(the_die=_(THE_DIE[COLOURS[s.die - 1]]))
    if question == "after_action":
        if not done:
            return _("your action is over: use a card [N11.3]")
        if not possible(s, "use"):
            return _("your action is over: end the turn [N3.1, N11.3]")
    if question == "place" and done:
        return _("first place the goods in your hand, or let them return [N4.2, N8.17.4, N11.3]")
    if question in FIRST:
        return _(FIRST[question])
    if "take" in QUESTIONS.answers[question]:
        return _("first choose a good on a wagon [N9, N11.3]")
    if done:
        return _("first choose the colour of a good, or say that you are done [N9, N11.3]")
    return _("first choose the colour of a good [N9, N11.3]")
