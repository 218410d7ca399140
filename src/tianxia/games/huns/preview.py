"""What an action brings at once, told before it is taken: goods that fit and return, wagons sent, points, the end.

It is played on a copy of the seat's masked record and its events are read, so the rules stand in one place. Nothing
is told of what is hidden: what lies in decks and what dice will show.
"""

from collections.abc import Callable, Iterator
from typing import Any

from tianxia.engine import _entries as entries
from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import Speak
from tianxia.engine.outcomes import Event, Outcome, Stage
from tianxia.engine.records import duplicate
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.events import EVENTS, MOST_EVENTS
from tianxia.games.huns.log import describe
from tianxia.games.huns.pieces import AMULET, CARDS, COLOURS, FROM_DECK, MARCH, N_COLOURS
from tianxia.games.huns.preview_places import places
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.hooks import draw_count, loot_count
from tianxia.games.huns.rules.scoring import points, settle_account, treasures_met
from tianxia.games.huns.sets import asked, possible
from tianxia.games.huns.state import A_LOOT, FOR_FLED, STATE
from tianxia.games.huns.texts import DECK_EMPTY, GOODS_OF, card_name, goods_said, mixed_goods, seat_name

ANY_SEED = 1
STAGE = Stage(
    STATE, ACTIONS, EVENTS, ACTIONS.size, MOST_EVENTS, lambda states, seat: entries.resample(states, seat, ANY_SEED)
)


def preview(s: Record, seat: int, action: int, speak: Speak) -> str:
    """What a legal action brings at once, in a few short sentences; `s` is the seat's masked record."""
    kind = ACTIONS.kind_of(action)
    args = kind.args(action)
    if kind.name == "draw":
        return drawing(s, py_func(draw_count)(s, seat, s.die - 1, s.value), speak)
    if kind.name == "use" and args[0] == MARCH and s.action == A_LOOT:
        return drawing(s, 1, speak)
    if kind.name == "wagon" and args[0] == FROM_DECK:
        return ""
    outcome = until_hidden(STAGE.played(s, seat, action))
    return " ".join(sentence for tell in TELLERS for sentence in tell(outcome, speak))


def drawing(s: Record, n: int, speak: Speak) -> str:
    """How many cards are drawn, and whether their deck is empty then, since one of them is played [N3.2, N4.1]."""
    said = speak.ngettext(
        "{n} card is drawn, and must be played.", "{n} cards are drawn; one of them must be played.", n
    ).format(n=n)
    if s.deck_size[s.die - 1] > 1:
        return said
    return f"{said} {speak.gettext(DECK_EMPTY[COLOURS[s.die - 1]])}"


# playing on a copy


def until_hidden(outcome: Outcome) -> Outcome:
    """What happens until something comes up that the seat cannot know: dice, or wagons of the deck."""
    events: list[Event] = []
    unknown = {"deck"}
    for event in outcome.events:
        if event["kind"] == "rolled" or (event["kind"] == "new_wagon" and event["place"] in unknown):
            return outcome._replace(events=events, whole=False)
        if event["kind"] == "laid":
            unknown.add(str(event["place"]))
        else:
            events.append(event)
    return outcome._replace(events=events)


def asks(outcome: Outcome, question: str) -> bool:
    """Whether the seat is asked this next."""
    after = outcome.after
    return outcome.whole and bool(after.asked == outcome.seat and asked(after)["kind"] == question)


def account(s: Record, seat: int, change: Callable[[Any], None] = lambda _state: None) -> Any:
    """A copy of a record with a seat's points settled as if the game ended there, after a change [N7.1]."""
    states = duplicate(s._states[s._i : s._i + 1])
    change(states[0])
    record = STATE.record_class(states, 0)
    py_func(settle_account)(record, seat, py_func(treasures_met)(record, seat))
    return record


def price_of_fleeing(s: Record, seat: int, card: int) -> tuple[int, int]:
    """Points that fleeing a Curse costs a seat: as things are, and with the Amulet the other way, working or not [N5.5]."""

    def flee(state: Any) -> None:
        state["camp"][seat] |= 1 << card
        state["fled"] |= 1 << card

    def turn(state: Any) -> None:
        state["works"][seat] ^= 1 << AMULET

    def turn_and_flee(state: Any) -> None:
        turn(state)
        flee(state)

    def cost(before: Any, after: Any) -> int:
        return int(before.account[seat, FOR_FLED] - after.account[seat, FOR_FLED])

    one = cost(account(s, seat), account(s, seat, flee))
    return one, cost(account(s, seat, turn), account(s, seat, turn_and_flee))


# what is told


def values(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """What the die brings with its value [N4.1.1, N4.2.1]."""
    after, seat = outcome.after, outcome.seat
    if not asks(outcome, "after_die"):
        return
    die = after.die - 1
    cards = py_func(draw_count)(after, seat, die, after.value) if possible(after, "draw") else 0
    goods = goods_said(COLOURS[die], py_func(loot_count)(after, seat, die, after.value), speak)
    loot = speak.gettext("Value {value}: loots {goods}.")
    both = speak.ngettext(
        "Value {value}: draws {n} card, or loots {goods}.", "Value {value}: draws {n} cards, or loots {goods}.", cards
    )
    yield (both if cards else loot).format(value=after.value, n=cards, goods=goods)


def curses(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """What fleeing costs: who flees, or who may flee then [N5.5, E09, M01]."""
    _, plural = speak.gettext, speak.ngettext
    for event in outcome.of("cursed"):
        victim, card = event["victim"], CARDS.index(event["card"])
        name = seat_name(victim, speak)
        if outcome.after.asked == victim and asked(outcome.after)["kind"] == "flee":
            n = price_of_fleeing(outcome.after, victim, card)[0]
            text = plural("{seat} may flee it for {n} point.", "{seat} may flee it for {n} points.", n)
            yield text.format(seat=name, n=n)
        else:
            yield _("{seat} cannot flee it.").format(seat=name)
    for event in outcome.of("fled"):
        n, other = price_of_fleeing(outcome.before, outcome.seat, CARDS.index(event["card"]))
        yield plural("Costs {n} point at the end.", "Costs {n} points at the end.", n).format(n=n)
        if outcome.before.camp[outcome.seat] >> AMULET & 1:
            works = outcome.before.works[outcome.seat] >> AMULET & 1
            if_not, if_so = _("{n} if {amulet} does not work then."), _("{n} if {amulet} works then.")
            yield (if_not if works else if_so).format(n=other, amulet=card_name(CARDS[AMULET], speak))


SAID = {
    "load": ("loaded",),
    "brand": ("loaded",),
    "good": ("took", "exchanged", "put", "lost", "levied", "kept"),
    "take": ("robbed", "gave_back"),
}
"""Events that an action's label tells already, the first of them that is."""
LOGGED = ("looted", "took", "exchanged", "robbed", "levied", "put", "filled", "lost", "gave_back", "returned", "token")
"""Events that are told as in the log."""


def happenings(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """Goods and cards, as the log will tell them; goods on the same wagon together."""
    events = list(outcome.events)
    told = SAID.get(outcome.kind, ())
    first = next((i for i, event in enumerate(events) if event["kind"] in told), None)
    if first is not None:
        del events[first]
    for event in together(events):
        if event["kind"] in LOGGED:
            yield describe(event, speak) + "."
        elif event["kind"] == "loaded":
            goods = goods_said(event["colour"], event["count"], speak)
            yield speak.gettext("On wagon {slot}: {goods}.").format(slot=event["slot"], goods=goods)
        elif event["kind"] == "sent" and event["seat"] == outcome.seat:
            yield speak.gettext("Wagon {slot} is full and sent.").format(slot=event["slot"])
        elif event["kind"] == "sent":
            yield describe(event, speak) + "."
    if asks(outcome, "keep") and outcome.kind != "good":
        hand = [outcome.after.hand[colour] for colour in range(N_COLOURS)]
        yield speak.gettext("Left over: {goods}.").format(goods=mixed_goods(hand, speak))


def together(events: list[Event]) -> list[Event]:
    """Goods of a colour that go to the same place are told once, with their number."""
    found: dict[tuple[Any, ...], Event] = {}
    for i, event in enumerate(events):
        kind, place = event["kind"], event.get("slot", event.get("card"))
        key = (kind, event["seat"], place, event["colour"]) if kind in ("loaded", "put") else (i,)
        if key in found:
            found[key]["count"] += event.get("count", 1)
        else:
            found[key] = {"count": 1, **event}
    return list(found.values())


def rooms(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """Where the goods in hand would fit, if that is asked next [N4.2, N8.17]."""
    if outcome.whole and outcome.after.asked == outcome.seat:
        yield from places(outcome.after, outcome.seat, speak)


def standing(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """What the own points would be if the game ended now, and then [N7.1]."""
    if not outcome.whole:
        return
    before, after = (py_func(points)(account(s, outcome.seat), outcome.seat) for s in (outcome.before, outcome.after))
    if before != after:
        text = speak.gettext("Your points as things stand: {before}, then {after}.")
        yield text.format(before=str(before).replace("-", "−"), after=str(after).replace("-", "−"))


def ends(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """Colours that run out, and the end of the game [N3.2]."""
    if outcome.of("over"):
        yield speak.gettext("The game ends with this.")
        return
    for colour in range(N_COLOURS):
        if outcome.whole and outcome.before.reserve[colour] and not outcome.after.reserve[colour]:
            text = speak.gettext("The reserve has no {goods} left then: if none return, the game ends with this round.")
            yield text.format(goods=speak.gettext(GOODS_OF[COLOURS[colour]]))


TELLERS = (values, curses, happenings, rooms, standing, ends)
