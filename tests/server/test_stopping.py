"""A server that is told to stop does so at once, however many look on, loses nothing and asks its pages to come back."""

import asyncio
import json
import random
import socket
import sqlite3
import threading
import time
from contextlib import ExitStack, closing
from pathlib import Path

from websockets import Origin
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.site import UNLIMITED, Browser, Page, Site
from tests.waiting import LONG, until

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


class Playing(threading.Thread):
    """Somebody who plays on until the line is closed."""

    def __init__(self, page: Page, number: int) -> None:
        super().__init__()
        self.page, self.chance = page, random.Random(number)
        self.stored: list[str] = []
        self.code = 0

    def run(self) -> None:
        try:
            while self.page.until_asked():
                id = self.page.command(self.chance.choice(self.page.view["legal"])["id"])
                while (answer := self.page.hear())["type"] not in ("ack", "error"):
                    pass
                if answer["type"] == "ack":
                    self.stored.append(id)
            while True:  # the game is over
                self.page.hear()
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd else 0


def frozen(browser: Browser, table: str) -> socket.socket:
    """A page that says hello and then takes nothing of what it is sent."""
    line = socket.create_connection(("127.0.0.1", browser.site.port))
    headers = {
        "Host": f"127.0.0.1:{browser.site.port}",
        "Origin": browser.site.origin,
        "Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items()),
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    asked = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    hello = b'{"type":"hello","last":0}'
    line.sendall(f"GET /table/{table}/socket HTTP/1.1\r\n{asked}\r\n".encode())
    line.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)  # one frame of text, under a mask of zeros
    return line


def test_a_server_that_stops_under_load_keeps_all_it_acknowledged_and_asks_everybody_back(tmp_path: Path) -> None:
    site = Site(tmp_path)
    browser = Browser(site)
    tables = [browser.play(seat="0", game=game) for game in ("chu-han", "sun-tzu", "chu-han", "sun-tzu")]
    with ExitStack() as stack:
        for text in (
            b"",
            b"GET /rules/huang HTT",
            b"POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
        ):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", site.port)))
            slow.sendall(text)
        for table in tables:
            stack.enter_context(frozen(browser, table))
        players = [Playing(stack.enter_context(browser.open(table)), n) for n, table in enumerate(tables)]
        for player in players:
            player.start()
        until(lambda: all(player.stored for player in players) and sum(len(one.stored) for one in players) > 60)
        start = time.monotonic()
        site.stop()
        took = time.monotonic() - start
        for player in players:
            player.join(LONG)
    assert took < 5
    assert [player.code for player in players] == [1012] * len(players)
    with closing(sqlite3.connect(tmp_path / "tianxia.sqlite3")) as database:
        commands = [id for (id,) in database.execute("SELECT command FROM rows WHERE command IS NOT NULL")]
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert len(commands) == len(set(commands))
    assert {id for player in players for id in player.stored} <= set(commands)
    assert site.errors() == ""
    site.start()
    try:
        for table in tables:
            with browser.open(table) as page:
                assert page.hear("full")["view"]["paused"] == ""
    finally:
        site.stop()


def test_it_tells_in_the_log_that_it_stops(tmp_path: Path) -> None:
    site = Site(tmp_path, log_format="json", log_level="info")
    browser = Browser(site)
    with browser.open(browser.play(seat="0")) as page:
        page.hear("full")
        site.stop()
    lines = [json.loads(line) for line in site.errors().splitlines()]
    assert [(line["event"], line.get("count")) for line in lines] == [("stopping", 1), ("stopped", None)]
