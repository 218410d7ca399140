"""Tapping on the board of Huang: another place takes the place of the first, a finger shows before it plays."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Server
from tests.e2e.player import number
from tests.e2e.ruler import my_turn, sit_down
from tests.e2e.staged import Moment, Stage, find
from tests.e2e.staged_huang import moments, moments_of_five, war_to_join


@pytest.fixture
def stage(staged: Callable[[str], Stage]) -> Stage:
    return staged("huang")


def hex_at(page: Page, part: str) -> Locator:
    return page.locator(f'.hg-hex[data-part="{part}"]')


def two_places(shown: Moment) -> tuple[str, str]:
    """The first and the last hex that may be chosen by itself."""
    hexes = [action["parts"][0] for action in shown.legal if len(action["parts"]) == 1]
    assert hexes[0] != hexes[-1]
    return hexes[0], hexes[-1]


def test_another_side_of_a_war_takes_the_place_of_the_first(stage: Stage) -> None:
    page = stage.page
    stage.show(war_to_join())
    give = page.locator('[data-step="give"]')
    hex_at(page, "hex:C8").click()
    expect(give).to_contain_text("Give 1 tile to C8")
    hex_at(page, "hex:E8").click()
    expect(hex_at(page, "hex:C8")).to_have_attribute("aria-pressed", "false")
    expect(give).to_contain_text("Give 1 tile to E8")
    page.locator('.hg-war-side[data-part="hex:C8"]').click()
    expect(give).to_contain_text("to C8")
    page.locator('.hg-war-side[data-part="hex:E8"]').click()
    page.locator('[data-step="more"]').click()
    page.locator(".hg-switch").click()
    expect(give).to_contain_text("Give 2 tiles + leader to E8")
    give.click()
    wanted = {"side": "E8", "tiles": 2, "leader": True}
    assert stage.played() == find(lambda action: action["args"] == wanted, war_to_join().legal)["id"]


def test_what_was_given_in_a_war_is_said_also_where_it_is_nothing(stage: Stage) -> None:
    page = stage.page
    stage.show(war_to_join())
    expect(page.locator(".hg-given")).to_have_text(["Rabbit: gives nothing"])
    expect(page.locator('.recap [data-kind="committed"] .drawn')).to_have_text("gives nothing")
    stage.show(moments()["revolt"])
    expect(page.locator(".hg-given").first).to_contain_text("nothing yet")


@pytest.mark.parametrize("asks", ["riot", "price", "tie", "granary"])
def test_a_finger_on_another_hex_chooses_that_one(phone: Page, server: Server, asks: str) -> None:
    stage = Stage(phone, server, "huang")
    shown = moments()[asks]
    first, second = two_places(shown)
    stage.show(shown)
    hex_at(phone, first).tap()
    hex_at(phone, second).tap()
    expect(hex_at(phone, first)).to_have_attribute("aria-pressed", "false")
    expect(hex_at(phone, second)).to_have_attribute("aria-pressed", "true")
    phone.locator(".offers .main").tap()
    assert stage.played() == find(lambda action: action["parts"] == [second], shown.legal)["id"]


def test_another_granary_is_chosen_with_the_mouse_before_it_is_sealed(stage: Stage) -> None:
    page = stage.page
    shown = moments()["granary"]
    first, second = two_places(shown)
    stage.show(shown)
    hex_at(page, first).click()
    hex_at(page, second).click()
    page.locator(".offers .main").click()
    assert stage.played() == find(lambda action: action["parts"] == [second], shown.legal)["id"]


def test_a_finger_moves_what_is_shown_to_another_hex_before_it_plays(phone: Page, server: Server) -> None:
    stage = Stage(phone, server, "huang")
    shown = moments_of_five()["action"]
    places = [action["parts"] for action in shown.legal if action["kind"] == "place"]
    (tile, first), (_, second) = places[0], next(parts for parts in places[::-1] if parts[0] == places[0][0])
    taken = "hex:" + shown.view["state"]["tiles"][0][0]
    stage.show(shown)
    phone.locator(f'.hg-hand [data-part="{tile}"]').first.tap()
    hex_at(phone, first).tap()
    hex_at(phone, second).tap()
    expect(hex_at(phone, first).locator(".hg-shade")).to_have_count(0)
    expect(hex_at(phone, second).locator(".hg-shade")).to_have_count(1)
    hex_at(phone, taken).tap()
    expect(phone.locator(".hg-shade")).to_have_count(0)
    assert [told for told in stage.sent if told["type"] == "why" and "action" not in told][-1]["parts"] == [tile, taken]
    hex_at(phone, first).tap()
    expect(hex_at(phone, first).locator(".hg-shade")).to_have_count(1)
    assert not any(told["type"] == "command" for told in stage.sent)
    hex_at(phone, first).tap()
    assert stage.played() == find(lambda action: action["parts"] == [tile, first], shown.legal)["id"]


def test_on_a_phone_what_it_would_bring_stands_below_the_map(phone: Page, server: Server) -> None:
    sit_down(phone, server, players=5, seat=0)
    my_turn(phone)
    before = number(phone)
    phone.locator('.hg-hand [data-lit="true"]').first.tap()
    phone.locator('.hg-hex[data-lit="true"]').first.tap()
    told = phone.locator(".hg-telling .hg-brings")
    expect(told).to_contain_text(".")
    box = told.bounding_box()
    assert box
    inside = "([x, y]) => document.elementFromPoint(x, y).closest('.hg-telling .hg-brings') !== null"
    assert phone.evaluate(inside, [box["x"] + 5, box["y"] + 5])
    assert number(phone) == before


def test_an_action_that_cannot_be_done_says_what_it_lacks(page: Page, server: Server) -> None:
    sit_down(page, server)
    my_turn(page)
    expect(page.locator('.pinned > [data-kind="establish"]')).to_have_count(0)
    page.locator(".more > button").click()
    page.locator('.more-list [data-kind="establish"]').click(force=True)
    expect(page.locator(".note p")).to_have_text(re.compile(r"\[H9\.4a?\]$"))
    expect(page.locator('.hg-hex[aria-pressed="true"]')).to_have_count(0)


def test_after_a_blue_tile_the_next_one_is_chosen_already(stage: Stage) -> None:
    page = stage.page
    shown = moments()["chain"]
    place = find(lambda action: action["kind"] == "place", shown.legal)
    stage.show(shown)
    blue = page.locator('.hg-hand [data-part="hand:blue"][aria-pressed="true"]')
    expect(blue).to_have_count(1)
    page.keyboard.press("Escape")
    expect(blue).to_have_count(0)
    stage.show(shown)
    expect(blue).to_have_count(1)
    hex_at(page, place["parts"][1]).click()
    assert stage.played() == place["id"]


def test_the_pagodas_in_the_market_are_told_apart_without_their_colour(stage: Stage) -> None:
    page = stage.page
    stage.show(war_to_join())
    glyphs = page.locator(".hg-supply use[href^='#hg-glyph']")
    shown = glyphs.evaluate_all("all => all.map((one) => one.getAttribute('href').slice('#hg-glyph-'.length))")
    assert sorted(shown) == sorted(2 * ["yellow", "red", "blue", "green"] + ["white"])
    expect(glyphs.first).to_be_visible()


def test_tiles_are_replaced_by_tapping_them_and_no_button_says_so_again(stage: Stage) -> None:
    page = stage.page
    shown = moments_of_five()["action"]
    replace = find(lambda action: action["kind"] == "replace", shown.legal)
    stage.show(shown)
    page.locator('.offers [data-kind="replace"]').click()
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".offers > .chip")).to_have_count(0)
        words = page.locator(".offers > .hint")
        expect(words).to_have_text("Tap each tile to discard, then draw.")
        assert words.evaluate(
            "(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.parentElement.clientHeight"
        )
    page.locator(f'.hg-hand [data-part="{replace["parts"][1]}"]').first.click()
    assert stage.played() == replace["id"]
