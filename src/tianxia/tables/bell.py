"""Tells whoever listens that something has changed; what, they look up themselves."""

import asyncio


class Bell:
    """However often it rang meanwhile, who listens hears it once. What it rings with is the bell of a larger room."""

    def __init__(self, also: "Bell | None" = None) -> None:
        self.count = 0
        self._also = also
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Something has changed."""
        self.count += 1
        self._rung.set()
        self._rung = asyncio.Event()
        if self._also is not None:
            self._also.ring()

    async def heard(self, last: int) -> int:
        """Waits until it has rung since it had rung so often; at once if that count is of another bell. Gives its count."""
        while self.count == last:
            await self._rung.wait()
        return self.count
