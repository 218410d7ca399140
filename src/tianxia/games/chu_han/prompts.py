"""What Chu Han asks, in words: whose decision it is and what is asked [C11.2]."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from tianxia.engine.i18n import N_, Speak, listed
from tianxia.games.chu_han.cards import card_name
from tianxia.games.chu_han.texts import SEAT_TITLES

Fields = Mapping[str, Any]


class Said(NamedTuple):
    """How a question is said: to whom it is asked, a text or what makes one; and to who waits."""

    asked: "str | Callable[[Fields, Speak], str]"
    waiting: str


def prompt(view: Fields, speak: Speak) -> str:
    """What the seat that decides is asked; the others are told who it is."""
    _ = speak.gettext
    state = view["state"]
    if not view["to_act"]:
        return _("{seat} has won").format(seat=_(SEAT_TITLES[state["winner"]]))
    said, (actor,) = ASKED[view["asked"]["kind"]], view["to_act"]
    if view["viewer"] != actor:
        return _(said.waiting).format(seat=_(SEAT_TITLES[actor]))
    if not isinstance(said.asked, str):
        return begun(state, speak) or said.asked(state, speak)
    return _(said.asked).format(person=card_name(state["declared_ability"]))


def begun(state: Fields, speak: Speak) -> str:
    """How a play of several steps goes on; empty if none was begun [C11.5]."""
    _ = speak.gettext
    actor = state["turn"]
    if state["building_ability"][actor] == "zhongli_mo":
        return _("Zhongli Mo: add cards of rising values")
    if state["building_ability"][actor] == "peng_yue":
        return _("Peng Yue: choose a set of equal value")
    if state["lent"][actor] != "none":
        return _("Play {card} from beside the event, alone or with cards of your hand").format(
            card=card_name(state["lent"][actor])
        )
    return ""


def lead_asked(state: Fields, speak: Speak) -> str:
    """A set, and what may come before it [C4.1]."""
    _ = speak.gettext
    first = listed(list(before_the_set(state, speak)), speak)
    return (
        _("Your lead: play a set; {things} may come first").format(things=first)
        if first
        else _("Your lead: play a set")
    )


def response_asked(state: Fields, speak: Speak) -> str:
    """The set to beat [C4.3]."""
    beat = f"{state['to_beat_size']} × {state['to_beat_value']}"
    return speak.gettext("Beat {set}, use a response ability, or pass").format(set=beat)


def before_the_set(state: Fields, speak: Speak) -> Iterator[str]:
    """What the leader may still do before the set [C4.1, C9.1]."""
    _ = speak.gettext
    if state["decree_open"]:
        if state["decrees_left"] and state["event"] != "sudden_charge":
            yield _("a decree")
        if state["event"] == "hongmen":
            yield _("a swap")
        if state["event"] == "hangu":
            yield _("a card in the row")
    if state["lead_ability_open"]:
        yield _("a lead ability")


ASKED = {
    "lead": Said(lead_asked, N_("{seat} leads")),
    "respond": Said(response_asked, N_("{seat} responds")),
    "cancel": Said(N_("{person} was declared: cancel with Lyu Zhi, or let it stand"), N_("{seat} may react")),
    "restore": Said(N_("Lyu Zhi cancels {person}: restore with Xiao He, or let it stand"), N_("{seat} may react")),
    "give": Said(
        N_("Give one of the two cards to your rival; you keep the other"), N_("{seat} chooses which card to give")
    ),
    "mandate": Said(N_("You passed: take a card of this trick, or none"), N_("{seat} may take a card of the trick")),
}
"""By question."""
