"""What the table of Huang tells before a decision, and what it tells of what others did until the next one."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.staged import Moment, Stage, find
from tests.e2e.staged_huang import moments, moments_of_five, war_to_join, war_won

CUT = "(one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1"


@pytest.fixture
def stage(staged: Callable[[str], Stage]) -> Stage:
    return staged("huang")


def test_what_each_end_of_a_war_brings_is_told_before_anything_is_given(stage: Stage) -> None:
    page = stage.page
    stage.show(war_to_join())
    told = page.locator(".hg-telling .hg-brings p")
    expect(told.filter(has_text="If C8 wins")).to_contain_text("Tiger +1 red; Rabbit loses the Soldier")
    expect(told.filter(has_text="If E8 wins")).to_contain_text("price 1")
    page.locator('.hg-war-side[data-part="hex:C8"]').click()
    expect(told.filter(has_text="If E8 wins")).to_contain_text("price 2")


def test_a_hex_in_a_question_is_no_number_of_a_rule(stage: Stage) -> None:
    stage.show(war_to_join())
    prompt = stage.page.locator("#prompt")
    expect(prompt).to_contain_text("D8:")
    expect(prompt.locator("a")).to_have_count(0)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390), (640, 400)])
def test_it_is_told_in_one_place_in_every_room(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    stage.show(war_to_join())
    told = page.locator(".brings:visible, .hg-brings:visible")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("wins")
    box = told.bounding_box()
    assert box
    assert box["height"] >= 30
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + min(30, box["height"]) <= size[1]
    page.locator('.hg-war-side[data-part="hex:C8"]').click()
    page.locator(".hg-switch").click()
    expect(told).to_contain_text("price 1")
    assert not page.locator(".hg-stepper .main").evaluate(CUT)
    if size[1] < 480:  # beside the map there is room for all of it
        assert not told.evaluate(CUT)


def test_a_fight_is_told_whole_in_a_low_window(stage: Stage) -> None:
    page = stage.page
    page.set_viewport_size({"width": 640, "height": 400})
    fights = {"joined": war_to_join()}
    for players, found in (("", moments()), (" of five", moments_of_five())):
        fights |= {asks + players: shown for asks, shown in found.items() if shown.view["state"]["conflict"] != "none"}
    assert len(fights) > 6
    cut = []
    for asks, shown in fights.items():
        stage.show(shown.recent)
        if page.locator(".hg-fight").evaluate(CUT):
            cut.append(asks)
    assert set(cut) <= {"price of five"}  # four pairs of leaders and four who give: the last word is scrolled to


def test_how_strong_states_are_is_shown_where_one_points_and_everywhere_on_demand(stage: Stage) -> None:
    page = stage.page
    stage.show(war_to_join())
    badges = page.locator(".hg-badge")
    expect(badges).to_have_count(0)
    page.locator('.hg-hex[data-hex="B8"]').hover()
    expect(badges).to_have_text(["1", "1"])  # beside the Soldier one yellow tile, in its state one red
    page.mouse.move(0, 0)
    expect(badges).to_have_count(0)
    page.keyboard.press("w")
    expect(badges).to_have_count(4)
    page.get_by_role("button", name="Strengths").click()
    expect(badges).to_have_count(0)


def test_no_frame_lies_over_the_strength_of_a_leader(stage: Stage) -> None:
    page = stage.page
    stage.show(war_to_join())
    page.keyboard.press("w")
    drawn = page.locator(".hg-strengths, .hg-conflict").evaluate_all("all => all.map((one) => one.classList[0])")
    assert drawn == ["hg-conflict", "hg-strengths"]


def test_what_came_of_a_war_stays_until_one_decides(stage: Stage) -> None:
    page = stage.page
    shown = war_won()
    stage.show(shown)
    verdict = page.locator(".hg-verdict")
    expect(verdict).to_contain_text("War at D8 · C8 wins with 1 to 1.")
    expect(verdict.locator(".hg-item.gone").first).to_contain_text("Rabbit's Soldier: home")
    expect(verdict).to_contain_text("+1")
    expect(verdict.locator(".gone .hg-tile")).to_have_count(1)
    expect(verdict.locator(".gone b")).to_have_count(0)  # how many stays legible
    page.locator(".hg-hex").first.hover()
    expect(verdict).to_have_count(0)
    page.mouse.move(0, 0)
    expect(verdict).to_have_count(1)
    decided = {"kind": "passed", "seat": 2, "step": 99, "text": "Rat passes"}
    stage.show(shown._replace(frame={**shown.frame, "events": [*shown.frame["events"], decided]}))
    expect(verdict).to_have_count(0)


def test_points_of_the_end_of_the_turn_are_none_of_the_war(stage: Stage) -> None:
    shown = war_won()
    stage.show(shown)
    items = stage.page.locator(".hg-verdict .hg-item")
    before = items.count()
    ended = {
        "kind": "scored",
        "seat": 0,
        "colour": "green",
        "points": 2,
        "why": "pagoda",
        "step": 99,
        "text": "2 points",
    }
    stage.show(shown._replace(frame={**shown.frame, "events": [*shown.frame["events"], ended]}))
    expect(items).to_have_count(before)


def test_buildings_that_fell_are_told_too(stage: Stage) -> None:
    shown = war_won()
    fell = [
        {"kind": "palace_lost", "rhombus": "A1+B1+A2+B2", "step": 99, "text": "The palace falls"},
        {"kind": "pagoda_lost", "colour": "red", "triangle": "A1+B1+B2", "step": 99, "text": "The pagoda falls"},
    ]
    stage.show(shown._replace(frame={**shown.frame, "events": [*shown.frame["events"], *fell]}))
    told = stage.page.locator(".hg-verdict .hg-item.gone")
    expect(told.filter(has_text="palace")).to_be_visible()
    expect(told.filter(has_text="red pagoda")).to_be_visible()
    for event in fell:
        expect(stage.page.locator(f'.recap [data-kind="{event["kind"]}"]')).to_have_count(1)


def test_what_others_did_glows(stage: Stage) -> None:
    page = stage.page
    stage.show(war_won())
    fresh = page.locator(".hg-hex:has(.hg-fresh)").evaluate_all("all => all.map((one) => one.dataset.hex)")
    assert "E8" in fresh  # its red tile was lost


def test_a_pagoda_of_which_there_is_one_place_is_one_tap(phone: Page, server: Server) -> None:
    shown = moments()["pagoda"]
    only = find(lambda action: action["kind"] == "pagoda", shown.legal)
    legal = [action for action in shown.legal if action["kind"] != "pagoda" or action["id"] == only["id"]]
    stage = Stage(phone, server, "huang")
    stage.show(shown._replace(frame={**shown.frame, "view": {**shown.view, "legal": legal}}))
    phone.locator(".hg-choice").tap()
    assert stage.played() == only["id"]


def with_one_riot() -> tuple[Moment, dict[str, Any]]:
    """A first action where a riot can be paid in one way, and that riot."""
    shown = moments_of_five()["action"]
    riot = find(lambda action: action["kind"] == "riot", shown.legal)
    legal = [action for action in shown.legal if action["kind"] != "riot" or action["id"] == riot["id"]]
    return shown._replace(frame={**shown.frame, "view": {**shown.view, "legal": legal}}), riot


def test_a_riot_is_one_press_where_there_is_one_way_to_pay(stage: Stage) -> None:
    shown, riot = with_one_riot()
    stage.show(shown)
    stage.page.locator('.offers [data-kind="riot"]').click()
    assert stage.played() == riot["id"]


def test_what_a_riot_costs_is_told_before_it_is_pressed(stage: Stage) -> None:
    page = stage.page
    shown, riot = with_one_riot()
    stage.show(shown)
    page.locator('.offers [data-kind="riot"]').hover()
    expect(page.locator(".brings:visible, .hg-brings:visible")).to_contain_text(riot["label"])


def test_a_finger_reads_what_a_riot_costs_before_it_plays(phone: Page, server: Server) -> None:
    stage = Stage(phone, server, "huang")
    shown, riot = with_one_riot()
    stage.show(shown)
    phone.locator('.offers [data-kind="riot"]').tap()
    expect(phone.locator(".offers .main")).to_contain_text(riot["label"])
    assert not any(told["type"] == "command" for told in stage.sent)
    phone.locator(".offers .main").tap()
    assert stage.played() == riot["id"]


def test_where_a_hidden_hand_leaves_one_answer_it_is_told_why_it_is_asked(stage: Stage) -> None:
    shown = moments()["chain"]
    told = stage.page.locator(".told")
    stage.show(shown)
    expect(told).not_to_contain_text("nobody can tell what you hold")
    stop = [find(lambda action: action["kind"] == "stop", shown.legal)]
    stage.show(shown._replace(frame={**shown.frame, "view": {**shown.view, "legal": stop}}))
    expect(told).to_have_text("You are asked all the same, so that nobody can tell what you hold.")
