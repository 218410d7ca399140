"""Settings of all tests."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.chance import sources
from tests.places import Database, Folder, Place, Server

# machines are busy now and then; and what fails once should fail again
settings.register_profile("the same each time", deadline=None, derandomize=True)
settings.load_profile("the same each time")

for ours in ("TIANXIA_BOTS", "TIANXIA_DECK", "TIANXIA_MAPS"):  # the tests know what the package has, and no more
    os.environ.pop(ours, None)


TURNS = ("e2e", "server", "tables")
"""Browsers, whose tests take longest, begin; then comes what waits for servers and disks, while a browser still reckons."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of several processes one has all tests of a file that share a server or games made for it: else each makes its own.

    Such groups come before what any process may take: else one process ends alone.
    """
    for item in items:
        made = item._fixtureinfo.name2fixturedefs if isinstance(item, pytest.Function) else {}
        shared = any(found[-1].scope == "module" and not name.startswith("_xunit") for name, found in made.items())
        if shared and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
    turns = {folder: turn for turn, folder in enumerate(TURNS)}

    def turn(item: pytest.Item) -> tuple[int, bool]:
        return turns.get(item.path.parent.name, len(TURNS)), item.get_closest_marker("xdist_group") is None

    items.sort(key=turn)


gc.disable()  # while tests are found: to look again and again for what could be thrown away would take twice as long as that


def pytest_collection_finish() -> None:
    """The tests stay as long as the process: nothing of them is looked at again for what could be thrown away."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has its own chance, the same in every run, whichever tests came before."""
    for module, name, source in sources(request.node.name):
        monkeypatch.setattr(module, name, source)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server. What needs it is in one group of tests, so that it starts once."""
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def database(postgres: Server) -> Database:
    """One of its own for each test."""
    return postgres.database()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgres"))])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Each of the places in which games may lie."""
    if request.param == "sqlite":
        return Folder(tmp_path)
    found: Database = request.getfixturevalue("database")
    return found
