"""What OpenSpiel asks of a game, by its own simulations, for every game and number of seats."""

from __future__ import annotations

import pickle
import random
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.algorithms.sample_some_states import sample_some_states

import tianxia
from tests.lab import playthroughs
from tests.lab.test_pettingzoo import PLAYED
from tianxia import lab
from tianxia.bots.series import seed_of
from tianxia.lab.openspiel import register

NAMES = register()


def loaded(name: str, **params: Any) -> Any:
    return pyspiel.load_game(f"tianxia_{name.replace('-', '_')}", params)


def played(game: Any, seed: int, decisions: int) -> Any:
    """A state after a deal and so many random decisions."""
    state, chance = game.new_initial_state(), random.Random(seed)
    state.apply_action(seed)
    while decisions and not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        decisions -= 1
    return state


@pytest.mark.parametrize(("name", "options"), PLAYED, ids=[f"{name} {options}" for name, options in PLAYED])
def test_the_games_pass_the_simulations(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(loaded(name, **options), num_sims=1, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("name", ["chu-han", "sun-tzu"])
def test_a_game_goes_as_a_state_of_the_lab(name: str) -> None:
    game, chance = loaded(name, seed=5), random.Random(1)
    state, ours = game.new_initial_state(), lab.State(tianxia.load(name), seed_of(5, 7))
    assert [outcome for outcome, _ in state.chance_outcomes()] == list(range(1000))
    state.apply_action(7)
    while ours.to_act:
        seat = ours.seat
        assert state.current_player() == seat
        assert state.legal_actions() == ours.legal().tolist()
        assert state.returns() == [0.0, 0.0]
        action = chance.choice(state.legal_actions())
        assert state.action_to_string(seat, action) == ours.game.actions.text(action)
        state.apply_action(action)
        ours.apply(action)
    assert state.is_terminal()
    assert state.returns() == ours.returns().tolist()


def test_a_clone_is_its_own() -> None:
    state = played(loaded("chu-han"), 3, 20)
    twin, before = state.clone(), str(state.information_state_string(0))
    assert twin.information_state_string(0) == before
    for _ in range(10):
        twin.apply_action(twin.legal_actions()[0])
    assert state.information_state_string(0) == before != twin.information_state_string(0)


@pytest.mark.parametrize(("name", "options"), PLAYED[:4], ids=[name for name, _ in PLAYED[:4]])
def test_a_state_dealt_anew_is_the_same_to_the_player_and_another_one_to_the_rest(
    name: str, options: dict[str, Any]
) -> None:
    state, chance = played(loaded(name, **options), 3, 25), random.Random(1)
    player = state.current_player()
    twins = [state.resample_from_infostate(player, chance.random) for _ in range(6)]
    for twin in twins:
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_string(player) == state.observation_string(player)
        assert twin.legal_actions() == state.legal_actions()
    assert len({twin.position._states.tobytes() for twin in (*twins, state)}) > 1


def test_a_search_of_theirs_plays_by_what_its_seat_may_know() -> None:
    game = loaded("sun-tzu")
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 1.4, 4, random_state=np.random.RandomState(1)
    )
    chance = random.Random(1)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, chance.random))
    state = played(game, 1, 4)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["chu-han", "huns"])
def test_an_observer_writes_the_observation_of_the_lab(name: str) -> None:
    game = loaded(name)
    state, layout = played(game, 2, 30), tianxia.load(name).observation
    observer = game.make_py_observer()
    for player in range(game.num_players()):
        observer.set_from(state, player)
        wanted = layout.observe(state.position._states, player)[0]
        assert (observer.tensor == wanted).all()
        assert state.observation_tensor(player) == pytest.approx(wanted.tolist())
        for field, segment in layout.fields.items():
            assert (observer.dict[field].ravel() == wanted[segment.slice]).all()
    public = game.make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    public.set_from(state, 0)
    assert (public.tensor == layout.observe(state.position._states, -1)[0]).all()
    observer.set_from(game.new_initial_state(), 0)
    assert not observer.tensor.any()
    with pytest.raises(ValueError, match="observers have no parameters"):
        game.make_py_observer(None, {"wide": True})


def test_a_game_is_cut_off_without_a_winner() -> None:
    game = loaded("sun-tzu", max_length=6, deals=3)
    state = played(game, 2, 100)
    assert (len(state.history()), state.is_terminal(), state.returns()) == (7, True, [0.0, 0.0])
    assert game.max_game_length() == 6
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_a_game_is_loaded_by_its_text_and_pickled_with_its_options() -> None:
    game = pyspiel.load_game("tianxia_huns(players=3,open_sent=True)")
    assert game.ours.options == tianxia.load("huns", players=3, open_sent=True).options
    assert pickle.loads(pickle.dumps(game)).ours.options == game.ours.options
    assert game.num_players() == 3
    assert register() == NAMES


class TestOfTheInterface:
    """OpenSpiel's own test of what a game must give, on a part of each tree."""

    @pytest.mark.parametrize(("name", "options"), PLAYED[:4], ids=[name for name, _ in PLAYED[:4]])
    def test_the_games_pass_it(self, name: str, options: dict[str, Any]) -> None:
        known = {"game": loaded(name, deals=20, **options), "game_name": f"tianxia_{name}"}
        case = type("OfOneGame", (SomeStates, api_test.EnforceAPIOnPartialTreeBase), known)
        random.seed(1)  # theirs, which draws from the one of all
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
        assert [told for _, told in (*result.errors, *result.failures)] == []
        assert result.testsRun == 5

    def test_a_whole_tree_passes_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Of two decisions after one of two deals. Information states have no tensors, which one of the tests asks for."""
        name = "tianxia_chu_han"
        monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, WHOLE_TREE)
        monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, WHOLE_TREE[1])
        known = {"game": loaded("chu-han", deals=2, max_length=2), "game_name": name}
        known["test_current_player_infosets_no_overlap_between_players"] = None
        case = type("OfOneGame", (api_test.EnforceAPIOnFullTreeBase,), known)
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
        assert [told for _, told in (*result.errors, *result.failures)] == []
        assert result.testsRun == 7


WHOLE_TREE = (1, 89, 496)
"""Nodes of chance, of players and of the end."""


class SomeStates(unittest.TestCase):
    """400, as they would have it, take a minute of tensors as Python lists."""

    game: Any

    @classmethod
    def setUpClass(cls) -> None:
        cls.some_states, cls.game_type = sample_some_states(cls.game, max_states=40), cls.game.get_type()


@pytest.mark.parametrize("name", playthroughs.GAMES)
def test_a_game_goes_as_it_was_written_down(name: str) -> None:
    """`python -m tests.lab.playthroughs` writes them anew."""
    path = playthroughs.FOLDER / f"{name}.txt"
    assert playthroughs.replayed(path).split("\n") == path.read_text().split("\n")


def test_seats_are_asked_together_if_one_wants_it_and_neither_knows_what_the_other_chooses() -> None:
    game, ours, chance = (
        loaded("sun-tzu", simultaneous=True),
        lab.State(tianxia.load("sun-tzu"), seed_of(0, 7)),
        random.Random(1),
    )
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False, mask_test=True)
    state = game.new_initial_state()
    state.apply_action(7)
    together = 0
    while ours.to_act:
        assert state.is_simultaneous_node() is (len(ours.to_act) > 1)
        if not state.is_simultaneous_node():
            assert state.current_player() == ours.seat
            state.apply_action(chance.choice(state.legal_actions()))
            ours.apply(state.history()[-1])
            continue
        together += 1
        chosen = [chance.choice(state.legal_actions(seat)) for seat in range(2)]
        state.apply_actions(chosen)
        for seat in (0, 1):
            ours.apply(chosen[seat], seat)
    assert together > 10
    assert state.returns() == ours.returns().tolist()
    assert pyspiel.load_game("tianxia_sun_tzu").get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL


def test_who_is_no_player_is_refused_and_everybody_sees_the_same_in_public() -> None:
    game = loaded("chu-han")
    state = played(game, 3, 20)
    for player, why in ((-1, "player >= 0"), (2, "player <")):
        with pytest.raises(RuntimeError, match=why):
            state.information_state_string(player)
    with pytest.raises(RuntimeError, match="player >= 0"):
        played(game, 3, 10_000).observation_string()
    public = game.make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert public.string_from(state, 0) == public.string_from(state, 1) != state.observation_string(0)
    recalling = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert recalling.tensor is None
    assert recalling.string_from(state, 1) == state.information_state_string(1)
