"""Learn by playing: from the start page by clicking to the end of the lesson and on into a free game, in all four games."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import tianxia
from tests.e2e.conftest import Opening, Server
from tests.e2e.player import DONE, SLOW_PAINT, number, wait_for_turn
from tianxia.tables import lessons

SIZES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 1280, "height": 800})
READY = """() => !document.querySelector('.sending') && (!document.querySelector('.guide')
  || document.querySelector('.guide [data-kind="go-on"], .guide-task, .scene[role="note"] button'))"""
FAULTS = """async () => {
  const look = () => {
    const card = document.querySelector('.guide'), words = card.querySelector('.guide-words'), faults = [];
    const [box, lights] = [card.getBoundingClientRect(), [...document.querySelectorAll('.guide-light')]];
    const named = words.textContent.slice(0, 40);
    if (words.scrollHeight > words.clientHeight + 1) faults.push(`${named}: words are cut`);
    if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1) faults.push(`${named}: the card is out of sight`);
    if (lights.every((light) => light.hidden)) faults.push(`${named}: nothing is lit`);
    for (const light of lights.filter((one) => !one.hidden)) {
      const at = light.getBoundingClientRect(), edge = 9;
      if (Math.min(at.left, at.top) < -edge || at.right > innerWidth + edge || at.bottom > innerHeight + edge)
        faults.push(`${named}: the light is out of sight`);
      if (at.left < box.right && at.right > box.left && at.top + edge < box.bottom && at.bottom - edge > box.top)
        faults.push(`${named}: the card covers what is lit`);
    }
    return faults;
  };
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  for (let left = 60; left > 0 && look().length > 0; left--) await frame(); // the light follows what moves
  return look();
}"""
"""What a learner could not see of the card, or of what it is about. A light is a little larger than its place."""
PRESSED = (
    ".hg-stepper [data-step=more]:enabled",
    ".hg-stepper .hg-switch[aria-pressed=false]",
    ".hg-stepper .main:enabled",
    '.pinned button[aria-disabled="false"]:not([data-kind=undo])',
    ".offers .main:enabled",
    ".hg-choice",
    '[data-lit="true"]:not([aria-pressed="true"])',
)
"""What somebody presses who follows the light, the first of them that there is; only what the lesson asks for can be used."""


@pytest.fixture
def window(opening: Opening) -> Page:
    return opening(viewport=SIZES[0], locale="pl-PL").new_page()


def begin(page: Page, server: Server, game: str) -> None:
    page.goto(server.address)
    page.locator(f'form:has(input[value="{game}"]) button[formaction="/guide"]').click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".guide")
    page.wait_for_function(READY)


def try_it(page: Page) -> None:
    """Presses what can be pressed until the move is made."""
    before = number(page)
    for _ in range(12):
        found = next(one for one in map(page.locator, PRESSED) if one.count())
        one, corner = found.last, {"x": 8, "y": 12}  # cards cover each other, and hexes are no rectangles
        hand, choice = (one.evaluate("(one, kind) => one.matches(kind)", kind) for kind in (".hand-card", ".hg-choice"))
        one.click(position=corner if hand else None, force=choice)
        page.wait_for_function(DONE)
        if number(page) > before:
            return
    raise AssertionError("the move that is asked for cannot be made")


@pytest.mark.parametrize("game", tianxia.games())
def test_a_lesson_is_clicked_through_and_every_light_is_in_sight(window: Page, server: Server, game: str) -> None:
    taught = lessons.lesson(game)
    assert taught is not None
    begin(window, server, game)
    faults, read, tried = list[str](), 0, 0
    while window.locator(".guide").count():
        if (
            scene := window.locator('.scene[role="note"] button')
        ).count():  # that is read first, and nothing lies over it
            expect(window.locator('.guide-light, .guide [data-kind="go-on"]')).to_have_count(0)
            scene.click()
            window.wait_for_function(READY)
        here, goes_on = window.viewport_size, window.locator('.guide [data-kind="go-on"]').count()
        for size in sorted(SIZES, key=lambda size: size != here):  # the one that it has first: another one takes long
            window.set_viewport_size(size)
            faults += [f"{size['width']}: {fault}" for fault in window.evaluate(FAULTS)]
        read += 1
        if goes_on:
            expect(window.locator('.guide [data-kind="go-on"]')).to_be_focused()
            window.keyboard.press("Enter")
        else:
            tried += 1
            window.set_viewport_size(SIZES[-1])
            try_it(window)
        window.wait_for_function(READY)
    assert faults == []
    assert (read, tried) == (len(taught.steps), len(taught.tries))
    expect(window.locator(".guide, .guide-light")).to_have_count(0)
    wait_for_turn(window)  # a free game now; how much can be done in it is up to the bot too


def test_a_learner_may_come_back_leave_and_play_on_freely(window: Page, server: Server) -> None:
    begin(window, server, "chu-han")
    second = lessons.words("chu-han", "pl")["hand"].text.split("{")[0]
    window.locator('.guide [data-kind="go-on"]').dblclick()  # the second press was not meant for the next card
    expect(window.locator(".guide-words")).to_contain_text(second)
    window.reload()
    expect(window.locator(".guide-words")).to_contain_text(second)
    window.locator('.guide [data-kind="go-on"]').click()
    window.locator('.hand-card[data-part="hand:7"]').last.click()
    expect(window.locator(".note")).to_have_text(lessons.words("chu-han", "pl")["lead"].instead)
    window.get_by_role("link", name="Wyjdź").click()
    line = window.locator("#own-games li").first
    expect(line).to_contain_text("gra z przewodnikiem")
    line.locator(".go-on").click()
    window.get_by_role("button", name="Graj swobodnie").click()
    expect(window.locator(".guide, .guide-light")).to_have_count(0)
    expect(window.locator('.hand-card[data-lit="true"]')).to_have_count(15)


def test_who_goes_on_before_the_paint_is_heard(window: Page, server: Server) -> None:
    begin(window, server, "chu-han")
    window.add_init_script(SLOW_PAINT)
    window.reload()
    words = window.locator(".guide-words")
    first = words.text_content() or ""
    window.keyboard.press("Enter")
    expect(words).not_to_have_text(first)


def test_nothing_is_told_of_a_card_or_marked_before_somebody_touches_it(window: Page, server: Server) -> None:
    begin(window, server, "sun-tzu")
    while (go_on := window.locator('.guide [data-kind="go-on"]')).count():
        go_on.click()
        window.wait_for_function(READY)
    expect(window.locator(".hand :focus-visible")).to_have_count(0)
    expect(window.locator(".st-told b")).to_have_count(0)
    window.locator('[data-part="hand:9"]').click(position={"x": 8, "y": 12})
    expect(window.locator(".st-told b")).to_have_text("9")


def test_hexes_bear_the_names_that_the_lesson_calls_them_by(window: Page, server: Server) -> None:
    begin(window, server, "huang")
    expect(window.get_by_role("button", name="Współrzędne")).to_have_attribute("aria-pressed", "true")
