"""The table of Sun Tzu in Chromium: whole games by clicking, and nothing of the rival in what the page is sent."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import BY_LOOK, looks, violations
from tests.e2e.commander import PROVINCES, come_in, give_orders, my_turn, play_one, sit_down
from tests.e2e.conftest import Opening, Server
from tests.e2e.player import heard, painted
from tests.frames import Frame
from tianxia.engine import i18n
from tianxia.engine.fields import OWNER
from tianxia.games.sun_tzu.events import EVENTS
from tianxia.games.sun_tzu.prompts import ASKED, army_asked, reveal_asked
from tianxia.games.sun_tzu.state import STATE

MOST_DECISIONS = 300
OWN_FIELDS = [field.name for field in STATE.fields if field.seen_by is OWNER]
SECRETS = {kind.name: [name for name, domain in kind.domains.items() if domain.owner] for kind in EVENTS.kinds}


def assert_only_own(frame: Frame, own: int) -> None:
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


def test_a_whole_game_is_played_by_clicking(page: Page, server: Server) -> None:
    assert {"laid", "hand", "held", "drawn", "aside"} <= set(OWN_FIELDS)
    frames, dice, asked = heard(page)[""], random.Random(1), set()
    come_in(page, server, seat=1, events=True)
    for _ in range(MOST_DECISIONS):
        asked.add(play_one(page, dice))
        if "over" in asked:
            break
    expect(page.locator(".end h2")).to_have_text(re.compile("You have (won|lost)|share|draw"))
    assert page.locator(".end tbody tr").count() >= 1
    assert page.locator(".pinned").count() == 0, "nothing is left to press"
    assert {"general", "orders", "under"} <= asked
    assert violations(page) == []
    assert len(frames) > 20
    for frame in frames:
        assert_only_own(frame, 1)


def test_beginners_are_asked_for_no_general(page: Page, server: Server) -> None:
    frames, dice, asked = heard(page)[""], random.Random(2), []
    sit_down(page, server, seat=0, beginner=True)
    while asked.count("orders") < 2:
        asked.append(play_one(page, dice))
    assert "under" in asked
    assert "general" not in asked
    for frame in frames:
        assert_only_own(frame, 0)


RECORD = """() => {
  const seen = window.seen = [];
  const look = () => {
    const now = {
      battles: document.querySelectorAll('.st-battle').length,
      verdicts: document.querySelectorAll('.st-map .st-verdict').length,
      backs: document.querySelectorAll('.st-cards .st-card-back').length,
      lines: [...document.querySelectorAll('#log h4')].length,
      playing: document.querySelector('.sun-tzu').dataset.playing === 'true',
      prompt: document.querySelector('#prompt').textContent,
      asked: document.querySelectorAll(`.pinned button[aria-disabled="false"]:not([data-kind=undo]), [data-lit=true], .st-choice,
        .chip`).length,
    };
    if (now.battles > 0) seen.push(now);
    if (now.playing || !seen.length) requestAnimationFrame(look);
  };
  look();
}"""
"""Keeps what each frame shows from the first battle until all are told: from outside, a slow machine would miss some."""


def test_battles_are_shown_one_at_a_time_until_that_is_skipped(opening: Opening, server: Server) -> None:
    context = opening(reduced_motion="no-preference")
    context.add_init_script("localStorage.setItem('tianxia.speed', 'fast')")
    page, dice, commands = context.new_page(), random.Random(6), list[str]()
    page.on("websocket", lambda line: line.on("framesent", lambda told: '"command"' in told and commands.append(told)))
    sit_down(page, server, beginner=True)
    my_turn(page)
    page.evaluate(RECORD)
    give_orders(page, dice)
    page.wait_for_function("() => window.seen.length && !window.seen.at(-1).playing")
    seen = page.evaluate("window.seen")
    counts = [told["battles"] for told in seen]
    assert sorted(set(counts)) == [1, 2, 3, 4, 5]
    assert counts == sorted(counts)
    for told in seen[:-1]:
        assert told["backs"] == 5 - told["battles"], "what is not shown yet lies face down"
        assert told["lines"] == told["battles"], "the log does not run ahead"
        assert told["prompt"] == "What has happened is being told"
        assert told["asked"] == 0, "nothing is asked before all is told"
    assert {told["battles"] - told["verdicts"] for told in seen} == {0, 1}, "each is told at its province"
    assert seen[-1]["verdicts"] == 5
    assert seen[-1]["asked"] > 0
    page.locator(".st-battle-head").last.click()
    assert page.locator(".st-arithmetic").inner_text() not in ("", "revealed")
    while my_turn(page)["asks"] != "orders":
        play_one(page, dice)
    page.evaluate("localStorage.setItem('tianxia.speed', 'slow')")
    give_orders(page, dice)
    page.locator(".st-battle").first.wait_for()
    before = len(commands)
    page.locator('.offers [data-kind="skip"]').click()
    painted(page)
    assert page.locator(".st-battle").count() == 5, "at once: to tell them takes many seconds"
    expect(page.locator("#prompt")).not_to_have_text("What has happened is being told")
    assert len(commands) == before, "the press that skips answers nothing"


def prompts(lang: str) -> list[str]:
    """All that the bar may ask, at its longest."""
    speak = i18n.translator(lang)
    names = {"infantry": "JIN-YAN", "seat": speak.gettext("King Shao")}
    texts = [
        speak.gettext(text).format(**names)
        for said in ASKED.values()
        for text in said
        if isinstance(text, str) and text
    ]
    reveal = reveal_asked({"battle": "JIN-YAN", "revealed": ["Plague", "Plague"]}, 0, speak)
    needs = [{"need": need, "missing": n, "need_province": "JIN-YAN"} for need in ("place", "cost") for n in (1, 2, 12)]
    return [*texts, reveal, *(army_asked(need, 0, speak) for need in needs)]


ROOM = """(text) => {
  const [bar, prompt] = ['.bar', '#prompt'].map((name) => document.querySelector(name));
  prompt.textContent = text;
  return [bar.offsetHeight, prompt.scrollHeight <= bar.clientHeight + 1];
}"""


@pytest.mark.parametrize(("lang", "widths"), [("en", (1280, 360)), ("pl", (390, 360))])
def test_the_bar_has_room_for_every_prompt(opening: Opening, server: Server, lang: str, widths: Any) -> None:
    page = opening(locale=lang).new_page()
    sit_down(page, server)
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        found = {text: page.evaluate(ROOM, text) for text in prompts(lang)}
        assert len({height for height, _ in found.values()}) == 1
        assert [text for text, (_, fits) in found.items() if not fits] == []


def test_axe_finds_nothing_and_nothing_is_cut_off(page: Page, server: Server) -> None:
    dice, asked = random.Random(1280), set()
    sit_down(page, server, events=True)
    for _ in range(12):
        before = my_turn(page)["asks"]
        if before not in asked:
            asked.add(before)
            for look, width in enumerate(looks(page, ("light", 390), ("dark", 1280))):
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                assert violations(page, *(BY_LOOK if look else ())) == []
        if play_one(page, dice) == "over":
            break
    assert len(asked) > 2
