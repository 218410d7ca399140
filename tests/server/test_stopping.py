"""A server that is told to stop does so at once, however many look on."""

import asyncio
import json
import time
from pathlib import Path

from websockets import Origin
from websockets.asyncio.client import connect

from tests.server.site import UNLIMITED, Browser, Site

PAGES, TABLES = 300, 30


def test_a_server_with_many_pages_stops_within_five_seconds(tmp_path: Path) -> None:
    site = Site(tmp_path, limits={**UNLIMITED, "sockets": PAGES})
    browser = Browser(site)
    tables = [browser.play(seat="0") for _ in range(TABLES)]
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())

    async def look(number: int, ready: asyncio.Semaphore) -> None:
        address = f"ws://127.0.0.1:{site.port}/table/{tables[number % TABLES]}/socket"
        async with connect(
            address,
            origin=Origin(site.origin),
            additional_headers={"Cookie": cookies},
            compression=None,
            open_timeout=120,
            ping_interval=None,
        ) as socket:
            await socket.send(json.dumps({"type": "hello", "last": 0}))
            await socket.recv()
            ready.release()
            async for _ in socket:
                pass

    async def test() -> float:
        assert site.process is not None
        ready = asyncio.Semaphore(0)
        looking = [asyncio.create_task(look(number, ready)) for number in range(PAGES)]
        for _ in range(PAGES):
            await ready.acquire()
        start = time.monotonic()
        site.process.terminate()
        await asyncio.to_thread(site.process.wait, 60)
        took = time.monotonic() - start
        await asyncio.gather(*looking, return_exceptions=True)
        return took

    assert asyncio.run(test()) < 5
    assert "Traceback" not in site.errors()
