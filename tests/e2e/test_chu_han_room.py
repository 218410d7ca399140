"""The table of Chu Han fills its room: the hand as one fan, the trick whole and large, what going out is worth."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import tianxia
from tests.e2e.sight import SIZES, at_every_size
from tests.e2e.staged import Moment, Stage, moment, stand
from tests.e2e.staged_chu_han import FAULTS, moments
from tests.tables.playing import action_row, follow, history_of

NINETEEN = "1 1 1 1 2 2 2 2 ji_bu xiao_he 4 4 4 5 5 han_xin 7 7 8"
OUTSIDE = """(all) => all.filter((one) => {
  const [box, room] = [one, one.closest('.board, .tray')].map((element) => element.getBoundingClientRect());
  const within = box.left > room.left - 1 && box.right < room.right + 1 && box.top > room.top - 1 && box.bottom < room.bottom + 1;
  return box.height > 0 && !within;
}).map((one) => one.outerHTML.slice(0, 80))"""
ROWS = "(all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size"
SHOWING = """(all) => Math.min(...all.map((one, i) => {
  const next = all[i + 1]?.getBoundingClientRect(), box = one.getBoundingClientRect();
  return next && next.top === box.top ? next.left - box.left : box.width;
}))"""


@pytest.fixture
def stage(staged: Callable[[str], Stage]) -> Stage:
    return staged("chu-han")


def after(position: dict[str, Any], *acts: str, viewer: int = 0) -> Moment:
    """A written position and what follows it, as a seat sees it."""
    game = tianxia.load("chu-han")
    history = history_of(game, 0)
    stand(history, game.position(position))
    for act in acts:
        (seat,) = history.match.to_act
        follow(history, action_row(history, seat, game.action(act).id))
    return moment(history, viewer, "")


@pytest.mark.parametrize("size", SIZES)
def test_a_hand_of_nineteen_is_a_fan_in_sight_at_every_size(stage: Stage, size: tuple[int, int]) -> None:
    stage.page.set_viewport_size({"width": size[0], "height": size[1]})
    stage.show(after({"hand": [NINETEEN, "9"], "decrees_taken": [2, 0]}))
    cards = stage.page.locator(".hand-card")
    expect(cards).to_have_count(19)
    assert cards.evaluate_all(OUTSIDE) == []
    assert cards.evaluate_all(ROWS) == (
        2 if stage.page.locator(".hand").evaluate("(one) => one.clientWidth") < 416 else 1
    )
    assert cards.evaluate_all(SHOWING) >= 16


def test_all_that_lies_on_the_table_at_the_end_is_whole_at_every_size(stage: Stage) -> None:
    stage.show(moments()["over"])  # before it: see test_in_sight.py
    for size in at_every_size(stage.page):
        assert stage.page.evaluate(FAULTS) == [], size


def test_the_trick_grows_with_the_window(stage: Stage) -> None:
    stage.show(after({"hand": ["5 5 8", "7 7 9"]}, "set 5 2"))
    card = stage.page.locator(".to-beat .card").first
    widths = []
    for width, height in SIZES[:3]:
        stage.page.set_viewport_size({"width": width, "height": height})
        widths.append(card.evaluate("(one) => one.getBoundingClientRect().width"))
    assert widths == sorted(widths, reverse=True)
    assert widths[2] > 90
    stage.page.set_viewport_size({"width": 390, "height": 690})  # as much as the words of a lesson leave
    assert card.evaluate("(one) => one.getBoundingClientRect().width") > 45


def test_cards_that_have_just_come_are_marked_until_one_acts(stage: Stage) -> None:
    shown = after({"hand": ["5 5 8", "7 7 9"]}, "decree")
    before, drawn = shown.view["state"]["hand"][0], shown.frame["events"][-1]
    stage.show(shown)
    marked = stage.page.locator('.hand-card[data-new="true"]')
    expect(marked).to_have_count(2)
    parts = sorted(str(card.get_attribute("data-part")) for card in marked.all())
    assert parts == sorted(f"hand:{drawn[name]}" for name in ("first", "second"))
    assert sum(before) == 5
    expect(marked.first).to_have_accessible_name(re.compile("new"))
    stage.show(after({"hand": ["5 5 8", "7 7 9"]}, "decree", "set 5 2", "pass"))
    expect(marked).to_have_count(0)


def test_what_going_out_is_worth_is_told_part_by_part(stage: Stage) -> None:
    stage.show(after({"hand": ["1 2", "5 5 7 7 8 8"], "decrees_taken": [1, 2], "score": [20, 3]}))
    expect(stage.page.locator(".stakes li").nth(0)).to_have_text("If you go out: 5 cards + 2 decrees = 7")
    expect(stage.page.locator(".stakes li").nth(1)).to_contain_text("2 cards + 1 decree = 3")
    reach = stage.page.locator(".reach").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
    assert abs(reach[0] / reach[1] - 7 / 3) < 0.05


def test_what_ying_bu_can_take_lies_in_the_middle_once_he_is_chosen(stage: Stage) -> None:
    shown = after({"hand": ["ying_bu 8", "7 9"]})
    stage.show(shown)
    offered = stage.page.locator('.stage .event-card[data-part^="discard:"]')
    expect(offered).to_have_count(0)
    stage.page.locator('[data-part="hand:ying_bu"]').click(position={"x": 8, "y": 12})
    takes = {action["args"]["card"] for action in shown.legal if action["kind"] == "ying_bu"}
    assert {str(one.get_attribute("data-part")) for one in offered.all()} == {f"discard:{kind}" for kind in takes}
    assert offered.evaluate_all(OUTSIDE) == []
    card = max(takes)
    stage.page.locator(f'.stage [data-part="discard:{card}"]').click()
    stage.page.locator(".offers .main").click()
    assert tianxia.load("chu-han").action(stage.played()).text == f"ying_bu {card}"


def test_the_end_of_a_hand_lies_over_the_trick_until_it_is_pressed_away(stage: Stage) -> None:
    shown = moments()["after silence"]
    stage.show(shown)
    scene = stage.page.locator(".scene")
    expect(scene).to_be_visible()
    scene.get_by_role("button").click()
    expect(scene).to_have_count(0)
    stage.show(shown)
    expect(scene).to_have_count(0)


def test_the_rival_is_a_fan_of_backs_and_an_open_hand_shows_its_cards(stage: Stage) -> None:
    shown = after({"hand": ["5 5 8", "7 7 9"]})
    stage.show(shown)
    expect(stage.page.locator(".across .card-back")).to_have_count(3)
    stage.show(after({"hand": ["5 5 8", "7 7 9"], "decrees_taken": [3, 3], "opened": [0, 1]}))
    expect(stage.page.locator(".across .card-back")).to_have_count(0)
    expect(stage.page.locator(".across .card")).to_have_count(3)


def test_what_a_set_brings_is_told_beside_the_hand_before_it_is_played(stage: Stage) -> None:
    stage.show(after({"hand": ["9", "5 5 7 7 8 8"], "decrees_taken": [1, 2], "score": [25, 3]}))
    stage.page.locator('[data-part="hand:9"]').click(position={"x": 8, "y": 12})
    expect(stage.page.locator(".told")).to_contain_text(
        "gains 7 points (cards 5, decrees 2). The hand ends. This ends the game"
    )
    assert stage.sent == []


def test_the_ability_of_a_chosen_person_is_read_where_it_has_several_uses(stage: Stage) -> None:
    stage.show(after({"hand": ["ji_bu 9", "7 8"]}))
    stage.page.locator('[data-part="hand:ji_bu"]').click(position={"x": 8, "y": 12})
    expect(stage.page.locator(".told")).to_contain_text("Ji Bu: Look at the next four cards of the pile.")


def test_what_the_rival_changed_stays_marked_until_one_acts(stage: Stage) -> None:
    hands = {"hand": ["5 5 8", "7 7 9"]}
    marked = """(one) => getComputedStyle(one).outlineStyle"""
    decrees = stage.page.locator(".decrees")
    stage.show(after(hands, "set 5 1", "decree"))
    assert decrees.evaluate(marked) == "solid"
    stage.show(after(hands, "set 5 1", "decree", viewer=1))
    assert decrees.evaluate(marked) == "none"
    stage.show(after(hands, "set 5 1", "decree", "set 7 1", "set 8 1"))
    assert decrees.evaluate(marked) == "none"
