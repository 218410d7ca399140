"""Requests to an application in this process, as a server hands them on: also what no client would send."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Message

HOST = "testserver"
ORIGIN = f"http://{HOST}"
Headers = Iterable[tuple[str, str]]


class Answer(NamedTuple):
    """What came back; of a stream its head and its first words."""

    status: int
    headers: dict[str, str]
    body: bytes


def scope_of(kind: str, path: str, query: str, headers: Headers, scheme: str) -> dict[str, Any]:
    """A request as a server hands it on."""
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": scheme,
        "path": path,
        "raw_path": path.encode("utf-8", "replace"),
        "root_path": "",
        "query_string": query.encode("latin-1", "replace"),
        "headers": [
            (b"host", HOST.encode()),
            *((name.encode(), value.encode("latin-1", "replace")) for name, value in headers),
        ],
        "client": ("192.0.2.1", 1),
        "server": (HOST, 80),
    }


async def ask(
    application: ASGIApp,
    method: str,
    path: str,
    query: str = "",
    headers: Headers = (),
    body: bytes = b"",
    scheme: str = "http",
) -> Answer:
    """One request; who asks hangs up after the first words of a stream."""
    gone, got = asyncio.Event(), [body]
    head: dict[str, Any] = {}

    async def receive() -> Message:
        if got:
            return {"type": "http.request", "body": got.pop(), "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    told = bytearray()

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            head.update(message)
            return
        told.extend(message.get("body", b""))
        if told or not message.get("more_body"):
            gone.set()

    scope = {**scope_of("http", path, query, headers, scheme), "method": method}
    async with asyncio.timeout(60):
        await application(scope, receive, send)
    found = {name.decode().lower(): value.decode("latin-1") for name, value in head["headers"]}
    return Answer(head["status"], found, bytes(told))


async def talk(
    application: ASGIApp,
    path: str,
    query: str,
    headers: Headers,
    frames: Iterable[str | bytes],
    done: Callable[[list[str]], bool] = lambda _: True,
) -> list[str]:
    """A socket: sends frames, and hangs up when what came back is all; gives that."""
    told: list[str] = []
    news, let_in = asyncio.Event(), asyncio.Event()
    connecting: list[Message] = [{"type": "websocket.connect"}]
    coming: list[Message] = [
        {"type": "websocket.receive", **({"text": frame} if isinstance(frame, str) else {"bytes": frame})}
        for frame in frames
    ]

    async def receive() -> Message:
        if connecting:
            return connecting.pop()
        await let_in.wait()
        if coming:
            return coming.pop(0)
        while not done(told):
            news.clear()
            await news.wait()
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(message: Message) -> None:
        let_in.set()
        if message["type"] == "websocket.send":
            told.append(message.get("text") or "")
            news.set()

    async with asyncio.timeout(60):
        await application(scope_of("websocket", path, query, headers, "ws"), receive, send)
    return told
