"""What browsers and hands do to a page: a translation puts other elements in place of all texts, and presses come twice."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.e2e import commander, contender, raider, ruler
from tests.e2e.conftest import Server
from tests.e2e.player import MY_TURN, changed, heard, number, sit_down
from tests.e2e.sight import translated
from tests.waiting import until

# as Chrome does: each text that comes onto the page is taken off, and two elements with its translation lie there
TRANSLATOR = """() => {
  window.failures = [];
  addEventListener("error", (event) => window.failures.push(event.message));
  const holds = (node) => node.parentElement?.closest('font, script, style, [translate="no"]') === null && node.data.trim();
  const wrap = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) if (holds(walker.currentNode)) found.push(walker.currentNode);
    for (const [i, text] of found.entries()) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      outer.append(inner);
      if (i % 2) { inner.append(text.data); text.replaceWith(outer); }
      else { text.before(outer); inner.append(text); }
    }
  };
  new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true, characterData: true });
  wrap();
}"""
WORDS = """() => {
  const page = document.querySelector('.table-page').cloneNode(true);
  page.querySelector('#live').remove(); // what was read aloud is past
  return page.textContent.replace(/\\s+/g, ' ');
}"""
BEHIND = """() => {
  window.pressed = [];
  for (const name of ['behind', 'in front']) {
    const button = document.body.appendChild(document.createElement('button'));
    button.style = 'position: fixed; inset: 0 auto auto 0; width: 80px; height: 80px; z-index: 1000';
    button.onclick = () => (window.pressed.push(name), name === 'in front' && button.remove());
  }
}"""
"""Two buttons at one place; the one in front goes with the press."""
FONTS = "() => document.querySelectorAll('font').length"
DECISIONS, ORDERS, LOOK = 12, 4, 4
"""Decisions, in Sun Tzu of a round each, that make dozens of clicks; after so many the whole page is compared."""

PLAYERS: dict[str, Callable[[Page, random.Random], Any]] = {
    "chu-han": contender.play_one,
    "sun-tzu": commander.play_one,
    "huang": lambda page, dice: ruler.play_one(page, dice, page.evaluate(ruler.OFFERS)),
    "huns": raider.play_one,
}


@pytest.mark.parametrize("game", PLAYERS)
def test_a_translated_page_goes_on_changing(page: Page, server: Server, game: str) -> None:
    dice, frames = random.Random(14), heard(page)[""]
    sit_down(page, server, game)
    page.evaluate(TRANSLATOR)
    original = page.context.new_page()
    original.goto(page.url)
    prompts = set()
    for decision in range(1, (ORDERS if game == "sun-tzu" else DECISIONS) + 1):
        PLAYERS[game](page, dice)
        page.wait_for_function(MY_TURN)
        if page.locator(".end").count():
            break
        view = [frame["view"] for frame in frames if frame.get("view")][-1]
        expect(page.locator("#prompt")).to_have_text(view["prompt"])
        prompts.add(view["prompt"])
        if decision % LOOK == 0:
            page.keyboard.press("Escape")
            page.mouse.move(0, 0)
            page.locator("#settings-button").focus()
            # what a choice would bring is asked for once it is on offer for a moment, so both come to it
            until(lambda: page.evaluate(WORDS) == original.evaluate(WORDS))
    assert page.evaluate(FONTS) > 20
    assert len(prompts) > 1
    assert page.evaluate("window.failures") == []


def test_names_and_notation_are_not_translated(page: Page, server: Server) -> None:
    sit_down(page, server, "huang")
    page.keyboard.press("c")  # coordinates
    expect(page.locator(".hg-name").nth(1)).to_be_attached()
    assert page.locator('.hg-name:not([translate="no"])').count() == 0
    names = page.locator(".player-name").all_inner_texts()
    assert len(names) > 1
    assert translated(page, names) == []


def commands(page: Page) -> list[str]:
    sent: list[str] = []
    page.on("websocket", lambda line: line.on("framesent", lambda told: '"command"' in told and sent.append(told)))
    return sent


def test_a_double_click_sends_one_command(page: Page, server: Server) -> None:
    sent = commands(page)
    sit_down(page, server, "huang")
    before = number(page)
    ruler.press(page, "pass")  # the first of two actions of a turn
    changed(page, before)
    sent.clear()
    wait = f"() => Number(document.querySelector('.table-page').dataset.number) > {number(page)}"
    box = page.locator('.pinned [data-kind="pass"]').bounding_box()
    assert box
    page.wait_for_function(MY_TURN)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for count in (1, 2):
        page.mouse.down(click_count=count)
        page.mouse.up(click_count=count)
        page.wait_for_function(wait)
        page.wait_for_function(MY_TURN)
    assert len(sent) == 1


def test_a_double_click_on_what_goes_away_does_not_reach_what_lies_behind(page: Page, server: Server) -> None:
    sit_down(page, server, "chu-han")
    page.evaluate(BEHIND)
    page.mouse.dblclick(40, 40)
    assert page.evaluate("window.pressed") == ["in front"]
    page.mouse.click(40, 40)
    assert page.evaluate("window.pressed") == ["in front", "behind"]


def test_a_key_that_is_held_down_answers_one_question(page: Page, server: Server) -> None:
    sent = commands(page)
    sit_down(page, server, "huang")
    page.locator('.pinned [data-kind="pass"]').focus()
    sent.clear()
    before = number(page)
    page.keyboard.down("Enter")
    changed(page, before)
    page.wait_for_function(MY_TURN)
    for _ in range(5):
        page.keyboard.down("Enter")  # it repeats
    page.keyboard.up("Enter")
    assert len(sent) == 1


def test_a_browser_that_keeps_no_cookie_says_so_when_play_is_pressed(context: BrowserContext, server: Server) -> None:
    page = context.new_page()

    def without_cookies(route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        context.clear_cookies()
        route.fulfill(response=answer, headers={k: v for k, v in answer.headers.items() if k != "set-cookie"})

    page.route("**/play*", without_cookies)
    page.goto(server.address)
    page.locator("button.primary").first.click()
    expect(page.locator("main")).to_contain_text("One cookie is needed")
    page.unroute("**/play*")
    page.goto(server.address)
    page.locator("button.primary").first.click()
    page.wait_for_url("**/table/*")
    expect(page.locator('.player[data-own="true"]')).to_have_count(1)
