"""A player of Huang with a mouse: sees what the page lights, clicks on it, and plays a game to its end."""

import random
from functools import partial
from typing import Any

from playwright.sync_api import Page

from tests.e2e import player
from tests.e2e.player import changed, number

# what the page offers right now, read from the page only
OFFERS = """() => {
  const parts = (selector) => [...document.querySelectorAll(selector)].map((b) => b.dataset.part);
  return {
    asks: document.querySelector('.huang').dataset.asks,
    over: document.querySelector('.end') !== null,
    pinned: [...document.querySelectorAll('.pinned button[aria-disabled="false"]')].map((b) => b.dataset.kind),
    tiles: parts('.hg-hand [data-lit="true"]'),
    leaders: parts('.hg-leaders [data-part^="leader:"][data-lit="true"]'),
    hexes: parts('.hg-hex[data-lit="true"]'),
    rims: parts('.hg-hex[data-full="true"]:has(.hg-lit-rim)'),
    full: parts('.hg-hex[data-full="true"][data-lit="true"]'),
    market: parts('.hg-market [data-lit="true"]'),
    shapes: document.querySelectorAll('.hg-choice').length,
    pagodas: document.querySelectorAll('.hg-stands[data-lit="true"]').length,
    chips: document.querySelectorAll('.offers .chip').length,
    give: document.querySelectorAll('[data-step="give"]:not(:disabled)').length,
  };
}"""

BEGINNING = ("undo", "riot", "establish", "replace")
"""Buttons that decide nothing."""

come_in = partial(player.come_in, game="huang")
sit_down = partial(player.sit_down, game="huang")
my_turn = partial(player.my_turn, offers=OFFERS)


def tap(page: Page, part: str) -> None:
    """Clicks on one part; of equal tiles any will do."""
    page.locator(f'[data-part="{part}"][aria-pressed="false"]').first.click()


def play_one(page: Page, dice: random.Random, offers: dict[str, Any]) -> None:
    """One decision of whatever is asked; much is replaced, so that the bag is empty soon."""
    before = number(page)
    choose(page, dice, offers)
    changed(page, before)


def press(page: Page, kind: str) -> None:
    page.locator(f'.pinned [data-kind="{kind}"]').click()


def choose(page: Page, dice: random.Random, offers: dict[str, Any]) -> None:
    match offers["asks"]:
        case "action":
            act(page, dice, offers)
        case "replace" if offers["tiles"]:
            tap(page, dice.choice(offers["tiles"]))
        case "revolt":
            page.locator('[data-step="give"]').click()
        case "war" if offers["hexes"] and dice.random() < 0.7:
            tap(page, dice.choice(offers["hexes"]))
            page.locator('[data-step="give"]').click()
        case "market":
            tap(page, dice.choice(offers["market"]))
        case "pagoda" | "establish":
            page.locator(".hg-choice").nth(dice.randrange(offers["shapes"])).click(force=True)
        case "moved":
            page.locator('.hg-stands[data-lit="true"]').nth(dice.randrange(offers["pagodas"])).click(force=True)
        case "riot" | "price" | "tie" | "granary" | "chain" if offers["hexes"]:
            tap(page, dice.choice(offers["hexes"]))
        case _:
            press(page, next(kind for kind in offers["pinned"] if kind not in BEGINNING))


def act(page: Page, dice: random.Random, offers: dict[str, Any]) -> None:
    """One of the five actions."""
    chance = dice.random()
    if chance < 0.6 and "replace" in offers["pinned"] and offers["tiles"]:
        press(page, "replace")
        tap(page, dice.choice(offers["tiles"]))
        return
    things = offers["leaders"] if chance < 0.75 else offers["tiles"]
    if things:
        tap(page, dice.choice(things))
        hexes = page.evaluate(OFFERS)["hexes"]
        if hexes:
            tap(page, dice.choice(hexes))
            return
        page.keyboard.press("Escape")
    press(page, "pass")
