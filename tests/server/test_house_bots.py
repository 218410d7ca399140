"""Bots of who runs the server, by a real one's pages and sockets: they are offered, they play, and a bad one harms nothing."""

import asyncio
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Client

import tianxia
from tests.server.site import Browser, Site
from tests.tables.test_house_bots import MINE
from tests.waiting import until
from tianxia.tables.opening import FILE
from tianxia.tables.rows import ActionRow
from tianxia.tables.sqlite import SqliteStore

BAD = "mine:Raises"
READY = "this server's own bots are ready"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("house")
    (folder / "mine.py").write_text(MINE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        running = Site(folder, bots=["chu-han=mine:Last", BAD], log_level="info")
        until(lambda: READY in running.errors())
    try:
        yield running
    finally:
        running.stop()


def test_they_are_offered_wherever_a_table_is_made_each_for_its_games(site: Site) -> None:
    with Client(base_url=site.origin) as client:
        for address in ("/", "/new?game=chu-han"):
            page = client.get(address).text
            assert re.search(r'value="mine:Last"[^>]*>[^<]*\bLast \(this site&#39;s own\)', page)
            assert "Last (własny tego serwisu)" in client.get(address, headers={"accept-language": "pl"}).text
        huns = client.get("/new?game=huns").text
        assert "mine:Last" not in huns
        assert BAD in huns


def test_one_plays_at_a_table_and_a_bad_one_is_stood_in_for(site: Site) -> None:
    browser, chance = Browser(site), random.Random(1)
    tables = {bot: browser.play(level=bot, seat="0") for bot in ("mine:Last", BAD)}
    for bot, table in tables.items():
        with browser.open(table) as page:
            for _ in range(6):
                page.act(chance)
            page.until_asked()
            assert page.view["seats"][1]["name"] == f"Bot {bot.removeprefix('mine:')} (this site's own)"
    site.stop()
    told = site.errors()
    assert f"{BAD} failed: another one plays in its place" in told
    assert "my hand is [" not in told, "what it says may be hidden from who reads the log"
    taken = {bot: asyncio.run(taken_last(site.folder, table)) for bot, table in tables.items()}
    assert len(taken["mine:Last"]) > 3
    assert sum(taken["mine:Last"]) > 0.7 * len(taken["mine:Last"]), "a busy machine may make it late for a reaction"
    assert len(taken[BAD]) > 3
    site.start()


async def taken_last(folder: Path, table: str) -> list[bool]:
    """For each decision of the bot of a stored game whether it took the last of its legal actions."""
    store = SqliteStore(folder / FILE)
    try:
        stored = await store.load(table)
    finally:
        await store.close()
    assert stored is not None
    match, found = tianxia.load(stored.setup.game).new(stored.setup.seed), []
    for row in stored.rows:
        if isinstance(row, ActionRow):
            action = match.game.action(row.action).id
            if row.seat == 1:
                found.append(action == match.legal_ids(row.seat)[-1])
            match.play(row.seat, action)
    return found


def test_they_play_no_rated_games_and_only_those_that_are_named_play(site: Site) -> None:
    wrong = "Bots of this site&#39;s own play no rated games"
    with Client(base_url=site.origin, headers={"origin": site.origin}) as client:
        form = {"game": "chu-han", "seat.0": "me", "seat.1": "mine:Last", "counts": "rated"}
        assert wrong in client.post("/new", data=form).text
        for bot in ("mine:Hangs", "os:abort"):
            assert client.post("/play", data={"game": "chu-han", "level": bot}).status_code == 400
            assert client.post("/new", data={**form, "counts": "casual", "seat.1": bot}).status_code == 400
        assert client.post("/play", data={"game": "huns", "level": "mine:Last"}).status_code == 400
