"""Chu Han with events and a campaign in Chromium: what an event is, and each of its choices by mouse and keyboard."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import looks, violations
from tests.e2e.conftest import Server
from tests.e2e.staged import Stage, find
from tests.e2e.staged_chu_han import CHOICES, moments
from tianxia.games.chu_han.cards import EVENT_KINDS
from tianxia.games.chu_han.texts import EVENT_NAMES, EVENT_TEXTS


@pytest.fixture
def stage(page: Page, server: Server) -> Stage:
    return Stage(page, server, "chu-han")


@pytest.mark.parametrize("event", EVENT_KINDS)
def test_the_page_shows_the_event_with_its_text(stage: Stage, event: str) -> None:
    stage.show(moments()[event])
    shown = stage.page.locator(".event")
    expect(shown.locator("h2")).to_have_text(EVENT_NAMES[event])
    expect(shown.locator(".event-text p")).to_have_text(EVENT_TEXTS[event])
    counts = moments()[event].view["state"]["face_up"]
    expect(shown.locator('.event-card[data-part^="face_up:"]')).to_have_count(sum(counts))


@pytest.mark.parametrize("kind", CHOICES)
def test_every_choice_of_an_event_is_tapped_where_it_lies(stage: Stage, kind: str) -> None:
    shown = moments()[kind]
    stage.show(shown)
    choice = find(lambda action: action["kind"] == kind, shown.legal)
    for part in choice["parts"]:
        found = stage.page.locator(f'[data-part="{part}"]').first
        expect(found).to_have_attribute("data-lit", "true")
        found.click(position={"x": 8, "y": 12})
    if not stage.sent:
        stage.page.locator(".offers button", has_text=choice["label"]).first.click()
    assert stage.played() == choice["id"]


def test_a_choice_is_made_with_the_keyboard_alone(stage: Stage) -> None:
    shown = moments()["give"]
    stage.show(shown)
    gift = find(lambda action: action["kind"] == "give", shown.legal)
    stage.page.locator(f'[data-part="{gift["parts"][0]}"]').focus()
    stage.page.keyboard.press("Enter")
    if not stage.sent:
        stage.page.locator(".offers button", has_text=gift["label"]).first.focus()
        stage.page.keyboard.press("Enter")
    assert stage.played() == gift["id"]


def test_a_campaign_shows_its_matches_and_what_this_one_is_played_to(stage: Stage) -> None:
    shown = moments()["match"]
    stage.show(shown)
    state = shown.view["state"]
    table = stage.page.locator(".campaign")
    expect(table.locator("caption")).to_contain_text(str(state["goal"]))
    expect(table.locator("tbody tr").first.locator("td").first).to_have_text(str(state["match_score"][0][0]))
    expect(table.locator('tr[data-now="true"]')).to_contain_text("204")


@pytest.mark.parametrize("width", [1280, 360])
def test_no_event_makes_the_page_scroll_sideways(stage: Stage, width: int) -> None:
    stage.page.set_viewport_size({"width": width, "height": 844})
    for name, shown in moments().items():
        stage.show(shown)
        assert stage.page.evaluate("document.documentElement.scrollWidth") <= width, name


def test_axe_finds_nothing_where_events_ask(stage: Stage) -> None:
    for name in (*CHOICES, "match"):
        stage.show(moments()[name])
        for _ in looks(stage.page, ("light", 1280), ("dark", 390)):
            assert violations(stage.page) == [], name
