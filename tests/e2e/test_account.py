"""An account from the first click to the last, in two browsers."""

import re

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.axe import BY_LOOK, looks, violations
from tests.e2e.conftest import Opening, Server
from tests.e2e.player import MY_TURN

SECRET = "correct horse"
NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= window.innerWidth"


def play(page: Page, server: Server) -> str:
    """One click, and the cards are dealt; gives the address of the table."""
    page.goto(server.address)
    page.locator("#box-chu-han").locator("xpath=ancestor::article").get_by_role("button", name="Play a bot").click()
    page.wait_for_function(MY_TURN)
    return page.url


def fill(page: Page, section: str, name: str = "", password: str = "") -> None:
    """Fills a form of the account's page in by the keyboard, and sends it."""
    form = page.get_by_role("region", name=section).locator("form")
    if name:
        form.get_by_label("Name", exact=True).fill(name)
    form.get_by_label("Password", exact=True).fill(password)
    page.keyboard.press("Enter")


def test_a_guest_registers_plays_on_logs_in_elsewhere_and_claims_a_guests_game(
    page: Page, opening: Opening, server: Server
) -> None:
    first = play(page, server)
    page.goto(server.address)
    page.get_by_role("banner").get_by_role("link", name="Account").click()
    fill(page, "New account", "Łucja", SECRET)
    expect(page.get_by_role("status")).to_have_text("You have an account now. All your games are in it.")
    page.goto(first)
    page.wait_for_function(MY_TURN)
    expect(page.get_by_text("Łucja").first).to_be_visible()
    page.goto(f"{server.address}/account")
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("You are logged out.")
    while page.url != first:
        page.go_back()
    expect(page.locator(".onlooker")).to_be_visible()
    expect(page.locator(".hand-card")).to_have_count(0)

    elsewhere = opening(viewport={"width": 390, "height": 844}, locale="pl-PL")
    phone = elsewhere.new_page()
    second = play_in_polish(phone, server)
    phone.goto(f"{server.address}/account")
    form = phone.get_by_role("region", name="Zaloguj").locator("form")
    form.get_by_label("Nazwa").fill("łucja")
    form.get_by_label("Hasło").fill("wrong horse")
    phone.keyboard.press("Enter")
    alert = phone.get_by_role("alert")
    expect(alert).to_have_text("Nazwa i hasło nie pasują do siebie.")
    expect(alert).to_be_focused()
    form.get_by_label("Hasło").fill(SECRET)
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Łucja")
    assert phone.evaluate(NO_SIDEWAYS)
    phone.get_by_role("button", name="Przenieś").click()
    expect(phone.get_by_role("status")).to_have_text("Te gry są teraz na twoim koncie.")
    phone.goto(server.address)
    for table in (first, second):
        expect(phone.locator(f'.mine a[href="{table.removeprefix(server.address)}"]')).to_be_visible()
    phone.goto(second)
    phone.wait_for_function(MY_TURN)


def play_in_polish(page: Page, server: Server) -> str:
    page.goto(server.address)
    page.locator("#box-chu-han").locator("xpath=ancestor::article").get_by_role("button", name="Zagraj z botem").click()
    page.wait_for_function(MY_TURN)
    return page.url


def test_the_pages_are_clean_for_axe_in_every_look(context: BrowserContext, page: Page, server: Server) -> None:
    page.goto(f"{server.address}/account")
    assert violations(page) == []
    for _ in looks(page, ("dark", 1280), ("light", 320), ("dark", 320)):
        assert violations(page, *BY_LOOK) == []
        assert page.evaluate(NO_SIDEWAYS)
    fill(page, "New account", "W" * 24, SECRET)
    expect(page.get_by_role("heading", level=1)).to_have_text("W" * 24)
    assert violations(page) == []
    for _ in looks(page, ("light", 1280), ("dark", 1280), ("light", 320), ("dark", 320)):
        assert violations(page, *BY_LOOK) == []
        assert page.evaluate(NO_SIDEWAYS)
    small = page.locator("a, button, input:not([type=hidden])").evaluate_all(
        """(found) => found.filter((one) => one.getClientRects().length && !one.matches('.skip'))
          .filter((one) => one.getBoundingClientRect().height < 24).map((one) => one.outerHTML)"""
    )
    assert small == []


def test_all_of_it_works_by_keyboard(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/account")
    reached: list[str] = []
    page.get_by_role("region", name="Log in").get_by_label("Name").focus()
    for _ in range(8):
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
        page.keyboard.press("Tab")
    assert reached == [
        "login-name", "login-password", "Log in", "register-name", "register-password", "Make an account", "guest-name",
        "Change the name",
    ]  # fmt: skip
    assert re.search("account$", page.url)
