"""Whether a stored game can be what it says, as far as that can be told without playing it."""

from collections.abc import Sequence

import tianxia
from tianxia import bots
from tianxia.bots.levels import is_own
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Setup
from tianxia.tables.store import Damaged


def game_of(setup: Setup, seats: Sequence[Seat] = ()) -> "tianxia.Game":
    """The game of a setup; raises ``Damaged`` where this program has no such game, option or, as far as they are given,
    number of seats or bot."""
    try:
        game = tianxia.load(setup.game, **setup.options)
    except (tianxia.TianxiaError, TypeError) as error:
        raise Damaged(str(error)) from error
    check_seats(game, seats)
    return game


def check_seats(game: "tianxia.Game", seats: Sequence[Seat]) -> None:
    """Raises ``Damaged`` where, as far as they are given, the number of seats is wrong or there is no such bot."""
    if seats and len(seats) != game.seats:
        raise Damaged(f"{len(seats)} seats are stored, {game.id} has {game.seats}")
    for level in (seat.bot for seat in seats if seat.bot is not None):
        if level.partition(":")[0] not in bots.names(game) and not is_own(level):
            raise Damaged(f"there is no bot {level!r}")
