"""What a connection was told, so that a step sends only what is new to it.

Views are made for a viewer (``tables/views.py``) before they come here: what is left out was sent before, nothing is added.
"""

from itertools import compress
from operator import attrgetter, is_not
from typing import Any

from tianxia.tables.frames import Full, Step
from tianxia.tables.table_view import LegalAction, TableView

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

    def step(self, view: TableView, events: list[dict[str, Any]], news: "News") -> Step:
        """The frame that makes this view of the one that the page has; all of it if it has none of this connection's. ``news``
        are those of the table."""
        before = self.view
        changed = dict(zip(WHOLE, _whole(view), strict=True)) if before is None else _changed(before, view)
        state, places = (view.state, {}) if before is None else news.of(before.state, view.state)
        legal = None if before is not None and before.legal == view.legal else [action.id for action in view.legal]
        fresh = [] if legal is None else [action for action in view.legal if self._words.get(action.id) is not action]
        self.view = view
        self._words.update({action.id: action for action in fresh})
        return Step(view.number, changed, state, places, legal, fresh, events)


def _changed(before: TableView, after: TableView) -> dict[str, Any]:
    """The fields that are told as a whole and are not what they were."""
    known, values = _whole(before), _whole(after)
    others = compress(zip(WHOLE, known, values, strict=True), map(is_not, known, values))  # most are the very same
    return {name: value for name, was, value in others if value != was}


class News:
    """What is new in the state of a game since an earlier one, worked out once for all who saw the same of it."""

    def __init__(self) -> None:
        self._compared: dict[str, tuple[Any, Any, dict[int, Any] | None]] = {}
        """By field its values that were compared last, and what is new."""

    def of(self, before: dict[str, Any], after: dict[str, Any]) -> tuple[dict[str, Any], dict[str, dict[int, Any]]]:
        """The fields that are not what they were; apart from them by place what is new in lists of which at least half has
        stayed. All states of a game have their fields in one order."""
        state: dict[str, Any] = {}
        places: dict[str, dict[int, Any]] = {}
        others = compress(after.items(), map(is_not, after.values(), before.values()))  # most stay as they are
        for name, value in others:
            known, compared = before[name], self._compared.get(name)
            if compared is None or compared[0] is not known or compared[1] is not value:
                compared = self._compared[name] = known, value, _few(known, value)
            if (few := compared[2]) is None:
                state[name] = value
            elif few:
                places[name] = few
        return state, places


def _few(known: Any, value: Any) -> dict[int, Any] | None:
    """By place what is new in a value, nothing if it is the same; None where it is to be told as a whole."""
    if value == known:
        return {}
    if type(value) is list and type(known) is list and len(value) == len(known):
        few = {place: new for place, (old, new) in enumerate(zip(known, value, strict=True)) if old != new}
        if 2 * len(few) <= len(value):
            return few
    return None
