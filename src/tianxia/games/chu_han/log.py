"""What happened in Chu Han, one line of the log an event."""

from collections.abc import Mapping
from typing import Any

from tianxia.engine.i18n import N_, Speak
from tianxia.games.chu_han.cards import card_name
from tianxia.games.chu_han.texts import EVENT_NAMES, SEAT_TITLES, said

Fields = Mapping[str, Any]


def describe(event: Fields, speak: Speak) -> str:
    """One line of the log; a private card that the viewer may not see is None."""
    _ = speak.gettext
    names = {name: card_name(value) for name, value in event.items() if isinstance(value, str)}
    seat = _(SEAT_TITLES[event["seat"]]) if "seat" in event else ""
    leader = _(SEAT_TITLES[event["leader"]]) if "leader" in event else ""
    kind = event["kind"]
    if kind in LONGER_LINES:
        return LONGER_LINES[kind](event, seat, speak)
    if kind == "event_revealed":
        if event["event"] == "none":
            return _("All events have been used")
        return _("The event of this hand: {event}").format(event=_(EVENT_NAMES[event["event"]]))
    if kind == "match_began":
        winner = _(SEAT_TITLES[1 - event["leader"]])
        return _(LINES[kind]).format(**{**event, "leader": leader, "winner": winner})
    lines = OWN_LINES if kind in OWN_LINES and event[PRIVATE[kind]] is not None else LINES
    return _(lines[kind]).format(**{**event, **names, "seat": seat, "leader": leader})


PRIVATE = {"drew": "first", "looked": "first", "gave": "card", "received": "card"}
"""A field of such events that only their seat sees."""

OWN_LINES = {
    "drew": N_("{seat} takes a decree and draws {first} and {second}"),
    "looked": N_("{seat} sees the top of the pile: {first}, {second}, {third}, {fourth}"),
    "gave": N_("{seat} gives {card} to the rival"),
    "received": N_("{seat} gets {card} from the rival"),
}
LINES = {
    "dealt": N_("Hand {hand_number} is dealt; {leader} leads"),
    "drew": N_("{seat} takes a decree and draws 2 cards"),
    "looked": N_("{seat} looks at the top 4 cards of the pile"),
    "hand_opened": N_("The hand of {seat} lies open"),
    "lent": N_("{seat} uses {card} from beside the event"),
    "cancelled": N_("{seat} cancels {ability} with Lyu Zhi"),
    "restored": N_("{seat} restores {ability} with Xiao He"),
    "used": N_("{ability} stands"),
    "passed": N_("{seat} passes"),
    "trick_ended": N_("{leader} leads the next trick"),
    "won": N_("{seat} wins the game"),
    "laid_open": N_("{card} lies face up beside the event"),
    "swapped": N_("{seat} swaps {given} for {taken} beside the event"),
    "placed": N_("{seat} puts {card} in the row"),
    "gave": N_("{seat} gives a card to the rival"),
    "received": N_("{seat} gets a card from the rival"),
    "picked": N_("{seat} takes {card} from the trick"),
    "match_won": N_("{seat} wins match {match_number}"),
    "match_began": N_("Match {match_number} begins: {winner} has spoils of {spoils}, {leader} leads"),
}

REASON_TEXTS = {
    "twos": N_("six or more 2s"),
    "han_xin": N_("Han Xin"),
    "xiahou_ying": N_("Xiahou Ying"),
    "stabilisation": N_("a pass at Stabilisation"),
    "wise_counsel": N_("1s at Wise Counsel"),
    "hangu": N_("the highest card in the row"),
}


def signed(points: int) -> str:
    """Points with a minus sign, where they are lost."""
    return f"−{-points}" if points < 0 else str(points)


def set_words(event: Fields) -> str:
    """The set of a play: size, value, cards."""
    return f"{event['size']} × {event['value']}: {said(event['set_cards'])}" if event["size"] else ""


def scored_line(event: Fields, seat: str, speak: Speak) -> str:
    """Points during play, and for what."""
    points = speak.ngettext("{seat} gains {n} point", "{seat} gains {n} points", event["points"])
    return f"{points.format(seat=seat, n=event['points'])} ({speak.gettext(REASON_TEXTS[event['reason']])})"


def went_out_line(event: Fields, seat: str, speak: Speak) -> str:
    """The end of a hand and what it is worth, part by part [C7.1, C7.2]; points may be lost with Restraint [C9.4]."""
    _, plural, points = speak.gettext, speak.ngettext, event["points"]
    if points < 0:
        text = plural("{seat} goes out and loses {n} point", "{seat} goes out and loses {n} points", -points)
    else:
        text = plural("{seat} goes out and gains {n} point", "{seat} goes out and gains {n} points", points)
    detail = _("cards {cards}, decrees {decrees}").format(cards=event["cards"], decrees=event["decrees"])
    if event["marked"]:
        detail = _("{detail}, deserters {marked}").format(detail=detail, marked=event["marked"])
    if points - event["spared"] != event["cards"] + event["decrees"] + event["marked"]:
        detail = _("{detail}; doubled").format(detail=detail)
    if event["spared"]:
        detail = _("{detail}; no total falls below 0").format(detail=detail)
    return f"{text.format(seat=seat, n=abs(points))} ({detail})"


def played_line(event: Fields, seat: str, speak: Speak) -> str:
    """A set that stands."""
    _ = speak.gettext
    if event["ability"] == "liu_bang":
        return _("{seat} plays Liu Bang as a 10").format(seat=seat)
    if event["ability"] != "none":
        text = _("{seat} plays {set} with {person}")
        return text.format(seat=seat, set=set_words(event), person=card_name(event["ability"]))
    return _("{seat} plays {set}").format(seat=seat, set=set_words(event))


def declared_line(event: Fields, seat: str, speak: Speak) -> str:
    """An ability with all that belongs to it."""
    _ = speak.gettext
    person = card_name(event["ability"])
    if event["ability"] == "yu_ji":
        return _("{seat} declares Yu Ji to discard {card}").format(seat=seat, card=card_name(event["target"]))
    if event["ability"] == "ying_bu":
        return _("{seat} declares Ying Bu to take {card}").format(seat=seat, card=card_name(event["target"]))
    if event["kinds"]:
        return _("{seat} declares {person} with {set}").format(seat=seat, person=person, set=set_words(event))
    return _("{seat} declares {person}").format(seat=seat, person=person)


def returned_line(event: Fields, seat: str, speak: Speak) -> str:
    """An ability that is cancelled, and where the other cards of its play go, if there are any [C5.4, C9.8]."""
    _, plural = speak.gettext, speak.ngettext
    told = [_("{ability} is cancelled").format(ability=card_name(event["ability"]))]
    cards, target = list(event["set_cards"]), [event["target"]] if event["target"] != "none" else []
    if event["lent"] != "none":
        cards.remove(event["lent"])
        told.append(_("{card} goes back beside the event").format(card=card_name(event["lent"])))
    if event["ability"] == "ying_bu":
        told += [_("{card} returns to the discard pile").format(card=card_name(card)) for card in target]
    else:
        cards += target
    if cards:
        text = plural("{cards} returns to the hand of {seat}", "{cards} return to the hand of {seat}", len(cards))
        told.append(text.format(cards=said(cards), seat=seat))
    return "; ".join(told)


LONGER_LINES = {
    "played": played_line,
    "declared": declared_line,
    "returned": returned_line,
    "scored": scored_line,
    "went_out": went_out_line,
}
"""Events whose line is chosen by what they tell."""
