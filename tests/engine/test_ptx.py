"""The dialect of rules is one that a graphics card takes too: shown by making its code of them, without a card."""

from __future__ import annotations

import os
import subprocess
import sys


def test_rules_and_their_primitives_become_code_for_a_graphics_card_that_needs_nothing_else() -> None:
    # LLVM ends the process that asks for what it cannot make
    command = [sys.executable, "-m", "tests.engine.ptx", "sun-tzu", "--only", "legal", "apply"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    told = dict(line.split(": ") for line in done.stdout.splitlines())
    assert {name: text.split(", ")[1] for name, text in told.items()} == {
        "primitives": "calls nothing",
        "foreign": "calls erf",
        "sun-tzu legal": "calls nothing",
        "sun-tzu apply": "calls nothing",
    }
    assert all(int(text.split()[0]) > 1000 for text in told.values())
