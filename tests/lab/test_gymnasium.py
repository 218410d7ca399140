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
from tianxia.engine import _entries as entries
from tianxia.engine.errors import IllegalAction, TianxiaError, UnknownName
from tianxia.lab.gymnasium import Batch, Single, register


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


@pytest.mark.parametrize("name", GAMES)
def test_many_games_go_as_single_ones_of_the_same_deals(name: str) -> None:
    """The seat plays the first action that is legal, the others as the policy finds best where nothing is drawn by lot."""
    game = tianxia.load(name, **GAMES[name])
    seats = [i % game.seats for i in range(4)]
    envs, chance = Batch(game, 4, seat=seats, rivals="random", returns="win"), np.random.default_rng(1)
    seen, infos = envs.reset(seed=2)
    assert envs.observation_space.contains(seen)
    ended = np.zeros(4, int)
    while not ended.all():
        mask = infos["action_mask"]
        records = envs.batch.records()
        for i, seat in enumerate(seats):
            assert (seen[i] == game.observation.observe(records[i : i + 1], seat)[0]).all()
            legal = np.zeros(game.most_legal, np.int32)
            count = entries.legal(records[i : i + 1], seat, legal)
            assert np.flatnonzero(mask[i]).tolist() == legal[:count].tolist()
        actions = (mask * chance.random(mask.shape)).argmax(axis=1)
        seen, rewards, over, cut, infos = envs.step(actions)
        assert envs.observation_space.contains(seen)
        assert not cut.any()
        assert not rewards[~over].any()
        for i in np.flatnonzero(over):
            assert rewards[i] in (pytest.approx(1), pytest.approx(-1 / (game.seats - 1)), pytest.approx(0))
            assert not infos["action_mask"][i].any()
        ended += over


def test_many_games_are_made_by_name_and_the_seed_is_theirs() -> None:
    def games(**more: Any) -> list[bytes]:
        envs = gymnasium.make_vec("tianxia.lab.gymnasium:tianxia/Huns-v0", num_envs=3, players=2, seat=1, **more)
        assert isinstance(envs.unwrapped, Batch)
        return [envs.reset(seed=seed)[0].tobytes() for seed in (4, None, 4)]

    first, second, again = games(rivals="greedy")
    assert first == again != second
    assert games(rivals="greedy") == [first, second, again]
    singles = gymnasium.make_vec("tianxia/ChuHan-v0", num_envs=2, vectorization_mode="sync", rivals="greedy")
    assert singles.reset(seed=1)[1]["action_mask"].shape == (2, 939)


def test_a_batch_of_one_seat_refuses_what_does_not_fit() -> None:
    envs = Batch(tianxia.load("chu-han"), 2)
    _, infos = envs.reset(seed=1)
    before = envs.batch.records().tobytes()
    with pytest.raises(IllegalAction, match="game 1"):
        envs.step([int(infos["action_mask"][0].argmax()), int((infos["action_mask"][1] == 0).argmax())])
    assert envs.batch.records().tobytes() == before
    for wrong, why in (
        ({"seat": 2}, "no seat 2"),
        ({"seat": [0]}, "1 seats given"),
        ({"rivals": "hard"}, "no policy 'hard'"),
    ):
        with pytest.raises(TianxiaError, match=why):
            Batch(tianxia.load("chu-han"), 2, **wrong)


def test_greedy_rivals_play_better_than_random_ones() -> None:
    def won(rivals: str) -> float:
        envs, chance = Batch(tianxia.load("chu-han"), 32, rivals=rivals), np.random.default_rng(1)
        _, infos = envs.reset(seed=1)
        results: list[float] = []
        while len(results) < 32:
            mask = infos["action_mask"]
            _, rewards, over, _, infos = envs.step((mask * chance.random(mask.shape)).argmax(axis=1))
            results += rewards[over].tolist()
        return float(np.mean(results))

    assert won("greedy") < -0.9 < -0.5 < won("random")
