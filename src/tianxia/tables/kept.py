"""What was made last for those who look at a table, so that only what is new is made again."""

from typing import Any

from tianxia.engine.looks import Look
from tianxia.tables.client_state import News
from tianxia.tables.frames import Full, Step
from tianxia.tables.streams import Viewer
from tianxia.tables.table_view import TableView


class Kept:
    """By viewer, language and whether it sees the table late. Nothing is kept for those who have gone."""

    def __init__(self) -> None:
        self.looks: dict[tuple[Viewer, bool], Look] = {}
        self.public: dict[tuple[str, bool], TableView] = {}
        """As who looks on sees the table, but for who is here."""
        self.own: dict[tuple[int, str, bool], dict[str, Any]] = {}
        """What seats have in place of that."""
        self.views: dict[tuple[Viewer, str, bool], tuple[tuple[object, ...], TableView]] = {}
        """As they were shown last, after that of which they were made."""
        self.frames: dict[
            tuple[str, bool, bool], tuple[tuple[int | None, TableView, TableView | None], Full | Step]
        ] = {}
        """What those who look on were told last, likewise; also by whether it was everything."""
        self.news = News()

    def outdate(self) -> None:
        """Something is not as it was that no number tells."""
        self.public.clear()
        self.own.clear()  # views are made again with what they are made of

    def limit(self, here: set[tuple[Viewer, str, bool]]) -> None:
        """Lets go of what is of nobody who is here."""
        self.news = News()
        self.frames = {key: frame for key, frame in self.frames.items() if (None, *key[:2]) in here}
        self.own = {key: parts for key, parts in self.own.items() if key in here}
        here = here | {(None, lang, late) for _, lang, late in here}  # of which the views of seats are made
        self.public = {key: view for key, view in self.public.items() if (None, *key) in here}
        self.views = {key: view for key, view in self.views.items() if key in here}
        seen = {(viewer, late) for viewer, _, late in here}
        self.looks = {key: look for key, look in self.looks.items() if key in seen}
