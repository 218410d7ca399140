"""More thought plays better: search beats the heuristic, which beats chance; and what bots find good is good.

All seeds are fixed, so each test plays the same games every time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tianxia
from tianxia import bots
from tianxia.engine.compiling import py_func
from tianxia.engine.core import RULES
from tianxia.engine.records import row

GAMES = [
    tianxia.load(name, **({"players": 2} if "players" in tianxia.load(name).options else {}))
    for name in tianxia.games()
]
SEARCHES = {
    "chu-han": ("search:100", 5),
    "sun-tzu": ("search:400", 12),
    "huns": ("search:60", 2),
    "huang": ("search:60", 2),
}
"""The bot that searches, and how many pairs of games it plays: as few as tell it from chance."""


def share_of_wins(game: tianxia.Game, bot: str, rival: str, pairs: int) -> float:
    """Of games on the same deals from both seats; a shared first place is half a win."""
    won = 0.0
    for seed in range(pairs):
        for own in (0, 1):
            names = [bot if seat == own else rival for seat in (0, 1)]
            players = [bots.make(name, game, 1000 + 2 * seed + seat) for seat, name in enumerate(names)]
            match = game.new(seed)
            while match.to_act:
                seat = match.to_act[0]
                match.play(seat, players[seat].choose(match.record(seat), seat))
            assert match.result is not None
            won += (match.result[own] <= match.result[1 - own]) / (1 + match.result.count(1) // 2)
    return won / (2 * pairs)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_heuristic_beats_chance(game: tianxia.Game) -> None:
    assert share_of_wins(game, "greedy", "random", 4) >= 0.75


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_search_beats_the_heuristic(game: tianxia.Game) -> None:
    bot, pairs = SEARCHES[game.id]
    assert share_of_wins(game, bot, "greedy", pairs) > 0.55


def values(match: tianxia.Match) -> list[float]:
    """How good the position looks for each seat."""
    game, found = match.game, np.zeros(match.game.seats)
    record = game.table.record_class
    py_func(RULES[record].evaluate)(record(match._states, 0), row(game.evaluator.record(), 0), memoryview(found))
    return found.tolist()


def outcome(game: tianxia.Game, seed: int) -> tuple[list[list[float]], tuple[int, ...]]:
    """What positions of a game between bots looked like for each seat, and how it ended."""
    players: list[Any] = [bots.make(("greedy", "random")[(seat + seed) % 2], game, seed) for seat in range(game.seats)]
    match, looks = game.new(seed), []
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, players[seat].choose(match.record(seat), seat))
        if match.to_act and match.step_count % 5 == 0:
            looks.append(values(match))
    assert match.result is not None
    return looks, match.result


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_looks_good_for_a_seat_is_good_for_it(game: tianxia.Game) -> None:
    ahead = 0
    for seed in range(6):
        looks, (first, second) = outcome(game, seed)
        for mine, yours in looks:
            ahead += int(np.sign(mine - yours) * np.sign(second - first))
    assert ahead > 0
