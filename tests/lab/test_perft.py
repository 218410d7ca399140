"""Paths of decisions are counted as they were noted: who may do what has not changed."""

from __future__ import annotations

import pytest

import tianxia
from tests.bots import skirmish
from tests.engine.games import play_on
from tests.lab.perft import FILE, PLAYED, SEEDS, SHRUNK, STEPS, counts, shrunk, state_of
from tianxia import lab
from tianxia.engine.errors import TianxiaError
from tianxia.lab.perft import divide, perft

NOTED = FILE.read_text().splitlines()


@pytest.mark.parametrize("number", range(len(PLAYED)), ids=[f"{name} {options}" for name, options in PLAYED])
def test_the_paths_are_those_that_were_noted(number: int) -> None:
    """A count that differs comes with what stands behind each first decision. `python -m tests.lab.perft` notes all anew."""
    name, options = PLAYED[number]
    each = len(SEEDS) * len(STEPS)
    game, noted = tianxia.load(name, **options), iter(NOTED[number * each : (number + 1) * each])
    for seed in SEEDS:
        for steps in STEPS:
            head, where, wanted = (part.strip() for part in next(noted).split("|"))
            assert head.split()[0] == name
            assert where == f"seed {seed}, {steps} decisions"
            state = state_of(game, seed, steps)
            found = counts(state)
            assert " ".join(map(str, found)) == wanted, f"{head}, {where}: {divide(state, len(found))}"


@pytest.mark.parametrize("number", range(len(SHRUNK)), ids=[name for name, _, _ in SHRUNK])
def test_the_paths_of_short_games_are_those_that_were_noted(number: int) -> None:
    head, _, wanted = (part.strip() for part in NOTED[number - len(SHRUNK)].split("|"))
    name, options, position = SHRUNK[number]
    assert (head, wanted) == (name, " ".join(map(str, shrunk(name, options, position))))


def test_every_noted_line_is_counted() -> None:
    assert len(NOTED) == len(PLAYED) * len(SEEDS) * len(STEPS) + len(SHRUNK)


def test_the_whole_tree_of_a_shrunk_game_has_a_path_for_each_pair_of_plans() -> None:
    """Each seat puts two of its three cards, one after the other, and none sees what the other does."""
    state = lab.State(skirmish.GAME, 1)
    assert [perft(state, depth) for depth in range(1, 6)] == [3, 3 * 2, 6 * 3, len(skirmish.PLANS) ** 2, 36]
    assert divide(state, 4) == {"put 0": 12, "put 1": 12, "put 2": 12}


def test_what_stands_behind_each_decision_adds_up_and_the_state_stays() -> None:
    state = lab.State(tianxia.load("chu-han"), 3)
    before = state._states.tobytes()
    assert sum(divide(state, 3).values()) == perft(state, 3) > perft(state, 2) > perft(state, 1) == len(state.legal())
    assert state._states.tobytes() == before
    assert perft(lab.State.from_match(play_on(state.game.new(3), 3)), 5) == 1
    with pytest.raises(TianxiaError, match="depth -1: should be a whole number"):
        perft(state, -1)
