"""How balanced the deck of Huns is: length, points by seat, what ends the game, and each card's margin, for 2, 3, 4 players.

    python bench/huns_balance.py --games 3000                 the heuristic, with the margin of each card
    python bench/huns_balance.py --games 300 --bot search:60  another bot, without the cards

A card's margin is how many points its owner gains on the others' mean by beginning with it, compared with the same deals
without it; a Curse lies in that camp, played by the next seat. Deals are added to those in --file, if one is named.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

import tianxia
from tianxia import bots
from tianxia.bots._walk import highest
from tianxia.engine import core
from tianxia.engine.compiling import entry
from tianxia.engine.game import Game
from tianxia.engine.kinds import new_log
from tianxia.engine.primitives import lowest
from tianxia.engine.records import row
from tianxia.games.huns import deck
from tianxia.games.huns.pieces import (
    A_COLOUR,
    ALL_CURSES,
    AXLE,
    CARDS,
    COLOURS,
    FIRST_CURSE,
    N_COLOURS,
    SEATS,
)
from tianxia.games.huns.questions import FOR_AXLE, NEW_WAGON
from tianxia.games.huns.rules.apply import go_on
from tianxia.games.huns.rules.asking import forget, push
from tianxia.games.huns.rules.camp import refresh
from tianxia.games.huns.state import ITEMS

NO_CARD = -1
ROUNDS, LOW, POINTS = 0, 1, 2
"""Columns of the outcome of a game: rounds, what ran out, points by seat."""


@entry
def heuristic_games(
    states: Any, start: Any, games: int, seed: int, card: int, log: Any, ids: Any, points: Any, weights: Any, out: Any
) -> None:
    """Play whole games by the heuristic; `out` gets a row for each. Seat 0 begins with a card, unless it is NO_CARD."""
    s = row(states, 0)
    for game in range(games):
        states[0] = start[0]
        core.setup(s, seed + game)
        if card >= 0:
            forget(s)
            hand_over(s, card, log)
        bits = core.actors(s)
        while bits:
            seat = lowest(bits)
            n = core.legal(s, seat, ids)
            core.policy(s, seat, ids, n, row(weights, 0), points)
            core.apply(s, seat, ids[highest(s, points, n)], log)
            bits = core.actors(s)
        out[game, ROUNDS] = s.round
        for colour in range(N_COLOURS):
            out[game, LOW] |= (s.reserve[colour] == 0) << colour | (s.deck_size[colour] == 0) << N_COLOURS + colour
        for seat in range(s.players):
            for item in range(len(ITEMS)):
                out[game, POINTS + seat] += s.account[seat, item]


@entry
def hand_over(s: Any, card: int, log: Any) -> None:
    """A card comes from its deck into the camp of seat 0, and what it does at once happens."""
    colour, place = card // A_COLOUR, 0
    while s.deck[colour, place] != card + 1:
        place += 1
    s.deck_size[colour] -= 1
    for i in range(place, s.deck_size[colour]):
        s.deck[colour, i] = s.deck[colour, i + 1]
    s.deck[colour, s.deck_size[colour]] = 0
    s.camp[0] |= 1 << card
    if ALL_CURSES >> card & 1:
        s.cursed_by[card - FIRST_CURSE] = 1
    refresh(s, 0)
    if card == AXLE:
        push(s, 0, NEW_WAGON.id(FOR_AXLE))
    go_on(s, log)


class Player:
    """Plays games by the heuristic for one number of players."""

    def __init__(self, players: int) -> None:
        self.game = tianxia.load("huns", players=players)
        self._start = self.game.blank()
        self._states = self.game.blank()
        ids, points = np.zeros(self.game.most_legal, np.int32), np.zeros(self.game.most_legal)
        self._scratch = new_log(0), ids, points, self.game.evaluator.record()

    def play(self, games: int, seed: int, card: int = NO_CARD) -> npt.NDArray[np.int64]:
        """Outcomes of so many games, a row each."""
        out = np.zeros((games, POINTS + SEATS), np.int64)
        heuristic_games(self._states, self._start, games, seed, card, *self._scratch, out)
        return out


def margins(outcomes: npt.NDArray[np.int64], players: int) -> npt.NDArray[np.float64]:
    """Points of seat 0 less the mean of the others, by game."""
    points = outcomes[:, POINTS : POINTS + players]
    return np.asarray(points[:, 0] - points[:, 1:].mean(1))


def searched(game: Game, bot: str, games: int, seed: int) -> Iterator[list[int]]:
    """Games of a bot against itself, an outcome each."""
    name, _, budget = bot.partition(":")
    for number in range(seed, seed + games):
        players = [
            bots.make(name, game, 9 * number + seat, **({"simulations": int(budget)} if budget else {}))
            for seat in range(game.seats)
        ]
        match = game.new(number)
        while match.to_act:
            seat = match.to_act[0]
            legal = match.legal_ids(seat)
            match.play(seat, players[seat].choose(match.record(seat), seat) if len(legal) > 1 else int(legal[0]))
        yield outcome(match._states, game.seats)


def outcome(states: npt.NDArray[Any], players: int) -> list[int]:
    """Rounds, what ran out, points by seat."""
    low = 0
    for colour in range(N_COLOURS):
        low |= int(states["reserve"][0, colour] == 0) << colour
        low |= int(states["deck_size"][0, colour] == 0) << N_COLOURS + colour
    return [int(states["round"][0]), low, *states["account"][0, :players].sum(1).tolist()]


def summary(outcomes: npt.NDArray[np.int64], players: int) -> list[str]:
    """Length, points, by how much the best wins, what ran out: one row of the table."""
    points = outcomes[:, POINTS : POINTS + players]
    ranked = np.sort(points, 1)
    ran_out: Counter[str] = Counter()
    for low in outcomes[:, LOW].tolist():
        ran_out.update(name for i, name in enumerate(PILES) if low >> i & 1)
    first = ", ".join(f"{name} {n / len(outcomes):.0%}" for name, n in ran_out.most_common(4))
    return [
        str(players), f"{len(outcomes):,}", f"{outcomes[:, ROUNDS].mean():.1f} ({outcomes[:, ROUNDS].max()})",
        " ".join(f"{mean:.1f}" for mean in points.mean(0)), f"{(ranked[:, -1] - ranked[:, -2]).mean():.1f}", first,
    ]  # fmt: skip


PILES = (*(f"{colour} goods" for colour in COLOURS), *(f"{colour} deck" for colour in COLOURS))


def card_rows(given: dict[int, Player], games: int, seed: int) -> Iterator[list[str]]:
    """A row for each card: its margin with each number of players, with the standard error."""
    without = {players: margins(player.play(games, seed), players) for players, player in given.items()}
    texts = {card.id: card.name("en") for card in deck.in_use().cards}
    for number, card in enumerate(CARDS):
        cells = [card, texts[card]]
        for players, player in given.items():
            if player._start["from_players"][0, number] > players:
                cells.append("-")
                continue
            gain = margins(player.play(games, seed, number), players) - without[players]
            cells.append(f"{gain.mean():+.2f} ± {gain.std() / np.sqrt(games):.2f}")
        yield cells


def remembered(file: Path | None) -> dict[str, list[list[int]]]:
    """Outcomes that stand in a file, by number of players."""
    return json.loads(file.read_text()) if file and file.exists() else {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="for each number of players, and for each card")
    parser.add_argument("--bot", default="greedy", help="greedy, or another bot such as search:60")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, help="where the games of another bot are written, and gone on from")
    parser.add_argument("--runs", type=int, help="ignored: these are counts, not times")
    chosen = parser.parse_args()
    table = Table("players", "games", "rounds (most)", "points by seat", "won by", "what ran out", title_justify="left")
    given = {players: Player(players) for players in chosen.players}
    if chosen.bot == "greedy":
        for players, player in given.items():
            table.add_row(*summary(player.play(chosen.games, chosen.seed), players))
    else:
        found, saved = remembered(chosen.file), time.monotonic()
        for players, player in given.items():
            games = found.setdefault(str(players), [])
            for one in searched(player.game, chosen.bot, chosen.games - len(games), chosen.seed + len(games)):
                games.append(one)
                if chosen.file and time.monotonic() > saved + 20:
                    chosen.file.write_text(json.dumps(found))
                    saved = time.monotonic()
            table.add_row(*summary(np.array(games), players))
        if chosen.file:
            chosen.file.write_text(json.dumps(found))
    Console(width=160).print(table)
    if chosen.bot == "greedy":
        cards = Table("card", "", *(f"{players} players" for players in given), title_justify="left")
        for cells in card_rows(given, chosen.games, chosen.seed):
            cards.add_row(*cells)
        Console(width=160).print(cards)


if __name__ == "__main__":
    main()
