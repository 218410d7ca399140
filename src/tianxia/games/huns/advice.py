"""Why an action may be a good one, in one sentence: a fact that the seat can see, for who asks for a hint.

Where nothing that can be seen speaks for an action, no reason is given.
"""

from collections.abc import Callable
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import N_, Speak
from tianxia.engine.outcomes import Outcome
from tianxia.engine.records import duplicate
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.pieces import (
    A_COLOUR,
    BROKEN_AXLE,
    CARDS,
    COLOURS,
    CROWN,
    MARCH,
    MUTINY,
    N_COLOURS,
    RUST,
    SLOTS,
)
from tianxia.games.huns.preview import STAGE, account, curses, until_hidden
from tianxia.games.huns.preview_places import rooms
from tianxia.games.huns.preview_standing import account as standing_of
from tianxia.games.huns.preview_standing import far
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.camp import works
from tianxia.games.huns.rules.hooks import draw_count, loot_count
from tianxia.games.huns.sets import asked, possible, size_of
from tianxia.games.huns.state import A_LOOT, ITEMS, STATE
from tianxia.games.huns.texts import goods_said, seat_name

Args = dict[str, Any]
Reason = Callable[[Record, int, int, Args, Speak], str]
"""Says why, or nothing where it does not hold."""


def advice(s: Record, seat: int, action: int, speak: Speak) -> str:
    """One reason for a legal action, or nothing; `s` is the seat's masked record."""
    kind = ACTIONS.kind_of(action)
    args = kind.to_json(kind.args(action))
    reasons = REASONS.get(kind.name, (brings, fills))
    return next(filter(None, (reason(s, seat, action, args, speak) for reason in reasons)), "")


def points(s: Record, seat: int) -> int:
    """If the game ended now [N7.1]."""
    settled = account(s, seat)
    return sum(int(settled.account[seat, item]) for item in range(len(ITEMS)))


def brings(s: Record, seat: int, action: int, args: Args, speak: Speak) -> str:
    """Points at once, as far as nothing hidden comes up [N7.1]: a card that is drawn alone is played by itself [N4.1.3]."""
    if args.get("card") == CARDS[MARCH] and s.action == A_LOOT:
        return ""
    return gained(until_hidden(STAGE.played(s, seat, action)), speak)


def gained(outcome: Outcome, speak: Speak) -> str:
    """The points that the seat has more then, and whether a wagon is sent for them [N4.3, N7.1]."""
    seat = outcome.seat
    more = points(outcome.after, seat) - points(outcome.before, seat) if outcome.whole else 0
    if more <= 0:
        return ""
    for event in outcome.of("sent"):
        if event["seat"] == seat:
            text = speak.ngettext(
                "Wagon {slot} is full and sent with it: {count} point more as things stand.",
                "Wagon {slot} is full and sent with it: {count} points more as things stand.",
                more,
            )
            return text.format(slot=event["slot"], count=more)
    text = speak.ngettext(
        "It brings you {count} point as things stand.", "It brings you {count} points as things stand.", more
    )
    return text.format(count=more)


def gaps(s: Record, seat: int, colour: int) -> int:
    """Empty spaces of a colour on the own wagons."""
    wagons = [slot for slot in range(SLOTS) if s.wagons[seat, slot]]
    needed = sum(int(s.need[s.wagons[seat, slot] - 1, colour]) for slot in wagons)
    return needed - sum(int(s.load[seat, slot, colour, good]) for slot in wagons for good in range(N_COLOURS))


def fitting(s: Record, seat: int, colour: int, looted: int) -> int:
    """How many goods of a loot fit on the own wagons; under Broken Axle all go on one of them [N4.2, N8.21]."""
    found = [room[colour] for room in rooms(s, seat).values()]
    bound = py_func(works)(s, seat, BROKEN_AXLE) and seat == s.active
    return min(looted, max(found, default=0) if bound else sum(found))


def fills(s: Record, seat: int, action: int, _args: Args, speak: Speak) -> str:
    """How many spaces of the own wagons are filled by it [N4.2]."""
    after = until_hidden(STAGE.played(s, seat, action)).after
    count = sum(gaps(s, seat, colour) - gaps(after, seat, colour) for colour in range(N_COLOURS))
    text = speak.ngettext("It fills {count} space on your wagons.", "It fills {count} spaces on your wagons.", count)
    return text.format(count=count) if count > 0 else ""


def loot_pays(s: Record, seat: int, action: int, _args: Args, speak: Speak) -> str:
    """What the loot of the die would bring at once, or how much of it fits [N4.2]."""
    outcome = STAGE.played(s, seat, action)
    if not outcome.whole or outcome.after.asked != seat or not possible(outcome.after, "loot"):
        return ""
    loot = until_hidden(STAGE.then(outcome, seat, ACTIONS.LOOT.id()))
    more = points(loot.after, seat) - points(s, seat) if loot.whole else 0
    if more > 0:
        text = speak.ngettext(
            "Looted, it brings you {count} point as things stand.",
            "Looted, it brings you {count} points as things stand.",
            more,
        )
        return text.format(count=more)
    die = int(outcome.after.die) - 1
    looted = int(py_func(loot_count)(outcome.after, seat, die, outcome.after.value))
    fit = fitting(outcome.after, seat, die, looted)
    text = speak.gettext("Looted, it is {goods}; fitting on your wagons: {count}.")
    return text.format(goods=goods_said(COLOURS[die], looted, speak), count=fit) if fit > 0 else ""


def choice_of_cards(s: Record, seat: int, action: int, _args: Args, speak: Speak) -> str:
    """Several cards of the deck to choose from [N4.1]."""
    after = STAGE.played(s, seat, action).after
    if after.asked != seat or not possible(after, "draw"):
        return ""
    count = int(py_func(draw_count)(after, seat, after.die - 1, after.value))
    text = speak.gettext("Cards to choose from, drawn with it: {count}.")
    return text.format(count=count) if count > 1 else ""


def loot_fits(s: Record, seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """How much of the loot fits on the own wagons [N4.2]."""
    looted = int(py_func(loot_count)(s, seat, s.die - 1, s.value))
    fit = fitting(s, seat, s.die - 1, looted)
    text = speak.gettext("Fitting on your wagons: {count} of {looted}.")
    return text.format(count=fit, looted=looted) if fit > 0 else ""


BY_DECK = {
    "E": N_("Equipment works at once and to the end."),
    "R": N_("A Raid brings 1 point at the end, used or not."),
    "M": N_("A Mercenary whose spaces are all full works, and brings 1 point at the end."),
    "T": N_("A Treasure brings as many points as there are players, if its condition is met at the end."),
}
"""What the cards of each deck are good for [N5]."""
STOPPED_BY = {"E": RUST, "M": MUTINY}
"""The Curse under which cards of a deck do not work [N6.3]."""


def kind_of_card(s: Record, seat: int, _action: int, args: Args, speak: Speak) -> str:
    """What its deck is good for, unless a Curse stops that."""
    deck = args["card"][0]
    stopped = deck in STOPPED_BY and py_func(works)(s, seat, STOPPED_BY[deck])
    return "" if stopped or deck not in BY_DECK else speak.gettext(BY_DECK[deck])


def kind_of_deck(s: Record, seat: int, action: int, args: Args, speak: Speak) -> str:
    """What the cards are good for that are drawn [N5]."""
    return kind_of_card(s, seat, action, {**args, "card": CARDS[A_COLOUR * (s.die - 1)]}, speak)


def how_far(s: Record, seat: int, action: int, args: Args, speak: Speak) -> str:
    """What a Treasure counts, and how much of that there is [N9]."""
    outcome = until_hidden(STAGE.played(s, seat, action))
    card = CARDS.index(args["card"])
    found = far(outcome.after, card) if outcome.whole and card >= CROWN else []
    text = speak.gettext("Of what this Treasure asks for you have {have} of {needed}.")
    return text.format(have=found[0], needed=found[1]) if found else ""


def shown(s: Record, seat: int) -> int:
    """The points of another seat as things stand: which wagons it has sent only itself may look at [N12.4]."""
    states = duplicate(s._states[s._i : s._i + 1])
    if not s.open:
        states["sent"][0, seat] = 0
    return sum(standing_of(STATE.record_class(states, 0), seat))


def leads(s: Record, seat: int, _action: int, args: Args, speak: Speak) -> str:
    """No opponent has more points than the victim [N7.1]."""
    standings = {other: shown(s, other) for other in range(s.players) if other != seat}
    victim = args["seat"]
    if (
        len(standings) < 2
        or standings[victim] < max(standings.values())
        or min(standings.values()) == standings[victim]
    ):
        return ""
    text = speak.gettext("No opponent has more points as things stand than {seat}: {count}.")
    return text.format(seat=seat_name(victim, speak), count=standings[victim])


def price_to_flee(s: Record, seat: int, action: int, _args: Args, speak: Speak) -> str:
    """What the victim pays to flee [N5.5]."""
    return next(curses(STAGE.played(s, seat, action), speak), "")


def never_works(_s: Record, _seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """[N5.5]."""
    return speak.gettext("The Curse never works then.")


def costs_nothing(_s: Record, _seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """A Curse that lies face up brings and costs no points [N7.1], but a Treasure may ask for it [N9]."""
    return speak.gettext("A Curse that you accept costs no points by itself.")


def lacks(s: Record, seat: int, action: int, args: Args, speak: Speak) -> str:
    """How much the wagon lacks then [N4.2]."""
    after, slot = until_hidden(STAGE.played(s, seat, action)).after, args["slot"] - 1
    if (wagon := int(after.wagons[seat, slot])) != s.wagons[seat, slot]:
        return ""
    loaded = sum(int(after.load[seat, slot, space, good]) for space in range(N_COLOURS) for good in range(N_COLOURS))
    count = size_of(after, wagon) - loaded
    text = speak.ngettext("Then wagon {slot} lacks {count} good.", "Then wagon {slot} lacks {count} goods.", count)
    return text.format(slot=args["slot"], count=count)


def small(s: Record, _seat: int, _action: int, args: Args, speak: Speak) -> str:
    """No open wagon can be full sooner."""
    if args["place"] == "deck":
        return ""
    sizes = [size_of(s, wagon) for wagon in s.display if wagon]
    count = size_of(s, s.display[int(args["place"]) - 1])
    text = speak.gettext("No open wagon has fewer spaces to fill: {count}.")
    return text.format(count=count) if count == min(sizes) < max(sizes) else ""


def ends(s: Record, _seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """The action is over, or an effect is declined [N11.3]."""
    if asked(s)["kind"] == "after_action":
        return speak.gettext("Your action is over.")
    return speak.gettext("You need not use this effect.")


REASONS: dict[str, tuple[Reason, ...]] = {
    "die": (loot_pays, choice_of_cards),
    "draw": (kind_of_deck,),
    "loot": (brings, loot_fits, fills),
    "play": (brings, how_far, kind_of_card),
    "victim": (leads, price_to_flee),
    "flee": (never_works,),
    "accept": (costs_nothing,),
    "load": (brings, lacks),
    "wagon": (brings, fills, small),
    "done": (ends,),
}
"""By kind of action, the most telling first; of all others what they bring."""
