"""Doors into the compiled rules that only tests need."""

from __future__ import annotations

from tianxia.engine.compiling import entry
from tianxia.engine.records import row
from tianxia.games.sun_tzu.rules.sequence import go_on


@entry
def walk_on(states, log):
    """Do all that happens by itself, from a step at which nobody is asked yet."""
    go_on(row(states, 0), log)
