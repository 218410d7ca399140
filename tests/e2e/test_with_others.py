"""Two people in two browsers: they meet in the lobby or by a link, play a game to its end, one comes back, both play again."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.axe import BY_LOOK, looks, violations
from tests.e2e.conftest import Server
from tests.e2e.player import MY_TURN
from tests.e2e.raider import OFFERS, click_one
from tests.waiting import until

NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= window.innerWidth"
AT_THE_TABLE = ".table-page[data-link=open]"


@pytest.fixture
def friend(browser: Browser) -> Iterator[BrowserContext]:
    """The browser of somebody else, on a phone."""
    opened = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", reduced_motion="reduce")
    opened.set_default_timeout(10_000)
    yield opened
    opened.close()


def open_table(page: Page, server: Server, game: str, name: str, **options: str) -> None:
    """By clicking, from the box of a game to a table that waits."""
    page.goto(server.address)
    page.locator(f"article[aria-labelledby=box-{game}]").get_by_role("button", name="With ").click()
    for option, value in options.items():
        page.locator(f'[name="{option}"][value="{value}"], [name="option.{option}"][type=number]').first.wait_for()
        field = page.locator(f'[name="option.{option}"]')
        if field.count():
            field.fill(value)
        else:
            page.locator(f'[name="{option}"][value="{value}"]').check()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/table/*")


def play_on(pages: list[Page], dice: random.Random, clicks: int) -> int:
    """Whoever is asked clicks, until the game is over or so often; gives how often."""
    for click in range(clicks):
        until(lambda: any(page.evaluate(MY_TURN) for page in pages), every=0.02)
        asked = next(page for page in pages if page.evaluate(MY_TURN))
        offers = asked.evaluate(OFFERS)
        if offers["over"]:
            return click
        click_one(asked, dice, offers)
    return clicks


def test_two_meet_in_the_lobby_play_to_the_end_one_comes_back_and_both_play_again(
    page: Page, friend: BrowserContext, server: Server
) -> None:
    lobby = friend.new_page()
    lobby.goto(f"{server.address}/lobby?game=huns")
    waiting = lobby.locator("#waiting-tables")
    expect(waiting).to_contain_text("No such table waits")
    open_table(page, server, "huns", "Ada", open="public", max_rounds="2")
    table = page.url
    assert page.title().startswith("1/2 · Huns")
    expect(waiting).to_contain_text("Ada")  # by itself
    assert lobby.evaluate(NO_SIDEWAYS)
    waiting.get_by_role("link").click()
    expect(lobby.get_by_role("heading", level=1)).to_have_text("Huns")
    lobby.get_by_label("Your name").fill("Ben")
    lobby.get_by_role("button", name="Sit down").click()
    for one in (page, lobby):  # by itself too
        one.wait_for_selector(AT_THE_TABLE)
        assert one.url == table

    dice = random.Random(3)
    assert play_on([page, lobby], dice, 8) == 8
    lobby.close()
    back = friend.new_page()
    back.goto(server.address)
    back.locator(".mine .go-on").click()
    back.wait_for_selector(AT_THE_TABLE)
    assert play_on([page, back], dice, 400) < 400
    for one in (page, back):
        one.locator(".end").wait_for()

    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#places")).to_contain_text("kept for Ben")
    assert page.url != table
    expect(back.locator(".end")).to_contain_text("Ada wants to play again")
    back.get_by_role("button", name="To the new table").click()
    for one in (page, back):
        one.wait_for_selector(AT_THE_TABLE)
    assert page.url == back.url != table


def test_by_a_link_one_sees_the_table_and_what_is_typed_stays_while_others_come_and_go(
    page: Page, friend: BrowserContext, server: Server
) -> None:
    open_table(page, server, "huang", "Ada", **{"option.players": "4", "order": "fixed"})
    phone = friend.new_page()
    phone.goto(page.get_by_label("Link to this table").input_value())
    name = phone.get_by_label("Your name")
    name.press_sequentially("Be")
    page.locator("#bot-2").click()
    expect(phone.locator("#places")).to_contain_text("Bot, normal")
    expect(name).to_be_focused()
    name.press_sequentially("a")
    phone.get_by_role("button", name="Sit here").last.click()
    expect(page.locator("#status")).to_have_text("One more player, and the game begins.")
    assert page.title().startswith("3/4 · Huang")
    expect(page.locator('.places li:has-text("Bea") .dot')).to_have_attribute("data-here", "yes")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()

    for one in (page, phone):
        assert violations(one) == []
    for _ in looks(page, ("dark", 1280), ("light", 320), ("dark", 320)):
        assert violations(page, *BY_LOOK) == []
        assert page.evaluate(NO_SIDEWAYS)
    page.locator("#fill").click()
    for one in (page, phone):
        one.wait_for_selector(AT_THE_TABLE)

    other = page.context.new_page()
    for path in ("/lobby", "/new", "/new?game=huang"):
        other.goto(server.address + path)
        assert violations(other) == []
        for _ in looks(other, ("dark", 1280), ("light", 320)):
            assert violations(other, *BY_LOOK) == []
            assert other.evaluate(NO_SIDEWAYS)
