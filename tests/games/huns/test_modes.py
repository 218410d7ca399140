"""The rules do the same interpreted, where every store is checked for overflow and every index for its range."""

from __future__ import annotations

import json

from tests.games.huns import trace
from tests.games.modes import interpreted


def test_every_step_has_the_same_hash_compiled_and_interpreted() -> None:
    plain, compiled = json.loads(interpreted("tests.games.huns.trace")), trace.traces()
    for name, theirs in compiled.items():
        assert plain[name]["game"]["chain"] == theirs["game"]["chain"]
        assert plain[name] == theirs


def test_interpreted_rules_agree_with_the_reference() -> None:
    assert "3: 1 games" in interpreted("tests.games.huns.lockstep", "--games", "1", "--options", "3")
