"""The only place where tests let time go by: they wait for a state, and look again and again until it is there."""

import asyncio
import time
from collections.abc import Callable

OFTEN = 0.01
LONG = 60.0
"""Seconds, more than anything takes that is waited for: who passes waits for nothing, however busy the machine is."""
BREATH = 0.5
"""Seconds after a frame too many. Who comes back too early is refused again, and cut off in the end."""


def until(done: Callable[[], object], seconds: float = LONG, every: float = OFTEN) -> None:
    """Asks until the answer is yes."""
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, "what is waited for did not happen"
        time.sleep(every)


async def soon(done: Callable[[], object], seconds: float = LONG) -> None:
    """The same while other tasks go on."""
    async with asyncio.timeout(seconds):
        while not done():
            await asyncio.sleep(OFTEN / 5)


def take_breath() -> None:
    """A server counts frames a second: who was refused can only wait."""
    time.sleep(BREATH)
