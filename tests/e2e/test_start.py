"""The start page in Chromium: its boxes at every size, the own name, the list and what is folded in it."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.axe import looks, violations
from tests.e2e.conftest import Opening, Server

NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= window.innerWidth"
SEEN = """() => [...document.querySelectorAll(".box .begin :is(.primary, .learn, [formmethod])")].map((button) => {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
})"""


@pytest.mark.parametrize(("width", "height", "boxes"), [(1920, 1080, 4), (1280, 800, 4), (844, 390, 2), (390, 844, 2)])
def test_the_first_thing_that_is_seen_is_what_begins_a_game(
    page: Page, server: Server, width: int, height: int, boxes: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(server.address)
    assert page.evaluate(SEEN) == [True] * 3 * boxes + [False] * 3 * (4 - boxes)
    assert page.evaluate(NO_SIDEWAYS)


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_the_rules_stand_beside_how_to_play_at_every_size(opening: Opening, server: Server, locale: str) -> None:
    page = opening(locale=locale).new_page()
    page.goto(server.address)
    for width in (1920, 1280, 1100, 1024, 844, 390, 360):
        page.set_viewport_size({"width": width, "height": 800})
        tops = page.locator(".ways a").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
        assert tops[::2] == tops[1::2], width


def test_a_name_is_chosen_refused_and_kept_in_place_at_every_size(context: BrowserContext, server: Server) -> None:
    page = context.new_page()  # whose console tells that a form was refused
    page.goto(server.address)
    for _ in looks(page, ("light", 1280), ("dark", 390), ("light", 320)):
        page.locator("#you summary").click()
        before = page.locator(".shelf").bounding_box()
        page.get_by_label("Your name").fill("Bot")
        page.get_by_role("button", name="Keep it").click()
        expect(page.get_by_role("alert")).to_be_focused()
        assert page.locator(".shelf").bounding_box() == before, "nothing is pushed"
        card = page.locator("#you form").bounding_box()
        assert card is not None
        assert card["x"] >= 0
        assert page.evaluate(NO_SIDEWAYS)
        assert violations(page) == []
        page.get_by_label("Your name").fill("Zofia")
        page.get_by_role("button", name="Keep it").click()
        expect(page.locator("#you summary")).to_contain_text("You play as Zofia")
        expect(page.locator("#you form")).to_be_hidden()


def test_a_game_is_resigned_from_the_list_which_keeps_open_what_was_unfolded(page: Page, server: Server) -> None:
    other = page.context.new_page()
    for _ in range(2):
        page.goto(server.address)
        page.locator("article", has_text="Sun Tzu").get_by_role("button", name="Play a bot").click()
        expect(page.locator("#prompt")).not_to_be_empty()
    page.goto(server.address)
    page.get_by_role("link", name=re.compile("^Resign: Sun Tzu")).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Resign this game?")
    assert violations(page) == []
    page.get_by_role("button", name="Resign this game").click()
    page.wait_for_url(re.compile("/table/[^/]+$"))
    page.goto(server.address)
    for fold in page.locator("#ended summary").all():
        fold.click()
    expect(page.locator("#finished li")).to_have_count(1)
    expect(page.locator(".tally tbody tr")).to_have_text("Sun Tzunormal10")
    for _ in looks(page, ("light", 1280), ("dark", 390), ("light", 320)):
        assert page.evaluate(NO_SIDEWAYS)
        assert violations(page) == []
    other.goto(server.address)
    other.get_by_role("link", name=re.compile("^Resign: Sun Tzu")).click()
    other.get_by_role("button", name="Resign this game").click()
    expect(page.locator("#finished li")).to_have_count(2)
    expect(page.locator(".tally tbody tr")).to_have_text("Sun Tzunormal20")
    expect(page.locator("#own-games li")).to_have_count(0)
