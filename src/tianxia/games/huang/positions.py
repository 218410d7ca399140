"""Written positions of Huang: what they may leave out. What makes one impossible is in `impossible`."""

from typing import Any

from tianxia.engine.compiling import plain
from tianxia.games.huang.impossible import CHECKED, check, lying, with_building
from tianxia.games.huang.impossible_conflict import as_it_began
from tianxia.games.huang.impossible_stage import expected_asked
from tianxia.games.huang.pieces import ALL_TILES, ASIDE, N_COLOURS, SEATS, WORDS, YELLOW
from tianxia.games.huang.questions import ACTION, END_TURN, GRANARY, OVER, PRICE, REVOLT, TIE, WAR
from tianxia.games.huang.rules.board import regroup
from tianxia.games.huang.rules.conflict import bandit_hexes
from tianxia.games.huang.sets import set_of, words_into
from tianxia.games.huang.state import A_RAID, A_REVOLT, A_WAR

__all__ = ["CHECKED", "check", "complete", "quiet"]

CONFLICT_OF = {REVOLT: A_REVOLT, WAR: A_WAR, TIE: A_WAR}


def quiet(_s: Any) -> bool:
    """Any position may be written."""
    return True


def complete(s: Any, given: frozenset[str]) -> None:
    """Fields left out are as after the set-up, but with empty hands, an empty market, no bandits and no points.

    Without `tiles` a yellow one lies on each capital where nothing else is, without `granaries` one on each such tile.
    Tiles that lie nowhere are in the bag, or out where the bag is told; in a short game 24 of them, from the end of the list
    of colours, are aside. Sides and strengths of a revolt or war follow from the hex `marked` that led to it.
    """
    complete_stage(s, given)
    complete_board(s, given)
    plain(regroup)(s)
    complete_conflict(s, given)
    if "asked" not in given:
        s.asked = expected_asked(s)
    complete_bag(s, given)
    complete_hands(s, given)


def complete_stage(s: Any, given: frozenset[str]) -> None:
    """What is asked, and how far the turn is."""
    if "asks" not in given:
        s.asks = END_TURN if s.actions_done == 2 else ACTION
    if "actions_done" not in given and s.asks in (END_TURN, GRANARY):
        s.actions_done = 2
    if "turn" not in given:
        s.turn = s.quiet_turns + 1
    if "open" not in given:
        s.open = int(s.open_points or s.asks == OVER)
    if "conflict" not in given:
        s.conflict = CONFLICT_OF.get(s.asks, 0)
        if s.asks == PRICE:
            s.conflict = A_WAR if "won_by" in given else A_RAID
    for name in ("committed", "supports"):
        of = getattr(s, name)
        for seat in range(SEATS):
            if name not in given or (seat >= s.players and of[seat] == 0):  # a list may end with those who play
                of[seat] = -1
    for name in ("defender", "won_by"):
        if name not in given:
            setattr(s, name, -1)


def complete_board(s: Any, given: frozenset[str]) -> None:
    """Capitals with their tiles and granaries; where the leaders stand."""
    leaders = sum({1 << s.leaders[seat, colour] - 1 for seat in range(SEATS) for colour in range(N_COLOURS)
                   if s.leaders[seat, colour]})  # fmt: skip
    words_into(s.leader_hexes, leaders)
    if "tiles" not in given:
        taken = leaders | set_of([plain(bandit_hexes)(s, word) for word in range(WORDS)])
        words_into(s.tiles, set_of(s.capitals) & ~taken, YELLOW)
    if "granaries" not in given and s.eighteen_kingdoms:
        words_into(s.granaries, set_of(s.capitals) & set_of(s.tiles, YELLOW) & ~with_building(s))


def complete_conflict(s: Any, given: frozenset[str]) -> None:
    """Sides and strengths of a revolt, or of a war that is not decided yet."""
    twin = as_it_began(s)
    if twin is None:
        return
    for name in ("defender", "colour", "double", "n_sides"):
        if name not in given:
            setattr(s, name, getattr(twin, name))
    for name in ("side_hex", "sides", "totals", "given"):
        if name not in given:
            s._states[name] = twin._states[name]


def complete_bag(s: Any, given: frozenset[str]) -> None:
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


def complete_hands(s: Any, given: frozenset[str]) -> None:
    """How many tiles lie in each place, and the hands that are open at the end."""
    for name, of in (("bag_size", s.bag), ("aside_size", s.aside)):
        if name not in given:
            setattr(s, name, sum(of))
    for seat in range(SEATS):
        for colour in range(N_COLOURS):
            if s.asks == OVER and "hands" not in given:
                s.hands[seat, colour] = s.hand[seat, colour]
            if "hand_size" not in given:
                s.hand_size[seat] += s.hand[seat, colour]
            if "face_down_size" not in given:
                s.face_down_size[seat] += s.face_down[seat, colour]
