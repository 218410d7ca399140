"""What a game starts from: the game and its options, the seed, the terms on which it is played, the past it goes on from."""

import hashlib
from functools import lru_cache
from typing import Any

from msgspec import Struct, field, json

from tianxia.tables.time_control import Clock


@lru_cache(1024)
def commitment(seed: int, salt: str) -> str:
    """The hash of a seed and a salt that are secret."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


class Terms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """On what terms a game is played, besides its rules. The usual ones are those of a game among friends."""

    public: bool = False  # everybody may find it, join it and look on; else only who was given its address
    rated: bool = False  # it counts for ratings
    onlookers: bool = field(default=True, name="watchers")  # who does not play may look on
    delay: int = 0  # seconds that who looks on is behind
    lot: bool = False  # who sits where is drawn when it starts
    clock: Clock | None = None  # the time that each seat has
    imported: bool = False  # it was brought in from a file when it was over: nobody played it here
    rematch_of: str = ""  # the game whose players it is for, each one seat further on
    lesson: str = ""  # digest of the lesson that it begins as, a guided first game; empty for any other

    @property
    def listed(self) -> bool:
        """The lists of public games may have it."""
        return self.public and not self.rematch_of


class Past(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game goes on from: another one after so many of its actions, as a seat knew it then. What that seat could not
    know is dealt anew, by the seed of the game that goes on."""

    start: dict[str, Any]  # of the other game, see ``Match.start``
    moves: tuple[tuple[int, str], ...]  # seat and notation
    seat: int
    table: str = ""  # the other game, if it is one of this store


class Setup(Struct, frozen=True):
    """All that a game starts from. ``seed`` and ``salt`` are secret until it is over, the commitment is public."""

    id: str
    game: str
    options: dict[str, Any]
    seed: int
    salt: str
    created: float  # Unix seconds
    lang: str
    rules: str  # version of the program that the game began with
    tables: str = ""  # fingerprint of the game's tables as they were then; empty if none was noted
    assets: str = ""  # digest of its map or deck; empty if it has none, or none was noted
    terms: Terms = Terms()
    past: Past | None = None  # None for a game that is dealt from its seed

    @property
    def start(self) -> dict[str, Any]:
        """With what its match begins, see ``Match.start``."""
        return start_of(self.seed, self.past)

    @property
    def commitment(self) -> str:
        """The hash that proves after the game that the deal was not changed during it."""
        return commitment(self.seed, self.salt)


def start_of(seed: int, past: Past | None) -> dict[str, Any]:
    """With what a match begins, see ``Match.start``: a deal from the seed, or a past dealt anew by it."""
    if past is None:
        return {"seed": seed}
    moves = [list(move) for move in past.moves]
    return {"anew": {"start": past.start, "moves": moves, "seat": past.seat, "seed": seed}}


OPTIONS = json.Decoder(dict[str, bool | int | str])
"""Of the options of a game, as they are stored."""
