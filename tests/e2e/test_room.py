"""The frame of a table: the column that folds, the drawer of a phone, words beside the hand, the scene of the end."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import staged_chu_han
from tests.e2e.axe import violations
from tests.e2e.conftest import Server
from tests.e2e.contender import click_part, sit_down
from tests.e2e.staged import Stage

WIDE, LOW, UPRIGHT = (1280, 800), (844, 390), (390, 844)
FOCUS = "document.activeElement.closest('#drawer, #side-button, #log')?.id ?? ''"


def size(page: Page, window: tuple[int, int]) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})


def test_the_column_folds_and_stays_folded(page: Page, server: Server) -> None:
    size(page, WIDE)
    sit_down(page, server, seat=0)
    column, board, button = page.locator(".side"), page.locator(".board"), page.locator("#side-button")
    expect(column).to_be_visible()
    before = board.bounding_box()
    button.click()
    expect(column).to_be_hidden()
    expect(button).to_have_attribute("aria-expanded", "false")
    after = board.bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"] + 200
    page.reload()
    expect(board).to_be_visible()
    expect(column).to_be_hidden()
    page.keyboard.press("l")
    expect(page.locator("#log")).to_be_focused()


@pytest.mark.parametrize("window", [LOW, UPRIGHT])
def test_the_drawer_is_shut_at_first_and_again(page: Page, server: Server, window: tuple[int, int]) -> None:
    size(page, WIDE)
    sit_down(page, server, seat=0)
    drawer, button = page.locator("#drawer"), page.locator("#side-button")
    expect(drawer).to_be_visible()
    size(page, window)
    expect(drawer).to_be_hidden()
    expect(page.locator(".players")).to_be_visible()
    for leave in ("Escape", "Tab", "outside", "button"):
        button.click()
        expect(drawer).to_be_visible()
        assert page.evaluate(FOCUS) == "drawer"
        assert violations(page, "region", "aria-hidden-focus", "scrollable-region-focusable") == []
        match leave:
            case "Tab":
                page.locator("#settings-button").focus()
            case "outside":
                page.mouse.click(20, window[1] - 100)
            case "button":
                button.click()
            case key:
                page.keyboard.press(key)
        expect(drawer).to_be_hidden()
        if leave == "Escape":
            assert page.evaluate(FOCUS) == "side-button"
    page.locator("body").press("l")
    expect(page.locator("#log")).to_be_focused()
    page.reload()
    expect(page.locator(".players")).to_be_visible()
    expect(drawer).to_be_hidden()
    size(page, WIDE)
    expect(drawer).to_be_visible()


def test_words_stand_in_one_place_and_push_nothing(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    words, decide, board = page.locator(".told"), page.locator(".decide"), page.locator(".board")
    places = [one.bounding_box() for one in (words, decide, board)]
    expect(words).to_contain_text("what can be used is lit")
    page.locator('.pinned [data-kind="decree"]').hover()
    expect(words).to_contain_text("decree")
    page.mouse.move(0, 0)
    expect(words).to_contain_text("what can be used is lit")
    page.locator(".more button").click()
    page.locator('.more-list [data-kind="pass"]').click(force=True)
    expect(page.locator(".note")).to_be_visible()
    expect(page.locator(".more-list")).to_have_count(0)
    note = page.locator(".note").bounding_box()
    assert note
    assert places[0]
    assert note["y"] + note["height"] <= places[0]["y"] + places[0]["height"] + 1
    lit = page.locator('.hand-card[data-lit="true"]').first.get_attribute("data-part")
    click_part(page, str(lit))
    expect(page.locator(".offers .main")).to_be_visible()
    assert [one.bounding_box() for one in (words, decide, board)] == places


def test_what_is_told_is_linked_to_its_place(staged: Callable[[str], Stage]) -> None:
    stage = staged("chu-han")
    page = stage.page
    stage.show(staged_chu_han.moments()["row"])
    told = page.locator('[data-told="true"]')
    expect(told).to_have_count(0)
    lines = page.locator(".recap .line")
    for way in ("hover", "focus"):
        for line in lines.all():
            getattr(line, way)()
            if told.count():
                break
        assert told.count() > 0, way
        page.mouse.move(0, 0)
        page.locator("#settings-button").focus()
        expect(told).to_have_count(0)


def test_the_end_is_a_scene_that_goes_and_comes_back(staged: Callable[[str], Stage]) -> None:
    stage = staged("chu-han")
    page = stage.page
    over = staged_chu_han.moments()["over"]
    scene = page.locator(".end-scene")
    for place, said in ((2, "You have lost"), (1, "You have won")):
        result = [place if seat == over.view["viewer"] else 3 - place for seat in (0, 1)]
        stage.show(over._replace(frame={**over.frame, "view": {**over.view, "result": result}}))
        expect(scene.locator("h2")).to_have_text(said)
        rival = over.view["seats"][1 - over.view["viewer"]]["name"]
        expect(scene.locator(".end-crests")).to_have_text(f"{rival} has won" if place == 2 else "")
    for window in (WIDE, LOW, UPRIGHT):
        size(page, window)
        expect(scene.locator(".end-crests .emblem")).to_have_count(1)
        for link in ("button.main", '[href$="/replay"]', '[href$="/record"]'):
            box = scene.locator(link).bounding_box()
            assert box
            assert box["y"] + box["height"] <= window[1], link
        assert violations(page, "color-contrast", "scrollable-region-focusable") == []
        scene.get_by_role("button", name="Close").click()
        expect(scene).to_have_count(0)
        page.locator('.decide [data-kind="end"]').click()
        expect(scene).to_be_visible()


def test_the_sign_of_what_stays_is_as_large_as_a_letter_in_every_room(staged: Callable[[str], Stage]) -> None:
    stage = staged("chu-han")
    shown = next(one for one in staged_chu_han.moments().values() if any(act["kind"] == "decree" for act in one.legal))
    stage.show(shown)
    for window in (WIDE, LOW, UPRIGHT):
        size(stage.page, window)
        sign = stage.page.locator(".pinned .irreversible .icon").first.bounding_box()
        assert sign
        assert min(sign["width"], sign["height"]) >= 14, window


ON_TOP = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
LONG_WORDS = """async () => {
  const told = document.querySelector('.told'), words = document.createElement('p'), before = [...told.childNodes];
  words.textContent = 'a long word '.repeat(30);
  told.replaceChildren(words);
  await null; // the page looks whether that is too much
  const [end, row] = ['.told', '.offers'].map((name) => document.querySelector(name).getBoundingClientRect().bottom);
  told.replaceChildren(...before); // other tests go on with this page
  return end - row;
}"""


def test_in_a_low_window_many_words_have_the_room_of_what_is_not_offered(staged: Callable[[str], Stage]) -> None:
    stage = staged("chu-han")
    size(stage.page, LOW)
    shown = next(iter(staged_chu_han.moments().values()))
    stage.show(shown._replace(frame={**shown.frame, "view": {**shown.view, "legal": [], "waiting": True}}))
    expect(stage.page.locator(".offers > *")).to_have_count(0)
    assert abs(stage.page.evaluate(LONG_WORDS)) < 8


@pytest.mark.parametrize("window", [WIDE, UPRIGHT])
def test_what_is_written_while_the_chat_is_shut_is_counted_in_the_bar_until_it_is_read(
    page: Page, server: Server, window: tuple[int, int]
) -> None:
    stage = Stage(page, server, "chu-han")
    size(page, window)
    stage.show(staged_chu_han.moments()["row"])
    unread, button, column = page.locator(".unread"), page.locator("#chat-button"), page.locator("#side-button")
    stage.talk("hello", "and good luck")
    for _ in range(2):  # the column folded and not
        expect(unread).to_have_text("2")
        assert unread.evaluate(ON_TOP)
        column.click()
    expect(button).to_have_accessible_name("Chat: 2 new messages")
    for _ in range(2):  # to read it
        button.click()
    expect(page.locator("#chat")).to_be_hidden()
    expect(button).to_have_accessible_name("Chat")
    expect(unread).to_have_count(0)
    stage.talk("hello", "and good luck", "my turn")
    expect(unread).to_have_text("1")
    stage.talk(muted=[1])
    expect(unread).to_have_count(0)
