"""Orders of Sun Tzu in Chromium: by mouse, by finger and with the keyboard alone, and always to be changed."""

import json
import random

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.e2e.commander import DONE, answer, give_orders, my_turn, order, sit_down, tap
from tests.e2e.conftest import Server
from tests.e2e.player import number, painted


def begin(page: Page, server: Server) -> None:
    """A game against a bot, at the first orders; without reinforcements, so that no confirmation is lifted."""
    sit_down(page, server, beginner=True)
    assert my_turn(page)["asks"] == "orders"


def ground(page: Page, province: str) -> Locator:
    return page.locator(f'.st-place[data-place="{province}"]')


def order_at(page: Page, province: str) -> Locator:
    return page.locator(f'.st-order[data-part="order:{province}"]')


def lies(page: Page, card: str, province: str) -> None:
    """The own card lies there, and nothing is on its way."""
    expect(order_at(page, province)).to_have_attribute("aria-label", f"Your order in {province}: {card}. Take it back")
    page.wait_for_function(DONE)


def drag(page: Page, thing: Locator, to: Locator | None, *, escape: bool = False) -> None:
    """Takes a thing with the mouse and lets go of it over another, or outside of everything."""
    thing.hover()
    page.mouse.down()
    box = to.bounding_box() if to else {"x": 0, "y": 0, "width": 8, "height": 8}
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
    expect(page.locator(".dragged")).to_have_count(1)
    if escape:
        page.keyboard.press("Escape")
        expect(page.locator(".dragged")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)


def card(page: Page, kind: str) -> Locator:
    return page.locator(f'.hand-card[data-part="hand:{kind}"]').first


def test_a_card_is_dragged_to_a_province_and_from_there_to_others(page: Page, server: Server) -> None:
    begin(page, server)
    drag(page, card(page, "1"), ground(page, "QIN"))
    lies(page, "1", "QIN")
    drag(page, card(page, "2"), ground(page, "CHU"))
    lies(page, "2", "CHU")
    drag(page, order_at(page, "QIN"), ground(page, "JIN-YAN"))
    lies(page, "1", "JIN-YAN")
    expect(order_at(page, "QIN")).to_have_count(0)
    drag(page, order_at(page, "JIN-YAN"), ground(page, "CHU"))  # they change places
    lies(page, "1", "CHU")
    lies(page, "2", "JIN-YAN")
    drag(page, card(page, "3"), ground(page, "CHU"))  # the card there gives way
    lies(page, "3", "CHU")
    expect(card(page, "1")).to_be_visible()
    assert page.locator(".note").count() == 0


def test_an_order_dragged_off_the_map_comes_back_to_the_hand(page: Page, server: Server) -> None:
    begin(page, server)
    drag(page, card(page, "4"), ground(page, "WU"))
    lies(page, "4", "WU")
    drag(page, order_at(page, "WU"), page.locator(".st-hand"))
    expect(order_at(page, "WU")).to_have_count(0)
    page.wait_for_function(DONE)
    drag(page, card(page, "4"), ground(page, "WU"))
    lies(page, "4", "WU")
    drag(page, order_at(page, "WU"), None)
    expect(order_at(page, "WU")).to_have_count(0)
    expect(page.locator(".hand-card")).to_have_count(10)
    assert page.locator(".note").count() == 0


def test_a_card_let_go_elsewhere_stays_in_the_hand(page: Page, server: Server) -> None:
    begin(page, server)
    drag(page, card(page, "5"), page.locator(".st-told"))
    drag(page, card(page, "5"), ground(page, "WU"), escape=True)
    expect(page.locator(".hand-card")).to_have_count(10)
    assert page.locator(".st-order, .note").count() == 0
    assert page.locator('[aria-pressed="true"]').count() == 0, "a drag is no tap"


def test_escape_takes_a_selection_back(page: Page, server: Server) -> None:
    begin(page, server)
    tap(page, "hand:5")
    expect(page.locator('.st-ground[data-lit="true"]')).to_have_count(5)
    page.keyboard.press("Escape")
    expect(page.locator('.hand-card[aria-pressed="true"]')).to_have_count(0)
    tap(page, "province:WU")
    expect(page.locator('.st-ground[aria-pressed="true"]')).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator('[aria-pressed="true"]')).to_have_count(0)
    assert page.locator(".st-order").count() == 0


def test_an_order_is_picked_up_again_with_a_tap(page: Page, server: Server) -> None:
    begin(page, server)
    order(page, "5", "WU")
    order_at(page, "WU").click()
    expect(page.locator('.hand-card[data-part="hand:5"][aria-pressed="true"]')).to_have_count(1)
    tap(page, "province:CHU")
    lies(page, "5", "CHU")


def test_province_first_works_too(page: Page, server: Server) -> None:
    begin(page, server)
    tap(page, "province:HAN-QI")
    tap(page, "hand:4")
    lies(page, "4", "HAN-QI")


def test_orders_are_given_and_sealed_with_the_keyboard_alone(page: Page, server: Server) -> None:
    begin(page, server)
    ways = {  # from QIN, the first one that is lit
        "WU": ("ArrowDown", "ArrowRight"),
        "HAN-QI": ("ArrowRight", "ArrowDown"),
        "JIN-YAN": ("ArrowRight",),
        "CHU": ("ArrowDown",),
        "QIN": (),
    }
    for kind, (province, way) in zip("54321", ways.items(), strict=True):
        before = number(page)
        for key in ("h", "Home", *["ArrowRight"] * (int(kind) - 1), "Space"):
            page.keyboard.press(key)
        expect(card(page, kind)).to_have_attribute("aria-pressed", "true")
        for key in ("b", *way, "Enter"):
            page.keyboard.press(key)
        lies(page, kind, province)
        assert page.evaluate("document.activeElement.dataset.part") == f"province:{province}"
        if kind == "5":
            page.keyboard.press("u")
            expect(order_at(page, province)).to_have_count(0)
            page.wait_for_function(DONE)
            page.keyboard.press("Space")  # the province, then the card
            for key in ("h", "Home", *["ArrowRight"] * 4, "Space"):
                page.keyboard.press(key)
            lies(page, kind, province)
        assert number(page) > before
    page.keyboard.press("a")
    for _ in range(12):  # past what else is offered
        if page.evaluate("document.activeElement.dataset.kind") == "confirm":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".st-battle").first).to_be_visible()


def test_a_finger_that_rests_on_a_card_drags_it(phone: Page, server: Server) -> None:
    phone.clock.install()
    begin(phone, server)
    phone.evaluate("window.scrollTo(0, document.querySelector('.st-map').offsetTop - 80)")
    place = ground(phone, "WU")
    start, end = card(phone, "5").bounding_box(), place.bounding_box()
    assert start
    assert end
    touch = phone.context.new_cdp_session(phone)

    def finger(kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = start["x"] + 20, start["y"] + 20
    to = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2
    finger("touchStart", x, y)
    phone.clock.fast_forward(400)  # held long enough not to scroll
    for step in range(1, 9):
        finger("touchMove", x + (to[0] - x) * step / 8, y + (to[1] - y) * step / 8)
        painted(phone)
    expect(phone.locator(".dragged")).to_have_count(1)
    finger("touchEnd")
    lies(phone, "5", "WU")


def test_an_order_that_crosses_what_the_rival_did_is_sent_again(page: Page, server: Server) -> None:
    crossed: list[str] = []

    def connect(line: WebSocketRoute) -> None:
        to_server = line.connect_to_server()

        def send(message: str | bytes) -> None:
            """The first command and the first undo come as if the table had moved on meanwhile."""
            frame = json.loads(message)
            if frame["type"] in ("command", "undo") and frame["type"] not in crossed:
                crossed.append(frame["type"])
                frame["expect"] -= 1
            to_server.send(json.dumps(frame))

        line.on_message(send)
        to_server.on_message(line.send)

    page.route_web_socket("**/socket", connect)
    begin(page, server)
    order(page, "5", "WU")
    lies(page, "5", "WU")
    page.locator('.pinned [data-kind="undo"]').click()
    expect(order_at(page, "WU")).to_have_count(0)
    assert crossed == ["command", "undo"]
    assert page.locator(".note").count() == 0


def test_the_line_below_the_hand_tells_of_the_card_that_is_chosen(page: Page, server: Server) -> None:
    dice = random.Random(8)
    begin(page, server)
    told = page.locator(".st-told")
    card(page, "4").hover()
    expect(told).to_contain_text("4 comes back after the round.")
    tap(page, "hand:5")
    card(page, "4").hover()
    expect(told).to_contain_text("5 comes back after the round.")
    tap(page, "province:WU")
    lies(page, "5", "WU")
    page.mouse.move(0, 0)
    expect(told).not_to_contain_text("comes back")
    give_orders(page, dice)
    while (offers := my_turn(page))["asks"] != "under":
        answer(page, offers, dice)
    card(page, "4").hover()
    expect(told).to_contain_text("4 comes back after the round.")
    drawn = next(part for part in offers["lit"] if part.startswith("drawn:"))
    tap(page, drawn)
    card(page, "4").hover()
    expect(told).to_contain_text("leaves the game after the round.")
    assert told.inner_text().split()[0].replace("−", "-") == drawn.removeprefix("drawn:")
