"""Games between bots are the same wherever they are played: here, in processes, on a cluster of two machines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster

from tests.bots.own import Clever
from tests.engine.games import GAME
from tests.waiting import until
from tianxia import cli
from tianxia.bots.arena import contest
from tianxia.bots.executors import Here, executor, spread
from tianxia.bots.simulation import simulate
from tianxia.commands import contests
from tianxia.engine.errors import TianxiaError


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of two workers, as if they were two machines. They play interpreted, which starts sooner."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        made.add_node(num_cpus=1)
    try:
        yield made.address
    finally:
        made.shutdown()


def meet(folder: Path, number: int) -> str:
    """The machine that does this, as soon as another one does it too."""
    (folder / str(number)).touch()
    until(lambda: len(list(folder.iterdir())) == 2)
    return str(ray.get_runtime_context().get_node_id())


def fails(number: int) -> None:
    raise TianxiaError(f"number {number} fails")


def test_a_cluster_plays_what_one_process_plays(cluster: str, tmp_path: Path) -> None:
    with executor(ray=cluster) as place:  # who has joined it already does not join again
        assert place.places == 2
        told = [simulate(GAME, ("greedy", "random"), 12, 5, **how) for how in ({}, {"ray": cluster})]
        assert [one["places"] for one in told] == [told[0]["places"]] * 2
        assert told[0]["decisions"] == told[1]["decisions"]
        here = contest(GAME, (Clever, "random"), 3)
        assert contest(GAME, (Clever, "random"), 3, ray=cluster) == here
        assert len(set(spread(place, meet, [(tmp_path, 0), (tmp_path, 1)]))) == 2
        with pytest.raises(TianxiaError, match="number 7 fails"):
            list(spread(place, fails, [(7,)]))
    assert not ray.is_initialized()


def test_no_more_is_asked_for_than_is_waited_for() -> None:
    asked: list[int] = []

    def calls() -> Iterator[tuple[int]]:
        for number in range(5):
            asked.append(number)
            yield (number,)

    found = spread(Here(), abs, calls())
    assert [next(found), next(found), asked] == [0, 1, [0, 1]]


def test_a_cluster_that_is_not_there_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = ["arena", "chu-han", "--bots", "greedy", "random", "--pairs", "1", "--ray", "nowhere"]
    compiled: list[str] = []
    monkeypatch.setattr(contests, "compile_first", compiled.append)
    with pytest.raises(SystemExit) as end:
        cli.main(arena)
    assert compiled == ["chu-han"]
    assert (end.value.code, "no Ray cluster at nowhere" in capsys.readouterr().err) == (2, True)
