"""Shared by the benchmarks of a whole server: the server as a process, and people who play at its tables over the wire.

One guest has all seats of a game, as several at one screen do; each seat has a socket of its own. So a game is one request.
"""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import tianxia
from server import after
from tianxia.server.visitors import GUEST_COOKIE
from tianxia.tables.history import History
from tianxia.tables.opening import FILE
from tianxia.tables.sqlite import SqliteStore

SERVE = """
import json, sys
from tianxia.server import Settings, run
from tianxia.tables.pace import AT_ONCE
limits = dict.fromkeys(("games", "entries", "work", "calls"), 1e9)
limits |= dict.fromkeys(("games_at_once", "entries_at_once", "calls_at_once", "sockets"), 10**6) | {"work_at_once": 1e9}
run(Settings(limits=limits, **json.loads(sys.argv[1])), pace=AT_ONCE)
"""
RETRY = 0.4
"""Seconds until a page dials again, about; see connection.ts."""


class Site:
    """A server that comes back at the same port, with the same folder."""

    def __init__(self, folder: Path, workers: int | None = 0) -> None:
        self.settings = {"data_dir": str(folder), "workers": workers, "port": 0}
        self.process: subprocess.Popen[str]

    def start(self) -> float:
        """Seconds until it answers."""
        begin = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, json.dumps(self.settings)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        assert found, "the server did not start"
        self.settings["port"] = int(found[1])
        self.health()
        return time.monotonic() - begin

    def health(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"http://{self.host}/health") as answer:
            return dict(json.loads(answer.read()))

    def compiled(self) -> None:
        """Waits for the rules, unless they stay interpreted; only the first start of a version has to compile them."""
        while self.health()["rules"] != "compiled" and os.environ.get("NUMBA_DISABLE_JIT") != "1":
            time.sleep(0.5)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.settings['port']}"

    @property
    def memory(self) -> float:
        """MB that the process has in memory."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        return int(found[1]) / 1024 if found else 0.0


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def begin(host: str, token: str, **form: str) -> tuple[str, str]:
    """A new game; its name and the token of the guest who has it."""
    request = urllib.request.Request(f"http://{host}/play", urlencode(form).encode(), {"Origin": f"http://{host}"})
    if token:
        request.add_header("Cookie", f"{GUEST_COOKIE}={token}")
    try:
        answer = urllib.request.build_opener(Stay).open(request)
    except urllib.error.HTTPError as redirect:
        answer = redirect  # type: ignore[assignment]
    assert answer.status == 303, answer.read()
    given = re.search(rf"{GUEST_COOKIE}=([^;]+)", " ".join(answer.headers.get_all("set-cookie") or []))
    return answer.headers["location"].removeprefix("/table/"), given[1] if given else token


def dial(host: str, table: str, token: str, seat: object = None, **more: Any) -> connect:
    """The line of a page; as an onlooker's without a token."""
    query = "" if seat is None else f"?seat={seat}"
    cookie = {"Cookie": f"{GUEST_COOKIE}={token}"} if token else {}
    return connect(
        f"ws://{host}/table/{table}/socket{query}",
        origin=Origin(f"http://{host}"),
        additional_headers=cookie,
        compression=None,
        open_timeout=300,
        ping_interval=None,
        **more,
    )


class Company:
    """All who play, and what was counted."""

    def __init__(self, site: Site, seed: int = 1) -> None:
        self.site, self.chance = site, random.Random(seed)
        self.times: list[float] = []  # seconds from each command to the view that it led to
        self.counts: Counter[str] = Counter()
        self.ready: dict[Line, None] = {}  # who is asked, in the order in which they were
        self.acknowledged: dict[str, set[str]] = {}  # commands, by game
        self.tasks: set[asyncio.Task[None]] = set()
        self.tables: dict[Table, None] = {}
        self.token = ""

    async def table(self, game: str, lines: int = 2) -> "Table":
        """A new game and the lines of its first seats."""
        name, self.token = await asyncio.to_thread(begin, self.site.host, self.token, game=game, way="screen")
        table = self.at(name, game)
        await asyncio.gather(*(table.come(seat) for seat in range(lines)))
        return table

    def at(self, name: str, game: str) -> "Table":
        """A game that is there already."""
        self.acknowledged[name] = set()
        table = Table(self, game, name)
        self.tables[table] = None
        return table

    async def play(self, rate: float, seconds: float) -> float:
        """So many commands a second by whoever is asked; commands a second as they really came."""
        start, sent, before = time.monotonic(), 0, len(self.times)
        while (now := time.monotonic() - start) < seconds:
            while sent < now * rate and self.ready:
                line = next(iter(self.ready))
                del self.ready[line]
                await line.act()
                sent += 1
            await asyncio.sleep(0.002)
        return (len(self.times) - before) / seconds

    async def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


class Table:
    """A game on its way. When it is over, the next one begins in its place."""

    def __init__(self, company: Company, game: str, name: str) -> None:
        self.company, self.game, self.name = company, game, name
        self.lines: list[Line] = []
        self.over = False

    async def come(self, seat: int | None) -> None:
        """Opens the page of a seat, or of the only one that is somebody's; returns when it has its board."""
        line = self.line(seat)
        self.lines.append(line)
        task = asyncio.create_task(line.stay())
        self.company.tasks.add(task)
        task.add_done_callback(self.company.tasks.discard)
        await line.here.wait()

    def line(self, seat: int | None) -> "Line":
        return Line(self, seat)

    def ended(self) -> None:
        if not self.over:
            self.over = True
            del self.company.tables[self]
            self.company.counts["games over"] += 1
            task = asyncio.create_task(self.again())
            self.company.tasks.add(task)
            task.add_done_callback(self.company.tasks.discard)

    async def again(self) -> None:
        if self.lines[0].seat is None:  # who plays against bots begins anew by itself
            return
        try:
            await self.company.table(self.game, len(self.lines))
        except OSError:  # it was killed just now: one game less
            self.company.counts["games that did not begin"] += 1


class Line:
    """The page of one seat: it dials again until its game is over, and sends again what got no answer."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.table, self.seat, self.company = table, seat, table.company
        self.here = asyncio.Event()
        self.current = 0.0  # when it had its board last
        self.view: dict[str, Any] = {}
        self.socket: ClientConnection | None = None
        self.waiting: dict[str, Any] | None = None
        self.sent, self.answered = 0.0, 0

    async def stay(self) -> None:
        while not self.table.over:
            try:
                line = dial(self.company.site.host, self.table.name, self.company.token, self.seat)
                async with line as self.socket:
                    await self.socket.send('{"type":"hello","last":0}')
                    if self.waiting is not None:
                        self.company.counts["sent again"] += 1
                        await self.socket.send(json.dumps(self.waiting))
                    async for text in self.socket:
                        self.hear(msgspec.json.decode(text))
                        if self.table.over:
                            break
            except (OSError, TimeoutError, WebSocketException):
                self.company.counts["lines broken"] += 1
            self.socket = None
            self.company.ready.pop(self, None)
            await asyncio.sleep(RETRY * self.company.chance.uniform(0.5, 1.5))

    def hear(self, frame: dict[str, Any]) -> None:
        now, waiting = time.perf_counter(), self.waiting
        if frame["type"] in ("full", "step"):
            self.view = after(self.view, frame)
            if frame["type"] == "full":
                self.current = time.monotonic()
                self.here.set()
            if self.sent and self.answered and self.view["number"] >= self.answered:
                self.company.times.append(now - self.sent)
                self.sent = 0.0
        elif waiting is not None and frame.get("id") == waiting["id"]:
            self.waiting = None
            if frame["type"] == "ack":
                self.answered = frame["number"]
                self.company.acknowledged[self.table.name].add(waiting["id"])
                self.company.counts["acknowledged"] += 1
            else:
                self.company.counts[f"refused: {frame['code']}"] += 1
        if self.view and self.view["result"] is not None:
            self.table.ended()
        elif self.view.get("legal") and self.waiting is None and self.view["number"] >= self.answered:
            self.company.ready[self] = None
        else:
            self.company.ready.pop(self, None)

    async def act(self) -> None:
        """A random action of those that are legal."""
        self.waiting = {
            "type": "command",
            "id": uuid.uuid4().hex,
            "game": self.table.name,
            "expect": self.view["number"],
            "action": self.company.chance.choice(self.view["legal"]),
        }
        self.sent, self.answered = time.perf_counter(), 0
        if self.socket is not None:
            try:
                await self.socket.send(json.dumps(self.waiting))
            except WebSocketException:
                self.sent = 0.0  # it is sent again when the line is back; how long that took is told elsewhere


def told_load() -> str:
    return f"{os.cpu_count()} processors, load {', '.join(f'{load:.1f}' for load in os.getloadavg())}"


async def compared(folder: Path, company: Company) -> tuple[int, int]:
    """How many actions were acknowledged and are not stored, and how many are stored twice; raises at a wrong hash."""
    store, lost, doubled = SqliteStore(folder / FILE), 0, 0
    for name, acknowledged in company.acknowledged.items():
        kept = await store.load(name)
        assert kept is not None, f"the game {name} is lost"
        stored = [one.command for one in kept.rows if one.command]
        lost += len(acknowledged - set(stored))
        doubled += len(stored) - len(set(stored))
        History(tianxia.load(kept.setup.game, **kept.setup.options), kept.setup.seed).fold(kept.rows)
    await store.close()
    return lost, doubled
