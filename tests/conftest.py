"""Settings of all tests."""

from hypothesis import settings

settings.register_profile("no deadline", deadline=None)  # machines are busy now and then
settings.load_profile("no deadline")
