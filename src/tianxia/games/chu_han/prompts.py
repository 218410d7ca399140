"""Whose decision it is in Chu Han and what is asked [C11.2]."""

from collections.abc import Iterator, Mapping
from typing import Any

from tianxia.games.chu_han.cards import card_name
from tianxia.games.chu_han.texts import SEAT_TITLES, Speak, listed

Fields = Mapping[str, Any]


def prompt(view: Fields, speak: Speak) -> str:
    """What the seat that decides is asked; the others are told who it is."""
    _ = speak.gettext
    state = view["state"]
    if not view["to_act"]:
        return _("{seat} has won").format(seat=_(SEAT_TITLES[state["winner"]]))
    actor = view["to_act"][0]
    if view["viewer"] != actor:
        return waiting(state, actor, speak)
    if state["asks"] == "cancel":
        person = card_name(state["declared_ability"])
        return _("{person} was declared: cancel with Lyu Zhi, or let it stand").format(person=person)
    if state["asks"] == "restore":
        person = card_name(state["declared_ability"])
        return _("Lyu Zhi cancels {person}: restore with Xiao He, or let it stand").format(person=person)
    if state["asks"] == "give":
        return _("Give one of the two cards to your rival; you keep the other")
    if state["asks"] == "mandate":
        return _("You passed: take a card of this trick, or none")
    return turn(state, actor, speak)


def turn(state: Fields, actor: int, speak: Speak) -> str:
    """A play that was begun goes on; else the lead or the response."""
    _ = speak.gettext
    if state["building_ability"][actor] == "zhongli_mo":
        return _("Zhongli Mo: add cards of rising values")
    if state["building_ability"][actor] == "peng_yue":
        return _("Peng Yue: choose a set of equal value")
    if state["lent"][actor] != "none":
        return _("Play {card} from beside the event, alone or with cards of your hand").format(
            card=card_name(state["lent"][actor])
        )
    if state["asks"] == "lead":
        first = listed(list(before_the_set(state, speak)), speak)
        if first:
            return _("Your lead: play a set; {things} may come first").format(things=first)
        return _("Your lead: play a set")
    beat = f"{state['to_beat_size']} × {state['to_beat_value']}"
    return _("Beat {set}, use a response ability, or pass").format(set=beat)


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


def waiting(state: Fields, actor: int, speak: Speak) -> str:
    """What the others are told."""
    _ = speak.gettext
    seat = _(SEAT_TITLES[actor])
    if state["asks"] in ("cancel", "restore"):
        return _("{seat} may react").format(seat=seat)
    if state["asks"] == "give":
        return _("{seat} chooses which card to give").format(seat=seat)
    if state["asks"] == "mandate":
        return _("{seat} may take a card of the trick").format(seat=seat)
    if state["asks"] == "lead":
        return _("{seat} leads").format(seat=seat)
    return _("{seat} responds").format(seat=seat)
