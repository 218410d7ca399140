"""The browsers' tests again and again, while other work keeps the machine busy: what fails now and then, fails here.

Run ``python bench/steady.py [--times 5] [--busy 2] [--file steady.jsonl]``. Every file of tests that ran is a line of the file,
and of the same sources a run goes on where the one before stopped. At the end it tells how often what has failed.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUSY = "while True: pass"
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


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


def tested(file: Path) -> tuple[int, list[str]]:
    """How many tests of a file passed, and which did not."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "2",
        "--dist",
        "loadgroup",
        "-rfE",
        str(file.relative_to(ROOT)),
    ]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    passed = re.search(r"(\d+) passed", told)
    failed = FAILED.findall(told)
    return int(passed[1]) if passed else 0, failed if passed or failed else [
        f"{file.name}: nothing ran\n{told[-2000:]}"
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--busy", type=int, default=2, help="loops beside the tests")
    parser.add_argument("--file", type=Path, default=Path("steady.jsonl"))
    given, trees = parser.parse_args(), sources()
    lines = [json.loads(line) for line in given.file.read_text().splitlines()] if given.file.exists() else []
    done = [line for line in lines if line["sources"] == trees and line["busy"] == given.busy]
    with busy(given.busy), given.file.open("a") as told:
        for turn in range(given.times):
            for file in sorted(ROOT.glob("tests/e2e/test_*.py")):
                if any((line["turn"], line["file"]) == (turn, file.name) for line in done):
                    continue
                start = time.monotonic()
                passed, failed = tested(file)
                line = {"sources": trees, "busy": given.busy, "turn": turn, "file": file.name}
                line |= {"seconds": round(time.monotonic() - start), "passed": passed, "failed": failed}
                done.append(line)
                print(json.dumps(line), file=told, flush=True)
                print(f"{turn + 1}/{given.times} {file.name}: {passed} passed, {len(failed)} failed", flush=True)
    failures = Counter(name for line in done for name in line["failed"])
    print(
        f"{sum(line['passed'] for line in done)} passed, {failures.total()} failed, with {given.busy} loops beside them"
    )
    for name, count in failures.most_common():
        print(f"{count} times: {name}")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
