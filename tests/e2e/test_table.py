"""The table page in Chromium, against the real server."""

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import tianxia
from tests.e2e.axe import looks, violations
from tests.e2e.conftest import PHONE, Opening, Server
from tests.e2e.contender import click_part, come_in, my_turn, play_one, sit_down
from tests.e2e.evening import skip_ahead
from tests.e2e.player import HALT, SLOW_PAINT, begin, number, painted
from tests.e2e.staged import Stage, moment
from tests.tables.playing import history_of
from tests.waiting import until
from tianxia.engine import i18n
from tianxia.tables.views import hurry_in_words

BEGINNING, MOST_DECISIONS = 12, 600


def seals(page: Page) -> list[str]:
    """What the settings show of the deal: its seal, and what was sealed once the game is over."""
    page.locator("#settings-button").click()
    expect(page.locator(".deal")).to_be_visible()
    shown = page.locator(".deal code").all_inner_texts()
    page.keyboard.press("Escape")
    return shown


def test_a_whole_game_is_played_by_clicking(page: Page, server: Server) -> None:
    dice = random.Random(5)
    come_in(page, server, seat=1)
    (seal,) = seals(page)
    said: set[str] = set()
    for decision in range(MOST_DECISIONS):
        my_turn(page)
        said.add(page.locator("#live").inner_text())
        if page.locator(".end").count():
            break
        if decision == BEGINNING:
            skip_ahead(page, server, lambda state: max(state["score"]) > 15)
        else:
            play_one(page, dice)
    expect(page.locator(".end h2")).to_have_text(re.compile("You have (won|lost)"))
    assert page.locator(".end tbody tr").count() >= 2  # a hand and the total
    assert len(said) > 10, "the live region told what happened"
    assert all(text.endswith((".", "!", "?")) for text in said if text)
    assert page.locator("#log li").count() > 20
    assert violations(page) == []
    kept, sealed = seals(page)
    assert kept == seal == hashlib.sha256(sealed.encode()).hexdigest()
    page.locator(".end .main").click()
    page.wait_for_url("**/table/*")
    my_turn(page)


def test_a_reload_brings_the_same_table(page: Page, server: Server) -> None:
    dice = random.Random(1)
    sit_down(page, server)
    for _ in range(3):
        play_one(page, dice)
        my_turn(page)
    before = (number(page), page.locator(".hand").inner_html(), page.locator("#log").inner_text())
    page.reload()
    my_turn(page)
    after = (number(page), page.locator(".hand").inner_html(), page.locator("#log").inner_text())
    assert [re.sub(r"tabindex=\S+", "", str(part)) for part in before] == [
        re.sub(r"tabindex=\S+", "", str(part)) for part in after
    ]


def test_a_server_that_is_faster_than_the_paint_is_heard(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.add_init_script(SLOW_PAINT)
    begin(page, server, "chu-han")
    # asked from outside: the page itself has no frames to wait for
    expect(page.locator(".table-page")).to_have_attribute("data-link", "open")
    expect(page.locator(".hand-card")).to_have_count(15)


def test_the_page_comes_back_by_itself_after_the_server_was_killed(page: Page, server: Server) -> None:
    dice = random.Random(2)
    sit_down(page, server)
    play_one(page, dice)
    my_turn(page)
    before = number(page)
    server.kill()
    expect(page.locator('.link[data-link="reconnecting"]')).to_be_visible()
    server.start()
    expect(page.locator(".link")).to_have_count(0)
    assert number(page) == before
    play_one(page, dice)
    my_turn(page)


def test_a_command_sent_into_a_broken_line_is_played_once_when_it_is_back(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    before = number(page)
    server.kill()
    expect(page.locator('.link[data-link="reconnecting"]')).to_be_visible()
    card = page.locator('.hand-card[data-lit="true"]').first.get_attribute("data-part")
    assert card is not None
    click_part(page, card)
    page.locator(".offers .main").first.click()
    expect(page.locator(".sending")).to_be_visible()
    server.start()
    expect(page.locator(".sending")).to_have_count(0)
    my_turn(page)
    assert number(page) > before


def test_a_silent_line_is_noticed_and_replaced(page: Page, server: Server) -> None:
    line = Relay(page)
    page.clock.install()
    sit_down(page, server, seat=0)
    line.silent = True  # connected, but nothing comes any more
    page.locator('.pinned [data-kind="decree"]').click()
    expect(page.locator(".sending")).to_be_visible()
    page.clock.fast_forward(2_500)  # it asks for a sign of life
    page.clock.fast_forward(12_000)
    expect(page.locator('.link[data-link="reconnecting"]')).to_be_visible()
    line.silent = False
    page.clock.fast_forward(2_000)
    expect(page.locator(".hand-card")).to_have_count(17)
    expect(page.locator(".sending")).to_have_count(0)


def test_whoever_looks_again_soon_learns_that_the_line_died_in_sleep(page: Page, server: Server) -> None:
    line = Relay(page)
    page.clock.install()
    sit_down(page, server, seat=0)
    page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now()") / 1000 + 1, UTC))
    line.silent = True
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.fast_forward(5_000)
    expect(page.locator('.link[data-link="reconnecting"]')).to_be_visible()


def test_a_tab_in_the_background_that_looks_once_a_minute_keeps_its_line(page: Page, server: Server) -> None:
    """It would miss that it is its turn, and the others would be told that it has gone."""
    line, pongs = Relay(page), list[str]()
    line.rewrite = lambda frame: pongs.append("pong") if frame["type"] == "pong" else None
    page.clock.install()
    sit_down(page, server, seat=0)
    for _ in range(3):
        heard = len(pongs)
        page.clock.fast_forward(60_000)
        until(lambda heard=heard: page.evaluate("true") and len(pongs) > heard)
    assert line.dialled == 1


def test_chosen_cards_stay_chosen_while_the_rival_acts(page: Page, server: Server) -> None:
    line = Relay(page)
    sit_down(page, server, seat=0)
    line.hold = True
    before = page.locator(".hand-card").count()
    page.locator('.hand-card[data-lit="true"]').first.click(position={"x": 8, "y": 12})
    page.locator(".offers .main").first.click()
    page.locator(".hand-card").last.click()
    ahead = page.locator('.hand-card[aria-pressed="true"]').last.get_attribute("data-part")
    line.release()
    expect(page.locator(".hand-card")).not_to_have_count(before)
    expect(page.locator('.hand-card[aria-pressed="true"]')).to_have_count(1)
    expect(page.locator('.hand-card[aria-pressed="true"]')).to_have_attribute("data-part", str(ahead))


class Relay:
    """Sits in the line between page and server, and can drop, hold or change what the server says."""

    def __init__(self, page: Page) -> None:
        self.silent = self.hold = False
        self.dialled = 0
        self.held: list[tuple[WebSocketRoute, str | bytes]] = []
        self.rewrite: Callable[[dict[str, Any]], None] | None = None
        page.route_web_socket("**/socket", self.connect)

    def connect(self, line: WebSocketRoute) -> None:
        self.dialled += 1
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda message: self.pass_on(line, message))

    def pass_on(self, line: WebSocketRoute, message: str | bytes) -> None:
        if self.rewrite:
            self.rewrite(frame := json.loads(message))
            message = json.dumps(frame)
        if self.hold:
            self.held.append((line, message))
        elif not self.silent:
            line.send(message)

    def release(self) -> None:
        self.hold = False
        for line, message in self.held:
            line.send(message)


ZHONGLI_MO_LEADS = 6
"""A deal in which Han has Zhongli Mo, who leads with cards one by one."""


@pytest.fixture
def another_deal(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, ZHONGLI_MO_LEADS)
    yield running
    running.kill()


def test_a_half_built_play_can_be_taken_back(page: Page, another_deal: Server) -> None:
    sit_down(page, another_deal, seat=0)
    size = page.locator(".hand-card").count()
    click_part(page, "hand:zhongli_mo")
    page.locator(".offers .main", has_text="Zhongli Mo").last.click()
    expect(page.locator(".building")).to_be_visible()
    undo = page.locator('.pinned [data-kind="undo"]')
    expect(undo).to_have_attribute("aria-disabled", "false")
    undo.click()
    expect(page.locator(".building")).to_have_count(0)
    assert page.locator(".hand-card").count() == size


def test_undo_says_why_it_stops(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    page.locator('.pinned [data-kind="decree"]').click()
    expect(page.locator(".hand-card")).to_have_count(17)
    page.locator('.pinned [data-kind="undo"]').click(force=True)  # it looks disabled and answers all the same
    expect(page.locator(".note p")).not_to_be_empty()


def test_a_grey_button_says_why_it_is_grey(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    assert page.locator('.pinned > [data-kind="pass"]').count() == 0
    page.locator(".more button").click()
    grey = page.locator('.more-list [data-kind="pass"]')
    expect(grey).to_have_attribute("aria-disabled", "true")
    before = number(page)
    grey.hover()
    expect(grey).to_have_attribute("title", "The leader must play a set [C4.2]")
    for times in (1, 2):
        grey.click(force=True)
        expect(page.locator(".note p")).to_have_text("The leader must play a set [C4.2]")
        expect(page.locator("#live p", has_text="The leader must play a set [C4.2]")).to_have_count(times)
        page.locator(".more button").click()
    assert number(page) == before


def test_a_decree_is_grey_with_its_reason_once_it_was_taken(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    decree = page.locator('.pinned [data-kind="decree"]')
    decree.click()
    expect(decree).to_have_count(0)
    page.locator(".more button").click()
    expect(decree).to_have_attribute("aria-disabled", "true")
    decree.hover()
    expect(decree).to_have_attribute("title", "The decree step of this turn is closed [C4.9]")


def test_an_illegal_wish_is_answered_with_its_rule(page: Page, server: Server) -> None:
    too_low = page.locator('.hand-card[data-value="1"]')
    sit_down(page, server, seat=1)  # Han leads, and a 1 beats nothing but a lone 0
    assert page.locator('[data-part="hand:1"][data-lit="true"]').count() == 0
    too_low.last.click(position={"x": 8, "y": 12})
    page.locator('[data-kind="why"]').click()
    expect(page.locator(".note p")).to_contain_text("[C")
    page.keyboard.press("Escape")
    expect(page.locator('[aria-pressed="true"]')).to_have_count(0)


def test_the_hand_is_played_with_the_keyboard_alone(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    before = number(page)
    page.keyboard.press("h")
    page.keyboard.press("End")
    page.keyboard.press("Space")
    expect(page.locator('.hand-card[aria-pressed="true"]')).to_have_count(1)
    page.keyboard.press("p")
    page.wait_for_function(f"() => Number(document.querySelector('.table-page').dataset.number) > {before}")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_drawn_cards_are_seen_to_travel_until_that_is_switched_off(opening: Opening, server: Server) -> None:
    page = opening(reduced_motion="no-preference").new_page()
    sit_down(page, server, seat=0)
    page.evaluate(HALT)
    page.locator('.pinned [data-kind="decree"]').click()
    expect(page.locator(".flight").first).to_be_attached()
    page.keyboard.press("s")
    expect(page.locator(".flight")).to_have_count(0)
    page.locator("#settings-button").click()
    page.locator('input[name="speed"]').first.check()
    page.keyboard.press("Escape")
    sit_down(page, server, seat=0)
    page.locator('.pinned [data-kind="decree"]').click()
    expect(page.locator(".hand-card")).to_have_count(17)
    painted(page)
    assert page.locator(".flight").count() == 0


def test_an_onlooker_sees_no_hand_and_no_buttons(page: Page, opening: Opening, server: Server) -> None:
    sit_down(page, server)
    onlooker = opening().new_page()
    onlooker.goto(page.url)
    expect(onlooker.locator(".onlooker")).to_be_visible()
    assert onlooker.locator(".hand-card, .pinned").count() == 0


def test_a_theme_chosen_by_hand_stays(page: Page, server: Server) -> None:
    sit_down(page, server)
    paper = "getComputedStyle(document.querySelector('.bar')).backgroundColor"
    light = page.evaluate(paper)
    page.locator("#settings-button").click()
    page.locator('input[name="theme"]').last.check()
    assert page.evaluate(paper) != light
    page.reload()
    my_turn(page)
    assert page.evaluate(paper) != light


def test_the_theme_is_one_for_all_pages(page: Page, server: Server) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    page.goto(server.address)
    light = page.evaluate(ground)
    page.locator("button.theme").click()
    dark = page.evaluate(ground)
    assert dark != light
    page.goto(f"{server.address}/rules/chu-han")
    assert page.evaluate(ground) == dark
    sit_down(page, server)
    assert page.evaluate(ground) == dark
    page.locator("#settings-button").click()
    page.locator('input[name="theme"]').nth(1).check()
    page.goto(server.address)
    assert page.evaluate(ground) == light
    expect(page.locator("button.theme")).to_have_attribute("aria-label", "Colours: light")


PROMPTS = (
    "Your lead: play a set",
    "Your lead: play a set; {things} may come first",
    "Play {card} from beside the event, alone or with cards of your hand",
    "Lyu Zhi cancels {person}: restore with Xiao He, or let it stand",
    "{person} was declared: cancel with Lyu Zhi, or let it stand",
    "Beat {set}, use a response ability, or pass",
    "Zhongli Mo: add cards of rising values",
    "Peng Yue: choose a set of equal value",
)


@pytest.mark.parametrize(("lang", "widths"), [("en", (1280, 360)), ("pl", (390, 360))])
def test_the_bar_has_room_for_every_prompt(opening: Opening, server: Server, lang: str, widths: Any) -> None:
    page = opening(locale=lang).new_page()
    sit_down(page, server)
    say = i18n.translator(lang).gettext
    measure = """(text) => {
      const [bar, prompt] = ['.bar', '#prompt'].map((name) => document.querySelector(name));
      prompt.textContent = text;
      return [bar.offsetHeight, prompt.scrollHeight <= bar.clientHeight];
    }"""
    names = {"person": "Xiahou Ying", "set": "10 × 1", "card": "Xiahou Ying", "things": say("a decree")}
    texts = [say(text).format(**names) for text in PROMPTS]
    assert lang == "en" or not set(texts) & set(PROMPTS)
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        found = [page.evaluate(measure, text) for text in texts]
        assert len({height for height, _ in found}) == 1
        assert [text for text, (_, fits) in zip(texts, found, strict=True) if not fits] == []


def test_a_long_wait_is_explained(page: Page, server: Server) -> None:
    line = Relay(page)
    page.clock.install()
    sit_down(page, server, seat=0)
    line.rewrite = let_the_bot_think
    page.locator('.pinned [data-kind="decree"]').click()
    hint = page.locator(".told .hint")
    expect(hint).to_contain_text("choose cards ahead")

    def told() -> bool:
        """Whatever else the bot does begins the wait anew."""
        page.clock.fast_forward(13_000)
        return "Easy bot is still thinking" in hint.inner_text()

    until(told)


def let_the_bot_think(frame: dict[str, Any]) -> None:
    if frame["type"] != "step":
        return
    frame["changed"] |= {"waiting": True, "to_act": [1]}
    frame["legal"] = []
    for seat in frame["changed"].get("seats", ())[1:]:
        seat["thinking"] = True


def test_the_page_speaks_polish(opening: Opening, server: Server) -> None:
    page = opening(locale="pl-PL").new_page()
    sit_down(page, server)
    expect(page.locator('.pinned [data-kind="undo"]')).to_have_text("Cofnij")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    text = page.locator(".table-page").inner_text()
    for word in ("Pass", "Undo", "Decree", "Discard", "cards", "points"):
        assert word not in text


def test_the_language_is_switched_on_the_page(page: Page, server: Server) -> None:
    sit_down(page, server)
    page.locator("#settings-button").click()
    page.get_by_role("button", name="Polski").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    my_turn(page)


@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_does_not_scroll_sideways(opening: Opening, server: Server, width: int) -> None:
    page = opening(**PHONE | {"viewport": {"width": width, "height": 800}}).new_page()
    dice = random.Random(width)
    sit_down(page, server)
    # pulled down, the page is not loaded anew
    assert page.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorY") == "none"
    for _ in range(6):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert small_targets(page) == []
        play_one(page, dice)
        my_turn(page)


def small_targets(page: Page) -> list[str]:
    """Buttons under 44 px.

    Lines that were told and words within a line may be lower.
    """
    script = """() => [...document.querySelectorAll('button:not(.line, .term *), a')]
      .filter((b) => b.offsetWidth > 0 && (b.offsetWidth < 44 || b.offsetHeight < 44))
      .map((b) => b.className + ' ' + b.textContent)"""
    found: list[str] = page.evaluate(script)
    return found


def test_axe_finds_nothing(page: Page, server: Server) -> None:
    dice = random.Random(3)
    sit_down(page, server)
    for _ in range(4):
        play_one(page, dice)
        my_turn(page)
    page.locator(".hand-card").last.click()
    for _ in looks(page, ("light", 1280), ("dark", 390)):
        assert violations(page) == []
    page.locator("#settings-button").click()
    for _ in looks(page, ("light", 1280), ("dark", 390)):
        assert violations(page) == []


def test_a_hand_in_which_somebody_resigns_is_not_said_to_be_played_out(page: Page, server: Server) -> None:
    sit_down(page, server)
    answer = page.request.post(f"{page.url}/resign", headers={"origin": server.address}, max_redirects=0)
    assert answer.status == 303, answer.text()
    page.reload()
    expect(page.locator(".end")).to_contain_text("You have resigned")
    expect(page.locator(".trick")).to_be_visible()
    assert page.locator(".hand-end").count() == 0


def test_the_page_says_when_a_bot_had_less_time_to_think(page: Page, server: Server) -> None:
    stage = Stage(page, server, "chu-han")
    history = history_of(tianxia.load("chu-han"), 1)
    (seat,) = history.to_act
    asked = moment(history, seat, "first")
    for pressure in ("short", "heuristic", "") * 2:
        words = hurry_in_words(pressure, "en")
        view = {**asked.view, "hurried": words}
        stage.show(asked._replace(frame={**asked.frame, "view": view}))
        note = page.locator(".note")
        if words:
            expect(note).to_have_text(words)
            expect(page.locator("#live p").last).to_have_text(words)
        else:
            expect(note).to_have_count(0)
