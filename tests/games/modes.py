"""The same code compiled and interpreted: a module run with the JIT switched off, and games as chains of hashes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import tianxia

ROOT = Path(__file__).parents[2]


def interpreted(*command: str) -> str:
    """Run a module with the JIT switched off; returns what it prints."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def trace(match: tianxia.Match, seed: int) -> dict[str, Any]:
    """A random game: each step's action and hash, and the views at the end."""
    chance = random.Random(seed)
    while match.to_act:
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
    return {
        "actions": match.actions,
        "chain": match.chain,
        "events": [match.events(viewer) for viewer in (0, 1, None)],
        "views": [match.view(viewer) for viewer in (0, 1, None)],
        "result": match.result,
    }
