"""A state of the lab: it plays as a match does, takes nothing that is wrong, and its copies are its own."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import tianxia
from tests.games.test_notes import GAMES, matches
from tests.lab.walk import walked
from tianxia import lab
from tianxia.engine import _entries as entries
from tianxia.engine.errors import IllegalAction, TianxiaError, UnknownName
from tianxia.engine.fields import NOBODY
from tianxia.engine.kinds import new_log
from tianxia.engine.randomness import below
from tianxia.lab._stepping import ACTED, CHANCE, play_out
from tianxia.lab.state import HIDDEN, PAGE


def loaded(name: str) -> tianxia.Game:
    return tianxia.load(name, **GAMES[name])


@cache
def line(name: str, seed: int = 3) -> tuple[tianxia.Match, ...]:
    """A random game, as it is before each action and after the last; not to be changed."""
    return tuple(match.copy() for match in matches(name, seed))


def played(name: str, steps: int, seed: int = 3) -> lab.State:
    """The state after so many random decisions."""
    state, chance = lab.State(loaded(name), seed), random.Random(seed)
    for _ in range(steps):
        state.apply(chance.choice(state.legal().tolist()))
    return state


def all_of(state: lab.State) -> tuple[Any, ...]:
    """What can be asked of it."""
    seats = range(state.game.seats)
    listed = [(state.legal(seat).tolist(), state.record(seat).tobytes()) for seat in seats]
    return state.to_act, state._states.tobytes(), listed, [state.history(seat).tolist() for seat in seats]


# --- it plays as a match does -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_as_a_match_does(name: str) -> None:
    game, (*line_of, end) = loaded(name), line(name)
    state, mask = lab.State(game, 3), np.full(game.actions.size, 7, np.int8)
    for match, (seat, action) in zip(line_of, end.actions, strict=True):
        assert state.to_act == match.to_act
        assert state.seat == match.to_act[0]
        for each in range(game.seats):
            assert state.legal(each).tolist() == match.legal_ids(each).tolist()
            assert state.record(each).tobytes() == match.record(each).tobytes()
        assert state.legal_mask(seat, mask) is mask
        assert np.flatnonzero(mask).tolist() == state.legal(seat).tolist()
        state.apply(action, seat)
    assert state.to_act == () == lab.State.from_match(end).to_act
    assert state.seat == -1
    assert state.legal().tolist() == state.legal(0).tolist() == []
    assert not state.legal_mask().any()
    assert np.argsort(-state.returns(), kind="stable").tolist() == np.argsort(end.result, kind="stable").tolist()


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_remembers_what_it_did_and_heard_and_nothing_else(name: str) -> None:
    match = line(name)[-1]
    state = lab.State(match.game, 3)
    for seat, action in match.actions:
        state.apply(action, seat)
    for seat in range(match.game.seats):
        rows = state.history(seat)
        assert rows.tolist() == lab.State.from_match(match).history(seat).tolist()
        assert [tuple(row[1:3]) for row in rows.tolist() if row[0] == ACTED] == [
            step for step in match.actions if step[0] == seat
        ]
        heard = [row for row in rows.tolist() if row[0] != ACTED]
        told = match.events(seat)
        assert len(heard) == len(told)
        for row, event in zip(heard, told, strict=True):
            kind = match.game.events.kinds[row[0]]
            assert event["kind"] == kind.name
            for value, (field, domain) in zip(row[1:], kind.domains.items(), strict=False):
                assert event[field] == (None if value == HIDDEN else domain.to_json(value))
    assert len(rows) > PAGE or name != "huns"


def test_a_choice_of_several_seats_is_the_lowest_ones_unless_another_is_named() -> None:
    state = lab.State(tianxia.load("sun-tzu"), 1)
    assert state.to_act == (0, 1)
    other = state.clone()
    action = int(state.legal(1)[0])
    state.apply(action, seat=1)
    other.apply(int(other.legal()[0]))
    assert [ACTED in each.history(seat)[:, 0] for each in (state, other) for seat in (0, 1)] == [
        False,
        True,
        True,
        False,
    ]


# --- arguments ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_legal_action_changes_nothing(name: str) -> None:
    state = played(name, 30)
    before = all_of(state)
    illegal = np.setdiff1d(np.arange(state.game.actions.size), state.legal())
    wrong = [
        *illegal[::7].tolist(),
        -1,
        state.game.actions.size,
        1 << 70,
        True,
        np.True_,
        1.0,
        np.float32(1),
        "0",
        None,
    ]
    for action in (*wrong, np.array([1]), np.array(1.0)):
        with pytest.raises(IllegalAction):
            state.apply(action)
        assert all_of(state) == before


def test_an_action_that_is_refused_says_the_rule() -> None:
    with pytest.raises(IllegalAction, match=r"^pass: the leader must play a set \[C4.2\]$"):
        lab.State(tianxia.load("chu-han"), 1).apply(tianxia.load("chu-han").action("pass").id)


@pytest.mark.parametrize("seat", [-1, 2, 1 << 70, True, 0.0, "0", np.array([0])])
def test_a_wrong_seat_is_refused_by_every_function(seat: Any) -> None:
    state = lab.State(tianxia.load("chu-han"), 1)
    action = int(state.legal()[0])
    calls: tuple[Callable[[], Any], ...] = (
        lambda: state.legal(seat),
        lambda: state.legal_mask(seat),
        lambda: state.apply(action, seat),
        lambda: state.record(seat),
        lambda: state.history(seat),
        lambda: state.resample(seat, 1),
        lambda: lab.State.from_record(state.game, state.record(0), seat, 1),
    )
    before = all_of(state)
    for call in calls:
        with pytest.raises(TianxiaError, match="there is no seat"):
            call()
    with pytest.raises(IllegalAction, match=r"it is not your decision now"):
        state.apply(action, seat=1)
    assert all_of(state) == before


@pytest.mark.parametrize("kind", [int, np.int32, np.uint8, np.array])
def test_whole_numbers_of_any_kind_are_taken(kind: Callable[[int], Any]) -> None:
    state = lab.State(tianxia.load("chu-han"), 1)
    state.apply(kind(int(state.legal(kind(0))[0])), kind(0))
    assert len(state.history(0)) > 0


@pytest.mark.parametrize("out", [np.zeros(5, np.int8), np.zeros(939, np.int32), [0] * 939, np.zeros((939, 1), np.int8)])
def test_a_mask_is_written_only_where_it_fits(out: Any) -> None:
    with pytest.raises(TianxiaError, match=r"should be an array of int8 of shape \(939,\)"):
        lab.State(tianxia.load("chu-han"), 1).legal_mask(out=out)


def test_a_mask_that_cannot_be_written_to_is_refused() -> None:
    out = np.zeros(939, np.int8)
    out.flags.writeable = False
    with pytest.raises(TianxiaError, match="can be written to"):
        lab.State(tianxia.load("chu-han"), 1).legal_mask(out=out)


@pytest.mark.parametrize("seed", [-1, 1 << 63, True, 1.5, None])
def test_a_wrong_seed_is_refused_by_every_function(seed: Any) -> None:
    state = lab.State(tianxia.load("chu-han"), 1)
    for call in (
        lambda: lab.State(state.game, seed),
        lambda: state.resample(0, seed),
        lambda: state.rollout(seed),
        lambda: lab.State.from_record(state.game, state.record(0), 0, seed),
    ):
        with pytest.raises(TianxiaError, match="seed"):
            call()


# --- where a state comes from ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_dealt_anew_before_anybody_plays_on_it(name: str) -> None:
    """All seats' records of a whole game: each one allows what it allowed, looks the same, and plays to an end."""
    for number, match in enumerate(line(name)[:-1]):
        seat = match.to_act[0]
        record = match.record(seat)
        for seed in range(2 if number % 8 == 0 else 1):
            state = lab.State.from_record(match.game, record, seat, seed)
            assert state.record(seat).tobytes() == record.tobytes()
            assert state.legal(seat).tolist() == match.legal_ids(seat).tolist()
            if number % 8 == 0:
                assert state.rollout(seed).sum() == pytest.approx(0)


def test_what_a_seat_cannot_know_is_dealt_otherwise_from_another_seed() -> None:
    match = line("chu-han")[20]
    hands = {lab.State.from_record(match.game, match._states, 0, seed).record(1).tobytes() for seed in range(8)}
    assert len(hands) > 1
    assert match.record(1).tobytes() not in hands


def test_after_a_new_deal_only_what_that_seat_heard_is_known() -> None:
    state = played("sun-tzu", 60)
    heard, seen = state.history(1).tolist(), state.record(1).tobytes()
    state.resample(1, 5)
    assert (state.history(1).tolist(), state.record(1).tobytes()) == (heard, seen)
    with pytest.raises(TianxiaError, match="what seat 0 has seen is not known"):
        state.history(0)
    fresh = lab.State.from_record(state.game, state.record(1), 1, 5)
    with pytest.raises(TianxiaError, match="what seat 1 has seen is not known"):
        fresh.history(1)


def test_what_is_no_record_of_the_game_is_refused() -> None:
    game = tianxia.load("huns", players=3)
    record = game.new(1).record(0)
    too_many, other_options = record.copy(), tianxia.load("huns", players=4).new(1).record(0)
    too_many["saddlebags"][0, 0] = 127
    no_label = record.copy()
    no_label["action"] = 1 << 40
    for wrong, why in (
        (record[0], "of its dtype"),
        (np.concatenate([record, record]), "of its dtype"),
        (tianxia.load("huang").new(1).record(0), "of its dtype"),
        (too_many, "saddlebags has numbers that are not from 0"),
        (no_label, "action has numbers that are not from 0 to 2"),
        (other_options, "option players is 4, in this game 3"),
    ):
        with pytest.raises(TianxiaError, match=why):
            lab.State.from_record(game, wrong, 0, 1)


@pytest.mark.parametrize("name", GAMES)
def test_facts_that_contradict_each_other_are_refused_or_dealt_anew_as_they_are_seen(name: str) -> None:
    """Records of a game in each of which one number is changed within its bounds."""
    matches, chance, refused = line(name)[:-1], random.Random(1), 0
    game = matches[0].game
    options = {option.name for option in game.option_table}
    fields = [field for field in game.table.fields if field.name not in options and field.seen_by is not NOBODY]
    for _ in range(150):
        match, field = chance.choice(matches), chance.choice(fields)
        record, seat = match.record(match.to_act[0]), match.to_act[0]
        cells = record[field.name].reshape(-1)
        place = chance.randrange(len(cells))
        cells[place] = chance.randint(field.low, int(np.resize(field.tops, len(cells))[place]))
        try:
            state = lab.State.from_record(game, record, seat, 5)
        except TianxiaError as error:
            refused += str(error).startswith("record: its facts contradict each other: ")
        else:
            assert state.record(seat).tobytes() == game.table.masked(record, seat).tobytes()
            assert all(len(state.legal(seat)) for seat in state.to_act)
    assert 45 < refused < 150, "most are found only by playing on until nothing is pending"


def test_a_written_position_is_played_on() -> None:
    match = line("huns")[40]
    state = lab.State.from_position(match.game, match.position())
    assert state.record(0).tobytes() == match.record(0).tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_tensor_is_the_observation_of_the_record(name: str) -> None:
    state = played(name, 30)
    layout = state.game.observation
    for seat in range(state.game.seats):
        assert (state.tensor(seat) == layout.observe(state.record(seat), seat)[0]).all()
        assert (state.tensor(seat, relative=False) == layout.absolute.observe(state.record(seat), seat)[0]).all()
    assert (state.tensor(1) != state.tensor(1, relative=False)).any()
    assert lab.spec(state.game).observation == layout.size == len(state.tensor(0))


# --- what comes of it -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_returns_add_up_to_nothing_and_are_in_their_range(name: str) -> None:
    game = loaded(name)
    ranges = lab.spec(game).returns
    assert ("points" in ranges) == (name == "chu-han")
    assert not lab.State(game, 1).returns("win").any()
    for match in (line(name)[-1], line(name, 4)[-1]):
        state = lab.State.from_match(match)
        for kind, (low, high) in ranges.items():
            returns = state.returns(kind)
            assert returns.shape == (game.seats,)
            assert returns.sum() == pytest.approx(0)
            assert ((returns >= low) & (returns <= high)).all()
            assert returns[match.result.index(1)] == returns.max()  # type: ignore[union-attr]


def test_ties_share() -> None:
    state = lab.State.from_match(line("huns")[-1])
    state._states["account"][0] = [[5, 0, 0, 0, 0, 0], [9, 0, 0, 0, 0, 0], [9, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]]
    state._states["stash"][0] = 0
    assert state.returns().tolist() == pytest.approx([-1 / 3, 2 / 3, 2 / 3, -1])
    assert state.returns("win").tolist() == pytest.approx([-1 / 3, 1 / 3, 1 / 3, -1 / 3])


def test_points_are_the_difference_for_two_and_asked_for_only_where_there_are_some() -> None:
    match = line("chu-han")[-1]
    mine, other = match.scores  # type: ignore[misc]
    assert lab.State.from_match(match).returns("points").tolist() == [mine - other, other - mine]
    with pytest.raises(TianxiaError, match="counts no points"):
        lab.State.from_match(line("huns")[-1]).returns("points")
    for policy in ("random", by_chance()):
        with pytest.raises(TianxiaError, match="counts no points"):
            lab.State(loaded("huns"), 1).rollout(1, policy, "points")
        with pytest.raises(UnknownName, match="place, points, win"):
            lab.State(match.game, 1).rollout(1, policy, "money")
    with pytest.raises(UnknownName, match="place, points, win"):
        lab.State.from_match(match).returns("money")


def by_chance() -> Callable[[lab.State], int]:
    chance = random.Random(1)
    return lambda state: int(chance.choice(state.legal()))


@pytest.mark.parametrize("name", GAMES)
def test_a_rollout_is_the_same_from_the_same_seed_and_leaves_the_state_alone(name: str) -> None:
    state = played(name, 10)
    before = all_of(state)
    for policy in ("random", "greedy", None):
        found = [state.rollout(seed, policy or by_chance()) for seed in (1, 1)]
        assert found[0].tolist() == found[1].tolist()
    assert len({tuple(state.rollout(seed).tolist()) for seed in range(12)}) > 1
    assert all_of(state) == before
    with pytest.raises(UnknownName, match="random, greedy"):
        state.rollout(1, "clever")


def test_a_greedy_rollout_plays_what_has_the_most_points_of_equal_ones_the_first_after_a_random_one() -> None:
    game = tianxia.load("chu-han")
    ids, points, weights = np.zeros(game.most_legal, np.int32), np.zeros(game.most_legal), game.evaluator.record()
    states, places = lab.State(game, 3)._states, np.zeros((1, game.seats), np.int64)
    decisions = play_out(states, game.blank(), np.array([5]), 1, weights, new_log(0), ids, points, places)

    state, chooser = lab.State(game, 3), game.table.record_class(game.blank(), 0)
    state._states["rng"], chooser.rng = 5, 5 ^ CHANCE
    for _ in range(decisions):
        n = entries.score_actions(state._states, state.seat, weights, ids, points)
        first = below(chooser, n)
        state.apply(ids[max((i % n for i in range(first, first + n)), key=points.__getitem__)])
    assert state.to_act == ()
    assert state._states.tobytes() == states.tobytes()
    assert (places[0] == 1).tolist() == (state.returns() == 1).tolist()


# --- copies ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "way",
    [copy.copy, copy.deepcopy, lab.State.clone, lambda state: pickle.loads(pickle.dumps(state))],
    ids=["copy", "deepcopy", "clone", "pickle"],
)
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_has_the_same_future_and_is_its_own(name: str, way: Callable[[lab.State], lab.State]) -> None:
    state = played(name, 40)
    before, twin = all_of(state), way(state)
    assert all_of(twin) == before
    chance = random.Random(1)
    moves = []
    while twin.to_act and len(moves) < 50:
        moves.append(chance.choice(twin.legal().tolist()))
        twin.apply(moves[-1])
    assert all_of(state) == before
    for move in moves:
        state.apply(move)
    assert all_of(state) == all_of(twin)


def test_a_state_that_other_rules_pickled_is_refused() -> None:
    make, (*told, digest) = played("chu-han", 10).__reduce__()
    assert all_of(make(*told, digest)) == all_of(played("chu-han", 10))
    for other in ([*told, "0" * len(digest)], told):
        with pytest.raises(TianxiaError, match="other rules"):
            make(*other)


def test_what_a_state_gives_is_the_callers_own() -> None:
    state = played("chu-han", 10)
    before = all_of(state)
    for given in (state.legal(), state.legal_mask(), state.record(0), state.history(0), state.returns()):
        given.view(np.uint8)[...] = 7
    assert all_of(state) == before


@pytest.mark.parametrize("game", ["chu-han", None, 3])
def test_what_is_no_game_is_told(game: Any) -> None:
    record = tianxia.load("chu-han").new(1).record(0)
    calls = (lambda: lab.State.from_record(game, record, 0, 1), lambda: lab.State.from_position(game, {"seed": 1}))
    for call in (lambda: lab.State(game, 1), lambda: lab.spec(game), *calls):
        with pytest.raises(tianxia.TianxiaError, match="should be a game"):
            call()


def test_a_span_of_time_is_no_action_and_no_seat() -> None:
    state = lab.State(tianxia.load("chu-han"), 1)
    for call in (lambda: state.apply(np.timedelta64(0)), lambda: state.record(np.timedelta64(0))):
        with pytest.raises(tianxia.TianxiaError):
            call()


def test_a_state_plays_the_same_compiled_and_interpreted() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.lab.walk"]
    interpreted = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(interpreted.stdout) == walked()
