"""Runs the application with uvicorn."""

import os
import socket
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path

import uvicorn

import tianxia
from tianxia.engine.compiling import INTERPRETED
from tianxia.server.application import DATABASE, app, data_directory
from tianxia.server.security import LOOPBACK
from tianxia.tables import sqlite
from tianxia.tables.pace import Pace

SOCKET_LIMIT = 64 * 1024  # bytes of one frame; above it the connection is closed, below it the page is told


class Server(uvicorn.Server):
    """uvicorn, which says where it can be reached once it can."""

    open_browser = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to listen, then tells."""
        await super().startup(sockets)
        if not self.started:
            return
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{'localhost' if host in ('0.0.0.0', '::') else shown}:{port}/"
        print(f"Tianxia is open at {address}  (Ctrl-C closes it)", flush=True)
        if self.open_browser:
            webbrowser.open(address)


def check(host: str, port: int, folder: Path) -> None:
    """Raises OSError, StoreError or TianxiaError, in plain words, where the server could not start."""
    for name in tianxia.games.names():
        tianxia.load(name).check_files()
    sqlite.check(folder / DATABASE)
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        socket.create_server(address[:2], family=family).close()
    except OSError as error:
        raise OSError(f"{host}, port {port}: {error.strerror}") from error


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    data_dir: Path | str | None = None,
    open_browser: bool = False,
    *,
    pace: Pace | None = None,
    workers: int = 1,
) -> None:
    """Serves until it is stopped. ``workers`` processes think for bots; with none of them bots play at random.

    The web process plays the rules interpreted: a table needs a few of them a second, and nothing stands still while
    they compile. The bots' processes run them compiled. Raises OSError, ``StoreError`` or, for a map or deck of one's own
    that does not fit, ``TianxiaError`` if it can't start.
    """
    folder = Path(data_dir) if data_dir is not None else data_directory()
    check(host, port, folder)
    if not INTERPRETED and pace is None and workers == 1:
        arguments = ["-m", "tianxia.server", host, str(port), str(folder), "browser" if open_browser else "quiet"]
        os.execve(sys.executable, [sys.executable, *arguments], {**os.environ, "NUMBA_DISABLE_JIT": "1"})
    hosts = LOOPBACK if host in LOOPBACK else None
    config = uvicorn.Config(
        app(data_dir, pace=pace, workers=workers, hosts=hosts),
        host=host,
        port=port,
        log_level="warning",
        ws_max_size=SOCKET_LIMIT,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    server = Server(config)
    server.open_browser = open_browser
    with suppress(KeyboardInterrupt):  # Ctrl-C, after everything was closed
        server.run()
