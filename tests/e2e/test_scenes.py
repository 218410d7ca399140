"""What came of something is told in large over the board, until it is pressed away, and over nothing that is asked."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import staged_chu_han, staged_huang, staged_huns, staged_sun_tzu
from tests.e2e.conftest import PHONE, Opening, Server
from tests.e2e.player import HALT
from tests.e2e.sight import at_every_size
from tests.e2e.staged import Moment, Stage

MOMENTS = {
    "chu-han": staged_chu_han.moments,
    "sun-tzu": staged_sun_tzu.moments,
    "huang": staged_huang.moments,
    "huns": staged_huns.moments,
}
TOLD: dict[str, dict[str, Any]] = {
    "chu-han": {"kind": "cancelled", "seat": 1, "ability": "ji_bu"},
    "sun-tzu": {"kind": "scored", "round": 3, "blue": 7, "red": 3, "figure": 4},
    "huang": {"kind": "revolt_ended", "winner": 1, "loser": 0, "strength": 5, "other": 2, "colour": "green"},
    "huns": {"kind": "rolled", "blue": 1, "red": 2, "green": 3, "black": 1, "yellow": 2},
}
BEGAN = {"kind": "revolt_began", "seat": 0, "defender": 1, "colour": "green", "hex": "F6"}
COVERED = """() => {
  const scene = document.querySelector('.scene').getBoundingClientRect();
  const over = ({ left, right, top, bottom }) => Math.min(right, scene.right) - Math.max(left, scene.left) > 1
    && Math.min(bottom, scene.bottom) - Math.max(top, scene.top) > 1;
  return [...document.querySelectorAll('.board [data-lit="true"], .board [data-clear]')]
    .filter((one) => over(one.getBoundingClientRect())).map((one) => one.dataset.part);
}"""
INSIDE = """() => {
  const [scene, board] = ['.scene', '.board'].map((one) => document.querySelector(one).getBoundingClientRect());
  return scene.left >= board.left && scene.right <= board.right && scene.top >= board.top && scene.bottom <= board.bottom;
}"""

STAYS = """{
  const { setTimeout } = window;
  window.setTimeout = (work, wait = 0, ...rest) => (wait < 2_000 ? setTimeout(work, wait, ...rest) : 0);
}"""
"""What waits for seconds waits for ever: on a slow machine a scene would be over before it was looked at."""


@pytest.fixture
def lively(opening: Opening) -> Page:
    """A page of somebody who has not asked for less motion, and where no scene goes by itself."""
    context = opening(reduced_motion="no-preference")
    context.add_init_script(STAYS)
    return context.new_page()


def happens(stage: Stage, *events: dict[str, Any]) -> None:
    """Something more is told at the table that is shown."""
    assert stage.line
    stage.number += 1
    told = [{"text": "It happens", **event, "step": stage.number} for event in events]
    step = {"type": "step", "number": stage.number, "changed": {"number": stage.number}, "events": told}
    stage.line.send(json.dumps(step))


def asked(game: str) -> Moment:
    """A moment at which something is asked, and nothing was told before it."""
    shown = next(shown for asks, shown in MOMENTS[game]().items() if not asks.startswith("over"))
    return shown._replace(frame={**shown.frame, "events": []})


@pytest.mark.parametrize("game", tuple(MOMENTS))
def test_a_scene_goes_with_the_next_press_and_comes_again_when_it_is_asked_for(
    lively: Page, server: Server, game: str
) -> None:
    stage = Stage(lively, server, game)
    stage.show(asked(game))
    scene = lively.locator(".scene")
    expect(scene).to_have_count(0)
    happens(stage, *([BEGAN] if game == "huang" else []), TOLD[game])
    expect(scene).to_have_attribute("data-scene", TOLD[game]["kind"])
    lively.keyboard.press("Shift")
    expect(scene).to_have_count(0)
    lively.get_by_role("button", name="Show again").click()
    expect(scene).to_be_visible()
    lively.mouse.click(640, 24)
    expect(scene).to_have_count(0)


def test_what_came_of_a_revolt_is_told_also_if_a_war_has_begun_meanwhile(lively: Page, server: Server) -> None:
    stage = Stage(lively, server, "huang")
    stage.show(asked("huang"))
    war = {"kind": "war_began", "seat": 1, "hex": "E7", "sides": 2}
    happens(stage, BEGAN, TOLD["huang"], {"kind": "turn_began", "seat": 1, "turn": 9}, war)
    expect(lively.locator(".scene")).to_contain_text("Revolt at F6")
    expect(lively.locator(".scene")).to_contain_text("Rabbit wins with 5 to 2.")


def test_of_a_tied_revolt_it_is_told_who_wins_a_tie(lively: Page, server: Server) -> None:
    stage = Stage(lively, server, "huang")
    stage.show(asked("huang"))
    happens(stage, BEGAN, {**TOLD["huang"], "other": 5})
    expect(lively.locator(".scene")).to_contain_text("A tie, 5 to 5: Rabbit wins as the defender.")


def test_a_scene_lies_within_the_board_and_over_nothing_that_is_asked(lively: Page, server: Server) -> None:
    stage = Stage(lively, server, "huns")
    for asks in ("before_die", "place"):
        stage.show(next(shown for name, shown in MOMENTS["huns"]().items() if name.startswith(asks)))
        happens(stage, TOLD["huns"])
        lively.locator(".scene").wait_for()
        for size in at_every_size(lively):
            lively.wait_for_function(INSIDE)
            assert lively.evaluate(COVERED) == [], f"{asks} at {size}"
        lively.keyboard.press("Shift")


def test_on_a_phone_the_battle_before_lies_over_no_province_that_may_be_next(opening: Opening, server: Server) -> None:
    page = opening(**PHONE, reduced_motion="no-preference").new_page()
    page.add_init_script(STAYS)
    stage = Stage(page, server, "sun-tzu")
    shown = staged_sun_tzu.moments()["next 0"]
    events = shown.frame["events"]
    fought = max(at for at, event in enumerate(events) if event["kind"] == "revealed")
    stage.show(shown._replace(frame={**shown.frame, "events": events[:fought]}))
    happens(stage, *events[fought:])
    page.locator('.sun-tzu[data-playing="false"]').wait_for()
    expect(page.locator(".scene")).to_have_attribute("data-scene", "won")
    page.wait_for_function(INSIDE)
    assert page.evaluate(COVERED) == []


def test_without_animation_nothing_passes_over_the_board(page: Page, server: Server) -> None:
    stage = Stage(page, server, "huns")
    stage.show(asked("huns"))
    happens(stage, TOLD["huns"])
    page.locator(f'[data-number="{stage.number}"]').wait_for()
    expect(page.locator(".scene")).to_have_count(0)


def test_what_one_has_done_oneself_is_told_in_large_only_where_something_came_of_it(
    lively: Page, server: Server
) -> None:
    stage = Stage(lively, server, "huns")
    shown = asked("huns")
    stage.show(shown)
    seat = shown.view["viewer"]
    happens(stage, {"kind": "used", "seat": seat, "card": "R01"})
    lively.locator(f'[data-number="{stage.number}"]').wait_for()
    expect(lively.locator(".scene")).to_have_count(0)
    happens(stage, {"kind": "used", "seat": 1 - seat, "card": "R01"})
    expect(lively.locator(".scene")).to_contain_text("It happens")
    expect(lively.locator(".scene q")).to_have_count(1)  # what stands on the card, whose `you` is its owner
    lively.keyboard.press("Shift")
    happens(stage, {"kind": "fled", "seat": 1 - seat, "card": "C01"})
    expect(lively.locator(".scene")).to_have_attribute("data-scene", "fled")
    expect(lively.locator(".scene q")).to_have_count(0)  # which the Curse does not do then


def test_a_wagon_drives_off_though_it_stands_there_no_more(lively: Page, server: Server) -> None:
    stage = Stage(lively, server, "huns")
    shown = asked("huns")
    stage.show(shown)
    lively.evaluate(HALT)
    seat = shown.view["viewer"]
    gone = len(shown.view["state"]["wagons"][seat])  # no wagon stands in such a slot
    happens(stage, {"kind": "sent", "seat": seat, "slot": gone})
    expect(lively.locator(".flight .hn-driving")).to_be_attached()
