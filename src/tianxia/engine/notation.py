"""Positions as text: every field of the record by its name, counts of cards as words ("8 8 ji_bu"), labels as names."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tianxia.engine.errors import BadPosition, brief, not_one_of, there_are
from tianxia.engine.fields import WORD, Field, named
from tianxia.engine.kinds import BadAction
from tianxia.engine.records import Table

Json = Any

FEW = 3
"""Names that stand for all of their kind in an error."""


def position_of(
    table: Table,
    states: npt.NDArray[Any],
    blank: npt.NDArray[Any] | None = None,
    read: Callable[[Mapping[str, Json]], npt.NDArray[Any]] | None = None,
) -> dict[str, Json]:
    """Write the whole record, hidden fields included, but for what follows from the rest.

    Long fields are left out where they are as in the `blank` record, which is zero unless told, and where, if there is a
    way to `read` what was written, they come back by themselves.
    """
    blank = table.new() if blank is None else blank
    written: dict[str, Json] = {}
    for f in table.fields:
        long = f.shape not in ((), (table.seats,))
        if not f.follows and not (long and _same(f, states, blank)):
            written[f.name] = _write(f, states[f.name][0])
    while read is not None:
        again = read(written)
        missing = [f for f in table.fields if not f.follows and f.name not in written and not _same(f, states, again)]
        if not missing:
            break
        written |= {f.name: _write(f, states[f.name][0]) for f in missing}
    return written


def _same(f: Field, states: npt.NDArray[Any], others: npt.NDArray[Any]) -> bool:
    return bool(states[f.name].tobytes() == others[f.name].tobytes())


def _write(f: Field, values: Any) -> Json:
    if f.counts:
        return _write_counts(f, values)
    return named(f, values)


def _write_counts(f: Field, values: Any) -> Json:
    if values.ndim == 1:
        return " ".join(kind for kind, n in zip(f.counts, values.tolist(), strict=True) for _ in range(n))
    return [_write_counts(f, row) for row in values]


def position_into(table: Table, states: npt.NDArray[Any], position: Mapping[str, Json]) -> frozenset[str]:
    """Read a written position into a record; returns the names of the fields that were given.

    Raises BadPosition naming the field, what is wrong with it and what would be right.
    """
    if not isinstance(position, Mapping):
        raise BadPosition(f"a position should be an object of fields, not {brief(position)}")
    for name, value in position.items():
        f = table.by_name.get(name)
        if f is None:
            raise BadPosition(f"there is no field {brief(name)}; {there_are(name, told(table))}")
        if f.follows:
            raise BadPosition(f"{name} follows from the other fields and is not told")
        try:
            _read(f, value, states[name][0] if f.shape else states[name])
        except (ValueError, TypeError, OverflowError) as error:
            raise BadPosition(f"{name}: {error}") from None
    return frozenset(position)


def follow(s: Any, follows: Mapping[str, Json], given: frozenset[str]) -> None:
    """Write what follows from other fields into a record where it was not given: numbers, in lists for fields with axes."""
    for name, value in follows.items():
        if name in given:
            continue
        if not isinstance(value, list):
            setattr(s, name, value)
            continue
        target = getattr(s, name)
        for i, row in enumerate(value):
            for j, cell in enumerate(row if isinstance(row, list) else [row]):
                target[(i, j) if isinstance(row, list) else i] = cell


def not_following(table: Table, s: Any, follows: Mapping[str, Json]) -> str:
    """The first field that is not what follows from the others, as errors say it; empty if all are."""
    for name, value in follows.items():
        found = getattr(s, name)
        found = found.tolist() if isinstance(value, list) else found
        if found != value:
            told, right = (brief(_write(table.by_name[name], np.asarray(each))) for each in (found, value))
            return f"{name} is {told}; by the other fields it is {right}"
    return ""


def counted(n: int, noun: str, nouns: str = "") -> str:
    """So many of something, as errors say it.

    >>> counted(1, "card"), counted(0, "card"), counted(2, "army", "armies")
    ('1 card', '0 cards', '2 armies')
    """
    return f"{n} {noun if n == 1 else nouns or noun + 's'}"


def told(table: Table) -> list[str]:
    """Names of the fields that a position may tell."""
    return [f.name for f in table.fields if not f.follows]


def _read(f: Field, value: Json, target: npt.NDArray[Any]) -> None:
    if not f.shape:
        target[0] = _bits(f, value) if f.bits else _number(f, value)
    elif f.counts:
        _read_counts(f, value, target)
    elif f.wide and target.ndim == 1:
        for word in range(len(target)):
            target[word] = _bits(f, value) >> WORD * word & ((1 << WORD) - 1)
    else:
        _read_row(f, value, target)


def _held(f: Field, axes: int) -> str:
    """What a list of so many axes holds, in words."""
    names = f.bits or f.labels
    lists = "lists of " * (axes - 1 + bool(f.bits))
    return f"{lists}names{_some(names)}" if names else f"{lists}whole numbers"


def _some(names: Sequence[str]) -> str:
    return f", {'such as ' if len(names) > FEW else 'of '}{', '.join(names[:FEW])}"


def _such(kinds: Sequence[str]) -> str:
    return f"such as {' '.join(kinds[:FEW])!r}"


def _read_row(f: Field, value: Json, target: npt.NDArray[Any]) -> None:
    if isinstance(value, str):
        value = value.split()
    if not isinstance(value, list | tuple) or len(value) > len(target):
        raise ValueError(f"{brief(value)} should be a list of at most {len(target)} {_held(f, target.ndim - f.wide)}")
    for i, item in enumerate(value):
        if target.ndim == 1:
            target[i] = _bits(f, item) if f.bits else _number(f, item)
        else:
            _read(f, item, target[i])


def _read_counts(f: Field, value: Json, target: npt.NDArray[Any]) -> None:
    if target.ndim > 1:
        if not isinstance(value, list | tuple) or len(value) > len(target):
            raise ValueError(
                f"{brief(value)} should be a list of at most {len(target)} texts of kinds, {_such(f.counts)}"
            )
        for i, item in enumerate(value):
            _read_counts(f, item, target[i])
        return
    if not isinstance(value, str):
        raise ValueError(f"{brief(value)} should be a text of kinds, {_such(f.counts)}")
    target[:] = 0
    for kind, n in Counter(value.split()).items():
        if kind not in f.counts:
            raise ValueError(not_one_of(kind, f.counts))
        if n > f.top:
            raise ValueError(f"{n} times {kind}, at most {f.top} can be told")
        target[f.counts.index(kind)] = n


def _bits(f: Field, value: Json) -> int:
    if not isinstance(value, list | tuple):
        raise ValueError(f"{brief(value)} should be a list of names{_some(f.bits)}")
    for name in value:
        if name not in f.bits:
            raise ValueError(not_one_of(name, f.bits))
        if value.count(name) > 1:
            raise ValueError(f"{brief(name)} is named twice")
    return sum(1 << f.bits.index(name) for name in value)


def _number(f: Field, value: Json) -> int:
    if f.questions is not None:
        if not isinstance(value, str):
            raise ValueError(f"{brief(value)} should be a question, such as {f.questions.text(0)!r}")
        try:
            return f.questions.parse(value)
        except BadAction as error:
            raise ValueError(str(error)) from None
    if f.labels:
        if value not in f.labels:
            raise ValueError(not_one_of(value, f.labels))
        return f.labels.index(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{brief(value)} should be a whole number")
    if not f.low <= value <= f.top:
        raise ValueError(f"{brief(value)} is not from {f.low} to {f.top}")
    return value
