"""Compiles everything that is compiled, once a version, so that the first game starts at once."""

from collections.abc import Callable, Collection
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from tianxia import games
from tianxia.bots._walk import run_simulations
from tianxia.bots.tree import new_tree, new_workspace
from tianxia.engine import _entries as entries
from tianxia.engine.cache import Cache, remove_forgotten
from tianxia.engine.compiling import INTERPRETED, kept
from tianxia.engine.game import Game
from tianxia.engine.garbage import uncollected
from tianxia.engine.hashing import DIGITS, chained
from tianxia.engine.kinds import new_log
from tianxia.engine.primitives import lowest
from tianxia.lab import State, Vector, search

DONE, LOCK = "warm-", "warmup.lock"  # in the folder of compiled code; the first one with the name of a game
NOT_SERVED = ("search", "random play", "of the lab")
"""Steps that the web process does not need: only the bots' processes, or only programs."""
Progress = Callable[[str, int, int], None]


def is_warm(names: Collection[str] = ()) -> bool:
    """Whether all of these games is compiled (of every game where none is named), or nothing has to be.

    Raises ``TianxiaError`` if it can't be kept.
    """
    return INTERPRETED or all((kept() / f"{DONE}{name}").exists() for name in names or games.names())


def warm_up(progress: Progress | None = None, names: Collection[str] = ()) -> None:
    """Compile what is missing of these games (of every game where none is named).

    `progress` gets what is being compiled, its number and how many there are.

    One process compiles, any other one that warms up meanwhile waits for it.
    """
    tell = progress or (lambda label, number, count: None)
    Cache.told = True  # who warms up knows
    names = names or games.names()
    steps = [step for name in names for step in compile_steps(games.load(name))]
    lock = FileLock(kept() / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        tell("another process compiles", 0, len(steps))
        lock.acquire()
    try:
        with uncollected():  # to look takes a tenth of the time that compiling does, and would free some 50 MB a game
            for number, (label, step) in enumerate(steps):
                tell(label, number, len(steps))
                step()
        for name in names:
            (kept() / f"{DONE}{name}").touch()
        remove_forgotten(kept())
    finally:
        lock.release()
    tell("done", len(steps), len(steps))


def read_in(game: Game) -> None:
    """Read from disk what the web process plays a game with, before somebody waits for it; nothing where it is not there."""
    if is_warm([game.id]):
        for label, step in compile_steps(game):
            if not label.endswith(NOT_SERVED):
                step()


def compile_steps(game: Game) -> list[tuple[str, Callable[[], object]]]:
    """Every entry point into compiled code with a call that goes through it, in the order in which they can be called."""
    states = np.concatenate([game.blank(), game.blank()])
    scratch, record = states[:1], game.blank()
    ids, points, log = np.zeros(game.most_legal, np.int32), np.zeros(game.most_legal), new_log(0)
    places, tally = np.zeros(game.seats, np.int64), np.zeros((game.seats + 1, game.seats), np.int64)
    work, tree = new_workspace(game), new_tree(1)

    def seat() -> int:
        return lowest(entries.actors(record))

    def with_first(call: Callable[..., object], *args: object) -> object:
        return call(record, seat(), *args)

    def judged(record: Any, seat: int) -> None:
        def even(records: Any, seats: Any, ids: Any, counts: Any) -> tuple[Any, Any]:
            return np.ones(ids.shape), np.full((len(records), game.seats), 0.5)

        search(game, game.table.masked(record, seat), seat, 1, even)

    def batch() -> None:
        made = Vector(game, 1)
        made.reset(0)
        made.step(made.sample(np.random.default_rng(0)))

    calls: dict[str, Callable[[], object]] = {
        "set-up": lambda: entries.setup(record, 0),
        "who acts": seat,
        "simultaneous choices": lambda: entries.simultaneous(record),
        "legal actions": lambda: with_first(entries.legal, ids),
        "actions": lambda: entries.step(record, record, seat(), int(ids[0]), log, ids, ids, len(ids)),
        "what is irreversible": lambda: entries.irreversible(
            record, scratch, seat(), ids[:1], game._irreversible, game.new_log(), ids
        ),
        "views": lambda: entries.masked(scratch, 0),
        "hash": lambda: (entries.hashed(record, 0), game.table.hash(record.tobytes())),
        "many hashes": lambda: (
            INTERPRETED or (game.table.meaning.hashes([record.tobytes()]), chained("0" * DIGITS, []))
        ),
        "hidden facts": lambda: with_first(entries.resample, 0),
        "result": lambda: entries.result(record, places),
        "policy": lambda: with_first(entries.score_actions, game.evaluator.record(), ids, points),
        "search": lambda: run_simulations(np.concatenate([record, record]), seat(), tree, work, 0, 1),
        "random play": lambda: entries.random_games(scratch, states.copy(), np.zeros(1, np.int64), 0, log, ids, tally),
        "observations of the lab": lambda: State(game, 0).tensor(0),
        "steps of the lab": lambda: State(game, 0),
        "batches of the lab": batch,
        "roll-outs of the lab": lambda: State(game, 0).rollout(0),
        "judged search of the lab": lambda: with_first(judged),
    }
    return [(f"{game.title}: {name}", call) for name, call in calls.items()]
