"""What is kept of a game: its setup and the list of its accepted actions. The position is a fold over that list.

``SqliteStore`` (in ``sqlite.py``) is the store of one machine; others may stand behind the same few methods.
"""

import hashlib
from typing import Any, Literal, Protocol

from msgspec import Struct


class Seat(Struct, frozen=True):
    """Who sits in a seat: a guest, or a bot of some level."""

    name: str
    guest: str | None = None
    bot: str | None = None


class Setup(Struct, frozen=True):
    """All that a game starts from. ``seed`` and ``salt`` are secret until it is over, the commitment is public."""

    id: str
    game: str
    options: dict[str, Any]
    seed: int
    salt: str
    seats: tuple[Seat, ...]
    created: float  # Unix seconds
    lang: str
    rules: str  # version of the program that the game began with; after a plus the digest of its map or deck

    @property
    def furnishing(self) -> str:
        """Digest of the map or deck with which the game began; empty if there is none, or none was noted."""
        return self.rules.partition("+")[2]

    @property
    def commitment(self) -> str:
        """The hash that proves after the game that the deal was not changed during it."""
        return hashlib.sha256(f"{self.seed}:{self.salt}".encode()).hexdigest()

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """The seats of a guest; several if it shares its screen with others."""
        return tuple(number for number, seat in enumerate(self.seats) if guest is not None and seat.guest == guest)

    @property
    def at_one_screen(self) -> frozenset[int]:
        """The seats of guests who have more than one: whoever plays them passes the screen on."""
        return frozenset(number for number, seat in enumerate(self.seats) if len(self.seats_of(seat.guest)) > 1)


class Row(Struct, frozen=True):
    """One accepted step: an action, or an undo that takes back the seat's last one and what rivals did unseen since."""

    number: int
    kind: Literal["action", "undo"]
    seat: int
    action: int | None
    command: str | None  # the client's id of the command; None for what the platform or a bot plays
    at: float  # Unix seconds


class Stored(Struct, frozen=True):
    """A game as it lies in the store."""

    setup: Setup
    rows: tuple[Row, ...]


class Summary(Struct, frozen=True):
    """A line in a guest's list of games."""

    id: str
    game: str
    seats: tuple[Seat, ...]
    created: float
    played: float  # when that guest's last step was accepted; a rival's may be secret
    over: bool


class Guest(Struct, frozen=True):
    """Somebody who plays without an account. The token stays in the browser; only its hash is kept."""

    id: str
    name: str


class Conflict(Exception):
    """Another writer was faster: the game has more rows than expected."""


class StoreError(Exception):
    """The rows could not be written (disk full, file gone); nothing was accepted."""


class Store(Protocol):
    """Where games live. Every method returns only after what it wrote is safe on disk."""

    async def create(self, setup: Setup) -> None:
        """Adds a new game without rows."""

    async def append(self, game: str, expected: int, rows: tuple[Row, ...], *, over: bool = False) -> None:
        """Adds rows to a game that has ``expected`` rows; raises ``Conflict`` if it has another number of them."""

    async def load(self, game: str) -> Stored | None:
        """The game with all rows in order; None if there is none of that name."""

    async def games_of(self, guest: str) -> list[Summary]:
        """The games in which a guest sits, those in which it played last first."""

    async def add_guest(self, guest: Guest, token: str) -> None:
        """Remembers a guest by the token that its browser keeps."""

    async def guest(self, token: str) -> Guest | None:
        """The guest whose browser keeps this token."""

    async def close(self) -> None:
        """Finishes what is under way and lets go of the files."""
