"""The engine and the slow reference agree after every decision of random games."""

from __future__ import annotations

import pytest

from tests.games.huang import lockstep
from tests.games.huang.table import OPTION_SETS
from tianxia.engine.compiling import INTERPRETED

SOME = ("2, base", "3, bandits and palace", "4, kingdoms", "short, palace", "5, open, never stalls")
"""Where nothing is compiled, these are enough."""


@pytest.mark.parametrize("name", SOME if INTERPRETED else OPTION_SETS)
def test_engine_and_reference_agree_after_every_decision(name: str) -> None:
    lockstep.play(1, OPTION_SETS[name])
