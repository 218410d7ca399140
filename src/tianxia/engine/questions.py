"""The table of questions: all that a game can ask, with typed, named arguments, and the kinds of actions that answer it.

A question is numbered as an action is (see `kinds`): rules write `s.asks = LEAD.id()`, and read `LEAD.has(s.asks)` and
`TAKE.args(s.asks)`. It lies in a field of the record that names its table, alone or, where one question waits for
another, in a stack of them, the last one next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from tianxia.engine.domains import Domain
from tianxia.engine.kinds import Kind, KindTable


class _Row(NamedTuple):
    name: str
    doc: str
    answers: tuple[str, ...]
    domains: dict[str, Domain]


@dataclass(frozen=True, eq=False)
class Question(Kind):
    """One row of a table of questions. What has no answers asks nobody: the rules carry it out by themselves."""

    doc: str = ""
    answers: tuple[str, ...] = ()
    """Kinds of actions."""

    __hash__ = Kind.__hash__


class QuestionTable(KindTable):
    """The questions of one game; each is an attribute in capitals."""

    noun = "question"

    def __init__(self, rows: Sequence[_Row]) -> None:
        self._said = tuple((row.doc, row.answers) for row in rows)
        super().__init__([(row.name, row.domains) for row in rows])

    def _row(self, name: str, index: int, start: int, domains: Mapping[str, Domain]) -> Question:
        return Question(name, index, start, domains, *self._said[index])

    def question(self, number: int) -> Question:
        """The row of a question's number."""
        row = self.kind_of(number)
        assert isinstance(row, Question)
        return row

    @property
    def indices(self) -> list[int]:
        """By number of a question the index of its row: rules make a switch of that (`const`)."""
        return [row.index for row in self.kinds for _ in range(row.size)]

    def to_json(self, number: int) -> dict[str, Any]:
        """A question with its arguments by name: ``{"kind": "take", "colours": ["red"], "optional": True}``."""
        row = self.kind_of(number)
        return {"kind": row.name, **row.to_json(row.args(number))}

    @property
    def answers(self) -> Mapping[str, tuple[str, ...]]:
        """By question the kinds of actions that answer it, of those that ask somebody."""
        return MappingProxyType({row.name: row.answers for row in map(self.question, self._starts) if row.answers})


def questions(*rows: _Row) -> QuestionTable:
    """Build a table of questions from rows made by `question`. Of a stack the first row is what lies in an empty place."""
    return QuestionTable(rows)


def question(name: str, doc: str, answers: Sequence[str] = (), **domains: Domain) -> _Row:
    """Declare a question: its name, what is asked [rule], which kinds of actions answer it, and the domain of each argument.

    What has no answers asks nobody.
    """
    return _Row(name, doc, tuple(answers), domains)
