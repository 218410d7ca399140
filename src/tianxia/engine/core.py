"""Dispatch: generic code calls `legal(s, ...)`, the type of the record chooses the game's function.

Compiled, the choice is made by `overload` on the record type, so it costs nothing and caches well. Arguments are cast here,
once, so that each rule is compiled for one set of types only.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from tianxia.engine.compiling import compiled
from tianxia.engine.records import Table, register


class Rules(NamedTuple):
    """What a game's rooms `rules`, `hidden` and `advice` give to the engine; the docstrings below are the contract."""

    setup: Callable[..., Any]
    actors: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    resample: Callable[..., Any]
    result: Callable[..., Any]
    horizon: Callable[..., Any]
    worth: Callable[..., Any]
    thumb: Callable[..., Any]


RULES: dict[Any, Rules] = {}
"""Rules by record type: the compiled type and the interpreted class of each game."""


def register_rules(table: Table, *rooms: ModuleType) -> None:
    """Join a field table with the functions of the contract, found by name in the game's rooms."""
    found = {}
    for name in Rules._fields:
        (found[name],) = (getattr(room, name) for room in rooms if hasattr(room, name))
    RULES[register(table)] = RULES[table.record_class] = Rules(**found)


def setup(s: Any, seed: int) -> None:
    """Lay out the first position in a record that is zero but for its options; `seed` from 0 to 2**63 - 1."""
    RULES[type(s)].setup(s, seed)


def actors(s: Any) -> int:
    """Bit set of the seats that may act now; 0 = the game is over, several bits = a simultaneous choice."""
    return RULES[type(s)].actors(s)  # type: ignore[no-any-return]


def legal(s: Any, seat: int, out: Any) -> int:
    """Write the ids of the legal actions of a seat that may act, ascending, into `out` (int32); returns how many."""
    return RULES[type(s)].legal(s, seat, out)  # type: ignore[no-any-return]


def apply(s: Any, seat: int, action: int, log: Any) -> None:
    """Carry out a legal action; `log` (int32, see `kinds.new_log`) collects the events."""
    RULES[type(s)].apply(s, seat, action, log)


def resample(s: Any, seat: int) -> None:
    """Deal all that `seat` cannot know anew, uniformly over what it may hold possible; reads nothing hidden from it.

    Draws from `s.rng`: search sets that from its own generator first.
    """
    RULES[type(s)].resample(s, seat)


def result(s: Any, out: Any) -> None:
    """Write the place of each seat (1 = first, ties share) into `out` (int64) when the game is over."""
    RULES[type(s)].result(s, out)


def horizon(s: Any) -> int:
    """Number of the stretch of play (hand, round) that a roll-out should reach the end of: it stops when this changes."""
    return RULES[type(s)].horizon(s)  # type: ignore[no-any-return]


def worth(s: Any, out: Any) -> None:
    """Write how good the position looks for each seat, 0 (lost) to 1 (won), into `out` (float64); exact when over."""
    RULES[type(s)].worth(s, out)


def thumb(s: Any, seat: int, ids: Any, n: int) -> int:
    """Index of the action among `ids[:n]` that the rule of thumb plays; reads only what `seat` may see, and `s.rng`."""
    return RULES[type(s)].thumb(s, seat, ids, n)  # type: ignore[no-any-return]


@compiled(setup)
def _setup(s: Any, seed: Any) -> Any:
    f = RULES[s].setup
    return lambda s, seed: f(s, np.int64(seed))


@compiled(actors)
def _actors(s: Any) -> Any:
    f = RULES[s].actors
    return lambda s: f(s)


@compiled(legal)
def _legal(s: Any, seat: Any, out: Any) -> Any:
    f = RULES[s].legal
    return lambda s, seat, out: f(s, np.int64(seat), out)


@compiled(apply)
def _apply(s: Any, seat: Any, action: Any, log: Any) -> Any:
    f = RULES[s].apply
    return lambda s, seat, action, log: f(s, np.int64(seat), np.int64(action), log)


@compiled(resample)
def _resample(s: Any, seat: Any) -> Any:
    f = RULES[s].resample
    return lambda s, seat: f(s, np.int64(seat))


@compiled(result)
def _result(s: Any, out: Any) -> Any:
    f = RULES[s].result
    return lambda s, out: f(s, out)


@compiled(horizon)
def _horizon(s: Any) -> Any:
    f = RULES[s].horizon
    return lambda s: f(s)


@compiled(worth)
def _worth(s: Any, out: Any) -> Any:
    f = RULES[s].worth
    return lambda s, out: f(s, out)


@compiled(thumb)
def _thumb(s: Any, seat: Any, ids: Any, n: Any) -> Any:
    f = RULES[s].thumb
    return lambda s, seat, ids, n: f(s, np.int64(seat), ids, np.int64(n))
