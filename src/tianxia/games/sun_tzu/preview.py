"""What an action brings at once, told before it is taken: armies, provinces, points, what a card or general does.

Actions are played on a copy of the seat's masked record and the events are read, so the rules stand in one place; what
follows once something hidden comes up is not told. Of the other side nothing but what lies open is used: an order is
tried against each card that may still be in that hand (`preview_battle`).
"""

from collections.abc import Callable, Iterator
from typing import Any

from tianxia.engine.i18n import Speak
from tianxia.engine.outcomes import Outcome
from tianxia.games.sun_tzu.actions import ACTIONS
from tianxia.games.sun_tzu.log import describe, standing
from tianxia.games.sun_tzu.pieces import (
    CARDS,
    GENERALS,
    N_CARDS,
    N_PROVINCES,
    POINTS,
    PROVINCES,
    ROUNDS,
    SCORING_ROUNDS,
    TRACK,
)
from tianxia.games.sun_tzu.preview_battle import order, played
from tianxia.games.sun_tzu.questions import D8
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.state import SEATS, STEPS
from tianxia.games.sun_tzu.texts import GENERAL_TEXTS, GENERAL_TIMES, card_name, seat_name

HIDDEN = ("revealed", "event_up", "drew")
"""Events that bring up what the seat could not know."""
SAID = {"use_b1": "moved", "use_b5": "moved", "use_r2": "moved", "take": "moved", "take_pool": "moved"}
"""The first event of this kind an action's label tells already."""
LOGGED = ("lifted", "won", "nobody_won", "plague", "moved", "event_fired", "gained", "scored", "over")
"""Events that are told as in the log."""

Armies = list[list[int]]


def preview(s: Record, seat: int, action: int, speak: Speak) -> str:
    """What a legal action brings at once, in a few short sentences; `s` is the seat's masked record."""
    kind = ACTIONS.kind_of(action)
    tell = OF_ITS_OWN.get(kind.name, follows)
    return " ".join(tell(s, seat, action, speak))


# what is told of the record alone


def chosen(_s: Record, _seat: int, action: int, speak: Speak) -> Iterator[str]:
    """What a general does, and when [S8]."""
    general = GENERALS[ACTIONS.kind_of(action).args(action)[0]]
    yield speak.gettext(GENERAL_TEXTS[general])
    yield speak.gettext("When: {time}.").format(time=speak.gettext(GENERAL_TIMES[general]))


def ordered(s: Record, seat: int, action: int, speak: Speak) -> Iterator[str]:
    """What a card does in a province, at best and at worst [S6, S7]."""
    province, card = ACTIONS.kind_of(action).args(action)
    yield from order(s, seat, province, card, speak)
    yield worth(s, province, speak)


def next_battle(s: Record, seat: int, action: int, speak: Speak) -> Iterator[str]:
    """The own card that lies there, and what it does at best and at worst [S5.1]."""
    (province,) = ACTIONS.kind_of(action).args(action)
    card = s.laid[seat, province] - 1
    yield speak.gettext("Your card there: {card}.").format(card=card_name(CARDS[card], speak))
    yield from order(s, seat, province, card, speak)
    yield worth(s, province, speak)


def taken_back(s: Record, seat: int, action: int, speak: Speak) -> Iterator[str]:
    """What the order would bring that is taken back: it can be weighed as long as it lies there [S4.1]."""
    (province,) = ACTIONS.kind_of(action).args(action)
    yield from order(s, seat, province, s.laid[seat, province] - 1, speak)
    yield worth(s, province, speak)


def confirmed(s: Record, seat: int, _action: int, speak: Speak) -> Iterator[str]:
    """Who goes first, whether points are scored after this round, and how they stand [S5.3, S10]."""
    _ = speak.gettext
    (sealed,) = played(s, seat, ACTIONS.CONFIRM.id(), before=lambda state: confirm(state, 1 - seat)).of("sealed")
    if s.confirmed[1 - seat]:
        yield _("The battles begin.")
    if sealed["holder"] >= 0:
        yield _("As armies lie now, {seat} goes first.").format(seat=seat_name(sealed["holder"], speak))
    if s.round == ROUNDS:
        yield _("This is the last round.")
    if s.round in SCORING_ROUNDS:
        scored = scoring(s, seat, armies_of(s))
        yield _("Points are scored after this round: {points} as provinces lie, and {standing}.").format(
            points=of_both(sums(scored), speak), standing=standing(scored["figure"], speak)
        )
        if abs(scored["figure"]) == TRACK:
            yield _("That would end the game.")


def confirm(state: Any, seat: int) -> None:
    """The seat has confirmed its orders."""
    state["confirmed"][seat] = 1


def put_under(s: Record, seat: int, action: int, speak: Speak) -> Iterator[str]:
    """Which cards are kept, and when the other one comes again [S12.2]."""
    _, plural = speak.gettext, speak.ngettext
    (card,) = ACTIONS.kind_of(action).args(action)
    kept = [kind for kind in range(N_CARDS) for _n in range(s.drawn[seat, kind] - (kind == card))]
    yield _("You keep {cards}.").format(cards=", ".join(card_name(CARDS[kind], speak) for kind in kept))
    n = s.deck_size[seat]
    if n:
        text = plural("{card} comes after {n} card of your deck.", "{card} comes after {n} cards of your deck.", n)
    else:
        text = _("{card} is the card that you draw next.")
    yield text.format(card=card_name(CARDS[card], speak), n=n)


# what follows by the rules


def follows(s: Record, seat: int, action: int, speak: Speak) -> Iterator[str]:
    """What happens until something hidden comes up, whose provinces are then, and how the next scoring stands."""
    outcome = until_hidden(played(s, seat, action))
    for tell in TELLERS:
        yield from tell(outcome, speak)


def until_hidden(outcome: Outcome) -> Outcome:
    """What happens until something comes up that the seat cannot know; of a card sent under the deck it is told apart."""
    for i, event in enumerate(outcome.events):
        if event["kind"] in HIDDEN:
            return outcome._replace(events=outcome.events[:i], whole=False)
    return outcome


def top_card(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """The card that leaves the game for one that goes under the deck, if the seat knows it [S8.7]."""
    _, s, seat = speak.gettext, outcome.before, outcome.seat
    if not outcome.of("went_under"):
        return
    fresh = [CARDS[kind] for kind in range(N_CARDS) if s.undrawn[seat, kind]]
    if s.fresh[seat] and len(fresh) > 1:
        yield _("An unknown card from the top of your deck leaves the game.")
    else:
        card = fresh[0] if s.fresh[seat] else CARDS[s.known[seat, 0] - 1]
        yield _("Your top card leaves the game: {card}.").format(card=card_name(card, speak))


def stocks(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """What a reinforcement costs, and what it leaves [S4.3]."""
    s, seat = outcome.before, outcome.seat
    for event in outcome.of("discarded"):
        text = speak.gettext("{card} leaves the game; then your pool has {pool}, the reinforcements {left}.")
        card = card_name(event["card"], speak)
        yield text.format(card=card, pool=s.pool[seat] + 1, left=s.reinforcements[seat] - 1)


def happenings(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """Battles, armies and points, as the log will tell them; what befalls both sides is told once."""
    events = list(outcome.events)
    told = SAID.get(outcome.kind)
    first = next((event for event in events if event["kind"] == told), None)
    if first is not None:
        events.remove(first)
    for event, before in zip(events, [{}, *events], strict=False):
        if event["kind"] == "moved" and event != before and event == {**before, "seat": event["seat"]}:
            yield speak.gettext("{seat}: the same.").format(seat=seat_name(event["seat"], speak))
        elif event["kind"] in LOGGED:
            yield describe(event, speak) + "."


def control(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """Provinces that change hands or become neutral, with what they are worth next [S1.7]."""
    _, s = speak.gettext, outcome.before
    before, after = armies_of(s), armies_after(outcome)
    for province in range(N_PROVINCES):
        was, becomes = (owner(armies, province) for armies in (before, after))
        if was == becomes:
            continue
        text = _("{province} is neutral then.") if becomes is None else _("{province} belongs to {seat} then.")
        yield text.format(province=PROVINCES[province], seat=seat_name(becomes or 0, speak))


def stake(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """The next scoring as provinces lie, if the action changes it [S10.1]."""
    s, seat = outcome.before, outcome.seat
    before, after = armies_of(s), armies_after(outcome)
    if outcome.of("scored") or outcome.of("over") or upcoming(s) is None:
        return
    if all(owner(before, province) == owner(after, province) for province in range(N_PROVINCES)):
        return
    text = speak.gettext("Scoring after round {round} as provinces lie: {before}, then {after}.")
    now, then = (sums(scoring(s, seat, armies)) for armies in (before, after))
    yield text.format(round=upcoming(s), before=of_both(now, speak), after=then)


def ends(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """That the game ends [S11]."""
    if outcome.of("over"):
        yield speak.gettext("The game ends with this.")


TELLERS: tuple[Callable[[Outcome, Speak], Iterator[str]], ...] = (top_card, stocks, happenings, control, stake, ends)
OF_ITS_OWN: dict[str, Callable[[Record, int, int, Speak], Iterator[str]]] = {
    "choose": chosen,
    "order": ordered,
    "confirm": confirmed,
    "take_back": taken_back,
    "next": next_battle,
    "under": put_under,
}


# provinces and points


def owner(armies: Armies, province: int) -> int | None:
    """Who controls a province [S1.7]."""
    return next((seat for seat in range(SEATS) if armies[seat][province]), None)


def armies_of(s: Record) -> Armies:
    """Armies by seat and province."""
    return [[int(s.armies[seat, province]) for province in range(N_PROVINCES)] for seat in range(SEATS)]


def armies_after(outcome: Outcome) -> Armies:
    """Where they lie after the events that are known."""
    armies = armies_of(outcome.before)
    for event in outcome.events:
        if event["kind"] == "plague":
            for seat, name in enumerate(("blue", "red")):
                armies[seat][PROVINCES.index(event["province"])] -= event[name]
        elif event["kind"] == "moved":
            for place, change in ((event["start"], -event["count"]), (event["end"], event["count"])):
                if place in PROVINCES:
                    armies[event["seat"]][PROVINCES.index(place)] += change
    return armies


def upcoming(s: Record) -> int | None:
    """The next round that is scored, none once all are."""
    done = STEPS[s.step] in ("clear_up", "under", "leads", "reinforce_1", "reinforce_2")
    return next((round for round in SCORING_ROUNDS if round > s.round or (round == s.round and not done)), None)


def worth(s: Record, province: int, speak: Speak) -> str:
    """What a province is worth at the next scoring [S1.4]."""
    text = speak.gettext("Worth {points} after round {round}.")
    round = upcoming(s) or ROUNDS
    points = POINTS[s.displays[province], SCORING_ROUNDS.index(round)]
    return text.format(points=points, round=round)


def scoring(s: Record, seat: int, armies: Armies) -> dict[str, Any]:
    """The next scoring if armies lie so: it is carried out on a copy in which no window is left [S10]."""

    def lay(state: Any) -> None:
        state["armies"] = armies
        state["round"], state["asks"], state["asked"] = upcoming(s), D8, seat
        state["step"] = STEPS.index("window_2")
        state["missing"] = 0

    return played(s, seat, ACTIONS.PASS.id(), then=lay).of("scored")[0]


def sums(scored: dict[str, Any]) -> str:
    """The points of both sides, blue's first."""
    return f"{scored['blue']}:{scored['red']}"


def of_both(points: str, speak: Speak) -> str:
    """The same with the names of the sides, so that nobody takes them the other way round."""
    return f"{seat_name(0, speak)} {points} {seat_name(1, speak)}"
