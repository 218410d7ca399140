"""An answer of one JSON value a line, which goes on until somebody ends it. Nothing queues up for who does not read."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from starlette.types import Receive, Send

from tianxia.tables.logs import trace_of

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/x-ndjson"
Coming = Callable[[], Awaitable[bytes | None]]
"""Waits for the next line, without its end; None where there is no more. It may be stopped while it waits."""


async def send_lines(receive: Receive, send: Send, coming: Coming, keep_alive: float, *ends: asyncio.Event) -> None:
    """Sends what comes, and an empty line after each ``keep_alive`` seconds in which nothing does, until there is no more,
    the program has gone, or one of the ends has come."""
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": True})  # with which the head goes out, at once
    gone = asyncio.create_task(_gone(receive))
    tasks = [asyncio.create_task(_write(send, coming, keep_alive)), gone]
    tasks += [asyncio.create_task(_until(end)) for end in ends]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        told = gone.done()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if not told:
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _write(send: Send, coming: Coming, keep_alive: float) -> None:
    while True:
        waiting = asyncio.ensure_future(coming())
        try:
            while not (await asyncio.wait({waiting}, timeout=keep_alive))[0]:
                await _line(send, b"")
            line = waiting.result()
        except Exception as error:
            log.error("a stream ends, since nothing more can be shown to it:%s", trace_of(error))
            return
        finally:
            waiting.cancel()
        if line is None:
            return
        await _line(send, line)


async def _line(send: Send, text: bytes) -> None:
    await send({"type": "http.response.body", "body": text + b"\n", "more_body": True})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _until(end: asyncio.Event) -> None:
    await end.wait()
