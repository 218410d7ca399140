"""Deals of a series: which seed deals what, and files of results that are joined."""

from __future__ import annotations

from pathlib import Path

import pytest

import tianxia
from tests.engine.games import GAME
from tianxia import bots
from tianxia.bots.arena import contest
from tianxia.bots.ranking import rank
from tianxia.bots.series import BLOCK, block_of, play, seed_of, seed_of_bot
from tianxia.bots.simulation import simulate
from tianxia.engine.errors import TianxiaError
from tianxia.engine.game import SEED_LIMIT

BOTS = ("greedy", "random")
THREE = tianxia.load("huns", players=3, max_rounds=2)
SEEDS = (0, 1, 2, 3 << 32, (3 << 32) + 1, SEED_LIMIT - 1)
"""Neighbours, and seeds of one and of two words that could be taken for each other."""


def test_two_seeds_share_no_deal_and_no_deal_comes_twice() -> None:
    deals = [seed_of(seed, number) for seed in SEEDS for number in (*range(50), BLOCK - 1, BLOCK, 3 * BLOCK + 7)]
    assert len(set(deals)) == len(deals)
    blocks = [int(deal) for seed in SEEDS for block in range(3) for deal in block_of(seed, block)]
    assert len(set(blocks)) == len(blocks)
    assert all(0 <= deal < SEED_LIMIT for deal in blocks)


def test_a_deal_is_the_same_whether_it_is_dealt_alone_or_with_its_block() -> None:
    for number in (0, 1, BLOCK - 1, BLOCK, 2 * BLOCK + 5):
        assert seed_of(7, number) == int(block_of(7, number // BLOCK)[number % BLOCK])


def test_the_seed_of_a_bot_is_that_of_no_deal_and_of_no_other_bot() -> None:
    of_bots = [seed_of_bot(seed, deal, seat) for seed in SEEDS for deal in range(50) for seat in range(5)]
    of_deals = [seed_of(seed, deal) for seed in SEEDS for deal in range(50)]
    assert len({*of_bots, *of_deals}) == len(of_bots) + len(of_deals)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_simulate_and_the_arena_play_the_deals_of_their_seed(seed: int) -> None:
    players = [bots.make(name, GAME, seed_of_bot(seed, 0, seat)) for seat, name in enumerate(BOTS)]
    places, decisions, _ = play(GAME, players, seed_of(seed, 0))
    told = simulate(GAME, BOTS, 1, seed)
    assert told["decisions"] == decisions
    assert [told["places"][seat][place - 1] for seat, place in enumerate(places)] == [1, 1]
    alone = contest(GAME, BOTS, 1, seed=seed)
    twin = [bots.make(name, GAME, seed_of_bot(seed, 0, seat)) for seat, name in enumerate(BOTS[::-1])]
    assert alone.decisions == decisions + play(GAME, twin, seed_of(seed, 0))[1]


def test_random_games_of_two_seeds_differ_from_the_first_to_the_last() -> None:
    counts = [simulate(GAME, ("random", "random"), games, seed)["decisions"] for seed in (0, 1) for games in (1, 2, 3)]
    assert len(set(counts)) == len(counts)


def test_random_games_are_the_same_however_many_follow() -> None:
    one, more = (simulate(GAME, ("random", "random"), games, 4) for games in (BLOCK, BLOCK + 5))
    assert 0 < more["decisions"] - one["decisions"] < one["decisions"] / 20
    assert sum(more["places"][0]) == BLOCK + 5


# --- files -----------------------------------------------------------------------------------------------------------------


def test_files_of_two_seeds_are_joined_and_no_deal_is_counted_twice(tmp_path: Path) -> None:
    first, second, joined = (tmp_path / name for name in ("first", "second", "joined"))
    contest(GAME, BOTS, 3, seed=0, path=first)
    contest(GAME, BOTS, 2, seed=1, path=second)
    joined.write_bytes(first.read_bytes() + second.read_bytes() + first.read_bytes())
    played: list[int] = []
    both = contest(GAME, BOTS, 3, seed=0, path=joined, progress=lambda sofar, wanted: played.append(sofar.pairs))
    assert played == []
    assert both.pairs == 5
    apart = [contest(GAME, BOTS, 3, seed=0), contest(GAME, BOTS, 2, seed=1)]
    assert (both.won, both.decisions) == (sum(o.won for o in apart), sum(o.decisions for o in apart))
    more = contest(GAME, BOTS, 4, seed=1, path=joined, progress=lambda sofar, wanted: played.append(sofar.pairs))
    assert played == [6, 7]
    assert more.pairs == 7
    assert contest(GAME, BOTS, 4, seed=1, path=joined).pairs == 7


def test_rankings_of_two_seeds_are_joined(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    rank(THREE, BOTS, 2, seed=0, path=first)
    rank(THREE, BOTS, 1, seed=1, path=second)
    first.write_bytes(first.read_bytes() + second.read_bytes())
    assert rank(THREE, BOTS, 2, seed=0, path=first).deals == 3


def test_the_file_of_another_contest_cannot_be_joined(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    contest(GAME, BOTS, 1, path=first)
    contest(GAME, BOTS[::-1], 1, path=second)
    first.write_bytes(first.read_bytes() + second.read_bytes())
    with pytest.raises(TianxiaError, match="holds random against greedy of another contest; name a new file"):
        contest(GAME, BOTS, 1, path=first)


OLD = b"""{"game":"chu-han","options":{"events":false,"campaign":"none"},"bots":["greedy","random"],"seed":0}
{"deal":0,"points":[1.0,1.0],"decisions":300}
"""


def test_a_file_of_the_version_whose_seeds_shared_deals_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_bytes(OLD)
    with pytest.raises(TianxiaError, match=r"written by another version, which dealt otherwise .* name a new file"):
        contest(GAME, BOTS, 1, path=path)
    assert path.read_bytes() == OLD


def test_a_file_with_another_deck_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results"
    rank(THREE, BOTS, 1, path=path)
    path.write_text(path.read_text().replace(THREE.assets_digest(), "0" * 16))
    with pytest.raises(TianxiaError, match="holds greedy against random of another contest; name a new file"):
        rank(THREE, BOTS, 1, path=path)
