"""Why what only an event allows is illegal, with the number of the rule: read from the seat's masked record only."""

import gettext
from typing import Any

from tianxia.games.chu_han.cards import (
    HANGU,
    HIGHEST_IN_ROW,
    HONG_CANAL,
    HONGMEN,
    KINDS,
    MANDATE,
    VALUES,
    WARLORDS,
    XIAHOU_YING,
    XIANG_YU,
    card_name,
)
from tianxia.games.chu_han.questions import LEAD
from tianxia.games.chu_han.record import Record

Speak = gettext.NullTranslations

EVENT_ACTIONS = ("swap", "row", "warlord")
"""What an event offers in a turn; `give` and `take` are asked on their own."""


def gift_refusal(name: str, speak: Speak) -> str:
    """After a decree at Hong Canal one of its two cards is given before anything else."""
    _ = speak.gettext
    if name == "give":
        return _("it is not one of the two cards that you look at [C9.11]")
    return _("first give one of the two cards to the rival [C9.11]")


def pick_refusal(s: Record, kind: Any, action: int, speak: Speak) -> str:
    """After a pass at Mandate a card of the trick is picked, or none."""
    _ = speak.gettext
    if kind.name != "take":
        return _("first pick a card of the trick, or none [C9.12]")
    (card,) = kind.args(action)
    if card in (XIAHOU_YING, XIANG_YU) and s.trick_ability[s.plays - 1] == card + 1:
        return _("{card} was used to pass and can't be picked [C9.4]").format(card=card_name(KINDS[card]))
    return _("{card} does not lie in this trick [C9.12]").format(card=card_name(KINDS[card]))


def event_refusal(s: Record, seat: int, kind: Any, action: int, speak: Speak) -> str:
    """What an event offers needs that event, its moment and its card."""
    _ = speak.gettext
    if kind.name == "give":
        if s.event == HONG_CANAL:
            return _("a card is given right after a decree [C9.11]")
        return _("only at the Hong Canal Treaty a card is given [C9.1]")
    if kind.name == "take":
        if s.event == MANDATE:
            return _("a card of the trick is picked after a pass [C9.12]")
        return _("only at the Mandate of Heaven a card of the trick is picked [C9.1]")
    if kind.name == "swap":
        return swap_refusal(s, seat, kind.args(action), speak)
    if kind.name == "row":
        return row_refusal(s, seat, kind.args(action)[0], speak)
    return warlord_refusal(s, kind.args(action)[0], speak)


def swap_refusal(s: Record, seat: int, cards: tuple[int, ...], speak: Speak) -> str:
    """Hongmen: in place of a decree, a hand card for a face-up one of another kind."""
    given, taken = cards
    _ = speak.gettext
    if s.event != HONGMEN:
        return _("only at the Hongmen Banquet cards are swapped [C9.1]")
    if not s.decree_open:
        return closed_step(s, speak)
    if given == taken:
        return _("the two cards must be of different kinds [C9.9]")
    if not s.hand[seat, given]:
        return _("{card} is not in your hand [C11.2]").format(card=card_name(KINDS[given]))
    return _("{card} does not lie beside the event [C11.2]").format(card=card_name(KINDS[taken]))


def row_refusal(s: Record, seat: int, card: int, speak: Speak) -> str:
    """Hangu: in place of a decree, the next higher card of the row from the hand."""
    _ = speak.gettext
    if s.event != HANGU:
        return _("only at the Race to Hangu Pass there is a row [C9.1]")
    if not s.decree_open:
        return closed_step(s, speak)
    if s.row_size == HIGHEST_IN_ROW:
        return _("the row is full: it ends with a 9 [C9.10]")
    if VALUES[card] != s.row_size + 1:
        return _("the next card of the row has the value {value} [C9.10]").format(value=s.row_size + 1)
    return _("{card} is not in your hand [C11.2]").format(card=card_name(KINDS[card]))


def warlord_refusal(s: Record, card: int, speak: Speak) -> str:
    """Warlords: a face-up card that some legal play can use."""
    _ = speak.gettext
    if s.event != WARLORDS:
        return _("only at the Warlords a card beside the event may be used [C9.1]")
    if not s.face_up[card]:
        return _("{card} does not lie beside the event [C11.2]").format(card=card_name(KINDS[card]))
    return _("no play that is legal now can use {card} [C11.5]").format(card=card_name(KINDS[card]))


def closed_step(s: Record, speak: Speak) -> str:
    """Why the decree step is closed; what an event offers instead of a decree needs it too [C9.4, C9.7]."""
    _ = speak.gettext
    if s.lead_ability_open:
        return _("the decree step of this turn is closed [C4.9]")
    if s.asks == LEAD:
        return _("the decree step of this turn is closed: a decree comes once, and not after Zhongli Mo [C4.9, C5.2]")
    return _(
        "the decree step of this turn is closed: a decree comes first, once, and not after an ability [C4.9, C5.2]"
    )
