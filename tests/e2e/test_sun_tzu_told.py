"""What the table of Sun Tzu tells before a decision and after it: consequences, what is at stake, verdicts, a scoring."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.staged import Moment, Stage, find
from tests.e2e.staged_sun_tzu import moments, standing
from tianxia.games.sun_tzu.pieces import PROVINCES

AT = {"x": 30, "y": 40}


@pytest.fixture
def stage(staged: Callable[[str], Stage]) -> Stage:
    return staged("sun-tzu")


def tap(page: Page, part: str) -> None:
    page.locator(f'button[data-part="{part}"]').first.click(position={"x": 12, "y": 12})


def ground(page: Page, province: str) -> Any:
    return page.locator(f'.st-ground[data-part="province:{province}"]')


def test_a_general_that_is_chosen_tells_what_it_does(stage: Stage) -> None:
    shown = moments()["general 0"]
    stage.show(shown)
    choose = find(lambda action: action["args"]["general"] == "B5", shown.legal)
    tap(stage.page, "general:B5")
    expect(stage.page.locator(".brings")).to_have_text("Then: " + shown.preview(choose["id"]))
    expect(stage.page.locator(".brings")).to_contain_text("Put 1 army from your pool")


def test_an_order_is_weighed_while_a_province_is_pointed_at(stage: Stage) -> None:
    shown = standing({"round": 2, "armies": [[0] * 5, [3, 0, 0, 0, 0]], "hand": ["7", "10"]})
    stage.show(shown)
    tap(stage.page, "hand:7")
    ground(stage.page, "QIN").hover(position=AT)
    expect(stage.page.locator(".brings")).to_contain_text("at best Sun Tzu +3, King Shao −3 (against 1)")
    ground(stage.page, "CHU").hover(position=AT)
    expect(stage.page.locator(".brings")).to_contain_text("at best Sun Tzu +6 (against 1)")


def test_a_6_that_is_chosen_is_barred_where_it_was_used(stage: Stage) -> None:
    stage.show(standing({"round": 2, "markers": [[0, 1, 0, 0, 0], [0] * 5], "hand": ["", ""]}))
    barred = stage.page.locator('.st-slot[data-barred="true"]')
    expect(barred).to_have_count(0)
    tap(stage.page, "hand:6")
    expect(barred).to_have_count(1)
    expect(stage.page.locator('.st-place[data-place="CHU"] .st-slot[data-barred="true"]')).to_have_count(1)


def test_the_track_tells_the_next_scoring_as_provinces_lie(stage: Stage) -> None:
    """Displays 1/4/3, 3/1/5, 1/4/2, 1/2/5 and 2/3/3 from QIN to WU [S10.1]."""
    stage.show(standing({"round": 5, "armies": [[1, 0, 2, 0, 0], [0, 0, 0, 4, 0]], "figure": -1}))
    page = stage.page
    expect(page.locator(".st-stake.side0")).to_have_text("+8")
    expect(page.locator(".st-stake.side1")).to_have_text("+2")
    expect(page.locator(".st-stake.side0")).to_have_attribute("title", re.compile("round 6.*QIN 4, JIN-YAN 4"))
    expect(page.locator(".st-points")).to_have_attribute("aria-label", re.compile("1 for King Shao; .*5 for Sun Tzu"))
    expect(page.locator(".st-would")).to_have_count(1)


def test_the_last_round_is_said(stage: Stage) -> None:
    for number, words in ((8, "Round"), (9, "Last round")):
        stage.show(standing({"round": number}))
        expect(stage.page.locator(".st-caption")).to_have_text(words)


def scored() -> Moment:
    """A moment after a scoring, before the next round."""
    return next(
        shown
        for name, shown in moments().items()
        if name.startswith("under") and shown.frame["events"] and last_scored(shown)
    )


def last_scored(shown: Moment) -> dict[str, Any] | None:
    events = shown.frame["events"]
    begun = max((i for i, event in enumerate(events) if event["kind"] == "round_began"), default=0)
    return next((event for event in events[begun:] if event["kind"] == "scored"), None)


def test_each_province_tells_what_it_gave_at_a_scoring(stage: Stage) -> None:
    shown = scored()
    stage.show(shown)
    event = last_scored(shown)
    assert event
    for seat, side in enumerate(("blue", "red")):
        gave = stage.page.locator(f".st-gave.side{seat}").all_inner_texts()
        assert sum(int(text) for text in gave) == event[side]
        assert len(gave) == sum(armies > 0 for armies in shown.view["state"]["armies"][seat])


def test_the_battles_before_are_told_until_an_order_lies_there(stage: Stage) -> None:
    shown = moments()["orders 0"]
    stage.show(shown)
    laid = sum(card != "none" for card in shown.view["state"]["laid"][0])
    expect(stage.page.locator('.st-verdict[data-past="true"]')).to_have_count(len(PROVINCES) - laid)


FRAMED = """() => [...document.querySelectorAll('.hand-card[data-value="framed"]')].map((card) => {
  const { x, y } = card.getBoundingClientRect();
  return [card.dataset.part, `${x} ${y}`];
})"""


def test_on_a_phone_each_framed_card_has_its_place_in_the_hand(stage: Stage) -> None:
    stage.page.set_viewport_size({"width": 390, "height": 844})
    places = defaultdict[str, set[str]](set)
    for name in ("orders 0", "orders, waiting 0", "next 0", "under 0"):
        stage.show(moments()[name])
        for card, place in stage.page.evaluate(FRAMED):
            places[card].add(place)
    assert {card: len(found) for card, found in places.items()} == {f"hand:{kind}": 1 for kind in range(1, 7)}


OUTSIDE = """[...document.querySelectorAll('.st-place')].flatMap((place) => {
  const [around, map] = [place.getBoundingClientRect(), place.parentElement.getBoundingClientRect()];
  const low = Math.min(around.bottom, map.bottom) + 2;
  return [...place.querySelectorAll('.st-armies, .st-steps')]
    .filter((one) => one.getBoundingClientRect().bottom > low).map((one) => `${place.dataset.place} ${one.className}`);
})"""
"""What stands below the province that it tells of; a border is two pixels wide."""


@pytest.mark.parametrize("height", [390, 340, 300, 262])
def test_armies_stand_in_their_province_on_a_low_map(stage: Stage, height: int) -> None:
    size = stage.page.viewport_size
    assert size
    stage.page.set_viewport_size({"width": 844, "height": height})
    stage.show(standing({"round": 5, "armies": [[4, 0, 10, 0, 2], [0, 5, 0, 4, 0]]}))
    expect(stage.page.locator(".st-armies")).to_have_count(5)
    assert stage.page.evaluate(OUTSIDE) == []
    stage.page.set_viewport_size(size)


def test_a_province_has_the_tint_of_its_holder(stage: Stage) -> None:
    stage.show(standing({"round": 5, "armies": [[4, 0, 0, 0, 0], [0, 5, 0, 0, 0]]}))
    fills = [
        stage.page.locator(f'[data-holder][data-place="{province}"] > path').first.evaluate(
            "(path) => getComputedStyle(path).fill"
        )
        for province in ("QIN", "CHU", "WU")
    ]
    assert "none" not in fills
    assert len(set(fills)) == 3
