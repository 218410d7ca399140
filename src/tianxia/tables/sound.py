"""Whether a stored game can be what it says, as far as that can be told without playing it."""

import os
from collections.abc import Sequence
from functools import lru_cache

import msgspec

import tianxia
from tianxia import bots
from tianxia.bots.levels import is_own
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Setup
from tianxia.tables.store import Damaged

Variables = tuple[tuple[bytes, bytes], ...]


def game_of(setup: Setup, seats: Sequence[Seat] = ()) -> "tianxia.Game":
    """The game of a setup; raises ``Damaged`` where this program has no such game, option or, as far as they are given,
    number of seats or bot."""
    try:
        game = _game(setup.game, msgspec.json.encode(setup.options), _variables())
    except (tianxia.TianxiaError, TypeError, UnicodeError) as error:
        raise Damaged(str(error)) from error
    check_seats(game, seats)
    return game


def assets_in_use(setup: Setup) -> str:
    """The digest of the map or deck that a game like this reads now; raises as ``game_of``."""
    return _assets(game_of(setup))


@lru_cache(256)
def _game(name: str, options: bytes, _read_with: Variables) -> "tianxia.Game":
    """One for all tables that are alike: it never changes."""
    return tianxia.load(name, **msgspec.json.decode(options))


@lru_cache(256)
def _assets(game: "tianxia.Game") -> str:
    return game.assets_digest()


def _variables() -> Variables:
    """What tells a game which files of one's own it reads, once in a process; in bytes, which are there already."""
    return tuple([(name, os.environb[name]) for name in os.environb if name.startswith(b"TIANXIA_")])


def check_seats(game: "tianxia.Game", seats: Sequence[Seat]) -> None:
    """Raises ``Damaged`` where, as far as they are given, the number of seats is wrong or there is no such bot."""
    if seats and len(seats) != game.seats:
        raise Damaged(f"{len(seats)} seats are stored, {game.id} has {game.seats}")
    for level in (seat.bot for seat in seats if seat.bot is not None):
        if level.partition(":")[0] not in bots.names(game) and not is_own(level):
            raise Damaged(f"there is no bot {level!r}")
