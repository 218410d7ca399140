"""Bots in games for more than two; Huang stands for any such game."""

from __future__ import annotations

import numpy as np
import pytest

import tianxia
from tests.engine.games import play_on
from tianxia import bots

MANY = pytest.mark.parametrize("seats", [3, 4, 5])


def positions(seats: int, count: int) -> list[tianxia.Match]:
    """Matches in the midst of play."""
    game = tianxia.load("huang", players=seats)
    found = [play_on(game.new(seed), seed, 10 + 15 * seed) for seed in range(count)]
    return [match for match in found if match.to_act]


@MANY
@pytest.mark.parametrize("name", ["random", "sloppy", "greedy", "search:20"])
def test_a_bot_plays_legally_at_every_seat(seats: int, name: str) -> None:
    match = tianxia.load("huang", players=seats).new(seed=seats)
    players = [bots.make(name, match.game, seed) for seed in range(seats)]
    asked = set()
    for _ in range(8 * seats):
        if not match.to_act:
            break
        (seat,) = match.to_act
        asked.add(seat)
        match.play(seat, players[seat].choose(match.record(seat), seat))
    assert asked == set(range(seats)) or not match.to_act


@MANY
@pytest.mark.parametrize("name", ["greedy", "search:30"])
def test_a_bot_goes_by_nothing_that_is_hidden_from_it(seats: int, name: str) -> None:
    chance = np.random.default_rng(seats)
    for match in positions(seats, 4):
        (seat,) = match.to_act
        table = match.game.table
        blank, garbage = match.record(seat), match.record(seat)
        garbage.view(np.uint64)[:] |= chance.integers(1 << 63, size=table.words, dtype=np.uint64) & ~table.keep[seat]
        assert garbage.tobytes() != blank.tobytes()
        chosen = [bots.make(name, match.game, 9).choose(record, seat) for record in (blank, garbage)]
        assert chosen[0] == chosen[1]


@MANY
def test_a_budget_of_simulations_plays_the_same_each_time(seats: int) -> None:
    match = positions(seats, 1)[0]
    (seat,) = match.to_act
    assert len({bots.make("search:50", match.game, 4).choose(match.record(seat), seat) for _ in range(2)}) == 1
