"""Shared by the benchmarks of a whole server: the rows of their tables, of several runs, and a file from which one goes on."""

import json
import os
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from server import share

BEGIN, END = "<!-- carries: written by bench/load.py --docs -->\n", "<!-- end of carries -->"


class Row(NamedTuple):
    """Something that was measured: how it is told, its numbers, and what is wanted of it."""

    what: str
    form: str
    values: Sequence[float]
    target: str = ""
    summed: bool = False  # of several runs all is told together, as of what was lost; else their medians are

    @property
    def told(self) -> str:
        return self.form.format(*self.values)


found: list[Row] = []
"""The rows of the part that is measured now."""


def row(what: str, form: str, *values: float, target: str = "", summed: bool = False) -> None:
    """Prints a row and keeps it."""
    made = Row(what, form, values, target, summed)
    found.append(made)
    print(f"{what:46} {made.told:46} {target}", flush=True)


def times(what: str, seconds: Iterable[float], target: str = "") -> None:
    """The row of how long something took each time."""
    taken = list(seconds)
    parts = [1e3 * share(taken, part) if taken else float("nan") for part in (0.5, 0.95, 0.99)]
    row(what, "p50 {:.1f} ms, p95 {:.1f} ms, p99 {:.1f} ms", *parts, target=target)


class Book:
    """What was measured so far, a line for each run of a part."""

    def __init__(self, file: Path, asked: str) -> None:
        """Only what was ``asked`` for with the same words counts."""
        self._file, self._asked = file, asked
        self._parts: dict[str, list[list[Row]]] = {}
        for line in file.read_text().splitlines() if file.exists() else []:
            noted = json.loads(line)
            if noted["asked"] == asked:
                self._parts.setdefault(noted["part"], []).append([Row(*one) for one in noted["rows"]])

    def runs(self, part: str) -> int:
        """How often a part was measured."""
        return len(self._parts.get(part, ()))

    def note(self, part: str) -> None:
        """Keeps what was found just now."""
        self._parts.setdefault(part, []).append(found.copy())
        with self._file.open("a") as file:
            file.write(json.dumps({"asked": self._asked, "part": part, "rows": found}) + "\n")
        found.clear()

    def table(self, parts: Iterable[str]) -> str:
        """All of it as a table."""
        lines = ["| | measured | wanted |", "| --- | --- | --- |"]
        for part in parts:
            if not (runs := self._parts.get(part)):
                continue
            lines.append(f"| **{part}**, {len(runs)} run{'s' if len(runs) > 1 else ''} | | |")
            for one in runs[-1]:
                same = [other.values for run in runs for other in run if other.what == one.what]
                merge = sum if one.summed else statistics.median
                made = one._replace(values=[merge(values) for values in zip(*same, strict=True)])
                lines.append(f"| {made.what} | {made.told} | {made.target} |")
        return "\n".join(lines) + "\n"

    def write(self, page: Path, parts: Sequence[str]) -> None:
        """Writes the table into a page, between the marks that are there for it."""
        head, rest = page.read_text("utf-8").split(BEGIN)
        told = f"Medians of the runs, sums of what was lost, on {os.cpu_count()} cores; {self._asked}.\n\n"
        page.write_text(f"{head}{BEGIN}{told}{self.table(parts)}{END}{rest.split(END)[1]}", "utf-8")
