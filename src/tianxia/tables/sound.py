"""Whether a stored game can be what it says, as far as that can be told without playing it."""

import tianxia
from tianxia import bots
from tianxia.tables.store import Damaged, Setup


def game_of(setup: Setup) -> "tianxia.Game":
    """The game of a setup; raises ``Damaged`` where this program has no such game, option, number of seats or bot."""
    try:
        game = tianxia.load(setup.game, **setup.options)
    except (tianxia.TianxiaError, TypeError) as error:
        raise Damaged(str(error)) from error
    if len(setup.seats) != game.seats:
        raise Damaged(f"{len(setup.seats)} seats are stored, {game.id} has {game.seats}")
    for level in (seat.bot for seat in setup.seats if seat.bot is not None):
        if level.partition(":")[0] not in bots.names(game):
            raise Damaged(f"there is no bot {level!r}")
    return game
