"""The rules do the same interpreted, where every store is checked for overflow and every index for its range."""

from __future__ import annotations

import json

import pytest

from tests.games.chu_han import trace
from tests.games.modes import interpreted

pytestmark = pytest.mark.xdist_group("worlds of chu han")  # their entry points are compiled once


def test_every_step_has_the_same_hash_compiled_and_interpreted() -> None:
    plain, compiled = json.loads(interpreted("tests.games.chu_han.trace")), trace.traces()
    for ours, theirs in zip(plain["games"], compiled["games"], strict=True):
        assert ours["chain"] == theirs["chain"]
        assert ours == theirs
    assert plain["samples"] == compiled["samples"]
    assert all(wrong == [] for wrong, _ in compiled["samples"])


def test_interpreted_rules_agree_with_the_reference() -> None:
    for options in ("none", "events"):
        ran = interpreted("tests.games.chu_han.lockstep", "--games", "4", "--options", options)
        assert "4 games to seed 3" in ran


def test_interpreted_ends_of_hands_agree_with_the_reference() -> None:
    for options in ("none", "events"):
        ran = interpreted("tests.games.chu_han.lockstep", "--games", "40", "--endings", "--options", options)
        assert "40 games" in ran
