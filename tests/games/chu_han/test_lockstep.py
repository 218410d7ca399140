"""The engine and the slow reference agree after every decision of random games."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.chu_han import lockstep
from tests.games.chu_han.table import GAME
from tests.oracle.chu_han_events import EVENT_DECK

GAMES = {"none": 400, "events": 400, "early": 200}
"""By how events come; see `lockstep.OPTION_SETS`."""
WHOLE = 50
"""In the first games the facts are compared after every decision, in the others, for time, after every few."""
FEW = 16
ENDINGS = {"none": 200, "events": 400}
SHARE = 50
"""Games in one test, so that several processes can share them."""


def shares(games: dict[str, int], size: int) -> list[tuple[str, int]]:
    return [(options, first) for options, count in games.items() for first in range(0, count, size)]


@pytest.mark.parametrize(("options", "first"), shares(GAMES, SHARE))
def test_engine_and_reference_agree_after_every_decision(options: str, first: int) -> None:
    for seed in range(first, first + SHARE):
        lockstep.play(seed, options, every=1 if first < WHOLE else FEW)


@pytest.mark.parametrize(("options", "first"), shares(ENDINGS, 4 * SHARE))
def test_engine_and_reference_agree_about_the_end_of_a_hand(options: str, first: int) -> None:
    for seed in range(first, first + 4 * SHARE):
        lockstep.play_ending(seed, options)


def test_the_ends_of_hands_meet_every_event_and_every_action() -> None:
    seen: Counter[str] = Counter()
    for seed in range(4 * SHARE):
        lockstep.play_ending(seed, "events", seen)
    assert {f"event {event}" for event in EVENT_DECK} <= set(seen)
    assert {kind.name for kind in GAME.actions.kinds} <= set(seen)
