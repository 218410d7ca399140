"""Sun Tzu in words: parts, labels, prompts, the log, and why an action is refused."""

from collections.abc import Mapping
from typing import Any

from tianxia.engine.game import BoxTexts
from tianxia.games.sun_tzu.pieces import margin
from tianxia.games.sun_tzu.refusals import why_not
from tianxia.games.sun_tzu.texts import (
    EVENT_NAMES,
    N_,
    SEAT_TITLES,
    Speak,
    card_name,
    general_name,
    glossary,
    seat_name,
)

__all__ = ["N_", "SEAT_TITLES", "box", "describe", "glossary", "label", "parts", "prompt", "why_not"]

Fields = Mapping[str, Any]


def box(speak: Speak) -> BoxTexts:
    """What stands on the box."""
    _ = speak.gettext
    return BoxTexts(
        _("Five provinces, five secret orders a round. Win where it counts, and lose cheaply elsewhere."),
        _("A map under a blue and a red banner, with five cards face down in front of it."),
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


def prompt(view: Fields, speak: Speak) -> str:
    """Whose decision it is and what is asked."""
    _ = speak.gettext
    state, viewer = view["state"], view["viewer"]
    if not view["to_act"]:
        winner = state["winner"]
        return _("The game is a draw") if winner > 1 else _("{seat} has won").format(seat=seat_name(winner, speak))
    if viewer not in view["to_act"]:
        return waiting(state, view["to_act"], speak)
    asks = state["asks"]
    if asks == "orders":
        return orders_asked(state, viewer, speak)
    if asks == "army":
        return army_asked(state, speak)
    names = {"province": state["battle"], "round": state["round"], "infantry": state["infantry"]}
    if asks == "reveal":
        names["blue"], names["red"] = (card_name(card, speak) for card in state["revealed"])
    return _(ASKED[asks]).format(**names)


ASKED = {
    "general": N_("Choose your general, in secret"),
    "next": N_("Choose the province of the next battle"),
    "reveal": N_("{province}, {blue} against {red}: use your general, or pass"),
    "chariot": N_("War chariot: take another of your generals, or pass"),
    "infantry": N_("Light infantry: win by 1 in {infantry}, or pass"),
    "window": N_("The battles are over: use your general, bring reinforcements, or pass"),
    "under": N_("Choose a card to put under your deck; you keep the others"),
    "reinforce": N_("The figure is in the middle, the larger pool wins: bring reinforcements, or pass"),
}

WAITED_FOR = {
    "general": N_("{seat} chooses a general"),
    "orders": N_("{seat} gives orders"),
    "next": N_("{seat} chooses the next battle"),
    "reveal": N_("{seat} may use a general"),
    "army": N_("{seat} looks for an army"),
    "chariot": N_("{seat} may take another general"),
    "infantry": N_("{seat} may win by 1"),
    "window": N_("{seat} may use a general or bring reinforcements"),
    "under": N_("{seat} chooses a card to keep"),
    "reinforce": N_("{seat} may bring reinforcements"),
}


def waiting(state: Fields, seats: list[int], speak: Speak) -> str:
    """Who else is asked, and what."""
    _ = speak.gettext
    if len(seats) == 2:
        both = {
            "general": _("Both choose a general"),
            "orders": _("Both give orders"),
            "under": _("Both choose a card to keep"),
        }
        return both[state["asks"]]
    return _(WAITED_FOR[state["asks"]]).format(seat=seat_name(seats[0], speak))


def orders_asked(state: Fields, seat: int, speak: Speak) -> str:
    """What is missing until the orders can be confirmed [S4.1, S4.5]."""
    plural = speak.ngettext
    missing = sum(card == "none" for card in state["laid"][seat])
    if not missing:
        return speak.gettext("Round {round}: confirm your orders, or change them").format(round=state["round"])
    text = plural(
        "Round {round}: put a card at {n} more province",
        "Round {round}: put a card at {n} more provinces",
        missing,
    )
    return text.format(round=state["round"], n=missing)


def army_asked(state: Fields, speak: Speak) -> str:
    """What the army is for, and how many are missing [S7.5]."""
    _, plural = speak.gettext, speak.ngettext
    names = {"n": state["missing"], "province": state["need_province"]}
    if state["need"] == "marker":
        return _("Your 6 in {province}: choose the army that becomes its marker").format(**names)
    if state["need"] == "place":
        text = plural(
            "{n} more army for {province}: choose where it comes from",
            "{n} more armies for {province}: choose where they come from, one by one",
            state["missing"],
        )
    else:
        text = plural(
            "{n} more army goes to reinforcements: choose where it comes from",
            "{n} more armies go to reinforcements: choose where they come from, one by one",
            state["missing"],
        )
    return text.format(**names)


def describe(event: Fields, viewer: int | None, speak: Speak) -> str:
    """One line of the log."""
    _ = speak.gettext
    kind = event["kind"]
    if kind in TOLD:
        return TOLD[kind](event, speak)
    names = dict(event)
    for name in ("card", "gone"):
        if event.get(name) is not None:
            names[name] = card_name(event[name], speak)
    if "seat" in event:
        names["seat"] = seat_name(event["seat"], speak)
    if "general" in event:
        names["general"] = general_name(event["general"], speak)
    if event.get("event") == "none":
        return _("The last event is out: the game ends at once")
    if "event" in event:
        names["event"] = _(EVENT_NAMES[event["event"]])
    return _(LINES[kind]).format(**names)


LINES = {
    "chose": N_("{seat} has chosen a general"),
    "round_began": N_("Round {round} begins"),
    "general_shown": N_("{seat} shows the general {general}"),
    "confirmed": N_("{seat} confirms the orders"),
    "lifted": N_("{seat} may change the orders and must confirm again"),
    "discarded": N_("{seat} discards {card}: 1 army from reinforcements to the pool"),
    "went_under": N_("{card} goes under the deck of {seat}, {gone} from its top leaves the game"),
    "nobody_won": N_("{province}: level, nobody wins"),
    "event_fired": N_("The event {event} comes true"),
    "event_up": N_("The next event is {event}"),
    "took_general": N_("{seat} takes another general"),
}


def told_sealed(event: Fields, speak: Speak) -> str:
    """Who goes first in this round [S5.3, S5.4]."""
    _ = speak.gettext
    if event["holder"] < 0:
        return _("All orders are sealed")
    return _("All orders are sealed; {seat} goes first").format(seat=seat_name(event["holder"], speak))


def told_revealed(event: Fields, speak: Speak) -> str:
    """The two cards of a battle, the better one first [S6.5]."""
    _ = speak.gettext
    cards = [(event["blue"], 0), (event["red"], 1)]
    if margin(event["blue"], event["red"]) < 0:
        cards.reverse()
    (own, seat), (other, rival) = cards
    return _("{province}: {own} of {seat} against {other} of {rival}").format(
        province=event["province"],
        own=card_name(own, speak),
        seat=seat_name(seat, speak),
        other=card_name(other, speak),
        rival=seat_name(rival, speak),
    )


def told_won(event: Fields, speak: Speak) -> str:
    """Who won a battle and by how much [S6.1]."""
    text = speak.gettext("{province}: {seat} wins by {n}")
    return text.format(province=event["province"], seat=seat_name(event["seat"], speak), n=event["margin"])


def told_plague(event: Fields, speak: Speak) -> str:
    """How many armies a Plague took [S7.4]."""
    _, plural = speak.gettext, speak.ngettext
    seat, count = (0, event["blue"]) if event["blue"] else (1, event["red"])
    if not count:
        return _("{province}: the Plague takes no army").format(province=event["province"])
    text = plural(
        "{province}: the Plague takes {n} army of {seat}", "{province}: the Plague takes {n} armies of {seat}", count
    )
    return text.format(province=event["province"], n=count, seat=seat_name(seat, speak))


def told_moved(event: Fields, speak: Speak) -> str:
    """Armies on their way between provinces, pool, reinforcements and name fields."""
    _, plural = speak.gettext, speak.ngettext
    start, end, n = event["start"], event["end"], event["count"]
    place = _("the pool") if start == "pool" else start
    if end == "pool":
        text = plural(
            "{seat}: {n} army returns from {place} to the pool", "{seat}: {n} armies return from {place} to the pool", n
        )
    elif end == "reinforcements":
        text = plural(
            "{seat}: {n} army from {place} to reinforcements", "{seat}: {n} armies from {place} to reinforcements", n
        )
    elif end == "marker":
        text = _("{seat}: 1 army from {place} is the marker of the 6 in {province}")
    else:
        text = plural("{seat}: {n} army from {place} to {end}", "{seat}: {n} armies from {place} to {end}", n)
    return text.format(seat=seat_name(event["seat"], speak), n=n, place=place, end=end, province=event["province"])


def standing(figure: int, speak: Speak) -> str:
    """Where the points figure stands [S1.3]."""
    _ = speak.gettext
    if not figure:
        return _("the figure is in the middle")
    return _("the figure is at {n} for {seat}").format(n=abs(figure), seat=seat_name(int(figure < 0), speak))


def told_gained(event: Fields, speak: Speak) -> str:
    """One point."""
    text = speak.gettext("{seat} gains 1 point; {standing}")
    return text.format(seat=seat_name(event["seat"], speak), standing=standing(event["figure"], speak))


def told_scored(event: Fields, speak: Speak) -> str:
    """Both sums, and where that moves the figure [S10.1]."""
    text = speak.gettext("Scoring after round {round}: {blue} for Sun Tzu, {red} for King Shao; {standing}")
    return text.format(
        round=event["round"], blue=event["blue"], red=event["red"], standing=standing(event["figure"], speak)
    )


def told_drew(event: Fields, speak: Speak) -> str:
    """How many cards; which, to their owner only."""
    n = event["count"]
    text = speak.ngettext("{seat} draws {n} card", "{seat} draws {n} cards", n)
    text = text.format(seat=seat_name(event["seat"], speak), n=n)
    cards = [event[name] for name in ("first", "second", "third", "fourth")]
    known = [card_name(card, speak) for card in cards if card not in (None, "none")]
    return f"{text}: {', '.join(known)}" if known else text


def told_put_under(event: Fields, speak: Speak) -> str:
    """A card under the own deck; which, to its owner only."""
    _ = speak.gettext
    seat = seat_name(event["seat"], speak)
    if event["card"] in (None, "none"):
        return _("{seat} puts a card under the deck").format(seat=seat)
    return _("{seat} puts {card} under the deck").format(seat=seat, card=card_name(event["card"], speak))


def told_over(event: Fields, speak: Speak) -> str:
    """The winner, or a draw [S11]."""
    _ = speak.gettext
    if event["winner"] < 0:
        return _("The game is a draw")
    return _("{seat} wins the game").format(seat=seat_name(event["winner"], speak))


TOLD = {
    "sealed": told_sealed,
    "revealed": told_revealed,
    "won": told_won,
    "plague": told_plague,
    "moved": told_moved,
    "gained": told_gained,
    "scored": told_scored,
    "drew": told_drew,
    "put_under": told_put_under,
    "over": told_over,
}
