"""Two people in two browsers: they write to each other, each in its own language, and agree on how it ends."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import Server
from tests.server.company import table_for
from tianxia.server.visitors import GUEST_COOKIE, LANG_COOKIE

HTML = '<b id="evil">bold</b>'


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str, list[str]]]:
    folder = tmp_path_factory.mktemp("company")
    table, tokens = table_for(folder, "Ada", "Ben")
    running = Server(folder)
    yield running, table, tokens
    running.kill()


def at_table(
    browser: Browser, company: tuple[Server, str, list[str]], who: int, lang: str
) -> tuple[BrowserContext, Page]:
    server, table, tokens = company
    narrow = {"width": 390, "height": 844} if who else {"width": 1280, "height": 800}
    context = browser.new_context(viewport=narrow, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(10_000)
    kept = {GUEST_COOKIE: tokens[who], LANG_COOKIE: lang}
    context.add_cookies([{"name": name, "value": value, "url": server.address} for name, value in kept.items()])
    page = context.new_page()
    page.goto(f"{server.address}/table/{table}")
    return context, page


def test_two_write_to_each_other_and_agree_on_a_draw(browser: Browser, company: tuple[Server, str, list[str]]) -> None:
    (first, ada), (second, ben) = at_table(browser, company, 0, "en"), at_table(browser, company, 1, "pl")
    ada.locator("#chat-button").press("Enter")
    expect(ada.locator("#chat input")).to_be_focused()
    ada.keyboard.type(HTML)
    ada.keyboard.press("Enter")
    expect(ada.locator(".chat-line")).to_contain_text(HTML)
    expect(ada.locator("#chat input")).to_have_value("")
    expect(ben.locator(".unread")).to_have_text("1")
    expect(ben.locator("#chat")).to_be_hidden()
    expect(ben.locator("#chat-live")).to_contain_text(HTML)
    ben.locator("#chat-button").click()
    expect(ben.locator(".chat-line")).to_contain_text(HTML)
    expect(ben.locator(".unread")).to_have_count(0)
    assert ben.locator("#evil").count() == ada.locator("#evil").count() == 0
    ben.locator(".chat-more summary").first.click()
    ben.locator("[data-preset=well_played]").click()
    expect(ben.locator(".chat-line").last).to_contain_text("Dobrze zagrane!")
    expect(ada.locator(".chat-line").last).to_contain_text("Well played!")
    ada.locator("#chat input").press("Escape")
    expect(ada.locator("#chat-button")).to_be_focused()
    ada.locator("#settings-button").click()
    ada.locator("[data-offer=draw]").click()
    expect(ada.locator(".offered")).to_contain_text("Waiting for Ben")
    ben.locator("#chat .chat-head button").click()
    expect(ben.locator(".offered")).to_contain_text("Ada proponuje remis")
    ben.locator("[data-answer=agree]").click()
    expect(ada.locator(".end h2")).to_have_text("The game ended in a draw, by agreement.")
    expect(ben.locator(".end h2")).to_have_text("Gra zakończyła się remisem, za zgodą stron.")
    first.close()
    second.close()
