"""What makes a written position of Sun Tzu impossible: what is asked of whom, and how the game ended [S6.6, S11, S14]."""

from collections.abc import Callable
from typing import Any

from tianxia.games.sun_tzu.pieces import (
    FEINTS,
    LAST_ROUND_OF_ANY_PHASE,
    LIGHT_INFANTRY,
    MANY_USED,
    MINUS_ONE,
    N_PROVINCES,
    PANDEMIC,
    PLAGUE,
    PROVINCES,
    ROUNDS,
    SCORING_ROUNDS,
    TRACK,
    WAR_CHARIOT,
)
from tianxia.games.sun_tzu.questions import D1, D2, D3, D4, D5, D6, D7, D8, D9, D10, OVER, QUESTIONS
from tianxia.games.sun_tzu.rules.sequence import (
    COST_1,
    COST_2,
    DRAW,
    EARLY_CHOSEN_ROUND,
    END_BATTLE,
    FINISHED,
    FIRST_CHOSEN_ROUND,
    GENERALS,
    MARKER_2,
    NEXT,
    ORDERS,
    REINFORCE_1,
    REINFORCE_2,
    REMEMBER,
    RESULT,
    REVEAL_1,
    REVEAL_2,
    SERVE_2,
    TURN_UP,
    UNDER,
    WINDOW_1,
    WINDOW_2,
)
from tianxia.games.sun_tzu.state import (
    BLUE,
    COST_NEED,
    MARKER_NEED,
    NEEDS,
    NO_NEED,
    PANDEMIC_NEED,
    PLACE_NEED,
    RED,
    SEAT_NAMES,
    SEATS,
    STEPS,
)

STEPS_OF = {
    D1: (GENERALS,),
    D2: (ORDERS,),
    D3: (NEXT,),
    D4: (REVEAL_1, REVEAL_2),
    D5: (MARKER_2, RESULT, COST_1, COST_2, REMEMBER, SERVE_2, TURN_UP),
    D6: (SERVE_2, TURN_UP),
    D7: (SERVE_2,),
    D8: (WINDOW_1, WINDOW_2),
    D9: (UNDER,),
    D10: (REINFORCE_1, REINFORCE_2),
    OVER: (FINISHED,),
}
"""What comes next when this is asked; where a step asks as its last act it is the step after it."""
SECOND = (REVEAL_2, RESULT, REMEMBER, TURN_UP, WINDOW_2, REINFORCE_2)
"""The steps at which the seat that is asked is the one that is not first [S5.4]."""
BOTH = (D1, D2, D9)


def first_seat(s: Any) -> int:
    """The holder of this round, blue while there is none [S5.4]."""
    return RED if s.holder == RED else BLUE


def seat_in_turn(s: Any) -> int:
    """Who has to do something at this step of two."""
    return 1 - first_seat(s) if s.step in SECOND else first_seat(s)


def expected_asked(s: Any) -> int:
    """The one seat that is asked, or -1."""
    if s.asks in BOTH or s.asks == OVER:
        return -1
    if s.asks == D3:
        return int(s.holder)
    if s.asks == D5:
        return int(s.need_seat)
    if s.asks == D7:
        return RED if s.figure > 0 else BLUE
    return seat_in_turn(s)


def stage(s: Any) -> str:
    """What is asked fits the step, the seat and what lies on the table [S14]."""
    asks = QUESTIONS.text(s.asks)
    if s.step not in STEPS_OF[s.asks]:
        return f"{asks} is asked at the step {' or '.join(STEPS[step] for step in STEPS_OF[s.asks])}, not {STEPS[s.step]} [S14]"
    if (s.round == 0) != (s.asks == D1):
        return f"round is {s.round}: it is 0 while generals are chosen, and never else [S2.4]"
    if s.asks == D1 and not s.generals:
        return "generals are chosen only with the option [S2.3]"
    if s.asked != expected_asked(s):
        return f"asked is {s.asked}, it is the decision of {expected_asked(s)} (-1: both, or nobody) [S14]"
    if not s.events and (s.step in (SERVE_2, TURN_UP) and s.asks != OVER):
        return "an event is at work, but events are not played with [S2.3]"
    return battle(s) or need(s) or condition(s)


def battle(s: Any) -> str:
    """From the reveal to the end of the events there is a battle, with a card of each side [S6.6]."""
    fighting = REVEAL_1 <= s.step <= END_BATTLE
    if fighting != (s.battle != 0):
        return f"battle is {'told' if s.battle else 'missing'}: there is one from the reveal to the events [S6.6]"
    for seat in range(SEATS):
        if fighting != (s.revealed[seat] != 0):
            return f"revealed of {SEAT_NAMES[seat]}: in a battle, and only then, each side has a card revealed [S6.6]"
        if not fighting:
            continue
        lying, card = s.face_up[seat, s.battle - 1], s.revealed[seat]
        may_be_returned = card == (MINUS_ONE if seat == BLUE else PLAGUE) + 1
        if lying != card and not (may_be_returned and not lying):
            return f"the card that {SEAT_NAMES[seat]} revealed in {PROVINCES[s.battle - 1]} lies face up there [S6.7]"
    if fighting and s.unfought >> (s.battle - 1) & 1:
        return f"there is a battle in {PROVINCES[s.battle - 1]}, so it is not unfought [S6.6]"
    if not fighting and (s.physician or s.feint):
        return "R3 and B2 act in one battle only [S8.5, S8.8]"
    if s.step >= WINDOW_1 and s.unfought and s.asks not in (D10, OVER):
        return "there are battles to fight before the round goes on [S3.1]"
    return ""


def need(s: Any) -> str:
    """Armies are looked for in D5 and nowhere else; the owner is asked if S7.5 asks it."""
    if s.asks != D5:
        idle = s.need == NO_NEED and s.need_seat == -1 and s.need_province == 0 and s.missing == 0
        return "" if idle else "armies are looked for only while their owner is asked for them [S7.5]"
    if s.need == NO_NEED or s.missing == 0 or s.need_seat < 0:
        return "an army is asked for: need, need_seat and missing tell which [S7.5]"
    if (s.need == PANDEMIC_NEED) != (s.need_province == 0):
        return f"need_province: a need of the kind {NEEDS[s.need]} is {'nowhere' if s.need == PANDEMIC_NEED else 'somewhere'}"
    return need_at_step(s) or need_is_asked(s)


def need_at_step(s: Any) -> str:
    """Which armies are looked for at which step, whose and where [S6.6, S9]."""
    event = s.event - 1
    by_event = s.step in (SERVE_2, TURN_UP)
    fits = {
        PLACE_NEED: s.step == COST_1 or (s.step == SERVE_2 and event == LIGHT_INFANTRY and s.light_infantry),
        MARKER_NEED: s.step in (MARKER_2, RESULT),
        COST_NEED: s.step in (COST_2, REMEMBER) or (by_event and event not in (PANDEMIC, WAR_CHARIOT, LIGHT_INFANTRY)),
        PANDEMIC_NEED: by_event and event == PANDEMIC,
    }
    if not fits[s.need]:
        return f"armies of the kind {NEEDS[s.need]} are not looked for at the step {STEPS[s.step]} [S6.6]"
    if s.need != PLACE_NEED and s.need_seat != seat_in_turn(s):
        return f"at the step {STEPS[s.step]} it is the part of {SEAT_NAMES[seat_in_turn(s)]} [S5.4]"
    where = s.infantry if s.need == PLACE_NEED and by_event else s.battle
    if s.need != PANDEMIC_NEED and s.need_province != where:
        return "need_province is where the battle is, for Light infantry where both 1s met [S6.4, S9.6]"
    if s.need == PLACE_NEED and s.armies[1 - s.need_seat, s.need_province - 1]:
        return "armies are put only where the other side has none [S6.3]"
    return ""


def need_is_asked(s: Any) -> str:
    """The owner is asked: for a cost, or with an empty pool and armies to take or to bring [S7.5]."""
    seat = s.need_seat
    own = sum((s.armies[seat, province] > 0) << province for province in range(N_PROVINCES))
    if s.pool[seat]:
        return "" if s.need == COST_NEED else "the pool is not empty, so the army comes from there unasked [S7.5]"
    if s.need in (PLACE_NEED, MARKER_NEED):
        own &= ~(1 << (s.need_province - 1))
        if own or s.reinforcements[seat]:
            return ""
    elif own:
        return ""
    return f"{SEAT_NAMES[seat]} has no army to take or to bring, so it is not asked [S7.5]"


def condition(s: Any) -> str:
    """The condition of the decision, as S14 lists it."""
    checks: dict[int, Callable[[Any], str]] = {
        D3: next_province, D4: reveal_window, D6: chariot, D7: infantry, D8: window, D9: under, D10: reinforce,
    }  # fmt: skip
    return checks[s.asks](s) if s.asks in checks else ""


def next_province(s: Any) -> str:
    """The holder chooses while 2 or more are unfought, from round 4 or 2 on [S5.1, S5.5]."""
    first = EARLY_CHOSEN_ROUND if s.battle_order else FIRST_CHOSEN_ROUND
    if s.holder < 0 or s.round < first or not s.unfought & (s.unfought - 1):
        return (
            f"the holder chooses the next battle from round {first} on, while 2 or more provinces are unfought [S5.1]"
        )
    return ""


def reveal_window(s: Any) -> str:
    """A window of the reveal is open on public facts [S8.2]."""
    seat = seat_in_turn(s)
    cards = [s.revealed[side] - 1 for side in range(SEATS)]
    if seat == RED:
        is_open = cards.count(PLAGUE) == 1 or (cards[RED] == PLAGUE and s.deck_size[RED])
    else:
        is_open = FEINTS >> cards[BLUE] & 1 or (cards[BLUE] == MINUS_ONE and s.deck_size[BLUE])
    if not is_open or not s.unshown[seat]:
        return f"{SEAT_NAMES[seat]} has no reveal window now [S8.2]"
    return ""


def chariot(s: Any) -> str:
    """War chariot offers a general to a side that used its 6 in 3 provinces [S9]."""
    if s.event != WAR_CHARIOT + 1 or not s.generals or s.used[seat_in_turn(s)].bit_count() < MANY_USED:
        return f"War chariot asks a side that used the 6 in {MANY_USED} provinces [S9]"
    return ""


def infantry(s: Any) -> str:
    """Light infantry as an army asks the side with fewer points [S9.6]."""
    if s.event != LIGHT_INFANTRY + 1 or not s.light_infantry or not s.figure or not s.infantry:
        return "Light infantry asks the side with fewer points, with the option `army`, after both played a 1 [S9.6]"
    return ""


def window(s: Any) -> str:
    """The window after the last battle: up to round 6, for a side with an unshown general [S8.1]."""
    if s.round > LAST_ROUND_OF_ANY_PHASE or not s.unshown[seat_in_turn(s)]:
        last = LAST_ROUND_OF_ANY_PHASE
        return f"the window after the battles opens up to round {last}, for a side with an unshown general [S8.1]"
    return ""


def under(s: Any) -> str:
    """At the end of a round but the last one, played cards are cleared and somebody puts one under [S12]."""
    if not (s.drawn_size[BLUE] or s.drawn_size[RED]):
        return "nobody has a card to put under, so the round is over [S12.2]"
    if any(s.face_up[seat, province] for seat in range(SEATS) for province in range(N_PROVINCES)):
        return "played cards were cleared up before cards were drawn [S12.1]"
    if s.round == ROUNDS:
        return "after round 9 no cards are drawn [S3.1]"
    return at_an_end(s)


def at_an_end(s: Any) -> str:
    """The figure at an end after the scoring of round 3 or 6 ends the game [S11.1]."""
    if s.round in SCORING_ROUNDS and abs(s.figure) == TRACK:
        return f"the figure is at an end after the scoring of round {s.round}: the game is over [S11.1]"
    return ""


def reinforce(s: Any) -> str:
    """Before pools are compared: the figure in the middle after round 9 or the fifth event, reinforcements left [S11.3]."""
    if s.figure or not s.reinforcements[seat_in_turn(s)] or not at_the_last_look(s):
        return "reinforcements are asked for before pools are compared: the figure in the middle, and some left [S11.3]"
    return ""


def at_the_last_look(s: Any) -> bool:
    """After round 9, or the fifth event."""
    return bool((s.round == ROUNDS and not s.unfought) or (s.events and not s.events_left))


def outcome(s: Any) -> str:
    """The game is over: who leads on the track has won, in the middle who has more armies in the pool [S11]."""
    if s.asks != OVER:
        if s.winner >= 0:
            return f"winner is {s.winner}, but the game is not over [S11]"
        if s.events and not s.events_left and s.asks != D10:
            return "the fifth event is out, so the game is over [S9.1]"
        return ""
    if not at_the_last_look(s) and not (s.round in SCORING_ROUNDS and abs(s.figure) == TRACK and not s.unfought):
        return (
            "the game ends after round 9, after the fifth event, or with the figure at an end after a scoring [S11.1]"
        )
    lead = s.figure or s.pool[BLUE] - s.pool[RED]
    expected = BLUE if lead > 0 else RED if lead < 0 else DRAW
    return "" if s.winner == expected else f"winner is {s.winner}, by figure and pools it is {expected} [S11.2]"
