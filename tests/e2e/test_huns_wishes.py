"""What cannot be done at the table of Huns says why when it is tapped; and what is said and lit at rarer moments."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.player import sit_down
from tests.e2e.raider import to_a_die
from tests.e2e.sight import lines
from tests.e2e.staged import Stage, moment
from tests.e2e.staged_huns import at, moments
from tests.games.huns.table import taking
from tests.tables.playing import action_row, follow
from tianxia.engine import i18n
from tianxia.games.huns.deck import in_use
from tianxia.games.huns.prompts import MOST_NAMED, prompt
from tianxia.tables.history import History
from tianxia.tables.views import answer

OATH = "Oath of Peace: you cannot"


@pytest.fixture
def stage(staged: Callable[[str], Stage]) -> Stage:
    return staged("huns")


def shown(stage: Stage, history: History) -> Page:
    """The page of the seat that is asked."""
    stage.show(moment(history, history.match.to_act[0], "written"))
    return stage.page


def tapped(stage: Stage, history: History, place: str) -> str:
    """What the server says when something is tapped that no action takes."""
    thing = shown(stage, history).locator(place).first
    expect(thing).to_have_attribute("data-lit", "false")
    thing.click(position={"x": 6, "y": 6})
    (asked,) = stage.sent
    assert asked["type"] == "why"
    return answer(history, history.match.to_act[0], asked["parts"], "en")


@pytest.mark.parametrize(
    ("history", "place", "reason"),
    [
        (at({}), '[data-anchor="deck:green"]', "First take a die [N3.1, N11.3]"),
        (at({}), '[data-anchor="goods:green"]', "First take a die [N3.1, N11.3]"),
        (at({}), '[data-anchor="market:1"]', "First take a die [N3.1, N11.3]"),
        (at({}), '[data-anchor="market:deck"]', "First take a die [N3.1, N11.3]"),
        (at({}), ".hn-home .hn-wagon .hn-ground", "First take a die [N3.1, N11.3]"),
        (
            at(taking("red", 2, {})),
            '[data-anchor="deck:green"]',
            "You have the red die: draw or loot with it [N4, N11.3]",
        ),
        (
            at(taking("red", 2, {})),
            '[data-anchor="die:green"]',
            "You have the red die: draw or loot with it [N4, N11.3]",
        ),
        (at(taking("red", 2, {})), '[data-anchor="goods:green"]', "Alan Archer is not in your camp [N9.1]"),
        (
            at(taking("red", 2, {"camp": [[], ["T01", "E01"]]})),
            '[data-anchor="market:1"]',
            "You have the red die: draw or loot with it [N4, N11.3]",
        ),
        (
            at(taking("red", 3, {"camp": [["E04"]]})),
            '[data-anchor="card:E04"] .hn-ground',
            "The value is 3 already, and more there is not [N8.3]",
        ),
        (
            at(taking("black", 2, {"camp": [["C09", "E04"]]})),
            '[data-anchor="deck:black"]',
            f"{OATH} draw with the black die [N9]",
        ),
        (at({"camp": [["C09", "R07"]]}), '[data-anchor="card:R07"] .hn-ground', f"{OATH} use Raids [N9]"),
        (at({"camp": [["E01"]]}), '[data-anchor="card:E01"] .hn-ground', "Recurve Bow acts by itself [N6.1.1]"),
        (
            at({"camp": [["C11"]]}, players=3),
            '[data-anchor="die:green"]',
            "Disgrace: you take a die that shows 3 only if all of them do [N9]",
        ),
    ],
)
def test_what_cannot_be_used_says_why(stage: Stage, history: History, place: str, reason: str) -> None:
    assert tapped(stage, history, place) == reason


def test_a_space_without_a_good_for_it_says_what_is_in_hand(stage: Stage) -> None:
    history = at(taking("red", 2, {"wagons": [["W08", "W09"]], "camp": [["M04"]]}), "loot")
    unlit = '.hn-home .hn-space[data-lit="false"]'
    assert tapped(stage, history, unlit) == "You do not have a yellow good in hand [N8.17]"


def test_a_chosen_good_is_no_part_of_another_wish(stage: Stage) -> None:
    history = at(taking("red", 2, {"wagons": [["W08", "W15"]]}), "loot")
    page = shown(stage, history)
    page.locator('.hn-in-hand [data-part="hand:red"]').click()
    page.locator('[data-anchor="goods:green"]').click()
    (asked,) = stage.sent
    assert asked["parts"] == ["loot"]
    assert "[" in answer(history, 0, asked["parts"], "en")


def test_a_full_mercenary_takes_no_more(stage: Stage) -> None:
    goods = [""] * 24
    goods[2] = "red red"
    history = at(taking("red", 2, {"camp": [["M03", "M04"]], "goods_on": goods, "wagons": [["W08", "W09"]]}), "loot")
    assert tapped(stage, history, '[data-anchor="card:M03"] .hn-ground') == "Diviner is full [N8.8, N9]"


def test_a_guarded_wagon_cannot_be_had_in_a_swap(stage: Stage) -> None:
    goods = [""] * 24
    goods[7] = "red red"
    position = {"camp": [["R06"], ["M08"]], "goods_on": goods}
    history = at(position, "use R06", players=3)
    said = tapped(stage, history, '.hn-picks [data-part~="wagon:1:1"]')
    assert said == "Roman Deserter guards that camp [N8.22]"


def test_the_server_answers_a_wish_and_the_next_tap_plays_on(page: Page, server: Server) -> None:
    sit_down(page, server, "huns", seat=0)
    to_a_die(page)
    page.locator(".hn-deck").first.click()
    expect(page.get_by_text("First take a die [N3.1, N11.3]", exact=True)).to_be_visible()
    page.locator('.hn-die[data-lit="true"]').first.click()
    expect(page.locator('.hn-pile[data-lit="true"]')).to_have_count(1)


def test_while_somebody_else_decides_nothing_can_be_wished(stage: Stage) -> None:
    history = at({"camp": [["R07"], []]})
    stage.show(moment(history, 1, "written"))
    expect(stage.page.locator('.huns [data-lit="false"], .hn-home [data-lit="false"]')).to_have_count(0)


# rarer moments


def test_steppe_horse_is_one_tap(stage: Stage) -> None:
    history = at(taking("red", 2, {"camp": [["E04"]]}))
    shown(stage, history).locator('[data-part="card:E04"]').click()
    assert stage.played() == history.game.action("raise").id


def test_branding_is_lit_on_the_wagons_and_needs_no_buttons(stage: Stage) -> None:
    history = at(taking("red", 2, {"camp": [["E07"]], "wagons": [["W02", "W03"]]}), "loot")
    page = shown(stage, history)
    page.locator('.hn-in-hand [data-part="brand"]').click()
    expect(page.locator(".offers .chip")).to_have_count(0)
    expect(page.locator(".offers .hint")).to_have_text("Choose a space that is lit, and which good goes there.")
    page.locator('.hn-home .hn-space[data-lit="true"]').first.click()
    assert history.game.action(stage.played()).kind == "brand"


def test_of_mercenaries_whose_guards_may_be_bribed_those_with_goods_are_lit(stage: Stage) -> None:
    goods = [""] * 24
    goods[1], goods[3] = "red red", "blue"
    history = at({"camp": [["R05"], ["M02", "M04", "M03"], []], "goods_on": goods}, "use R05", players=4)
    lit = shown(stage, history).locator('.hn-picks [data-lit="true"]')
    assert lit.evaluate_all("(all) => all.map((one) => one.dataset.part)") == ["onto:M02", "onto:M04"]


def test_cards_about_the_left_neighbour_name_it(stage: Stage) -> None:
    history = at({"camp": [["T03"]]}, players=3)
    expect(shown(stage, history).locator('[data-anchor="card:T03"] .hn-note')).to_have_text("on the left: Bleda")


def longest(lang: str) -> list[str]:
    """The longest questions of the turn: the cards with the longest names may be used."""
    raids = sorted((card for card in in_use().cards if card.colour == "red"), key=lambda card: len(card.name(lang)))
    uses = [f"use {card.id}" for card in raids[-MOST_NAMED:]]
    before, after_die, after = (
        at({}),
        at(taking("yellow", 2, {})),
        at(taking("red", 2, {}, "loot")),
    )
    facts: list[tuple[History, dict[str, Any]]] = [
        (before, {"can": ["die red", *uses[2:], "use M12", "load red 1"]}),
        (before, {"can": ["die red", *uses[1:], "use M12"]}),
        (before, {"can": ["die red", *uses, "use E03", "use M12", "load red 1"]}),
        (after_die, {"can": ["draw", "loot", "loot_as blue", "raise", "value 2"]}),
        (after_die, {"can": ["draw", "loot", "loot_as blue"]}),
        (after, {"can": [*uses[1:], "done"], "dice": [0] * 5, "reserve": [1] * 5, "works": [[], ["E11"], [], []]}),
        (after, {"can": [*uses, "done"], "dice": [0] * 5, "reserve": [1] * 5, "works": [[], ["E11"], [], []]}),
        (after, {"can": [*uses, "done"], "dice": [0, 0, 0, 0, 1]}),
    ]
    said = []
    for history, told in facts:
        view = history.match.view(0)
        view["state"].update(told)
        said.append(prompt(view, i18n.translator(lang)))
    return said


@pytest.mark.parametrize("lang", i18n.languages())
def test_the_longest_questions_have_room_in_the_bar(page: Page, server: Server, lang: str) -> None:
    shown(Stage(page, server, "huns"), at({}))
    for width in (1280, 390, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert [text for text in longest(lang) if lines(page, text) > 4] == [], width


def test_a_deck_looks_like_a_card_whether_it_is_lit_or_not(stage: Stage) -> None:
    page = shown(stage, at(taking("red", 2, {})))
    for colour in ("red", "green"):
        expect(page.locator(f'[data-anchor="deck:{colour}"]')).to_have_css("border-top-style", "solid")


def test_goods_that_fit_nowhere_are_seen_to_return(stage: Stage) -> None:
    history = at(taking("black", 2, {"wagons": [["W04", "W05"]]}))
    loot = history.game.action("loot").id
    follow(history, action_row(history, 0, loot))
    expect(shown(stage, history).locator('.recap [data-kind="returned"]')).to_have_attribute(
        "title", "Attila returns 2 black goods to the reserve"
    )


def test_a_mercenary_that_was_used_and_a_curse_that_is_full_say_so(stage: Stage) -> None:
    goods = [""] * 24
    goods[11], goods[19] = "red red", "blue"
    history = at(taking("red", 1, {"camp": [["M12", "C08"]], "goods_on": goods, "spent": ["M12"]}))
    page = shown(stage, history)
    expect(page.locator('[data-anchor="card:M12"] .hn-note')).to_have_text("full, already used")
    follow(history, action_row(history, 0, history.game.action("loot").id))
    expect(shown(stage, history).locator('.recap [data-kind="filled"]')).to_contain_text("is full")


def test_a_camp_tells_its_points_as_they_stand_and_how_far_its_treasures_are(stage: Stage) -> None:
    history = at({"camp": [["R01", "T04"], ["R02", "R03"]], "sent": [["W01", "W02"], ["W05"]]}, players=2)
    page = shown(stage, history)
    expect(page.locator(".hn-home .hn-points > b")).to_have_text("7")  # a Raid, two wagons, two of a type
    expect(page.locator(".hn-rival .hn-points > b")).to_have_text("4+")  # the type of its wagon lies face down
    expect(page.locator('.hn-home [data-anchor="card:T04"] .hn-far')).to_have_attribute("data-met", "false")
    expect(page.locator('.hn-home [data-anchor="card:T04"] .hn-far')).to_contain_text("1/3")
    expect(page.locator(".hn-standing .total")).to_contain_text("4+")


def test_the_last_round_is_said_as_soon_as_it_is_known(stage: Stage) -> None:
    last = stage.page.locator(".hn-last")
    for changed, words in (
        ({}, ""),
        ({"round": 60}, "Last round"),
        ({"reserve": [0, 9, 9, 9, 9]}, "Last round, unless"),
    ):
        standing = moment(at({}), 0, "written")
        standing.frame["view"]["state"].update(changed)
        stage.show(standing)
        expect(last).to_have_count(len(changed))
        assert words in "".join(last.all_inner_texts())


def test_what_a_tap_would_bring_is_told_where_one_points(stage: Stage) -> None:
    history = at(taking("green", 2, {"wagons": [["W03", "W05"]], "camp": [["M03"]]}), "loot")
    page = shown(stage, history)
    page.locator('.hn-home .hn-space[data-lit="true"]').first.hover()
    expect(page.locator("#actions .told")).to_contain_text("on wagon 1")


def test_a_space_where_a_good_may_go_shows_its_ghost(stage: Stage) -> None:
    page = shown(stage, at(taking("green", 2, {"wagons": [["W03", "W05"]], "camp": [["M03"]]}), "loot"))
    expect(page.locator(".hn-home .hn-ghost.green")).to_have_count(2)
    expect(page.locator(".hn-home .hn-ghost:not(.green)")).to_have_count(0)


UNCOVERED = """() => [...document.querySelectorAll('.hn-rival')].every((camp) => {
  const { x, y, width, height } = camp.getBoundingClientRect();
  return camp.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (640, 400)])
def test_drawn_cards_are_put_aside_to_look_at_the_camps(stage: Stage, width: int, height: int) -> None:
    page = stage.page
    page.set_viewport_size({"width": width, "height": height})
    stage.show(moments()["drawn"])
    cards, beneath = page.locator(".hn-drawn .hn-tile"), page.get_by_role("button", name="Look beneath")
    expect(cards.first).to_be_visible()
    assert not page.evaluate(UNCOVERED)
    beneath.click()
    expect(cards.first).to_be_hidden()
    assert page.evaluate(UNCOVERED)
    beneath.click()
    expect(cards.first).to_be_visible()
    beneath.click()
    expect(cards.first).to_be_hidden()
    stage.show(moments()["drawn"])
    expect(cards.first).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1024, 640), (1280, 800)])
def test_drawn_cards_leave_the_camps_in_sight_where_there_is_room(stage: Stage, width: int, height: int) -> None:
    stage.page.set_viewport_size({"width": width, "height": height})
    stage.show(moments()["drawn"])
    assert stage.page.evaluate(UNCOVERED)


@pytest.mark.parametrize("asks", ["victim", "flee"])
@pytest.mark.parametrize(("width", "height"), [(1024, 640), (390, 844), (844, 390)])
def test_a_curse_leaves_the_camps_in_sight(stage: Stage, asks: str, width: int, height: int) -> None:
    stage.page.set_viewport_size({"width": width, "height": height})
    stage.show(moments()[asks])
    assert stage.page.evaluate(UNCOVERED)


def test_where_only_the_end_of_the_turn_is_left_it_is_told_that_the_action_may_be_taken_back(stage: Stage) -> None:
    asked = moments()["after_action"]
    done = [action for action in asked.legal if action["kind"] == "done"]
    for can_undo, said in ((True, "Press the button, or take your last action back."), (False, "Press a button")):
        view = {**asked.view, "legal": done, "can_undo": can_undo}
        stage.show(asked._replace(frame={**asked.frame, "view": view}))
        expect(stage.page.locator(".told")).to_contain_text(said)
