"""How fast the games are beside others of their kind: ratios, tables and a chart, of one run.

What is measured is written down at once (peers.jsonl), so a run of the same rules that was stopped goes on. All runs take
turns; told are medians of five, a second being one of CPU time, since other work on the machine disturbs that less. Peers that
are not installed are left out and named: `pip install --group bench`. About twelve minutes; `--quick` takes two, for a look
whether it runs. `--docs` writes what was found into README.md, docs/speed.md and docs/images/speed.svg.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from peers_chart import chart
from peers_sides import (
    CHAIN,
    COLD,
    KINDS,
    LENGTHS,
    MATCH,
    PGX,
    RANDOM,
    ROLLED,
    STARTS,
    STATE,
    STEP,
    TWO,
    UNITS,
    Side,
    Timed,
    Work,
    called,
    sides,
)
from spiel import PEERS, measured

from tianxia.engine.sources import sources_digest

ROOT = Path(__file__).parents[1]
SHOWN = ("chu-han", "sun-tzu", "huns", "huang")


class Ratio(NamedTuple):
    """How many times as much of ours there is as of a peer: what is told of it, both kinds, and what we want it to be."""

    told: str
    kind: str
    door: str
    peer_kind: str
    peers: dict[str, str]
    wanted: tuple[float, ...]
    """By game, in the order of SHOWN."""


DRIVEN = {name: f"OpenSpiel, {title}" for name, (title, _) in PEERS.items()}
BATCHED = {
    name: f"Pgx, {title}"
    for name, title in zip(SHOWN, ("Sparrow Mahjong", "Sparrow Mahjong", "Backgammon", "Hex"), strict=True)
}
HEARTS, RUMMY = (dict.fromkeys(SHOWN, f"OpenSpiel, {title}") for title in ("Hearts", "Gin Rummy"))
assert {peer.removeprefix("Pgx, ") for peer in BATCHED.values()} == {*PGX}

RATIOS = (
    Ratio(
        "random play inside compiled code / OpenSpiel driven from Python", RANDOM, "", STEP, DRIVEN, (70, 70, 250, 10)
    ),
    Ratio("`Match` driven from Python / the same", STEP, MATCH, STEP, DRIVEN, (0.5, 0.5, 2, 0.3)),
    Ratio(
        "`Match` and its chain of hashes, driven from Python / the same", STEP, CHAIN, STEP, DRIVEN, (0.5, 0.5, 2, 0.3)
    ),
    Ratio("`lab.State` driven from Python / the same", STEP, STATE, STEP, DRIVEN, (2, 2, 8, 1)),
    Ratio("a batch with masks and records on two cores / Pgx", TWO, "", TWO, BATCHED, (50, 50, 100, 5)),
    Ratio(
        "search, decisions of random roll-outs / OpenSpiel's ISMCTS in Hearts", ROLLED, "", ROLLED, HEARTS, (5, 5, 5, 3)
    ),
    Ratio("search, random roll-outs to the end / the same", ROLLED, "", ROLLED, HEARTS, (5, 5, 5, 3)),
    Ratio(
        "search, random roll-outs to the end / OpenSpiel's ISMCTS in Gin Rummy", ROLLED, "", ROLLED, RUMMY, (5, 5, 5, 3)
    ),
)
EQUAL_LENGTH = RATIOS[5]
"""A roll-out of ours may be ten times as long as one of theirs: here those of both count by their decisions."""


def rate(side: Side, work: Work, seconds: float) -> float:
    """Work a CPU second, or one of the clock where it takes several cores; for a start its seconds."""
    if side.kind in STARTS:
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
    parser.add_argument("--quick", action="store_true", help="each once and shortly, nothing compiled anew")
    parser.add_argument("--docs", action="store_true", help="write it into the documentation")
    parser.add_argument("--out", type=Path, default=Path(), help="a folder")
    parser.add_argument("--only", default="", help="what begins like this: a kind")
    arguments = parser.parse_args()
    book = arguments.out / "peers.jsonl"
    found: dict[str, list[float]] = {}
    runs, seconds = (1, 0.02) if arguments.quick else (5, 0.5)
    run = f"{sources_digest()} {runs}"
    for line in book.read_text().splitlines() if book.exists() else []:
        noted = json.loads(line)
        if noted["run"] == run:
            found.setdefault(noted["key"], []).append(noted["value"])
            LENGTHS.update(noted["lengths"])
    ready: dict[str, Work] = {}
    missing: dict[str, str] = {}
    wanted = [side for side in sides() if side.key.startswith(arguments.only)]
    for number in range(runs):
        for side in wanted:
            most = 1 - arguments.quick if side.kind == COLD else runs
            if len(found.get(side.key, [])) >= min(most, number + 1) or side.key in missing:
                continue
            try:
                if side.key not in ready:
                    ready[side.key] = side.ready()
                    if side.kind not in STARTS:
                        ready[side.key]()  # what is compiled when first needed is
                value = rate(side, ready[side.key], seconds)
            except ImportError as error:
                print(f"{side.key}: left out, {error}")
                missing[side.key] = side.who
                continue
            found.setdefault(side.key, []).append(value)
            with book.open("a") as file:
                file.write(json.dumps({"run": run, "key": side.key, "value": value, "lengths": LENGTHS}) + "\n")
            print(f"{number + 1}/{runs} {side.key}: {value:,.2f}", flush=True)
    medians = {side: statistics.median(found[side.key]) for side in wanted if side.key in found}
    tables, ratios = table(medians, [*dict.fromkeys(missing.values())]), ratio_table(medians)
    picture = chart([(side.kind, side.who, value) for side, value in medians.items() if side.kind not in STARTS])
    (arguments.out / "peers.md").write_text(f"{ratios}\n{tables}")
    (arguments.out / "peers.svg").write_text(picture)
    if arguments.docs:
        chart_of = "\n![How many a second, ours and theirs](%s)\n"
        put(ROOT / "README.md", "ratios", ratios + chart_of % "docs/images/speed.svg")
        put(ROOT / "docs" / "speed.md", "measured", ratios + chart_of % "images/speed.svg" + f"\n{tables}")
        (ROOT / "docs" / "images" / "speed.svg").write_text(picture)
    print(*verdicts(medians), sep="\n")


def ratio_of(ratio: Ratio, name: str, medians: dict[Side, float]) -> float | None:
    """How many times as much of ours there is; None where one of both was not measured."""
    values = {side.key: value for side, value in medians.items()}
    ours = values.get(f"{ratio.kind} | {called(name, ratio.door)}")
    peer = values.get(f"{ratio.peer_kind} | {ratio.peers[name]}")
    if ratio is EQUAL_LENGTH and ours and peer:
        return ours * LENGTHS[called(name)] / (peer * LENGTHS[ratio.peers[name]])
    return ours / peer if ours and peer else None


def verdicts(medians: dict[Side, float]) -> list[str]:
    """Each ratio beside what we want it to be."""
    lines = []
    for ratio in RATIOS:
        for name, wanted in zip(SHOWN, ratio.wanted, strict=True):
            found = ratio_of(ratio, name, medians)
            if found is not None:
                reached = "reached" if found >= wanted else "MISSED"
                lines.append(f"{called(name)}: {ratio.told}: {found:,.2f} x, wanted {wanted:g} x: {reached}")
    return lines


def ratio_table(medians: dict[Side, float]) -> str:
    """The ratios by game."""
    lines = [
        f"| times as many a second, ours / theirs | {' | '.join(told(name) for name in SHOWN)} |",
        f"| --- |{' ---: |' * len(SHOWN)}",
    ]
    for ratio in RATIOS:
        found = [ratio_of(ratio, name, medians) for name in SHOWN]
        cells = ("" if one is None else f"{one:,.0f}" if one >= 10 else f"{one:.1f}" for one in found)
        lines.append(f"| {ratio.told} | {' | '.join(cells)} |")
    nearest = ", ".join(f"{told(name)} {DRIVEN[name].split(', ')[1]}" for name in SHOWN)
    pgx = ", ".join(f"{told(name)} {BATCHED[name].split(', ')[1]}" for name in SHOWN)
    lines += [
        "",
        f"Beside OpenSpiel's nearest game ({nearest}) and Pgx's on the CPU ({pgx}).",
        "These are other games, longer or shorter, with more or less hidden: the ratios tell the order of magnitude. In the",
        "first row ours is inside compiled code, where a search and a batch play; theirs is driven from Python, as most do it.",
    ]
    return "\n".join(lines) + "\n"


def told(name: str) -> str:
    game = measured(name)
    return f"{game.title} ({game.seats})"


def table(medians: dict[Side, float], missing: list[str]) -> str:
    """Everything that was measured, and what may be compared."""
    lines = [
        f"Measured with {versions()}",
        f"on {processor()}; medians of five, rates by second of CPU time, on two cores by second of the clock.",
        "",
        "Rows of one table do the same in kind, not the same game. Not comparable are what runs inside compiled code with what",
        "is driven from Python; decisions of a game with few actions, as Leduc Hold'em, with those of one with thousands;",
        "simulations that play on to the end with such as stop at the end of a phase. A batch of Pgx is made for a GPU.",
    ]
    for kind in KINDS:
        unit = UNITS.get(kind, "decisions/s")
        rows = [(side, value) for side, value in medians.items() if side.kind == kind]
        if rows:
            lines += ["", f"| {kind} | {unit} | |", "| --- | ---: | --- |"]
        for side, value in rows:
            note = side.note.format(f"{LENGTHS.get(side.who, 0):,.0f}")
            lines.append(f"| {side.who} | {f'{value:,.2f}' if unit == 's' else f'{value:,.0f}'} | {note} |")
    if missing:
        lines += ["", f"Not installed, so not measured: {', '.join(missing)}."]
    return "\n".join(lines) + "\n"


def put(page: Path, name: str, text: str) -> None:
    """Write a text into a page, between the marks that are there for it."""
    begin, end = f"<!-- {name}: written by bench/peers.py --docs -->\n", f"<!-- end of {name} -->"
    head, rest = page.read_text("utf-8").split(begin)
    page.write_text(f"{head}{begin}{text}{end}{rest.split(end)[1]}", "utf-8")


def processor() -> str:
    """What it was measured on."""
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return f"{line.split(': ')[1]}, {os.cpu_count()} cores"
    return f"{platform.machine()}, {os.cpu_count()} cores"


def versions() -> str:
    found = [f"Python {platform.python_version()}"]
    for package in ("tianxia", "numba", "open_spiel", "pettingzoo", "rlcard", "catanatron", "pgx", "jax"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


if __name__ == "__main__":
    main()
