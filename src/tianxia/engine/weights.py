"""An evaluator: the numbers, each with a name, that a game's `evaluate` and `policy` go by.

A game's room `weights` lists those that we found; who has better ones replaces some and gives the evaluator to a bot. The
functions of a game read them as `w.name`, a number or a table of numbers, from a record like that of a position.
"""

import hashlib
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from tianxia.engine.errors import TianxiaError, UnknownName
from tianxia.engine.fields import ALL, field
from tianxia.engine.records import Table, duplicate, record, register

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Weight:
    """One row of the table of weights: a number or an array of them, what it means, or how it `follows` from others."""

    name: str
    value: Any
    doc: str
    follows: Callable[[Mapping[str, Numbers]], Any] | None = None


def weight(name: str, value: Any, doc: str) -> Weight:
    """Declare a weight with the value that it has unless another one is given."""
    return Weight(name, value, doc)


def following(name: str, follows: Callable[[Mapping[str, Numbers]], Any], doc: str) -> Weight:
    """Declare a table that is worked out from the weights before it, by name, whenever one of them changes."""
    return Weight(name, None, doc, follows)


class Evaluator:
    """What bots of one game go by. It never changes; `replace` gives another one.

    >>> import tianxia
    >>> ours = tianxia.load("huns").evaluator
    >>> float(ours["a_raid"])
    0.7
    >>> float(ours.replace(a_raid=0.4)["a_raid"])
    0.4
    """

    def __init__(self, game: str, rows: Sequence[Weight]) -> None:
        """Of a game, by its id, with the values of the table."""
        self.game = game
        self._rows = tuple(rows)
        self._values = self._complete({row.name: row.value for row in rows if row.follows is None})
        shapes = [field(row.name, "f8", self._values[row.name].shape, seen_by=ALL, doc=row.doc) for row in rows]
        self._table: Table = record(f"{game.replace('-', '_')}_weights", seats=0, fields=shapes)
        register(self._table)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the weights, in the order of the table, without what follows from them."""
        return tuple(row.name for row in self._rows if row.follows is None)

    @property
    def docs(self) -> Mapping[str, str]:
        """What each weight means, by name."""
        return MappingProxyType({row.name: row.doc for row in self._rows if row.follows is None})

    def __getitem__(self, name: str) -> Numbers:
        """The value of a weight, float64 of its shape, () for a number; UnknownName with the names there are."""
        return self._values[self._known(name)].copy()

    def replace(self, /, **values: Any) -> "Evaluator":
        """The same with other values of the same shapes.

        Raises UnknownName for a weight that is not in the table, TianxiaError for what is not as many finite numbers.
        """
        for name in values:
            self._known(name)
        given = {name: self._fitting(name, value) for name, value in values.items()}
        changed = object.__new__(Evaluator)
        changed.game, changed._rows, changed._table = self.game, self._rows, self._table
        changed._values = self._complete({name: given.get(name, self._values[name]) for name in self.names})
        return changed

    def record(self) -> npt.NDArray[Any]:
        """The weights as compiled code reads them: one record, the caller's own."""
        states = self._table.new()
        for name, value in self._values.items():
            states[name][0] = value
        return duplicate(states)

    def digest(self) -> str:
        """Of the game and the values, 16 hex digits."""
        return hashlib.blake2b(self.game.encode() + self.record().tobytes(), digest_size=8).hexdigest()

    def save(self, path: str | PathLike[str]) -> None:
        """Write the weights to a file of NumPy (.npz), an array each by its name."""
        with Path(path).open("wb") as file:
            np.savez(file, **{name: self._values[name] for name in self.names})  # type: ignore[arg-type]

    def load(self, path: str | PathLike[str]) -> "Evaluator":
        """The evaluator of the same game that `save` wrote; raises TianxiaError with what does not fit."""
        try:
            with np.load(path, allow_pickle=False) as file:
                values = dict(file)
        except (OSError, ValueError, EOFError, AttributeError, TypeError, zipfile.BadZipFile) as error:
            raise TianxiaError(f"{path}: no file of weights, as Evaluator.save writes it: {error}") from None
        try:
            if missing := [name for name in self.names if name not in values]:
                raise TianxiaError(f"weight {missing[0]} is missing")
            return self.replace(**values)
        except TianxiaError as error:
            raise TianxiaError(f"{path}: no weights of {self.game}: {error}") from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evaluator) and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self.digest())

    def __copy__(self) -> "Evaluator":
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Evaluator":
        """An evaluator never changes, so it is its own copy."""
        return self

    def _known(self, name: str) -> str:
        if name not in self.names:
            raise UnknownName(f"weight of {self.game}", name, self.names)
        return name

    def _fitting(self, name: str, value: Any) -> Numbers:
        wanted = self._values[name].shape
        try:
            found = np.array(value, np.float64)
        except (TypeError, ValueError):
            raise TianxiaError(f"weight {name} of {self.game}: should be numbers of shape {wanted}") from None
        if found.shape != wanted:
            raise TianxiaError(f"weight {name} of {self.game}: has the shape {found.shape}, should have {wanted}")
        if not np.isfinite(found).all():
            raise TianxiaError(f"weight {name} of {self.game}: has numbers that are not finite")
        return found

    def _complete(self, values: Mapping[str, Any]) -> dict[str, Numbers]:
        """All of the table, with what follows."""
        found: dict[str, Numbers] = {}
        for row in self._rows:
            value = values[row.name] if row.follows is None else row.follows(MappingProxyType(found))
            found[row.name] = np.array(value, np.float64)
        return found
