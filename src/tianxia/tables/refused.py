"""What a table answers to a command that it does not carry out."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from tianxia.tables.frames import ErrorCode

T = TypeVar("T")
TRIES = 5  # of a command that others overtake


class Refused(Exception):
    """A command that changes nothing, and why."""

    def __init__(self, code: ErrorCode, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Overtaken(Refused):
    """Others were faster: their rows came first."""


async def again(work: Callable[[], Awaitable[T]]) -> T:
    """Does something anew where others were faster: it may be allowed still, or be done already."""
    for _ in range(TRIES - 1):
        with suppress(Overtaken):
            return await work()
    return await work()
