"""A program of another version: this one with some of its sources changed, in a process of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
Change = tuple[str, str, str]
"""A file of the package, a text in it, and what stands there instead."""

ACTIONS, STATE, HANDS = (f"games/chu_han/{room}.py" for room in ("actions", "state", "rules/hands"))
A_KIND = (ACTIONS, "ACTIONS = table(", 'ACTIONS = table(kind("add_nothing", count=number(1, 999)),')
A_FIELD = (STATE, "    fields=[", '    fields=[field("weather", "i8", (3,), seen_by=ALL, doc="nothing yet"),')
WHAT_FOLLOWS = (
    STATE,
    "    fields=[",
    '    fields=[field("held", "i8", (3,), seen_by=ALL, doc="a cache", follows=True),',
)
A_RULE = (HANDS, "s.score[seat] += points", "s.score[seat] += points + 1")


def other_program(place: Path, changes: list[Change], script: str, *arguments: str) -> str:
    """What a script prints that runs on the changed sources; they are put into the folder."""
    package = place / "src" / "tianxia"
    shutil.copytree(ROOT / "src" / "tianxia", package, ignore=shutil.ignore_patterns("static", "__pycache__"))
    for file, old, new in changes:
        source = (package / file).read_text()
        assert source.count(old) == 1
        (package / file).write_text(source.replace(old, new))
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(place / "src"), str(ROOT)]),
    }
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
