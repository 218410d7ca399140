"""Shared by the benchmarks: medians of several runs, the sides taken in turn, and a small table.

Times are seconds of CPU, so that other work on the machine disturbs less; both sides use one core.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Mapping

from rich.console import Console
from rich.table import Table

RUNS = 5


def runs() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=RUNS, help="the median of so many runs is shown")
    return int(parser.parse_args().runs)


def rates(sides: Mapping[str, Callable[[], float]], count: int) -> dict[str, list[float]]:
    """Rates by side: each side is a function that does some work and returns how much; the first run is thrown away."""
    found: dict[str, list[float]] = {name: [] for name in sides}
    for number in range(count + 1):
        for name, work in sides.items():
            start = time.process_time()
            done = work()
            if number:
                found[name].append(done / (time.process_time() - start))
    return found


def report(title: str, unit: str, found: Mapping[str, list[float]], target: float | None = None) -> None:
    """Print the medians, their spread, and the ratio of the first side to each other one."""
    table = Table("", unit, "least", "most", "ours is", title=title, title_justify="left")
    medians = {name: statistics.median(values) for name, values in found.items()}
    ours = next(iter(medians.values()))
    for number, (name, values) in enumerate(found.items()):
        ratio = f"{ours / medians[name]:.1f} ×" if number else ""
        table.add_row(name, *(f"{x:,.0f}" for x in (medians[name], min(values), max(values))), ratio)
    Console().print(table)
    if target is not None:
        print(f"target {target:,.0f} {unit}: {'reached' if ours >= target else 'MISSED'}")
