"""``/health`` says no when games can't be stored or bots can't think, and the server recovers by itself."""

import os
import resource
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.site import Browser, Page, Site, client_of
from tests.waiting import until


def health(site: Site) -> tuple[int, dict[str, Any]]:
    answer = client_of(site).get("/health")
    return answer.status_code, answer.json()


def well_again(site: Site) -> None:
    until(lambda: health(site)[0] == 200, seconds=240, every=0.1)  # a process may have to compile first


@contextmanager
def full_disk(site: Site) -> Iterator[None]:
    """No file of the server can grow."""
    assert site.process is not None
    soft, hard = resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (soft, hard))


def answered(page: Page) -> dict[str, Any]:
    while (answer := page.hear())["type"] not in ("ack", "error"):
        pass
    return answer


def test_a_server_that_is_well_says_so(site: Site) -> None:
    status, told = health(site)
    assert status == 200
    assert told == {
        "ok": True,
        "version": told["version"],
        "store": "well",
        "bots": "well",
        "damaged": 0,
        "rules": "interpreted",
    }


def test_on_a_full_disk_nothing_is_accepted_and_games_go_on_by_themselves_after_it(site: Site) -> None:
    browser = Browser(site)
    table = browser.play(seat="0")
    with browser.open(table) as page:
        page.until_asked()
        action = page.plain()
        with full_disk(site):
            status, told = health(site)
            assert (status, told["ok"]) == (503, False)
            assert told["store"] != "well"
            page.command(action)
            assert answered(page)["code"] == "paused"
            while not page.view["paused"]:
                page.hear()
            refused = site.post("/play", browser.cookies, game="chu-han")
            assert refused.status == 503
            assert "Nothing can be stored here at the moment" in refused.read().decode()
            assert client_of(site).get("/", cookies=browser.cookies).status_code == 200
        while page.view["paused"] or not page.view["legal"]:  # nobody loads the page anew
            page.hear()
        well_again(site)
        page.command(action)
        assert answered(page)["type"] == "ack"
        number = page.hear("step")["number"]
    site.kill()
    site.start()
    with browser.open(table) as page:
        assert page.hear("full")["number"] >= number


@pytest.mark.parametrize("change", ["deleted", "replaced"])
def test_without_its_file_a_store_accepts_nothing(tmp_path: Path, change: str) -> None:
    site = Site(tmp_path)
    try:
        browser = Browser(site)
        table = browser.play(seat="0")
        file = tmp_path / "tianxia.sqlite3"
        with browser.open(table) as page:
            page.until_asked()
            if change == "deleted":
                file.unlink()
            else:
                (tmp_path / "other").write_bytes(file.read_bytes())
                (tmp_path / "other").replace(file)
            page.command(page.plain())
            assert answered(page)["code"] == "paused"
        status, told = health(site)
        assert status == 503
        assert str(file) in told["store"]
        assert site.post("/play", {}, game="chu-han").status == 503
        assert "Traceback" not in site.errors()
    finally:
        site.stop()


def test_a_file_that_another_process_holds_is_told_in_time(site: Site) -> None:
    with closing(sqlite3.connect(site.folder / "tianxia.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, told = health(site)
        assert (status, told["store"]) == (503, "no answer within 4 s")
    well_again(site)


def test_dead_bots_are_told_and_replaced(tmp_path: Path) -> None:
    site = Site(tmp_path, workers=1)
    try:
        assert site.process is not None
        browser = Browser(site)
        table = browser.play(seat="1")
        with browser.open(table) as page:  # the bot leads
            assert page.until_asked()
        children = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children")
        until(children.read_text)
        workers = children.read_text().split()
        for worker in workers:
            os.kill(int(worker), signal.SIGKILL)
        until(lambda: not set(children.read_text().split()) & set(workers))
        status, told = health(site)
        assert status == 503
        assert "for bots" in told["bots"]
        well_again(site)
    finally:
        site.stop()
