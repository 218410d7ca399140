"""A game is one folder: one more of them is found, played, shown and told of, with nothing else changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tianxia

SOURCE = Path(tianxia.__file__).parent
COPIED, NEW = "sun_tzu", "new_game"

TRIAL = """
import json, random
from rich.console import Console
import tianxia
from tianxia import reference, terminal
from tianxia.bots import make
from tianxia.server import boxes, rulebook, typescript

game = tianxia.load("new-game")
match, chance = game.new(seed=1), random.Random(1)
bot = make("greedy", game, seed=1)
for _ in range(60):
    seat = match.to_act[0]
    match.play(seat, bot.choose(match.record(seat), seat))
console = Console(file=open("/dev/null", "w"))
console.print(terminal.draw(match.view(0)))
box = boxes.box("new-game", "pl")
print(json.dumps({
    "games": tianxia.games(),
    "steps": match.step_count,
    "log": len(match.log(0)),
    "title": box.title, "page": box.page, "cover": box.cover,
    "figures": [boxes.figures("new-game"), boxes.figures("sun-tzu")],
    "typed": terminal.spoken("confirm", match.view(0)),
    "rules": bool(rulebook.sections("new-game", "en")),
    "reference": reference.reference("new-game").splitlines()[0],
    "types": sorted(typescript.modules()),
}))
"""


def with_one_more(root: Path) -> Path:
    """A copy of the project's package in a folder, with a copy of a game as a new one; gives that folder."""
    package = root / "tianxia"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    folder = package / "games" / NEW
    shutil.copytree(package / "games" / COPIED, folder)
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8").replace(COPIED, NEW).replace("sun-tzu", "new-game")
        path.write_text(text.replace('"Sun Tzu"', '"New Game"'), encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a copy of the project says of a game that was put into its folder of games."""
    root = with_one_more(tmp_path_factory.mktemp("copy"))
    environment = {**os.environ, "PYTHONPATH": str(root), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", TRIAL]
    ran = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    said: dict[str, Any] = json.loads(ran.stdout)
    return said


def test_it_is_found_by_its_folder(found: dict[str, Any]) -> None:
    assert found["games"] == sorted([*tianxia.games(), "new-game"])


def test_it_is_played_by_a_bot_and_told(found: dict[str, Any]) -> None:
    assert found["steps"] == 60
    assert found["log"]


def test_it_stands_on_the_shelf_and_its_table_is_shown_without_drawings(found: dict[str, Any]) -> None:
    assert (found["title"], found["page"], found["cover"]) == ("New Game", "plain", "/static/covers/any.svg")
    assert found["figures"] == ["", "sun-tzu"], "the guide asks for no script that there is not"


def test_it_has_a_terminal_rules_a_reference_and_types(found: dict[str, Any]) -> None:
    assert found["typed"] == ["confirm"]
    assert found["rules"]
    assert found["reference"] == "# New Game: reference"
    assert any("new_game" in path for path in found["types"])
