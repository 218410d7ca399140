"""Written positions of Huang: which ones are written, and what they may leave out. What makes one impossible: `validation`."""

from tianxia.engine.compiling import py_func
from tianxia.games.huang.pieces import ACTIONS_IN_A_TURN, ALL_TILES, ASIDE, N_COLOURS, SEATS, YELLOW
from tianxia.games.huang.questions import ACTION, END_TURN
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import regroup
from tianxia.games.huang.rules.conflict import bandit_hexes
from tianxia.games.huang.sets import set_of, words_into
from tianxia.games.huang.validation import CHECKED, PENDING, check, lying, with_building

__all__ = ["CHECKED", "check", "complete", "quiet"]


def quiet(s: Record) -> bool:
    """Whether one of the two actions begins, or the end of the turn: nothing is pending then [H4.1]."""
    return s.asks in (ACTION, END_TURN)


def complete(s: Record, given: frozenset[str]) -> None:
    """Fields left out are as after the set-up, but with empty hands, an empty market, no bandits and no points.

    Without `tiles` a yellow one lies on each capital where nothing else is, without `granaries` one on each such tile.
    Tiles that lie nowhere are in the bag, or out where the bag is told; in a short game 24 of them, from the end of the list
    of colours, are aside.
    """
    complete_moment(s, given)
    complete_board(s, given)
    py_func(regroup)(s)
    complete_bag(s, given)
    complete_hands(s, given)


def complete_moment(s: Record, given: frozenset[str]) -> None:
    """What is asked of whom, how far the turn is; nothing is pending."""
    if "asks" not in given:
        s.asks = END_TURN if s.actions_done == ACTIONS_IN_A_TURN else ACTION
    if "actions_done" not in given and s.asks == END_TURN:
        s.actions_done = ACTIONS_IN_A_TURN
    if "asked" not in given:
        s.asked = s.active
    if "turn" not in given:
        s.turn = s.quiet_turns + 1
    if "open" not in given:
        s.open = s.open_points
    for name, nothing in PENDING.items():
        if name not in given:
            s._states[name][s._i] = nothing


def complete_board(s: Record, given: frozenset[str]) -> None:
    """Capitals with their tiles and granaries; where the leaders stand."""
    leaders = sum({1 << s.leaders[seat, colour] - 1 for seat in range(SEATS) for colour in range(N_COLOURS)
                   if s.leaders[seat, colour]})  # fmt: skip
    words_into(s.leader_hexes, leaders)
    if "tiles" not in given:
        taken = leaders | set_of(py_func(bandit_hexes)(s))
        words_into(s.tiles, set_of(s.capitals) & ~taken, YELLOW)
    if "granaries" not in given and s.eighteen_kingdoms:
        words_into(s.granaries, set_of(s.capitals) & set_of(s.tiles, YELLOW) & ~with_building(s))


def complete_bag(s: Record, given: frozenset[str]) -> None:
    """Tiles that lie nowhere."""
    rest = [max(0, ALL_TILES[colour] - n) for colour, n in enumerate(lying(s))]
    if s.short_game and "aside" not in given:
        for _ in range(min(ASIDE, sum(rest))):
            colour = max(colour for colour in range(N_COLOURS) if rest[colour])
            rest[colour] -= 1
            s.aside[colour] += 1
    for colour in range(N_COLOURS):
        if "bag" not in given:
            s.bag[colour] = rest[colour]
        elif "out" not in given:
            s.out[colour] = rest[colour]


def complete_hands(s: Record, given: frozenset[str]) -> None:
    """How many tiles lie in each place."""
    for name, of in (("bag_size", s.bag), ("aside_size", s.aside)):
        if name not in given:
            setattr(s, name, sum(of))
    for seat in range(SEATS):
        for colour in range(N_COLOURS):
            if "hand_size" not in given:
                s.hand_size[seat] += s.hand[seat, colour]
            if "face_down_size" not in given:
                s.face_down_size[seat] += s.face_down[seat, colour]
