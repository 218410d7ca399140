"""Where a bot plays foolishly: its decisions that a much longer search finds worst, over games of the bot against itself."""

import argparse
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

import tianxia
from tianxia import bots
from tianxia.bots._walk import run_simulations
from tianxia.bots.series import seed_of, seed_of_bot
from tianxia.bots.tree import LINKED, NO_EDGE, new_tree, new_workspace
from tianxia.engine.game import Game

FEW = 20
"""Visits in the long search; with fewer the value of an action is not known."""


class Decision(NamedTuple):
    """A decision, and what the long search thinks of it: chances to win."""

    regret: float
    game: int
    step: int
    ways: int
    asked: str
    chosen: str
    value: float
    better: str
    value_of_better: float


def values(game: Game, record: Any, seat: int, simulations: int) -> dict[int, tuple[float, int]]:
    """What each action at the root is worth to the seat by a long search, and how often it was tried."""
    states = np.concatenate([record, game.blank()])
    tree, work = new_tree(min(simulations, 200_000)), new_workspace(game)
    run_simulations(states, seat, tree, work, 1, simulations)
    edge = 0  # the root was the first to get edges; others may have come before this one since then
    while len(before := np.flatnonzero(tree.next[: tree.used[LINKED]] == edge)):
        edge = int(before[0])
    found = {}
    while edge != NO_EDGE:
        if tree.visits[edge]:
            found[int(tree.action[edge])] = float(tree.total[edge] / tree.visits[edge]), int(tree.visits[edge])
        edge = int(tree.next[edge])
    return found


def decisions(game: Game, bot: str, games: int, simulations: int, seed: int) -> list[Decision]:
    """All decisions with more than one action, but for what was planned before."""
    found = []
    for number in range(games):
        match = game.new(seed_of(seed, number))
        players = [bots.make(bot, game, seed_of_bot(seed, number, seat)) for seat in range(game.seats)]
        while match.to_act:
            seat = match.to_act[0]
            record, planned = match.record(seat), bool(players[seat].planned)
            chosen = players[seat].choose(record, seat)
            if not planned and len(match.legal_ids(seat)) > 1:
                known = values(game, record, seat, simulations)
                sound = {action: mean for action, (mean, tried) in known.items() if tried >= FEW}
                better = max(sound, key=sound.__getitem__)
                value = known.get(chosen, (float("nan"), 0))[0]
                names = match.prompt(seat), game.action(chosen).text, game.action(better).text
                ways = len(match.legal_ids(seat))
                found.append(
                    Decision(
                        sound[better] - value,
                        number,
                        match.step_count,
                        ways,
                        *names[:2],
                        value,
                        names[2],
                        sound[better],
                    )
                )
            match.play(seat, chosen)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=tianxia.games())
    parser.add_argument("--bot", default="normal")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--worst", type=int, default=15)
    parser.add_argument("--option", nargs="*", default=[])
    given = parser.parse_args()
    game = tianxia.load(given.game, **dict(text.split("=") for text in given.option))
    found = decisions(game, given.bot, given.games, given.simulations, given.seed)
    regrets = np.array([one.regret for one in found])
    told = f"{given.bot}: {len(found)} decisions, mean regret {np.nanmean(regrets):.4f}, above 0.05: {np.sum(regrets > 0.05)}"
    table = Table("regret", "game", "step", "of", "asked", "chosen", "better", title=f"{game.title}, {told}")
    for one in sorted(found, key=lambda one: -np.nan_to_num(one.regret, nan=1.0))[: given.worst]:
        cells = (f"{one.regret:.3f}", one.game, one.step, one.ways, one.asked)
        table.add_row(*map(str, cells), f"{one.chosen} {one.value:.3f}", f"{one.better} {one.value_of_better:.3f}")
    Console().print(table)


if __name__ == "__main__":
    main()
