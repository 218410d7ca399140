"""The entry points of the lab into compiled code: one checked step of a position, and games played to their end.

The first row of a log counts the rows after it, as in every log; here it also says who acts and what is listed.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tianxia.engine import core
from tianxia.engine._entries import is_listed
from tianxia.engine.compiling import at_once, entry, rule, short_entry
from tianxia.engine.game import Game
from tianxia.engine.kinds import new_log
from tianxia.engine.primitives import LINE, fetch, lowest
from tianxia.engine.randomness import below
from tianxia.engine.records import copy, row

ROWS, ACTORS, ASKED, LISTED, COUNT, READY = range(6)
"""Columns of the first row: rows written, bit set of the seats that may act, the lowest of them or -1, the seat whose ids are
listed, how many, and again how many if that seat is the lowest, else UNREADY."""
UNREADY = 1 << 30
PAGE = 256
"""Rows of a log after which it is put away."""
ACTED = -1
"""In place of a kind of event: the row tells a decision, its seat and its action."""
LOOK = 1 << 8
"""Added to a seat: only list what is legal."""
REFUSED = -1
"""There was no step: the seat may not act, or not like this."""
POLICIES = ("random", "greedy")
"""By which games are played to their end."""
LINE_OF_IDS = LINE // np.dtype(np.int32).itemsize
CHANCE = 0x5E3779B97F4A7C15
"""Sets the generator of the choices apart from that of the game."""


@short_entry
def advance(states: Any, seat: int, action: int, log: Any, ids: Any) -> Any:
    """Apply an action, any number, of a seat (-1: the lowest that may act) in `states[0]`, if it is legal, and list what is legal
    then.

    `log` and `ids` are of the same position, and are brought up to date. Returns 0, or REFUSED, or how many rows the log has if
    it is to be put away.
    """
    s = row(states, 0)
    looks = seat >= LOOK - 1
    if looks:
        seat -= LOOK
        note_actors(s, log)
    if seat < 0:
        seat = log[0, ASKED]
    if log[0, LISTED] != seat or looks:
        list_legal(s, seat, log, ids)
    if looks:
        return 0
    if not is_listed(ids, log[0, COUNT], action):
        return REFUSED
    seat, action = int(seat), int(action)  # where rules are interpreted they need those of Python
    n = log[0, ROWS] + 1
    log[0, ROWS] = n
    log[n, 0] = ACTED
    log[n, 1] = seat
    log[n, 2] = action
    for column in range(3, log.shape[1]):
        log[n, column] = 0
    core.apply(s, seat, action, log)
    note_actors(s, log)
    list_legal(s, log[0, ASKED], log, ids)
    return log[0, ROWS] if log[0, ROWS] > PAGE else 0


@cache
def advance_of(dtype: np.dtype[Any]) -> Callable[..., int]:
    """`advance` for records of a game, found once; see `compiling.at_once`."""
    return at_once(advance, np.zeros(1, dtype), 0, 0, new_log(1), np.zeros(1, np.int32))


@rule
def note_actors(s: Any, log: Any) -> None:
    """Note who may act now."""
    bits = core.actors(s)
    log[0, ACTORS] = bits
    log[0, ASKED] = lowest(bits) if bits != 0 else -1


@rule
def list_legal(s: Any, seat: Any, log: Any, ids: Any) -> None:
    """List the legal actions of a seat, none if it may not act."""
    seat = int(seat)
    log[0, COUNT] = core.legal(s, seat, ids) if seat >= 0 and log[0, ACTORS] >> seat & 1 else 0
    log[0, LISTED] = seat
    log[0, READY] = log[0, COUNT] if seat == log[0, ASKED] else UNREADY


@entry
def play_out(
    states: Any, scratch: Any, seeds: Any, greedy: int, weights: Any, log: Any, ids: Any, points: Any, places: Any
) -> int:
    """Play each of `states` to its end: all chance to come from its seed, choices at random, or the best by the policy.

    Writes the place of each seat into `places[i]`; returns the number of decisions. `log` has no rows.
    """
    chooser = row(scratch, 0)
    decisions = 0
    for i in range(len(seeds)):
        s = row(states, i)
        s.rng = seeds[i]
        chooser.rng = seeds[i] ^ CHANCE
        bits = core.actors(s)
        while bits != 0:
            seat = lowest(bits)
            n = core.legal(s, seat, ids)
            core.apply(s, seat, ids[picked(s, seat, ids, n, chooser, greedy, weights, points)], log)
            decisions += 1
            bits = core.actors(s)
        core.result(s, places[i])
    return decisions


def played_out(
    game: Game, states: npt.NDArray[Any], seeds: npt.NDArray[np.int64], policy: str
) -> npt.NDArray[np.int64]:
    """The same by one of POLICIES, with what it takes; the places by record and seat."""
    places = np.zeros((len(states), game.seats), np.int64)
    ids, points = np.zeros(game.most_legal, np.int32), np.zeros(game.most_legal)
    weights, greedy = game.evaluator.record(), int(policy == "greedy")
    play_out(states, game.blank(), seeds, greedy, weights, new_log(0), ids, points, places)
    return places


@rule
def picked(s: Any, seat: Any, ids: Any, n: Any, chooser: Any, greedy: Any, weights: Any, points: Any) -> Any:
    """Index of an action drawn by the generator of `chooser`: any one, or if `greedy` one that the policy finds best."""
    first = below(chooser, n)
    best = first
    if greedy and n > 1:
        core.policy(s, seat, ids, n, row(weights, 0), points)
        for i in range(first, first + n):
            if points[i % n] > points[best]:
                best = i % n
    return best


@entry
def first_illegal(actions: Any, over: Any, masks: Any) -> int:
    """The first game that goes on and whose action is not legal by its mask; -1 if there is none."""
    for i in range(over.shape[0]):
        action = actions[i]
        if not over[i] and (action < 0 or action >= masks.shape[1] or masks[i, action] == 0):
            return i
    return -1


@entry
def advance_batch(
    states: Any,
    start: Any,
    seeds: Any,
    deals: Any,
    actions: Any,
    seats: Any,
    over: Any,
    ids: Any,
    counts: Any,
    masks: Any,
    places: Any,
    draws: Any,
    log: Any,
    mine: Any,
    greedy: int,
    weights: Any,
    points: Any,
) -> None:
    """One decision of each game of a batch, or where the game is over a new deal from `start[0]`, which is then counted in
    `deals`: its seed is the next one of the game in `seeds`, and the first one again after the last. Actions are not checked.

    `seats` then says who decides next, or stays and `over` is 1 where nobody does: then `places` is written. `ids[i, :counts[i]]`
    and `masks[i]` say what is legal; `log` has no rows. If `mine[i]` is a seat and not -1, the others then play on until it is
    asked, at random or by the policy, with the generators in `draws`; `start[1]` is scratch.
    """
    first = row(start, 0)
    chooser = row(start, 1)
    for i in range(over.shape[0]):
        s = row(states, i)
        me = mine[i]
        if i + 1 < over.shape[0]:
            fetch_game(states, masks, ids, counts[i + 1], i + 1)
        unmark(masks, ids, counts[i], i)
        counts[i] = 0
        action = actions[i]
        dealt = over[i]
        if dealt:
            seed = seeds[i, deals[i] % seeds.shape[1]]
            deals[i] += 1
            copy(first, s)
            core.setup(s, seed)
            over[i] = 0
            draws[i] = seed ^ CHANCE
        chooser.rng = draws[i]
        while True:
            if not dealt:
                core.apply(s, seats[i], action, log)
            dealt = 0
            bits = core.actors(s)
            if bits == 0:
                over[i] = 1
                core.result(s, places[i])
                seats[i] = seats[i] if me < 0 else me
                break
            seat = me if me >= 0 and bits >> me & 1 else lowest(bits)
            seats[i] = seat
            n = core.legal(s, seat, ids[i])
            if me < 0 or seat == me:
                counts[i] = n
                break
            action = ids[i, picked(s, seat, ids[i], n, chooser, greedy, weights, points)]
        draws[i] = chooser.rng
        mark(masks, ids, counts[i], i)


@rule
def fetch_game(states: Any, masks: Any, ids: Any, n: Any, i: Any) -> None:
    """Have the memory bring game `i` of a batch, with its `n` ids that were legal, while the one before is played."""
    fetch(states, i)
    for j in range(0, n, LINE_OF_IDS):
        fetch(masks, i * masks.shape[1] + ids[i, j])


@rule
def mark(masks: Any, ids: Any, n: Any, i: Any) -> None:
    """Write into the mask of game `i` that its first `n` ids are legal."""
    for j in range(n):
        masks[i, ids[i, j]] = 1


@rule
def unmark(masks: Any, ids: Any, n: Any, i: Any) -> None:
    """Write into the mask of game `i` that none of its first `n` ids is legal any more.

    Where they lie close together, all from the first to the last is written: a line of memory takes as long as one of them.
    """
    if n == 0:
        return
    first, end = ids[i, 0], ids[i, n - 1] + 1
    if end - first <= LINE * n:
        for action in range(first, end):
            masks[i, action] = 0
    else:
        for j in range(n):
            masks[i, ids[i, j]] = 0
