"""What comes in from outside, checked before compiled code gets it."""

from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from tianxia.engine import core
from tianxia.engine.compiling import py_func
from tianxia.engine.errors import TianxiaError, brief
from tianxia.engine.game import Game
from tianxia.engine.kinds import BadAction, new_log


def whole(value: Any) -> int | None:
    """A whole number that was given as one: an int, one of NumPy's, also in an array without axes; else None."""
    if isinstance(value, np.ndarray) and value.shape == ():
        value = value[()]
    if isinstance(value, bool | np.timedelta64) or not isinstance(value, int | np.integer):
        return None
    return int(value)


def game_of(game: Any) -> Game:
    """A game; raises TianxiaError for what is none, such as its name."""
    if not isinstance(game, Game):
        raise TianxiaError(f"{brief(game)} should be a game, such as tianxia.load('chu-han')")
    return game


def action_of(game: Game, action: Any) -> int:
    """The id of an action; raises BadAction for what is none."""
    number = whole(action)
    if number is None:
        raise BadAction(f"{brief(action)} should be the id of an action, a whole number")
    game.actions.kind_of(number)
    return number


def seat_of(game: Game, seat: Any) -> int:
    """A seat of the game; raises TianxiaError for what is none."""
    number = seat if type(seat) is int else whole(seat)
    if number is None or not 0 <= number < game.seats:
        raise TianxiaError(f"there is no seat {brief(seat)}; seats go from 0 to {game.seats - 1}")
    return number


def listed(seats: Any) -> list[Any]:
    """One seat, or several, as a list, which `seat_of` reads; raises TianxiaError for what is neither."""
    if whole(seats) is not None:
        return [seats]
    try:
        return list(seats)
    except TypeError:
        raise TianxiaError(f"seat {brief(seats)}: should be a seat, or one for each game") from None


def record_of(game: Game, record: Any, seat: int) -> npt.NDArray[Any]:
    """A copy of a record with all blanked that the seat may not see; raises TianxiaError for what is none of this game.

    Every number in it must be one that the field table allows, and the options those of the game: rules trust a record.
    """
    table = game.table
    if not isinstance(record, np.ndarray) or record.dtype != table.dtype or record.shape != (1,):
        raise TianxiaError(f"a record of {game.id} should be an array of its dtype and of shape (1,)")
    states = table.masked(np.ascontiguousarray(record), seat)
    if why := beyond(game, states):
        raise TianxiaError(f"record: {why}")
    blank = game.blank()
    for option in game.option_table:
        if states[option.name] != blank[option.name]:
            wanted = int(blank[option.name][0])
            raise TianxiaError(f"record: option {option.name} is {int(states[option.name][0])}, in this game {wanted}")
    return states


def beyond(game: Game, states: npt.NDArray[Any]) -> str:
    """Which field has numbers that the field table does not allow; empty if none has."""
    for f in game.table.fields:
        values = states[f.name]
        if ((values != 0) & ((values < f.low) | (values > f.tops))).any():
            return f"{f.name} has numbers that are not from {f.low} to {f.tops.max()}"
    return ""


UNLIKE = "what was dealt anew does not fit to what the seat sees"


MOST_PENDING = 100
"""Decisions after which a position in which something is pending still is taken as it is."""


@lru_cache(256)
def contradiction(game: Game, record: bytes, seat: int) -> str:
    """Why the facts of a record, as a seat sees it, contradict each other; empty if nothing was found.

    What the seat cannot know is dealt anew, as plain Python, which notices each number and index that is out of range. That
    deal must show the seat what it saw before. From there it is played on at random: something must be legal, and as soon as
    nothing is pending it must be a position that can exist, since what is wrong at first is wrong then.
    """
    try:
        with np.errstate(over="ignore"):  # random numbers wrap around
            return _wrong(game, record, seat)
    except (IndexError, ValueError, OverflowError, ZeroDivisionError, KeyError) as error:
        return f"rules cannot go by them ({error})"


def _wrong(game: Game, record: bytes, seat: int) -> str:
    """What is wrong in a deal of those that a record leaves possible; raises what plain Python raises."""
    states = np.frombuffer(bytearray(record), game.table.dtype)
    s, rules = game.table.record_class(states, 0), core.RULES[game.table.record_class]
    actors, legal, apply = py_func(rules.actors), py_func(rules.legal), py_func(rules.apply)
    ids, log, draw = memoryview(bytearray(4 * game.most_legal)).cast("i"), new_log(0), Random(1).random
    py_func(rules.resample)(s, seat)
    if game.table.masked(states, seat).tobytes() != record:
        return UNLIKE
    for _ in range(MOST_PENDING):
        bits = int(actors(s))
        if bits >> game.seats:
            return f"who is to decide is none of the {game.seats} seats"
        quiet = game.positions.quiet(s)
        if why := beyond(game, states) or (game.positions.check(s) if quiet else ""):
            return why
        asked = [seat for seat in range(game.seats) if bits >> seat & 1]
        for seat in reversed(asked):  # the lowest one last: it goes on
            if not (count := legal(s, seat, ids)):
                return f"seat {seat} should decide and has nothing that it may do"
        if quiet or not asked:
            break
        apply(s, seat, ids[int(count * draw() ** 3)], log)  # more often one of the first, which take nothing back
    return ""
