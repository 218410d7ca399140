"""What every bot keeps to, whatever the game."""

import time
from collections import Counter
from typing import Any

import numpy as np
import pytest

import tianxia
from tests.engine.games import GAME, play_on
from tianxia import bots
from tianxia.bots._walk import highest
from tianxia.bots.arena import contest
from tianxia.bots.search import Search
from tianxia.engine import _entries as entries
from tianxia.engine.compiling import entry
from tianxia.engine.errors import TianxiaError, UnknownName
from tianxia.engine.records import row

WINDOW = {
    "leader": 0,
    "hand": ["8 lyu_zhi 1 7", "han_xin 2 2"],
    "moves": [(0, "set 7 1")],
}


@entry
def highest_of(states: Any, points: Any) -> Any:
    return highest(row(states, 0), points, len(points))


def test_equal_actions_are_chosen_by_lot() -> None:
    states = GAME.blank()
    states["rng"] = 1
    chosen = Counter(int(highest_of(states, np.array([1.0, 3.0, 2.0, 3.0, 3.0]))) for _ in range(3000))
    assert chosen.keys() == {1, 3, 4}
    assert min(chosen.values()) > 900, "each of the three as often as the others"


def test_greedy_plays_any_of_the_actions_that_it_finds_best() -> None:
    game = tianxia.load("huang")
    match = game.new(0)
    (seat,) = match.to_act
    record = match.record(seat)
    ids, points = np.zeros(game.most_legal, np.int32), np.zeros(game.most_legal)
    n = entries.score_actions(record, seat, game.evaluator.record(), ids, points)
    best = {int(number) for number in ids[:n][points[:n] == points[:n].max()]}
    chosen = {bots.make("greedy", game, seed).choose(record, seat) for seed in range(60)}
    assert chosen <= best
    assert len(chosen) > 1


def positions(count: int, seed: int = 0) -> list[tianxia.Match]:
    """Matches in the midst of play, each at a decision with several actions."""
    found = [play_on(GAME.new(seed + i), seed + i, 7 + 5 * i) for i in range(3 * count)]
    return [match for match in found if match.to_act and len(match.legal_ids(match.to_act[0])) > 1][:count]


@pytest.mark.parametrize("name", ["random", "sloppy", "greedy", "search:8"])
def test_a_bot_plays_whole_games_legally(name: str) -> None:
    match = GAME.new(seed=3)
    players = [bots.make(name, GAME, seed) for seed in range(GAME.seats)]
    while match.to_act:
        (seat,) = match.to_act
        match.play(seat, players[seat].choose(match.record(seat), seat))
    assert match.result is not None


@pytest.mark.parametrize("name", [*bots.names(GAME)])
def test_a_bot_does_not_change_the_record_it_gets(name: str) -> None:
    match = positions(1)[0]
    (seat,) = match.to_act
    record = match.record(seat)
    before = record.tobytes()
    bots.make(name, GAME, 1).choose(record, seat)
    assert record.tobytes() == before


@pytest.mark.parametrize("name", ["greedy", "search:60"])
def test_a_bot_goes_by_nothing_that_is_hidden_from_it(name: str) -> None:
    chance = np.random.default_rng(5)
    for match in positions(12):
        (seat,) = match.to_act
        blank, garbage = match.record(seat), match.record(seat)
        hidden = ~GAME.table.keep[seat]
        garbage.view(np.uint64)[:] |= chance.integers(1 << 63, size=GAME.table.words, dtype=np.uint64) & hidden
        assert garbage.tobytes() != blank.tobytes()
        chosen = [bots.make(name, GAME, 9).choose(record, seat) for record in (blank, garbage)]
        assert chosen[0] == chosen[1]


def test_a_bot_with_a_budget_of_simulations_plays_the_same_each_time() -> None:
    for match in positions(5, seed=40):
        (seat,) = match.to_act
        chosen = {bots.make("search:300", GAME, 4).choose(match.record(seat), seat) for _ in range(2)}
        assert len(chosen) == 1


def test_a_budget_of_seconds_is_kept() -> None:
    match = positions(1)[0]
    (seat,) = match.to_act
    bot = bots.make("search", GAME, 1, seconds=0.2)
    bot.choose(match.record(seat), seat)
    start = time.perf_counter()
    bot.choose(match.record(seat), seat)
    assert time.perf_counter() - start < 1.0  # with room for a busy machine


def test_a_single_legal_action_is_played_at_once() -> None:
    match = GAME.position(WINDOW)
    match.play(1, "han_xin")
    match.play(0, "decline")
    match = play_until_single(match)
    (seat,) = match.to_act
    start = time.perf_counter()
    chosen = bots.make("search", GAME, 1, seconds=30.0).choose(match.record(seat), seat)
    assert chosen == match.legal_ids(seat)[0]
    assert time.perf_counter() - start < 15.0  # half of what may be thought


def play_until_single(match: tianxia.Match) -> tianxia.Match:
    """Play on until a decision has one action."""
    steps = 0
    while len(match.legal_ids(match.to_act[0])) > 1:
        match = play_on(match, steps, 1)
        steps += 1
    return match


def test_greedy_beats_random() -> None:
    assert contest(GAME, ("greedy", "random"), 40).score > 0.9


def test_search_beats_greedy() -> None:
    assert contest(GAME, ("search:100", "greedy"), 12).score > 0.6


def test_the_levels_rise() -> None:
    assert contest(GAME, ("normal", "easy"), 12).score > 0.6


@pytest.mark.parametrize("name", tianxia.games())
def test_each_level_looks_at_least_ten_times_as_far_as_the_one_below_it(name: str) -> None:
    levels = [bots.make(level, tianxia.load(name), 0) for level in ("normal", "hard", "expert")]
    normal, hard, expert = (bot.simulations for bot in levels if isinstance(bot, Search))
    assert (normal or 0) >= 150, "enough to look at each of 32 actions some times"
    assert (hard or 0) == 10 * (normal or 0)
    assert (expert or 0) >= 10 * (hard or 0)


def test_a_level_can_be_hurried() -> None:
    for name in bots.names(GAME):
        assert getattr(bots.make(name, GAME, 0, seconds=0.1), "seconds", 0.1) == 0.1


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownName, match="there is no bot 'clever'; there are random, sloppy, greedy, search, easy"):
        bots.make("clever", GAME, 0)


@pytest.mark.parametrize(
    ("name", "budget", "reason"),
    [
        ("search:much", {}, "write a number of simulations or seconds, as in search:2000 or search:0.5s"),
        ("search:0", {}, "a budget of 0 simulations should be at least 1"),
        ("search:-1s", {}, "a budget of -1.0 seconds should be more than 0"),
        ("search:nans", {}, "a budget of nan seconds should be more than 0"),
        ("greedy:5", {}, "bot greedy takes no budget; search does"),
        ("easy", {"simulations": 5}, "bot easy takes no budget; search does"),
    ],
)
def test_a_budget_that_does_not_fit_is_refused_with_what_would_be_right(
    name: str, budget: dict[str, float], reason: str
) -> None:
    with pytest.raises(TianxiaError, match=reason):
        bots.make(name, GAME, 0, **budget)
