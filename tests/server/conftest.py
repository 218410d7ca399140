from collections.abc import Iterator

import pytest

from tests.server.site import Browser, Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that may be killed or given spoilt games, as long as it runs again after the test."""
    running = Site(tmp_path_factory.mktemp("site"))
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="session")
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
