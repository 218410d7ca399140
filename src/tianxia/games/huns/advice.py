"""Why an action may be a good one, in one sentence: a fact that the seat can see, for who asks for a hint.

Where none of these holds it is the first that the preview tells.
"""

from collections.abc import Callable
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import N_, Speak
from tianxia.engine.outcomes import first_sentence
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.pieces import CARDS, COLOURS, MARCH, MUTINY, N_COLOURS, RUST, SLOTS
from tianxia.games.huns.preview import STAGE, account, preview, until_hidden
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.camp import works
from tianxia.games.huns.sets import asked, size_of
from tianxia.games.huns.state import A_LOOT, ITEMS
from tianxia.games.huns.texts import THE_DIE, seat_name

Args = dict[str, Any]
Reason = Callable[[Record, int, int, Args, Speak], str]
"""Says why, or nothing where it does not hold."""


def advice(s: Record, seat: int, action: int, speak: Speak) -> str:
    """One reason for a legal action; `s` is the seat's masked record."""
    kind = ACTIONS.kind_of(action)
    args = kind.to_json(kind.args(action))
    for reason in REASONS.get(kind.name, (brings,)):
        if said := reason(s, seat, action, args, speak):
            return said
    return first_sentence(preview(s, seat, action, speak)) or points_now(s, seat, speak)


def points(s: Record, seat: int) -> int:
    """If the game ended now [N7.1]."""
    settled = account(s, seat)
    return sum(int(settled.account[seat, item]) for item in range(len(ITEMS)))


def points_now(s: Record, seat: int, speak: Speak) -> str:
    """How the seat stands."""
    return speak.gettext("Your points as things stand: {points}.").format(points=points(s, seat))


def brings(s: Record, seat: int, action: int, args: Args, speak: Speak) -> str:
    """Points at once, as far as nothing hidden comes up [N7.1]: a card that is drawn alone is played by itself [N4.1.3]."""
    if args.get("card") == CARDS[MARCH] and s.action == A_LOOT:
        return ""
    outcome = until_hidden(STAGE.played(s, seat, action))
    gained = points(outcome.after, seat) - points(s, seat) if outcome.whole else 0
    text = speak.ngettext(
        "It brings you {count} point as things stand.", "It brings you {count} points as things stand.", gained
    )
    return text.format(count=gained) if gained > 0 else ""


def gaps(s: Record, seat: int, colour: int) -> int:
    """Empty spaces of a colour on the own wagons."""
    wagons = [slot for slot in range(SLOTS) if s.wagons[seat, slot]]
    needed = sum(int(s.need[s.wagons[seat, slot] - 1, colour]) for slot in wagons)
    return needed - sum(int(s.load[seat, slot, colour, good]) for slot in wagons for good in range(N_COLOURS))


def has_room(s: Record, seat: int, colour: int, speak: Speak) -> str:
    """The own wagons want goods of a colour [N4.2]."""
    count = gaps(s, seat, colour)
    text = speak.ngettext(
        "Your wagons have {count} empty space of its colour.",
        "Your wagons have {count} empty spaces of its colour.",
        count,
    )
    return text.format(count=count) if count > 0 else ""


def die_fits(s: Record, seat: int, _action: int, args: Args, speak: Speak) -> str:
    """Room for what the die could loot."""
    return has_room(s, seat, COLOURS.index(args["colour"]), speak)


def die_shows(s: Record, _seat: int, _action: int, args: Args, speak: Speak) -> str:
    """How much it is worth [N8.3]."""
    text = speak.gettext("You take {die}: it shows {value}.")
    return text.format(die=speak.gettext(THE_DIE[args["colour"]]), value=int(s.dice[COLOURS.index(args["colour"])]))


def loot_fits(s: Record, seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """Room for what is looted."""
    return has_room(s, seat, s.die - 1, speak)


BY_DECK = {
    "E": N_("Equipment works at once and to the end."),
    "R": N_("A Raid brings 1 point at the end, used or not."),
    "M": N_("A Mercenary whose spaces are all full works, and brings 1 point at the end."),
    "C": N_("A Curse goes to an opponent."),
    "T": N_("A Treasure brings as many points as there are players, if its condition is met at the end."),
}
"""What the cards of each deck are good for [N5]."""
STOPPED_BY = {"E": RUST, "M": MUTINY}
"""The Curse under which cards of a deck do not work [N6.3]."""


def kind_of_card(s: Record, seat: int, _action: int, args: Args, speak: Speak) -> str:
    """What its deck is good for, unless a Curse stops that."""
    deck = args["card"][0]
    stopped = deck in STOPPED_BY and py_func(works)(s, seat, STOPPED_BY[deck])
    return "" if stopped else speak.gettext(BY_DECK[deck])


def has_sent(s: Record, _seat: int, _action: int, args: Args, speak: Speak) -> str:
    """How far the victim is."""
    count = int(s.sent_size[args["seat"]])
    text = speak.ngettext("{seat} has sent {count} wagon.", "{seat} has sent {count} wagons.", count)
    return text.format(seat=seat_name(args["seat"], speak), count=count)


def never_works(_s: Record, _seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """[N5.5]."""
    return speak.gettext("The Curse never works then.")


def costs_nothing(_s: Record, _seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """A Curse that lies face up brings and costs no points [N7.1], but a Treasure may ask for it [N9]."""
    return speak.gettext("A Curse that you accept costs no points by itself.")


def fills(_s: Record, _seat: int, _action: int, args: Args, speak: Speak) -> str:
    """[N4.2]."""
    return speak.gettext("It fills a space on wagon {slot}.").format(slot=args["slot"])


def small(s: Record, _seat: int, _action: int, args: Args, speak: Speak) -> str:
    """How soon a wagon of the display can be full."""
    if args["place"] == "deck":
        return ""
    count = size_of(s, s.display[int(args["place"]) - 1])
    text = speak.ngettext("It has {count} space to fill.", "It has {count} spaces to fill.", count)
    return text.format(count=count)


def unseen(_s: Record, _seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """The top of the deck, by which the display stays."""
    return speak.gettext("It leaves the open wagons where they are.")


def ends(s: Record, _seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """The action is over, or an effect is declined [N11.3]."""
    if asked(s)["kind"] == "after_action":
        return speak.gettext("Your action is over.")
    return speak.gettext("You need not use this effect.")


REASONS: dict[str, tuple[Reason, ...]] = {
    "die": (die_fits, die_shows),
    "draw": (),
    "loot": (brings, loot_fits),
    "play": (brings, kind_of_card),
    "victim": (has_sent,),
    "flee": (never_works,),
    "accept": (costs_nothing,),
    "load": (brings, fills),
    "wagon": (small, unseen),
    "done": (ends,),
}
"""By kind of action, the most telling first; of all others what they bring."""
