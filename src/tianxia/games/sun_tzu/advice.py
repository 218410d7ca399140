"""Why an action may be a good one, in a sentence or two: a fact that the seat can see, for who asks for a hint.

Where none of these holds it is the first that the preview tells.
"""

from collections.abc import Callable
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import Speak
from tianxia.engine.outcomes import first_sentence
from tianxia.games.sun_tzu.actions import ACTIONS
from tianxia.games.sun_tzu.pieces import CARDS, FRAMED, N_CARDS, N_PROVINCES, POINTS, PROVINCES, ROUNDS, SCORING_ROUNDS
from tianxia.games.sun_tzu.preview import preview, upcoming
from tianxia.games.sun_tzu.questions import D4, D8
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.rules.battle import leaving
from tianxia.games.sun_tzu.texts import card_name

Args = dict[str, Any]
Reason = Callable[[Record, int, Args, Speak], str]
"""Says why, or nothing where it does not hold."""
MARKER_CARD = "6"
MODIFIER = CARDS.index("-1")
"""From here on cards are no numbers of their own."""


def advice(s: Record, seat: int, action: int, speak: Speak) -> str:
    """One reason for a legal action; `s` is the seat's masked record."""
    kind = ACTIONS.kind_of(action)
    args = kind.to_json(kind.args(action))
    for reason in REASONS.get(kind.name, ()):
        if said := reason(s, seat, args, speak):
            break
    else:
        said = first_sentence(preview(s, seat, action, speak)) or pools(s, seat, speak)
    return " ".join(filter(None, (said, returns(s, args, speak) if kind.name == "order" else "")))


def pools(s: Record, seat: int, speak: Speak) -> str:
    """What both could still put."""
    text = speak.gettext("Armies in the pools: you {own}, the other side {other}.")
    return text.format(own=int(s.pool[seat]), other=int(s.pool[1 - seat]))


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
    return [card for card in range(CARDS.index("10") + 1) if s.hand[seat, card]]


def strong_for_most(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """More than the lowest number for the province that brings most."""
    weak = CARDS.index(args["card"]) in numbers(s, seat)[:1]
    return "" if weak else worth_most(s, seat, args, speak)


def weak_for_least(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """Less than the highest number for a province that brings least, but others more [S10.1]."""
    found, card = worths(s), CARDS.index(args["card"])
    if not found or card not in numbers(s, seat)[:-1] or min(found) == max(found):
        return ""
    text = speak.gettext("No province is worth less at the next scoring than {province}: {points}.")
    least = found[PROVINCES.index(args["province"])] == min(found)
    return text.format(province=args["province"], points=min(found)) if least else ""


def plagues(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """How many armies a Plague sends away [S7.4, S8.6]."""
    there = int(s.armies[1 - seat, PROVINCES.index(args["province"])])
    gone = int(py_func(leaving)(s, there))
    text = speak.gettext("Enemy armies that would leave: {gone} of {count}.")
    return text.format(gone=gone, count=there) if args["card"] == "Plague" and gone else ""


def returns(s: Record, args: Args, speak: Speak) -> str:
    """A framed card comes back, but not after the last round [S3.1, S12.1]; and the 6 costs an army [S7.2]."""
    framed = args["card"] in CARDS[:FRAMED] and args["card"] != MARKER_CARD and s.round < ROUNDS
    text = speak.gettext("The {card} comes back to your hand after the round.")
    return text.format(card=card_name(args["card"], speak)) if framed else ""


def defends(s: Record, seat: int, args: Args, speak: Speak) -> str:
    """Own armies stand there."""
    own = int(s.armies[seat, PROVINCES.index(args["province"])])
    text = speak.ngettext("You hold {province} with {count} army.", "You hold {province} with {count} armies.", own)
    return text.format(province=args["province"], count=own) if own else ""


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


def shows_no_general(s: Record, seat: int, _args: Args, speak: Speak) -> str:
    """What is not used stays a secret [S8.3, S13]."""
    return speak.gettext("You show no general.") if s.asks in (D4, D8) and s.held[seat] else ""


def no_cost(_s: Record, _seat: int, _args: Args, speak: Speak) -> str:
    """To pass gives nothing away."""
    return speak.gettext("It costs you no card.")


REASONS: dict[str, tuple[Reason, ...]] = {
    "order": (plagues, strong_for_most, weak_for_least),
    "next": (worth_most, defends),
    "confirm": (all_lie,),
    "take_back": (in_hand_again,),
    "under": (kept,),
    "pass": (shows_no_general, no_cost),
}
"""By kind of action, the most telling first. Of an order else what it may come to is told, which no other card shares."""
