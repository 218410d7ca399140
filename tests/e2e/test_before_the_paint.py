"""What is seen can be used: a press that comes before the page has painted what the press before it brought is heard.

What waits for a frame comes seconds later here, and nothing is waited for that should be there at once.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page

from tests.e2e import staged_huns
from tests.e2e.conftest import PHONE, Opening, Server
from tests.e2e.player import SLOW_PAINT, sit_down
from tests.e2e.staged import Stage

Slow = Callable[..., Page]


@pytest.fixture
def slow(opening: Opening, server: Server) -> Slow:
    """Opens a running game that paints late."""

    def open_one(game: str, **about: object) -> Page:
        page = opening(**about).new_page()
        sit_down(page, server, game)
        page.add_init_script(SLOW_PAINT)
        page.reload()
        page.locator(".pinned .button").first.wait_for()
        return page

    return open_one


def shown(part: Locator) -> bool:
    """Whether it is there now."""
    return part.count() == 1 and part.is_visible()


def test_the_settings_are_there_with_the_press_and_gone_with_the_next(slow: Slow) -> None:
    page = slow("chu-han")
    dialog = page.locator("dialog[open]")
    page.locator("#settings-button").click()
    assert shown(dialog)
    page.keyboard.press("Escape")
    assert not shown(dialog)


def test_what_cannot_be_done_now_has_the_focus_and_goes_with_a_press_beside_it(slow: Slow) -> None:
    page = slow("huang")
    listed = page.locator(".more-list")
    page.locator(".more > button").click()
    assert listed.evaluate("(list) => list.contains(document.activeElement)")
    page.locator(".who").click()
    assert not shown(listed)


def test_the_note_of_a_word_goes_with_escape(slow: Slow) -> None:
    page = slow("chu-han")
    word = page.locator("#prompt .term").first
    word.locator("button").click()
    assert shown(word.locator(".card-help"))
    page.keyboard.press("Escape")
    assert not shown(word.locator(".card-help"))


def test_the_drawer_of_a_phone_goes_with_escape(slow: Slow) -> None:
    page = slow("chu-han", **PHONE)
    page.locator("#side-button").tap()
    assert shown(page.locator("#drawer"))
    page.keyboard.press("Escape")
    assert not shown(page.locator("#drawer"))


def test_the_whole_camp_of_a_rival_is_there_with_the_press(page: Page, server: Server) -> None:
    page.add_init_script(SLOW_PAINT)
    Stage(page, server, "huns").show(staged_huns.moments()["before_die"])
    page.locator(".hn-rival .hn-open").click()
    assert shown(page.locator("dialog[open]"))


def test_who_opens_the_chat_writes_at_once(page: Page, server: Server) -> None:
    page.add_init_script(SLOW_PAINT)
    stage = Stage(page, server, "huns")
    stage.show(staged_huns.moments()["before_die"])
    stage.talk()
    page.locator("#chat-button").click()
    page.keyboard.type("hello")
    assert page.locator("#chat input").first.input_value() == "hello"
