"""How long it takes until all pages are current again when a server is back: all of them come at once, to stored games.

``python bench/reconnect.py [--pages 1000] [--rows 175] [--anew] [--beside PATH]``: each page is a guest at a game of its own,
in turn Chu Han, Sun Tzu, Huang for five and Huns for four, that was played at random for so many rows. They connect when the
server has just started, so every game has to be opened; then all lines are cut and they come once more, to games in memory.
They say what they have already and get the rest; with ``--anew`` that is nothing, and they get the whole table.
Seconds are those of the wall, and of the server's processor; the pages run in this process, beside the server.
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
from typing import Any

import msgspec
from book import row, times
from crowd import processor_time
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

import tianxia
from tianxia.tables.opening import FILE
from tianxia.tables.sqlite import SqliteStore

try:
    from tianxia.tables import history
except ImportError:  # an older checkout
    from tianxia.tables import course as history  # type: ignore[attr-defined, no-redef]
try:
    from tianxia.tables.store import Person
except ImportError:  # likewise
    from tianxia.tables.store import Guest as Person  # type: ignore[attr-defined, no-redef]
try:
    from tianxia.tables.rows import ActionRow, Row, Seat
    from tianxia.tables.setup import Setup
    from tianxia.tables.snapshots import pack
except ImportError:  # likewise
    from tianxia.tables.store import ActionRow, Row, Seat, Setup  # type: ignore[attr-defined, no-redef]

    pack = getattr(history, "pack", None)  # type: ignore[assignment]
try:
    from tianxia.tables.keeping import SNAPSHOT
except ImportError:  # likewise
    SNAPSHOT = 50

NUMBERS = "numbers.json"
HERE = Path(__file__).parents[1]
GAMES = (("chu-han", {}), ("sun-tzu", {}), ("huang", {"players": 5}), ("huns", {"players": 4}))
SERVE = """
import sys
from tianxia.server import Settings, run
from tianxia.tables.pace import AT_ONCE
limits = {"sockets": 10**5, "work": 1e9, "work_at_once": 1e9}
run(Settings(port=0, data_dir=sys.argv[1], workers=0, limits=limits), pace=AT_ONCE)
"""


def played(game: tianxia.Game, seed: int, count: int) -> tuple[tuple[Row, ...], int, Any, Any]:
    """The rows of a game at random, so many of them or all of it; the number that its first seat has then; how it stands for
    lists; and how it stood when it was kept last, if it is kept."""
    chance, kept = random.Random(seed), None
    begun, rows = history.begun(game, seed, [Seat("Guest", guest="g")] * game.seats, time.time())
    while not begun.over and begun.rows < count:
        seat = chance.choice(begun.to_act)
        action = game.actions.text(int(chance.choice(begun.match.legal_ids(seat))))
        prepared = begun.prepare(ActionRow(seat, action, number=begun.rows, at=time.time()))
        begun.accept(prepared)
        rows += (prepared.row,)
        if begun.rows % SNAPSHOT == 0 and begun.rows < count and not begun.over and hasattr(begun, "snapshot"):
            kept = begun.snapshot()
    return rows, begun.streams[0].number, begun.now.standing, kept


async def stored(folder: Path, pages: int, count: int) -> None:
    """Games in a store, one for each page."""
    store = SqliteStore(folder / FILE)
    made, numbers = [], []
    for name, options in GAMES:
        game = tianxia.load(name, **options)
        made += [(game, options, seed, *played(game, seed, count)) for seed in range(5)]
    for page in range(pages):
        game, options, seed, rows, number, standing, kept = made[page % len(made)]
        numbers.append(number)
        seats = (Seat("Guest", guest=f"g{page}"), *[Seat("Other", guest=f"other{page}")] * (game.seats - 1))
        first = history.begun(game, seed, seats, time.time())[1]
        made_of = (tianxia.__version__, game.fingerprint(), game.assets_digest())
        setup = Setup(f"t{page}", game.id, options, seed, "salt", time.time(), "en", *made_of)
        await getattr(store, "people", store).add_guest(Person(f"g{page}", "Guest"), f"token{page}")
        if kept is None:
            await store.create(setup, first + rows[len(first) :], standing)
        else:
            await store.create(setup, first + rows[len(first) : kept.rows])
            snapshot = pack(msgspec.structs.replace(kept, now=(seats, *kept.now[1:])))
            await store.append(setup.id, kept.rows, rows[kept.rows :], standing=standing, snapshot=snapshot)
    await store.close()
    (folder / NUMBERS).write_text(json.dumps(numbers))


async def visit(host: str, page: int, last: int) -> tuple[float, ClientConnection, int]:
    """A page connects and gets the table; when, its line and its number."""
    line = await connect(
        f"ws://{host}/table/t{page}/socket",
        origin=Origin(f"http://{host}"),
        additional_headers={"Cookie": f"tianxia_guest=token{page}"},
        open_timeout=120,
        compression=None,
    )
    await line.send(json.dumps({"type": "hello", "last": last}))
    while "number" not in (frame := json.loads(await line.recv())):
        assert frame["type"] != "error", frame
    return time.perf_counter(), line, frame["number"]


async def all_at_once(host: str, numbers: list[int], anew: bool, name: str, process: int) -> None:
    pages = len(numbers)
    for what in ("to stored games", "to games in memory"):
        start, used = time.perf_counter(), processor_time(process)
        came = await asyncio.gather(*(visit(host, page, 0 if anew else numbers[page]) for page in range(pages)))
        assert [number for _, _, number in came] == numbers
        told = f"{pages} pages{' with nothing yet' if anew else ''}, {what}{name}"
        times(told, [at - start for at, _, _ in came], "< 5 s at p95")
        row(f"{told}: processor each", "{:.1f} ms", 1e3 * (processor_time(process) - used) / pages)
        for _, line, _ in came:
            line.transport.abort()


def measure(name: str, checkout: Path, pages: int, rows: int, anew: bool) -> None:
    environment = os.environ if checkout == HERE else {**os.environ, "PYTHONPATH": str(checkout / "src")}
    with tempfile.TemporaryDirectory() as folder:
        ours = [sys.executable, __file__, "--pages", str(pages), "--rows", str(rows), "--store", folder]
        subprocess.run(ours, env=environment, check=True)
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE, folder], env=environment, stdout=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://(\S+)/", process.stdout.readline())
            assert found, "the server did not start"
            numbers = json.loads((Path(folder) / NUMBERS).read_text())
            host = found[1].replace("localhost", "127.0.0.1")
            asyncio.run(all_at_once(host, numbers, anew, name, process.pid))
        finally:
            process.terminate()
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--rows", type=int, default=175)
    parser.add_argument("--anew", action="store_true", help="pages that have nothing yet")
    parser.add_argument("--beside", type=Path, help="another checkout")
    parser.add_argument("--store", type=Path, help="only makes the games, in this folder")
    given = parser.parse_args()
    if given.store:
        asyncio.run(stored(given.store, given.pages, given.rows))
        return
    print(f"{os.cpu_count()} processors, load {', '.join(f'{load:.1f}' for load in os.getloadavg())}")
    for name, path in (("", HERE), *([(", beside", given.beside.resolve())] if given.beside else [])):
        measure(name, path, given.pages, given.rows, given.anew)


if __name__ == "__main__":
    main()
