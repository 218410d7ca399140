"""The sheet of all drawings is for who draws: no page that is shipped leads there, and nothing of it lies beside one."""

from pathlib import Path

import pytest

import tianxia
from tests.server.site import Site, client_of

STATIC = Path(tianxia.__file__).parent / "server" / "static"
SCRIPTS = {"frame", "plain", "people", *tianxia.games.names()}
FIGURES = "figures"
"""Those of the pages that tell how to play."""


@pytest.mark.parametrize("path", ["/drawings", "/drawings/", "/static/drawings/index.html", "/static/app/index.html"])
def test_the_sheet_of_drawings_is_not_served(shared: Site, path: str) -> None:
    assert client_of(shared).get(path).status_code == 404


def test_nothing_but_the_page_is_built_into_the_package() -> None:
    assert {path.stem for path in (STATIC / "app").iterdir()} <= SCRIPTS | {FIGURES}
    assert {path.stem for path in (STATIC / "app" / FIGURES).iterdir()} <= SCRIPTS
