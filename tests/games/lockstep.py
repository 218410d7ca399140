"""What all games share of playing the engine and the slow reference side by side."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

Play = Callable[[int, Counter[str]], int]
"""Plays the game of a seed in both, counts what it met, returns the number of decisions; raises Disagreement."""
REPORT_EVERY = 500


class Disagreement(AssertionError):
    """The two implementations differ; the text says in what."""


def difference(what: str, engine: Any, oracle: Any) -> str:
    """In what the two differ, in words."""
    if what.startswith("legal"):
        more, less = sorted(set(engine) - set(oracle)), sorted(set(oracle) - set(engine))
        return f"{what}: only the engine allows {more}, only the oracle allows {less}"
    if isinstance(engine, dict):
        differ = {key: (engine.get(key), oracle.get(key)) for key in engine if engine.get(key) != oracle.get(key)}
        return f"{what}: (engine, oracle) {differ}"
    return f"{what}: engine {engine!r}, oracle {oracle!r}"


def arguments(about: str | None, games: int) -> argparse.ArgumentParser:
    """The command line: how many games, and from which seed."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--from-seed", type=int, default=0)
    return parser


def main(about: str | None, play: Callable[..., int], sets: Mapping[str, dict[str, Any]], games: int = 1000) -> int:
    """The command line of a game with options: `play(seed, options, seen)` for one set of options or for all."""
    parser = arguments(about, games)
    parser.add_argument("--options", choices=[*sets, "all"], default="all", help="which set of options")
    chosen = parser.parse_args()
    for name, options in sets.items():
        if chosen.options not in (name, "all"):
            continue
        if not agree(name, lambda seed, seen, options=options: play(seed, options, seen), chosen):
            return 1
    return 0


def agree(name: str, play: Play, chosen: argparse.Namespace) -> bool:
    """Plays the games asked for and tells how far it is; the first disagreement ends it."""
    started, decisions, seen = time.monotonic(), 0, Counter[str]()
    for number, seed in enumerate(range(chosen.from_seed, chosen.from_seed + chosen.games), 1):
        try:
            decisions += play(seed, seen)
        except Disagreement as error:
            print(f"{name}: {error}")
            return False
        if number % REPORT_EVERY == 0 or number == chosen.games:
            rate = number / (time.monotonic() - started)
            print(
                f"{name}: {number} games to seed {seed}, {decisions} decisions, {rate:.1f} games/s, all agree",
                flush=True,
            )
    if seen:
        print("  " + ", ".join(f"{what}: {n}" for what, n in sorted(seen.items())), flush=True)
    return True
