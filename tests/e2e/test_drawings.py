"""The sheet of all drawings, as who draws them sees it: one for each thing of each game, whole and in its place."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import hatch_build
import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import ROOT
from tianxia.games.chu_han.cards import EVENT_KINDS, KINDS
from tianxia.games.huns.pieces import CARDS as DECK
from tianxia.games.sun_tzu.pieces import CARDS, GENERALS

DRAWN = {
    "ch-picture-": (*KINDS, *EVENT_KINDS),
    "st-picture-": (*CARDS, *GENERALS),
    "hn-": DECK,
}
"""By how the ids of a game's symbols begin: what must have one."""
BEYOND = """() => [...document.querySelectorAll('.card')].flatMap((card) => {
  const box = card.getBoundingClientRect();
  return [...card.querySelectorAll('text')].filter((text) => {
    const { left, right, top, bottom, width } = text.getBoundingClientRect();
    const room = box.height / 10; // letters do not fill their line
    return width > 0 && (left < box.left || right > box.right || top < box.top - room || bottom > box.bottom + room);
  }).map((text) => text.textContent);
})"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder without a word."""

    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture(scope="module")
def sheet(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("drawings")
    web, _ = hatch_build.places(ROOT)
    vite = web / "node_modules" / "vite" / "bin" / "vite.js"
    hatch_build.run_node(web, vite, "build", "--config", "drawings/vite.config.ts", "--outDir", str(folder))
    site = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=site.serve_forever, daemon=True).start()
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"http://127.0.0.1:{site.server_port}/")
    page.locator("main").wait_for()
    page.evaluate("document.fonts.ready")
    yield page
    page.close()
    site.shutdown()


@pytest.mark.parametrize("prefix", DRAWN)
def test_whatever_a_game_has_is_drawn(sheet: Page, prefix: str) -> None:
    drawn = sheet.evaluate(
        "() => [...document.querySelectorAll('symbol')].filter((one) => one.children.length > 2).map((one) => one.id)"
    )
    assert {f"{prefix}{name}" for name in DRAWN[prefix]} - set(drawn) == set()


def test_every_drawing_has_an_id_of_its_own(sheet: Page) -> None:
    ids = sheet.evaluate("() => [...document.querySelectorAll('.sprite [id], .paints [id]')].map((one) => one.id)")
    assert len(ids) > 150
    assert sorted({one for one in ids if ids.count(one) > 1}) == []


def test_what_is_written_on_a_card_stays_on_it(sheet: Page) -> None:
    assert sheet.evaluate(BEYOND) == []
