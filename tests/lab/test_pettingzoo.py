"""What PettingZoo asks of an environment, by its own tests, for every game and number of seats."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import sys
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import tianxia
from tests.games.test_notes import GAMES
from tianxia import lab
from tianxia.engine.errors import IllegalAction, TianxiaError, UnknownName
from tianxia.lab.pettingzoo import AEC, Parallel

PLAYED: list[tuple[str, dict[str, Any]]] = [
    *GAMES.items(),
    *(("huang", {"players": players}) for players in (2, 4)),
    *(("huns", {"players": players}) for players in (2, 3)),
    ("chu-han", {}),
    ("sun-tzu", {"generals": True}),
]


@pytest.fixture(autouse=True)
def _strict() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def made(name: str = "chu-han", **more: Any) -> AEC:
    return AEC(tianxia.load(name, **GAMES[name]), **more)


@pytest.mark.parametrize(("name", "options"), PLAYED, ids=[f"{name} {options}" for name, options in PLAYED])
def test_the_environments_pass_the_test_of_the_interface(name: str, options: dict[str, Any]) -> None:
    api_test(AEC(tianxia.load(name, **options)), num_cycles=400)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    seed_test(lambda: made(name), num_cycles=60)


def test_masks_stand_beside_observations_where_one_wants_them() -> None:
    """That an observation is no array, and nothing is legal at the end, is what PettingZoo warns of."""
    warnings.simplefilter("ignore")
    api_test(made(mask_in_observation=True), num_cycles=400)
    seed_test(lambda: made(mask_in_observation=True), num_cycles=60)


def test_it_is_drawn_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: made(render_mode=render_mode, mask_in_observation=True))
    assert "score: " in capsys.readouterr().out
    with pytest.raises(UnknownName, match="human, ansi"):
        made(render_mode="rgb_array")


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_as_a_state_does(name: str) -> None:
    env, chance = made(name), random.Random(1)
    env.reset(seed=4)
    state = env.position.clone()
    while state.to_act:
        observation, reward, ended, cut, info = env.last()
        assert env.agent_selection == f"player_{state.seat}"
        assert (reward, ended, cut) == (0.0, False, False)
        assert (observation == state.tensor(state.seat)).all()
        assert (info["action_mask"] == state.legal_mask()).all()
        assert not any(env.infos[agent]["action_mask"].any() for agent in env.agents if agent != env.agent_selection)
        action = chance.choice(state.legal().tolist())
        state.apply(action)
        env.step(np.int32(action))
    assert list(env.rewards.values()) == pytest.approx(state.returns().tolist())
    assert all(env.terminations.values())
    while env.agents:
        env.step(None)
    with pytest.raises(TianxiaError, match="reset the environment first"):
        env.step(0)


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = made()
    env.reset(seed=1)
    mask = env.infos[env.agent_selection]["action_mask"]
    before = env.position._states.tobytes()
    for wrong in (int((mask == 0).argmax()), -1, len(mask), True, 1.0, None):
        with pytest.raises(IllegalAction):
            env.step(wrong)
        assert env.position._states.tobytes() == before
    env.step(np.array(int(mask.argmax())))
    assert env.position._states.tobytes() != before


def test_a_game_is_cut_off_after_so_many_decisions() -> None:
    env = made("sun-tzu", max_decisions=6)
    env.reset(seed=1)
    for _ in range(6):
        assert not any(env.truncations.values())
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    api_test(made("sun-tzu", max_decisions=6), num_cycles=20)
    with pytest.raises(TianxiaError, match="max_decisions 0: should be 1 or more"):
        made(max_decisions=0)


def test_without_a_seed_each_game_is_another_one_and_a_seed_sets_all_that_follow() -> None:
    env = made()

    def dealt(*seeds: int | None) -> list[bytes]:
        found = []
        for seed in seeds:
            env.reset(seed=seed)
            found.append(env.position._states.tobytes())
        return found

    games = dealt(5, None, None)
    assert len({*games}) == 3
    assert dealt(5, None, None) == games


@pytest.mark.parametrize(
    "way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_a_copy_is_its_own(way: Any) -> None:
    env = made()
    env.reset(seed=1)
    twin = way(env)
    twin.step(int(twin.infos[twin.agent_selection]["action_mask"].argmax()))
    assert twin.position._states.tobytes() != env.position._states.tobytes()
    assert env.position._states.tobytes() == lab.State.clone(env.position)._states.tobytes()


def test_other_kinds_of_returns_are_rewards() -> None:
    env, chance = made(returns="points"), random.Random(2)
    env.reset(seed=2)
    while not any(env.terminations.values()):
        env.step(chance.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist()))
    assert list(env.rewards.values()) == env.position.returns("points").tolist()
    assert max(env.rewards.values()) > 1


def together(**more: Any) -> Parallel:
    return Parallel(tianxia.load("sun-tzu", **GAMES["sun-tzu"]), **more)


def chosen(infos: dict[str, dict[str, Any]], chance: random.Random) -> dict[str, int]:
    """A legal action of each agent that is asked."""
    legal = {agent: np.flatnonzero(info["action_mask"]).tolist() for agent, info in infos.items()}
    return {agent: chance.choice(ids) for agent, ids in legal.items() if ids}


@pytest.mark.parametrize("illegal", ["lose", "lot"])
def test_the_parallel_environment_passes_the_tests_of_the_interface(illegal: str) -> None:
    """They know of no masks: what they draw is mostly illegal."""
    parallel_api_test(together(illegal=illegal), num_cycles=400)
    parallel_seed_test(lambda: together(illegal=illegal), num_cycles=60)


def test_the_parallel_environment_passes_them_with_masks_beside_observations() -> None:
    parallel_api_test(together(mask_in_observation=True), num_cycles=400)


def test_the_parallel_environment_ends_after_so_many_steps() -> None:
    def parallel(max_cycles: int) -> Parallel:
        return together(max_cycles=max_cycles, illegal="lot")

    max_cycles_test(
        SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles)))
    )
    with pytest.raises(TianxiaError, match="max_cycles 0: should be 1 or more"):
        together(max_cycles=0)


def test_the_parallel_environment_is_drawn_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: parallel_to_aec(together(illegal="lot", render_mode=render_mode)))
    assert "asks: orders" in capsys.readouterr().out


def test_their_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It runs for five seconds of its clock, which goes fast here."""
    clock = itertools.count()
    monkeypatch.setattr(
        sys.modules[performance_benchmark.__module__], "time", SimpleNamespace(time=lambda: next(clock))
    )
    performance_benchmark(made(mask_in_observation=True))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["sun-tzu", "huns"])
def test_who_is_asked_decides_at_the_same_time_as_one_after_another(name: str) -> None:
    env, chance = Parallel(tianxia.load(name, **GAMES[name])), random.Random(1)
    seen, infos = env.reset(seed=4)
    state, at_once = env.position.clone(), 0
    while env.agents:
        asked = [f"player_{seat}" for seat in state.to_act]
        actions = chosen(infos, chance)
        assert [*actions] == asked
        at_once += len(asked) > 1
        if len(asked) > 1:
            alone = state.clone()
            alone.apply(actions[asked[0]], alone.seat)
            assert (alone.legal_mask(1) == infos[asked[1]]["action_mask"]).all()
        for agent in asked:
            state.apply(actions[agent], env.possible_agents.index(agent))
        seen, rewards, ended, cut, infos = env.step({"player_0": 0, **actions} if asked != ["player_0"] else actions)
        for agent, view in seen.items():
            assert (view == state.tensor(env.possible_agents.index(agent))).all()
        assert not any(cut.values())
        assert all(ended.values()) is not bool(state.to_act)
    assert [*rewards.values()] == pytest.approx(state.returns().tolist())
    assert (at_once > 10) is (name == "sun-tzu")
    with pytest.raises(TianxiaError, match="reset the environment first"):
        env.step({})


def test_one_illegal_action_of_several_changes_nothing_loses_or_is_drawn_anew() -> None:
    outcomes = {}
    for illegal in ("refuse", "lose", "lot"):
        env = together(illegal=illegal)
        _, infos = env.reset(seed=1)
        actions, before = chosen(infos, random.Random(1)), env.position._states.tobytes()
        actions["player_1"] = int((infos["player_1"]["action_mask"] == 0).argmax())
        if illegal == "refuse":
            for wrong in (actions, {"player_0": actions["player_0"]}, {}):
                with pytest.raises(IllegalAction):
                    env.step(wrong)
                assert env.position._states.tobytes() == before
        else:
            outcomes[illegal] = env.step(actions)[1:3]
            assert (env.position._states.tobytes() == before) is (illegal == "lose")
    assert outcomes["lose"] == ({"player_0": 0.0, "player_1": -1.0}, {"player_0": True, "player_1": True})
    assert outcomes["lot"][0] == {"player_0": 0.0, "player_1": 0.0}
    with pytest.raises(UnknownName, match="refuse, lose, lot"):
        together(illegal="ignore")
