"""A thousand pages at once: how long they wait for their boards, and how long the server takes to stop under them.

The games are stored first, some dozens of moves each. Then all pages open at the same moment; the server is told to stop,
with all of them open, and starts anew; all pages come back at the same moment, as after an update.

Run ``python bench/crowd.py [--pages 1000] [--moves 60]``.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from book import row, times
from websockets import Origin
from websockets.asyncio.client import connect

import tianxia
from tianxia.server.visitors import GUEST_COOKIE
from tianxia.tables.history import History, begun
from tianxia.tables.opening import FILE
from tianxia.tables.rows import ActionRow, Row, Seat
from tianxia.tables.setup import Setup
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.store import Person

TOKEN = "crowd"  # one guest sits at all tables
DEALS = 4  # of each game; the others are copies of these
SERVER = """
import sys
from tianxia.server import Settings, run
limits = {"sockets": 100_000, "work": 1e9, "work_at_once": 1e9}
run(Settings(port=0, data_dir=sys.argv[1], workers=0, limits=limits))
"""


def played(game: str, deal: int, moves: int) -> tuple[History, list[Row]]:
    """A random game between two guests, or more, and its rows."""
    loaded, chance = tianxia.load(game), random.Random(deal)
    history, first = begun(loaded, deal, [Seat(name, guest=name) for name in ["ada", *loaded.seat_names[1:]]], 1.0)
    rows = list(first)
    while history.match.to_act and len(rows) < moves:
        seat = history.match.to_act[0]
        action = loaded.action(int(chance.choice(history.match.legal_ids(seat)))).text
        prepared = history.prepare(ActionRow(seat, action, number=history.rows, at=1.0))
        history.accept(prepared)
        rows.append(prepared.row)
    return history, rows


async def store_games(folder: Path, pages: int, moves: int) -> list[str]:
    """Stores as many games as there are pages; gives their names."""
    kinds = [(game, deal, *played(game, deal, moves)) for game in tianxia.games() for deal in range(DEALS)]
    store, names = SqliteStore(folder / FILE), [f"crowd{number}" for number in range(pages)]
    await store.people.add_guest(Person("ada", "Ada", False), TOKEN)

    async def put(number: int) -> None:
        game, deal, history, rows = kinds[number % len(kinds)]
        setup = Setup(names[number], game, {}, deal, "salt", 1.0, "en", tianxia.__version__, history.game.fingerprint())
        await store.create(setup, tuple(rows), history.now.standing)

    await asyncio.gather(*map(put, range(pages)))
    await store.close()
    return names


def start(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """The server, and its host and port once its rules are compiled."""
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(folder)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://(127\.0\.0\.1:\d+)/", process.stdout.readline())
    assert found, "the server did not start"
    while json.loads(urlopen(f"http://{found[1]}/health").read())["rules"] != "compiled":
        time.sleep(0.5)
    return process, found[1]


def processor_time(process: int) -> float:
    """Seconds that a process has used, whatever else the machine does."""
    used = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


async def open_pages(host: str, names: list[str], lines: list[asyncio.Task[None]]) -> list[float]:
    """Opens all tables at once and leaves them open; seconds until each has its board."""
    waited: list[float] = []
    all_here = asyncio.Event()

    async def look(name: str) -> None:
        begin = time.monotonic()
        async with connect(
            f"ws://{host}/table/{name}/socket",
            origin=Origin(f"http://{host}"),
            additional_headers={"Cookie": f"{GUEST_COOKIE}={TOKEN}"},
            compression=None,
            open_timeout=300,
            ping_interval=None,
        ) as socket:
            await socket.send(json.dumps({"type": "hello", "last": 0}))
            frame = json.loads(await socket.recv())
            assert frame["type"] == "full", frame
            waited.append(time.monotonic() - begin)
            if len(waited) == len(names):
                all_here.set()
            async for _ in socket:
                pass

    lines += [asyncio.create_task(look(name)) for name in names]
    await all_here.wait()
    return sorted(waited)


async def visit(folder: Path, names: list[str], what: str) -> None:
    """Starts a server, opens all pages and stops it under them; tells how long both took."""
    process, host = start(folder)
    lines: list[asyncio.Task[None]] = []
    try:
        before = processor_time(process.pid)
        waited = await open_pages(host, names, lines)
        cost = (processor_time(process.pid) - before) / len(names)
        begin = time.monotonic()
        process.terminate()
        await asyncio.to_thread(process.wait, 120)
        took = time.monotonic() - begin
    finally:
        process.kill()
    await asyncio.gather(*lines, return_exceptions=True)
    times(f"boards of {len(names)} pages at once, {what}", waited)
    row(f"processor for each; SIGTERM with all open, {what}", "{:.1f} ms; stopped after {:.2f} s", 1e3 * cost, took)


async def measure(folder: Path, pages: int, moves: int) -> None:
    names = await store_games(folder, pages, moves)
    for what in ("first visit", "after a restart"):
        await visit(folder, names, what)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=60, help="rows of each game")
    given = parser.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), given.pages, given.moves))
    print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
