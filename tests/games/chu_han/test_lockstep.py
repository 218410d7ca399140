"""The engine and the slow reference agree after every decision of random games."""

from __future__ import annotations

import pytest

from tests.games.chu_han import lockstep

GAMES, ENDINGS = 500, 1000
SHARE = 50
"""Games in one test, so that several processes can share them."""


@pytest.mark.parametrize("first", range(0, GAMES, SHARE))
def test_engine_and_reference_agree_after_every_decision(first: int) -> None:
    for seed in range(first, first + SHARE):
        lockstep.play(seed)


@pytest.mark.parametrize("first", range(0, ENDINGS, ENDINGS // 4))
def test_engine_and_reference_agree_about_the_end_of_a_hand(first: int) -> None:
    for seed in range(first, first + ENDINGS // 4):
        lockstep.play_ending(seed)
