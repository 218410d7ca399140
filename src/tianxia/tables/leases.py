"""Who drives a table: plays for its bots, declines for its seats, ends its time. One process at a time."""

from collections.abc import Callable
from typing import Protocol


class Leases(Protocol):
    """The games that this process drives."""

    def holds(self, game: str, changed: Callable[[], None]) -> bool:
        """Whether this process drives a game now. If not it tries to, again and again until ``release``.

        ``changed`` is called on the event loop once it does, and when it does no longer.
        """

    def release(self, game: str) -> None:
        """Leaves a game to other processes."""

    async def close(self) -> None:
        """Leaves all games to other processes."""


class Sole:
    """The leases of a process that has its store for itself: all."""

    def holds(self, _game: str, _changed: Callable[[], None]) -> bool:
        """Always."""
        return True

    def release(self, _game: str) -> None:
        """There is nobody to leave it to."""

    async def close(self) -> None:
        """Nor here."""
