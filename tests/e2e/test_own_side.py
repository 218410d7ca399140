"""Who was given a side by lot reads which one, until the first own decision."""

import random

import pytest
from playwright.sync_api import expect

from tests.e2e import contender
from tests.e2e.conftest import Opening, Server
from tests.e2e.player import sit_down, wait_for_turn

SIDES = {
    "chu-han": {"en": ("Han", "Chu"), "pl": ("Han", "Chu")},
    "sun-tzu": {"en": ("Sun Tzu", "King Shao"), "pl": ("Sun Tzu", "Król Shao")},
    "huang": {"en": ("Tiger", "Rabbit", "Rat"), "pl": ("Tygrys", "Królik", "Szczur")},
    "huns": {"en": ("Attila", "Bleda"), "pl": ("Attyla", "Bleda")},
}


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("game", tuple(SIDES))
def test_the_side_that_was_drawn_is_told_as_it_is_stored(
    opening: Opening, server: Server, game: str, lang: str
) -> None:
    page = opening(locale=lang).new_page()
    sit_down(page, server, game, seat="any")
    stored = page.request.get(f"{page.url}/export").json()["seats"]
    (seat,) = (seat["seat"] for seat in stored if seat["bot"] is None)
    side = SIDES[game][lang][seat]
    said = f"Your side: {side}." if lang == "en" else f"Twoja strona: {side}."
    expect(page.locator(".told .own-side")).to_have_text(said)


def test_it_is_read_aloud_and_told_no_more_after_the_first_decision(opening: Opening, server: Server) -> None:
    page = opening().new_page()
    sit_down(page, server, "chu-han")
    expect(page.locator(".own-side")).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("Your side: Han. Your lead")
    contender.play_one(page, random.Random(1))
    wait_for_turn(page)
    expect(page.locator(".own-side")).to_have_count(0)
