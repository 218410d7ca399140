"""The browsers' tests again and again, while other work keeps the machine busy: what fails now and then, fails here.

Run ``python bench/steady.py [--times 5] [--busy 2] [--file steady.jsonl] [TESTS ...]``. Every test that ran is a line of the
file, and of the same sources a run goes on where the one before stopped. At the end it tells how often what has failed.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUSY = "while True: pass"
TOLD = re.compile(r"^\[gw\d+\] \[ *\d+%\] (\w+) (.+?)(?:@\S+)? *$")
"""A test that one of pytest's workers has done, and the group that keeps it with others."""


@contextmanager
def busy(loops: int) -> Iterator[None]:
    beside = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(loops)]
    try:
        yield
    finally:
        for loop in beside:
            loop.kill()
            loop.wait()


def sources() -> str:
    """What is tested, by its trees in git: texts beside them may change."""
    named = [f"HEAD:{folder}" for folder in ("src", "web", "tests")]
    trees = subprocess.run(["git", "rev-parse", *named], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return " ".join(tree[:12] for tree in trees.split())


def tested(tests: list[str], done: set[str]) -> Iterator[tuple[str, str]]:
    """Each test that is not done, as soon as it is, with what came of it; prints what else pytest says."""
    left_out = [f"--deselect={test}" for test in sorted(done)]
    command = [sys.executable, "-m", "pytest", "-vv", "-n", "3", "--dist", "loadgroup", *tests, *left_out]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for line in running.stdout:
            if found := TOLD.match(line.rstrip("\n")):
                yield found[2], found[1].lower()
            else:
                print(line, end="", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", default=["tests/e2e"])
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--busy", type=int, default=2, help="loops beside the tests")
    parser.add_argument("--file", type=Path, default=Path("steady.jsonl"))
    given, trees = parser.parse_args(), sources()
    lines = [json.loads(line) for line in given.file.read_text().splitlines()] if given.file.exists() else []
    done = [line for line in lines if line["sources"] == trees and line["busy"] == given.busy]
    with busy(given.busy), given.file.open("a") as told:
        for turn in range(given.times):
            for test, outcome in tested(given.tests, {line["test"] for line in done if line["turn"] == turn}):
                line = {"sources": trees, "busy": given.busy, "turn": turn, "test": test, "outcome": outcome}
                done.append(line)
                print(json.dumps(line), file=told, flush=True)
    outcomes, failures = Counter(line["outcome"] for line in done), Counter[str]()
    for line in done:
        failures[line["test"]] += line["outcome"] != "passed"
    told_of = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
    print(f"{told_of}, with {given.busy} loops beside them")
    for name, count in (+failures).most_common():
        print(f"{count} times: {name}")
    sys.exit(outcomes.keys() != {"passed"})


if __name__ == "__main__":
    main()
