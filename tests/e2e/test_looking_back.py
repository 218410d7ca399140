"""Looking back in the middle of a game, by keys and by the lines of what was told, without disturbing it."""

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

import tianxia
from tests.e2e.axe import violations
from tests.e2e.conftest import Server
from tests.e2e.contender import my_turn, play_one, sit_down
from tests.e2e.player import number
from tests.e2e.staged import Stage, moment, played
from tests.waiting import until

HAND = "[...document.querySelectorAll('.hand-card')].map((card) => card.dataset.part)"
LIT = '[data-lit="true"]'


def test_a_game_is_looked_back_at_and_goes_on(page: Page, server: Server) -> None:
    dice, hands = random.Random(4), []
    sit_down(page, server, seat=0)
    for _ in range(4):
        hands.append(page.evaluate(HAND))
        play_one(page, dice)
        my_turn(page)
    now, hand, lines = number(page), page.evaluate(HAND), page.locator("#log .line").count()
    bar = page.locator("#prompt")
    for _ in range(60):
        page.keyboard.press(",")
        expect(bar).to_contain_text("Looking back")
        if page.locator('[data-way="before"]').get_attribute("aria-disabled") == "true":
            break
    page.wait_for_function(f"(hand) => JSON.stringify({HAND}) === JSON.stringify(hand)", arg=hands[0])
    assert page.locator(LIT).count() == 0
    assert page.locator(".pinned").count() == 0
    assert page.locator("#log .line").count() == lines, "the log stays whole"
    page.locator("#settings-button").focus()  # a card that has the focus tells after a moment what it is
    assert violations(page) == []
    page.keyboard.press(".")
    page.wait_for_function("() => Number(document.querySelector('.table-page').dataset.number) > 1")
    page.keyboard.press("Escape")
    expect(bar).not_to_contain_text("Looking back")
    assert (number(page), page.evaluate(HAND)) == (now, hand)
    page.locator('.pinned [data-kind="undo"]').focus()  # it goes, and the same key goes on
    told = page.locator(".actions .told")
    for _ in range(3):
        before = told.inner_text()
        page.keyboard.press("ArrowLeft")
        expect(told).not_to_have_text(before)
    page.locator("#log .line").nth(1).click()
    expect(bar).to_contain_text("Looking back")
    expect(page.locator("#log .line[aria-current]")).to_have_count(1)
    expect(page.locator("#log .line[aria-current]")).to_be_in_viewport()
    page.reload()
    my_turn(page)
    assert number(page) == now
    page.locator("#log .line").first.click()
    expect(bar).to_contain_text("Looking back")
    assert page.evaluate(HAND) != hand
    page.locator('[data-kind="now"]').click()
    expect(page.locator(LIT).first).to_be_visible()
    play_one(page, dice)
    assert number(page) > now


def test_what_comes_meanwhile_waits_until_one_is_back(page: Page, server: Server) -> None:
    dice = random.Random(9)
    sit_down(page, server, seat=0)
    play_one(page, dice)
    my_turn(page)
    other = page.context.new_page()
    other.goto(page.url)
    my_turn(other)
    page.locator("#log .line").first.click()
    expect(page.locator("#prompt")).to_contain_text("Looking back")
    shown, lines = number(page), page.locator("#log .line").count()
    play_one(other, dice)
    expect(page.locator("#log .line")).not_to_have_count(lines)
    assert number(page) == shown
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => Number(document.querySelector('.table-page').dataset.number) >= {number(other)}")
    other.close()


def test_what_the_next_deal_took_away_is_looked_at_up_to_its_own_line(staged: Callable[[str], Stage]) -> None:
    stage = staged("chu-han")
    for history in played(tianxia.load("chu-han"), 1, {}):
        kinds = [event["kind"] for event in history.match.events(None)]
        if "dealt" in kinds[1:] and history.match.to_act:
            stage.show(moment(history, history.match.to_act[0], "lead"))
            break
    stage.page.locator('#log li[data-kind="went_out"] .line').click()
    until(lambda: stage.sent)
    assert stage.sent[-1]["events"] == kinds.index("went_out") + 1 < len(kinds)
