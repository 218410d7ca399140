"""How many machine instructions a random decision takes, counted by Valgrind; by hand: it takes some minutes.

Counted are games less the start of the program. Valgrind knows no AVX-512, so the rules are compiled for a Haswell first.
"""

import os
import re
import subprocess
import sys
import tempfile

import llvmlite.binding
import numpy as np
from spiel import PEERS, measured

GAMES = {"chu-han": 20_000, "sun-tzu": 8_000, "huang": 1_000, "huns": 10_000}  # so many that they outweigh the start
HASWELL = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx2,+bmi,+bmi2,+fma,+lzcnt,+popcnt"}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        # the same seed of hashes, or each start of Python would take another number of instructions
        environment = {**os.environ, **HASWELL, "TIANXIA_CACHE": folder, "PYTHONHASHSEED": "0"}
        run([sys.executable, __file__, *("1" for _ in PEERS)], environment)  # compiles
        few, start = counted(["1" for _ in PEERS], environment)
        print("| instructions a decision | |\n| --- | ---: |")
        for place, name in enumerate(PEERS):
            many, instructions = counted([str(GAMES[n]) if n == name else "1" for n in PEERS], environment)
            game = measured(name)
            each = (instructions - start) / (many[place] - few[place])
            print(f"| {game.title} ({game.seats}) | {each:,.0f} |", flush=True)


def counted(games: list[str], environment: dict[str, str]) -> tuple[list[int], int]:
    """Decisions of each game and the instructions of it all."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    told = run([*valgrind, sys.executable, __file__, *games], environment)
    instructions = re.search(r"Collected : (\d+)", told)
    assert instructions
    return [int(number) for number in re.findall(r"^decisions (\d+)", told, re.MULTILINE)], int(instructions[1])


def run(command: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout + done.stderr


def play(games: list[int]) -> None:
    """So many games of each."""
    llvmlite.binding.get_host_cpu_name = lambda: (
        "haswell"
    )  # under Valgrind the compiled code is looked for by this name too
    llvmlite.binding.get_host_cpu_features = llvmlite.binding.FeatureMap
    from tianxia.engine import _entries as entries
    from tianxia.engine.kinds import new_log

    for name, count in zip(PEERS, games, strict=True):
        game = measured(name)
        states, start = game.blank(), np.concatenate([game.blank(), game.blank()])
        ids, log = np.zeros(game.most_legal, np.int32), new_log(0)
        tally = np.zeros((game.seats + 1, game.seats), np.int64)
        print("decisions", entries.random_games(states, start, np.arange(count), 1, log, ids, tally))


if __name__ == "__main__":
    play([int(count) for count in sys.argv[1:]]) if len(sys.argv) > 1 else main()
