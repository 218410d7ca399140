"""What `peers.py` measures: our games, and others of their kind, each made ready when it is its turn."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from spiel import PEERS, measured

from tianxia import lab
from tianxia.engine import _entries as entries
from tianxia.engine.kinds import new_log
from tianxia.lab._stepping import play_out

Work = Callable[[], float]
"""Does some work and returns how much."""

RANDOM, GAMES, STEP, BATCH, SEEN, TWO, SEARCH, ROLLED, WARM, COLD = KINDS = (
    "random play inside compiled code",
    "the same, whole games",
    "one decision at a time from Python",
    "batch on one core, with masks",
    "batch on one core, with masks and observations",
    "batch on two cores, with masks and records",
    "search as bots do it",
    "search with a random roll-out to the end",
    "warm start",
    "cold start",
)
UNITS = {GAMES: "games/s", SEARCH: "simulations/s", ROLLED: "simulations/s", WARM: "s", COLD: "s"}
STARTS, CLOCKED = (WARM, COLD), (TWO,)
"""Kinds that are told in seconds; kinds by seconds of the clock, since they use more than one core."""
SIZE, PGX_SIZE = 1024, 512
SIMULATIONS = 300


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


class Timed(float):
    """Work of which only a part of the time counts."""

    seconds: float

    def __new__(cls, done: float, seconds: float) -> Timed:
        made = super().__new__(cls, done)
        made.seconds = seconds
        return made


def sides() -> Iterator[Side]:
    for name in PEERS:
        yield from ours(name)
    yield from open_spiel()
    yield from others()
    for kind, note in ((WARM, "all compiled"), (COLD, "with an empty cache: compiles first")):
        note = f"from launching Python to the first legal actions, {note}"
        yield Side(kind, called("chu-han"), note, lambda kind=kind: started(kind == COLD))


# ours


def called(name: str, door: str = "") -> str:
    """What our side of a game is called."""
    game = measured(name)
    return f"Tianxia, {game.title} ({game.seats}){door}"


STATE, MATCH, CHAIN = ", `lab.State`", ", `Match`", ", `Match` and its hash"


def ours(name: str) -> Iterator[Side]:
    game, who = measured(name), called(name)
    yield Side(RANDOM, who, "chance and hidden cards included", lambda: compiled(name))
    yield Side(GAMES, who, "", lambda: games_of(name))
    yield Side(STEP, called(name, STATE), "legal and apply, both checked, with its history", lambda: stepped(game))
    note = "`legal_ids` and `play`; what happened is kept, to be told and hashed when somebody asks"
    yield Side(STEP, called(name, MATCH), note, lambda: matched(game, False))
    note = "the same, and the chain of hashes at the end of each game"
    yield Side(STEP, called(name, CHAIN), note, lambda: matched(game, True))
    note = f"{SIZE:,} games, actions checked"
    for kind, observe in ((BATCH, False), (SEEN, True)):
        yield Side(kind, who, note, lambda observe=observe: batched(game, observe))
    note = f"{note}, all records to be looked at; one thread where two are no faster"
    yield Side(TWO, who, note, lambda: max(batched(game, False, 1, True), batched(game, False, 2, True), key=rate))
    note = "hidden cards dealt anew, played on by the policy to the end of the phase, then evaluated"
    yield Side(SEARCH, who, note, lambda: searched(game))
    note = "hidden cards dealt anew, `lab.search` that plays on at random: {} decisions"
    yield Side(ROLLED, who, note, lambda: rolled(game))


def compiled(name: str) -> Work:
    from random_play import compiled as whole_games

    return whole_games(name)


def games_of(name: str) -> Work:
    from random_play import GAMES as COUNT

    play = compiled(name)
    return lambda: COUNT * (play() > 0)


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


def matched(game: Any, hashed: bool) -> Work:
    draw = random.Random(1).random

    def work() -> float:
        decisions = 0
        for seed in range(3):
            match = game.new(seed)
            while asked := match.to_act:
                ids = match.legal_ids(asked[0])
                match.play(asked[0], ids[int(draw() * len(ids))])
            decisions += match.step_count
            if hashed:
                match.hash()
        return decisions

    return work


def batched(game: Any, observe: bool, threads: int = 1, clocked: bool = False) -> Work:
    """Random decisions. What is measured is the batch, not who chooses."""
    batch = lab.Vector(game, SIZE, observe=observe, copy=False, threads=threads)
    batch.reset(1)
    steps, chance = 4, np.random.default_rng(1)
    clock = time.perf_counter if clocked else time.process_time

    def work() -> float:
        spent = 0.0
        for _ in range(steps):
            chosen = batch.sample(chance)
            start = clock()
            batch.step(chosen)
            batch.records()
            spent += clock() - start
        return Timed(SIZE * steps, spent)

    return work


def rate(work: Work) -> float:
    """What it comes to in a second, by a short run."""
    runs = [work() for _ in range(100)]
    return sum(runs) / sum(run.seconds for run in runs)


def begun(game: Any) -> tuple[Any, int]:
    """The record of a seat that has some choice, and the seat."""
    state = lab.State(game, 1)
    while len(state.legal()) < 5:
        state.apply(state.legal()[0])
    return state.record(state.seat), state.seat


def searched(game: Any) -> Work:
    record, seat = begun(game)

    def work() -> float:
        lab.search(game, record, seat, SIMULATIONS)
        return SIMULATIONS

    return work


LENGTHS: dict[str, float] = {}
"""Decisions of a roll-out on the average, by who was measured."""


def rolled(game: Any) -> Work:
    record, seat = begun(game)
    deals = 200
    worlds, places = np.concatenate([record] * deals), np.zeros((deals, game.seats), np.int64)
    for number in range(deals):
        entries.resample(worlds[number : number + 1], seat, number)
    scratch = (new_log(0), np.zeros(game.most_legal, np.int32), np.zeros(game.most_legal))
    decisions = play_out(worlds, game.blank(), np.arange(deals), 0, game.evaluator.record(), *scratch, places)
    LENGTHS[called(game.id)] = decisions / deals

    def work() -> float:
        lab.search(game, record, seat, SIMULATIONS, "random")
        return SIMULATIONS

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

OPEN_SPIEL = {
    "Dou Dizhu": ("dou_dizhu", "a climbing game as Chu Han, whole hands as actions"),
    "Goofspiel": ("goofspiel(imp_info=True,num_cards=13)", "both choose a card at the same time, as in Sun Tzu"),
    "Backgammon": ("backgammon", "dice, nothing hidden"),
    "Hex": ("hex(board_size=13)", "a board of Huang's size, nothing hidden, no chance"),
    "Hearts": ("hearts", "tricks, four hands of cards"),
    "Gin Rummy": ("gin_rummy", "hidden hands"),
}
SEARCHED = {"Hearts": "hearts(pass_cards=False)", "Gin Rummy": "gin_rummy"}
"""Games that its ISMCTS takes: it refuses Dou Dizhu, Goofspiel, Backgammon and Hex, which say not what a player knows, are
simultaneous, or have nothing hidden."""


def open_spiel() -> Iterator[Side]:
    import pyspiel

    for title, (name, note) in OPEN_SPIEL.items():
        yield Side(STEP, f"OpenSpiel, {title}", note, lambda name=name: spiel_games(pyspiel.load_game(name)))
    for title, name in (("Dou Dizhu", "dou_dizhu"), ("Hearts", "hearts(pass_cards=False)")):
        note = "random roll-outs to the end inside its C++"
        yield Side(RANDOM, f"OpenSpiel, {title}", note, lambda name=name: spiel_rollouts(pyspiel.load_game(name)))
    for title, name in SEARCHED.items():
        note = "ISMCTS: hidden cards dealt anew, played on at random to the end: {} decisions"
        yield Side(
            ROLLED,
            f"OpenSpiel, {title}",
            note,
            lambda title=title, name=name: spiel_search(title, pyspiel.load_game(name)),
        )


def spiel_games(game: Any) -> Work:
    from spiel import random_game

    chance = random.Random(1)
    return lambda: sum(random_game(game, chance) for _ in range(10))


def spiel_rollouts(game: Any) -> Work:
    from spiel import compiled_decisions, random_game

    chance = random.Random(1)
    mean = sum(random_game(game, chance) for _ in range(50)) / 50
    return lambda: compiled_decisions(game, chance, 1, 200, mean)


def spiel_search(title: str, game: Any) -> Work:
    import pyspiel
    from spiel import deal, random_game

    state, chance = deal(game, random.Random(1)), random.Random(2)
    while len(state.legal_actions()) < 5:
        state.apply_action(state.legal_actions()[0])
    LENGTHS[f"OpenSpiel, {title}"] = sum(random_game(game, chance) for _ in range(50)) / 50

    def work() -> float:
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.ISMCTSBot(1, evaluator, 1.4, SIMULATIONS, -1, final, False, True).step(state)
        return SIMULATIONS

    return work


# PettingZoo, RLCard, Catanatron, Pgx

PGX = {
    "Backgammon": ("backgammon", "dice, nothing hidden"),
    "Sparrow Mahjong": ("sparrow_mahjong", "hidden hands"),
    "Hex": ("hex", "a board of 11 x 11, nothing hidden, no chance"),
}


def others() -> Iterator[Side]:
    for name, note in (("leduc_holdem_v4", "RLCard's rules"), ("connect_four_v3", "a small board, nothing hidden")):
        title = name.rsplit("_", 1)[0].replace("_", " ").title()
        yield Side(
            STEP, f"PettingZoo, {title}", f"{note}; with observations and masks", lambda name=name: petting(name)
        )
    yield Side(STEP, "RLCard, Dou Dizhu", "with states for its agents", rlcard_games)
    note = "a board, goods and hidden cards for four, nearest to Huns; plain Python, dice by the game, actions checked"
    yield Side(STEP, "Catanatron, Catan (4)", note, catan_games)
    for title, (name, what) in PGX.items():
        note = (
            f"{what}; {PGX_SIZE} games, `vmap` and `jit` on the CPU, masks and observations both, dealt anew at the end"
        )
        for kind in (BATCH, SEEN, TWO):
            yield Side(kind, f"Pgx, {title}", note, lambda name=name, kind=kind: pgx_batch(name, kind in CLOCKED))


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
def pgx_steps(name: str) -> tuple[Any, Any, list[Any]]:
    """What chooses and what steps, both compiled, and the state, which all that measure this game go on with."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))

    @jax.jit
    def choose(state: Any, key: Any) -> Any:
        first, *rest = jax.random.split(key, PGX_SIZE + 1)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        return jax.random.categorical(first, logits, axis=-1), jnp.stack(rest)

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), PGX_SIZE))
    return choose, step, [state, jax.random.PRNGKey(2)]


def pgx_batch(name: str, clocked: bool) -> Work:
    """Random decisions; as with ours, who chooses is not measured."""
    import jax

    choose, step, now = pgx_steps(name)
    clock = time.perf_counter if clocked else time.process_time

    def work() -> float:
        spent = 0.0
        for _ in range(4):
            now[1], key = jax.random.split(now[1])
            chosen = jax.block_until_ready(choose(now[0], key))
            start = clock()
            now[0] = jax.block_until_ready(step(now[0], *chosen))
            spent += clock() - start
        return Timed(PGX_SIZE * 4, spent)

    return work
