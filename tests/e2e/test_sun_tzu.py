"""The table of Sun Tzu in Chromium: it opens from the start page and fits the screen."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.player import MY_TURN


@pytest.mark.parametrize("width", [1280, 390, 360])
def test_the_table_opens_with_its_map_and_fits_without_scrolling_sideways(
    page: Page, server: Server, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(server.address)
    form = page.locator('form[action="/play"]:has(input[name="game"][value="sun-tzu"])')
    form.locator("button").first.click()
    page.wait_for_url("**/table/*")
    page.wait_for_function(MY_TURN, timeout=30_000)
    for province in ("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU"):
        expect(page.get_by_text(province, exact=True).first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
