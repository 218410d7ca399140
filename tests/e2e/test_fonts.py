"""What every page is written in: the two families that it brings, whatever the machine has."""

import pytest
from playwright.sync_api import Page

import tianxia
from tests.e2e.conftest import Opening, Server
from tests.e2e.player import sit_down
from tianxia.engine import i18n

TOLD = """() => {
  const known = {};
  return [...document.querySelectorAll('body *')].filter((one) => {
    const told = [...one.childNodes].map((child) => (child.nodeType === Node.TEXT_NODE ? child.data.trim() : '')).join('');
    if (!told || !one.checkVisibility()) return false;
    const { fontFamily, fontWeight, fontStyle, fontVariant, textTransform } = getComputedStyle(one);
    const letters = (known[[fontFamily, fontWeight, fontStyle, fontVariant, textTransform]] ??= new Set());
    const before = letters.size;
    for (const letter of told) letters.add(letter);
    return letters.size > before;
  });
}"""
"""What is written on a page with letters that are not yet written in that style before it."""


OURS = {("Tianxia Print", True), ("Tianxia Text", True)}


def families(page: Page) -> set[tuple[str, bool]]:
    """The families that the letters of a page are drawn with, and whether the page brought them."""
    page.wait_for_function("document.fonts.status === 'loaded'")
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    nodes = session.send("Runtime.evaluate", {"expression": f"({TOLD})()"})["result"]["objectId"]
    listed = session.send("Runtime.getProperties", {"objectId": nodes, "ownProperties": True})["result"]
    found = set()
    session.send("DOM.getDocument")
    for one in listed:
        if one["name"].isdecimal():
            node = session.send("DOM.requestNode", {"objectId": one["value"]["objectId"]})["nodeId"]
            for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
                found.add((font["familyName"], font["isCustomFont"]))
    session.detach()
    return found


@pytest.mark.parametrize("lang", i18n.languages())
def test_pages_are_written_in_the_fonts_that_they_bring(opening: Opening, server: Server, lang: str) -> None:
    page = opening(locale=lang).new_page()
    for path in ("/", "/rules/chu-han", "/nowhere"):
        page.goto(server.address + path)
        for box in page.locator("summary").all():
            box.click()
        assert families(page) == OURS, path


@pytest.mark.parametrize("game", tianxia.games.names())
@pytest.mark.parametrize("lang", i18n.languages())
def test_tables_are_written_in_the_fonts_that_they_bring(
    opening: Opening, server: Server, game: str, lang: str
) -> None:
    page = opening(locale=lang).new_page()
    sit_down(page, server, game)
    assert families(page) == OURS
    page.locator("#settings-button").click()
    assert families(page) == OURS


def test_the_fonts_of_headings_and_text_are_asked_for_at_once_and_only_once(page: Page, server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.address)
    page.wait_for_function("document.fonts.status === 'loaded'")
    fonts = [url.rpartition("/")[2] for url in asked if url.endswith(".woff2")]
    assert sorted(fonts) == ["print-bold.woff2", "text.woff2"]
