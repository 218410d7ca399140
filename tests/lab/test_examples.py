"""The example that trains: shortened it runs from end to end and learns, as a script and as a notebook."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tianxia import bots
from tianxia.bots.arena import contest

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPT = EXAMPLES / "train_ppo.py"
SHORT = "--minutes=0.01 --games=64 --steps=8 --imitated=3000 --hidden=64 --parts=2 --pairs=4"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["train_ppo.py", *SHORT.split()])
    return tmp_path


def test_the_example_trains_and_what_it_wrote_plays(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = runpy.run_path(str(SCRIPT), run_name="__main__")
    told = capsys.readouterr().out
    assert "against greedy" in told
    assert float(told.split("imitation: ")[1].split()[0]) > 0.5
    assert (folder / "train_ppo.csv").read_text().startswith("seconds,decisions,won\n")
    assert "</svg>" in (folder / "train_ppo.svg").read_text()
    monkeypatch.syspath_prepend(str(EXAMPLES))
    bot = bots.make("train_ppo:Trained", done["GAME"], 1)
    assert all((ours == theirs).all() for ours, theirs in zip(bot.net.weights, done["net"].weights, strict=True))  # type: ignore[attr-defined]
    assert contest(done["GAME"], ("train_ppo:Trained", "random"), 6).won >= 11


def test_its_gradients_are_those_of_what_it_computes() -> None:
    """Each weight's change against the difference that it makes, by Adam's first step, which goes down each of them."""
    done: dict[str, Any] = runpy.run_path(str(SCRIPT))
    chance = np.random.default_rng(1)
    net = done["Net"](np.arange(20), 16, chance)
    seen, mask = chance.random((8, 20), np.float32), np.ones((8, done["GAME"].actions.size), bool)
    rows, chosen = np.arange(8), chance.integers(0, 9, 8)

    def loss() -> float:
        logits, values = net.forward(seen, mask)
        return float(-logits[rows, chosen].sum() + (values - 1) @ (values - 1) / 2)

    before = loss()
    logits, values = net.forward(seen, mask)
    off = np.exp(logits)
    off[rows, chosen] -= 1
    net.learn(off, values - 1, 1e-3)
    assert loss() < before - 0.01
    for _ in range(300):
        logits, values = net.forward(seen, mask)
        off = np.exp(logits)
        off[rows, chosen] -= 1
        net.learn(off, values - 1, 1e-2)
    assert loss() < 0.05


def test_the_notebook_is_the_script_and_its_cells_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = runpy.run_path(str(EXAMPLES / "notebook.py"))["notebook"](SCRIPT.read_text("utf-8"))
    written = SCRIPT.with_suffix(".ipynb").read_text("utf-8")
    assert written == made, "run: python examples/notebook.py examples/train_ppo.py"
    space: dict[str, Any] = {"__name__": "__main__", "__doc__": None}
    for cell in json.loads(written)["cells"]:
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            exec(compile(source, "a cell", "exec", dont_inherit=True), space)
    assert "against greedy" in capsys.readouterr().out
