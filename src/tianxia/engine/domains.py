"""What an argument of an action, an event or a question may be: numbers, names, a subset, a flag; in JSON and in notation."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tianxia.engine.errors import brief, not_one_of

NUMBER = re.compile(r"-?[0-9]+")
MOST_DIGITS = 18
"""Of a number that is read at all: nothing has so many."""
NOTHING = "-"
"""A subset without members, in notation."""


@dataclass(frozen=True)
class Domain:
    """What an argument may be: `radix` values, the first of them `low`.

    `labels` names the values; `subset` says that the number is a bit set over the labels; `flag` is a yes or no that
    notation writes as its own word.
    """

    radix: int
    low: int = 0
    labels: tuple[str, ...] = ()
    subset: bool = False
    flag: bool = False
    owner: str = ""

    def to_json(self, x: int) -> Any:
        """Number as the JSON value of this domain."""
        if self.flag:
            return bool(x)
        if self.subset:
            return [label for i, label in enumerate(self.labels) if x >> i & 1]
        if not self.labels:
            return x
        label = self.labels[x]
        return int(label) if all(name.isdigit() for name in self.labels) else label

    def to_text(self, x: int) -> str:
        """Number as it is written in notation (a flag is written by its kind)."""
        value = self.to_json(x)
        return ("+".join(value) or NOTHING) if self.subset else str(value)

    def parse(self, value: Any) -> int:
        """JSON value or word to number; ValueError says what would be right."""
        if self.flag:
            if not isinstance(value, bool):
                raise ValueError(f"{brief(value)} should be true or false")
            return int(value)
        if self.subset:
            return self._parse_subset(value)
        if self.labels:
            if isinstance(value, bool) or str(value) not in self.labels:
                raise ValueError(not_one_of(value, self.labels))
            return self.labels.index(str(value))
        if isinstance(value, bool) or not NUMBER.fullmatch(said := str(value)):
            raise ValueError(f"{brief(value)} should be a whole number")
        if len(said) > MOST_DIGITS or not self.low <= int(said) < self.low + self.radix:
            raise ValueError(f"{said[:MOST_DIGITS]} is not from {self.low} to {self.low + self.radix - 1}")
        return int(said)

    def _parse_subset(self, value: Any) -> int:
        names = [] if value == NOTHING else value.split("+") if isinstance(value, str) else value
        if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
            raise ValueError(f"{brief(value)} should be a list of names")
        bits = 0
        for name in names:
            if name not in self.labels:
                raise ValueError(not_one_of(name, self.labels))
            if bits >> self.labels.index(name) & 1:
                raise ValueError(f"{brief(name)} is named twice")
            bits |= 1 << self.labels.index(name)
        return bits


def number(low: int, high: int) -> Domain:
    """Whole numbers from `low` to `high`."""
    return Domain(high - low + 1, low)


def names(labels: Sequence[Any]) -> Domain:
    """One of several named things; all-digit names are numbers in JSON."""
    return Domain(len(labels), 0, tuple(str(label) for label in labels))


def subset(labels: Sequence[str]) -> Domain:
    """Some of several named things, as a bit set."""
    return Domain(1 << len(labels), 0, tuple(labels), subset=True)


FLAG = Domain(2, flag=True)
"""Yes or no."""


def private(domain: Domain, owner: str = "seat") -> Domain:
    """An event's field that only the seat in field `owner` may see."""
    return Domain(domain.radix, domain.low, domain.labels, domain.subset, domain.flag, owner)
