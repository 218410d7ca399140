"""Runs the application with uvicorn: compiled, and interpreted only while the rules are compiled for the first time.

Then the process that was started compiles, and a child of it, the *stand-in*, serves on the same listening sockets. Who
connects between the two waits for a moment in the system's queue.
"""

import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

import msgspec
import uvicorn
from starlette.applications import Starlette

import tianxia
from tianxia import warmup
from tianxia.engine.compiling import INTERPRETED, kept
from tianxia.server import invitation
from tianxia.server.application import app, folder_of
from tianxia.server.notices.mail import Post
from tianxia.server.notices.notifier import Notices
from tianxia.server.protocols import Config
from tianxia.server.security import LOOPBACK
from tianxia.server.settings import Settings
from tianxia.tables import logs, opening
from tianxia.tables.pace import Pace
from tianxia.tables.worker import NICENESS

log = logs.logger(__name__)

SOCKET_LIMIT = 64 * 1024  # bytes of one frame; above it the connection is closed, below it the page is told
FILES = 65_536  # open ones that are asked for
QUEUE = 1024  # connections that the system holds until they are accepted
OWN_FILES = 64  # that are no connections: the store, the bots, the program itself
TICK = 0.05  # seconds
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that are every address of the machine."""


class Server(uvicorn.Server):
    """uvicorn, which says where it can be reached once it can."""

    application: Starlette
    open_browser = False
    quiet = False
    root_path = ""
    lan = ""
    parent = 0
    """The process in whose place this one serves; without it this one ends. 0 if there is none."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to listen, then tells."""
        await super().startup(sockets)
        if not self.started:
            return
        for one in sockets or ():
            one.listen(QUEUE)
        if self.quiet:
            return
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{'localhost' if host in EVERYWHERE else shown}:{port}{self.root_path}/"
        print(f"Tianxia is open at {address}  (Ctrl-C closes it)", flush=True)
        if self.lan:
            print(f"In your network it is {self.lan}/\n\n{invitation.printed(self.lan + '/')}", flush=True)
        if self.open_browser:
            webbrowser.open(address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tells pages to come back (close code 1012), finishes what is asked, and closes the store: seconds, not more."""
        self.application.state.stopping.set()
        log.info("stopping", count=len(self.server_state.connections))
        await super().shutdown(sockets)
        log.info("stopped")

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: whether to stop."""
        return await super().on_tick(counter) or (self.parent != 0 and os.getppid() != self.parent)


def check(folder: Path, database: str = "") -> None:
    """Raises StoreError or TianxiaError, in plain words, where the server could not start."""
    if not INTERPRETED:
        kept()
    for name in tianxia.games.names():
        tianxia.load(name).check_files()
    opening.check(folder, database)


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets at all addresses of a host; raises OSError, in plain words, where one cannot be had."""
    found = []
    try:
        for family, *_, address in dict.fromkeys(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)):
            made = socket.create_server(address[:2], family=family)
            found.append(
                socket.socket(fileno=made.detach())
            )  # it knows that it is TCP: asyncio then sends without delay
    except OSError as error:
        raise OSError(f"{host}, port {port}: {error.strerror}") from error
    return found


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


def run(settings: Settings, *, pace: Pace | None = None) -> None:
    """Serves until it is stopped. It answers under its addresses, this machine's names and those that are allowed; scheme
    and address of a request are what the trusted proxies say.

    With ``lan`` it listens on every address and tells the one in the house's network, with a QR code.

    It runs the rules compiled. At the very first start of a version they have to be compiled, which takes a minute or
    two: so long a process of its own serves, interpreted. Raises OSError, ``StoreError`` or, for a map or deck of one's
    own that does not fit, ``TianxiaError`` if it can't start.
    """
    settings.export()
    folder = folder_of(settings.data_dir, settings.database or "")
    settings = settings.model_copy(update={"data_dir": folder})
    check(folder, settings.database or "")
    address = invitation.lan_address() if settings.lan else ""
    if settings.lan and not address:
        raise OSError("this machine is in no network, so no other can find it: leave --lan out")
    sockets = listen(EVERYWHERE[0] if settings.lan else settings.host, settings.port)
    lan = f"http://{address}:{sockets[0].getsockname()[1]}" if settings.lan else ""
    with suppress(KeyboardInterrupt):  # Ctrl-C, after everything was closed
        told = not (INTERPRETED or warmup.is_warm())
        if told:
            logs.configure(settings.log_format, settings.log_level)
            stand_in(settings, pace, sockets, lan)
        serve(settings, sockets, pace=pace, lan=lan, quiet=told)


def serve(
    settings: Settings,
    sockets: list[socket.socket],
    *,
    pace: Pace | None = None,
    lan: str = "",
    quiet: bool = False,
    parent: int = 0,
) -> None:
    """Serves on listening sockets until it is stopped; in the network of the house it is found at ``lan``. Who is ``quiet``
    does not say where."""
    logs.configure(settings.log_format, settings.log_level)
    files = open_files()
    room = max(OWN_FILES, files - OWN_FILES)
    connections = min(settings.limits.connections or FILES, room // 2)
    limits = msgspec.structs.replace(settings.limits, connections=connections)
    application = app(
        settings.data_dir,
        database=settings.database or "",
        pace=pace,
        workers=settings.workers,
        cap=settings.cap,
        hosts=names_of(EVERYWHERE[0] if settings.lan else settings.host, settings.allow_host),
        root_path=settings.root_path,
        lan=lan,
        limits=limits,
        metrics_token=settings.metrics_token,
        openid=settings.registration(),
        notices=Notices(
            settings.push_contact,
            settings.push_key or "",
            settings.webhooks,
            settings.private_notices,
            Post(
                settings.mail_server,
                settings.mail_from,
                settings.mail_user,
                settings.mail_password or "",
                settings.mail_security,
            ),
        ),
    )
    config = Config(
        application,
        limits,
        log_config=None,
        access_log=False,
        ws_max_size=SOCKET_LIMIT,
        server_header=False,
        forwarded_allow_ips=list(settings.trust_proxy),
        # so many asyncio accepts in one go, and several times as many before it closes any of them again
        backlog=min(QUEUE, max(4, room // 16)),
        timeout_graceful_shutdown=3,
    )
    server = Server(config)
    server.application = application
    server.open_browser, server.root_path = settings.open_browser, settings.root_path
    server.lan = lan + settings.root_path if lan else ""
    server.quiet, server.parent = quiet, parent
    server.run(sockets)


def stand_in(settings: Settings, pace: Pace | None, sockets: list[socket.socket], lan: str = "") -> None:
    """Lets a process serve that runs the rules interpreted, until they are compiled here.

    That process gets no signal but ours; what ends this one ends both.
    """
    files = [one.fileno() for one in sockets]
    process = subprocess.Popen(
        [sys.executable, "-m", "tianxia.server"],
        stdin=subprocess.PIPE,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        pass_fds=files,
        start_new_session=True,
    )
    told = {
        "settings": settings.model_dump(mode="json"),
        "pace": pace,
        "lan": lan,
        "sockets": files,
        "parent": os.getpid(),
    }
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin:  # not as an argument, which everybody on the machine can read
        process.stdin.write(msgspec.json.encode(told))
    failed: list[Exception] = []
    compiling = threading.Thread(target=_compile, args=(failed,), name="tianxia-compiles", daemon=True)
    before = signal.signal(signal.SIGTERM, _end)
    try:
        compiling.start()
        while process.poll() is None and (compiling.is_alive() or failed):
            compiling.join(TICK) if compiling.is_alive() else process.wait()
        if process.returncode is not None:
            sys.exit(process.returncode)
    except _Ended:
        _stop(process)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTERM)
    finally:
        _stop(process)
        signal.signal(signal.SIGTERM, before)
    log.info("the rules are compiled now")


def _compile(failed: list[Exception]) -> None:
    """On a thread that lets the others go first."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
    try:
        warmup.warm_up()
    except Exception as error:
        log.error(
            "the rules could not be compiled: the server runs them interpreted, which is slow",
            reason=str(error),
            exception=logs.trace_of(error),
        )
        failed.append(error)


class _Ended(Exception):
    """This process is told to end."""


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise _Ended


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait()
