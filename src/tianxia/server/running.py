"""Runs the application with uvicorn."""

import json
import os
import resource
import socket
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
import uvicorn

import tianxia
from tianxia.engine.compiling import INTERPRETED, kept
from tianxia.server.application import DATABASE, app, data_directory
from tianxia.server.limits import Limits
from tianxia.server.protocols import Config
from tianxia.server.security import LOOPBACK
from tianxia.tables import logs, sqlite
from tianxia.tables.pace import Pace

SOCKET_LIMIT = 64 * 1024  # bytes of one frame; above it the connection is closed, below it the page is told
FILES = 65_536  # open ones that are asked for
QUEUE = 1024  # connections that the system holds until they are accepted
OWN_FILES = 64  # that are no connections: the store, the bots, the program itself
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that are every address of the machine."""


class Server(uvicorn.Server):
    """uvicorn, which says where it can be reached once it can."""

    open_browser = False
    root_path = ""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to listen, then tells."""
        await super().startup(sockets)
        if not self.started:
            return
        for one in (one for server in self.servers for one in server.sockets):
            with socket.socket(fileno=os.dup(one.fileno())) as listening:
                listening.listen(QUEUE)
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{'localhost' if host in EVERYWHERE else shown}:{port}{self.root_path}/"
        print(f"Tianxia is open at {address}  (Ctrl-C closes it)", flush=True)
        if self.open_browser:
            webbrowser.open(address)


def check(host: str, port: int, folder: Path) -> None:
    """Raises OSError, StoreError or TianxiaError, in plain words, where the server could not start."""
    if not INTERPRETED:
        kept()
    for name in tianxia.games.names():
        tianxia.load(name).check_files()
    sqlite.check(folder / DATABASE)
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        socket.create_server(address[:2], family=family).close()
    except OSError as error:
        raise OSError(f"{host}, port {port}: {error.strerror}") from error


def open_files() -> int:
    """How many files may be open: as many as the system lets us raise it to."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return FILES if soft == resource.RLIM_INFINITY else soft


def names_of(host: str, allowed: Sequence[str]) -> tuple[str, ...]:
    """The names under which the site answers, beside all addresses: this machine's own and those that were allowed."""
    here = (socket.gethostname(), f"{socket.gethostname()}.local") if host not in LOOPBACK else ()
    return (*LOOPBACK, host, *here, *allowed)


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    data_dir: Path | str | None = None,
    open_browser: bool = False,
    *,
    pace: Pace | None = None,
    workers: int | None = None,
    allow_hosts: Sequence[str] = (),
    root_path: str = "",
    trust: Sequence[str] = LOOPBACK,
    limits: Limits | None = None,
) -> None:
    """Serves until it is stopped. ``workers`` processes think for bots, by default as many as there are cores but one.

    It answers under its addresses, this machine's names and those in ``allow_hosts``, at ``root_path``; scheme and
    address of a request are what the proxies in ``trust`` say. With no workers at all bots play at random.

    The web process plays the rules interpreted: a table needs a few of them a second, and nothing stands still while
    they compile. The bots' processes run them compiled. Raises OSError, ``StoreError`` or, for a map or deck of one's own
    that does not fit, ``TianxiaError`` if it can't start.
    """
    folder = Path(data_dir) if data_dir is not None else data_directory()
    limits = limits or Limits()
    check(host, port, folder)
    files = open_files()
    if not INTERPRETED and pace is None:
        settings = {
            "host": host,
            "port": port,
            "data_dir": str(folder),
            "open_browser": open_browser,
            "workers": workers,
            "allow_hosts": list(allow_hosts),
            "root_path": root_path,
            "trust": list(trust),
            "limits": msgspec.to_builtins(limits),
        }
        arguments = [sys.executable, "-m", "tianxia.server", json.dumps(settings)]
        os.execve(sys.executable, arguments, {**os.environ, "NUMBA_DISABLE_JIT": "1"})
    logs.configure()
    room = max(OWN_FILES, files - OWN_FILES)
    limits = msgspec.structs.replace(limits, connections=min(limits.connections or FILES, room // 2))
    config = Config(
        app(
            folder,
            pace=pace,
            workers=workers,
            hosts=names_of(host, allow_hosts),
            root_path=root_path,
            limits=limits,
        ),
        limits,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        ws_max_size=SOCKET_LIMIT,
        server_header=False,
        forwarded_allow_ips=list(trust),
        # so many asyncio accepts in one go, and several times as many before it closes any of them again
        backlog=min(QUEUE, max(4, room // 16)),
        timeout_graceful_shutdown=3,
    )
    server = Server(config)
    server.open_browser, server.root_path = open_browser, root_path
    with suppress(KeyboardInterrupt):  # Ctrl-C, after everything was closed
        server.run()
