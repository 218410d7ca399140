"""The table of Sun Tzu in Chromium: whole games by clicking, and nothing of the rival in what the page is sent."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.e2e.commander import PROVINCES, give_orders, my_turn, play_one, sit_down
from tests.e2e.conftest import Server
from tests.e2e.test_table import violations
from tianxia.engine import i18n
from tianxia.engine.records import OWNER
from tianxia.games.sun_tzu.events import EVENTS
from tianxia.games.sun_tzu.notes import ASKED, WAITED_FOR, army_asked
from tianxia.games.sun_tzu.state import STATE

MOST_DECISIONS = 300
OWN_FIELDS = [field.name for field in STATE.fields if field.seen_by is OWNER]
SECRETS = {kind.name: [name for name, domain in kind.domains.items() if domain.owner] for kind in EVENTS.kinds}


def listen(page: Page) -> list[dict[str, Any]]:
    """All that the page will be sent."""
    frames: list[dict[str, Any]] = []

    def hear(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: frames.append(json.loads(payload)))

    page.on("websocket", hear)
    return frames


def assert_only_own(frame: dict[str, Any], own: int) -> None:
    """A frame for a seat holds nothing that the rival alone may see."""
    if view := frame.get("view"):
        assert view["viewer"] == own
        for name in OWN_FIELDS:
            assert [value is None for value in view["state"][name]] == [own == 1, own == 0], name
    for event in frame.get("events", ()):
        if secret := SECRETS[event["kind"]]:
            assert {event[name] is None for name in secret} == {event["seat"] != own}, event


@pytest.mark.parametrize("width", [1280, 390, 360])
def test_the_table_opens_with_its_map_and_fits_without_scrolling_sideways(
    page: Page, server: Server, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    sit_down(page, server)
    my_turn(page)
    for province in PROVINCES:
        expect(page.get_by_text(province, exact=True).first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("seed", "options"), [(1, {"events": True}), (2, {"beginner": True})], ids=str)
def test_a_whole_game_is_played_by_clicking(page: Page, server: Server, seed: int, options: dict[str, bool]) -> None:
    assert {"laid", "hand", "held", "drawn", "aside"} <= set(OWN_FIELDS)
    frames, dice, asked = listen(page), random.Random(seed), set()
    sit_down(page, server, seat=seed % 2, **options)
    for _ in range(MOST_DECISIONS):
        asked.add(play_one(page, dice))
        if "over" in asked:
            break
    expect(page.locator(".end h2")).to_have_text(re.compile("has won|have won|share|draw"))
    assert page.locator(".end tbody tr").count() >= 1
    assert {"orders", "under"} <= asked
    assert ("general" in asked) == ("beginner" not in options)
    assert violations(page) == []
    assert len(frames) > 20
    for frame in frames:
        assert_only_own(frame, seed % 2)


TOLD = """() => ({
  battles: document.querySelectorAll('.st-battle').length,
  backs: document.querySelectorAll('.st-cards .st-card-back').length,
  lines: [...document.querySelectorAll('#log h4')].length,
  playing: document.querySelector('.sun-tzu').dataset.playing === 'true',
})"""


def test_battles_are_shown_one_at_a_time_until_that_is_skipped(browser: Browser, server: Server) -> None:
    context = browser.new_context(reduced_motion="no-preference", locale="en-GB")
    context.add_init_script("localStorage.setItem('tianxia.speed', 'fast')")
    page, dice, seen = context.new_page(), random.Random(6), []
    sit_down(page, server, beginner=True)
    my_turn(page)
    give_orders(page, dice)
    page.locator(".st-battle").first.wait_for()
    while not seen or seen[-1]["playing"]:
        seen.append(page.evaluate(TOLD))
        page.wait_for_timeout(100)
    counts = [told["battles"] for told in seen]
    assert sorted(set(counts)) == [1, 2, 3, 4, 5]
    assert counts == sorted(counts)
    for told in seen[:-1]:
        assert told["backs"] == 5 - told["battles"], "what is not shown yet lies face down"
        assert told["lines"] == told["battles"], "the log does not run ahead"
    assert page.locator(".st-sum").inner_text() not in ("", "revealed")
    while my_turn(page)["asks"] != "orders":
        play_one(page, dice)
    give_orders(page, dice)
    page.keyboard.press("s")
    expect(page.locator(".st-battle")).to_have_count(5, timeout=1000)
    context.close()


def prompts(lang: str) -> list[str]:
    """All that the bar may ask, at its longest."""
    speak = i18n.translator(lang)
    names = {"province": "JIN-YAN", "infantry": "JIN-YAN", "round": 9, "seat": speak.gettext("King Shao")}
    names["blue"] = names["red"] = speak.gettext("Plague")
    texts = [speak.gettext(text).format(**names) for text in (*ASKED.values(), *WAITED_FOR.values())]
    needs = [{"need": need, "missing": n, "need_province": "JIN-YAN"} for need in ("place", "cost") for n in (1, 2, 12)]
    return texts + [army_asked(need, speak) for need in needs]


ROOM = """(text) => {
  const [bar, ask, prompt] = ['.bar', '.ask', '#prompt'].map((name) => document.querySelector(name));
  prompt.textContent = text;
  return [bar.offsetHeight, prompt.offsetHeight <= ask.clientHeight];
}"""


@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("en", 360), ("pl", 390), ("pl", 360)])
def test_the_bar_has_room_for_every_prompt(browser: Browser, server: Server, lang: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, locale=lang)
    page = context.new_page()
    sit_down(page, server)
    my_turn(page)
    found = {text: page.evaluate(ROOM, text) for text in prompts(lang)}
    assert len({height for height, _ in found.values()}) == 1
    assert [text for text, (_, fits) in found.items() if not fits] == []
    context.close()


@pytest.mark.parametrize(("width", "theme"), [(1280, "dark"), (390, "light"), (360, "dark")])
def test_axe_finds_nothing_and_nothing_is_cut_off(browser: Browser, server: Server, theme: Any, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=theme, reduced_motion="reduce")
    page, dice, asked = context.new_page(), random.Random(width), set()
    sit_down(page, server, events=True)
    for _ in range(12):
        before = my_turn(page)["asks"]
        if before not in asked:
            asked.add(before)
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        if play_one(page, dice) == "over":
            break
    assert len(asked) > 2
    context.close()
