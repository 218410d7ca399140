"""The table of Huang in Chromium: it opens, fits, and whole games are played on it; nothing hidden is sent."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import looks, violations
from tests.e2e.conftest import Server
from tests.e2e.evening import skip_ahead
from tests.e2e.player import changed, heard, number, painted, said
from tests.e2e.ruler import OFFERS, come_in, my_turn, play_one, sit_down, tap
from tests.e2e.staged import Stage
from tests.e2e.staged_huang import moments
from tianxia.games.huang.questions import QUESTIONS

BEGINNING, MOST_DECISIONS = 15, 500
COLOURS = ("yellow", "red", "blue", "green", "white")


@pytest.fixture
def stage(staged: Callable[[str], Stage]) -> Stage:
    return staged("huang")


@pytest.mark.parametrize("width", [1280, 390, 360])
def test_the_table_opens_with_its_board_and_fits_without_scrolling_sideways(
    page: Page, server: Server, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    sit_down(page, server, players=5, bandits=True, palace=True)
    my_turn(page)
    assert page.locator(".hg-hex").count() == 161
    assert page.locator(".player").count() == 5
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_whole_short_game_is_played_by_clicking_and_shows_nothing_hidden(page: Page, server: Server) -> None:
    frames = heard(page)[""]
    dice = random.Random(3)
    come_in(page, server, players=2, seat=0, short_game=True)
    for decision in range(MOST_DECISIONS):
        offers = my_turn(page)
        if offers["over"]:
            break
        if decision == BEGINNING:
            frames += skip_ahead(page, server, lambda state: state["bag_size"] < 10)
        else:
            play_one(page, dice, offers)
    expect(page.locator(".end h2")).to_be_visible()
    assert page.locator(".hg-result tbody tr").count() == 2
    assert page.locator("#log li").count() > 20
    titles = page.locator("#log h3, #log h4").all_inner_texts()
    assert len(set(titles)) == len(titles) > 4
    assert not set(titles) & set(page.locator("#log li").all_inner_texts())
    states = [frame["view"]["state"] for frame in frames if frame.get("view")]
    assert len(states) > 20
    for state in states:
        assert state["bag"] is state["aside"] is state["rng"] is None
        assert state["hand"][0] is not None
        assert state["hand"][1:] == [None] * 4
        assert state["face_down"][1:] == [None] * 4
        assert state["open"] or state["points"][1:] == [None] * 4
    drawn = [event for frame in frames for event in frame.get("events", []) if event["kind"] == "drew"]
    assert {event["seat"] for event in drawn} == {0, 1}
    assert all((event[colour] is None) == (event["seat"] == 1) for event in drawn for colour in COLOURS[:-1])
    assert all(event["tiles"] for event in drawn)
    assert violations(page) == []


def test_every_decision_shows_on_the_board_what_may_be_chosen(stage: Stage) -> None:
    page = stage.page
    page.set_viewport_size({"width": 390, "height": 844})
    rims = 0
    assert set(moments()) == set(QUESTIONS.by_name)
    for asks, shown in moments().items():
        stage.show(shown)
        if asks == "over":
            continue
        offers = page.evaluate(OFFERS)
        assert offers["asks"] == asks
        lit = {*offers["hexes"], *offers["tiles"], *offers["leaders"], *offers["market"]}
        meant = {action["parts"][0] for action in shown.legal if action["parts"] and ":" in action["parts"][0]}
        hexes = {part for part in meant if part.startswith("hex:") and "+" not in part}
        assert lit >= hexes, f"{asks}: all hexes that may be chosen are lit"
        assert offers["rims"] == offers["full"], f"{asks}: tiles and leaders that may be chosen have a rim"
        rims += len(offers["rims"])
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert rims > 0


def legal_hex(page: Page, colour: str) -> str:
    """A hex in sight where a tile of this colour may go, the tile being chosen."""
    page.locator(f'.hg-hand [data-part="hand:{colour}"]').first.click()
    part = page.locator('.hg-hex[data-lit="true"]').first.get_attribute("data-part")
    assert part
    return part


def own_colour(page: Page) -> str:
    part = page.locator('.hg-hand [data-lit="true"]').first.get_attribute("data-part")
    assert part
    return part.removeprefix("hand:")


def test_pointing_at_a_lit_hex_tells_what_it_would_bring(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    my_turn(page)
    part = legal_hex(page, own_colour(page))
    page.locator(f'.hg-hex[data-part="{part}"]').hover()
    expect(page.locator(".hg-telling .hg-brings")).to_contain_text(" point")
    expect(page.locator(".hg-telling")).to_contain_text(part.removeprefix("hex:"))


def test_a_finger_shows_first_and_acts_with_the_second_tap(phone: Page, server: Server) -> None:
    sent = said(phone)
    sit_down(phone, server, seat=0)
    my_turn(phone)
    colour = own_colour(phone)
    before = number(phone)
    phone.locator(f'.hg-hand [data-part="hand:{colour}"]').first.tap()
    hex_ = phone.locator('.hg-hex[data-lit="true"]').nth(12)
    part = hex_.get_attribute("data-part")
    hex_.tap()
    expect(phone.locator(f'.hg-hex[data-part="{part}"] .hg-shade')).to_have_count(1)
    expect(phone.locator(".offers .main")).to_have_count(1)
    painted(phone)
    assert sent == []
    phone.locator(f'.hg-hex[data-part="{part}"]').tap()
    changed(phone, before)


def test_two_fingers_enlarge_the_board_and_play_nothing(phone: Page, server: Server) -> None:
    sent = said(phone)
    sit_down(phone, server, seat=0)
    my_turn(phone)
    legal_hex(phone, own_colour(phone))
    box = phone.locator(".hg-map").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = phone.context.new_cdp_session(phone)

    def touch(kind: str, *spots: tuple[float, float]) -> None:
        points = [{"x": a, "y": b, "id": i} for i, (a, b) in enumerate(spots)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (x - 20, y), (x + 20, y))
    for far in range(30, 90, 10):
        touch("touchMove", (x - far, y), (x + far, y))
    touch("touchEnd")
    expect(phone.locator(".hg-map")).to_have_attribute("data-zoomed", "true")
    painted(phone)
    assert sent == []
    assert phone.locator(".hg-hex[aria-pressed='true']").count() == 0
    phone.get_by_role("button", name="The whole board").click()
    expect(phone.locator(".hg-map")).to_have_attribute("data-zoomed", "false")


def test_the_board_is_played_with_the_keyboard_alone(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    my_turn(page)
    before = number(page)
    page.keyboard.press("h")
    page.keyboard.press("Space")
    page.keyboard.press("b")
    here = page.evaluate("document.activeElement.dataset.hex")
    assert here
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.hex") not in (None, here)
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith(page.evaluate("document.activeElement.dataset.hex"))
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    changed(page, before)
    page.keyboard.press("u")
    page.wait_for_function("() => document.querySelector('.hg-hand [data-lit]') !== null")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("to the next hex")
    expect(page.locator("dialog[open] .keys")).not_to_contain_text("card")


def test_a_tile_is_dragged_onto_the_board(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    my_turn(page)
    colour, before = own_colour(page), number(page)
    part = legal_hex(page, colour)
    page.keyboard.press("Escape")
    page.locator(f'.hg-hand [data-part="hand:{colour}"]').first.hover()
    page.mouse.down()
    box = page.locator(f'.hg-hex[data-part="{part}"]').bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    expect(page.locator(".dragged")).to_have_count(1)
    page.mouse.up()
    changed(page, before)


def test_an_illegal_hex_is_answered_with_a_rule(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    my_turn(page)
    tap(page, next(part for part in page.evaluate(OFFERS)["tiles"] if part != "hand:blue"))
    page.locator('.hg-hex[data-river="true"]').first.click()
    expect(page.locator(".note p")).to_contain_text("[H")


def test_axe_finds_nothing(page: Page, server: Server) -> None:
    sit_down(page, server, players=3, seat=0)
    dice = random.Random(1)
    for _ in range(3):
        play_one(page, dice, my_turn(page))
    my_turn(page)
    for _ in looks(page, ("light", 1280), ("dark", 390)):
        assert violations(page) == []
