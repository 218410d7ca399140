"""The pages that tell how to play in Chromium: every figure is drawn, fits and is said in words."""

import pytest
from playwright.sync_api import Page, expect

import tianxia
from tests.e2e.axe import BY_LOOK, looks, violations
from tests.e2e.conftest import Server
from tianxia.server import howto

NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= window.innerWidth"
UNFIT = """() => [...document.querySelectorAll("figure > .drawn")].filter((place) => {
  const inner = place.getBoundingClientRect();
  const pieces = [...place.querySelectorAll("svg:not(.sprite), b, span")].map((one) => one.getBoundingClientRect());
  const out = ({ left, right, width }) => width > 0 && (left < inner.left || right > inner.right);
  return pieces.length === 0 || inner.height < 40 || pieces.some(out);
}).map((place) => place.parentElement.dataset.figure)"""
"""Figures that are not drawn, or beyond their place."""


@pytest.mark.parametrize("game", tianxia.games())
def test_every_figure_is_drawn_at_every_size_and_said_in_words(page: Page, server: Server, game: str) -> None:
    page.goto(f"{server.address}/how-to-play/{game}")
    count = sum(len(part.figures) for part in howto.parts(game, "en"))
    expect(page.locator("figure > .drawn svg").first).to_be_attached()
    expect(page.locator("figure")).to_have_count(count)
    assert violations(page) == []
    for width in looks(page, ("light", 1280), ("dark", 390), ("light", 320)):
        assert page.evaluate(UNFIT) == [], width
        assert page.evaluate(NO_SIDEWAYS), width
        assert violations(page, *BY_LOOK) == []
