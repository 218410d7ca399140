"""A rated game in a browser: its end, the ranking, and the profile to which that leads."""

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import looks, violations
from tests.e2e.conftest import Server
from tests.e2e.player import MY_TURN
from tests.tables.playing import registry_in
from tests.tables.test_ratings import Past
from tianxia.bots import house
from tianxia.server.visitors import ACCOUNT_COOKIE
from tianxia.tables.names import key_of
from tianxia.tables.opening import FILE
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Terms
from tianxia.tables.store import Person

ADA, BEN, EASY = Seat("Ada", guest="ada"), Seat("Ben", guest="ben"), Seat("easy", bot="easy")
NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= window.innerWidth"


async def played(folder: Path) -> str:
    """Ada and Ben have played, and Ada sits in a rated game against a bot; gives its id."""
    async with registry_in(folder) as registry:
        for seat in (ADA, BEN):
            person = Person(str(seat.guest), seat.name, account=True)
            await registry.store.people.register(person, key_of(seat.name), "hash", f"token of {seat.name}", "")
        past = Past(registry.store)
        for places in ((1, 2, 3), (2, 1, 3), (1, 3, 2)):
            await past.play((ADA, BEN, EASY), places)
        return await registry.create("chu-han", {}, (ADA, EASY), "en", Terms(rated=True))


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, str]]:
    """A server with their games, and the one that Ada is in; it offers a bot of its own."""
    monkeypatch.setenv(house.VARIABLE, "mine:Clever")
    with ThreadPoolExecutor(1) as apart:  # Playwright has a loop on this thread
        table = apart.submit(lambda: asyncio.run(played(tmp_path))).result()
    (tmp_path / "games.sqlite3").rename(tmp_path / FILE)
    running = Server(tmp_path)
    yield running, table
    running.kill()


def test_the_end_of_a_rated_game_leads_to_the_ranking_and_to_a_profile(begun: tuple[Server, str], page: Page) -> None:
    server, table = begun
    page.context.add_cookies([{"name": ACCOUNT_COOKIE, "value": "token of Ada", "url": server.address}])
    page.goto(f"{server.address}/table/{table}")
    page.wait_for_function(MY_TURN)
    expect(page.locator(".end-ratings")).to_have_count(0)
    page.goto(server.address)
    page.get_by_role("link", name=re.compile("^Resign: Chu Han")).click()
    page.get_by_role("button", name="Resign this game").click()
    ratings = page.get_by_role("list", name="Ratings").get_by_role("listitem")
    expect(ratings).to_have_text([re.compile(r"Ada 1000 → [789]\d\d"), re.compile(r"Easy bot 1000 → 11\d\d")])
    expect(ratings.first).to_have_class("own")
    rivals = page.get_by_label("Bots").get_by_role("option")
    expect(rivals).to_have_text(
        ["easy", "normal", "hard", "expert", "Clever (this site's own), does not count for ratings"]
    )
    assert violations(page) == []

    page.goto(server.address)
    page.get_by_role("link", name="Ranking").click()
    page.get_by_role("link", name="Huang").click()
    page.get_by_role("link", name="3 players").click()
    expect(page.locator("tr.own")).to_contain_text("Ada")
    for _ in looks(page, ("light", 1280), ("dark", 390), ("light", 320)):
        assert violations(page) == []
        assert page.evaluate(NO_SIDEWAYS)

    page.get_by_role("link", name="Ada", exact=True).last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada")
    expect(page.get_by_role("link", name="Chu Han")).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name=re.compile("^Huang")).click()
    expect(page.get_by_role("img", name=re.compile("Rating after each of the last 3 games"))).to_be_visible()
    page.get_by_text("As a table").press("Enter")
    expect(page.get_by_role("region", name="History").get_by_role("row")).to_have_count(4)
    for _ in looks(page, ("light", 1280), ("dark", 390), ("light", 320)):
        assert violations(page) == []
        assert page.evaluate(NO_SIDEWAYS)
