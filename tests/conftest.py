"""Settings of all tests."""

import os

from hypothesis import settings

settings.register_profile("no deadline", deadline=None)  # machines are busy now and then
settings.load_profile("no deadline")

for ours in ("TIANXIA_DECK", "TIANXIA_MAPS"):  # the tests know the deck and the maps of the package
    os.environ.pop(ours, None)
