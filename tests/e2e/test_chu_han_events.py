"""Chu Han with events and a campaign in Chromium: what an event is, and each of its choices by mouse and keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import BY_LOOK, looks, violations
from tests.e2e.conftest import Opening, Server
from tests.e2e.staged import Stage, find
from tests.e2e.staged_chu_han import CHOICES, REACTIONS, moments
from tianxia.games.chu_han.cards import EVENT_KINDS, KINDS, MARKED
from tianxia.games.chu_han.state import SEAT_NAMES
from tianxia.games.chu_han.texts import EVENT_NAMES, EVENT_TEXTS


@pytest.fixture
def stage(staged: Callable[[str], Stage]) -> Stage:
    return staged("chu-han")


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


@pytest.mark.parametrize("kind", CHOICES)
def test_every_choice_is_made_with_the_keyboard_alone(stage: Stage, kind: str) -> None:
    shown = moments()[kind]
    stage.show(shown)
    choice = find(lambda action: action["kind"] == kind, shown.legal)
    for part in choice["parts"]:
        stage.page.locator(f'[data-part="{part}"]').first.focus()
        stage.page.keyboard.press("Enter")
    stage.page.keyboard.press("p")
    assert stage.played() == choice["id"]


def test_a_choice_is_made_with_a_finger(phone: Page, server: Server) -> None:
    stage = Stage(phone, server, "chu-han")
    shown = moments()["swap"]
    stage.show(shown)
    swap = find(lambda action: action["kind"] == "swap", shown.legal)
    for part in swap["parts"]:
        stage.page.locator(f'[data-part="{part}"]').first.tap(position={"x": 8, "y": 12})
    stage.page.locator(".offers button.main", has_text=swap["label"]).tap()
    assert stage.played() == swap["id"]


def test_a_reaction_beside_the_event_is_tapped_there(stage: Stage) -> None:
    shown = moments()["beside"]
    stage.show(shown)
    reaction = find(lambda action: action["kind"] in REACTIONS, shown.legal)
    (part,) = reaction["parts"]
    stage.page.locator(f'.event [data-part="{part}"]').click()
    stage.page.locator(".offers button.main", has_text=reaction["label"]).click()
    assert stage.played() == reaction["id"]


def test_the_cards_of_the_warlords_have_no_buttons_beside_those_that_they_are(stage: Stage) -> None:
    shown = moments()["warlord"]
    few = [action for action in shown.legal if action["kind"] == "warlord"]
    stage.show(shown._replace(frame={**shown.frame, "view": {**shown.view, "legal": few}}))
    expect(stage.page.locator('.event-card[data-lit="true"]').first).to_be_visible()
    expect(stage.page.locator(".told")).to_have_text("Choose what you play; what can be used is lit.")
    expect(stage.page.locator(".offers > *")).to_have_count(0)


def test_the_card_that_fights_for_a_play_is_shown_where_it_lies(stage: Stage) -> None:
    stage.show(moments()["lent"])
    expect(stage.page.locator('.event-card[data-lent="true"]')).to_have_count(1)
    expect(stage.page.locator(".event-lent")).to_be_visible()


def test_the_pair_of_a_decree_is_not_said_to_be_seen_with_ji_bu(stage: Stage) -> None:
    stage.show(moments()["give"])
    expect(stage.page.locator('.event-card[data-part^="offered:"]')).to_have_count(2)
    expect(stage.page.locator(".seen")).to_have_count(0)


def test_the_note_after_a_hand_with_restraint_counts_both_sides_decrees(stage: Stage) -> None:
    shown = moments()["after restraint"]
    stage.show(shown)
    (end,) = [event for event in shown.frame["events"] if event["kind"] == "went_out"][-1:]
    note = stage.page.locator(".hand-end")
    expect(note).to_contain_text("Restraint")
    expect(note).to_contain_text("own decree")
    told = note.locator("p").nth(1).inner_text()
    counted = {word: int(count) for count, word in re.findall(r"(\d+) (card|decree|own|deserter)", told)}
    twice = 2 if "× 2 =" in told else 1
    sum_of_parts = counted["card"] + 2 * counted["decree"] - counted["own"] + counted.get("deserter", 0)
    assert sum_of_parts * twice == end["points"]
    assert f"{end['points']} point".replace("-", "−") in told


def test_an_event_stands_in_the_log_before_the_first_trick_of_its_hand(stage: Stage) -> None:
    stage.show(moments()["warlords"])
    group = stage.page.locator(".log-group", has=stage.page.locator("h3")).last
    expect(group.locator('li[data-kind="event_revealed"]')).to_have_count(1)
    expect(group.locator('li[data-kind="laid_open"]')).to_have_count(6)


def test_a_campaign_shows_its_matches_and_what_this_one_is_played_to(stage: Stage) -> None:
    shown = moments()["match"]
    stage.show(shown)
    state = shown.view["state"]
    table = stage.page.locator(".campaign")
    expect(table.locator("caption")).to_contain_text(str(state["goal"]))
    expect(table.locator('th[data-now="true"]')).to_have_text("204 BC")
    for seat in (0, 1):
        points = table.locator("tbody tr").nth(seat).locator("td > span:first-child")
        expect(points).to_have_text([str(state["match_score"][0][seat]), str(state["score"][seat]), "–"])


def test_cards_show_in_a_campaign_whose_mark_they_have(stage: Stage) -> None:
    stage.show(moments()["match"])
    for i, kind in enumerate(KINDS):
        marks = stage.page.locator(f'.hand-card[data-part="hand:{kind}"]').first.locator(".card-side")
        if stage.page.locator(f'.hand-card[data-part="hand:{kind}"]').count():
            classes = [mark.get_attribute("class") for mark in marks.all() if mark.is_visible()]
            assert classes == [f"card-side {side}" for seat, side in enumerate(SEAT_NAMES) if MARKED[seat] >> i & 1], (
                kind
            )


def test_the_end_of_a_campaign_counts_every_match_from_its_own_start(stage: Stage) -> None:
    shown = moments()["over"]
    stage.show(shown)
    state = shown.view["state"]
    totals = stage.page.locator(".result .total")
    expect(totals).to_have_count(state["match_number"])
    for match, score in enumerate(state["match_score"][: state["match_number"]]):
        expect(totals.nth(match).locator("td")).to_have_text([str(points) for points in score])
    expect(stage.page.locator(".campaign")).to_have_count(1)


@pytest.mark.parametrize("lang", ["en-GB", "pl-PL"])
def test_no_event_makes_the_page_scroll_sideways(opening: Opening, server: Server, lang: str) -> None:
    stage = Stage(opening(viewport={"width": 360, "height": 844}, locale=lang).new_page(), server, "chu-han")
    for name, shown in moments().items():
        stage.show(shown.recent)
        assert stage.page.evaluate("document.documentElement.scrollWidth") <= 360, name


def test_the_hand_can_be_seen_on_a_phone_when_much_lies_on_the_table(stage: Stage) -> None:
    stage.page.set_viewport_size({"width": 390, "height": 844})
    stage.show(moments()["warlords"])
    assert stage.page.locator(".campaign").count() == 1
    card, bar = (stage.page.locator(which).first.bounding_box() for which in (".hand-card", ".offers"))
    assert card
    assert bar
    assert card["y"] + card["height"] / 2 < bar["y"], "half of a card, its number above all"


def test_axe_finds_nothing_where_events_ask(stage: Stage) -> None:
    for name in (*CHOICES, "match", "beside", "lent", "after restraint", "over"):
        stage.show(moments()[name].recent)
        for look, _ in enumerate(looks(stage.page, ("light", 1280), ("dark", 390))):
            assert violations(stage.page, *(BY_LOOK if look else ())) == [], name
