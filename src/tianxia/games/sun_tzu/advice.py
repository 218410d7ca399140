"""Why an action may be a good one, in one sentence: a fact that the seat can see, for who asks for a hint.

What speaks for an order is what its battle comes to against each card that the other side may still have. Where nothing that
can be seen speaks for an action, no reason is given.
"""

from collections.abc import Callable
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import Speak
from tianxia.games.sun_tzu.actions import ACTIONS
from tianxia.games.sun_tzu.pieces import (
    CARDS,
    GENERALS,
    N_CARDS,
    N_PROVINCES,
    ONE,
    POINTS,
    PROVINCES,
    SCORING_ROUNDS,
)
from tianxia.games.sun_tzu.preview import armies_after, armies_of, owner, until_hidden, upcoming
from tianxia.games.sun_tzu.preview_battle import draws_three, fought, may_lie, played
from tianxia.games.sun_tzu.questions import D4, D8
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.rules.battle import leaving
from tianxia.games.sun_tzu.texts import GENERAL_TEXTS, card_name

Args = dict[str, Any]
Reason = Callable[[Record, int, Args, Speak], str]
"""Says why, or nothing where it does not hold."""
MODIFIER = CARDS.index("-1")
"""From here on cards are no numbers of their own."""
LOW = 3
"""Numbers up to this one are the weak ones."""


def advice(s: Record, seat: int, action: int, speak: Speak) -> str:
    """One reason for a legal action, or nothing; `s` is the seat's masked record."""
    kind = ACTIONS.kind_of(action)
    args = {**kind.to_json(kind.args(action)), "action": action}
    return next(filter(None, (reason(s, seat, args, speak) for reason in REASONS.get(kind.name, (turns,)))), "")


def worths(s: Record) -> list[int]:
    """What each province is worth at the next scoring; nothing after the last."""
    if (round := upcoming(s)) is None:
        return []
    return [int(POINTS[s.displays[at], SCORING_ROUNDS.index(round)]) for at in range(N_PROVINCES)]


def worth_most(s: Record, _seat: int, args: Args, speak: Speak) -> str:
    """No province brings more at the next scoring, but some less [S10.1]."""
    found = worths(s)
    if not found or found[PROVINCES.index(args["province"])] < max(found) or min(found) == max(found):
        return ""
    text = speak.gettext("No province is worth more at the next scoring than {province}: {points}.")
    return text.format(province=args["province"], points=max(found))


def numbers(s: Record, seat: int) -> list[int]:
    """Kinds of the number cards in the hand, the lowest first."""
    return [card for card in range(MODIFIER) if s.hand[seat, card]]


def weak_for_least(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """A low number for a province that brings least, but others more, while higher ones stay in the hand [S10.1]."""
    found, card = worths(s), CARDS.index(args["card"])
    if not found or card not in numbers(s, seat)[:-1] or card >= LOW or min(found) == max(found):
        return ""
    text = speak.gettext("{province} is worth least at the next scoring, {points}: higher cards stay for the others.")
    least = found[PROVINCES.index(args["province"])] == min(found)
    return text.format(province=args["province"], points=min(found)) if least else ""


def loses_little(_s: Record, _seat: int, args: Args, speak: Speak) -> str:
    """Any number beats it by 1; a + card by its own value [S6.5]."""
    text = speak.gettext("Against a number the {card} loses by only 1.")
    return text.format(card=card_name(args["card"], speak)) if args["card"] == CARDS[MODIFIER] else ""


def draws_more(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """What the 1 is good for, unless a Plague lies against it [S7.1, S7.4]."""
    draws = args["card"] == CARDS[ONE] and draws_three(s, seat)
    text = speak.gettext(
        "Unless a Plague lies against it, the {card} lets you draw 3 cards and keep 2 at the end of the round."
    )
    return text.format(card=args["card"]) if draws else ""


def whose(s: Record, seat: int, args: Args) -> dict[int, int | None]:
    """Who controls the province after the battle, by each card that may lie against this one."""
    province, card = PROVINCES.index(args["province"]), CARDS.index(args["card"])
    before, after = armies_of(s), {}
    for other in may_lie(s, 1 - seat, province):
        change = fought(s, seat, province, card, other)
        armies = [[before[side][province] + change[side]] for side in range(len(change))]
        after[other] = owner(armies, 0)
    return after


def stays(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """The province is the seat's, and no card can change that [S6, S7.4]."""
    now = owner(armies_of(s), PROVINCES.index(args["province"]))
    text = speak.gettext("{province} stays yours with the armies of now, whatever card lies against it.")
    sure = now == seat and set(whose(s, seat, args).values()) == {seat}
    return text.format(province=args["province"]) if sure else ""


def yours_against(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """Up to which number the province is the seat's after the battle, and what it brings then [S6, S10.1]."""
    if not s.pool[seat] and owner(armies_of(s), PROVINCES.index(args["province"])) != seat:
        return ""  # armies would have to come from elsewhere [S6.2]
    after, worth = whose(s, seat, args), worths(s)[PROVINCES.index(args["province"])]
    plain = [other for other in after if other < MODIFIER]
    lost = [other for other in plain if after[other] != seat]
    beaten = [other for other in plain if other < min(lost, default=MODIFIER)]
    if not beaten:
        return ""
    if lost:
        text = speak.gettext(
            "With the armies of now {province} is yours after the battle against any number up to {card}: "
            "{points} at the next scoring."
        )
    else:
        text = speak.gettext(
            "With the armies of now {province} is yours after the battle against any number: {points} at the next scoring."
        )
    return text.format(card=CARDS[beaten[-1]], province=args["province"], points=worth)


def drives_out(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """How many enemy armies leave at best, where the province cannot be taken [S6.3]."""
    province, card = PROVINCES.index(args["province"]), CARDS.index(args["card"])
    there = int(s.armies[1 - seat, province])
    gone = max(-fought(s, seat, province, card, other)[1 - seat] for other in may_lie(s, 1 - seat, province))
    text = speak.gettext("Enemy armies that it drives out of {province} at best: {gone} of {count}.")
    return text.format(gone=gone, count=there, province=args["province"]) if there and gone > 0 else ""


def plagues(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """How many armies a Plague sends away [S7.4, S8.6]."""
    there = int(s.armies[1 - seat, PROVINCES.index(args["province"])])
    gone = int(py_func(leaving)(s, there))
    text = speak.gettext("Enemy armies that would leave: {gone} of {count}.")
    return text.format(gone=gone, count=there) if args["card"] == "Plague" and gone else ""


def all_lie(_s: Record, _seat: int, _args: Args, speak: Speak) -> str:
    """Nothing is left to order [S4.5]."""
    return speak.gettext("All five provinces have your orders.")


def in_hand_again(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """The card returns to the hand [S4.1]."""
    card = CARDS[s.laid[seat, PROVINCES.index(args["province"])] - 1]
    return speak.gettext("Then the {card} is in your hand again.").format(card=card_name(card, speak))


def kept(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """What stays in the hand of the cards drawn, where all of it is higher, or no card that goes under is [S12.2]."""
    drawn = [card for card in range(N_CARDS) for _ in range(int(s.drawn[seat, card]))]
    drawn.remove(under := CARDS.index(args["card"]))
    names = ", ".join(card_name(CARDS[card], speak) for card in drawn)
    if not names:
        return ""
    if any(card <= under or card == N_CARDS - 1 for card in drawn) or (under < MODIFIER) != (max(drawn) < MODIFIER):
        return speak.gettext("You keep {cards}.").format(cards=names)
    return speak.gettext("What you keep is higher: {cards}.").format(cards=names)


def turns(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """A province that the seat gains or the other side loses by it, and what it is worth next [S1.7, S10.1]."""
    before, after = armies_of(s), armies_after(until_hidden(played(s, seat, args["action"])))
    found = worths(s) or [0] * N_PROVINCES
    for province in sorted(range(N_PROVINCES), key=lambda one: -found[one]):
        was, becomes = owner(before, province), owner(after, province)
        if becomes == seat != was:
            text = speak.gettext("{province} becomes yours: {points} at the next scoring.")
        elif was == 1 - seat and becomes is None:
            text = speak.gettext("{province} is the other side's no longer: {points} at the next scoring.")
        else:
            continue
        return text.format(province=PROVINCES[province], points=found[province])
    return ""


def does(_s: Record, _seat: int, args: Args, speak: Speak) -> str:
    """What a general does [S8]."""
    return speak.gettext(GENERAL_TEXTS[args["general"]]) if args.get("general") in GENERALS else ""


def reinforces(s: Record, seat: int, _args: Args, speak: Speak) -> str:
    """An army that comes back to the pool, where it is empty [S4.3]."""
    text = speak.gettext("Your pool is empty, and it brings an army back from the reinforcements.")
    return "" if s.pool[seat] else text


def takes_from(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """The province that armies are taken from is not lost by it, or no own one is worth less [S6.2]."""
    province, found = PROVINCES.index(args["province"]), worths(s)
    if s.armies[seat, province] > 1:
        return speak.gettext("{province} stays yours with the armies that are left.").format(province=args["province"])
    if not found or found[province] > min(found[one] for one in range(N_PROVINCES) if s.armies[seat, one]):
        return ""
    text = speak.gettext("None of your provinces is worth less at the next scoring than {province}: {points}.")
    return text.format(province=args["province"], points=found[province])


def from_the_pool(_s: Record, _seat: int, _args: Args, speak: Speak) -> str:
    """No province is weakened."""
    return speak.gettext("Your provinces keep their armies.")


def shows_no_general(s: Record, seat: int, _args: Args, speak: Speak) -> str:
    """What is not used stays a secret [S8.3, S13]."""
    return speak.gettext("You show no general.") if s.asks in (D4, D8) and s.held[seat] else ""


def no_cost(_s: Record, _seat: int, _args: Args, speak: Speak) -> str:
    """To pass gives nothing away."""
    return speak.gettext("It costs you no card.")


REASONS: dict[str, tuple[Reason, ...]] = {
    "choose": (does,),
    "order": (plagues, loses_little, stays, draws_more, weak_for_least, yours_against, drives_out, worth_most),
    "next": (worth_most,),
    "confirm": (all_lie,),
    "take_back": (in_hand_again,),
    "under": (kept,),
    "discard": (turns, reinforces),
    "take": (turns, takes_from),
    "take_pool": (from_the_pool,),
    "pass": (shows_no_general, no_cost),
}
"""By kind of action, the most telling first; of all others whose province becomes whose."""
