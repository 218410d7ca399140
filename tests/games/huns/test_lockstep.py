"""The engine and the slow reference agree after every decision of random games."""

from __future__ import annotations

import pytest

from tests.games.huns import lockstep
from tests.games.huns.table import OPTION_SETS
from tests.games.huns.walks import CROWDED
from tianxia.engine.compiling import INTERPRETED

GAMES = 1 if INTERPRETED else 2
POSITIONS = 10 if INTERPRETED else 20
DECISIONS = 40
"""From a position in which much lies on the table."""


@pytest.mark.parametrize("name", OPTION_SETS)
def test_engine_and_reference_agree_after_every_decision(name: str) -> None:
    for seed in range(GAMES):
        lockstep.play(seed, OPTION_SETS[name])


@pytest.mark.parametrize("name", CROWDED)
def test_they_agree_where_many_cards_work_at_once(name: str) -> None:
    for seed in range(POSITIONS):
        lockstep.play(seed, OPTION_SETS[name], most=DECISIONS)
