"""What OpenSpiel asks of a game, by its own simulations, for every game and number of seats."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import tianxia
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
