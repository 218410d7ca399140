"""What a connection was told, so that a step sends only what is new to it.

Views are made for a viewer (``tables/views.py``) before they come here: what is left out was sent before, nothing is added.
"""

from itertools import compress
from operator import attrgetter, ne
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
        state: dict[str, Any] = {}
        places: dict[str, dict[int, Any]] = {}
        for name, value in view.state.items():
            known = None if before is None else before.state[name]
            if before is None or (value is not known and value != known):
                if few := _few(known, value):
                    places[name] = few
                else:
                    state[name] = value
        legal = None if before is not None and before.legal == view.legal else [action.id for action in view.legal]
        fresh = [] if legal is None else [action for action in view.legal if self._words.get(action.id) is not action]
        self.view = view
        self._words.update({action.id: action for action in fresh})
        return Step(view.number, changed, state, places, legal, fresh, events)


def _few(before: Any, after: Any) -> dict[int, Any]:
    """By place what is new in a list of which at least half has stayed; empty if it is another one."""
    if not (isinstance(before, list) and isinstance(after, list) and len(before) == len(after)):
        return {}
    found = {place: new for place, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}
    return found if 2 * len(found) <= len(after) else {}
