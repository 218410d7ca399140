"""How fast the games are beside others of their kind: one run, one table (peers.md) and a chart (peers.svg).

What is measured is written down at once (peers.jsonl), so a run that was stopped goes on. All runs take turns; told are medians,
a second being one of CPU time, since other work on the machine disturbs that less. Peers that are not installed are left out and
named: `pip install --group bench`. About eight minutes; `--quick` takes one, for a look whether it runs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from peers_chart import chart

from tianxia import lab

Work = Callable[[], float]
"""Does some work and returns how much."""

RANDOM, STEP, BATCH, SEEN, SEARCH, WARM, COLD = KINDS = (
    "random play inside",
    "one decision at a time from Python",
    "batch, with masks",
    "batch, with observations",
    "search",
    "warm start",
    "cold start",
)
UNITS = {SEARCH: "simulations/s", WARM: "s", COLD: "s"}
SIZE = 1024


@dataclass(frozen=True)
class Side:
    """Something that is measured: what is done, by whom, how it compares, and what makes the work ready."""

    kind: str
    who: str
    note: str
    ready: Callable[[], Work]

    @property
    def key(self) -> str:
        return f"{self.kind} | {self.who}"


def sides() -> Iterator[Side]:
    yield from ours()
    yield from open_spiel()
    yield from others()
    yield Side(
        WARM,
        "Tianxia, Chu Han",
        "from launching Python to the first legal actions, all compiled",
        lambda: started(False),
    )
    yield Side(COLD, "Tianxia, Chu Han", "the same with an empty cache: compiles first", lambda: started(True))


# ours


def ours() -> Iterator[Side]:
    from spiel import measured

    for name in ("chu-han", "sun-tzu", "huns", "huang"):
        game = measured(name)
        who = f"Tianxia, {game.title} ({game.seats})"
        yield Side(RANDOM, who, "whole games, chance and hidden cards included", lambda name=name: compiled(name))
        yield Side(
            STEP, who, "`lab.State`: legal and apply, both checked, with history", lambda game=game: stepped(game)
        )
        for kind, observe in ((BATCH, False), (SEEN, True)):
            note = f"{SIZE:,} games, one compiled call a step, actions checked"
            yield Side(kind, who, note, lambda game=game, observe=observe: batched(game, observe))
        yield Side(
            SEARCH,
            who,
            "hidden cards dealt anew, played on by the policy to the end of the phase",
            lambda game=game: searched(game),
        )


def compiled(name: str) -> Work:
    from random_play import compiled as whole_games

    return whole_games(name)


def stepped(game: Any) -> Work:
    draw = random.Random(1).random

    def work() -> float:
        decisions = 0
        for seed in range(20):
            state = lab.State(game, seed)
            while state.seat >= 0:
                ids = state.legal()
                state.apply(ids[int(draw() * len(ids))])
                decisions += 1
        return decisions

    return work


def batched(game: Any, observe: bool) -> Work:
    """The first action that is legal is taken, so that what is measured is the batch and not who chooses."""
    batch = lab.Vector(game, SIZE, observe=observe, copy=False)
    infos = batch.reset(1)[1]
    steps = 4
    chance = np.random.default_rng(1)

    def work() -> float:
        nonlocal infos
        spent = 0.0
        for _ in range(steps):
            mask = infos["mask"]
            chosen = (mask * chance.random(mask.shape, np.float32)).argmax(axis=1)
            start = time.process_time()
            infos = batch.step(chosen)[3]
            spent += time.process_time() - start
        return Timed(SIZE * steps, spent)

    return work


class Timed(float):
    """Work of which only a part of the time counts."""

    def __new__(cls, done: float, _seconds: float) -> Timed:
        return super().__new__(cls, done)

    def __init__(self, _done: float, seconds: float) -> None:
        self.seconds = seconds


def searched(game: Any) -> Work:
    state = lab.State(game, 1)
    while len(state.legal()) < 5:
        state.apply(state.legal()[0])
    record, seat = state.record(state.seat), state.seat

    def work() -> float:
        lab.search(game, record, seat, 300)
        return 300

    return work


def started(cold: bool) -> Work:
    code = "from tianxia import lab, load; print(len(lab.State(load('chu-han'), 1).legal()))"

    def work() -> float:
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "TIANXIA_CACHE": folder} if cold else None
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True)
            return time.perf_counter() - start

    return work


# OpenSpiel


def open_spiel() -> Iterator[Side]:
    import pyspiel

    for title, name, note in (
        ("Dou Dizhu", "dou_dizhu", "a climbing game as Chu Han, whole hands as actions"),
        ("Hearts", "hearts", "tricks, four hands of cards"),
        ("Gin Rummy", "gin_rummy", "hidden hands"),
        ("Goofspiel", "goofspiel(imp_info=True,num_cards=13)", "both choose a card at the same time, as in Sun Tzu"),
        ("Backgammon", "backgammon", "dice, nothing hidden"),
        ("Hex", "hex(board_size=13)", "a board of Huang's size, nothing hidden, no chance"),
    ):
        who = f"OpenSpiel, {title}"
        yield Side(STEP, who, note, lambda name=name: spiel_games(pyspiel.load_game(name)))
    for title, name in (("Dou Dizhu", "dou_dizhu"), ("Hearts", "hearts(pass_cards=False)")):
        note = "random roll-outs to the end inside its C++"
        yield Side(RANDOM, f"OpenSpiel, {title}", note, lambda name=name: spiel_rollouts(pyspiel.load_game(name)))
    note = "ISMCTS: hidden cards dealt anew, played on at random to the end"
    yield Side(SEARCH, "OpenSpiel, Hearts", note, lambda: spiel_search(pyspiel.load_game("hearts(pass_cards=False)")))


def spiel_games(game: Any) -> Work:
    from spiel import random_game

    chance = random.Random(1)
    return lambda: sum(random_game(game, chance) for _ in range(10))


def spiel_rollouts(game: Any) -> Work:
    from spiel import compiled_decisions, random_game

    chance = random.Random(1)
    mean = sum(random_game(game, chance) for _ in range(50)) / 50
    return lambda: compiled_decisions(game, chance, 1, 200, mean)


def spiel_search(game: Any) -> Work:
    import pyspiel
    from spiel import deal

    state = deal(game, random.Random(1))
    while len(state.legal_actions()) < 5:
        state.apply_action(state.legal_actions()[0])

    def work() -> float:
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.ISMCTSBot(1, evaluator, 1.4, 300, -1, final, False, True).step(state)
        return 300

    return work


# PettingZoo, RLCard, Catanatron, Pgx


def others() -> Iterator[Side]:
    for name, note in (("leduc_holdem_v4", "RLCard's rules"), ("connect_four_v3", "a small board, nothing hidden")):
        title = name.rsplit("_", 1)[0].replace("_", " ").title()
        yield Side(
            STEP, f"PettingZoo, {title}", f"{note}; with observations and masks", lambda name=name: petting(name)
        )
    yield Side(STEP, "RLCard, Dou Dizhu", "with states for its agents", rlcard_games)
    note = "a board, goods and hidden cards for four, nearest to Huns; plain Python, dice by the game, actions checked"
    yield Side(STEP, "Catanatron, Catan (4)", note, catan_games)
    for name, title in (("backgammon", "Backgammon"), ("sparrow_mahjong", "Sparrow Mahjong")):
        note = f"{SIZE:,} games, `vmap` and `jit` on the CPU, masks and observations both, dealt anew at the end"
        for kind in (BATCH, SEEN):
            yield Side(kind, f"Pgx, {title}", note, lambda name=name: pgx_batch(name))


def petting(name: str) -> Work:
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{name}").env()
    chance = random.Random(1)

    def work() -> float:
        env.reset(seed=1)
        decisions = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            legal = [] if ended or cut else np.flatnonzero(observation["action_mask"]).tolist()
            env.step(chance.choice(legal) if legal else None)
            decisions += bool(legal)
        return decisions

    return work


def rlcard_games() -> Work:
    import rlcard

    env, chance = rlcard.make("doudizhu"), random.Random(1)

    def work() -> float:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return work


def catan_games() -> Work:
    from catanatron import Color, Game, Player

    class Chance(Player):  # type: ignore[misc]
        def decide(self, game: Any, playable_actions: Any) -> Any:
            return chance.choice(playable_actions)

    chance = random.Random(1)

    def work() -> float:
        game = Game([Chance(color) for color in Color], seed=chance.getrandbits(31))
        decisions = 0
        while game.winning_color() is None:
            game.play_tick()
            decisions += 1
        return decisions

    return work


@cache
def pgx_batch(name: str) -> Work:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def act(state: Any, key: Any) -> Any:
        first, *rest = jax.random.split(key, SIZE + 1)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        return step(state, jax.random.categorical(first, logits, axis=-1), jnp.stack(rest))

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), SIZE))
    keys = iter(range(1 << 30))
    state = act(state, jax.random.PRNGKey(next(keys)))

    def work() -> float:
        nonlocal state
        for _ in range(4):
            state = act(state, jax.random.PRNGKey(next(keys)))
        jax.block_until_ready(state.rewards)
        return 4 * SIZE

    return work


# measuring


def rate(side: Side, work: Work, seconds: float) -> float:
    """Work a CPU second; for a start its seconds."""
    if side.kind in (WARM, COLD):
        return work()
    done = spent = 0.0
    while spent < seconds:
        start = time.process_time()
        did = work()
        spent += did.seconds if isinstance(did, Timed) else time.process_time() - start
        done += did
    return done / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="each once and shortly")
    parser.add_argument("--out", type=Path, default=Path(), help="a folder")
    parser.add_argument("--only", default="", help="what begins like this: a kind, or who")
    arguments = parser.parse_args()
    book = arguments.out / "peers.jsonl"
    found: dict[str, list[float]] = {}
    for line in book.read_text().splitlines() if book.exists() else []:
        told = json.loads(line)
        found.setdefault(told["key"], []).append(told["value"])
    runs, seconds = (1, 0.05) if arguments.quick else (5, 0.5)
    missing, ready = [], {}
    wanted = [side for side in sides() if arguments.only in f"{side.kind} | {side.who}"]
    for number in range(runs):
        for side in wanted:
            most = 1 if side.kind == COLD else runs
            if len(found.get(side.key, [])) >= min(most, number + 1) or side.key in missing:
                continue
            try:
                if side.key not in ready:
                    ready[side.key] = side.ready()
                    if side.kind not in (WARM, COLD):
                        ready[side.key]()  # what is compiled when first needed is
                value = rate(side, ready[side.key], seconds)
            except ImportError as error:
                print(f"{side.key}: left out, {error}")
                missing.append(side.key)
                continue
            found.setdefault(side.key, []).append(value)
            with book.open("a") as file:
                file.write(json.dumps({"key": side.key, "value": value}) + "\n")
            print(f"{number + 1}/{runs} {side.key}: {value:,.2f}", flush=True)
    told = [(side, statistics.median(found[side.key])) for side in wanted if side.key in found]
    (arguments.out / "peers.md").write_text(table(told, missing))
    (arguments.out / "peers.svg").write_text(chart([(s.kind, s.who, v) for s, v in told if s.kind not in (WARM, COLD)]))


def table(told: list[tuple[Side, float]], missing: list[str]) -> str:
    """Everything that was measured, and what may be compared."""
    lines = [
        f"Measured with {versions()} on {platform.machine()}, {os.cpu_count()} cores; medians, rates by second of CPU.",
        "",
        "Rows of one heading do the same in kind, not the same game: rules differ in length and in what is hidden.",
        "What runs inside compiled code and what is driven from Python are never to be compared with each other.",
        "Searches differ in how they play on. A batch of Pgx is made for a GPU.",
    ]
    for kind in KINDS:
        unit, rows = UNITS.get(kind, "decisions/s"), [(side, value) for side, value in told if side.kind == kind]
        if rows:
            lines += ["", f"| {kind} | {unit} | |", "| --- | ---: | --- |"]
        for side, value in rows:
            lines.append(f"| {side.who} | {f'{value:,.2f}' if unit == 's' else f'{value:,.0f}'} | {side.note} |")
    if missing:
        lines += ["", f"Not installed, so not measured: {', '.join(missing)}."]
    return "\n".join(lines) + "\n"


def versions() -> str:
    told = [f"Python {platform.python_version()}"]
    for package in ("tianxia", "numba", "open_spiel", "pettingzoo", "rlcard", "catanatron", "pgx", "jax"):
        try:
            told.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(told)


if __name__ == "__main__":
    main()
