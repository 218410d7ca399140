"""The engine and the slow reference agree after every decision of random games."""

from __future__ import annotations

import pytest

from tests.games.sun_tzu import lockstep
from tests.games.sun_tzu.table import OPTION_SETS

GAMES = 12


@pytest.mark.parametrize("name", OPTION_SETS)
def test_engine_and_reference_agree_after_every_decision(name: str) -> None:
    for seed in range(GAMES):
        lockstep.play(seed, OPTION_SETS[name])
