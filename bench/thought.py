"""How long a hard bot thinks about what a player waits for: a decision, or all orders of a round. Peer: a normal bot."""

import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import tianxia
from tianxia import bots

LEVELS = ("hard", "normal")
GAMES = {"chu-han": 2, "sun-tzu": 2, "huang": 1, "huns": 1}
OPTIONS: dict[str, dict[str, Any]] = {"huang": {"players": 4}, "huns": {"players": 4}}
LIMITS = {"sun-tzu": 2.0, "huang": 3.0, "huns": 2.0}
"""Seconds that the slowest of 20 thoughts of a hard bot may take."""


def main() -> None:
    for name, games in GAMES.items():
        table = Table(
            "bot", "thoughts", "median s", "95 % below s", title=tianxia.load(name).title, title_justify="left"
        )
        slow = {}
        for level in LEVELS:
            found = thoughts(name, level, games)
            slow[level] = float(np.percentile(found, 95))
            table.add_row(level, str(len(found)), f"{np.median(found):.3f}", f"{slow[level]:.3f}")
        Console().print(table)
        if name in LIMITS:
            print(f"target {LIMITS[name]} s: {'reached' if slow[LEVELS[0]] <= LIMITS[name] else 'MISSED'}")


def thoughts(name: str, level: str, games: int) -> list[float]:
    """Seconds of each decision that was not planned before, over some games of the bot against itself."""
    game = tianxia.load(name, **OPTIONS.get(name, {}))
    found = []
    for seed in range(games + 1):
        match, players = game.new(seed), [bots.make(level, game, seat) for seat in range(game.seats)]
        while match.to_act:
            seat = match.to_act[0]
            planned, record = bool(players[seat].planned), match.record(seat)
            start = time.perf_counter()
            action = players[seat].choose(record, seat)
            if seed and not planned and len(match.legal_ids(seat)) > 1:  # the first game compiles what is missing
                found.append(time.perf_counter() - start)
            match.play(seat, action)
    return found


if __name__ == "__main__":
    main()
