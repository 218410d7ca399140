"""Two servers on one PostgreSQL, and one of them is killed without warning, again and again."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import Database
from tests.server.site import Browser, Page, Site

pytestmark = pytest.mark.xdist_group("postgres")
TAKEN_OVER = 5.0  # seconds


@pytest.fixture
def sites(tmp_path: Path, database: Database) -> Iterator[list[Site]]:
    found: list[Site] = []
    try:
        for name in ("one", "other"):
            (tmp_path / name).mkdir()
            found.append(Site(tmp_path / name, database=database.address))
        yield found
    finally:
        for site in found:
            site.stop()


def through(browser: Browser, site: Site, table: str, last: int = 0) -> Page:
    """The page of a table, through one of the servers."""
    browser.site = site
    return browser.open(table, last)


def test_a_bot_plays_on_through_another_server_when_that_which_drove_it_is_killed(sites: list[Site]) -> None:
    browser, chance = Browser(sites[0]), random.Random(1)
    table, acknowledged = browser.play(seat="0"), {}
    with through(browser, sites[0], table) as page:
        assert page.act(chance)
        assert page.until_asked(), "the bot is driven here"
        last = page.view["number"]
    for number in range(4):
        dying, living = sites[number % 2], sites[1 - number % 2]
        with through(browser, living, table, last) as page:  # it is in memory there
            assert page.until_asked()
            dying.kill()
            action, expect = chance.choice(page.view["legal"])["id"], page.view["number"]
            start = time.monotonic()
            id = page.command(action)
            acknowledged[id] = action, expect, page.hear("ack")
            page.hear("step")
            if not page.until_asked():
                break
            assert time.monotonic() - start < TAKEN_OVER
            last = page.view["number"]
        dying.start()
    for site in sites:
        with through(browser, site, table) as page:
            page.until_asked()
            for id, (action, expect, answer) in acknowledged.items():
                page.command(action, id=id, expect=expect)
                assert page.hear("ack") == answer, "nothing that was acknowledged is lost, and nothing is done twice"
