"""Start: from launching Python to the first list of legal actions; and compiling everything in an empty cache."""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

# OpenSpiel, the peer of the other benchmarks, brings SciPy, which Numba imports if it is there: players have none
FIRST_LIST = (
    "import sys; sys.modules['scipy'] = None; import tianxia; print(len(tianxia.load('chu-han').new(1).legal(0)))"
)
WARM_TARGET, COLD_TARGET = 1.0, 20.0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5, help="the median of so many warm starts is shown")
    parser.add_argument("--cold", action="store_true", help="compile everything in a temporary cache first (slow)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ)
        if arguments.cold:
            environment["TIANXIA_CACHE"] = folder
        seconds, cpu = run([sys.executable, "-m", "tianxia.cli", "warmup"], environment)
        if arguments.cold:
            tell("cold warmup, CPU", cpu, COLD_TARGET)
            print(f"cold warmup, wall clock: {seconds:.1f} s")
        starts = [run([sys.executable, "-c", FIRST_LIST], environment) for _ in range(arguments.runs)]
        tell("warm start to the first list, wall clock", statistics.median(wall for wall, _ in starts), WARM_TARGET)
        print(f"warm start, CPU: {statistics.median(cpu for _, cpu in starts):.2f} s")


def run(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Wall-clock and CPU seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tell(what: str, seconds: float, target: float) -> None:
    print(f"{what}: {seconds:.2f} s; target {target:.0f} s: {'reached' if seconds < target else 'MISSED'}")


if __name__ == "__main__":
    main()
