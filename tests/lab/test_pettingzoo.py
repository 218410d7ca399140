"""What PettingZoo asks of an environment, by its own tests, for every game and number of seats."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import tianxia
from tests.games.test_notes import GAMES
from tianxia import lab
from tianxia.engine.errors import IllegalAction, TianxiaError, UnknownName
from tianxia.lab.pettingzoo import AEC

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
