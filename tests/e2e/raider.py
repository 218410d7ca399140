"""A player of Huns with a mouse: sees what the page lights, clicks on it, and plays a game to its end."""

import random
from typing import Any

from playwright.sync_api import Page

from tests.e2e.conftest import Server
from tests.e2e.player import number

FORM = 'form[action="/play"]:has(input[name="game"][value="huns"])'

OFFERS = """() => ({
  over: document.querySelector('.end') !== null,
  number: Number(document.querySelector('.table-page').dataset.number),
  pinned: [...document.querySelectorAll('.pinned button:not(:disabled):not([data-kind=undo])')].map((b) => b.dataset.kind),
  lit: [...document.querySelectorAll('[data-lit="true"]')].map((b) => b.dataset.part),
  plays: document.querySelectorAll('.offers .main').length,
  sending: document.querySelector('.sending') !== null,
})"""
MY_TURN = """() => document.querySelector('.end') !== null || (document.querySelector('.sending') === null
  && document.querySelector('.pinned button:not(:disabled):not([data-kind=undo]), [data-lit="true"], .offers .main') !== null)"""
MOST_TAPS = 8


def sit_down(
    page: Page, server: Server, *, players: int = 2, seat: int | None = None, rounds: int | None = None
) -> None:
    """From the front page to a running game against easy bots."""
    page.goto(server.address)
    form = page.locator(FORM)
    form.locator("summary").first.click()
    form.locator(f'input[name="option.players"][value="{players}"]').check()
    form.locator('input[name="level"][value="easy"]').check()
    if seat is not None:
        form.locator(f'input[name="seat"][value="{seat}"]').check()
    if rounds is not None:
        form.locator("details.options summary").click()
        form.locator('input[name="option.max_rounds"]').fill(str(rounds))
    form.locator("button.primary").click()
    page.wait_for_url("**/table/*")


def my_turn(page: Page) -> dict[str, Any]:
    """Waits until the page lets the player decide, or the game is over; tells what it offers then."""
    page.wait_for_function(MY_TURN, timeout=30_000)
    offers: dict[str, Any] = page.evaluate(OFFERS)
    return offers


def tap(page: Page, part: str) -> None:
    """Clicks on a part that is lit, wherever it is on the page."""
    page.locator(f'[data-part="{part}"][data-lit="true"]').first.click(position={"x": 6, "y": 6})


def play_one(page: Page, dice: random.Random) -> None:
    """One decision: a button, or lit parts one after the other until it is made or can be confirmed."""
    before = number(page)
    for _ in range(MOST_TAPS):
        offers = my_turn(page)
        if offers["over"] or offers["number"] > before:
            return
        if offers["plays"]:
            page.locator(".offers .main").first.click()
        elif offers["lit"] and (not offers["pinned"] or dice.random() < 0.7):
            tap(page, dice.choice(offers["lit"]))
        else:
            page.locator(f'.pinned [data-kind="{dice.choice(offers["pinned"])}"]').click()
        page.wait_for_timeout(30)
    raise AssertionError(f"nothing was decided: {page.evaluate(OFFERS)}")
