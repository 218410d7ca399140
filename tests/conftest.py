"""Settings of all tests."""

import os

import pytest
from hypothesis import settings

from tests.chance import sources

# machines are busy now and then; and what fails once should fail again
settings.register_profile("the same each time", deadline=None, derandomize=True)
settings.load_profile("the same each time")

for ours in ("TIANXIA_DECK", "TIANXIA_MAPS"):  # the tests know the deck and the maps of the package
    os.environ.pop(ours, None)


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has its own chance, the same in every run, whichever tests came before."""
    for module, name, source in sources(request.node.name):
        monkeypatch.setattr(module, name, source)
