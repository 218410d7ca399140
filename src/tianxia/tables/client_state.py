"""What a connection was told, so that a step sends only what is new to it.

Views are made for a viewer (``tables/views.py``) before they come here: what is left out was sent before, nothing is added.
"""

from itertools import compress
from operator import attrgetter, is_not, ne
from typing import Any

from tianxia.tables.frames import Full, LegalAction, Step, TableView

ONE_BY_ONE = ("state", "legal")  # fields of a view that are not sent as a whole
WHOLE = tuple(name for name in TableView.__struct_fields__ if name not in ONE_BY_ONE)
_whole = attrgetter(*WHOLE)


class ClientState:
    """The view that a page has now, and the actions of which it knows the words."""

    def __init__(self) -> None:
        self.view: TableView | None = None
        self._words: dict[int, LegalAction] = {}  # of each action that was told, by id

    def full(self, view: TableView, events: list[dict[str, Any]]) -> Full:
        """The frame that replaces all that the page knew."""
        self.view = view
        self._words.update({action.id: action for action in view.legal})
        return Full(view.number, view, events)

    def step(self, view: TableView, events: list[dict[str, Any]]) -> Step:
        """The frame that makes this view of the one that the page has; all of it if it has none of this connection's."""
        before = self.view
        told = zip(WHOLE, _whole(view), strict=True)
        changed = dict(told if before is None else compress(told, map(ne, _whole(view), _whole(before))))
        state, places = (view.state, {}) if before is None else _news(before.state, view.state)
        legal = None if before is not None and before.legal == view.legal else [action.id for action in view.legal]
        fresh = [] if legal is None else [action for action in view.legal if self._words.get(action.id) is not action]
        self.view = view
        self._words.update({action.id: action for action in fresh})
        return Step(view.number, changed, state, places, legal, fresh, events)


def _news(before: dict[str, Any], after: dict[str, Any]) -> tuple[dict[str, Any], dict[str, dict[int, Any]]]:
    """The fields of a state that are not what they were; apart from them by place what is new in lists of which at least half
    has stayed. All states of a game have their fields in one order."""
    state: dict[str, Any] = {}
    places: dict[str, dict[int, Any]] = {}
    for name, value in compress(after.items(), map(is_not, after.values(), before.values())):  # most stay as they are
        known = before[name]
        if value == known:
            continue
        if type(value) is list and type(known) is list and len(value) == len(known):
            few = {place: new for place, (old, new) in enumerate(zip(known, value, strict=True)) if old != new}
            if 2 * len(few) <= len(value):
                places[name] = few
                continue
        state[name] = value
    return state, places
