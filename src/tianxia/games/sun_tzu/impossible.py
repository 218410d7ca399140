"""What makes a written position of Sun Tzu impossible: the rules that every position keeps, each with its reason."""

from typing import Any

from tianxia.engine.notation import counted
from tianxia.games.sun_tzu.impossible_cards import (
    cards_lying,
    deck_cards,
    decks,
    drawn_cards,
    expected_hand_size,
    hands,
    side_has_its_cards,
)
from tianxia.games.sun_tzu.impossible_stage import expected_asked, outcome, stage
from tianxia.games.sun_tzu.pieces import (
    ALL_PROVINCES,
    ARMIES,
    B2,
    B3,
    EVENT_CARDS,
    FEINTS,
    GENERALS,
    MOST_SHOWN,
    N_EVENTS,
    N_PROVINCES,
    OWN_GENERALS,
    PLAGUE,
    PROVINCES,
    R1,
    R3,
    R4,
    SIX,
    WAR_CHARIOT,
)
from tianxia.games.sun_tzu.rules.sequence import NEXT, SERVE_1, TURN_UP
from tianxia.games.sun_tzu.state import BLUE, D1, D2, FIXED, RED, SEAT_NAMES, SEATS

__all__ = [
    "CHECKED", "bits_of", "cards_lying", "check", "deck_cards", "expected_asked", "expected_hand_size", "expected_unfought",
]  # fmt: skip


def check(s: Any) -> str:
    """Why a position cannot exist: the first of these rules that it breaks; an empty text if it keeps them all."""
    return next(filter(None, (broken(s) for broken in CHECKED)), "")


def bits_of(word: int) -> list[int]:
    """Members of a bit set."""
    return [i for i in range(int(word).bit_length()) if word >> i & 1]


def named(provinces: int) -> str:
    """The provinces of a bit set, in words."""
    return ", ".join(PROVINCES[province] for province in bits_of(provinces)) or "no province"


def options_fit(s: Any) -> str:
    """Beginners play without events and generals [S2.3]."""
    if s.beginner and (s.events or s.generals):
        return "beginners play without events and generals [S2.3]"
    return ""


def armies(s: Any) -> str:
    """21 armies a side; no province has armies of both; a marker army has used its place [S1.7, S1.8, S7.2]."""
    for seat in range(SEATS):
        board = sum(s.armies[seat, province] for province in range(N_PROVINCES))
        markers = sum(s.markers[seat, province] for province in range(N_PROVINCES))
        total = s.pool[seat] + s.reinforcements[seat] + board + markers
        if total != ARMIES:
            return (
                f"{SEAT_NAMES[seat]} has {counted(s.pool[seat], 'army', 'armies')} in the pool, "
                f"{s.reinforcements[seat]} in reinforcements, "
                f"{board} on the board and {counted(markers, 'marker')}: {total}, not {ARMIES} [S1.8]"
            )
        marked = sum((s.markers[seat, province] > 0) << province for province in range(N_PROVINCES))
        if marked & ~s.used[seat]:
            return f"{SEAT_NAMES[seat]} has a marker in {named(marked & ~s.used[seat])}, which is not used [S7.2]"
    for province in range(N_PROVINCES):
        if s.armies[BLUE, province] and s.armies[RED, province]:
            return f"{PROVINCES[province]} has armies of both sides [S1.7]"
    return ""


def displays(s: Any) -> str:
    """Five different score displays [S1.4]."""
    lying = {s.displays[province] for province in range(N_PROVINCES)}
    return "" if len(lying) == N_PROVINCES else "the five score displays are different ones [S1.4]"


def expected_unfought(s: Any) -> int:
    """Once the orders are sealed: where they lie."""
    return laid_places(s, BLUE) if s.sealed else 0


def laid_places(s: Any, seat: int) -> int:
    """Where a side has an order, as a bit set."""
    return sum((s.laid[seat, province] != 0) << province for province in range(N_PROVINCES))


def orders(s: Any) -> str:
    """Secret until both have confirmed; then sealed, five a side, and revealed one after the other [S4, S6.1]."""
    if bool(s.sealed) != (s.step >= NEXT):
        return f"sealed is {s.sealed}: orders are sealed once both have confirmed, until the next ones [S4.5]"
    for seat in range(SEATS):
        name, places = SEAT_NAMES[seat], laid_places(s, seat)
        if s.sealed and (places != s.unfought or not s.confirmed[seat]):
            return (
                f"{name} has orders in {named(places)}; sealed ones lie where no battle was: {named(s.unfought)} [S4.5]"
            )
        if s.asks == D1 and (places or s.confirmed[seat]):
            return f"{name} has orders before the game begins [S2.4]"
        if s.asks == D2 and s.confirmed[seat] and places != ALL_PROVINCES:
            return f"{name} has confirmed without five orders [S4.5]"
        if s.asks == D2 and s.orders == FIXED and places & (places + 1):
            return f"{name} gives orders from QIN on, and has them in {named(places)} [S4.1]"
        for province in bits_of(places & s.used[seat]):
            if s.laid[seat, province] == SIX + 1 and not s.held[seat] >> R1 & 1:
                return f"{name} has a 6 in {PROVINCES[province]}, where it used one [S4.2]"
    if s.unfought and not s.sealed:
        return "unfought is told of sealed orders only [S4.5]"
    if s.asks == D2 and s.confirmed[BLUE] and s.confirmed[RED]:
        return "both have confirmed, so the orders are sealed [S4.5]"
    return face_up(s)


def face_up(s: Any) -> str:
    """Played cards lie where there was a battle in this round; what was revealed lies there too [S6.7]."""
    for seat in range(SEATS):
        for province in range(N_PROVINCES):
            if s.face_up[seat, province] and (not s.sealed or s.unfought >> province & 1):
                return f"a card of {SEAT_NAMES[seat]} is face up in {PROVINCES[province]}, where no battle was [S6.7]"
    return ""


def generals(s: Any) -> str:
    """One of the own five, a second one by War chariot; the others are laid aside [S2.2, S8.10, S9.5]."""
    for seat in range(SEATS):
        reason = generals_of(s, seat)
        if reason:
            return reason
    if s.asks == D1 and s.unshown[BLUE] and s.unshown[RED]:
        return "both have chosen a general, so the game has begun [S2.4]"
    for general, used in ((R3, s.physician), (B2, s.feint), (R4, s.pestilence)):
        seat = BLUE if general < R1 else RED
        if used and general + 1 not in [s.shown[seat, place] for place in range(MOST_SHOWN)]:
            return f"{GENERALS[general]} is at work, but not shown [S8]"
    return ""


def generals_of(s: Any, seat: int) -> str:
    """One side's generals."""
    name = SEAT_NAMES[seat]
    shown = [s.shown[seat, place] - 1 for place in range(MOST_SHOWN) if s.shown[seat, place]]
    held = bits_of(s.held[seat])
    if not s.generals:
        idle = not (shown or held or s.aside[seat] or s.unshown[seat])
        return "" if idle else f"{name} has generals, but they are not played with [S2.3]"
    if s.unshown[seat] != len(held):
        return f"unshown of {name} is {s.unshown[seat]}, it holds {len(held)} generals"
    if shown and not s.shown[seat, 0]:
        return f"the generals that {name} has shown are told in order"
    everyone = sorted([*shown, *held, *bits_of(s.aside[seat])])
    if everyone != bits_of(OWN_GENERALS[seat]):
        five = ", ".join(GENERALS[general] for general in bits_of(OWN_GENERALS[seat]))
        return f"the generals of {name} are {five}, each in one place [S2.2]"
    if s.asks == D1:
        return f"{name} chooses one general [S2.2]" if shown or len(held) > 1 else ""
    if B3 in held:
        return "B3 is shown as soon as the game begins [S8.3]"
    most = 2 if chariot_came(s) else 1
    if not 1 <= len(shown) + len(held) <= most:
        return f"{name} has {len(shown) + len(held)} generals, not {'1 or 2' if most > 1 else '1'} [S2.2, S9.5]"
    return ""


def chariot_came(s: Any) -> bool:
    """Whether War chariot is out, or is serving."""
    out = [s.events_out[place] for place in range(N_EVENTS)]
    serving = s.event == WAR_CHARIOT + 1 and SERVE_1 < s.step <= TURN_UP
    return WAR_CHARIOT + 1 in out or serving


def event_cards(s: Any) -> str:
    """Five event cards, each in one place; the top one of those left is face up [S2.3, S9.1]."""
    deck = [s.event_deck[place] for place in range(N_EVENTS)]
    out = [s.events_out[place] for place in range(N_EVENTS)]
    if not s.events:
        idle = not (any(deck) or any(out) or s.event or s.events_left)
        return "" if idle else "there are event cards, but they are not played with [S2.3]"
    if sorted(deck) != list(range(1, N_EVENTS + 1)):
        return f"event_deck should have each of {', '.join(EVENT_CARDS)} once [S2.3]"
    gone = N_EVENTS - s.events_left
    if out != deck[:gone] + [0] * s.events_left:
        return f"events_out should be the first {gone} of event_deck [S9.1]"
    if s.event != (deck[gone] if s.events_left else 0):
        return "event should be the top one of those left [S9.1]"
    return ""


def effects(s: Any) -> str:
    """R3 and B2 act in one battle only, on a card that was revealed there [S8.5, S8.8]."""
    plagues = sum(s.revealed[seat] == PLAGUE + 1 for seat in range(SEATS))
    if s.physician and plagues != 1:
        return "R3 acts on the one Plague that was revealed [S8.5]"
    if s.feint and not (s.revealed[BLUE] and FEINTS >> (s.revealed[BLUE] - 1) & 1):
        return "B2 acts on a 7-10 that blue revealed [S8.8]"
    return ""


CHECKED = (
    options_fit, armies, displays, side_has_its_cards, decks, drawn_cards, orders, hands, event_cards, generals, effects,
    stage, outcome,
)  # fmt: skip
