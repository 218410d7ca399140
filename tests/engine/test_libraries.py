"""Rules are compiled once, in the entry points that reach them, and still do what they say, cold and warm."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import numba
import numpy as np
from tianxia.engine.compiling import entry, rule

@rule
def value(a, i):
    return a[i] * 2 - (i & 1)

@rule
def middle(a, i):
    return value(a, i) + 1 if i != 2 else -value(a, i)

@entry
def reached(a, i):
    return middle(a, i)

@numba.njit
def of_a_user(a):
    return (a * 2).sum() // 3 + len([x for x in a if x > 1]) + a[-1]

numbers = np.array([10, 20, 30])
print([int(reached(numbers, i)) for i in range(3)], int(of_a_user(numbers)))
for i in (5, -1):
    try:
        reached(numbers, i)
    except IndexError:
        print(i, "is out of bounds")
"""


@pytest.fixture
def run(tmp_path: Path) -> object:
    script = tmp_path / "rules.py"
    script.write_text(SCRIPT)

    def call(**settings: str) -> list[str]:
        environment = {**os.environ, "TIANXIA_CACHE": str(tmp_path / "cache"), **settings}
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, env=environment, check=True)
        return done.stdout.splitlines()

    return call


def test_an_entry_point_does_what_its_rules_say_cold_and_warm_and_checks_bounds(run: object, tmp_path: Path) -> None:
    for _ in ("cold", "warm"):
        assert run(NUMBA_BOUNDSCHECK="1") == ["[21, 40, -60] 73", "5 is out of bounds", "-1 is out of bounds"]  # type: ignore[operator]
    cached = {path.name.split("-")[0] for path in (tmp_path / "cache").rglob("*.nbi")}
    assert cached == {"rules.reached"}, "rules have no machine code of their own"


def test_the_same_interpreted(run: object) -> None:
    assert run(NUMBA_DISABLE_JIT="1", NUMBA_BOUNDSCHECK="0")[0] == "[21, 40, -60] 73"  # type: ignore[operator]
