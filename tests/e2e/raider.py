"""A player of Huns with a mouse: sees what the page lights, clicks on it, and plays a game to its end."""

import random
from functools import partial
from typing import Any

from playwright.sync_api import Page

from tests.e2e import player
from tests.e2e.player import number, painted

OFFERS = """() => ({
  over: document.querySelector('.end') !== null,
  number: Number(document.querySelector('.table-page').dataset.number),
  pinned: [...document.querySelectorAll('.pinned [aria-disabled="false"]:not([data-kind=undo])')]
    .filter((b) => b.checkVisibility()).map((b) => b.dataset.kind),
  lit: [...document.querySelectorAll('[data-lit="true"]')].map((b) => b.dataset.part),
  plays: document.querySelectorAll('.offers .main').length,
})"""
MOST_TAPS = 30


come_in = partial(player.come_in, game="huns")
sit_down = partial(player.sit_down, game="huns")
my_turn = partial(player.my_turn, offers=OFFERS)


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
        click_one(page, dice, offers)
    raise AssertionError(f"nothing was decided: {page.evaluate(OFFERS)}")


def click_one(page: Page, dice: random.Random, offers: dict[str, Any]) -> None:
    """A step towards a decision: what was chosen is confirmed, a lit part is tapped, or a button pressed."""
    if offers["plays"]:
        page.locator(".offers .main").first.click()
    elif offers["lit"] and (not offers["pinned"] or dice.random() < 0.7):
        tap(page, dice.choice(offers["lit"]))
    else:
        page.locator(f'.pinned [data-kind="{dice.choice(offers["pinned"])}"]').click()
    painted(page)


def to_a_die(page: Page) -> None:
    """Until a die may be taken: a card that the rival has drawn may ask something else first."""
    dice = random.Random(1)
    my_turn(page)
    while not page.locator('.hn-die[data-lit="true"]').count():
        play_one(page, dice)
        my_turn(page)
