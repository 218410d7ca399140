"""What all games share of playing the engine and the slow reference side by side."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Play = Callable[[int, Counter[str]], int]
"""Plays the game of a seed in both, counts what it met, returns the number of decisions; raises Disagreement."""
PlayWith = Callable[[int, dict[str, Any], Counter[str], int], int]
"""The same with options, and with how many decisions lie between comparisons of facts."""
Sets = Mapping[str, dict[str, Any]]
"""Sets of options by name."""
REPORT_EVERY = 500
VIEWS_EVERY = 8
"""Decisions between comparisons of what all viewers see, where there are many of them."""
Same = Callable[[str, Any, Any], None]
"""Compares something of the engine with the same of the reference; raises Disagreement."""


class Disagreement(AssertionError):
    """The two implementations differ; the text says in what."""


def difference(what: str, engine: Any, oracle: Any) -> str:
    """In what the two differ, in words."""
    if what.startswith("legal"):
        more, less = sorted(set(engine) - set(oracle)), sorted(set(oracle) - set(engine))
        return f"{what}: only the engine allows {more}, only the oracle allows {less} (or the order differs)"
    if isinstance(engine, dict):
        differ = {key: (engine.get(key), oracle.get(key)) for key in engine if engine.get(key) != oracle.get(key)}
        return f"{what}: (engine, oracle) {differ}"
    return f"{what}: engine {engine!r}, oracle {oracle!r}"


def viewers(actors: Sequence[int], players: int, played: int) -> Sequence[int | None]:
    """Who is looked at after so many decisions: the seat that is asked; now and then, and at the end, every viewer."""
    return actors if actors and played % VIEWS_EVERY else (None, *range(players))


def same_facts(same: Same, viewer: Any, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> None:
    """The facts that the engine gives a viewer are those of the reference, which may know more."""
    for key, value in ours.items():
        if value != theirs[key]:
            same(f"{key}, seen by {viewer}", value, theirs[key])


def arguments(about: str | None, games: int, sets: Iterable[str] = ()) -> argparse.ArgumentParser:
    """The command line: how many games, from which seed, with which set of options."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--games", type=int, default=games, help="for each set of options")
    parser.add_argument("--from-seed", type=int, default=0)
    parser.add_argument(
        "--every", type=int, default=1, help="facts are compared after so many decisions; who may do what, after each"
    )
    parser.add_argument("--all", action="store_true", help="go on after a disagreement")
    if sets:
        parser.add_argument("--options", choices=[*sets, "all"], default="all", help="which set of options")
    return parser


def main(about: str | None, play: PlayWith, sets: Sets, games: int = 1000) -> int:
    """Runs the command line of a game with options; returns the exit status."""
    return agree_with(sets, play, arguments(about, games, sets).parse_args())


def agree_with(sets: Sets, play: PlayWith, chosen: argparse.Namespace) -> int:
    """The same games with one set of options or with each of them; returns the exit status."""
    failed = False
    for name, options in sets.items():
        if chosen.options in (name, "all") and (chosen.all or not failed):
            failed |= not agree(
                name, lambda seed, seen, options=options: play(seed, options, seen, chosen.every), chosen
            )  # type: ignore[misc]
    return int(failed)


def agree(name: str, play: Play, chosen: argparse.Namespace) -> bool:
    """Plays the games asked for and tells how far it is; the first disagreement ends it, unless all are wanted."""
    started, decisions, failed, seen = time.monotonic(), 0, 0, Counter[str]()
    for number, seed in enumerate(range(chosen.from_seed, chosen.from_seed + chosen.games), 1):
        try:
            decisions += play(seed, seen)
        except Disagreement as error:
            print(f"{name}: {error}", flush=True)
            failed += 1
            if not chosen.all:
                return False
        if number % REPORT_EVERY == 0 or number == chosen.games:
            rate = number / (time.monotonic() - started)
            end = f"{failed} disagree" if failed else "all agree"
            print(
                f"{name}: {number} games to seed {seed}, {decisions} decisions, {rate:.1f} games/s, {end}", flush=True
            )
    if seen:
        print("  " + ", ".join(f"{what}: {n}" for what, n in sorted(seen.items())), flush=True)
    return not failed
