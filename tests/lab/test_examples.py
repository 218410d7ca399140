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
SHORT = "--decisions=6000 --games=32 --steps=16 --imitated=16000 --hidden=64 --parts=2 --point=8 --pairs=2"
SHORTER = "--decisions=1000 --imitated=2000 --hidden=16 --pairs=1"
"""What cells do is what the script does: here they only have to run."""


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
    assert float(told.split("imitation: ")[1].split()[0]) > 0.8
    head, *points = (folder / "train_ppo.csv").read_text().splitlines()
    assert head == "seconds,decisions,won"
    assert len(points) >= 2
    curve = [tuple(map(float, point.split(","))) for point in points]
    assert curve == sorted(curve) == done["curve"]
    assert all(0 <= won <= 1 for _, _, won in curve)
    drawn = (folder / "train_ppo.svg").read_text().split('polyline points="')[1].split('"')[0]
    assert len(drawn.split()) == len(points)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    bot = bots.make("train_ppo:Trained", done["GAME"], 1)
    ours, theirs = bot.actor.weights, done["actor"].weights  # type: ignore[attr-defined]
    assert all((one == other).all() for one, other in zip(ours, theirs, strict=True))
    assert contest(done["GAME"], ("train_ppo:Trained", "random"), 6).won >= 11


def test_a_net_of_other_observations_is_refused(folder: Path) -> None:
    done: dict[str, Any] = runpy.run_path(str(SCRIPT))
    np.savez(done["NET"], version="of long ago")
    with pytest.raises(ValueError, match="was learned with other observations"):
        done["Trained"](done["GAME"], 1)


def test_its_gradients_lead_to_what_was_asked_for() -> None:
    done: dict[str, Any] = runpy.run_path(str(SCRIPT))
    chance = np.random.default_rng(1)
    net = done["Net"](20, 16, 9, chance)
    seen, mask = chance.random((8, 20), np.float32), np.ones((8, 9), bool)
    rows, chosen = np.arange(8), chance.integers(0, 9, 8)

    def step(rate: float) -> float:
        """Towards the chosen actions; gives how far it was from them before."""
        logs = done["logarithms"](net.forward(seen), mask)
        change = np.exp(logs)
        change[rows, chosen] -= 1
        net.learn(change, rate)
        return float(-logs[rows, chosen].sum())

    # Adam's first step changes each weight by the rate, down its gradient
    before = step(1e-4)
    assert step(0) < before
    for _ in range(300):
        step(1e-2)
    assert step(0) < 0.05


def test_ppo_makes_likelier_what_gained_more_and_the_critic_says_what_it_gained() -> None:
    done: dict[str, Any] = runpy.run_path(str(SCRIPT))
    args, chance = done["Args"](parts=2), np.random.default_rng(1)
    actor, critic = done["Net"](5, 16, 4, chance), done["Net"](6, 16, 1, chance)
    seen, masks, actions = chance.random((64, 6), np.float32), np.ones((64, 4), bool), chance.integers(0, 3, 64)
    masks[:, 3] = False

    def chances() -> Any:
        return np.exp(done["logarithms"](actor.forward(seen[:, :5]), masks))

    gained, before = (actions == 1) - 0.5, chances()
    logs = np.log(before[np.arange(64), actions])
    played = done["Played"](seen, masks, actions, logs, gained, np.full(64, 0.3, np.float32))
    for _ in range(40):
        done["learn"](actor, critic, played, args, chance, 1e-2)
    after = chances()
    assert (after[:, 1] > before[:, 1]).all()
    assert (after[:, 3] == 0).all()
    assert after[:, 1].mean() < 0.7, "no further than the clip lets it"
    assert np.abs(critic.forward(seen)[:, 0] - 0.3).mean() < 0.1


def test_what_the_decisions_of_a_game_gain_adds_up_to_its_result() -> None:
    done: dict[str, Any] = runpy.run_path(str(SCRIPT))
    args, chance, observed = done["Args"](games=8, steps=1), np.random.default_rng(1), done["GAME"].observation.size
    view = done["View"].of(chance.random((9, observed), np.float32))
    actor = done["Net"](len(view.columns), 4, done["ACTIONS"], chance)
    critic = done["Net"](len(view.columns) + len(done["HAND"]), 4, 1, chance)
    critic.weights = [np.zeros_like(w) for w in critic.weights]  # expects nothing
    games, finished = done["Games"](args, view), 0
    gained = games.worth.copy()  # the rival may have scored before the seat was first asked
    while finished < 8:
        over = games.over.copy()
        gained[~over] += games.play(actor, critic, chance).goals
        gained[over] = games.worth[over]
        assert np.abs(gained[games.over]) == pytest.approx(1, abs=1e-5)
        finished += int(games.over.sum())
    assert len(games.won) == finished
    assert set(games.won) <= {0.0, 1.0}


def test_the_notebook_is_the_script_and_its_cells_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["train_ppo.py", *SHORT.split(), *SHORTER.split()])
    made = runpy.run_path(str(EXAMPLES / "notebook.py"))["notebook"](SCRIPT.read_text("utf-8"))
    written = SCRIPT.with_suffix(".ipynb").read_text("utf-8")
    assert written == made, "run: python examples/notebook.py examples/train_ppo.py"
    space: dict[str, Any] = {"__name__": "__main__", "__doc__": None}
    for cell in json.loads(written)["cells"]:
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            exec(compile(source, "a cell", "exec", dont_inherit=True), space)
    assert "against greedy" in capsys.readouterr().out
