"""Bots of one's own: by name or as they are, beside ours, in one process and in several."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tianxia
from tests.bots.own import Cheat, Clever
from tests.engine.games import GAME
from tianxia import bots, lab
from tianxia.bots.arena import contest
from tianxia.bots.ranking import rank
from tianxia.bots.simulation import simulate
from tianxia.engine.errors import TianxiaError, UnknownName

ROOT = Path(__file__).parents[2]
CLEVER = "tests.bots.own:Clever"


def test_a_bot_of_ones_own_is_made_by_its_name_and_plays_as_it_is() -> None:
    own, greedy = bots.make(CLEVER, GAME, 3), bots.make("greedy", GAME, 3)
    assert isinstance(own, Clever)
    match = GAME.new(1)
    for _ in range(20):
        (seat,) = match.to_act
        answer = own.choose(match.record(seat), seat)
        assert answer == greedy.choose(match.record(seat), seat)
        match.play(seat, answer)


@pytest.mark.parametrize("processes", [1, 2])
def test_names_objects_and_what_makes_them_play_in_one_contest(processes: int) -> None:
    against = contest(GAME, ("greedy", "random"), 3)
    for entrant in (CLEVER, Clever):
        outcome = contest(GAME, (entrant, "random"), 3, processes=processes)
        assert outcome.bots == (CLEVER, "random")
        assert (outcome.score, outcome.decisions) == (against.score, against.decisions)


def test_every_game_gets_a_copy_of_a_bot_that_was_given() -> None:
    one = Clever(GAME, 1)
    first, again = (contest(GAME, (one, "random"), 2) for _ in range(2))
    assert first == again
    assert one.asked == 0


def test_bots_of_ones_own_are_ranked_and_simulated_and_kept_in_files(tmp_path: Path) -> None:
    game, path = tianxia.load("huns", players=3), tmp_path / "results"
    ranking = rank(game, (Clever, "random", CLEVER), 1, path=path)
    assert [standing.bot for standing in ranking.standings] == [CLEVER, "random", CLEVER]
    assert rank(game, (CLEVER, "random", Clever), 1, path=path) == ranking
    assert simulate(GAME, (Clever, "random"), 2, 1)["bots"] == [CLEVER, "random"]


def test_a_bot_without_a_name_is_kept_in_no_file(tmp_path: Path) -> None:
    for entrant in (Clever(GAME, 1), lambda game, seed: Clever(game, seed)):
        with pytest.raises(TianxiaError, match="has no name that a file of results could tell"):
            contest(GAME, (entrant, "random"), 1, path=tmp_path / "results")
        assert contest(GAME, (entrant, "random"), 1).pairs == 1


def test_the_example_of_a_bot_is_what_the_page_shows_and_takes_what_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    example = ROOT / "examples" / "mybots.py"
    (shown,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "lab.md").read_text(), re.MULTILINE | re.DOTALL)
    assert example.read_text().endswith("\n\n" + shown)
    assert len(shown.splitlines()) <= 30
    monkeypatch.syspath_prepend(str(example.parent))
    bot, taken = bots.make("mybots:Clever", GAME, 1), []
    for seed in range(40):
        state = lab.State(GAME, seed)
        while state.to_act and not (wins := winning(state)):
            state.apply(state.legal()[0])
        if state.to_act and len(state.legal()) > len(wins):
            taken.append(bot.choose(state.record(state.seat), state.seat) in wins)
    assert len(taken) > 5
    assert sum(taken) > len(taken) / 2, "of others that win as surely a little later it may take any"


def winning(state: lab.State) -> list[int]:
    """The actions after which the seat to act has won."""
    found = []
    for action in state.legal().tolist():
        after = state.clone()
        after.apply(action)
        found += [action] if not after.to_act and after.returns()[state.seat] > 0 else []
    return found


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere:Clever", "bot nowhere:Clever: there is no module nowhere"),
        ("tests.nowhere.own:Clever", "there is no module tests.nowhere.own"),
        ("tests.bots.own:Missing", "tests.bots.own has no function or class Missing"),
        ("tests.bots.own:NUMBER", "tests.bots.own has no function or class NUMBER"),
        ("tests.bots.own:nothing", "tests.bots.own:nothing: None has no method choose"),
    ],
)
def test_a_name_that_leads_to_no_bot_is_refused_with_what_is_wrong(name: str, why: str) -> None:
    with pytest.raises(TianxiaError, match=why):
        bots.make(name, GAME, 1)


def test_a_bot_of_ones_own_takes_no_budget_and_a_misspelt_bot_is_none() -> None:
    with pytest.raises(TianxiaError, match="is your own: it takes a game and a seed"):
        bots.make(CLEVER, GAME, 1, simulations=5)
    with pytest.raises(UnknownName, match="there is no bot 'serch'"):
        bots.make("serch:200", GAME, 1)


@pytest.mark.parametrize("answer", [-1, 151, 1.5, True, None])
def test_a_bot_that_plays_what_is_not_legal_is_stopped(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cheat, "answer", answer)
    before = GAME.new(1).legal_ids(0)
    with pytest.raises(TianxiaError):
        contest(GAME, ("tests.bots.own:cheat", "random"), 1)
    assert 151 not in before


def test_the_command_finds_a_bot_in_the_current_folder_in_every_process(tmp_path: Path) -> None:
    (tmp_path / "mybots.py").write_text("from tianxia.bots.players import Greedy as Clever\n")
    line = "arena chu-han --bots mybots:Clever random --pairs 2 --processes 2"
    ran = subprocess.run([sys.executable, "-m", "tianxia", *line.split()], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("mybots:Clever against random: pairs: 2, games: 4")


@pytest.mark.parametrize("name", ["random", "sloppy", "greedy", "search:4"])
def test_a_bot_refuses_what_it_is_not_asked(name: str) -> None:
    bot, match = bots.make(name, GAME, 1), GAME.new(1)
    (seat,) = match.to_act
    with pytest.raises(TianxiaError, match=f"seat {1 - seat} may not act now"):
        bot.choose(match.record(1 - seat), 1 - seat)
    for wrong in (-1, 2, True, 0.0):
        with pytest.raises(TianxiaError, match="there is no seat"):
            bot.choose(match.record(seat), wrong)  # type: ignore[arg-type]
    for record in (tianxia.load("huns").new(1).record(0), match.record(0)[0], np.zeros(1)):
        with pytest.raises(TianxiaError, match="takes a record of this game"):
            bot.choose(record, seat)
    assert bot.choose(match.record(seat), seat) in match.legal_ids(seat)
