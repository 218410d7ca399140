"""A player of Chu Han with a mouse: sees what the page lights, clicks on it, and plays a game to its end."""

import random
from functools import partial

from playwright.sync_api import Page

from tests.e2e import player
from tests.e2e.player import changed, number

# what the page offers right now, read from the page only
OFFERS = """() => {
  const enabled = [...document.querySelectorAll('.pinned button[aria-disabled="false"]')].map((b) => b.dataset.kind);
  return {
    over: document.querySelector('.end') !== null,
    pinned: enabled.filter((kind) => kind !== 'undo'),
    lit: [...document.querySelectorAll('[data-lit="true"]')].map((b) => b.dataset.part),
    plays: document.querySelectorAll('.offers .main').length,
    chips: document.querySelectorAll('.offers .chip').length,
  };
}"""

come_in = partial(player.come_in, game="chu-han")
sit_down = partial(player.sit_down, game="chu-han")
my_turn = partial(player.my_turn, offers=OFFERS)


def click_part(page: Page, part: str) -> None:
    # equal cards cover each other but for the last; any unchosen one will do
    page.locator(f'[data-part="{part}"][aria-pressed="false"]').last.click(position={"x": 8, "y": 12})


def play_one(page: Page, dice: random.Random) -> None:
    """One decision, and what came of it."""
    before = number(page)
    decide(page, dice)
    changed(page, before)


def decide(page: Page, dice: random.Random) -> None:
    """A button, or parts chosen until a play is offered, then that play."""
    offers = page.evaluate(OFFERS)
    if offers["pinned"] and (not offers["lit"] or dice.random() < 0.2):
        page.locator(f'.pinned [data-kind="{dice.choice(offers["pinned"])}"]').click()
    else:
        choose_a_play(page, dice)


def choose_a_play(page: Page, dice: random.Random) -> None:
    """Parts are tapped, or a chip is, until a play can be confirmed; large sets end a game sooner."""
    for _ in range(12):
        offers = page.evaluate(OFFERS)
        if offers["chips"] and dice.random() < 0.7:
            page.locator(".offers .chip").last.click()
            return
        if offers["plays"] and (not offers["lit"] or dice.random() < 0.7):
            page.locator(".offers .main").nth(dice.randrange(offers["plays"])).click()
            return
        if offers["lit"]:
            click_part(page, dice.choice(offers["lit"]))
        else:
            page.keyboard.press("Escape")
    raise AssertionError(f"no play came together: {page.evaluate(OFFERS)}")
