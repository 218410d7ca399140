"""The very first start of a version: served interpreted while the rules are compiled, then compiled; nobody loses anything."""

import os
import random
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from filelock import FileLock
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.frames import Frame
from tests.server.site import Browser, Page, Site, client_of
from tests.waiting import take_breath, until
from tianxia import warmup
from tianxia.server.running import listen

pytestmark = pytest.mark.xdist_group("compiled server")  # the compiled code of all games is loaded once

WARM_UP = """
from tianxia import warmup
from tianxia.engine.compiling import kept
warmup.warm_up()
print(kept())
"""


@pytest.fixture(scope="module")
def warm() -> Path:
    """The folder of compiled code, which holds all of it."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    told = subprocess.run([sys.executable, "-c", WARM_UP], env=environment, capture_output=True, text=True, check=True)
    return Path(told.stdout.strip())


@pytest.fixture(scope="module")
def compiled(warm: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that has its rules compiled from the start."""
    site = Site(tmp_path_factory.mktemp("compiled"), cache=warm.parent)
    yield site
    site.stop()
    assert site.errors() == ""


@pytest.fixture
def compiling(warm: Path, tmp_path: Path) -> Iterator[FileLock]:
    """Compiled code that nobody has finished yet: it is being compiled as long as this lock is held."""
    folder = tmp_path / "cache" / warm.name
    shutil.copytree(warm, folder, ignore=shutil.ignore_patterns(f"{warmup.DONE}*", warmup.LOCK))
    lock = FileLock(folder / warmup.LOCK)
    with lock:
        yield lock


@pytest.fixture
def site(compiling: FileLock, tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path, cache=tmp_path / "cache")
    try:
        yield site
    finally:
        compiling.release(force=True)
        site.stop()


def rules(site: Site) -> str:
    """How the server plays. Nobody is refused: who comes between two processes waits."""
    while True:
        with suppress(httpx.RemoteProtocolError, httpx.ReadError):  # asked the first one when it closed; so ask again
            answer = client_of(site).get("/health")
            assert answer.status_code == 200
            return str(answer.json()["rules"])


def hear_all(page: Page) -> None:
    while True:
        page.hear()


def back_at(browser: Browser, table: str, last: int) -> tuple[Page, Frame]:
    """Dials until it is answered: the first process may still take a line while it closes, and the second one reads in."""
    while True:
        with suppress(WebSocketException, OSError), ExitStack() as opened:
            page = opened.enter_context(browser.open(table, last=last))
            gap = page.hear()
            opened.pop_all()
            return page, gap


def gone(site: Site) -> bool:
    with socket.socket() as knocking:
        return knocking.connect_ex(("127.0.0.1", site.port)) != 0


def test_pages_come_back_to_the_same_game_when_the_rules_are_compiled(site: Site, compiling: FileLock) -> None:
    assert rules(site) == "interpreted"
    browser, chance = Browser(site), random.Random(1)
    table = browser.play(seat="0")
    with browser.open(table) as page:
        for _ in range(12):
            assert page.act(chance)
        page.until_asked()
        played, expect = (
            page.plain() if "set" in {a["kind"] for a in page.view["legal"]} else page.view["legal"][0]["id"],
            page.view["number"],
        )
        page.command(played, id="the last one")
        answer = page.hear("ack")
        known = page.hear("step")["number"]
        compiling.release()
        with pytest.raises(ConnectionClosed) as closed:
            hear_all(page)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012, "a restart: pages come back at once"
        last = page.view["number"]
    page, gap = back_at(browser, table, last)
    with page:
        assert gap["type"] == "step"
        assert gap["number"] >= known
        page.command(played, id="the last one", expect=expect)
        assert page.hear("ack") == answer, "what was stored is not played again"
        assert rules(site) == "compiled"
        for _ in range(12):
            page.act(chance)
    assert client_of(site).get("/").status_code == 200


def test_pages_and_the_health_keep_answering_meanwhile(site: Site, compiling: FileLock) -> None:
    answered: list[str] = []
    over = threading.Event()

    def ask() -> None:
        while not over.is_set():
            answered.append(rules(site))

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        until(lambda: len(answered) > 3)
        compiling.release()
        until(lambda: answered[-1] == "compiled")
    finally:
        over.set()
        asking.join()
    assert set(answered) == {"interpreted", "compiled"}
    assert answered == sorted(answered, reverse=True), "never back again"


def test_small_frames_are_not_held_back() -> None:
    """asyncio switches that off for sockets which know their protocol; else a step waits for the page to confirm the answer."""
    (listening,) = listen("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname()[:2]):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP


def test_who_is_told_to_stop_while_it_compiles_stops(site: Site) -> None:
    assert rules(site) == "interpreted"
    site.stop()
    assert gone(site)


def test_a_stand_in_does_not_outlive_the_process_that_compiles(site: Site) -> None:
    assert rules(site) == "interpreted"
    site.kill()
    until(lambda: gone(site))


@pytest.mark.parametrize("game", ["chu-han", "sun-tzu", "huang", "huns"])
def test_a_compiled_server_plays_each_game(compiled: Site, game: str) -> None:
    assert rules(compiled) == "compiled"
    browser, chance = Browser(compiled), random.Random(2)
    table = browser.play(game=game, seat="0")
    with browser.open(table) as page:
        for step in range(60):
            if not page.until_asked():
                break
            explain(page, step)
            page.act(chance)
    assert compiled.errors() == ""


def explain(page: Page, step: int) -> None:
    """Asks what actions bring, and why others are impossible."""
    actions = page.view["legal"]
    action = actions[step % len(actions)]
    for number, asked in enumerate(
        ({"parts": action["parts"], "action": action["id"]}, {"parts": [], "kind": action["kind"]})
    ):
        while True:
            page.say({"type": "why", "id": f"why-{step}-{number}", **asked})
            while (answer := page.hear())["type"] not in ("why", "error"):
                pass
            if answer["type"] == "why":
                break
            assert answer["code"] == "limited", answer
            take_breath()
        assert answer["id"] == f"why-{step}-{number}"
