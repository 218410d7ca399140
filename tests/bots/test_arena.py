"""The arena: pairs of deals, intervals, files."""

from pathlib import Path

import pytest

from tests.engine.games import GAME
from tianxia.bots.arena import contest, elo, interval
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
