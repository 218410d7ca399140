"""What an action costs the server, and how long a player waits for what follows from it.

First without a network: processor time of an action until every seat and a spectator have their frames, the bytes of these,
and opening a stored game (``bench/steps.py``). Then over a socket: from sending a move to having the new view, the store
included, beside the least that any platform must do: an echo over the same web server that commits one row to SQLite
(WAL, synchronous=FULL) before it answers.

Run ``python bench/server.py [--moves 200] [--beside PATH]``: PATH is another checkout, which is measured in the same run.
"""

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from websockets import Origin
from websockets.sync.client import connect

HERE = Path(__file__).parents[1]
GAMES = (("chu-han", 2), ("sun-tzu", 2), ("huang", 2), ("huang", 5), ("huns", 4))
TABLES = """
import sys
from tianxia import server
from tianxia.tables.pace import AT_ONCE
told = {"port": 0, "data_dir": sys.argv[1], "workers": 0}
if hasattr(server, "Settings"):
    server.run(server.Settings(**told), pace=AT_ONCE)
else:  # a checkout of before
    server.run(**told, pace=AT_ONCE)
"""
ECHO = """
import socket, sqlite3, sys
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

rows = sqlite3.connect(sys.argv[1] + "/echo.sqlite3", isolation_level=None)
rows.execute("pragma journal_mode=wal")
rows.execute("pragma synchronous=full")
rows.execute("create table row (text)")

async def echo(ws):
    await ws.accept()
    async for text in ws.iter_text():
        rows.execute("insert into row values (?)", (text,))
        await ws.send_text(text)

listening = socket.create_server(("127.0.0.1", 0))
print("http://127.0.0.1:%d/" % listening.getsockname()[1], flush=True)
app = Starlette(routes=[WebSocketRoute("/", echo)])
uvicorn.Server(uvicorn.Config(app, log_level="error")).run([listening])
"""


def environment(checkout: Path) -> dict[str, str]:
    """The code of a checkout, run as its server runs it: compiled, or always interpreted if it is an old one."""
    compiled = "def stand_in" in (checkout / "src/tianxia/server/running.py").read_text()
    return {**os.environ, "PYTHONPATH": str(checkout / "src"), "NUMBA_DISABLE_JIT": "0" if compiled else "1"}


def steps(checkout: Path, game: str, players: int, actions: int) -> dict[str, list[float]]:
    """What `bench/steps.py` finds there."""
    command = [sys.executable, str(HERE / "bench/steps.py"), game, str(players), str(actions)]
    done = subprocess.run(command, env=environment(checkout), stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, list[float]] = json.loads(done.stdout)
    return found


@contextmanager
def server(program: str, checkout: Path) -> Iterator[str]:
    """A server process with a folder of its own; gives host and port."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-c", program, folder],
            env=environment(checkout),
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://(127\.0\.0\.1:\d+)/", process.stdout.readline())
            assert found, "the server did not start"
            yield found[1]
        finally:
            process.terminate()
            process.wait(20)


def begin_game(host: str) -> tuple[str, str]:
    """Begins a game as a new guest; gives the table and the cookies."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *args: object) -> None:
            return None

    request = urllib.request.Request(f"http://{host}/play", urlencode({"game": "chu-han"}).encode())
    request.add_header("Origin", f"http://{host}")
    try:
        answer = urllib.request.build_opener(Stay).open(request)
    except urllib.error.HTTPError as redirect:
        answer = redirect  # type: ignore[assignment]
    cookies = "; ".join(value.partition(";")[0] for value in answer.headers.get_all("set-cookie") or [])
    return answer.headers["location"].removeprefix("/table/"), cookies


def move_times(host: str, moves: int) -> list[float]:
    """Plays random legal moves in whole games; seconds from each command to the view that follows from it."""
    chooser, times = random.Random(1), []
    while len(times) < moves:
        table, cookies = begin_game(host)
        with connect(
            f"ws://{host}/table/{table}/socket", origin=Origin(f"http://{host}"), additional_headers={"Cookie": cookies}
        ) as socket:
            socket.send(json.dumps({"type": "hello", "last": 0}))
            view = after({}, json.loads(socket.recv()))
            while view["result"] is None and len(times) < moves:
                if not view["legal"]:
                    view = after(view, json.loads(socket.recv(10)))
                    continue
                seconds, view = one_move(socket, table, view, chooser)
                times.append(seconds)
    return times


def after(view: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    """The view after a frame, with the ids of what is legal; a step tells what has changed, in older versions everything."""
    if whole := frame.get("view"):
        return {**whole, "legal": [action["id"] for action in whole["legal"]]}
    return {**view, **frame.get("changed", {}), "legal": frame.get("legal", view.get("legal", []))}


def one_move(socket: Any, table: str, view: dict[str, Any], chooser: random.Random) -> tuple[float, dict[str, Any]]:
    """One command: seconds until a later view is decoded, and that view."""
    number, command = (
        view["number"],
        {
            "type": "command",
            "id": str(uuid.uuid4()),
            "game": table,
            "expect": view["number"],
            "action": chooser.choice(view["legal"]),
        },
    )
    start = time.perf_counter()
    socket.send(json.dumps(command))
    while True:
        frame = json.loads(socket.recv(10))
        assert frame["type"] != "error", frame
        view = after(view, frame)
        if view["number"] > number:
            return time.perf_counter() - start, view


def echo_times(host: str, moves: int) -> list[float]:
    """Seconds of an echo with one stored row."""
    times = []
    with connect(f"ws://{host}/") as socket:
        for number in range(moves):
            start = time.perf_counter()
            socket.send(f"move {number}")
            socket.recv(10)
            times.append(time.perf_counter() - start)
    return times


def share(values: list[float], part: float) -> float:
    """So large a part of the values is not larger than this."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def tell_steps(name: str, checkout: Path, actions: int) -> None:
    for game, players in GAMES:
        found = steps(checkout, game, players, actions)
        costs = [1e3 * cost for cost in found["costs"]]
        opening = statistics.median(found["opening"]) * 1e3 if found["opening"] else float("nan")
        print(
            f"{name:8} {game:8} {players}"
            f"   {statistics.median(costs):6.2f} ms an action, 99 % under {share(costs, 0.99):6.2f}, at most {max(costs):6.2f}"
            f"   {statistics.median(found['steps']) / 1e3:6.1f} kB a step, largest frame {max(found['sizes']) / 1e3:6.1f}"
            f"   {opening:6.0f} ms to open 1,000 rows",
            flush=True,
        )


def tell_moves(checkouts: dict[str, Path], moves: int) -> None:
    for name, program, measure, checkout in (
        *((f"a move at a table, {name}", TABLES, move_times, path) for name, path in checkouts.items()),
        ("echo with a stored row", ECHO, echo_times, HERE),
    ):
        with server(program, checkout) as host:
            times = sorted(1e3 * seconds for seconds in measure(host, moves))
        print(
            f"{name:28} median {statistics.median(times):6.1f} ms   95 % under {share(times, 0.95):6.1f} ms", flush=True
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--moves", type=int, default=200, help="actions of each measurement")
    parser.add_argument("--beside", type=Path, help="another checkout")
    given = parser.parse_args()
    checkouts = {"this": HERE, **({"beside": given.beside.resolve()} if given.beside else {})}
    print(f"{os.cpu_count()} processors, load {', '.join(f'{load:.1f}' for load in os.getloadavg())}")
    for name, path in checkouts.items():
        tell_steps(name, path, given.moves)
    tell_moves(checkouts, given.moves)
    print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
