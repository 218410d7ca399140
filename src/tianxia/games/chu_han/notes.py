"""Chu Han in words: parts, labels, prompts, the log, and why an action is refused."""

import gettext
from collections.abc import Mapping
from typing import Any

from tianxia.engine.game import BoxTexts
from tianxia.games.chu_han.cards import card_name
from tianxia.games.chu_han.refusals import why_not

__all__ = ["box", "describe", "label", "parts", "prompt", "why_not"]

Speak = gettext.NullTranslations
Fields = Mapping[str, Any]


def N_(text: str) -> str:  # noqa: N802 - gettext's usual name for "translate later"
    """Mark a text that is translated where it is shown."""
    return text


SEAT_TITLES = (N_("Han"), N_("Chu"))

STEP_PARTS = {
    "decree": ("decree",),
    "cancel": ("hand:lyu_zhi",),
    "restore": ("hand:xiao_he",),
    "done": (),
    "pass": (),
    "decline": (),
}


def said(kinds: list[str]) -> str:
    """Cards as they are read out: 8 8 0."""
    return " ".join(card_name(kind) for kind in kinds)


def box(speak: Speak) -> BoxTexts:
    """What stands on the box."""
    _ = speak.gettext
    return BoxTexts(
        _("Two armies, one river. Shed your hand before your rival does, and know when to let a trick go."),
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
    return (f"hand:{kind}",)


def label(kind: str, args: Fields, speak: Speak) -> str:
    """An action in words, for its button."""
    _ = speak.gettext
    simple = {
        "decree": _("Take a decree: draw 2"),
        "done": _("Play this set"),
        "pass": _("Pass"),
        "cancel": _("Cancel with Lyu Zhi"),
        "restore": _("Restore with Xiao He"),
        "decline": _("Let it stand"),
    }
    if kind in simple:
        return simple[kind]
    if kind in ("set", "threes", "sixes"):
        value = args["value"] if kind == "set" else 3 if kind == "threes" else 6
        count = (args["count"] if kind == "set" else len(args["persons"])) + args["joker"]
        return _("Play {cards}").format(cards=said_set(value, count, args.get("persons", []), args["joker"]))
    if kind == "add":
        return _("Add {card}").format(card=card_name(args["card"]))
    if kind == "yu_ji":
        return _("Yu Ji: discard {card}").format(card=card_name(args["card"]))
    if kind == "ying_bu":
        return _("Ying Bu: take {card}").format(card=card_name(args["card"]))
    return _("{person}: use the ability").format(person=card_name(kind))


def said_set(value: int, size: int, persons: list[str], joker: bool) -> str:
    """A set in short: 3 × 8 (0 as joker), or the persons by name."""
    text = f"{size} × {value}"
    with_names = [card_name(person) for person in persons] + (["0"] if joker else [])
    return f"{text} ({', '.join(with_names)})" if with_names else text


def prompt(view: Fields, speak: Speak) -> str:
    """Whose decision it is and what is asked."""
    _ = speak.gettext
    state = view["state"]
    if not view["to_act"]:
        return _("{seat} has won").format(seat=_(SEAT_TITLES[state["winner"]]))
    actor = view["to_act"][0]
    if view["viewer"] != actor:
        return _waiting(state, actor, speak)
    if state["stage"] == "cancel":
        person = card_name(state["declared_ability"])
        return _("{person} was declared: cancel with Lyu Zhi, or let it stand").format(person=person)
    if state["stage"] == "restore":
        person = card_name(state["declared_ability"])
        return _("Lyu Zhi cancels {person}: restore with Xiao He, or let it stand").format(person=person)
    if state["building_ability"][actor] == "zhongli_mo":
        return _("Zhongli Mo: add cards of rising values")
    if state["building_ability"][actor] == "peng_yue":
        return _("Peng Yue: choose a set of equal value")
    if state["stage"] == "lead":
        return _lead(state, speak)
    beat = f"{state['to_beat_size']} × {state['to_beat_value']}"
    return _("Beat {set}, use a response ability, or pass").format(set=beat)


def _lead(state: Fields, speak: Speak) -> str:
    """What the leader may still do before the set [C4.2]."""
    _ = speak.gettext
    decree = state["decree_open"] and state["decrees_left"]
    if decree and state["lead_ability_open"]:
        return _("Your lead: play a set; a decree and a lead ability may come first")
    if decree:
        return _("Your lead: play a set; a decree may come first")
    if state["lead_ability_open"]:
        return _("Your lead: play a set; a lead ability may come first")
    return _("Your lead: play a set")


def _waiting(state: Fields, actor: int, speak: Speak) -> str:
    _ = speak.gettext
    seat = _(SEAT_TITLES[actor])
    if state["stage"] in ("cancel", "restore"):
        return _("{seat} may react").format(seat=seat)
    if state["stage"] == "lead":
        return _("{seat} leads").format(seat=seat)
    return _("{seat} responds").format(seat=seat)


def describe(event: Fields, viewer: int | None, speak: Speak) -> str:
    """One line of the log."""
    _, plural = speak.gettext, speak.ngettext
    names = {name: card_name(value) for name, value in event.items() if isinstance(value, str)}
    seat = _(SEAT_TITLES[event["seat"]]) if "seat" in event else ""
    leader = _(SEAT_TITLES[event["leader"]]) if "leader" in event else ""
    kind = event["kind"]
    if kind == "played":
        return _played(event, seat, speak)
    if kind == "declared":
        return _declared(event, seat, speak)
    if kind == "drew" and event["first"] is not None:
        return _("{seat} takes a decree and draws {first} and {second}").format(**{**names, "seat": seat})
    if kind == "looked" and event["first"] is not None:
        text = _("{seat} sees the top of the pile: {first}, {second}, {third}, {fourth}")
        return text.format(**{**names, "seat": seat})
    if kind == "scored":
        points = plural("{seat} gains {n} VP", "{seat} gains {n} VP", event["points"])
        return f"{points.format(seat=seat, n=event['points'])} ({_(REASON_TEXTS[event['reason']])})"
    if kind == "went_out":
        text = plural("{seat} goes out and gains {n} VP", "{seat} goes out and gains {n} VP", event["points"])
        detail = _("cards {cards}, decrees {decrees}").format(cards=event["cards"], decrees=event["decrees"])
        return f"{text.format(seat=seat, n=event['points'])} ({detail})"
    return _(LINES[kind]).format(**{**event, **names, "seat": seat, "leader": leader})


LINES = {
    "dealt": N_("Hand {hand_number} is dealt; {leader} leads"),
    "drew": N_("{seat} takes a decree and draws 2 cards"),
    "looked": N_("{seat} looks at the top 4 cards of the pile"),
    "hand_opened": N_("The hand of {seat} lies open"),
    "cancelled": N_("{seat} cancels {ability} with Lyu Zhi"),
    "restored": N_("{seat} restores {ability} with Xiao He"),
    "returned": N_("{ability} is cancelled; the other cards return to {seat}"),
    "used": N_("{ability} stands"),
    "passed": N_("{seat} passes"),
    "trick_ended": N_("{leader} leads the next trick"),
    "won": N_("{seat} wins the game"),
}

REASON_TEXTS = {
    "twos": N_("six or more 2s"),
    "han_xin": N_("Han Xin"),
    "xiahou_ying": N_("Xiahou Ying"),
}


def _set_words(event: Fields) -> str:
    return f"{event['size']} × {event['value']}: {said(event['set_cards'])}" if event["size"] else ""


def _played(event: Fields, seat: str, speak: Speak) -> str:
    _ = speak.gettext
    if event["ability"] == "liu_bang":
        return _("{seat} plays Liu Bang as a 10").format(seat=seat)
    if event["ability"] != "none":
        text = _("{seat} plays {set} with {person}")
        return text.format(seat=seat, set=_set_words(event), person=card_name(event["ability"]))
    return _("{seat} plays {set}").format(seat=seat, set=_set_words(event))


def _declared(event: Fields, seat: str, speak: Speak) -> str:
    _ = speak.gettext
    person = card_name(event["ability"])
    if event["ability"] == "yu_ji":
        return _("{seat} declares Yu Ji to discard {card}").format(seat=seat, card=card_name(event["target"]))
    if event["ability"] == "ying_bu":
        return _("{seat} declares Ying Bu to take {card}").format(seat=seat, card=card_name(event["target"]))
    if event["kinds"]:
        return _("{seat} declares {person} with {set}").format(seat=seat, person=person, set=_set_words(event))
    return _("{seat} declares {person}").format(seat=seat, person=person)
