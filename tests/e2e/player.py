"""A player with a mouse: sees what the page lights, clicks on it, and plays a game to its end."""

import random

from playwright.sync_api import Page

from tests.e2e.conftest import Server

# what the page offers right now, read from the page only
OFFERS = """() => {
  const page = document.querySelector('.table-page');
  const enabled = [...document.querySelectorAll('.pinned button:not(:disabled)')].map((b) => b.dataset.kind);
  return {
    over: document.querySelector('.end') !== null,
    number: Number(page.dataset.number),
    pinned: enabled.filter((kind) => kind !== 'undo'),
    lit: [...document.querySelectorAll('[data-lit="true"]')].map((b) => b.dataset.part),
    chosen: document.querySelectorAll('[aria-pressed="true"]').length,
    plays: document.querySelectorAll('.offers .main').length,
    chips: document.querySelectorAll('.offers .chip').length,
    sending: document.querySelector('.sending') !== null,
  };
}"""
MY_TURN = """() => document.querySelector('.end') !== null
  || document.querySelector('.pinned button:not(:disabled):not([data-kind=undo])') !== null
  || document.querySelector('[data-lit="true"]') !== null"""


def sit_down(page: Page, server: Server, seat: int | None = None) -> None:
    """From the front page to a running game against an easy bot."""
    page.goto(server.address)
    page.locator("details.choices summary").first.click()
    page.locator('input[name="level"][value="easy"]').first.check()
    if seat is not None:
        page.locator(f'input[name="seat"][value="{seat}"]').first.check()
    page.locator('form[action="/play"] button').first.click()
    page.wait_for_url("**/table/*")
    my_turn(page)


def my_turn(page: Page) -> None:
    """Waits until the page lets the player decide, or the game is over."""
    page.wait_for_function(MY_TURN, timeout=30_000)


def number(page: Page) -> int:
    return int(page.locator(".table-page").get_attribute("data-number") or 0)


def click_part(page: Page, part: str) -> None:
    # equal cards cover each other but for the last; any unchosen one will do
    page.locator(f'[data-part="{part}"][aria-pressed="false"]').last.click(position={"x": 8, "y": 12})


def play_one(page: Page, dice: random.Random) -> None:
    """One decision: a button, or parts chosen until a play is offered, then that play."""
    before = number(page)
    offers = page.evaluate(OFFERS)
    if offers["pinned"] and (not offers["lit"] or dice.random() < 0.2):
        page.locator(f'.pinned [data-kind="{dice.choice(offers["pinned"])}"]').click()
    else:
        choose_a_play(page, dice)
    page.wait_for_function(
        f"() => Number(document.querySelector('.table-page').dataset.number) > {before}", timeout=15_000
    )


def choose_a_play(page: Page, dice: random.Random) -> None:
    """Parts are tapped, or a chip is, until a play can be confirmed; large sets end a game sooner."""
    for _ in range(12):
        offers = page.evaluate(OFFERS)
        if offers["chips"] and dice.random() < 0.7:
            page.locator(".offers .chip").last.click()
        elif offers["plays"] and (not offers["lit"] or dice.random() < 0.7):
            page.locator(".offers .main").nth(dice.randrange(offers["plays"])).click()
            return
        elif offers["lit"]:
            click_part(page, dice.choice(offers["lit"]))
        else:
            page.keyboard.press("Escape")
    raise AssertionError(f"no play came together: {page.evaluate(OFFERS)}")
