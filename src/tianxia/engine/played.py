"""What was played in a match, and what was told of it: all that follows from its line of steps."""

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np

from tianxia.engine import i18n
from tianxia.engine.errors import IllegalAction, brief
from tianxia.engine.steps import Event, Memory, SeenEvent, Step

if TYPE_CHECKING:
    from tianxia.engine.game import Game

Json = Any
Viewer = int | None


class Played:
    """A match as far as it is behind: from what it began with up to its last step."""

    game: "Game"
    _start: dict[str, Json]
    _last: Step

    @property
    def start(self) -> dict[str, Json]:
        """What the match began with: `{"seed": ...}`, `{"position": ...}`, or `{"anew": ...}` (see `game.dealt_anew`)."""
        return deepcopy(self._start)

    @property
    def actions(self) -> list[tuple[int, int]]:
        """Accepted actions: (seat, action id)."""
        return [(step.seat, step.action) for step in self._last.line()[1:]]

    @property
    def chain(self) -> list[str]:
        """Hash after each step, the first one before any; each depends on all before it."""
        self.hash()
        return [step.link for step in self._last.line()]

    @property
    def step_count(self) -> int:
        """Accepted actions so far."""
        return self._last.count

    @property
    def is_final(self) -> bool:
        """Whether the last action can't be taken back because it showed something hidden."""
        return self._is_final(self._last)

    @property
    def undo_floor(self) -> int:
        """Actions up to here can't be taken back by who acted last: a draw, a reveal or another's decision is between."""
        step = self._last
        while step.before is not None and step.seat == self._last.seat and not self._is_final(step):
            step = step.before
        return step.count

    @property
    def event_count(self) -> int:
        """How many events there are; as many for each viewer, whatever is hidden in them."""
        return self._last.event_count

    def steps_before(self, count: int) -> int:
        """After how many actions so many events had happened; amid those of an action it is the number before it."""
        step = self._last
        while step.before is not None and step.before.event_count >= count:
            step = step.before
        return step.count - (step.before is not None and step.event_count > count)

    def events(self, viewer: Viewer, start: int = 0) -> list[dict[str, Json]]:
        """What happened, from event number `start` on: kind, fields by name, and the step; private fields are null."""
        return [self.game.told(*event) for event in self.seen_events(viewer, start)]

    def seen_events(self, viewer: Viewer, start: int = 0) -> list[SeenEvent]:
        """The same in numbers, for `Game.told`: step, number of the kind, arguments; private ones are None."""
        viewer, kinds = self._viewer(viewer), self.game.events.kinds
        return [(step, index, kinds[index].seen_by(viewer, args)) for step, index, args in self._events_from(start)]

    def _events_from(self, start: int) -> list[Event]:
        step: Step | None = self._last
        later: list[tuple[Event, ...]] = []
        while step is not None and step.event_count > start:
            later.append(self._events(step))
            step = step.before
        found = [event for events in reversed(later) for event in events]
        return found[start - (self._last.event_count - len(found)) :]

    def log(self, viewer: Viewer, lang: str = "en") -> list[str]:
        """What happened, one line an event, in the viewer's words and language."""
        speak = i18n.translator(lang)
        return [self.game.notes.describe(event, speak) for event in self.events(viewer)]

    def _events(self, step: Step) -> tuple[Event, ...]:
        return step.events(self.game.events.kinds)

    def _is_final(self, step: Step) -> bool:
        """Whether an action showed something hidden."""
        shown = self.game.irreversible_kinds
        return step.before is not None and not shown.isdisjoint([kind for _, kind, _ in self._events(step)])

    def remembered(self) -> list[Memory]:
        """All that happened, by numbers, for `recalled`: first what did before anybody acted, then each step."""
        line = self._last.line()
        fresh = [step for step in line if step.memory is None]
        for step, position in zip(fresh, Step.hashes(fresh, self.game.table), strict=True):
            step.memory = step.seat, step.action, self._events(step), self._is_final(step), position
        return [step.memory for step in line if step.memory is not None]

    def hash(self) -> str:
        """Hash of the position and of all that led to it: 16 hexadecimal digits."""
        return self._last.linked(self.game.table, self.game.actions)

    def _viewer(self, viewer: Viewer) -> Viewer:
        return None if viewer is None else self._seat(viewer)

    def _seat(self, seat: int) -> int:
        if type(seat) is int and 0 <= seat < self.game.seats:
            return seat
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.game.seats:
            raise IllegalAction(f"there is no seat {brief(seat)}; seats go from 0 to {self.game.seats - 1}")
        return int(seat)
