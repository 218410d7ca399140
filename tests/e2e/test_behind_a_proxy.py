"""The site under a path, and behind a proxy that spoils the name: what a browser makes of it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Opening
from tests.server.site import Browser, Site
from tests.server.test_hosting import nginx, proxied


@pytest.fixture
def context(opening: Opening) -> BrowserContext:
    """A window like everybody's: its service worker is under the same path."""
    return opening(service_workers="allow")


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path, root_path="/tianxia")
    yield site
    site.stop()


def test_a_game_is_played_under_a_path(page: Page, mounted: Site) -> None:
    root = f"{mounted.origin}/tianxia"
    elsewhere: list[str] = []
    page.on("request", lambda request: elsewhere.append(request.url) if not request.url.startswith(root) else None)
    page.goto(root)
    page.locator("form", has=page.locator("input[value=chu-han]")).locator("button.primary").click()
    expect(page).to_have_url(re.compile(f"^{root}/table/"))
    expect(page.locator(".table-page[data-link=open]")).to_be_visible()
    page.reload()
    expect(page.locator(".table-page[data-link=open]")).to_be_visible()
    page.locator("#settings-button").click()
    page.locator(".tongues button[lang=pl]").click()
    expect(page).to_have_url(re.compile(f"^{root}/table/"))
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    page.locator("a.home").first.click()
    expect(page).to_have_url(f"{root}/")
    expect(page.locator(".mine .go-on")).to_have_attribute("href", re.compile("^/tianxia/table/"))
    page.locator(".mine .go-on").click()
    expect(page.locator(".table-page[data-link=open]")).to_be_visible()
    rules = page.locator("a.rules-link").first.get_attribute("href")
    assert page.request.get(mounted.origin + str(rules)).ok
    assert elsewhere == []


def test_a_page_whose_name_the_proxy_spoils_says_so_and_does_not_dial_for_ever(page: Page, tmp_path: Path) -> None:
    def spoiling(folder: Path, port: int, upstream: int, root: str) -> list[str]:
        command = nginx(folder, port, upstream, root)
        written = (folder / "nginx.conf").read_text()
        spoilt = written.replace("$http_host", "localhost:1").replace(f":{port} ssl", f":{port}")
        (folder / "nginx.conf").write_text(re.sub("ssl_certificate.*\n", "", spoilt))
        return command

    site = Site(tmp_path)
    try:
        table = Browser(site).play()
        with proxied(spoiling, tmp_path, site.port, "") as front:
            dialled: list[str] = []
            page.on("websocket", lambda line: dialled.append(line.url))
            page.goto(f"http://127.0.0.1:{front.port}/table/{table}")
            note = page.locator(".note")
            expect(note).to_contain_text(f"Refused: origin. Your browser is at http://127.0.0.1:{front.port}")
            expect(note).to_contain_text("localhost:1")
            page.wait_for_function("() => performance.now() > 3000")  # the first tries would come after 0.4 and 0.8 s
            assert len(dialled) == 1
    finally:
        site.stop()
