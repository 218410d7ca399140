"""What an action brings, told before it is taken: it is played on a copy and its events are read.

So the rules stand in one place. What a seat cannot know its game lays out in the copy, and takes care that nothing of
that is told.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tianxia.engine import _entries as entries
from tianxia.engine.kinds import KindTable, new_log
from tianxia.engine.records import Table, duplicate

Event = dict[str, Any]


class Outcome(NamedTuple):
    """An action played on a copy: what happened until something hidden came up, and the records before and after it."""

    kind: str
    seat: int
    events: list[Event]
    before: Any
    after: Any
    whole: bool = True
    """Whether nothing hidden came up, so that the record after it is known too."""

    def of(self, kind: str) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event["kind"] == kind]


class Stage(NamedTuple):
    """The tables of a game, and how it lays out in a copy (`states[0]`) what a seat cannot know."""

    state: Table
    actions: KindTable
    events: KindTable
    most_legal: int
    most_events: int
    lay_out: Callable[[Any, int], object]

    def played(self, s: Any, seat: int, action: int) -> Outcome:
        """What a legal action leads to; `s` is the seat's masked record and stays as it is."""
        states = duplicate(s._states[s._i : s._i + 1])
        self.lay_out(states, seat)
        return Outcome(
            self.actions.kind_of(action).name, seat, self._act(states, seat, action), s, self._record(states)
        )

    def then(self, outcome: Outcome, seat: int, action: int) -> Outcome:
        """The outcome with what another decision leads to after it."""
        after = outcome.after
        states = duplicate(after._states[after._i : after._i + 1])
        events = outcome.events + self._act(states, seat, action)
        return outcome._replace(events=events, after=self._record(states))

    def _act(self, states: Any, seat: int, action: int) -> list[Event]:
        """Carries an action out and tells its events."""
        log: Any = new_log(self.most_events)
        it: Any = np.array([action], np.int32)  # it is legal
        entries.quick(states.dtype).step(states, states, seat, action, log, it[:0], it, 1)
        events: list[Event] = []
        for row in log[1 : int(log[0, 0]) + 1].tolist():
            told = self.events.kinds[row[0]]
            fields = told.to_json(tuple(row[1 : 1 + len(told.domains)]))
            more = {d.name: d.follows(fields) for d in self.events.derived}
            events.append(
                {"kind": told.name, **fields, **{name: value for name, value in more.items() if value is not None}}
            )
        return events

    def _record(self, states: Any) -> Any:
        return self.state.record_class(states, 0)


def first_sentence(text: str) -> str:
    """The first of several sentences.

    >>> first_sentence("It is sent. Then 2 return.")
    'It is sent.'
    """
    head, dot, _rest = text.partition(". ")
    return head + dot.strip()
