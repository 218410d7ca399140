"""What the processes of one store settle among themselves: who drives a table, and who is at it."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

Changed = Callable[[], None]
"""Is called on the event loop."""


class Here(NamedTuple):
    """Who has a page of a game open, in one process or in several."""

    guests: frozenset[str] = frozenset()  # who play there
    onlookers: int = 0  # how many people look on; who does in two processes counts twice


NOBODY = Here()


class Peers(Protocol):
    """The other processes, as far as tables here have to know."""

    others: bool
    """Whether there may be any."""

    def drives(self, game: str, changed: Changed) -> bool:
        """Whether this process drives a game now: plays for its bots, declines for its seats, ends its time.

        If not it tries to, again and again until ``leave``. ``changed`` is called once it does, and when it does no longer.
        """

    def here(self, game: str, who: Here, changed: Changed) -> None:
        """Tells the others who has a page of a game open here. ``changed`` is called when others come and go."""

    def elsewhere(self, game: str) -> Here:
        """Who has a page of a game open in another process."""

    def leave(self, game: str) -> None:
        """A game is no longer in memory here: another process may drive it."""

    async def close(self) -> None:
        """Leaves all games."""


class Sole:
    """The peers of a process that has its store for itself: none."""

    others = False

    def drives(self, _game: str, _changed: Changed) -> bool:
        """Always."""
        return True

    def here(self, _game: str, _who: Here, _changed: Changed) -> None:
        """There is nobody to tell."""

    def elsewhere(self, _game: str) -> Here:
        """Nobody."""
        return NOBODY

    def leave(self, _game: str) -> None:
        """There is nobody to leave it to."""

    async def close(self) -> None:
        """Nor here."""
