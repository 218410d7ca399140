"""Why an action is illegal, with the number of the rule: read from the seat's masked record only.

Goods, wagons and the cards that they go on have a file of their own. A rule that is the text of a card is cited as N9.
"""

from collections.abc import Callable
from typing import Any

from tianxia.engine.compiling import plain
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
from tianxia.games.huns.rules.cards import oath_of_peace
from tianxia.games.huns.state import AFTER_ACTION, AFTER_DIE, BEFORE_DIE, CURSE_EFFECTS, PLACE, SEND_EFFECTS, TASKS
from tianxia.games.huns.texts import N_, THE_DIE, Speak, card_name

MOMENTS = {
    "start_good": ("load",),
    "before_die": ("die", "use", "load"),
    "after_die": ("raise", "value", "draw", "loot", "loot_as", "use"),
    "drawn": ("play",),
    "victim": ("victim",),
    "flee": ("flee", "accept"),
    "curse_effects": ("use",),
    "send_effects": ("use",),
    "place": ("on", "load", "brand", "done"),
    "keep": ("good", "done"),
    "merchant": ("good", "done"),
    "take": ("good", "done"),
    "new_wagon": ("wagon",),
    "send_full": ("send",),
    "spy": ("use", "done"),
    "sweep": ("take",),
    "ambush": ("take",),
    "ambush_again": ("take",),
    "outrider": ("take",),
    "encircled": ("take",),
    "thieves": ("take",),
    "bribe": ("on",),
    "ritual": ("on",),
    "swap": ("swap",),
    "fast_loading": ("load",),
    "after_action": ("use", "done"),
}
"""Kinds of actions by the task that asks; at all others a colour of a good is chosen [N11.3]."""

FIRST = {
    "start_good": N_("first load your start good on a wagon [N2.3, N11.3]"),
    "before_die": N_("first take a die [N3.1, N11.3]"),
    "after_die": N_("you have a die: first draw or loot [N4, N11.3]"),
    "drawn": N_("first play one of the cards that you drew [N4.1, N11.3]"),
    "victim": N_("first choose who gets the Curse [N5.4, N11.3]"),
    "flee": N_("a Curse is played on you: first flee or accept it [N5.5, N11.3]"),
    "curse_effects": N_("several effects wait: first choose one of them [N6.2.1, N11.3]"),
    "send_effects": N_("several effects wait: first choose one of them [N6.2.1, N11.3]"),
    "place": N_("first place the goods in your hand [N4.2, N8.17, N11.3]"),
    "keep": N_("first choose what stays on the card, or say that you are done [N8.18, N11.3]"),
    "new_wagon": N_("first take a new wagon [N4.3, N11.3]"),
    "send_full": N_("first choose the full wagon that is sent [N8.18, N11.3]"),
    "spy": N_("first use the card, or say that you are done [N9, N11.3]"),
    "bribe": N_("first choose a Mercenary [N9, N11.3]"),
    "ritual": N_("first choose a Curse [N9, N11.3]"),
    "swap": N_("first choose the two wagons [N9, N11.3]"),
    "fast_loading": N_("first load a good from the reserve [N9, N11.3]"),
    "after_action": N_("your action is over: use a card, or end the turn [N3.1, N11.3]"),
}
"""What is to be done before anything else."""

WINDOWS = {PELT: BEFORE_DIE, CASTER: BEFORE_DIE, SMITH: AFTER_ACTION, OUTRIDER: AFTER_ACTION}
"""Cards other than Raids that are used at a moment of the own turn [N6.1.1]."""
BY_THEMSELVES = ("auto", "curse", "treasure")
"""Kinds of cards that nobody has to use."""


def why_not(s: Any, seat: int, action: int, speak: Speak) -> str:
    """The first rule that the action breaks, in the order in which a player would ask."""
    _ = speak.gettext
    kind = ACTIONS.kind_of(action)
    if s.asked < 0:
        return _("the game is over [N3.2]")
    if s.asked != seat:
        return _("it is not your decision now [N11.1]")
    task = TASKS[s.task[s.depth - 1]]
    if kind.name in ("flee", "accept"):
        return _("no Curse is played on you now [N5.5]")
    if kind.name not in MOMENTS.get(task, ("good",)):
        return moment_refusal(s, kind.name, speak)
    return REFUSALS[kind.name](s, seat, kind.args(action), speak)


def moment_refusal(s: Any, kind: str, speak: Speak) -> str:
    """What is asked now, where the action is for another moment [N11.3]."""
    _ = speak.gettext
    task = TASKS[s.task[s.depth - 1]]
    if task == "after_die" and kind == "die":
        text = _("you have {the_die}: draw or loot with it [N4, N11.3]")
        return text.format(the_die=_(THE_DIE[COLOURS[s.die - 1]]))
    if task in FIRST:
        return _(FIRST[task])
    if "take" in MOMENTS.get(task, ()):
        return _("first choose a good on a wagon [N9, N11.3]")
    return _("first choose the colour of a good [N9, N11.3]")


# the die and the action


def die_refusal(s: Any, _seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A die that is there; a 3 in Disgrace only if all show 3 [N3.1, C11]."""
    _ = speak.gettext
    if not s.dice[args[0]]:
        return _("{the_die} was taken already [N3.1]").format(the_die=_(THE_DIE[COLOURS[args[0]]]))
    text = _("{card}: you take a die that shows 3 only if all of them do [N9]")
    return text.format(card=card_name(CARDS[DISGRACE], speak))


def draw_refusal(s: Any, seat: int, _args: tuple[int, ...], speak: Speak) -> str:
    """A deck with cards; not the black one under the Oath of Peace [N4.1, C09]."""
    _ = speak.gettext
    if not s.deck_size[s.die - 1]:
        return _("that deck is empty [N4.1, N8.4]")
    return _("{card}: you cannot draw with the black die [N9]").format(card=card_name(CARDS[OATH], speak))


def loot_as_refusal(s: Any, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """Another colour that the Reserve has, with Alan Archer [M06]."""
    _ = speak.gettext
    reason = idle(s, seat, ARCHER, speak)
    if reason:
        return reason
    if args[0] == s.die - 1:
        return _("that is the colour of your die: just loot [N9]")
    return _("the reserve has no good of this colour [N9]")


def raise_refusal(s: Any, seat: int, _args: tuple[int, ...], speak: Speak) -> str:
    """A value of 1 or 2 that is not fixed, with Steppe Horse [E04]."""
    _ = speak.gettext
    reason = fixed(s, speak) or idle(s, seat, HORSE, speak)
    return reason or _("the value is {n} already, and more there is not [N8.3]").format(n=FACES)


def value_refusal(s: Any, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """Another value, of one of the last two dice, that is not fixed, with Rearguard [E12]."""
    _ = speak.gettext
    reason = fixed(s, speak) or idle(s, seat, REARGUARD, speak)
    if reason:
        return reason
    if args[0] == s.value:
        return _("the value is {n} already [N11.3]").format(n=s.value)
    return _("more than two dice were left when you took yours [N9]")


def fixed(s: Any, speak: Speak) -> str:
    """That no card may change the value; empty if one may [C05]."""
    if not s.fixed:
        return ""
    text = speak.gettext("{card}: no card may change the value of this die [N9]")
    return text.format(card=card_name(CARDS[LAME], speak))


# cards


def play_refusal(_s: Any, _seat: int, _args: tuple[int, ...], speak: Speak) -> str:
    """One of the cards just drawn [N4.1]."""
    return speak.gettext("this is not one of the cards that you drew [N4.1]")


def victim_refusal(s: Any, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """An opponent [N5.4]."""
    _ = speak.gettext
    if args[0] == seat:
        return _("a Curse never goes into your own camp [N5.4]")
    return _("nobody sits there [N5.4]")


def use_refusal(s: Any, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A card of the own camp, at its moment, that can do something [N5.2, N6.1.1, N9.2]."""
    _ = speak.gettext
    (card,) = args
    names = {"card": card_name(CARDS[card], speak)}
    task = s.task[s.depth - 1]
    if task in (CURSE_EFFECTS, SEND_EFFECTS):
        return _("{card} is none of the effects that wait [N6.2.1]").format(**names)
    if task not in (BEFORE_DIE, AFTER_DIE, AFTER_ACTION):
        return _("only {spy} can be used now [N9, N11.3]").format(spy=card_name(CARDS[SPY], speak))
    if not s.camp[seat] >> card & 1:
        return _("{card} is not in your camp [N9.1]").format(**names)
    if ALL_RAIDS >> card & 1:
        return raid_refusal(s, seat, card, speak)
    if card not in WINDOWS and in_use().cards[card].kind in BY_THEMSELVES:
        return _("{card} acts by itself [N6.1.1]").format(**names)
    if WINDOWS.get(card) != task:
        return _("{card} is not used at this moment [N6.1.1]").format(**names)
    return idle(s, seat, card, speak) or _("{card} can do nothing now [N9.2]").format(**names)


def raid_refusal(s: Any, seat: int, card: int, speak: Speak) -> str:
    """Once, one a turn, before the die or after the action, and only if it can do something [N5.2]."""
    _ = speak.gettext
    names = {"card": card_name(CARDS[card], speak), "oath": card_name(CARDS[OATH], speak)}
    task = s.task[s.depth - 1]
    if s.used >> card & 1:
        return _("{card} was used already [N5.2]").format(**names)
    if s.raided:
        return _("you have used a Raid in this turn [N5.2]")
    if plain(oath_of_peace)(s, seat):
        return _("{oath}: you cannot use Raids [N9]").format(**names)
    if task == AFTER_DIE:
        return _("a Raid is used before you take the die or after the action [N5.2.1]")
    if task == BEFORE_DIE and AT_THE_END_OF_A_TURN >> card & 1:
        return _("{card} is used after the action only [N5.2.1]").format(**names)
    return _("{card} can do nothing now [N5.2.2, N9.2]").format(**names)


def done_refusal(s: Any, _seat: int, _args: tuple[int, ...], speak: Speak) -> str:
    """Not while goods in hand fit, not before Gepid Smith, not where something must be chosen [N4.2, M04, N11.3]."""
    _ = speak.gettext
    task = s.task[s.depth - 1]
    if task == PLACE:
        return _("what fits must be used [N4.2, N8.17.3]")
    if task == AFTER_ACTION:
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
