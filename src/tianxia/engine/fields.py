"""The rows of a field table: what a field holds, who sees it, and its values by name."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from tianxia.engine.questions import QuestionTable

Json = Any
Array = npt.NDArray[Any]


class Sight(Enum):
    """Who sees a field: everyone, the seat named by its first axis, or nobody.

    COVERED is what everyone could have noted, but what lies behind a screen: it is open in the record, and views show it
    to its owner only, until the record's field `uncovered_by` is not 0.
    """

    ALL = "all"
    OWNER = "owner"
    COVERED = "covered"
    NOBODY = "nobody"


ALL, OWNER, COVERED, NOBODY = Sight
SPECTATOR = -1
"""As viewer: who sees what everyone sees. The same for any number of players."""
WORD = 62
"""Bits of a set in one `i8` word: more need several words."""


@dataclass(frozen=True)
class Field:
    """One row of the field table.

    `labels` names the values (value 0 is the first label). `counts` names the last axis: the field then counts things of
    these kinds, and positions write it as text ("8 8 ji_bu"); `most` is the most there can be of each kind. `bits` names the
    bits: each value is a set of these, or, where they are more than WORD, the words along the last axis are. What `follows`
    from other fields is not written. What is not `shown` is for rules and bots only: views leave it out.

    `seat_axes` are the axes that count the seats. Where values are `of_seats` they are seats, below and above them none or
    nobody. What is `constant` stays as it is through a game. Observations leave out constants and what is not `observed`.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    seen_by: Sight
    doc: str
    labels: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    bits: tuple[str, ...] = ()
    low: int = 0
    high: int | None = None
    follows: bool = False
    shown: bool = True
    questions: "QuestionTable | None" = None
    hashed: "str | Callable[[bytes], Mapping[str, bytes]] | None" = None
    seat_axes: tuple[int, ...] = ()
    of_seats: bool = False
    constant: bool = False
    observed: bool = True
    most: tuple[int, ...] = ()

    @property
    def top(self) -> int:
        """Largest value."""
        return int(np.iinfo(self.dtype).max) if self.high is None else self.high

    @property
    def tops(self) -> Array:
        """Largest value of each of its numbers, by `labels`, `bits` and `most` too; as long as the last axis, or one for all."""
        if self.most:
            return np.array(self.most)
        if self.labels:
            return np.array(len(self.labels) - 1)
        words = [self.bits[i : i + WORD] for i in range(0, len(self.bits), WORD)] or [()]
        known = [(1 << len(word)) - 1 if word else self.top for word in words]
        return np.array(known) if self.wide else np.array(min(self.top, known[0]))

    @cached_property
    def wide(self) -> bool:
        """Whether a set of `bits` takes several words."""
        return len(self.bits) > WORD

    @cached_property
    def axes(self) -> int:
        """Axes of its values, where a set is one value."""
        return len(self.shape) - self.wide

    @property
    def by_owner(self) -> bool:
        """Whether its first axis counts the seats, each of which owns a row."""
        return self.seen_by in (OWNER, COVERED)

    @property
    def size(self) -> int:
        """Bytes."""
        return int(np.dtype(self.dtype).itemsize) * math.prod(self.shape)


@dataclass(frozen=True)
class Derived:
    """A value that views (or events) show beside the fields it follows from: lists of `labels`, `axes` deep; of numbers without.

    `follows` gets what the viewer sees, as JSON, so it can show nothing that is hidden; where it goes `by_rules` it gets a
    record of this, in which all is zero that the viewer does not see. `row`, if it has one value a seat, makes the one of a seat
    of such a record: nothing of it is made of what another seat alone sees.
    """

    name: str
    axes: int
    labels: tuple[str, ...]
    follows: Callable[[Any], Any]
    doc: str
    by_rules: bool = False
    row: Callable[[Any, int], Any] | None = None


def field(
    name: str,
    dtype: str = "i8",
    shape: tuple[int, ...] = (),
    *,
    seen_by: Sight,
    doc: str,
    labels: Sequence[str] = (),
    counts: Sequence[str] = (),
    bits: Sequence[str] = (),
    low: int = 0,
    high: int | None = None,
    follows: bool = False,
    shown: bool = True,
    questions: "QuestionTable | None" = None,
    hashed: "str | Callable[[bytes], Mapping[str, bytes]] | None" = None,
    by_seat: tuple[int, ...] = (),
    of_seats: bool = False,
    constant: bool = False,
    observed: bool = True,
    most: Sequence[int] = (),
) -> Field:
    """Declare a field; `seen_by` has no default, so nothing becomes public by forgetting.

    `low` and `high` are the smallest and the largest value that it ever has (unless told, 0 and what the type can hold).
    A field that `follows` is worked out from other fields by the game's room `positions`; only such a one need not be `shown`.
    A field of `questions` is a single number, or a stack of them where the first row of that table says that a place is empty.
    `by_seat` are the axes that count the seats; the first one of a field with owners need not be told.
    `hashed` is the name that the field had before; or it takes the bytes of the field and gives names with bytes, the same names
    and as many bytes for all values, as they were before its form was changed.
    """
    if questions is not None:
        if seen_by is not ALL or len(shape) > 1:
            raise TypeError(f"field {name}: what is asked is one number or a stack of them, and everyone sees it")
        if np.iinfo(dtype).max < questions.size:
            raise TypeError(f"field {name}: {questions.size} questions do not fit in {dtype}")
        high = questions.size - 1
    if seen_by in (OWNER, COVERED) and not shape:
        raise TypeError(f"field {name}: {seen_by.name} needs a first axis that counts the seats")
    if not shown and not follows:
        raise TypeError(f"field {name}: what views leave out must follow from other fields")
    if counts and (not shape or shape[-1] != len(counts)):
        raise TypeError(f"field {name}: {len(counts)} kinds are named, the last axis of {shape} should have as many")
    if len(bits) > WORD and (not shape or dtype != "i8" or len(bits) > WORD * shape[-1]):
        wanted = -(-len(bits) // WORD)
        raise TypeError(
            f"field {name}: {len(bits)} bits need a last axis of {wanted} words of i8, not {shape} of {dtype}"
        )
    if len(bits) <= WORD and len(bits) > 8 * np.dtype(dtype).itemsize - 1:
        raise TypeError(f"field {name}: {len(bits)} bits do not fit in {dtype}")
    if most and len(most) != len(counts):
        raise TypeError(f"field {name}: {len(counts)} kinds are named, and the most of {len(most)}")
    names = tuple(labels), tuple(counts), tuple(bits)
    axes = tuple(sorted({*by_seat, *(() if seen_by not in (OWNER, COVERED) else (0,))}))
    asked = questions, hashed
    return Field(
        *(name, dtype, shape, seen_by, doc, *names, low, high, follows, shown, *asked),
        *(axes, of_seats, constant, observed and shown, tuple(most)),
    )


def row_bytes(columns: int) -> int:
    """How many bytes are read or written at once of a row of so many small numbers, and if it is shorter, of what lies behind.

    A row with more than 16 of them is read in parts that lie within it.

    >>> row_bytes(5), row_bytes(15), row_bytes(19), row_bytes(40)
    (8, 16, 16, 32)
    """
    return max(8, 1 << (columns - 1).bit_length()) if columns <= 16 else 1 << columns.bit_length() - 1


def or_none(names: Sequence[str]) -> tuple[str, ...]:
    """The labels of a field in which 0 stands for none of them."""
    return ("none", *names)


def named(f: Field, values: Any) -> Json:
    """Values of a field as JSON: labels and bits by name, questions in notation."""
    plain = values.tolist()
    if f.questions is not None:
        return _each(plain, partial(_question, f.questions), f.axes)
    if f.labels:
        return _each(plain, f.labels.__getitem__, f.axes)
    return _each(plain, partial(_members, f.bits), f.axes) if f.bits else plain


@lru_cache(1 << 14)
def _question(questions: "QuestionTable", number: int) -> str:
    """A question in notation, worked out once: each view of a stack shows all that wait."""
    return questions.text(number)


def _each(values: Json, name: Callable[[Any], Json], axes: int) -> Json:
    """Values in lists so many axes deep, each one by its name."""
    if axes == 0:
        return name(values)
    if axes == 1:
        return [name(value) for value in values]
    return [_each(row, name, axes - 1) for row in values]


def _members(names: tuple[str, ...], words: int | list[int]) -> list[str]:
    """The members of a set, given as a word or as several."""
    found = []
    for number, word in enumerate([words] if isinstance(words, int) else words):
        while word:
            found.append(names[number * WORD + (word & -word).bit_length() - 1])
            word &= word - 1
    return found
