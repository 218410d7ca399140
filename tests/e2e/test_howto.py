"""The pages that tell how to play in Chromium: every figure is drawn, fits and is said in words."""

import pytest
from playwright.sync_api import Page, expect

import tianxia
from tests.e2e.axe import BY_LOOK, looks, violations
from tests.e2e.conftest import Server
from tests.e2e.player import begin
from tianxia.server import howto

NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= window.innerWidth"
UNFIT = """() => [...document.querySelectorAll("figure > .drawn")].filter((place) => {
  const inner = place.getBoundingClientRect();
  const pieces = [...place.querySelectorAll("svg:not(.sprite, .print), b, span")].map((one) => one.getBoundingClientRect());
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


def test_a_word_of_the_game_in_a_prompt_tells_what_it_means_and_leads_on(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.locator("article", has_text="Chu Han").get_by_role("button", name="Two at one screen").click()
    page.locator('.plaque [data-show="0"]').click()
    prompt = page.locator("#prompt")
    expect(prompt).to_have_text("Your lead: play a set; a decree and a lead ability may come first")
    word = prompt.get_by_role("button", name="set", exact=True)
    word.focus()
    page.keyboard.press("Enter")
    note = prompt.get_by_role("status").filter(has_text="one or more cards of the same value")
    expect(note).to_be_visible()
    box, size = note.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert note.get_by_role("link", name="C4.2").get_attribute("href") == "/rules/chu-han#C4.2"
    assert note.get_by_role("link", name="How to play").get_attribute("href") == "/how-to-play/chu-han#turn"
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    expect(word).to_be_focused()


def test_a_link_to_a_folded_ruling_opens_it_and_so_do_printing_and_searching(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/rules/huang#H4.5")
    folded = page.locator(".ruling:not([open])")
    opened = page.locator(".ruling[open]")
    expect(opened).to_have_count(1)
    page.locator('dt[id="H5.3"] + dd a').first.or_(page.locator('a[href="#H5.3"]').first).click()
    expect(page.locator('dt[id="H5.3"] + dd .ruling')).to_have_attribute("open", "")
    page.reload()
    page.keyboard.press("Control+f")
    expect(folded).to_have_count(0)
    page.get_by_role("button", name="Unfold all our rulings").click()
    expect(opened).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(folded).to_have_count(0)
    assert violations(page) == []


def test_a_hint_is_chosen_on_the_table_with_its_reason_and_not_played(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.locator("article", has_text="Huang").get_by_role("button", name="At one screen").click()
    page.locator(".plaque [data-show]").first.click()
    ask = page.locator(".actions").get_by_role("button", name="Hint")
    expect(ask).to_be_visible()
    number = page.locator(".table-page").get_attribute("data-number")
    ask.click()
    note = page.locator(".note")
    expect(note).to_contain_text("Hint: ")
    expect(note).to_contain_text(".")
    assert page.locator(".table-page").get_attribute("data-number") == number
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    page.keyboard.press("i")
    expect(note).to_contain_text("Hint: ")


COVERED = """() => {
  const note = document.querySelector('.note').getBoundingClientRect();
  const over = (box) => Math.min(box.right, note.right) - Math.max(box.left, note.left) > 1
    && Math.min(box.bottom, note.bottom) - Math.max(box.top, note.top) > 1;
  return [...document.querySelectorAll('.offers > *, .pinned button')].filter((one) => over(one.getBoundingClientRect()))
    .map((one) => `${one.textContent} at ${innerWidth}`);
}"""
"""What is pressed beside the hand and lies under the notice."""


@pytest.mark.parametrize("game", tianxia.games())
def test_a_notice_never_lies_over_what_is_pressed(page: Page, server: Server, game: str) -> None:
    begin(page, server, game, screen=True)
    page.locator(".plaque [data-show]").first.click()
    page.locator(".board").click(position={"x": 2, "y": 2})
    page.keyboard.press("i")
    expect(page.locator(".note")).to_contain_text("Hint: ")
    faults = list[str]()
    for width, height in ((1280, 800), (1024, 640), (844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        faults += page.evaluate(COVERED)
    assert faults == []
