"""Why an action may be a good one, in one sentence: a fact that the seat can see, for who asks for a hint.

Where none of these holds it is the first that the preview tells.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import Speak
from tianxia.engine.outcomes import first_sentence
from tianxia.games.chu_han.actions import ACTIONS
from tianxia.games.chu_han.cards import (
    HONG_CANAL,
    JOKER,
    KINDS,
    LYU_ZHI,
    N_KINDS,
    RESTRAINT,
    VALUES,
    XIAO_HE,
    card_name,
)
from tianxia.games.chu_han.preview import preview
from tianxia.games.chu_han.questions import CANCEL, LEAD, RESTORE
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.rules.legal import has_reaction

Args = dict[str, Any]
Reason = Callable[[Record, int, Args, Speak], str]
"""Says why, or nothing where it does not hold."""
MANY = 3
"""So many cards of a value are worth keeping together, and worth playing at once."""


def advice(s: Record, seat: int, action: int, speak: Speak) -> str:
    """One reason for a legal action; `s` is the seat's masked record."""
    kind = ACTIONS.kind_of(action)
    args = kind.to_json(kind.args(action))
    for reason in REASONS.get(kind.name, ()):
        if said := reason(s, seat, args, speak):
            return said
    return first_sentence(preview(s, seat, action, speak)) or cards_in_hand(s, seat, speak)


def cards_in_hand(s: Record, seat: int, speak: Speak) -> str:
    """How far both are from going out [C7.1]."""
    text = speak.gettext("Cards in hand: you {own}, your rival {other}.")
    return text.format(own=int(s.hand_size[seat]), other=int(s.hand_size[1 - seat]))


def held(s: Record, seat: int) -> Counter[int]:
    """How many cards of each value the seat holds, the joker left out; a card lent by the Warlords is not held [C9.8]."""
    counts: Counter[int] = Counter()
    for kind in range(N_KINDS):
        if kind != JOKER and s.hand[seat, kind]:
            counts[VALUES[kind]] += int(s.hand[seat, kind]) - (s.lent[seat] == kind + 1)
    return +counts


def played(args: Args) -> tuple[int, int, bool]:
    """The value of a set, its cards without the joker, and whether that is in it."""
    persons = args.get("persons")
    value = VALUES[KINDS.index(persons[0])] if persons else int(args["value"])
    return value, len(persons) if persons else int(args["count"]), bool(args["joker"])


def goes_out(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """The set is the whole hand [C6.1]."""
    _value, count, joker = played(args)
    whole = count + joker == s.hand_size[seat] and not s.lent[seat]
    return speak.gettext("It is all that you hold: you go out.") if whole else ""


def cheapest_answer(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """No lower plain set of the hand beats the set to beat [C4.3]."""
    value, _count, joker = played(args)
    if s.asks == LEAD or s.lent[seat] or joker or value != lowest_answer(s, seat, int(s.hand[seat, JOKER])):
        return ""
    return speak.gettext("It is the lowest plain set of yours that beats the set to beat.")


def lowest_answer(s: Record, seat: int, jokers: int) -> int:
    """The value of the lowest plain set that beats the set to beat, with so many jokers; 0 if there is none [C4.3, C4.6]."""
    return min((v for v, n in held(s, seat).items() if v > s.to_beat_value and n + jokers >= s.to_beat_size), default=0)


def keeps_together(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """Another value of which there are many, and which could be played now, stays whole."""
    counts, (value, _count, _joker) = held(s, seat), played(args)
    if s.lent[seat] or s.building_ability[seat]:
        return ""  # no other value may be played now [C9.8, C11.5]
    able = [v for v, n in counts.items() if s.asks == LEAD or (v > s.to_beat_value and n >= s.to_beat_size)]
    kept = max((v for v in able if v != value and counts[v] >= MANY), key=lambda v: (counts[v], v), default=0)
    text = speak.gettext("It keeps your {count} × {value} together.")
    return text.format(count=counts[kept], value=kept) if kept else ""


def lowest_cards(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """The lowest value held: no cards beat less."""
    value, _count, _joker = played(args)
    lowest = VALUES[JOKER] if s.hand[seat, JOKER] else min(held(s, seat), default=-1)
    return speak.gettext("It plays the lowest cards that you hold.") if value == lowest and not s.lent[seat] else ""


def many_at_once(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """No set of another value, not with the joker either, would leave so few cards."""
    value, count, joker = played(args)
    other = max((n for v, n in held(s, seat).items() if v != value), default=0) + int(s.hand[seat, JOKER])
    size = count + joker
    if size < MANY or size <= other or s.lent[seat]:
        return ""
    return speak.gettext("Cards played at once: {count}, more than a set of any other value.").format(count=size)


def nothing_beats(s: Record, seat: int, _args: Args, speak: Speak) -> str:
    """No plain set of the hand beats the set to beat, which after Han Xin is the own one [C4.3, C4.10, C5.14]."""
    able = lowest_answer(s, seat, int(s.hand[seat, JOKER]))
    return "" if able else speak.gettext("You hold no plain set that beats the set to beat.")


def saves(s: Record, seat: int, _args: Args, speak: Speak) -> str:
    """What a set that beats the set to beat would take from the hand."""
    value = lowest_answer(s, seat, 0)
    text = speak.gettext("It saves your {count} × {value} for later.")
    return text.format(count=int(s.to_beat_size), value=value) if value else ""


def costs_only_if(s: Record, _seat: int, _args: Args, speak: Speak) -> str:
    """A decree counts only for the rival who goes out [C7.1]; not so under Restraint, nor is all kept at Hong Canal [C9.1]."""
    if s.event in (RESTRAINT, HONG_CANAL):
        return ""
    return speak.gettext("It draws you cards, and costs nothing if it is you who goes out.")


def stops(s: Record, _seat: int, _args: Args, speak: Speak) -> str:
    """What Lyu Zhi cancels does nothing, unless Xiao He restores it [C5.17]."""
    text = speak.gettext("It stops {person}, unless Xiao He answers.")
    return text.format(person=card_name(KINDS[s.declared_ability - 1]))


def stands(s: Record, _seat: int, _args: Args, speak: Speak) -> str:
    """What Xiao He restores stands [C5.4]."""
    return speak.gettext("It lets {person} stand.").format(person=card_name(KINDS[s.declared_ability - 1]))


ANSWERS = {CANCEL: LYU_ZHI, RESTORE: XIAO_HE}
"""Whose window is open, by question [C6.8]."""


def keeps(s: Record, seat: int, _args: Args, speak: Speak) -> str:
    """The card that could answer stays in the hand."""
    person = ANSWERS.get(int(s.asks))
    if person is None or not s.hand[seat, person]:
        return ""
    return speak.gettext("{person} stays in your hand.").format(person=card_name(KINDS[person]))


def cannot_answer(s: Record, seat: int, _args: Args, speak: Speak) -> str:
    """A window opens on public facts, also for who has nothing to react with [C11.6]."""
    person = ANSWERS.get(int(s.asks))
    able = person is None or py_func(has_reaction)(s, seat, person)
    return "" if able else speak.gettext("You have nothing to answer with.")


A_SET: tuple[Reason, ...] = (goes_out, cheapest_answer, many_at_once, keeps_together, lowest_cards)

REASONS: dict[str, tuple[Reason, ...]] = {
    "set": A_SET,
    "threes": A_SET,
    "sixes": A_SET,
    "pass": (nothing_beats, saves),
    "decree": (costs_only_if,),
    "cancel": (stops,),
    "restore": (stands,),
    "decline": (keeps, cannot_answer),
}
"""By kind of action, the most telling first."""
