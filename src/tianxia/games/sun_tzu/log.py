"""What happened in Sun Tzu, one line of the log an event."""

from collections.abc import Mapping
from typing import Any

from tianxia.engine.i18n import N_, Speak
from tianxia.games.sun_tzu.pieces import margin
from tianxia.games.sun_tzu.texts import EVENT_NAMES, card_name, general_name, seat_name

Fields = Mapping[str, Any]


def describe(event: Fields, speak: Speak) -> str:
    """One line of the log."""
    _ = speak.gettext
    kind = event["kind"]
    if kind in LONGER_LINES:
        return LONGER_LINES[kind](event, speak)
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


def sealed_line(event: Fields, speak: Speak) -> str:
    """Who goes first in this round [S5.3, S5.4]."""
    _ = speak.gettext
    if event["holder"] < 0:
        return _("All orders are sealed")
    return _("All orders are sealed; {seat} goes first").format(seat=seat_name(event["holder"], speak))


def revealed_line(event: Fields, speak: Speak) -> str:
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


def won_line(event: Fields, speak: Speak) -> str:
    """Who won a battle and by how much [S6.1]."""
    text = speak.gettext("{province}: {seat} wins by {n}")
    return text.format(province=event["province"], seat=seat_name(event["seat"], speak), n=event["margin"])


def plague_line(event: Fields, speak: Speak) -> str:
    """How many armies a Plague took [S7.4]."""
    _, plural = speak.gettext, speak.ngettext
    seat, count = (0, event["blue"]) if event["blue"] else (1, event["red"])
    if not count:
        return _("{province}: the Plague takes no army").format(province=event["province"])
    text = plural(
        "{province}: the Plague takes {n} army of {seat}", "{province}: the Plague takes {n} armies of {seat}", count
    )
    return text.format(province=event["province"], n=count, seat=seat_name(seat, speak))


def moved_line(event: Fields, speak: Speak) -> str:
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


def gained_line(event: Fields, speak: Speak) -> str:
    """One point."""
    text = speak.gettext("{seat} gains 1 point; {standing}")
    return text.format(seat=seat_name(event["seat"], speak), standing=standing(event["figure"], speak))


def scored_line(event: Fields, speak: Speak) -> str:
    """Both sums, and where that moves the figure [S10.1]."""
    text = speak.gettext("Scoring after round {round}: {blue} for Sun Tzu, {red} for King Shao; {standing}")
    return text.format(
        round=event["round"], blue=event["blue"], red=event["red"], standing=standing(event["figure"], speak)
    )


def drew_line(event: Fields, speak: Speak) -> str:
    """How many cards; which, to their owner only."""
    n = event["count"]
    text = speak.ngettext("{seat} draws {n} card", "{seat} draws {n} cards", n)
    text = text.format(seat=seat_name(event["seat"], speak), n=n)
    cards = [event[name] for name in ("first", "second", "third", "fourth")]
    known = [card_name(card, speak) for card in cards if card not in (None, "none")]
    return f"{text}: {', '.join(known)}" if known else text


def put_under_line(event: Fields, speak: Speak) -> str:
    """A card under the own deck; which, to its owner only."""
    _ = speak.gettext
    seat = seat_name(event["seat"], speak)
    if event["card"] in (None, "none"):
        return _("{seat} puts a card under the deck").format(seat=seat)
    return _("{seat} puts {card} under the deck").format(seat=seat, card=card_name(event["card"], speak))


def over_line(event: Fields, speak: Speak) -> str:
    """The winner, or a draw [S11]."""
    _ = speak.gettext
    if event["winner"] < 0:
        return _("The game is a draw")
    return _("{seat} wins the game").format(seat=seat_name(event["winner"], speak))


LONGER_LINES = {
    "sealed": sealed_line,
    "revealed": revealed_line,
    "won": won_line,
    "plague": plague_line,
    "moved": moved_line,
    "gained": gained_line,
    "scored": scored_line,
    "drew": drew_line,
    "put_under": put_under_line,
    "over": over_line,
}
