"""Why an action is illegal, with the number of the rule: read from the seat's masked record only."""

import gettext
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.games.chu_han.actions import ACTIONS
from tianxia.games.chu_han.cards import (
    COPIES,
    FIRST_SIX,
    FIRST_THREE,
    JOKER,
    KINDS,
    N_KINDS,
    PENG_YUE,
    SUDDEN_CHARGE,
    TOP_VALUE,
    VALUES,
    WARLORDS,
    YU_JI,
    ZHONGLI_MO,
    card_name,
)
from tianxia.games.chu_han.questions import (
    CANCEL,
    GIVE,
    LEAD,
    LEAD_ABILITIES,
    OVER,
    PICK,
    RESPOND,
    RESPONSE_ABILITIES,
    RESTORE,
)
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.refused_events import (
    EVENT_ACTIONS,
    closed_step,
    event_refusal,
    gift_refusal,
    pick_refusal,
)
from tianxia.games.chu_han.rules.legal import SMALLEST_ZHONGLI_MO, uses

Speak = gettext.NullTranslations

SETS = ("set", "threes", "sixes")
STEPS = ("add", "done")


def why_not(s: Record, seat: int, action: int, speak: gettext.NullTranslations) -> str:
    """The first rule that the action breaks, in the order in which a player would ask."""
    _ = speak.gettext
    kind = ACTIONS.kind_of(action)
    name = kind.name
    if s.asks == OVER:
        return _("the game is over [C1]")
    if seat != (1 - s.turn if s.asks == CANCEL else s.turn):
        return _("it is not your decision now [C11.2]")
    if s.asks in (CANCEL, RESTORE):
        return window_refusal(s, name, speak)
    if s.asks == GIVE:
        return gift_refusal(name, speak)
    if s.asks == PICK:
        return pick_refusal(s, kind, action, speak)
    if name in ("cancel", "restore"):
        return _("no ability was declared to react to: now the card is a plain 3 [C2.4]")
    if name == "decline":
        return _("there is no ability to react to now [C11.6]")
    if name in ("give", "take"):
        return event_refusal(s, seat, kind, action, speak)
    building = s.building_ability[seat] - 1
    if building == ZHONGLI_MO:
        return addition_refusal(s, seat, kind, action, speak)
    if building == PENG_YUE and name not in SETS:
        return _("Peng Yue was begun: a set of equal value must follow [C11.5]")
    if name in STEPS:
        return _("only after Zhongli Mo was begun [C11.4]")
    lent = s.lent[seat] - 1
    if lent >= 0 and not may_use(s, lent, kind, action, building):
        return _("this play must use {card} from beside the event [C11.5]").format(card=card_name(KINDS[lent]))
    if name in SETS:
        return set_refusal(s, seat, kind, action, building == PENG_YUE, speak)
    if name in EVENT_ACTIONS:
        return event_refusal(s, seat, kind, action, speak)
    if name == "decree":
        return decree_refusal(s, speak)
    if name == "pass":
        return _("the leader must play a set [C4.2]")
    return ability_refusal(s, seat, kind, action, speak)


def may_use(s: Record, lent: int, kind: Any, action: int, building: int) -> bool:
    """Whether a play uses the card that the Warlords lend to it; Peng Yue himself may be that card [C9.8]."""
    if kind.name in ("decree", "pass", *EVENT_ACTIONS):
        return False
    return (building == PENG_YUE and lent == PENG_YUE) or bool(py_func(uses)(s, lent, action))


def window_refusal(s: Record, name: str, speak: Speak) -> str:
    """In a window only its reaction, with the card in hand, or decline."""
    _ = speak.gettext
    card, reaction = ("Lyu Zhi", "cancel") if s.asks == CANCEL else ("Xiao He", "restore")
    if name == reaction and s.event == WARLORDS:
        return _("{card} is neither in your hand nor beside the event [C9.4, C11.2]").format(card=card)
    if name == reaction:
        return _("{card} is not in your hand [C11.2]").format(card=card)
    return _("a reaction is asked: play it, or let the ability stand [C6]")


def decree_refusal(s: Record, speak: Speak) -> str:
    """A decree may be taken once a turn, before response abilities, while one is left."""
    _ = speak.gettext
    if not s.decrees_left:
        return _("no decree is left [C4.5]")
    if s.asks == LEAD and s.event == SUDDEN_CHARGE:
        return _("at Sudden Charge decrees are taken only while responding [C9.1]")
    return closed_step(s, speak)


def cards_named(kind: Any, action: int) -> list[int]:
    """The cards that a set names, as counts by kind, and its value."""
    counts = [0] * N_KINDS
    *_, joker = kind.args(action)
    if kind.name == "set":
        card, copies, _ = kind.args(action)
        counts[card] += copies
    else:
        persons, _ = kind.args(action)
        first = FIRST_THREE if kind.name == "threes" else FIRST_SIX
        for i in range(persons.bit_length()):
            counts[first + i] += persons >> i & 1
    counts[JOKER] += joker
    return counts


def set_refusal(s: Record, seat: int, kind: Any, action: int, equal: bool, speak: Speak) -> str:
    """The cards must be there, in the right number, and higher (after Peng Yue equal)."""
    _ = speak.gettext
    counts = cards_named(kind, action)
    size = sum(counts)
    if kind.name != "set" and not kind.args(action)[0]:
        return _("name at least one person [C11.2]")
    if counts[JOKER] and counts[JOKER] == size and (counts[JOKER] > 1 or kind.args(action)[-1]):
        return _("there is one 0, and as joker it needs a card beside it [C4.6]")
    for card in range(N_KINDS):
        if counts[card] > COPIES[card]:
            return _("the deck has {copies} of {card} [C2.1]").format(copies=COPIES[card], card=card_name(KINDS[card]))
        if counts[card] > s.hand[seat, card]:
            return _("you hold {held} of {card}, not {count} [C11.2]").format(
                held=s.hand[seat, card], card=card_name(KINDS[card]), count=counts[card]
            )
    if s.asks == RESPOND and counts[JOKER] == size:
        return _("the 0 alone can only be led [C4.6]")
    value = min(VALUES[card] for card in range(N_KINDS) if counts[card] and (card != JOKER or size == 1))
    if s.asks == RESPOND and size != s.to_beat_size:
        return _("the set to beat has size {size}, this one {own} [C4.3]").format(size=s.to_beat_size, own=size)
    if equal:
        return _("Peng Yue needs the value {value}, not {own} [C5.12]").format(value=s.to_beat_value, own=value)
    return _("the value to beat is {value}, {own} is not higher [C4.3]").format(value=s.to_beat_value, own=value)


def addition_refusal(s: Record, seat: int, kind: Any, action: int, speak: Speak) -> str:
    """Zhongli Mo's set: rising values, the right number of cards."""
    _ = speak.gettext
    if kind.name == "done":
        if s.asks == RESPOND:
            return _("the set is complete at size {size}, the size to beat [C11.4]").format(size=s.to_beat_size)
        if s.building[seat].bit_count() >= SMALLEST_ZHONGLI_MO:
            lent = card_name(KINDS[s.lent[seat] - 1])
            return _("this play must use {card} from beside the event [C11.5]").format(card=lent)
        return _("Zhongli Mo needs at least 2 cards [C5.8, C11.4]")
    if kind.name != "add":
        return _("Zhongli Mo was begun: add cards of rising values [C11.5]")
    (card,) = kind.args(action)
    if card == ZHONGLI_MO:
        return _("he is not counted in his own set [C11.4]")
    values = [VALUES[k] for k in range(N_KINDS) if s.building[seat] >> k & 1]
    if values and VALUES[card] <= max(values):
        return _("value {own} is not above {top}: values rise, all different [C11.4]").format(
            own=VALUES[card], top=max(values)
        )
    if not s.hand[seat, card]:
        return _("{card} is not in your hand [C11.2]").format(card=card_name(KINDS[card]))
    if s.to_beat_size and VALUES[card] <= s.to_beat_value:
        return _("the lowest card must be above the value to beat, {value} [C5.13]").format(value=s.to_beat_value)
    if s.lent[seat]:
        lent = card_name(KINDS[s.lent[seat] - 1])
        return _("no complete set with {card} from beside the event could follow [C11.5]").format(card=lent)
    return _("no complete set could follow: too few higher values are left [C11.5]")


def ability_refusal(s: Record, seat: int, kind: Any, action: int, speak: Speak) -> str:
    """An ability needs its card, its moment and its target."""
    _ = speak.gettext
    name = kind.name
    card = KINDS.index(name)
    if not s.hand[seat, card] and s.event == WARLORDS and s.face_up[card]:
        return _("{card} lies beside the event: choose it there first [C11.5]").format(card=card_name(name))
    if not s.hand[seat, card]:
        return _("{card} is not in your hand [C11.2]").format(card=card_name(name))
    if name in LEAD_ABILITIES and s.asks != LEAD:
        return _("only the leader may use it, before the set [C2.3]")
    if name in RESPONSE_ABILITIES and s.asks != RESPOND:
        return _("only the responder may use it, in place of a set or pass [C2.4]")
    if name in LEAD_ABILITIES:
        return lead_ability_refusal(s, seat, kind, action, speak)
    if name == "liu_bang":
        return _("Liu Bang answers a single 9 only [C5.9]")
    if name == "peng_yue":
        return peng_yue_refusal(s, speak)
    if s.asks == LEAD:
        return _("Zhongli Mo needs 2 other cards of different values [C5.8]")
    if s.to_beat_size == 1:
        return _("Zhongli Mo needs at least 2 cards, the set to beat has 1 [C5.8]")
    text = speak.ngettext(
        "you lack {n} value above {value} [C5.13]",
        "you lack {n} different values above {value} [C5.13]",
        s.to_beat_size,
    )
    return text.format(n=s.to_beat_size, value=s.to_beat_value)


def lead_ability_refusal(s: Record, seat: int, kind: Any, action: int, speak: Speak) -> str:
    """One lead ability a trick; Yu Ji names another card of the hand, Ying Bu a 1-5 of the discard pile."""
    _ = speak.gettext
    if not s.lead_ability_open:
        return _("one lead ability a trick, and none after Zhongli Mo [C5.1, C5.2]")
    (target,) = kind.args(action)
    if kind.name == "yu_ji":
        if target == YU_JI:
            return _("Yu Ji discards another card [C5.11]")
        return _("{card} is not in your hand [C5.11]").format(card=card_name(KINDS[target]))
    if not s.discard[target]:
        return _("{card} is not in the discard pile [C5.11]").format(card=card_name(KINDS[target]))
    return _("{card} has not a value from 1 to 5 [C5.11]").format(card=card_name(KINDS[target]))


def peng_yue_refusal(s: Record, speak: Speak) -> str:
    """Peng Yue needs a set of exactly the value and size to beat."""
    _ = speak.gettext
    if s.to_beat_value in (0, TOP_VALUE):
        return _("a set of value {value} can't be equalled [C5.12]").format(value=s.to_beat_value)
    return _("you hold no set of {size} with value {value} beside him [C5.12]").format(
        size=s.to_beat_size, value=s.to_beat_value
    )
