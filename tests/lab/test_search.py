"""Search with an evaluator of one's own: what it says decides, one call judges the leaves of many games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tianxia
from tests.games.test_notes import GAMES
from tianxia import lab
from tianxia.bots.arena import interval
from tianxia.bots.levels import make
from tianxia.engine.errors import TianxiaError


def game_of(name: str = "chu-han") -> tianxia.Game:
    return tianxia.load(name, **GAMES[name])


class Judge:
    """Finds everything even, and notes what it was asked."""

    def __init__(self, game: tianxia.Game) -> None:
        self.game, self.calls = game, []

    def __call__(self, records: Any, seats: Any, ids: Any, counts: Any) -> tuple[Any, Any]:
        self.calls.append(len(records))
        for i in range(len(records)):
            state = lab.State(self.game, 0)
            state._begin(self.game, records[i : i + 1].copy(), frozenset())
            assert ids[i, : counts[i]].tolist() == state.legal(int(seats[i])).tolist()
        return np.ones(ids.shape), np.full((len(records), self.game.seats), 0.5)


def asked(game: tianxia.Game, seed: int, fewest: int = 3) -> lab.State:
    """A position whose seat has some choice."""
    state = lab.State(game, seed)
    while len(state.legal()) < fewest:
        state.apply(state.legal()[0])
    return state


@pytest.mark.parametrize("name", GAMES)
def test_an_evaluator_gets_the_leaves_in_batches_and_what_it_may_not_change(name: str) -> None:
    game = game_of(name)
    state, judge = asked(game, 3), Judge(game)
    before = state._states.tobytes()
    found = lab.search(game, state.record(state.seat), state.seat, 60, judge, batch=16)
    assert state._states.tobytes() == before
    assert found.action in state.legal(state.seat)
    assert not found.visits[state.legal_mask(state.seat) == 0].any()
    assert 0 < found.visits.sum() < 60
    assert judge.calls[:4] == [1, 1, 2, 4]
    assert max(judge.calls) <= 16
    again = lab.search(game, state.record(state.seat), state.seat, 60, Judge(game), batch=16)
    assert again.visits.tolist() == found.visits.tolist()
    assert again.values.tolist() == found.values.tolist()


@pytest.mark.parametrize("name", ["chu-han", "huns"])
def test_what_an_evaluator_prefers_is_played(name: str) -> None:
    """By its priors, where it finds all worth the same; by its values, where it finds all as likely."""
    game = game_of(name)
    state = asked(game, 3)
    seat, legal = state.seat, state.legal()
    for wanted in (int(legal[0]), int(legal[-1])):

        def likes(records: Any, seats: Any, ids: Any, counts: Any, wanted: int = wanted) -> tuple[Any, Any]:
            return np.where(ids == wanted, 100.0, 1.0), np.full((len(records), game.seats), 0.5)

        found = lab.search(game, state.record(seat), seat, 200, likes)
        assert found.action == wanted
        assert found.visits[wanted] > found.visits.sum() / 2

        def avoids(records: Any, seats: Any, ids: Any, counts: Any, wanted: int = wanted) -> tuple[Any, Any]:
            return np.where(ids == wanted, 0.0, 1.0), np.full((len(records), game.seats), 0.5)

        assert lab.search(game, state.record(seat), seat, 200, avoids).visits[wanted] == 0


def test_what_an_evaluator_finds_worth_more_is_chosen_more_often() -> None:
    """It wins who has fewer cards in hand: all that plays a card is better than to pass."""
    game = game_of()
    state = lab.State(game, 7)
    state.apply(state.legal()[0])

    def fewer(records: Any, seats: Any, ids: Any, counts: Any) -> tuple[Any, Any]:
        size = records["hand_size"].astype(float)
        return np.ones(ids.shape), 1 / (1 + np.exp(size - size[:, ::-1]))

    passes = game.action("pass").id
    state = next(s for s in positions(game) if passes in s.legal() and len(s.legal()) > 2)
    found = lab.search(game, state.record(state.seat), state.seat, 300, fewer)
    even = lab.search(game, state.record(state.seat), state.seat, 300, Judge(game))
    assert found.visits[passes] < even.visits[passes] / 2
    assert found.values[passes] < found.values[found.action]


def positions(game: tianxia.Game) -> Any:
    state, number = lab.State(game, 5), 0
    while state.to_act:
        yield state.clone()
        legal = state.legal()
        state.apply(legal[(number := number + 1) % len(legal)])


def test_many_games_are_searched_side_by_side_and_each_as_alone() -> None:
    game = game_of()
    states = [asked(game, seed) for seed in range(5)]
    records, seats = np.concatenate([s.record(s.seat) for s in states]), [s.seat for s in states]
    judge = Judge(game)
    found = lab.search(game, records, seats, 40, judge, batch=20)
    assert found.visits.shape == (5, game.actions.size)
    assert judge.calls[0] == 5
    assert max(judge.calls) == 20
    for i, state in enumerate(states):
        alone = lab.search(game, state.record(state.seat), state.seat, 40, Judge(game), batch=4)
        assert alone.visits.tolist() == found.visits[i].tolist()
        assert alone.action == found.action[i]
    own = lab.search(game, records, np.array(seats), 40)
    assert own.visits.sum(axis=1).tolist() == [40] * 5


def test_without_an_evaluator_it_finds_what_the_bot_of_this_name_finds() -> None:
    game = game_of()
    state = asked(game, 3)
    seed = make("search:80", game, 11)._random.getrandbits(62)
    found = lab.search(game, state.record(state.seat), state.seat, 80, seed=seed)
    assert found.action == found.visits.argmax()
    assert found.action == make("search:80", game, 11).choose(state.record(state.seat), state.seat)


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_policy_in_place_of_an_evaluator_judges_as_roll_outs_of_the_leaves_do(policy: str) -> None:
    game = game_of()
    states = [asked(game, seed) for seed in (3, 4)]

    def rolls_out(records: Any, seats: Any, ids: Any, counts: Any) -> tuple[Any, Any]:
        values = []
        for i in range(len(records)):
            leaf = lab.State(game, 0)
            leaf._begin(game, records[i : i + 1].copy(), frozenset())
            values.append((leaf.rollout(int(records["rng"][i]) >> 1, policy) + 1) / 2)
        return np.ones(ids.shape), np.array(values)

    together = lab.search(
        game, np.concatenate([s.record(s.seat) for s in states]), [s.seat for s in states], 40, policy, batch=8
    )
    for i, state in enumerate(states):
        by_hand = lab.search(game, state.record(state.seat), state.seat, 40, rolls_out, batch=4)
        assert together.visits[i].tolist() == by_hand.visits.tolist()
        assert together.values[i].tolist() == by_hand.values.tolist()


def test_a_single_action_is_taken_whatever_it_is_worth() -> None:
    game = game_of()
    state = next(s for s in positions(game) if len(s.legal()) == 1)
    for evaluate in (None, Judge(game)):
        found = lab.search(game, state.record(state.seat), state.seat, 10, evaluate)
        assert found.action == state.legal()[0]
        assert found.visits[found.action] == 10
        assert 0 <= found.values[found.action] <= 1


def test_with_an_evaluator_that_knows_something_it_beats_random_play() -> None:
    game, chance = game_of(), np.random.default_rng(1)

    def tells(records: Any, seats: Any, ids: Any, counts: Any) -> tuple[Any, Any]:
        lead = records["score"].astype(float) + (17 - records["hand_size"]) * 0.2
        return np.ones(ids.shape), 1 / (1 + np.exp((lead[:, ::-1] - lead) / 4))

    states, mine = [lab.State(game, seed) for seed in range(24)], [seed % 2 for seed in range(24)]
    while running := [i for i in range(24) if states[i].to_act]:
        searching = [i for i in running if states[i].seat == mine[i]]
        for i in running:
            if i not in searching:
                states[i].apply(chance.choice(states[i].legal()))
        if searching:
            records = np.concatenate([states[i].record(mine[i]) for i in searching])
            found = lab.search(game, records, [mine[i] for i in searching], 8, tells)
            for i, action in zip(searching, found.action, strict=True):
                states[i].apply(action)
    points = [(states[i].returns()[mine[i]] + 1) / 2 for i in range(24)]
    assert interval(points)[0] > 0.5


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"simulations": 0}, "simulations 0: should be a whole number, 1 or more"),
        ({"batch": True}, "batch True: should be"),
        ({"seat": 1}, "seat 1 may not act now"),
        ({"seat": 7}, "no seat 7"),
        ({"seat": None}, "seat None: should be a seat, or one for each game"),
        ({"seat": [0, 0]}, r"of shape \(2,\)"),
        ({"seed": -1}, "seed"),
        ({"record": 3}, "should be an array"),
        ({"evaluate": "clever"}, "random, greedy"),
        ({"evaluate": lambda *_: None}, "should be priors and values"),
        ({"evaluate": lambda records, seats, ids, counts: (ids, ids)}, "gave values of shape"),
        ({"evaluate": lambda records, seats, ids, counts: (ids[:, :2], seats)}, "gave priors of shape"),
        (
            {"evaluate": lambda records, seats, ids, counts: (ids - 1e6, np.zeros((len(ids), 2)))},
            "not numbers from 0 on",
        ),
        ({"evaluate": lambda records, seats, ids, counts: (ids, np.full((len(ids), 2), np.nan))}, "not from 0 to 1"),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, Any], why: str) -> None:
    game = game_of()
    state = lab.State(game, 7)
    wanted: dict[str, Any] = {"record": state.record(0), "seat": 0, "simulations": 8, **given}
    with pytest.raises(TianxiaError, match=why):
        lab.search(game, **wanted)
