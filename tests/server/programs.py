"""Programs that talk to a site in this process: requests with a token, and streams that are read as they come."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from httpx import ASGITransport, AsyncClient, Response
from starlette.applications import Starlette

from tests.frames import Reader
from tests.server.site import UNLIMITED
from tests.waiting import LONG
from tianxia.server.application import app
from tianxia.server.limits import Limits
from tianxia.tables.accounts import Accounts
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.registry import Registry
from tianxia.tables.store import Person

FREE = {
    **UNLIMITED,
    "entries": 1e6,
    "entries_at_once": 1_000_000,
    "guesses": 1e6,
    "guesses_at_once": 1_000_000,
}
ALL = frozenset({"read", "play"})
ORIGIN = "http://testserver"
Json = dict[str, Any]


class Here:
    """A site in this process."""

    def __init__(self, application: Starlette) -> None:
        self.application = application
        self.client = AsyncClient(transport=ASGITransport(application), base_url=ORIGIN, follow_redirects=False)

    @property
    def accounts(self) -> Accounts:
        found: Accounts = self.application.state.accounts
        return found

    @property
    def registry(self) -> Registry:
        found: Registry = self.application.state.registry
        return found

    async def person(self, name: str) -> Person:
        """A new account."""
        session = await self.accounts.session(await self.accounts.register(None, name, "correct horse", ""))
        assert session is not None
        return session.person

    async def program(self, name: str, scopes: frozenset[str] = ALL) -> "Program":
        """A program of a new account."""
        person = await self.person(name)
        return Program(self, await self.accounts.new_token(person, "test", scopes), person)


@asynccontextmanager
async def here(folder: Path, **limits: float) -> AsyncIterator[Here]:
    """A site of its own, which has no processes for bots."""
    application = app(folder, pace=AT_ONCE, workers=0, limits=msgspec.convert({**FREE, **limits}, Limits))
    async with application.router.lifespan_context(application):
        yield Here(application)


class Program:
    """What has a token."""

    def __init__(self, site: Here, token: str, person: Person) -> None:
        self.site, self.token, self.person = site, token, person

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def get(self, path: str) -> Response:
        return await self.site.client.get(f"/api/{path}", headers=self.headers)

    async def post(self, path: str, body: Any = None, **headers: str) -> Response:
        return await self.site.client.post(f"/api/{path}", json=body, headers={**self.headers, **headers})

    async def begin(self, game: str = "chu-han", seats: tuple[str, ...] = ("me", "random"), **options: Any) -> str:
        """A new game; gives its id."""
        told = await self.post("games", {"game": game, "options": options, "seats": list(seats)})
        assert told.status_code == 201, told.text
        return str(told.json()["id"])

    async def act(self, game: str, action: Any, key: str = "", **more: Any) -> Response:
        headers = {"idempotency-key": key} if key else {}
        return await self.post(f"games/{game}/actions", {"action": action, **more}, **headers)

    def stream(self, path: str) -> "Stream":
        return Stream(self.site.application, f"/api/{path}", self.headers)


class Stream:
    """An open stream. Its lines are read as they come; as long as it is shut, the program takes nothing."""

    def __init__(self, application: Starlette, path: str, headers: dict[str, str]) -> None:
        path, _, query = path.partition("?")
        self.scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [
                (b"host", b"testserver"),
                *((name.encode(), value.encode()) for name, value in headers.items()),
            ],
            "client": ("192.0.2.1", 1),
            "server": ("testserver", 80),
        }
        self.application = application
        self.status = 0
        self.began, self.left, self.reading = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.reading.set()
        self.lines: asyncio.Queue[bytes | None] = asyncio.Queue()  # None at its end
        self.sent = 0
        self.reader = Reader()

    async def __aenter__(self) -> "Stream":
        self.task = asyncio.create_task(self.application(self.scope, self._receive, self._send))
        await asyncio.wait({self.task, asyncio.ensure_future(self.began.wait())}, return_when=asyncio.FIRST_COMPLETED)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.left.set()
        self.reading.set()
        await asyncio.wait_for(self.task, LONG)

    async def _receive(self) -> Json:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.reading.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.began.set()
            return
        for line in message.get("body", b"").splitlines():
            self.sent += 1
            self.lines.put_nowait(line)
        if not message.get("more_body"):
            self.lines.put_nowait(None)

    async def raw(self) -> bytes | None:
        """The next line as it is; None at the end."""
        return await asyncio.wait_for(self.lines.get(), LONG)

    async def next(self) -> Json | None:
        """The next line that tells something; None at the end."""
        async with asyncio.timeout(LONG):
            while (line := await self.raw()) == b"":
                pass
        return None if line is None else msgspec.json.decode(line)

    async def frame(self) -> Json | None:
        """The same of a game: with the view after it."""
        line = await self.next()
        return None if line is None else self.reader.read(line)

    @property
    def view(self) -> Json:
        return self.reader.view

    async def until_asked(self) -> bool:
        """Reads until a decision waits; False at the end."""
        while not self.view or self.view["waiting"]:
            if await self.frame() is None:
                return False
        return True

    async def end(self) -> None:
        """Reads until the end."""
        while await self.next() is not None:
            pass


def token_in(page: str) -> str:
    """The fresh token that a page shows."""
    (found,) = re.findall(r'<code class="token">(.*?)</code>', page)
    return str(found)
