"""The board of Huang with the keyboard: arrows go from hex to hex, and what has the focus can be seen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.ruler import my_turn, sit_down
from tests.e2e.staged import Stage
from tests.e2e.staged_huang import moments, war_to_join

STEPS = """() => Object.fromEntries([...document.querySelectorAll('.hg-hex')].map((from) => [from.dataset.hex,
  ['Up', 'Down', 'Left', 'Right'].map((way) => {
    from.focus();
    from.dispatchEvent(new KeyboardEvent('keydown', {key: `Arrow${way}`, bubbles: true, cancelable: true}));
    return document.activeElement.dataset.hex;
  })]))"""


@pytest.fixture
def stage(staged: Callable[[str], Stage]) -> Stage:
    return staged("huang")


def walk(steps: dict[str, list[str]], start: str, way: int) -> list[str]:
    """The hexes that one arrow key goes through."""
    path = [start]
    while steps[path[-1]][way] != path[-1]:
        path.append(steps[path[-1]][way])
    return path


@pytest.mark.parametrize("kingdoms", [False, True])
def test_arrows_go_through_every_row_and_reach_every_hex(page: Page, server: Server, kingdoms: bool) -> None:
    sit_down(page, server, eighteen_kingdoms=kingdoms)
    my_turn(page)
    steps: dict[str, list[str]] = page.evaluate(STEPS)
    reached = ["E1"]
    for hex_ in reached:
        reached += [to for to in dict.fromkeys(steps[hex_]) if to not in reached]
    assert set(reached) == set(steps)
    if not kingdoms:
        assert walk(steps, "E1", 1) == [f"E{row}" for row in range(1, 15)]
        assert walk(steps, "E14", 0) == [f"E{row}" for row in range(14, 0, -1)]
        assert walk(steps, "A7", 3)[:5] == ["A7", "B7", "C7", "D7", "E7"]


@pytest.mark.parametrize("asks", ["riot", "tie", "pagoda"])
def test_the_hex_that_has_the_focus_has_a_ring_above_the_whole_board(stage: Stage, asks: str) -> None:
    page = stage.page
    stage.show(moments()[asks])
    page.keyboard.press("b")
    for way in ("Right", "Down"):
        page.keyboard.press(f"Arrow{way}")
        ring = page.locator(".hg-ring:visible")
        expect(ring).to_have_count(1)
        assert ring.evaluate(
            "ring => ring.parentElement.matches('svg') && ring === ring.parentElement.lastElementChild"
        )
        expect(ring).to_have_attribute("transform", str(page.locator(".hg-hex:focus").get_attribute("transform")))


@pytest.mark.parametrize(("asks", "what"), [("pagoda", ".hg-choice"), ("moved", '.hg-stands[data-lit="true"]')])
def test_a_place_for_a_pagoda_or_a_pagoda_that_has_the_focus_has_a_ring(stage: Stage, asks: str, what: str) -> None:
    page = stage.page
    stage.show(moments()[asks])
    page.keyboard.press("b")
    page.locator(what).first.focus()
    expect(page.locator(what).first.locator(".hg-ring")).to_be_visible()
    expect(page.locator(".hg-ring:visible")).to_have_count(1)


def test_who_has_only_the_leader_to_give_is_offered_it(stage: Stage) -> None:
    page = stage.page
    shown = war_to_join()
    legal = [action for action in shown.legal if action["kind"] != "support" or action["args"]["tiles"] == 0]
    view = {**shown.view, "legal": legal}
    stage.show(shown._replace(frame={**shown.frame, "view": view}))
    page.locator('.hg-hex[data-part="hex:C8"]').click()
    expect(page.locator('[data-step="give"]')).to_contain_text("Give the leader to C8")
    expect(page.locator('[data-step="give"]')).to_be_enabled()
