"""Sun Tzu with two at one screen: both give their orders in secret, one after the other."""

import random

from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.commander import PROVINCES, answer, give_orders, my_turn, sit_down
from tests.e2e.conftest import Server
from tests.e2e.player import heard, painted
from tests.e2e.test_one_screen import show
from tests.e2e.test_sun_tzu import assert_only_own

SIDES = ("Sun Tzu", "King Shao")
OWN_PARTS = ('data-part="hand:', 'data-part="order:', 'data-part="drawn:', 'data-part="general:')
LAID = "() => [...document.querySelectorAll('.st-cards .card')].length"


def behind_the_curtain(page: Page, to: int) -> None:
    """The curtain is there for a side, and nothing of either side behind it."""
    expect(page.locator(".plaque h1")).to_have_text(f"Pass the screen to {SIDES[to]}")
    assert not [part for part in OWN_PARTS if part in page.content()]
    assert page.locator("#log, .recap, .st-map, .st-hand").count() == 0


def test_the_second_side_sees_nothing_of_the_orders_of_the_first(page: Page, server: Server) -> None:
    frames, dice = heard(page), random.Random(4)
    sit_down(page, server, screen=True)
    for seat in (0, 1):  # the generals
        behind_the_curtain(page, seat)
        show(page, seat)
        answer(page, my_turn(page), dice)
    hands = page.locator('.player[data-own="false"] .fact b').first.inner_text()
    give_orders(page, dice)  # who has the screen goes on: both are asked
    behind_the_curtain(page, 0)
    assert violations(page) == []
    show(page, 0)
    my_turn(page)
    assert page.evaluate(LAID) == 0, "no card lies on the map"
    for province in PROVINCES:
        place = page.locator(f'.st-place[data-place="{province}"]')
        expect(place.locator(".st-slot")).to_have_count(1)
        expect(place.locator(".st-laid, .st-order")).to_have_count(0)
    rival = page.locator('.player[data-own="false"]')
    expect(rival.locator(".st-ready")).to_have_text("ready")
    assert rival.locator(".fact b").first.inner_text() == hands == "10"
    assert page.locator("#log").inner_text().count("confirms the orders") == 1
    give_orders(page, dice)
    expect(page.locator(".plaque h1")).to_have_text("Now everybody looks")
    assert not [part for part in OWN_PARTS if part in page.content()]
    page.locator(".plaque .main").click()
    expect(page.locator(".st-battle").first).to_be_visible()
    assert not [part for part in OWN_PARTS if part in page.content()]
    assert page.locator(".st-hand, .st-deck, .st-own-general").count() == 0
    assert violations(page) == []
    page.locator('[data-kind="pass-screen"]').click()
    expect(page.locator(".plaque h1")).to_contain_text("Pass the screen to")
    assert set(frames) == {"0", "1", "none"}
    for seat in (0, 1):
        assert len([frame for frame in frames[str(seat)] if frame.get("view")]) > 4
        for frame in frames[str(seat)]:
            assert_only_own(frame, seat)


def test_who_comes_back_sees_the_own_orders_which_stay_once_confirmed(page: Page, server: Server) -> None:
    dice = random.Random(5)
    page.clock.install()
    sit_down(page, server, screen=True, generals=False)
    behind_the_curtain(page, 0)
    show(page, 0)
    give_orders(page, dice)
    behind_the_curtain(page, 1)
    show(page, 0)
    expect(page.locator(".st-laid")).to_have_count(5)
    page.clock.fast_forward(1500)
    painted(page)
    expect(page.locator(".plaque")).to_have_count(0)
    assert page.locator(".st-order").count() == 0
    page.locator('.pinned [data-kind="undo"]').click(force=True)  # it looks disabled and answers all the same
    expect(page.locator(".note p")).not_to_be_empty()
    page.locator('[data-kind="pass-screen"]').click()
    behind_the_curtain(page, 1)
