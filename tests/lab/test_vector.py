"""A batch of games: each of them is a game as any other, nothing illegal is taken, nothing that was given changes later."""

from __future__ import annotations

import copy
import io
import multiprocessing
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

import tianxia
from tests.games.test_notes import GAMES
from tests.waiting import LONG
from tianxia import lab
from tianxia.engine.errors import IllegalAction, TianxiaError, UnknownName

SIZE = 5


def batch_of(name: str, **options: Any) -> lab.Vector:
    return lab.Vector(tianxia.load(name, **GAMES[name]), SIZE, **options)


def drawn(masks: np.ndarray[Any, Any], chance: np.random.Generator) -> np.ndarray[Any, Any]:
    """A legal action for each game; 0 where there is none."""
    return np.where(masks.any(axis=1), (masks * chance.random(masks.shape)).argmax(axis=1), 0)


def kept(batch: lab.Vector) -> Any:
    return {name: value.tobytes() if isinstance(value, np.ndarray) else value for name, value in vars(batch).items()}


def told(given: tuple[Any, ...]) -> list[bytes]:
    """Everything that a step or a reset gave, as it is now."""
    *arrays, infos = given
    return [array.tobytes() for array in (*arrays, *infos.values())]


@pytest.mark.parametrize("name", GAMES)
def test_each_game_of_a_batch_goes_as_a_state_of_its_seed_and_is_dealt_anew_after_its_end(name: str) -> None:
    batch, chance = batch_of(name), np.random.default_rng(1)
    seen, infos = batch.reset(seed=3)
    states = [lab.State(batch.game, int(seeds[0])) for seeds in batch._blocks]
    dealt, last = [1] * SIZE, [state.seat for state in states]
    while min(dealt) < 2 or not batch._over.any():
        for i, state in enumerate(states):
            assert infos["seat"][i] == state.seat
            assert infos["mask"][i].tobytes() == state.legal_mask().tobytes()
            assert batch.records()[i : i + 1].tobytes() == state._states.tobytes()
            assert (seen[i] == state.tensor(state.seat if state.to_act else last[i])).all()
        actions = drawn(infos["mask"], chance)
        for i, state in enumerate(states):
            if state.to_act:
                last[i] = state.seat
                state.apply(int(actions[i]))
            else:
                states[i] = lab.State(batch.game, int(batch._blocks[i][dealt[i]]))
                dealt[i] += 1
        seen, rewards, over, infos = batch.step(actions)
        assert over.tolist() == [not state.to_act for state in states]
        for i, state in enumerate(states):
            assert rewards[i] == pytest.approx(state.returns())


def test_places_and_seeds_have_no_deal_in_common_and_a_seed_gives_the_same_again() -> None:
    batch = batch_of("chu-han")
    first = told(batch.reset(1))
    seeds = {*batch._blocks.ravel().tolist()}
    batch.reset(2)
    assert len(seeds | {*batch._blocks.ravel().tolist()}) == 2 * batch._blocks.size
    assert told(batch.reset(1)) == first
    assert told(batch_of("chu-han").reset(1)) == first


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_in_one_game_changes_nothing_in_any(name: str) -> None:
    batch = batch_of(name)
    _, infos = batch.reset(1)
    good = infos["mask"].argmax(axis=1)
    before = kept(batch)
    for wrong in (int((infos["mask"][3] == 0).argmax()), -1, batch.game.actions.size, np.iinfo(np.int64).max):
        actions = good.copy()
        actions[3] = wrong
        with pytest.raises(IllegalAction, match=r"^game 3: .* is not legal there$"):
            batch.step(actions)
        assert kept(batch) == before
    for shape in (good[:4], good[:, None], good.astype(float), good > 0, 0, [[0], [0, 1]]):
        with pytest.raises(TianxiaError, match="should be 5 ids"):
            batch.step(shape)
    assert kept(batch) == before
    batch.step(good.astype(np.int32).tolist())
    assert kept(batch) != before


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda game: lab.Vector(game, 0), "size 0: should be the number of games"),
        (lambda game: lab.Vector(game, True), "size True: should be"),
        (lambda game: lab.Vector(game, 2.0), "size 2.0: should be"),
        (
            lambda game: lab.Vector(game, 10**12),
            r"size 10{12}: there is no memory for so many games, each of which takes 4,",
        ),
        (lambda game: lab.Vector(game, 10**5000), "size a number of thousands of digits: there is no memory"),
        (
            lambda game: lab.Vector(game, 1, rivals=["random"]),
            r"there is no policy \['random'\]; there are random, greedy",
        ),
        (lambda game: lab.Vector(game, 1, rivals=np.eye(3)), "there is no policy array.* there are random, greedy"),
        (lambda game: lab.Vector(game, 2, threads=0), "threads 0: should be the number of threads, 1 or more"),
        (lambda game: lab.Vector("sun-tzu", 1), "should be a game"),
        (lambda game: lab.Vector(game, 2, seat=1.5), "seat 1.5: should be a seat, or one for each game"),
        (lambda game: lab.Vector(game, 2, seat=[[0], [0, 1]]), "there is no seat"),
        (lambda game: lab.Vector(game, 1, returns="points"), "counts no points"),
        (lambda game: lab.Vector(game, 1, returns="money"), "there is no kind of returns"),
        (
            lambda game: lab.Vector(game, 1).records(lab.Vector(game, 2).records()),
            "out: should be an array of 1 records",
        ),
        (
            lambda game: lab.Vector(game, 2).records(lab.Vector(game, 4).records()[::2]),
            "out: should be an array in one piece",
        ),
        (lambda game: lab.Vector(game, 1).reset(-1), "seed"),
        (lambda game: lab.Vector(game, 1).step([0]), "reset the batch first"),
        (lambda game: lab.Vector(game, 1).restore(b"nothing"), "no batch, as Vector.save gives it"),
        (
            lambda game: lab.Vector(game, 1).restore(lab.Vector(game, 1).save()[:-9]),
            "no batch, as Vector.save gives it",
        ),
        (lambda game: lab.Vector(game, 1).restore(b"\x93NUMPY\x01\x00"), "no batch, as Vector.save gives it"),
        (lambda game: lab.Vector(game, 1).restore(None), "no batch, as Vector.save gives it"),
        (lambda game: lab.Vector(game, 1).restore(changed(lab.Vector(game, 1).save())), "another game or size"),
        (lambda game: lab.Vector(game, 1).restore(lab.Vector(game, 2).save()), "another game or size"),
        (lambda game: lab.Vector(game, 1).restore(batch_of("chu-han").save()), "another game or size"),
        (
            lambda game: lab.Vector(game, 1).restore(lab.Vector(game.with_options(events=True), 1).save()),
            "other rules made, or other options",
        ),
    ],
)
def test_what_does_not_fit_is_refused(make: Callable[[tianxia.Game], Any], why: str) -> None:
    with pytest.raises((TianxiaError, UnknownName), match=why):
        make(tianxia.load("sun-tzu"))


def changed(saved: bytes) -> bytes:
    """The same batch with places that are no whole numbers."""
    with np.load(io.BytesIO(saved)) as kept:
        arrays = {**kept, "_places": kept["_places"] / 2}
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


@pytest.mark.parametrize("copies", [True, False])
def test_what_was_given_stays_as_it_is_unless_it_need_not(copies: bool) -> None:
    batch, chance = batch_of("sun-tzu", copy=copies), np.random.default_rng(1)
    _, infos = batch.reset(1)
    given = batch.step(drawn(infos["mask"], chance))
    then = told(given)
    for array in (given[0], given[1], given[3]["mask"]):
        array[...] = array  # the caller's own: it can be written to
    for _ in range(30):
        batch.step(drawn(batch._masks, chance))
    assert (told(given) == then) is copies


@pytest.mark.parametrize(
    "way",
    [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch)), lambda batch: restored(batch)],
    ids=["deepcopy", "pickle", "saved"],
)
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_and_what_was_saved_go_on_the_same(name: str, way: Callable[[lab.Vector], lab.Vector]) -> None:
    batch, chance = batch_of(name), np.random.default_rng(1)
    _, infos = batch.reset(1)
    for _ in range(40):
        *_, infos = batch.step(drawn(infos["mask"], chance))
    twin, before = way(batch), kept(batch)
    actions = drawn(infos["mask"], chance)
    after = told(twin.step(actions))
    assert kept(batch) == before
    assert told(batch.step(actions)) == after


def test_threads_change_nothing_and_a_process_that_is_forked_after_them_goes_on() -> None:
    one, several, chance = batch_of("sun-tzu"), batch_of("sun-tzu", threads=2), np.random.default_rng(1)
    _, infos = one.reset(1)
    several.reset(1)
    for _ in range(30):
        actions = drawn(infos["mask"], chance)
        *_, infos = given = one.step(actions)
        assert told(several.step(actions)) == told(given)
    actions = drawn(infos["mask"], chance)
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        found = pool.submit(lab.Vector.step, several, actions).result()
    assert told(found) == told(one.step(actions))
    room = several.records()
    several.step(actions)
    assert several.records(room) is room
    assert room.tobytes() == one.records().tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_is_legal_everywhere_and_each_legal_action_comes(name: str) -> None:
    batch, chance = batch_of(name), np.random.default_rng(1)
    _, infos = batch.reset(1)
    while not batch._over.any():
        drawn = batch.sample(chance)
        assert drawn.dtype == np.int64
        _, _, _, infos = batch.step(drawn)
    assert (batch.sample(chance)[batch._over != 0] == 0).all()
    legal, found = [set(np.flatnonzero(mask).tolist()) for mask in infos["mask"]], [set[int]() for _ in range(SIZE)]
    for _ in range(40 * max(map(len, legal))):
        for ids, drawn in zip(found, batch.sample(chance).tolist(), strict=True):
            ids.add(drawn)
    assert found == [ids or {0} for ids in legal]


def test_records_that_are_not_copied_are_those_of_the_batch_and_cannot_be_written_to() -> None:
    batch, same, chance = batch_of("huns", copy=False), batch_of("huns"), np.random.default_rng(1)
    batch.reset(1)
    same.reset(1)
    records, before = batch.records(), same.records()
    actions = batch.sample(chance)
    batch.step(actions)
    same.step(actions)
    assert records.tobytes() == same.records().tobytes() != before.tobytes()
    with pytest.raises(ValueError, match="read-only"):
        records[0] = before[0]
    room = np.empty_like(before)
    assert batch.records(room) is room
    assert room.tobytes() == records.tobytes()


def test_threads_work_at_the_same_time_and_what_fails_in_one_is_raised() -> None:
    both = threading.Barrier(2)

    def work(thread: int, _games: slice) -> None:
        both.wait(LONG)
        if thread == 1:
            raise TianxiaError("of the second one")

    with pytest.raises(TianxiaError, match="of the second one"):
        batch_of("sun-tzu", threads=2)._spread(work)


def restored(batch: lab.Vector) -> lab.Vector:
    other = lab.Vector(batch.game, SIZE)
    other.reset(9)
    other.restore(batch.save())
    return other


def test_wins_and_points_are_rewards_too_and_observations_can_be_left_out() -> None:
    for returns in ("win", "points"):
        batch, chance = lab.Vector(tianxia.load("chu-han"), 3, returns=returns, observe=False), np.random.default_rng(1)
        seen, infos = batch.reset(1)
        over = np.zeros(3, bool)
        while not over.any():
            _, rewards, over, infos = batch.step(drawn(infos["mask"], chance))
        assert seen.shape == (3, 0)
        assert not rewards[~over].any()
        assert rewards[over].sum() == pytest.approx(0)
        assert (abs(rewards[over]) > 1).any() == (returns == "points")
