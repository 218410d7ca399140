"""Types of a record's fields as rules and rooms see them: numbers by index, and no slices or rows."""

from collections.abc import Iterator
from typing import Any, Protocol


class Row(Protocol):
    """Numbers in a line."""

    def __getitem__(self, i: int, /) -> int: ...
    def __setitem__(self, i: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...


class Grid(Protocol):
    """Numbers by two indices."""

    def __getitem__(self, i: tuple[int, int], /) -> int: ...
    def __setitem__(self, i: tuple[int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Cube(Protocol):
    """Numbers by three indices."""

    def __getitem__(self, i: tuple[int, int, int], /) -> int: ...
    def __setitem__(self, i: tuple[int, int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Block(Protocol):
    """Numbers by four indices."""

    def __getitem__(self, i: tuple[int, int, int, int], /) -> int: ...
    def __setitem__(self, i: tuple[int, int, int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...


class AnyRecord(Protocol):
    """What every record has."""

    _states: Any
    """The array in which it lies."""
    _i: int
    """Its place there."""
