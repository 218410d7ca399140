"""The arena: pairs of deals, intervals, files."""

import json
from pathlib import Path

import pytest

import tianxia
from tests.engine.games import GAME
from tianxia.bots.arena import contest, elo, interval
from tianxia.bots.search import Search
from tianxia.engine.errors import TianxiaError

BOTS = ("greedy", "random")


def test_a_bot_is_level_with_itself() -> None:
    outcome = contest(GAME, ("greedy", "greedy"), 10)
    assert outcome.score == 0.5
    assert outcome.elo == 0
    assert (outcome.won, outcome.shared, outcome.lost) == (10, 0, 10)


def test_two_processes_find_the_same_as_one() -> None:
    assert contest(GAME, BOTS, 6, processes=2) == contest(GAME, BOTS, 6)


def test_a_contest_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    path = tmp_path / "results"
    contest(GAME, BOTS, 3, path=path)
    with path.open("ab") as file:
        file.write(b'{"seed":0,"deal":3,"poi')  # cut off while it was written
    played: list[int] = []
    outcome = contest(GAME, BOTS, 6, path=path, progress=lambda sofar, wanted: played.append(sofar.pairs))
    assert played == [4, 5, 6]
    assert outcome == contest(GAME, BOTS, 6, path=path) == contest(GAME, BOTS, 6)
    assert len(path.read_text().splitlines()) == 1 + 6


def hasty(game: tianxia.Game, seed: int) -> Search:
    """Its time is over before it has begun."""
    return Search(game, seed, simulations=10**6, seconds=1e-9)


def test_a_record_tells_how_often_there_was_no_time_for_all_simulations(tmp_path: Path) -> None:
    path = tmp_path / "results"
    outcome = contest(GAME, ("random", hasty), 1, path=path)
    assert outcome.cut_short[0] == 0 < outcome.cut_short[1] <= outcome.decisions
    assert json.loads(path.read_text().splitlines()[1])["cut_short"] == list(outcome.cut_short)
    assert contest(GAME, ("random", hasty), 1, path=path) == outcome
    assert contest(GAME, BOTS, 1).cut_short == (0, 0)
    used = hasty(GAME, 1)
    used.cut_short = 1000
    assert contest(GAME, ("random", used), 1).cut_short[1] < 1000


def test_the_file_of_another_contest_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results"
    contest(GAME, BOTS, 1, path=path)
    with pytest.raises(TianxiaError, match="holds greedy against random of another contest; name a new file"):
        contest(GAME, BOTS[::-1], 1, path=path)
    path.write_text("{}\n")
    with pytest.raises(TianxiaError, match="not a file of arena results"):
        contest(GAME, BOTS, 1, path=path)


def test_the_interval_holds_the_mean_and_narrows_with_more_pairs() -> None:
    few, many = [1.0, 0.5, 0.5, 1.0], [1.0, 0.5, 0.5, 1.0] * 50
    (low, high), (low_many, high_many) = interval(few), interval(many)
    assert low < low_many < 0.75 < high_many < high
    assert interval([1.0] * 100)[0] > 0.9


@pytest.mark.parametrize(("score", "difference"), [(0.5, 0), (0.75, 191), (0.25, -191), (10 / 11, 400)])
def test_elo_of_a_score(score: float, difference: int) -> None:
    assert round(elo(score)) == difference
    assert elo(1.0) == float("inf")
