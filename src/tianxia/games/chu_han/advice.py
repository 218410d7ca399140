"""Why an action may be a good one, in one sentence: a fact that the seat can see, for who asks for a hint.

Where nothing that can be seen speaks for an action, no reason is given.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import N_, Speak, either
from tianxia.games.chu_han.actions import ACTIONS
from tianxia.games.chu_han.cards import (
    HONG_CANAL,
    JOKER,
    KINDS,
    LYU_ZHI,
    N_KINDS,
    RESTRAINT,
    VALUES,
    WARLORDS,
    XIAO_HE,
    card_name,
)
from tianxia.games.chu_han.preview import foreseen, going_out
from tianxia.games.chu_han.questions import CANCEL, LEAD, RESPOND, RESTORE
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.rules.legal import has_reaction

Args = dict[str, Any]
Reason = Callable[[Record, int, Args, Speak], str]
"""Says why, or nothing where it does not hold."""
MANY = 3
"""So many cards of a value are worth keeping together, and worth playing at once."""
HIGH, FEW = 7, 2
"""From this value on a set is hard to beat, where so few values are higher."""
DECREE_CARDS = 2
"""Cards that a decree draws [C4.5]."""


def advice(s: Record, seat: int, action: int, speak: Speak) -> str:
    """One reason for a legal action, or nothing; `s` is the seat's masked record."""
    kind = ACTIONS.kind_of(action)
    args = {**kind.to_json(kind.args(action)), "action": action}
    return next(filter(None, (reason(s, seat, args, speak) for reason in REASONS.get(kind.name, ANY))), "")


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
    """The seat goes out, and what it gains [C6.1, C7.1]."""
    after = foreseen(s, seat, args["action"])
    return next(going_out(after, speak), "") if after.out and after.out["seat"] == seat else ""


def rival_has_too_few(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """The rival has not so many cards, not with a decree or a card of the Warlords either [C4.2, C4.5, C9.8]."""
    if (drawn := foreseen(s, seat, args["action"])).goes_on and drawn.after.asks == RESPOND:
        count = int(drawn.after.hand_size[1 - seat])
        lent = s.event == WARLORDS and any(drawn.after.face_up)
        if drawn.after.to_beat_size > count + (DECREE_CARDS if s.decrees_left else 0) + lent:
            text = speak.ngettext(
                "Your rival has {count} card, too few for a set that beats it.",
                "Your rival has {count} cards, too few for a set that beats it.",
                count,
            )
            return text.format(count=count)
    return ""


def one_set_left(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """All that is left then is cards of one value, with the joker perhaps: with the lead they go out [C4.2, C7.1]."""
    after = foreseen(s, seat, args["action"])
    left = after.after
    if not after.goes_on or left.lent[seat] or left.hand_size[seat] == s.hand_size[seat] or len(held(left, seat)) > 1:
        return ""
    text = speak.ngettext(
        "Then you hold {count} card: with the lead you go out.",
        "Then you hold {count} cards, which make one set: with the lead you go out.",
        left.hand_size[seat],
    )
    return text.format(count=int(left.hand_size[seat]))


def cheapest_answer(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """No lower plain set of the hand beats the set to beat [C4.3]."""
    value, _count, joker = played(args)
    if s.asks == LEAD or s.lent[seat] or joker or value != lowest_answer(s, seat, int(s.hand[seat, JOKER])):
        return ""
    return speak.gettext("It is the lowest plain set of yours that beats the set to beat.")


def lowest_answer(s: Record, seat: int, jokers: int) -> int:
    """The value of the lowest plain set that beats the set to beat, with so many jokers; 0 if there is none [C4.3, C4.6]."""
    return min((v for v, n in held(s, seat).items() if v > s.to_beat_value and n + jokers >= s.to_beat_size), default=0)


def spares(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """A lower answer would break up cards of a value of which there are many [C4.3]."""
    if s.asks == LEAD or s.lent[seat] or s.building_ability[seat]:
        return ""  # no other value may be played now [C9.8, C11.5]
    value, _count, _joker = played(args)
    broken = {
        v: n for v, n in held(s, seat).items() if s.to_beat_value < v < value and n > s.to_beat_size and n >= MANY
    }
    spared = max(broken, key=lambda v: (broken[v], v), default=0)
    text = speak.gettext("A lower answer would break up your {count} × {value}.")
    return text.format(count=broken[spared], value=spared) if spared else ""


def lowest_cards(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """The lowest value held, but for the joker, which can be of any: no cards beat less."""
    value, _count, joker = played(args)
    if joker or value != min(held(s, seat), default=-1) or s.lent[seat]:
        return ""
    return speak.gettext("It plays the lowest cards that you hold, which beat least.")


def many_at_once(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """No set of another value, not with the joker either, would leave so few cards."""
    value, count, joker = played(args)
    other = max((n for v, n in held(s, seat).items() if v != value), default=0) + int(s.hand[seat, JOKER])
    size = count + joker
    if size < MANY or size <= other or s.lent[seat]:
        return ""
    return speak.gettext("Cards gone at once: {count}, more than with a set of any other value.").format(count=size)


def hard_to_beat(_s: Record, _seat: int, args: Args, speak: Speak) -> str:
    """So high a value that few sets are higher [C4.3]."""
    value, _count, _joker = played(args)
    higher = sorted({v for v in VALUES if v > value})
    if value < HIGH or len(higher) > FEW:
        return ""
    if not higher:
        return speak.gettext("No plain set beats it.")
    text = speak.gettext("Only plain sets of {values} beat it.")
    return text.format(values=either([str(one) for one in higher], speak))


def nothing_beats(s: Record, seat: int, _args: Args, speak: Speak) -> str:
    """No plain set of the hand beats the set to beat, which after Han Xin is the own one [C4.3, C4.10, C5.14]."""
    able = lowest_answer(s, seat, int(s.hand[seat, JOKER]))
    return "" if able else speak.gettext("You hold no plain set that beats the set to beat.")


def saves(s: Record, seat: int, _args: Args, speak: Speak) -> str:
    """What a set that beats the set to beat would take from the hand."""
    value = lowest_answer(s, seat, 0)
    text = speak.gettext("It saves your {count} × {value} for later.")
    return text.format(count=int(s.to_beat_size), value=value) if value else ""


def may_help(s: Record, seat: int, _args: Args, speak: Speak) -> str:
    """Two cards more may make a set that the hand lacks [C4.5]; at Hong Canal one of them is the rival's [C9.1]."""
    if s.asks != RESPOND or s.event == HONG_CANAL or lowest_answer(s, seat, int(s.hand[seat, JOKER])):
        return ""
    return speak.gettext("You hold no plain set that beats the set to beat: two more cards may make one.")


def costs_only_if(s: Record, _seat: int, _args: Args, speak: Speak) -> str:
    """A decree counts only for the rival who goes out [C7.1]; not so under Restraint, nor is all kept at Hong Canal [C9.1]."""
    if s.event in (RESTRAINT, HONG_CANAL):
        return ""
    return speak.gettext("It draws you cards, and costs nothing if it is you who goes out.")


def stops(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """What Lyu Zhi cancels does nothing, and cards played for it return, unless Xiao He restores it [C5.17]."""
    person = card_name(KINDS[s.declared_ability - 1])
    back = int(foreseen(s, seat, args["action"]).after.hand_size[1 - seat] - s.hand_size[1 - seat])
    if back <= 0:
        return speak.gettext("It stops {person}, unless Xiao He answers.").format(person=person)
    text = speak.ngettext(
        "It stops {person}, and {count} card returns to your rival's hand, unless Xiao He answers.",
        "It stops {person}, and {count} cards return to your rival's hand, unless Xiao He answers.",
        back,
    )
    return text.format(person=person, count=back)


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


def points(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """What the seat gains at once [C5]."""
    gained = sum(
        one["points"]
        for one in foreseen(s, seat, args["action"]).of_the_hand
        if one["kind"] == "scored" and one["seat"] == seat
    )
    text = speak.ngettext("It gains you {count} point at once.", "It gains you {count} points at once.", gained)
    return text.format(count=gained) if gained > 0 else ""


def rids(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """How many cards leave the hand without a set [C5]."""
    after = foreseen(s, seat, args["action"])
    gone = int(s.hand_size[seat] - after.after.hand_size[seat])
    text = speak.gettext("Cards gone from your hand: {count}, and none of them needs a set.")
    return text.format(count=gone) if after.goes_on and gone > 1 else ""


def holds_the_trick(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """What the rival has to beat then, or that the seat leads the next trick [C4.3, C5.14, C5.15]."""
    after = foreseen(s, seat, args["action"])
    if not after.goes_on or s.asks == LEAD:
        return ""
    if any(event["leader"] == seat for event in after.least.of("trick_ended")):
        return speak.gettext("You lead the next trick.")
    if after.after.asks == RESPOND and after.after.turn == 1 - seat:
        text = speak.gettext("It answers without a set, and your rival must beat {size} × {value}.")
        return text.format(size=after.after.to_beat_size, value=after.after.to_beat_value)
    return ""


def alone(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """A card of whose value the hand has no other makes no larger set [C5.8]."""
    value = VALUES[KINDS.index(args["card"])]
    text = speak.gettext("It is your only card of value {value}.")
    return text.format(value=value) if held(s, seat)[value] == 1 else ""


def first_steps(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """What an ability that takes several steps is for [C5.4, C5.8]."""
    kind = ACTIONS.kind_of(args["action"]).name
    return speak.gettext(GOOD_FOR[kind]) if s.building_ability[seat] == 0 and kind in GOOD_FOR else ""


GOOD_FOR = {"zhongli_mo": N_("Single cards, which are hard to get rid of, make one set with him.")}
"""Abilities that take several steps, and what they are good for."""

A_SET: tuple[Reason, ...] = (
    goes_out, rival_has_too_few, one_set_left, cheapest_answer, many_at_once, spares, lowest_cards, hard_to_beat
)  # fmt: skip
ANY: tuple[Reason, ...] = (goes_out, points, first_steps, one_set_left, rids, holds_the_trick)

REASONS: dict[str, tuple[Reason, ...]] = {
    "set": A_SET,
    "threes": A_SET,
    "sixes": A_SET,
    "add": (goes_out, one_set_left, alone),
    "pass": (nothing_beats, saves),
    "decree": (may_help, costs_only_if),
    "cancel": (stops,),
    "restore": (stands,),
    "decline": (keeps, cannot_answer),
}
"""By kind of action, the most telling first; of all others what holds for any."""
