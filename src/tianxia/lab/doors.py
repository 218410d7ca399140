"""What comes in from outside, checked before compiled code gets it."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tianxia.engine.errors import TianxiaError, brief
from tianxia.engine.game import Game
from tianxia.engine.kinds import BadAction


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


def record_of(game: Game, record: Any, seat: int) -> npt.NDArray[Any]:
    """A copy of a record with all blanked that the seat may not see; raises TianxiaError for what is none of this game.

    Every number in it must be one that the field table allows, and the options those of the game: rules trust a record.
    """
    table = game.table
    if not isinstance(record, np.ndarray) or record.dtype != table.dtype or record.shape != (1,):
        raise TianxiaError(f"a record of {game.id} should be an array of its dtype and of shape (1,)")
    states = table.masked(np.ascontiguousarray(record), seat)
    for f in table.fields:
        values = states[f.name]
        if ((values != 0) & ((values < f.low) | (values > f.top))).any():
            raise TianxiaError(f"record: {f.name} has numbers that are not from {f.low} to {f.top}")
    blank = game.blank()
    for option in game.option_table:
        if states[option.name] != blank[option.name]:
            wanted = int(blank[option.name][0])
            raise TianxiaError(f"record: option {option.name} is {int(states[option.name][0])}, in this game {wanted}")
    return states
