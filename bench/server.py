"""Milliseconds from sending a move to having the new view, the store included; beside a bare socket that stores a row.

The peer is the least that any platform must do: an echo over the same web server that commits one row to SQLite
(WAL, synchronous=FULL) before it answers. Run: ``python bench/server.py [moves]``.
"""

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
from urllib.parse import urlencode

from websockets import Origin
from websockets.sync.client import connect

TABLES = """
import sys
from tianxia.server import run
from tianxia.tables.pace import AT_ONCE
run(port=0, data_dir=sys.argv[1], pace=AT_ONCE, workers=0)
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


@contextmanager
def server(program: str) -> Iterator[str]:
    """A server process with a folder of its own; gives host and port."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-c", program, folder],
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},  # as `tianxia serve` does
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
            view = json.loads(socket.recv())["view"]
            while view["result"] is None and len(times) < moves:
                if not view["legal"]:
                    view = json.loads(socket.recv(10)).get("view") or view
                    continue
                times.append(one_move(socket, table, view, chooser))
                view = one_move.view
    return times


def one_move(socket, table, view, chooser) -> float:  # type: ignore[no-untyped-def]
    """One command, timed until the first later view is decoded; the view stays in `one_move.view`."""
    command = {
        "type": "command",
        "id": str(uuid.uuid4()),
        "game": table,
        "expect": view["number"],
        "action": chooser.choice(view["legal"])["id"],
    }
    start = time.perf_counter()
    socket.send(json.dumps(command))
    while True:
        frame = json.loads(socket.recv(10))
        assert frame["type"] != "error", frame
        if frame.get("view") and frame["view"]["number"] > view["number"]:
            one_move.view = frame["view"]  # type: ignore[attr-defined]
            return time.perf_counter() - start


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


def main() -> None:
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    medians = []
    for name, program, measure in (
        ("a move at a table", TABLES, move_times),
        ("echo with a stored row", ECHO, echo_times),
    ):
        with server(program) as host:
            times = sorted(measure(host, moves))
        medians.append(statistics.median(times))
        p95 = times[int(len(times) * 0.95)]
        print(f"{name:24} median {medians[-1] * 1e3:6.1f} ms   95 % under {p95 * 1e3:6.1f} ms   ({moves} moves)")
    print(f"{'ratio':24} {medians[0] / medians[1]:6.1f}")


if __name__ == "__main__":
    main()
