"""What an action brings at once, told before it is taken: points, cards, what is to be beaten, what a decree costs, the end.

It is played on a copy of the seat's masked record, in which the rival lets every ability stand, and its events are read: so the
rules stand in one place. Nothing is told of what is hidden: which cards are drawn, and what the rival holds.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from tianxia.engine import _entries as entries
from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import N_, Speak
from tianxia.engine.outcomes import Outcome, Stage
from tianxia.games.chu_han.actions import ACTIONS
from tianxia.games.chu_han.cards import MARKED, N_KINDS, PILE, decree_points
from tianxia.games.chu_han.events import EVENTS
from tianxia.games.chu_han.log import describe, signed
from tianxia.games.chu_han.questions import CANCEL, GIVE, PICK, RESPOND, RESTORE
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.rules.abilities import lowest_value
from tianxia.games.chu_han.rules.hands import HIGHEST_AT_HANGU
from tianxia.games.chu_han.state import STATE
from tianxia.games.chu_han.texts import SEAT_TITLES

MOST_EVENTS = 64
DECLINE = ACTIONS.DECLINE.id()
ANY_SEED = 1


def lay_out(states: Any, seat: int, deserters: bool) -> None:
    """What the seat does not know: with as many deserters in the rival's hand as can be there, or as few [C8.5, C10.3].

    Nothing else of it decides what is told.
    """
    entries.resample(states, seat, ANY_SEED)
    s: Any = STATE.record_class(states, 0)
    rival = 1 - seat
    if not s.campaign or s.opened[rival]:
        return
    for place in range(PILE - s.pile_size, PILE):
        kind = s.pile[place] - 1
        if s.seen[seat, place] or is_deserter(kind, seat) != deserters:
            continue
        for other in range(N_KINDS):
            if s.hand[rival, other] > s.surely[seat, rival, other] and is_deserter(other, seat) != deserters:
                s.hand[rival, other] -= 1
                s.hand[rival, kind] += 1
                s.pile[place] = other + 1
                break


def is_deserter(kind: int, seat: int) -> bool:
    """Whether a card is one in the hand of a seat's rival [C10.3]."""
    return bool(MARKED[seat] >> kind & 1)


FEWEST, MOST = (
    Stage(STATE, ACTIONS, EVENTS, ACTIONS.size, MOST_EVENTS, partial(lay_out, deserters=deserters))
    for deserters in (False, True)
)


class Told(NamedTuple):
    """What comes of an action, with the fewest and the most deserters, and which window opens first on the way, if any."""

    least: Outcome
    best: Outcome
    window: int

    @property
    def seat(self) -> int:
        """Who acts."""
        return self.least.seat

    @property
    def before(self) -> Record:
        """The record as the seat sees it."""
        return self.least.before  # type: ignore[no-any-return]

    @property
    def after(self) -> Record:
        """The record if nobody reacts."""
        return self.least.after  # type: ignore[no-any-return]

    @property
    def out(self) -> dict[str, Any] | None:
        """Who goes out, with the fewest deserters."""
        return next(iter(self.least.of("went_out")), None)

    @property
    def of_the_hand(self) -> list[dict[str, Any]]:
        """What happens before somebody goes out or wins: what comes then is another hand."""
        ends = [i for i, event in enumerate(self.least.events) if event["kind"] in ("went_out", "won", "match_won")]
        return self.least.events[: ends[0]] if ends else self.least.events

    @property
    def goes_on(self) -> bool:
        """Whether the hand does."""
        return len(self.of_the_hand) == len(self.least.events)


def preview(s: Record, seat: int, action: int, speak: Speak) -> str:
    """What a legal action brings at once, in a few short sentences; `s` is the seat's masked record."""
    told = foreseen(s, seat, action)
    return " ".join(sentence for tell in TELLERS for sentence in tell(told, speak))


def foreseen(s: Record, seat: int, action: int) -> Told:
    """What comes of a legal action if nobody reacts."""
    least = FEWEST.played(s, seat, action)
    window = least.after.asks
    least = unanswered(FEWEST, least)
    best = unanswered(MOST, MOST.played(s, seat, action)) if s.campaign else least
    return Told(least, best, window)


def unanswered(stage: Stage, outcome: Outcome) -> Outcome:
    """What happens if nobody reacts: what was declared stands, what was cancelled stays so [C6]."""
    while outcome.after.asks in (CANCEL, RESTORE):
        after = outcome.after
        outcome = stage.then(outcome, after.turn if after.asks == RESTORE else 1 - after.turn, DECLINE)
    return outcome


# what is told


def title(seat: int, speak: Speak) -> str:
    """A side's name."""
    return speak.gettext(SEAT_TITLES[seat])


SAID = ("returned", "scored", "looked", "hand_opened")
"""Events that are told as in the log, without the cards that are seen only then."""


def happenings(told: Told, speak: Speak) -> Iterator[str]:
    """Points for a play, cards that come back, a hand that is opened [C4.7, C5.4, C5.10]."""
    for event in told.of_the_hand:
        if event["kind"] in SAID:
            yield describe({**event, "first": None}, speak) + "."
    if told.after.doubled > told.before.doubled:
        yield speak.gettext("All points of the rest of this hand count double, for both.")


def begun(told: Told, speak: Speak) -> Iterator[str]:
    """A play of several steps: how far it is, and that nobody sees it yet [C8.4, C11.5]."""
    s, seat = told.after, told.seat
    if not told.goes_on or not (s.building_ability[seat] or s.lent[seat]):
        return
    size = int(s.building[seat]).bit_count()
    if size:
        yield speak.gettext("So far: {size} × {value}.").format(
            size=size, value=py_func(lowest_value)(s.building[seat])
        )
    elif told.least.kind in FIRST_STEPS:
        yield speak.gettext(FIRST_STEPS[told.least.kind]).format(size=s.to_beat_size, value=s.to_beat_value)
    yield speak.gettext("Nobody sees it before it is complete.")


FIRST_STEPS = {
    "zhongli_mo": N_("Choose cards of all different values: the lowest is the value of the set."),
    "peng_yue": N_("Choose a set of {size} × {value}."),
    "warlord": N_("Play it, alone or with cards of your hand."),
}
"""What follows the first step of a play [C11.5]."""


def cards(told: Told, speak: Speak) -> Iterator[str]:
    """How many cards hands have then, where that changes; a new hand is no change."""
    if not told.goes_on:
        return
    for seat in (told.seat, 1 - told.seat):
        before, after = told.before.hand_size[seat], told.after.hand_size[seat]
        if before != after or (told.least.kind == "ying_bu" and seat == told.seat):
            text = speak.ngettext("{seat} has {n} card then.", "{seat} has {n} cards then.", after)
            yield text.format(seat=title(seat, speak), n=after)


def decree(told: Told, speak: Speak) -> Iterator[str]:
    """What it costs: points for who goes out, by the event of the hand; and how many are left [C7.1, C9.1]."""
    if told.least.kind != "decree":
        return
    _, plural = speak.gettext, speak.ngettext
    for seat in (1 - told.seat, told.seat):
        more = worth_of_decrees(told.after, seat) - worth_of_decrees(told.before, seat)
        if more > 0:
            text = plural(
                "If {seat} goes out, that gains {n} point more.",
                "If {seat} goes out, that gains {n} points more.",
                more,
            )
            yield text.format(seat=title(seat, speak), n=more)
        elif more < 0:
            text = plural(
                "If {seat} goes out, that gains {n} point less.",
                "If {seat} goes out, that gains {n} points less.",
                -more,
            )
            yield text.format(seat=title(seat, speak), n=-more)
    left = told.after.decrees_left
    yield plural("{n} decree is left then.", "{n} decrees are left then.", left).format(n=left)
    if told.after.asks == GIVE:
        yield _("You look at both cards and give one of them to the rival.")


def worth_of_decrees(s: Record, out: int) -> int:
    """VP for decrees, if a seat goes out [C7.1, C7.2]."""
    points = decree_points(s.event, s.decrees_taken[out], s.decrees_taken[1 - out])
    return int(points * 2 if s.doubled else points)


def row(told: Told, speak: Speak) -> Iterator[str]:
    """Who is ahead at Hangu, and for what [C9.10]."""
    if told.goes_on and told.least.of("placed"):
        points = HIGHEST_AT_HANGU * 2 if told.after.doubled else HIGHEST_AT_HANGU
        text = speak.ngettext(
            "{seat} is ahead in the row, which is worth {n} point at the end of the hand.",
            "{seat} is ahead in the row, which is worth {n} points at the end of the hand.",
            points,
        )
        yield text.format(seat=title(told.seat, speak), n=points)


def what_is_next(told: Told, speak: Speak) -> Iterator[str]:
    """What is to be beaten and by whom, or who leads [C4.3, C5.14, C5.15, C9.12]."""
    _, s = speak.gettext, told.after
    if not told.goes_on:
        return
    kinds = {event["kind"] for event in told.least.events}
    if s.asks == RESPOND and kinds & {"played", "used"}:
        text = _("{seat} must beat {size} × {value}, or pass.")
        yield text.format(seat=title(s.turn, speak), size=s.to_beat_size, value=s.to_beat_value)
    elif s.asks == PICK:
        yield _("You may take a card of the trick; then {leader} leads the next.").format(
            leader=title(s.leads_next, speak)
        )
    elif "trick_ended" in kinds:
        yield describe(told.least.of("trick_ended")[-1], speak) + "."


def going_out(told: Told, speak: Speak) -> Iterator[str]:
    """The hand ends, and what that gains; a range where the rival may hold deserters [C7.3, C10.3]."""
    if told.out is None:
        return
    most = told.best.of("went_out")[-1]
    if most["points"] == told.out["points"]:
        yield describe(told.out, speak) + "."
    else:
        text = speak.ngettext(
            "{seat} goes out and gains {least} to {most} point.",
            "{seat} goes out and gains {least} to {most} points.",
            abs(most["points"]),
        )
        least, best = signed(told.out["points"]), signed(most["points"])
        yield text.format(seat=title(told.out["seat"], speak), least=least, most=best)
        n = most["marked"] - told.out["marked"]
        text = speak.ngettext(
            "The rival may hold {n} deserter nobody knows of.",
            "The rival may hold up to {n} deserters nobody knows of.",
            n,
        )
        yield text.format(n=n)
    for event in told.least.events[len(told.of_the_hand) :]:
        if event["kind"] == "scored":
            yield describe(event, speak) + "."
    yield speak.gettext("The hand ends.")


THE_END = {
    "won": (N_("This ends the game: {seat} wins."), N_("This ends the game.")),
    "match_won": (N_("This ends the match: {seat} wins it."), N_("This ends the match.")),
}
"""With who wins, and where that depends on deserters."""
MAY_END = {"won": N_("That may win the game."), "match_won": N_("That may win the match.")}


def the_end(told: Told, speak: Speak) -> Iterator[str]:
    """The game ends, or a match of the campaign [C1, C7.3, C10.1]."""
    ends = [ending(outcome) for outcome in (told.least, told.best)]
    known = [end for end in ends if end]
    if not known:
        return
    kind, seat = known[0]
    if len(known) < len(ends):
        yield speak.gettext(MAY_END[kind])
    elif known[1] == known[0]:
        yield speak.gettext(THE_END[kind][0]).format(seat=title(seat, speak))
    else:
        yield speak.gettext(THE_END[kind][1])


def ending(outcome: Outcome) -> tuple[str, int] | None:
    """What ends, the game or a match, and who wins it."""
    for kind in ("won", "match_won"):
        for event in outcome.of(kind):
            return kind, event["seat"]
    return None


def reactions(told: Told, speak: Speak) -> Iterator[str]:
    """All that holds unless the rival reacts; windows open on public facts only [C11.6]."""
    if told.window == CANCEL:
        yield speak.gettext("All this unless the rival cancels it with Lyu Zhi.")
    elif told.window == RESTORE:
        yield speak.gettext("All this unless the rival restores it with Xiao He.")


TELLERS: tuple[Callable[[Told, Speak], Iterator[str]], ...] = (
    begun, happenings, going_out, the_end, cards, decree, row, what_is_next, reactions
)  # fmt: skip
