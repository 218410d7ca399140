"""What bots go by can be changed, saved, read and compared; what does not fit is refused."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

import tianxia
from tests.engine.games import GAME
from tianxia import bots
from tianxia.bots._walk import run_simulations
from tianxia.bots.arena import contest
from tianxia.bots.ranking import rank
from tianxia.bots.tree import new_tree, new_workspace
from tianxia.engine.errors import TianxiaError, UnknownName

OURS = GAME.evaluator
ALL = pytest.mark.parametrize("name", tianxia.games())
RESPONSE = {"leader": 0, "hand": ["1 2 7", "8 9"], "moves": [[0, "set 7 1"]]}
TIMID = OURS.replace(passes=60.0)
"""Passes whenever it may."""


@ALL
def test_each_weight_is_read_by_the_rules_of_its_game_or_by_what_follows_from_it(name: str) -> None:
    folder = Path(tianxia.games.__path__[0]) / name.replace("-", "_")
    read = "".join((folder / f"{room}.py").read_text() for room in ("evaluation", "heuristics"))
    worked_out = (folder / "weights.py").read_text()
    evaluator = tianxia.load(name).evaluator
    for weight in evaluator.names:
        assert re.search(rf"\bw\.{weight}\b", read) or f'values["{weight}"]' in worked_out, weight
        assert evaluator.docs[weight]


@ALL
def test_the_record_holds_each_weight(name: str) -> None:
    evaluator = tianxia.load(name).evaluator
    record = evaluator.record()
    for weight in evaluator.names:
        assert np.array_equal(record[weight][0], evaluator[weight]), weight


@pytest.mark.parametrize("name", ["greedy", "search:3"])
def test_a_bot_goes_by_the_evaluator_that_it_is_given(name: str) -> None:
    match = GAME.position(RESPONSE)
    chosen = [
        GAME.action(bots.make(name, GAME, 1, evaluator=evaluator).choose(match.record(1), 1)).text
        for evaluator in (None, OURS, TIMID)
    ]
    assert chosen[0] == chosen[1] != "pass"
    assert chosen[2] == "pass"


def test_search_judges_positions_by_the_evaluator_that_it_is_given() -> None:
    match = GAME.position({"hand": ["1 2 4", "8 8 9"], "score": [20, 5]})
    states = np.concatenate([match.record(0), GAME.blank()])
    mean = []
    for evaluator in (None, OURS.replace(near=400.0)):
        tree = new_tree(50)
        run_simulations(states, 0, tree, new_workspace(GAME, evaluator), 1, 50)
        mean.append(tree.results[1] / tree.results[0])
    assert mean[0] > 0.7
    assert mean[1] == pytest.approx(0.5, abs=0.05), "a lead says next to nothing"


def test_a_change_makes_another_evaluator_and_leaves_the_first_as_it_is() -> None:
    before = OURS["kept"]
    changed = OURS.replace(kept=before + 1)
    assert np.array_equal(changed["kept"], before + 1)
    assert np.array_equal(OURS["kept"], before)
    OURS["kept"][:] = 0
    OURS.record()["kept"] = 0
    assert np.array_equal(OURS["kept"], before), "what is given is the caller's own"
    assert OURS != changed == OURS.replace(kept=before + 1)


def test_what_follows_from_a_weight_follows_the_change() -> None:
    ours = tianxia.load("sun-tzu").evaluator
    changed = ours.replace(deep=3).record()
    assert changed["depth"][0].tolist()[24:30] == pytest.approx([0, 1 / 3, 2 / 3, 1, 1, 1])
    assert not np.array_equal(changed["depth_after"], ours.record()["depth_after"])
    with pytest.raises(UnknownName, match="there is no weight of sun-tzu 'depth'"):
        ours.replace(depth=1)


@ALL
def test_what_is_saved_is_read_again(name: str, tmp_path: Path) -> None:
    ours = tianxia.load(name).evaluator
    weight = ours.names[0]
    changed = ours.replace(**{weight: ours[weight] * 1.5 + 0.25})
    path = tmp_path / "mine.npz"
    changed.save(path)
    assert ours.load(path) == changed != ours
    with np.load(path) as file:
        assert tuple(file) == ours.names


def test_copies_of_an_evaluator_and_of_its_bots_are_as_good() -> None:
    assert copy.deepcopy(TIMID) == copy.copy(TIMID) == pickle.loads(pickle.dumps(TIMID)) == TIMID
    record = GAME.position(RESPONSE).record(1)
    bot = bots.make("greedy", GAME, 1, evaluator=TIMID)
    for twin in (copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
        assert GAME.action(twin.choose(record, 1)).text == "pass"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"pases": 1}, "there is no weight of chu-han 'pases'; there are 57; like it: passes"),
        ({"kept": [1, 2]}, r"weight kept of chu-han: has the shape \(2,\), should have \(11,\)"),
        ({"passes": "much"}, r"weight passes of chu-han: should be numbers of shape \(\)"),
        ({"passes": float("nan")}, "weight passes of chu-han: has numbers that are not finite"),
    ],
)
def test_what_does_not_fit_the_table_is_refused(values: dict[str, object], reason: str) -> None:
    with pytest.raises(TianxiaError, match=reason):
        OURS.replace(**values)


@pytest.mark.parametrize("name", ["random", "greedy", "search:5", "easy"])
def test_the_evaluator_of_another_game_is_refused(name: str) -> None:
    with pytest.raises(TianxiaError, match="an evaluator of chu-han does not fit huns: replace weights of"):
        bots.make(name, tianxia.load("huns"), 1, evaluator=OURS)


def test_a_file_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    with pytest.raises(
        TianxiaError, match=r"mine.npz: no file of weights, as Evaluator.save writes it: .*No such file"
    ):
        OURS.load(path)
    for content in (b"", b"no array", b"PK\x03\x04 cut off"):
        path.write_bytes(content)
        with pytest.raises(TianxiaError, match=r"mine.npz: no file of weights"):
            OURS.load(path)
    tianxia.load("huns").evaluator.save(path)
    with pytest.raises(TianxiaError, match=r"mine.npz: no weights of chu-han: weight near is missing"):
        OURS.load(path)
    np.savez(path, **{name: np.zeros((3, 3)) for name in OURS.names})
    with pytest.raises(TianxiaError, match=r"mine.npz: no weights of chu-han: weight near .* has the shape \(3, 3\)"):
        OURS.load(path)


def test_evaluators_meet_in_the_arena(tmp_path: Path) -> None:
    mine, results = tmp_path / "mine.npz", tmp_path / "results"
    TIMID.save(mine)
    names = ("greedy", f"greedy@{mine}")
    outcome = contest(GAME, names, 4, path=results)
    assert outcome.score == 1.0
    assert contest(GAME, names, 4, path=results) == outcome
    OURS.save(mine)
    with pytest.raises(TianxiaError, match="of another contest; name a new file"):
        contest(GAME, names, 4, path=results)
    assert contest(GAME, names, 2).score == 0.5


def test_evaluators_are_ranked(tmp_path: Path) -> None:
    game = tianxia.load("huns", players=3)
    mine = tmp_path / "mine.npz"
    game.evaluator.replace(sharp=-1.0).save(mine)  # does what looks worst
    better, worse = rank(game, ("greedy", f"greedy@{mine}"), 2).standings
    assert better.place < worse.place


def test_each_game_has_a_record_of_weights_of_its_own() -> None:
    assert len({tianxia.load(name).evaluator.record().dtype for name in tianxia.games()}) == len(tianxia.games())
