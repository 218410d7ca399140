"""Why an action is illegal, with the number of the rule: read from the seat's masked record only.

Goods, wagons and the cards that they go on have a file of their own, and so has the time of an action.
A rule that is the text of a card is cited as N9.
"""

from collections.abc import Callable
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import Speak
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.deck import in_use
from tianxia.games.huns.pieces import (
    ALL_RAIDS,
    ARCHER,
    AT_THE_END_OF_A_TURN,
    CARDS,
    CASTER,
    COLOURS,
    DISGRACE,
    FACES,
    HORSE,
    LAME,
    OATH,
    OUTRIDER,
    PELT,
    REARGUARD,
    SMITH,
    SPY,
)
from tianxia.games.huns.questions import QUESTIONS
from tianxia.games.huns.record import Record
from tianxia.games.huns.refused_goods import (
    brand_refusal,
    good_refusal,
    idle,
    load_refusal,
    on_refusal,
    send_refusal,
    swap_refusal,
    take_refusal,
    wagon_refusal,
)
from tianxia.games.huns.refused_moments import ANOTHER_WAY, another_way, moment_refusal
from tianxia.games.huns.rules.cards import oath_of_peace
from tianxia.games.huns.sets import asked
from tianxia.games.huns.texts import THE_DIE, card_name

WINDOWS = {PELT: "before_die", CASTER: "before_die", SMITH: "after_action", OUTRIDER: "after_action"}
"""Cards other than Raids that are used at a moment of the own turn [N6.1.1]."""
BY_THEMSELVES = ("auto", "curse", "treasure")
"""Kinds of cards that nobody has to use."""


def why_not(s: Record, seat: int, action: int, speak: Speak) -> str:
    """The first rule that the action breaks, in the order in which a player would ask."""
    _ = speak.gettext
    kind = ACTIONS.kind_of(action)
    if s.asked < 0:
        return _("the game is over [N3.2]")
    if s.asked != seat:
        return _("it is not your decision now [N11.1]")
    question = asked(s)["kind"]
    args = kind.args(action)
    if kind.name in ("flee", "accept"):
        return _("no Curse is played on you now [N5.5]")
    other = another_way(s, seat, args[0], speak) if kind.name == "use" else ""
    if other:
        return other
    if kind.name not in QUESTIONS.answers[question] and (kind.name, question) != ("use", "after_die"):
        return moment_refusal(s, kind.name, args, speak)
    return REFUSALS[kind.name](s, seat, args, speak)


# the die and the action


def die_refusal(s: Record, _seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A die that is there; a 3 in Disgrace only if all show 3 [N3.1, C11]."""
    _ = speak.gettext
    if not s.dice[args[0]]:
        return _("{the_die} was taken already [N3.1]").format(the_die=_(THE_DIE[COLOURS[args[0]]]))
    text = _("{card}: you take a die that shows 3 only if all of them do [N9]")
    return text.format(card=card_name(CARDS[DISGRACE], speak))


def draw_refusal(s: Record, seat: int, _args: tuple[int, ...], speak: Speak) -> str:
    """A deck with cards; not the black one under the Oath of Peace [N4.1, C09]."""
    _ = speak.gettext
    if not s.deck_size[s.die - 1]:
        return _("that deck is empty [N4.1, N8.4]")
    return _("{card}: you cannot draw with the black die [N9]").format(card=card_name(CARDS[OATH], speak))


def loot_as_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """Another colour that the Reserve has, with Alan Archer [M06]."""
    _ = speak.gettext
    reason = idle(s, seat, ARCHER, speak)
    if reason:
        return reason
    if args[0] == s.die - 1:
        return _("that is the colour of your die: just loot [N9]")
    return _("the reserve has no good of this colour [N9]")


def raise_refusal(s: Record, seat: int, _args: tuple[int, ...], speak: Speak) -> str:
    """A value of 1 or 2 that is not fixed, with Steppe Horse [E04]."""
    _ = speak.gettext
    reason = fixed(s, speak) or idle(s, seat, HORSE, speak)
    return reason or _("the value is {n} already, and more there is not [N8.3]").format(n=FACES)


def value_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """Another value, of one of the last two dice, that is not fixed, with Rearguard [E12]."""
    _ = speak.gettext
    reason = fixed(s, speak) or idle(s, seat, REARGUARD, speak)
    if reason:
        return reason
    if args[0] == s.value:
        return _("the value is {n} already [N11.3]").format(n=s.value)
    return _("more than two dice were left when you took yours [N9]")


def fixed(s: Record, speak: Speak) -> str:
    """That no card may change the value; empty if one may [C05]."""
    if not s.fixed:
        return ""
    text = speak.gettext("{card}: no card may change the value of this die [N9]")
    return text.format(card=card_name(CARDS[LAME], speak))


# cards


def play_refusal(_s: Any, _seat: int, _args: tuple[int, ...], speak: Speak) -> str:
    """One of the cards just drawn [N4.1]."""
    return speak.gettext("this is not one of the cards that you drew [N4.1]")


def victim_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """An opponent [N5.4]."""
    _ = speak.gettext
    if args[0] == seat:
        return _("a Curse never goes into your own camp [N5.4]")
    return _("nobody sits there [N5.4]")


def use_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A card of the own camp, at its moment, that can do something [N5.2, N6.1.1, N9.2]."""
    _ = speak.gettext
    (card,) = args
    names = {"card": card_name(CARDS[card], speak)}
    asks = asked(s)
    question = asks["kind"]
    if question == "send_effects" and CARDS[card] in asks["effects"]:
        return _("{card} waits, but can do nothing now [N6.2.1, N9.2]").format(**names)
    if question in ("curse_effects", "send_effects"):
        return _("{card} is none of the effects that wait [N6.2.1]").format(**names)
    if question not in ("before_die", "after_die", "after_action"):
        return _("only {spy} can be used now [N9, N11.3]").format(spy=card_name(CARDS[SPY], speak))
    if not s.camp[seat] >> card & 1:
        return _("{card} is not in your camp [N9.1]").format(**names)
    if ALL_RAIDS >> card & 1:
        return raid_refusal(s, seat, card, speak)
    if card in ANOTHER_WAY and ANOTHER_WAY[card][0] == question:
        return unused_refusal(s, seat, card, speak)
    if card not in WINDOWS and in_use().cards[card].kind in BY_THEMSELVES:
        return _("{card} acts by itself [N6.1.1]").format(**names)
    if WINDOWS.get(card) != question:
        return _("{card} is not used at this moment [N6.1.1]").format(**names)
    return idle(s, seat, card, speak) or idle_now(card, speak)


def unused_refusal(s: Record, seat: int, card: int, speak: Speak) -> str:
    """Why a card with an action of its own cannot be used, though this is its moment [N6.1.1, N8.3, N9.2]."""
    if card == HORSE:
        return raise_refusal(s, seat, (), speak)
    if card == REARGUARD:
        return value_refusal(s, seat, (s.value % FACES + 1,), speak)
    return idle(s, seat, card, speak) or idle_now(card, speak)


def idle_now(card: int, speak: Speak) -> str:
    """That a card works, but finds nothing to do [N9.2]."""
    return speak.gettext("{card} can do nothing now [N9.2]").format(card=card_name(CARDS[card], speak))


def raid_refusal(s: Record, seat: int, card: int, speak: Speak) -> str:
    """Once, one a turn, before the die or after the action, and only if it can do something [N5.2]."""
    _ = speak.gettext
    names = {"card": card_name(CARDS[card], speak), "oath": card_name(CARDS[OATH], speak)}
    question = asked(s)["kind"]
    if s.used >> card & 1:
        return _("{card} was used already [N5.2]").format(**names)
    if s.raided:
        return _("you have used a Raid in this turn [N5.2]")
    if py_func(oath_of_peace)(s, seat):
        return _("{oath}: you cannot use Raids [N9]").format(**names)
    if question != "after_action" and AT_THE_END_OF_A_TURN >> card & 1:
        return _("{card} is used after the action only [N5.2.1]").format(**names)
    if question == "after_die":
        return _("a Raid is used before you take the die or after the action [N5.2.1]")
    return _("{card} can do nothing now [N5.2.2, N9.2]").format(**names)


def done_refusal(s: Record, _seat: int, _args: tuple[int, ...], speak: Speak) -> str:
    """Not while goods in hand fit, not before Gepid Smith, not where something must be chosen [N4.2, M04, N11.3]."""
    _ = speak.gettext
    question = asked(s)["kind"]
    if question == "place":
        return _("what fits must be used [N4.2, N8.17.3]")
    if question == "after_action":
        return _("{card} comes before the end of your turn [N9]").format(card=card_name(CARDS[SMITH], speak))
    return _("a good must be chosen [N8.1.2, N11.3]")


REFUSALS: dict[str, Callable[[Any, int, tuple[int, ...], Speak], str]] = {
    "die": die_refusal,
    "raise": raise_refusal,
    "value": value_refusal,
    "draw": draw_refusal,
    "loot_as": loot_as_refusal,
    "play": play_refusal,
    "use": use_refusal,
    "victim": victim_refusal,
    "on": on_refusal,
    "load": load_refusal,
    "brand": brand_refusal,
    "good": good_refusal,
    "take": take_refusal,
    "swap": swap_refusal,
    "wagon": wagon_refusal,
    "send": send_refusal,
    "done": done_refusal,
}
"""By kind of action, where its moment is right."""
