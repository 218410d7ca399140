"""The options of a game: what may be chosen of each, and what was."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tianxia.engine.errors import TianxiaError, brief

Value = bool | int | str
"""Of an option."""


@dataclass(frozen=True)
class Option:
    """An option of a game: an ordinary field of the record with this name.

    Its values have names, or are the numbers from `low` to `high`, or it is on or off.
    """

    name: str
    title: str
    """What players read; `title`, `doc` and `labels` are translated where they are shown."""
    doc: str
    labels: tuple[str, ...] = ()
    default: int = 0
    """Usual value: number of a label, the number itself, or 1 for on."""
    low: int = 0
    high: int = 0
    beginners: bool = False
    """A switch that the rules themselves have for a first game."""

    @property
    def values(self) -> tuple[Value, ...]:
        """What may be chosen, in the order of the field's values, the first of which is `low`."""
        if self.is_number:
            return tuple(range(self.low, self.high + 1))
        return self.labels or (False, True)

    @property
    def names(self) -> tuple[str, ...]:
        """The values in words."""
        if self.is_number:
            return tuple(map(str, self.values))
        return self.labels or ("off", "on")

    @property
    def usual(self) -> Value:
        """The value that is played when nothing is said."""
        return self.values[self.default - self.low]

    @property
    def usual_name(self) -> str:
        """That value in words."""
        return self.names[self.default - self.low]

    @property
    def is_number(self) -> bool:
        """Whether its values are the numbers from `low` to `high`."""
        return self.high > 0

    def number(self, value: Value) -> int:
        """A value as the field holds it."""
        return self.low + self.values.index(value)

    def parse(self, game: str, value: Any) -> Value:
        """A value as it was given: its name, a number, or a truth value for off and on.

        Raises TianxiaError for one that is none of them, with those that there are.
        """
        for allowed, name in zip(self.values, self.names, strict=True):
            known = isinstance(value, bool | int | str) and value in (allowed, name)
            if known and not (self.is_number and isinstance(value, bool)):
                return allowed
        right = f"a number from {self.low} to {self.high}" if self.is_number else " or ".join(self.names)
        raise TianxiaError(f"option {self.name} of {game} is {right}, not {brief(value)}")


def anything(_given: Mapping[str, Value]) -> dict[str, Value]:
    """Every combination of options is allowed, and none brings another."""
    return {}
