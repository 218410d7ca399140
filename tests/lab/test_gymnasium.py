"""What Gymnasium asks of an environment, by its own checker, for every game."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tianxia
from tests.bots.own import Clever
from tests.games.test_notes import GAMES
from tianxia.engine.errors import IllegalAction, TianxiaError, UnknownName
from tianxia.lab.gymnasium import Single, register


@pytest.fixture(autouse=True)
def _strict() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def made(name: str = "chu-han", **more: Any) -> Single:
    return Single(tianxia.load(name, **GAMES[name]), **more)


def finished(env: Single, seed: int | None, choose: random.Random) -> float:
    """The reward of a whole game in which the seat plays at random."""
    _, info = env.reset(seed=seed)
    over = False
    while not over:
        action = choose.choice(np.flatnonzero(info["action_mask"]).tolist())
        seen, reward, over, cut, info = env.step(action)
        assert env.observation_space.contains(seen)
        assert not cut
        assert over or reward == 0.0
    assert not info["action_mask"].any()
    return float(reward)


@pytest.mark.parametrize("name", GAMES)
def test_the_environments_pass_the_checker(name: str) -> None:
    register()
    (known,) = (env for env in register() if env.lower() == f"tianxia/{name.replace('-', '')}-v0")
    check_env(gymnasium.make(known, illegal="lose", render_mode="ansi", **GAMES[name]).unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_plays_whole_games_against_bots_and_gets_what_it_gets(name: str) -> None:
    seats = tianxia.load(name, **GAMES[name]).seats
    for seat in (0, seats - 1):
        env = made(name, seat=seat, rivals=["greedy", "random", "sloppy"][: seats - 1])
        reward = finished(env, 3, random.Random(1))
        assert reward == env.position.returns()[seat]
        assert finished(env, 3, random.Random(1)) == reward


def test_rivals_are_whoever_arenas_take() -> None:
    rewards = [
        finished(made(rivals=rival), 5, random.Random(1)) for rival in ("tests.bots.own:Clever", Clever, "greedy")
    ]
    assert len({*rewards}) == 1
    with pytest.raises(TianxiaError, match=r"2 rivals given; tianxia.load\('sun-tzu'.*\) has 1 other seats"):
        made("sun-tzu", rivals=("greedy", "random"))
    with pytest.raises(UnknownName, match="there is no bot 'clever'"):
        made(rivals="clever")


def test_an_illegal_action_is_refused_or_loses() -> None:
    env, loses = made(), made(illegal="lose")
    for one in (env, loses):
        one.reset(seed=1)
    wrong, before = int((env.position.legal_mask() == 0).argmax()), env.position._states.tobytes()
    for action in (wrong, -1, 1 << 40, True, 0.5):
        with pytest.raises(IllegalAction):
            env.step(action)
        assert env.position._states.tobytes() == before
    env.step(np.array(env.position.legal()[0]))
    assert loses.step(wrong)[1:4] == (-1.0, True, False)
    with pytest.raises(TianxiaError, match="reset the environment first"):
        loses.step(0)
    with pytest.raises(UnknownName, match="refuse, lose"):
        made(illegal="ignore")


def test_without_a_seed_each_game_is_another_one_and_a_seed_sets_all_that_follow() -> None:
    env = made()
    games = [env.reset(seed=seed)[0].tobytes() for seed in (5, None, None)]
    assert len({*games}) == 3
    assert [env.reset(seed=seed)[0].tobytes() for seed in (5, None, None)] == games


@pytest.mark.parametrize(
    "way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_a_copy_has_the_same_future_and_is_its_own(way: Any) -> None:
    env = made(rivals="search:4")
    env.reset(seed=1)
    twin, action = way(env), int(env.position.legal()[0])
    seen = env.step(action)[0]
    assert (twin.step(action)[0] == seen).all()
    assert twin.position._states.tobytes() == env.position._states.tobytes()
