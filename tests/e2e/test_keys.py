"""Without a mouse, without eyes, without our colours: keys of every layout, the live region, forced colours."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Opening, Server, open_context
from tests.e2e.player import MY_TURN, number, sit_down
from tests.e2e.test_sun_tzu_asked import begin
from tests.frames import Frame

HERE = "() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName"
PRESS = """(about) => {
  document.activeElement.blur();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...about }));
  return document.activeElement.id;
}"""
WATCH_FOCUS = """() => {
  window.lost = [];
  const look = () => {
    if (document.activeElement === document.body) window.lost.push(document.querySelector('#prompt').textContent);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("game", ["chu-han", "sun-tzu"])
def test_enter_on_an_offer_keeps_the_focus_on_the_page(page: Page, server: Server, game: str) -> None:
    sit_down(page, server, game, seat=0)
    if game == "chu-han":
        page.locator('.hand-card[data-lit="true"]').first.click(position={"x": 8, "y": 12})
    if game == "sun-tzu":
        page.locator(".st-choice .st-general").first.click()
    before = number(page)
    page.locator(".offers :is(.main, .chip)").first.focus()
    page.evaluate(WATCH_FOCUS)
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => Number(document.querySelector('.table-page').dataset.number) > {before}")
    page.wait_for_function(MY_TURN)
    assert page.evaluate("window.lost") == []
    expect(page.locator(".sending")).to_have_count(0)
    page.wait_for_function(f"() => !['BODY', 'actions'].includes(({HERE})())")  # it goes on after the paint


KEYS = [
    ({"key": "l", "code": "KeyL"}, True),
    ({"key": "L", "code": "KeyL"}, True),  # Caps Lock
    ({"key": "L", "code": "KeyL", "shiftKey": True}, True),
    ({"key": "д", "code": "KeyL"}, True),
    ({"key": "Д", "code": "KeyL", "shiftKey": True}, True),
    ({"key": "l", "code": "KeyP"}, True),  # Dvorak: the letter that is written on the key
    ({"key": "ł", "code": "KeyL", "modifierAltGraph": True}, False),
    ({"key": "l", "code": "KeyL", "modifierAltGraph": True}, False),
    ({"key": "ł", "code": "KeyL"}, False),  # a layout that has it on a key of its own
    ({"key": "ł", "code": "KeyL", "ctrlKey": True, "altKey": True}, False),  # AltGr elsewhere
    ({"key": "l", "code": "KeyL", "ctrlKey": True}, False),
]


@pytest.mark.parametrize(("about", "acts"), KEYS)
def test_a_shortcut_acts_in_every_layout_and_not_with_altgr(
    table: Page, about: dict[str, str | bool], acts: bool
) -> None:
    assert table.evaluate(PRESS, about) == ("log" if acts else "")


@pytest.fixture(scope="module")
def table(browser: Browser, server: Server) -> Page:
    """One table for all keys."""
    page = open_context(browser).new_page()
    sit_down(page, server, "chu-han")
    return page


def test_the_same_sentence_twice_and_two_close_to_each_other_are_all_said(page: Page, server: Server) -> None:
    line = begin(page, server)

    def says(text: str, frame: Frame) -> None:
        frame["events"] = [{"kind": "drew", "seat": 1, "count": 1, "step": frame["number"], "text": text}]
        frame["view"] |= {"waiting": True, "legal": []}

    for text in ("King Shao draws 1 card", "King Shao draws 1 card", "King Shao draws 2 cards"):
        line.show(lambda frame, text=text: says(text, frame), "step")  # type: ignore[misc]
    said = page.locator("#live p")
    wanted = ["King Shao draws 1 card.", "King Shao draws 1 card.", "King Shao draws 2 cards."]
    expect(page.locator("#live")).to_contain_text(wanted[-1])
    told = " ".join(said.all_inner_texts())
    assert told.endswith(" ".join(wanted))
    line.show(lambda frame: says("King Shao draws 2 cards", frame), "step")
    expect(said.last).to_have_text("King Shao draws 2 cards.")
    assert len(said.all_inner_texts()) > 1


LOOK = """(selector) => {
  const style = getComputedStyle(document.querySelector(selector));
  return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.color].join(' ');
}"""


def test_in_forced_colours_what_is_now_lit_chosen_or_disabled_is_told_apart(opening: Opening, server: Server) -> None:
    page = opening(forced_colors="active").new_page()
    sit_down(page, server, "sun-tzu", seat=0, beginner=True)
    page.locator('.hand-card[data-part="hand:5"]').click(position={"x": 12, "y": 12})
    page.mouse.move(0, 0)

    def differ(one: str, other: str) -> bool:
        return bool(page.evaluate(LOOK, one) != page.evaluate(LOOK, other))

    assert differ('.st-round[data-when="now"]', '.st-round[data-when="later"]')
    assert differ('.st-space[data-here="true"]', '.st-space[data-here="false"]')
    assert differ('.st-step[data-when="next"]', '.st-step[data-when="later"]')
    assert differ('.hand-card[aria-pressed="true"]', '.hand-card[aria-pressed="false"]')
    assert differ('.pinned [aria-disabled="true"]', "#settings-button")
    sit_down(page, server, "huang", seat=0)
    page.locator('.hg-leaders [data-part^="leader:"]').first.click()
    assert differ('.hg-own-leader[aria-pressed="true"]', '.hg-own-leader[aria-pressed="false"]')
