"""A real server in a process of its own, and a player who talks to it."""

import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlencode

from httpx import Client
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.chance import settle
from tests.forked import ROOT, Forked
from tests.frames import Frame, Reader
from tests.waiting import LONG, take_breath
from tianxia.server import Settings, run
from tianxia.tables.pace import AT_ONCE

START = "import json, sys; from tests.server.site import serve; serve(*json.loads(sys.argv[1]))"

UNLIMITED = {
    "games": 1e6,
    "games_at_once": 1_000_000,
    "calls": 1e6,
    "calls_at_once": 1_000_000,
    "work": 1e9,
    "work_at_once": 1e9,
}
"""All players of the tests come from one address, and play faster than people."""


def serve(settings: dict[str, Any], files: int) -> None:
    """What the process of a site does. So many files may be open, if that is not 0."""
    if files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    settle(1)
    run(Settings(**settings), pace=AT_ONCE)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any) -> None:
        return None


class Site:
    """One server process; ``kill`` is the hard way, ``start`` begins again on the same data and port."""

    def __init__(
        self,
        folder: Path,
        workers: int = 0,
        limits: dict[str, float] = UNLIMITED,
        files: int = 0,
        cache: Path | None = None,
        **settings: Any,
    ) -> None:
        self.folder = folder
        self.files = files  # that may be open, if that is to be few
        self.cache = cache  # where compiled code lies; without it the rules are interpreted, which starts sooner
        self.settings = {"data_dir": str(folder), "workers": workers, "limits": limits, **settings}
        self.port = 0
        self.process: subprocess.Popen[str] | Forked | None = None
        self.start()

    def start(self) -> None:
        told, errors = [{**self.settings, "port": self.port}, self.files], self.folder / "errors.txt"
        self.process = Forked(serve, *told, errors=errors) if self.cache is None else self.of_its_own(told, errors)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://(?:127.0.0.1|localhost):(\d+)/", line)
        assert found, (line, self.errors())
        self.port = int(found[1])

    def of_its_own(self, told: list[Any], errors: Path) -> "subprocess.Popen[str]":
        """A process that loads the server itself, with compiled rules."""
        return subprocess.Popen(
            [sys.executable, "-c", START, json.dumps(told)],
            env={**os.environ, "NUMBA_DISABLE_JIT": "0", "TIANXIA_CACHE": str(self.cache)},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=errors.open("a"),
            text=True,
        )

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(LONG)

    def errors(self) -> str:
        return (self.folder / "errors.txt").read_text()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, cookies: dict[str, str]) -> Any:
        return self._ask(urllib.request.Request(self.origin + path), cookies)

    def post(self, path: str, cookies: dict[str, str], **form: str) -> Any:
        request = urllib.request.Request(self.origin + path, urlencode(form).encode(), {"Origin": self.origin})
        return self._ask(request, cookies)

    @staticmethod
    def _ask(request: urllib.request.Request, cookies: dict[str, str]) -> Any:
        if cookies:
            request.add_header("Cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()))
        try:
            return urllib.request.build_opener(NoRedirect).open(request)
        except urllib.error.HTTPError as answer:
            return answer


class Listening(Protocol):
    """What can be dialled."""

    port: int

    @property
    def origin(self) -> str: ...


def client_of(site: Listening, **about: Any) -> Client:
    """A program's line to a site."""
    return Client(base_url=site.origin, timeout=LONG, **about)


class Known(Protocol):
    """Who has cookies of a site."""

    @property
    def site(self) -> Listening: ...

    @property
    def cookies(self) -> dict[str, str]: ...


class Browser:
    """What a browser keeps: the cookie of the guest."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookies: dict[str, str] = {}

    def play(self, **form: str) -> str:
        """Begins a game; gives the table's id."""
        answer = self.site.post("/play", self.cookies, **{"game": "chu-han", **form})
        assert answer.status == 303
        for cookie in answer.headers.get_all("set-cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return str(answer.headers["location"]).removeprefix("/table/")

    def open(self, table: str, last: int = 0, seat: str | None = None) -> "Page":
        return Page(self, table, last, seat)


class Page:
    """A table page: sends commands, keeps the last view and all frames."""

    def __init__(self, browser: Known, table: str, last: int = 0, seat: str | None = None) -> None:
        query = "" if seat is None else f"?seat={seat}"
        self.table = table
        self.frames: list[Frame] = []
        self.view: Frame = {}
        self.reader = Reader()
        self.sent = 0
        self.stack = ExitStack()
        self.socket: ClientConnection = self.stack.enter_context(
            connect(
                f"ws://127.0.0.1:{browser.site.port}/table/{table}/socket{query}",
                origin=Origin(browser.site.origin),
                additional_headers={"Cookie": "; ".join(f"{n}={v}" for n, v in browser.cookies.items())},
                compression=None,
                open_timeout=LONG,
            )
        )
        with suppress(ConnectionClosed):  # the server may turn us away first; what it said can still be heard
            self.say({"type": "hello", "last": last})

    def say(self, frame: Frame | str | bytes) -> None:
        self.socket.send(json.dumps(frame) if isinstance(frame, dict) else frame)

    def hear(self, kind: str = "", timeout: float = LONG) -> Frame:
        """The next frame (of a kind)."""
        while True:
            frame = self.reader.read(json.loads(self.socket.recv(timeout)))
            self.frames.append(frame)
            self.view = self.reader.view
            if kind in ("", frame["type"]):
                return frame

    def command(self, action: int, **changed: Any) -> str:
        """Sends a command; gives its id."""
        self.sent += 1
        id = changed.pop("id", f"{self.table}-{self.view['number']}-{self.sent}")
        frame = {"type": "command", "id": id, "game": self.table, "expect": self.view["number"], "action": action}
        self.say({**frame, **changed})
        return str(id)

    def plain(self) -> int:
        """A legal action that everybody sees: a set."""
        return next(int(action["id"]) for action in self.view["legal"] if action["kind"] == "set")

    def until_asked(self) -> bool:
        """Waits for the own turn; False if the game is over."""
        while not self.view or (self.view["waiting"] and self.view["result"] is None):
            self.hear()
        return self.view["result"] is None

    def undo(self) -> Frame:
        """Takes the own last action back; gives the answer."""
        self.sent += 1
        self.say({"type": "undo", "id": f"u{self.sent}", "game": self.table, "expect": self.view["number"]})
        while (answer := self.hear())["type"] not in ("ack", "error"):
            pass
        return answer

    def act(self, chance: random.Random) -> bool:
        """Plays a random legal action; False if the game is over."""
        while self.until_asked():
            self.command(chance.choice(self.view["legal"])["id"])
            while (answer := self.hear())["type"] not in ("ack", "error"):
                pass  # somebody came or left
            if answer["type"] == "ack":
                self.hear("step")
                return True
            assert answer["code"] == "limited", answer
            take_breath()
        return False

    def close(self) -> None:
        self.stack.close()

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
