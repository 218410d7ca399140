"""Two people in two browsers meet, play a game to its end, one goes and comes back, and both play again."""

import random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.axe import BY_LOOK, looks, violations
from tests.e2e.conftest import Opening, Server
from tests.e2e.evening import AT_THE_TABLE, EVENINGS, Evening, hasten, open_table, play_on
from tests.e2e.sight import faults

NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= window.innerWidth"
HTML = '<b id="evil">bold</b>'
LINKS_WITHIN = """() => {
  const [links, ...all] = document.querySelectorAll('dialog .tongues, dialog .tongues > *');
  return all.every((one) => one.getBoundingClientRect().right <= links.getBoundingClientRect().right + 1);
}"""
MANY = 300
"""More clicks than any of the games takes from there."""


@pytest.fixture
def friend(opening: Opening) -> BrowserContext:
    """The browser of somebody else, on a phone."""
    return opening(viewport={"width": 390, "height": 844})


@pytest.fixture
def kolega(opening: Opening) -> BrowserContext:
    """The same in Polish."""
    return opening(viewport={"width": 390, "height": 844}, locale="pl-PL")


def in_the_lobby(page: Page, other: Page, server: Server, evening: Evening) -> None:
    """They do not know each other: the table appears in the lobby by itself."""
    other.goto(f"{server.address}/lobby?game={evening.game}")
    waiting = other.locator("#waiting-tables")
    expect(waiting.locator(".none")).to_be_visible()
    open_table(page, server, evening.game, "Ada", evening.choices)
    expect(waiting).to_contain_text("Ada")
    assert other.evaluate(NO_SIDEWAYS)
    waiting.get_by_role("link").click()


def by_a_link(page: Page, other: Page, server: Server, evening: Evening) -> None:
    """One sends the other a link."""
    open_table(page, server, evening.game, "Ada", evening.choices)
    other.goto(page.locator("#link").input_value())


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_two_meet_play_to_the_end_one_goes_and_comes_back_and_both_play_again(
    page: Page, kolega: BrowserContext, server: Server, evening: Evening
) -> None:
    other, dice = kolega.new_page(), random.Random(3)
    public = "open" in evening.choices
    (in_the_lobby if public else by_a_link)(page, other, server, evening)
    assert page.title().split(" · ")[0] in ("1/2", "2/3")
    other.locator("#name").fill("Ben")
    other.locator("#joining .primary, #places [form=join]").first.click()
    for one in (page, other):  # by itself too
        one.wait_for_selector(AT_THE_TABLE)
    table = page.url
    assert other.url == table
    figures = "clock" in evening.choices
    for one in (page, other):
        expect(one.locator(".player .clock-figures")).to_have_count(2 if figures else 0)

    assert play_on([page, other], evening, dice, 4) == 4
    here = page.locator(".player", has_text="Ben").locator(".presence")
    other.close()
    if not evening.shared:  # there the curtain may be down
        expect(here).to_have_attribute("data-here", "false")
    other = kolega.new_page()
    if public:
        other.goto(server.address)
        other.locator(".mine .go-on").first.click()
    else:
        other.goto(table)
    other.wait_for_selector(AT_THE_TABLE)
    expect(page.locator('.presence[data-here="false"]')).to_have_count(0)
    expect(other.locator('.presence[data-here="false"]')).to_have_count(0)  # nor is anyone behind a curtain away

    people = [(page.context, evening.shared), (kolega, ())]
    for one in (page, other):
        one.goto("about:blank")  # to draw all that comes now would take longer than to play it
    hasten(people, server, table.rpartition("/")[2], evening.late)
    for one in (page, other):
        one.goto(table)
        one.wait_for_selector(AT_THE_TABLE)
    assert 0 < play_on([page, other], evening, dice, MANY) < MANY
    for one in (page, other):
        one.locator(".end").wait_for()

    page.locator(".end form button").click()
    expect(page.locator("#places")).to_contain_text("kept for Ben")
    assert page.url != table
    expect(other.locator(".end form [role=status]")).to_be_visible()
    other.locator(".end form button").click()
    for one in (page, other):
        one.wait_for_selector(AT_THE_TABLE)
    assert page.url == other.url != table
    if evening.game == "chu-han":
        they_write_and_agree_on_a_draw(page, other)


def they_write_and_agree_on_a_draw(ada: Page, ben: Page) -> None:
    """Each in its own language."""
    ada.locator("#chat-button").press("Enter")
    expect(ada.locator("#chat input")).to_be_focused()
    assert faults(ada, ".none") == []  # nothing that is pressed lies under it
    ada.keyboard.type(HTML)
    ada.keyboard.press("Enter")
    expect(ada.locator(".chat-line")).to_contain_text(HTML)
    expect(ada.locator("#chat input")).to_have_value("")
    expect(ben.locator(".unread")).to_have_text("1")
    expect(ben.locator("#chat")).to_be_hidden()
    expect(ben.locator("#live")).to_contain_text(f"Ada pisze: {HTML}")
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
    expect(ada.locator("dialog").get_by_role("link", name="Resign")).to_have_attribute(
        "href", f"{urlsplit(ada.url).path}/resign"
    )
    ada.locator("[data-offer=draw]").click()
    expect(ada.locator(".offered")).to_contain_text("Waiting for Ben")
    ben.locator("#chat .chat-head button").click()
    expect(ben.locator(".offered")).to_contain_text("Ada proponuje remis")
    ben.locator("[data-answer=decline]").click()
    expect(ada.locator(".note")).to_have_text("Ben does not agree.")
    expect(ben.locator(".note")).to_have_text("Ben nie zgadza się.")
    ben.locator("#side-button").click()  # on a phone the drawer has what makes way for the chat
    ben.get_by_role("button", name="Ta gra, ustawienia i klawisze").click()
    assert ben.evaluate(LINKS_WITHIN)
    ben.locator("[data-offer=draw]").click()
    ada.locator("[data-answer=agree]").click()
    expect(ada.locator(".end h2")).to_have_text("The game ended in a draw, by agreement.")
    expect(ben.locator(".end h2")).to_have_text("Gra zakończyła się remisem, za zgodą stron.")
    for one in (ada, ben):  # which says all: no note lies over the button that brings it back, no count has a place
        expect(one.locator(".note")).to_have_count(0)
        expect(one.locator(".end-count")).to_be_hidden()


def test_by_a_link_one_sees_the_table_and_what_is_typed_stays_while_others_come_and_go(
    page: Page, friend: BrowserContext, server: Server
) -> None:
    open_table(page, server, "huang", "Ada", {"option.players": 4, "order": "fixed"})
    phone = friend.new_page()
    phone.goto(page.get_by_label("Link to this table").input_value())
    name = phone.get_by_label("Your name")
    name.press_sequentially("Be")
    page.locator("#bot-2").click()
    expect(phone.locator("#places")).to_contain_text("Normal bot")
    expect(name).to_be_focused()
    name.press_sequentially("a")
    phone.get_by_role("button", name="Sit here").last.click()
    expect(page.locator("#status")).to_have_text("1 more player, and the game begins.")
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
