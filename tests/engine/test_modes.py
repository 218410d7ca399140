"""The primitives give the same compiled and interpreted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.engine import toy

ROOT = Path(__file__).parents[2]


def test_primitives_give_the_same_compiled_and_interpreted() -> None:
    command = [sys.executable, "-m", "tests.engine.toy"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    interpreted = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(interpreted.stdout) == toy.answers()
