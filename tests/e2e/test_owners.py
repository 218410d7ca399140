"""What is whose: a seat's colour on its panel, and all that is its own lit while one points at it."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.player import begin

COLOUR = "(one) => getComputedStyle(one).getPropertyValue('--owner')"


def test_pointing_at_a_panel_lights_what_is_its_own(page: Page, server: Server) -> None:
    begin(page, server, "huns")
    lit = page.locator("[data-theirs]")
    expect(page.locator("[data-owner]")).to_have_count(2)
    expect(lit).to_have_count(0)
    for panel in page.locator(".player").all():
        panel.hover()
        seat = panel.get_attribute("data-seat")
        expect(lit).to_have_count(1)
        assert lit.get_attribute("data-owner") == seat
        colour = str(panel.evaluate(COLOUR))
        assert colour
        assert lit.evaluate(COLOUR) == colour
    page.locator(".bar").hover()
    expect(lit).to_have_count(0)
