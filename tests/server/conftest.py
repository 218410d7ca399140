from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.site import Browser, Site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    running = Site(tmp_path)
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for tests that do not disturb it."""
    running = Site(tmp_path_factory.mktemp("site"))
    try:
        yield running
        assert running.errors() == ""
    finally:
        running.stop()


@pytest.fixture
def browser(shared: Site) -> Browser:
    return Browser(shared)
