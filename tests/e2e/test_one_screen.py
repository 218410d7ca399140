"""Two at one screen, in Chromium: the curtain between them, and nothing behind it."""

import random
import re

from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Server
from tests.e2e.contender import come_in, decide, play_one
from tests.e2e.evening import hasten
from tests.e2e.player import MY_TURN, SLOW_PAINT, heard, number, painted

SIDES = ("Han", "Chu")
CURTAIN_OR_TURN = f"() => document.querySelector('.plaque') !== null || ({MY_TURN})()"
HAND_PART = 'data-part="hand:'
HELD = "() => [...document.querySelectorAll('[data-part^=\"hand:\"]')].map((card) => card.dataset.part)"


def begin(page: Page, server: Server) -> None:
    come_in(page, server, screen=True)
    expect(page.locator(".plaque h1")).to_have_text("Pass the screen to Han")


def show(page: Page, seat: int) -> None:
    """Somebody says who looks now."""
    page.locator(f'.plaque [data-show="{seat}"]').click()
    expect(page.locator(".plaque")).to_have_count(0)
    expect(page.locator(f'.player[data-seat="{seat}"]')).to_have_attribute("data-own", "true")


def choose(page: Page, dice: random.Random) -> None:
    """One decision; the curtain may fall with it."""
    before = number(page)
    decide(page, dice)
    page.wait_for_function(
        f"() => document.querySelector('.plaque') || Number(document.querySelector('.table-page').dataset.number) > {before}"
    )


def persons(page: Page) -> set[str]:
    """The persons in the hand that is shown: each of them is one card only."""
    return {part for part in page.evaluate(HELD) if not part[-1].isdigit()}


def test_the_curtain_falls_between_the_two_and_hides_each_hand(page: Page, server: Server) -> None:
    frames = heard(page)
    dice, shown, held, changes = random.Random(7), 0, {}, 0
    begin(page, server)
    assert HAND_PART not in page.content()
    show(page, 0)
    while changes < 8:
        held[shown] = persons(page)
        play_one(page, dice)
        page.wait_for_function(CURTAIN_OR_TURN)
        held[shown] = held[shown] & persons(page) or held[shown]
        if page.locator(".end").count():
            break
        if page.locator(".plaque").count() == 0:
            continue
        shown, changes = 1 - shown, changes + 1
        expect(page.locator(".plaque h1")).to_have_text(f"Pass the screen to {SIDES[shown]}")
        assert HAND_PART not in page.content()
        assert page.locator("#log, .recap, .card-help").count() == 0
        if changes == 1:
            assert violations(page) == []
        show(page, shown)
        page.wait_for_function(MY_TURN)
        for person in held[1 - shown]:
            assert f'"{person}"' not in page.content()
    assert changes == 8
    assert set(frames) == {"0", "1", "none"}
    for seat in ("0", "1"):
        hands = [frame["view"]["state"]["hand"] for frame in frames[seat] if frame.get("view")]
        assert hands
        assert all((hand[int(seat)] is not None, hand[1 - int(seat)]) == (True, None) for hand in hands)


def test_who_decides_before_the_paint_passes_the_screen_on(page: Page, server: Server) -> None:
    page.add_init_script(SLOW_PAINT)
    begin(page, server)
    show(page, 0)
    page.locator('.hand-card[data-lit="true"]').last.click(position={"x": 8, "y": 12})
    page.locator(".offers .main").first.click()
    expect(page.locator(".plaque h1")).to_have_text("Pass the screen to Chu")


def test_who_comes_back_may_look_and_take_back(page: Page, server: Server) -> None:
    page.clock.install()
    begin(page, server)
    show(page, 0)
    page.locator('.hand-card[data-lit="true"]').last.click(position={"x": 8, "y": 12})
    page.locator(".offers .main").first.click()
    expect(page.locator(".plaque h1")).to_have_text("Pass the screen to Chu")
    show(page, 0)
    page.clock.fast_forward(1500)
    painted(page)
    expect(page.locator(".plaque")).to_have_count(0)
    page.locator('[data-kind="pass-screen"]').click()
    expect(page.locator(".plaque h1")).to_have_text("Pass the screen to Chu")
    show(page, 0)
    before = number(page)
    page.locator('[data-kind="undo"]').click()
    page.wait_for_function(MY_TURN)
    assert number(page) > before
    page.locator("#curtain-button").click()
    expect(page.locator(".plaque h1")).to_have_text("Pass the screen to Han")


def test_a_reload_and_the_list_of_games_lead_to_the_curtain(page: Page, server: Server) -> None:
    begin(page, server)
    show(page, 0)
    page.reload()
    expect(page.locator(".plaque h1")).to_have_text("Pass the screen to Han")
    assert HAND_PART not in page.content()
    page.locator(".plaque a").click()
    entry = page.locator(".mine li").first
    expect(entry).to_contain_text(re.compile("Chu Han two at one screen"))
    entry.locator(".go-on").click()
    show(page, 1)
    expect(page.locator(".hand-card")).to_have_count(15)


def test_the_end_of_a_hand_is_shown_to_both_and_no_hand_with_it(page: Page, server: Server) -> None:
    dice = random.Random(3)
    begin(page, server)
    hasten([(page.context, (0, 1))], server, page.url.rsplit("/", 1)[1], lambda state: min(state["hand_size"]) < 4)
    for _ in range(200):
        page.wait_for_function(CURTAIN_OR_TURN)
        if page.locator('.plaque [data-show="none"]').count():
            break
        if page.locator(".plaque").count():
            page.locator(".plaque .main").click()
            page.wait_for_function(MY_TURN)
        choose(page, dice)
    expect(page.locator(".plaque h1")).to_have_text("Now everybody looks")
    assert HAND_PART not in page.content()
    page.locator(".plaque .main").click()
    expect(page.locator("#log")).to_contain_text("Hand 2")
    expect(page.locator(".onlooker")).to_contain_text("Shown to all at this screen")
    assert page.locator('.hand-card, .player[data-own="true"], .pinned').count() == 0
    assert violations(page) == []
    page.locator('[data-kind="pass-screen"]').click()
    expect(page.locator(".plaque h1")).to_contain_text("Pass the screen to")
