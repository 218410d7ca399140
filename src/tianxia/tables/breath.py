"""Long work on a thread: it lets others go first now and then, and stops when nobody waits for it."""

import time
from threading import Event

BREATH = 1e-3  # seconds that rows are followed on a thread before the others get their turn


class Abandoned(Exception):
    """Nobody waits for the game any more."""


class Breath:
    """What long work on a thread takes between its steps, so that others go first. Without ``stop`` it does not."""

    def __init__(self, stop: Event | None) -> None:
        self._stop, self._since = stop, time.perf_counter()

    def take(self) -> None:
        """Lets others go first now and then; raises ``Abandoned`` when the work is to stop."""
        if self._stop is None or time.perf_counter() < self._since + BREATH:
            return
        if self._stop.is_set():
            raise Abandoned
        time.sleep(1e-4)  # without it the event loop would get its turn every 5 ms only
        self._since = time.perf_counter()
