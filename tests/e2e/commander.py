"""A player of Sun Tzu with a mouse: sees what the page lights, clicks on it, and plays a game to its end."""

import random
from functools import partial
from typing import Any

from playwright.sync_api import Page

from tests.e2e import player
from tests.e2e.player import DONE, number

PROVINCES = ("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU")

# what the page offers right now, read from the page only
OFFERS = """() => {
  const parts = (selector) => [...document.querySelectorAll(selector)].map((b) => b.dataset.part);
  return {
    asks: document.querySelector('.sun-tzu')?.dataset.asks, // behind the curtain nothing is asked
    over: document.querySelector('.end') !== null,
    pinned: [...document.querySelectorAll('.pinned button[aria-disabled="false"]')].map((b) => b.dataset.kind),
    lit: parts('button[data-lit="true"]'),
    orders: parts('.st-order'),
    plays: document.querySelectorAll('.offers .main').length,
  };
}"""

come_in = partial(player.come_in, game="sun-tzu")
sit_down = partial(player.sit_down, game="sun-tzu")
my_turn = partial(player.my_turn, offers=OFFERS)


def tap(page: Page, part: str) -> None:
    """Clicks on one lit part; of equal cards any will do."""
    page.locator(f'button[data-part="{part}"]:not([aria-pressed="true"])').last.click(position={"x": 12, "y": 12})


def order(page: Page, card: str, province: str) -> None:
    """Card, then province."""
    tap(page, f"hand:{card}")
    tap(page, f"province:{province}")
    page.wait_for_selector(f'.st-order[data-part="order:{province}"]')
    page.wait_for_function(DONE)


def give_orders(page: Page, dice: random.Random) -> None:
    """A card at each province that has none, then the seal."""
    for province in PROVINCES:
        offers = my_turn(page)
        if offers["asks"] != "orders" or f"order:{province}" in offers["orders"]:
            continue
        page.locator('.hand-card[data-lit="true"]').first.wait_for()
        hand = sorted({part for part in page.evaluate(OFFERS)["lit"] if part.startswith("hand:")} - {"hand:6"})
        order(page, dice.choice(hand).removeprefix("hand:"), province)
    page.locator('.pinned [data-kind="confirm"]').click()
    page.wait_for_function(DONE)


def answer(page: Page, offers: dict[str, Any], dice: random.Random) -> None:
    """Any other decision: a button is pressed, or a part is chosen and its play confirmed."""
    buttons = [kind for kind in offers["pinned"] if kind != "undo"]
    if buttons and (not offers["lit"] or dice.random() < 0.3):
        page.locator(f'.pinned [data-kind="{dice.choice(buttons)}"]').click()
    else:
        choose_a_play(page, dice)
    page.wait_for_function(DONE)


def choose_a_play(page: Page, dice: random.Random) -> None:
    """Parts are tapped until a play can be confirmed; one that can be taken back is played with the last tap."""
    before = number(page)
    for _ in range(4):
        offers = page.evaluate(OFFERS)
        if offers["plays"]:
            page.locator(".offers .main").first.click()
        if offers["plays"] or not offers["lit"] or number(page) > before:
            return
        tap(page, dice.choice(offers["lit"]))
        page.wait_for_function(DONE)


def play_one(page: Page, dice: random.Random) -> str:
    """One decision; tells what was asked, and `over` at the end."""
    offers = my_turn(page)
    if offers["over"]:
        return "over"
    if offers["asks"] == "orders":
        give_orders(page, dice)
    else:
        answer(page, offers, dice)
    return str(offers["asks"])
