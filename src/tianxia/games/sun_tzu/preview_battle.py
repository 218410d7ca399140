"""What an order may come to: its battle is fought on a copy against cards that the other side may still have."""

from collections.abc import Callable, Iterator
from typing import Any

from tianxia.engine import _entries as entries
from tianxia.engine.i18n import Speak
from tianxia.engine.outcomes import Outcome, Stage
from tianxia.games.sun_tzu.actions import ACTIONS
from tianxia.games.sun_tzu.events import EVENTS
from tianxia.games.sun_tzu.pieces import (
    ALL_PROVINCES,
    ARMIES,
    CARDS,
    COPY,
    COST,
    DECK,
    FRAMED,
    MARGIN,
    MOST_SHOWN,
    N_CARDS,
    N_PROVINCES,
    NONE,
    ONE,
    PLAGUE,
    PROVINCES,
    R1,
    ROUNDS,
    SIX,
)
from tianxia.games.sun_tzu.questions import D3
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.state import RED, SEATS, STATE, STEPS
from tianxia.games.sun_tzu.texts import card_name, seat_name

ANY_SEED = 1
MOST_EVENTS = 63
"""As many as an action may have."""

Change = Callable[[Any], None]


def unchanged(_state: Any) -> None:
    """Nothing is changed in the copy."""


def played(s: Record, seat: int, action: int, before: Change = unchanged, then: Change = unchanged) -> Outcome:
    """An action on a copy in which all is dealt anew that the seat cannot know; it may be changed before that and after."""

    def lay_out(states: Any, seat: int) -> None:
        before(states[0])
        entries.resample(states, seat, ANY_SEED)
        then(states[0])

    return Stage(STATE, ACTIONS, EVENTS, ACTIONS.size, MOST_EVENTS, lay_out).played(s, seat, action)


def order(s: Record, seat: int, province: int, card: int, speak: Speak) -> Iterator[str]:
    """Armies in the province at best, at worst and after a Plague, then what the card does besides."""
    told: list[str] = []
    most = 0
    others = may_lie(s, 1 - seat, province)
    for text, other in cases(card, others, speak):
        change = fought(s, seat, province, card, other)
        if told and not any(change):
            continue  # a Plague that takes nothing
        told.append(text.format(card=card_name(CARDS[other], speak), change=in_words(change, speak)))
        most = max(most, change[seat])
    yield speak.gettext("Armies: {cases}.").format(cases="; ".join(told))
    short = most + (card == SIX) - s.pool[seat]
    if most and short > 0:
        text = speak.gettext("Your pool may be {n} short: your other provinces give the rest.")
        yield text.format(n=short)
    effect = list(besides(s, seat, province, card, speak))
    yield from effect
    against = [card_name(CARDS[other], speak) for other in others if other == PLAGUE or (COST[card] and other == card)]
    if effect and against:
        yield speak.gettext("Annulled by: {cards}.").format(cards=", ".join(against))


def cases(card: int, others: list[int], speak: Speak) -> Iterator[tuple[str, int]]:
    """The results worth telling, each with a card of the other side; a Plague of one's own has only one [S6.5, S7.4]."""
    _ = speak.gettext
    if card == PLAGUE:
        yield "{change}", PLAGUE
        return
    numbers = [other for other in others if other != PLAGUE]
    best, worst = (choose(numbers, key=lambda other: int(MARGIN[card, other])) for choose in (max, min))
    if MARGIN[card, best] > 0:
        yield _("at best {change} (against {card})"), best
    if MARGIN[card, worst] < 0:
        yield _("at worst {change} (against {card})"), worst
    if MARGIN[card, best] <= 0 <= MARGIN[card, worst]:
        yield _("{change} (against {card})"), best
    if PLAGUE in others:
        yield _("Plague: {change}"), PLAGUE


def fought(s: Record, seat: int, province: int, card: int, other: int) -> list[int]:
    """Armies more or less in the province, by seat, after a battle without generals and with full pools [S6, S7.4]."""

    def lay(state: Any) -> None:
        state["laid"][seat, province], state["laid"][1 - seat, province] = card + 1, other + 1
        state["unshown"] = state["event"] = state["used"] = NONE
        state["pool"] = ARMIES
        state["sealed"], state["asks"], state["asked"], state["holder"] = 1, D3, seat, seat
        state["unfought"], state["step"], state["round"] = ALL_PROVINCES, STEPS.index("next"), ROUNDS

    after = played(s, seat, ACTIONS.NEXT.id(province), then=lay).after
    return [int(after.armies[side, province] - s.armies[side, province]) for side in range(SEATS)]


def in_words(change: list[int], speak: Speak) -> str:
    """Each side's armies more or less."""
    told = [f"{seat_name(seat, speak)} {more:+d}".replace("-", "−") for seat, more in enumerate(change) if more]
    return ", ".join(told) or speak.gettext("no change")


def besides(s: Record, seat: int, province: int, card: int, speak: Speak) -> Iterator[str]:
    """What a card does whether it wins or not, but for what annuls it [S7.1-S7.4, S8.4]."""
    _ = speak.gettext
    if card == ONE:
        if draws_three(s, seat):
            yield _("You draw 3 cards and keep 2 at the end of the round.")
    elif card == SIX and s.used[seat] >> province & 1:
        yield _("With Second siege it puts another marker army.")
    elif card == SIX:
        yield _("It puts a marker army: from then on {province} is barred for your 6.").format(
            province=PROVINCES[province]
        )
    elif cost := int(COST[card]):
        text = speak.ngettext(
            "Won or not, {n} army goes to reinforcements.", "Won or not, {n} armies go to reinforcements.", cost
        )
        yield text.format(n=cost)


def draws_three(s: Record, seat: int) -> bool:
    """Whether a 1 brings three cards to choose two from; nothing is drawn after the last round [S3.1, S12.2]."""
    return bool(s.round < ROUNDS and s.deck_size[seat] >= 3)


def may_lie(s: Record, rival: int, province: int) -> list[int]:
    """Kinds that the other side may have ordered there, by what lies open alone [S4.2, S13.1-S13.3]."""
    seen = [int(s.out[rival, kind]) for kind in range(N_CARDS)]
    lying = [int(s.face_up[rival, place]) for place in range(N_PROVINCES)]
    lying += [int(s.returned[rival, place]) for place in range(DECK)]
    for card in lying:
        if card:
            seen[card - 1] += 1
    framed = sum(not seen[kind] for kind in range(FRAMED))
    hidden = int(s.hand_size[rival]) + (int(s.unfought).bit_count() if s.sealed else 0)
    barred = s.used[rival] >> province & 1 and not may_siege_again(s, rival)
    return [
        kind
        for kind in range(N_CARDS)
        if COPY[s.beginner, kind] > seen[kind] and not (kind == SIX and barred) and (kind < FRAMED or hidden > framed)
    ]


def may_siege_again(s: Record, seat: int) -> bool:
    """Whether red may hold Second siege, for all that is known [S8.4]."""
    used = any(s.shown[RED, place] == R1 + 1 for place in range(MOST_SHOWN))
    return bool(seat == RED and s.unshown[RED] and not used)
