"""Types of a record's fields as rules and rooms see them: numbers by index, no slices or rows; lists only where not compiled."""

from collections.abc import Iterator
from typing import Any, Protocol


class Row(Protocol):
    """Numbers in a line."""

    def __getitem__(self, i: int, /) -> int: ...
    def __setitem__(self, i: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def tolist(self) -> list[int]:
        """All of them, as lists."""


class Grid(Protocol):
    """Numbers by two indices."""

    def __getitem__(self, i: tuple[int, int], /) -> int: ...
    def __setitem__(self, i: tuple[int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def tolist(self) -> list[list[int]]:
        """All of them, as lists."""


class Cube(Protocol):
    """Numbers by three indices."""

    def __getitem__(self, i: tuple[int, int, int], /) -> int: ...
    def __setitem__(self, i: tuple[int, int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def tolist(self) -> list[list[list[int]]]:
        """All of them, as lists."""


class Block(Protocol):
    """Numbers by four indices."""

    def __getitem__(self, i: tuple[int, int, int, int], /) -> int: ...
    def __setitem__(self, i: tuple[int, int, int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def tolist(self) -> list[list[list[list[int]]]]:
        """All of them, as lists."""


class AnyRecord(Protocol):
    """What every record has."""

    _states: Any
    """The array in which it lies."""
    _i: int
    """Its place there."""
