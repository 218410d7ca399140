"""What is heard of a game: one sound for each event that has one, and nothing where it is off."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

import tianxia
from tests.e2e.conftest import ROOT, Opening, Server
from tests.e2e.contender import my_turn, play_one, sit_down
from tests.e2e.player import heard, painted

SPY = """() => {
  window.sounds = 0;
  const { connect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) window.sounds++;
    return connect.call(this, to, ...rest);
  };
}"""
NAMED = set(re.findall(r"^  (\w+):", (ROOT / "web/src/games/chu_han/sounds.ts").read_text("utf-8"), re.MULTILINE))
MOST = 6
"""Of what came at once only the last ones are heard."""


@pytest.fixture
def loud(opening: Opening) -> Page:
    """A page of somebody who has not asked for less motion, where each sound is counted."""
    page = opening(reduced_motion="no-preference").new_page()
    page.add_init_script(f"({SPY})()")
    return page


def test_each_told_event_is_heard_once(loud: Page, server: Server) -> None:
    frames, dice = heard(loud)[""], random.Random(2)
    sit_down(loud, server, seat=0)
    assert loud.evaluate("window.sounds") == 0, "nothing is heard of what happened before"
    known = len(frames)
    for _ in range(4):
        play_one(loud, dice)
        my_turn(loud)
    batches = [[one["kind"] for one in frame.get("events", ())] for frame in frames[known:] if frame["type"] == "step"]
    expected = sum(min(MOST, len([kind for kind in batch if kind in NAMED])) for batch in batches)
    assert expected > 0
    loud.wait_for_function(f"window.sounds >= {expected}")  # they come after the paint
    assert loud.evaluate("window.sounds") == expected
    loud.keyboard.press("m")
    play_one(loud, dice)
    my_turn(loud)
    painted(loud)
    assert loud.evaluate("window.sounds") == expected
    loud.locator("#settings-button").click()
    expect(loud.locator('input[name="sound"]').last).to_be_checked()
    loud.locator('input[name="sound"]').first.check()
    loud.keyboard.press("Escape")
    play_one(loud, dice)
    my_turn(loud)
    loud.wait_for_function(f"window.sounds > {expected}")


def test_with_less_motion_there_is_no_sound_unless_it_is_asked_for(page: Page, server: Server) -> None:
    page.add_init_script(f"({SPY})()")
    dice = random.Random(2)
    sit_down(page, server, seat=0)
    play_one(page, dice)
    my_turn(page)
    painted(page)
    assert page.evaluate("window.sounds") == 0
    page.keyboard.press("m")
    play_one(page, dice)
    my_turn(page)
    page.wait_for_function("window.sounds > 0")


@pytest.mark.parametrize("game", ["chu_han", "sun_tzu", "huang", "huns"])
def test_sounds_are_named_by_events_that_there_are(game: str) -> None:
    named = re.findall(r"^  (\w+):", (ROOT / f"web/src/games/{game}/sounds.ts").read_text("utf-8"), re.MULTILINE)
    kinds = {kind.name for kind in tianxia.load(game.replace("_", "-")).events.kinds}
    assert named
    assert set(named) <= kinds
