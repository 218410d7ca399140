"""Several at one screen, in every game: at each moment it holds what the named side may see, else only what everybody may."""

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import tianxia
from tests.e2e import commander, contender, raider
from tests.e2e.conftest import Server
from tests.e2e.evening import play_huang
from tests.e2e.player import MY_TURN, begin, heard
from tests.frames import Frame
from tianxia.engine.fields import NOBODY, OWNER

NOBODY_S = "none"
"""As the page's line is named while it shows what everybody may see."""
GO_ON = """() => {
  if (document.querySelector('.end')) return 'over';
  const offered = document.querySelector('.plaque .main') ?? document.querySelector('[data-kind=pass-screen]');
  offered?.click();
  return offered ? offered.dataset.kind ?? 'curtain' : 'asked';
}"""
"""Lifts the curtain or passes the screen on if that is offered at this moment: soon the page may do it by itself."""
CURTAIN_OR_TURN = f"() => document.querySelector('.plaque, [data-kind=pass-screen]') !== null || ({MY_TURN})()"

# notes each change of the page at which a line is open, or a thing of one side is drawn, that is not for who looks
WATCH = """
const lines = [];
window.WebSocket = class extends WebSocket {
  constructor(...about) { super(...about); lines.push(this); }
};
const PRIVATE = `.hand-card, .hand, [data-part^="hand:"], [data-part^="drawn:"], [data-part^="order:"], .st-own-general,
  .st-deck, .hg-own, .hn-drawn .hn-tiles > *`;
window.leaks = [];
const seats = () => {
  const page = document.querySelector(".table-page");
  const own = document.querySelector(".player[data-own=true]");
  const whose = document.querySelector(".plaque") ? "none" : own ? own.dataset.seat : page?.dataset.number ? "none" : null;
  const open = lines.filter((line) => line.readyState < 2).map((line) => new URL(line.url).searchParams.get("seat"));
  return { whose, open };
};
window.now = () => ({
  ...seats(), curtain: document.querySelector(".plaque") !== null, page: document.documentElement.outerHTML,
});
const look = () => {
  const { whose, open } = seats();
  if (whose === null) return;
  for (const seat of open) if (seat !== "none" && seat !== whose) window.leaks.push(`line ${seat} while ${whose} looks`);
  if (whose === "none" && document.querySelector(PRIVATE)) window.leaks.push(document.querySelector(PRIVATE).outerHTML);
};
const all = { childList: true, subtree: true, attributes: true };
addEventListener("DOMContentLoaded", () => new MutationObserver(look).observe(document.body, all));
"""


class Played(NamedTuple):
    """A game at one screen, and how one decision of it is made."""

    game: str
    bots: int
    decide: Callable[[Page, random.Random], Any]
    decisions: int
    options: dict[str, Any]
    shared: bool
    """So many decisions come to something that all look at: what is revealed to both, or bots' turns."""


def raid(page: Page, dice: random.Random) -> None:
    offers = page.evaluate(raider.OFFERS)
    if offers["plays"]:
        page.locator(".offers .main").first.click()
    elif offers["lit"] and (not offers["pinned"] or dice.random() < 0.7):
        raider.tap(page, dice.choice(offers["lit"]))
    elif offers["pinned"]:  # else what was asked has just been answered, and the screen is about to be passed on
        page.locator(f'.pinned [data-kind="{dice.choice(offers["pinned"])}"]').click()


GAMES = {
    "chu-han": Played("chu-han", 0, contender.decide, 30, {}, False),
    "sun-tzu": Played("sun-tzu", 0, commander.play_one, 24, {}, True),
    "huang": Played("huang", 1, play_huang, 24, {"players": 3}, True),
    "huns": Played("huns", 1, raid, 40, {"players": 3}, True),
}


def secrets_of(game: str) -> tuple[list[str], list[str], dict[str, list[tuple[str, str]]]]:
    """Fields that a seat has a row of, fields that nobody sees, and the private fields of events with their owners."""
    loaded = tianxia.load(game)
    own = [field.name for field in loaded.table.fields if field.seen_by is OWNER]
    nobody = [field.name for field in loaded.table.fields if field.seen_by is NOBODY]
    kinds = loaded.events.kinds
    return own, nobody, {k.name: [(n, d.owner) for n, d in k.domains.items() if d.owner] for k in kinds}


def assert_only_for(game: str, frame: Frame, whose: str) -> None:
    """A frame holds nothing that another seat alone may see."""
    own, nobody, private = secrets_of(game)
    if view := frame.get("view"):
        assert str(view["viewer"]).lower() == whose
        for name in set(own) & set(view["state"]):
            rows = view["state"][name] or []
            assert [i for i, row in enumerate(rows) if row is not None and str(i) != whose] == [], name
        assert [name for name in nobody if view["state"].get(name) is not None] == []
        assert whose != NOBODY_S or view["legal"] == []
    for event in frame.get("events", ()):
        for name, owner in private[event["kind"]]:
            assert event[name] is None or str(event[owner]) == whose, event


def texts_for_one(frames: dict[str, list[Frame]]) -> dict[str, set[str]]:
    """By seat, the sentences of the log that only this seat was told."""
    told = {
        whose: {e["text"] for f in some for e in f.get("events", ()) if e["text"]} for whose, some in frames.items()
    }
    return {whose: texts - told[NOBODY_S] for whose, texts in told.items()}


def look(page: Page) -> dict[str, Any]:
    now: dict[str, Any] = page.evaluate("window.now()")
    return now


def rounds(page: Page, played: Played, dice: random.Random) -> Iterator[dict[str, Any]]:
    """So many decisions; yields what the page holds before and after each, and at each curtain."""
    for _ in range(played.decisions):
        page.wait_for_function(CURTAIN_OR_TURN)
        yield look(page)
        match page.evaluate(GO_ON):
            case "over":
                return
            case "curtain":
                expect(page.locator(".plaque")).to_have_count(0)
            case "pass-screen":
                expect(page.locator(".plaque")).to_have_count(1)
            case "asked":
                played.decide(page, dice)
        yield look(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_holds_what_the_named_side_may_see_and_nothing_of_any_side_before_all(
    page: Page, server: Server, game: str
) -> None:
    page.add_init_script(WATCH)
    frames, dice, played = heard(page), random.Random(11), GAMES[game]
    begin(page, server, game, screen=True, bots=played.bots, **played.options)
    moments = list(rounds(page, played, dice))
    assert page.evaluate("window.leaks") == []
    assert {"0", "1", NOBODY_S} <= set(frames)
    for whose, received in frames.items():
        for frame in received:
            assert_only_for(game, frame, whose)
    secret = texts_for_one(frames)
    for moment in moments:
        for whose, texts in secret.items():
            if whose != moment["whose"]:
                assert [text for text in texts if text in moment["page"]] == []
    assert {moment["whose"] for moment in moments} >= {"0", "1", NOBODY_S}
    if played.shared:
        assert [moment for moment in moments if moment["whose"] == NOBODY_S and not moment["curtain"]]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_that_was_left_reloaded_or_opened_twice_shows_the_curtain(
    page: Page, context: BrowserContext, server: Server, game: str
) -> None:
    page.add_init_script(WATCH)
    begin(page, server, game, screen=True, bots=GAMES[game].bots, **GAMES[game].options)
    page.locator(".plaque .main").click()
    expect(page.locator('.player[data-own="true"]')).to_have_count(1)
    twin = context.new_page()
    twin.goto(page.url)
    expect(twin.locator(".plaque")).to_have_count(1)
    twin.close()
    # a browser may keep the page as it was left, and show it again with *Back*
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    expect(page.locator(".plaque")).to_have_count(1)
    assert (look(page)["open"], page.evaluate("window.leaks")) == ([NOBODY_S], [])
    page.locator(".plaque .main").click()
    expect(page.locator('.player[data-own="true"]')).to_have_count(1)
    page.goto(server.address)
    page.go_back()
    expect(page.locator(".plaque")).to_have_count(1)
    page.reload()
    expect(page.locator(".plaque")).to_have_count(1)
