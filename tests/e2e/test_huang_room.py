"""The page of Huang has room for what is needed: nothing of it lies below the edge or is cut off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import tianxia
from tests.e2e.conftest import Server
from tests.e2e.sight import faults, lines
from tests.e2e.staged import Stage, taught
from tests.e2e.staged_huang import begun, moments, moments_of_five, revolt_to_answer, war_to_join
from tests.games.huang.test_positions import GRANARY
from tianxia.engine import i18n

SMALL_LAPTOP = (1280, 800)
SIZES = [(1920, 1080), SMALL_LAPTOP, (1024, 640), (844, 390), (390, 844), (640, 400), (768, 1024)]
BOARD = """() => {
  const box = document.querySelector('.hg-map').getBoundingClientRect();
  return [box.width * box.height, document.querySelector('.hg-hex .hg-cell').getBoundingClientRect().width];
}"""


CUT = """(one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
  || [...one.querySelectorAll('b, .hg-open-points > span')].some((part) => part.getClientRects().length
    && part.getBoundingClientRect().right > one.closest('.player').getBoundingClientRect().right)"""


@pytest.fixture
def stage(staged: Callable[[str], Stage]) -> Stage:
    return staged("huang")


def test_the_board_has_half_of_the_window_of_a_small_laptop(stage: Stage) -> None:
    page = stage.page
    page.set_viewport_size({"width": SMALL_LAPTOP[0], "height": SMALL_LAPTOP[1]})
    for shown in map(begun, range(2, 6)):  # whatever is asked, it stays where it is: see test_in_sight.py
        stage.show(shown)
        area, width = page.evaluate(BOARD)
        assert area >= SMALL_LAPTOP[0] * SMALL_LAPTOP[1] / 2, (shown.asks, shown.players)
        assert width >= 52, (shown.asks, shown.players)


def test_a_conflict_stays_where_it_is_whether_something_is_told_or_not(stage: Stage) -> None:
    page = stage.page
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        stage.show(war_to_join())
        before = page.locator(".hg-fight").bounding_box()
        page.locator('.hg-hex[data-hex="C7"]').hover()
        expect(page.locator(".hg-telling")).to_contain_text("C7")
        assert page.locator(".hg-fight").bounding_box() == before, size
        page.mouse.move(0, 0)


def test_leaders_of_a_colour_stand_against_each_other_and_the_own_is_marked(stage: Stage) -> None:
    page = stage.page
    stage.show(war_to_join())
    faces = page.locator(".hg-face .sr")
    expect(faces).to_have_text(["Tiger's Soldier", "Rabbit's Soldier"])
    left, right = (face.bounding_box() for face in page.locator(".hg-face").all())
    assert left
    assert right
    assert left["y"] == right["y"]
    expect(page.locator('.hg-face[data-own="true"]')).to_have_count(0)
    revolt = moments()["revolt"]
    stage.show(revolt)
    expect(page.locator('.hg-face[data-own="true"]')).to_have_count(1)


def test_the_five_colours_are_told_before_the_first_conflict_and_stay_as_they_were_left(
    page: Page, server: Server
) -> None:
    action = moments()["action"]
    stage = Stage(page, server, "huang")
    stage.show(war_to_join())
    told = page.locator(".hg-primer dl")
    expect(told).to_be_hidden()
    stage.sent.append({"type": "nothing"})  # shows the next one on a new page
    stage.show(action._replace(frame={**action.frame, "events": []}))
    expect(told).to_be_visible()
    page.locator(".hg-primer summary").click()
    expect(told).to_be_hidden()
    again = page.context.new_page()
    Stage(again, server, "huang").show(action._replace(frame={**action.frame, "events": []}))
    expect(again.locator(".hg-primer dl")).to_be_hidden()


def test_on_a_phone_all_that_may_be_given_stands_beside_each_other(stage: Stage) -> None:
    page = stage.page
    page.set_viewport_size({"width": 390, "height": 844})
    stage.show(war_to_join())
    page.locator('.hg-war-side[data-part="hex:C8"]').click()
    page.locator(".hg-switch").click()
    boxes = [one.bounding_box() for one in page.locator(".hg-stepper > *").all()]
    edges = [edge for box in boxes if box for edge in (box["x"], box["x"] + box["width"])]
    assert len(edges) == 10
    assert edges == sorted(edges)
    assert edges[-1] <= 390


def test_on_a_phone_with_a_lesson_above_the_table_a_war_is_wholly_legible(stage: Stage) -> None:
    page = stage.page
    page.set_viewport_size({"width": 390, "height": 720})  # as much as the words of a lesson leave
    stage.show(war_to_join())
    page.locator('.hg-war-side[data-part="hex:C8"]').click()
    page.locator(".hg-switch").click()
    cut = "(one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth"
    assert [name for name in (".hg-fight", ".hg-stepper .main") if page.locator(name).evaluate(cut)] == []
    sides = [one.bounding_box() for one in page.locator(".hg-war-side").all()]
    assert [box for box in sides if box and box["height"] < 32] == []
    give, nothing = (
        page.locator(name).bounding_box() for name in (".hg-stepper .main", '.pinned [data-kind="nothing"]')
    )
    assert give
    assert nothing
    assert give["y"] + give["height"] <= nothing["y"]


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_what_clears_the_selection_takes_both_presses_of_a_double_one(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    stage.show(moments()["action"])
    replace = page.locator('.offers [data-kind="replace"]')
    replace.click()
    at = page.locator(".offers .clear").bounding_box()
    assert at
    page.mouse.dblclick(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    under = replace.bounding_box()
    assert under
    assert under["x"] < at["x"] + at["width"] / 2 < under["x"] + under["width"], "nothing comes in its place"
    assert page.locator(".offers .clear, .sending").count() == 0


def test_in_a_lesson_what_is_given_has_the_whole_line(stage: Stage) -> None:
    page = stage.page
    stage.show(taught(war_to_join()))
    page.locator('.hg-war-side[data-part="hex:C8"]').click()
    page.locator(".hg-switch").click()
    for width, height in ((1280, 800), (1024, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page, ".none") == []
        give = page.locator('[data-step="give"]').bounding_box()
        assert give
        assert give["width"] >= 90


def test_on_a_phone_players_are_told_by_their_dynasties(stage: Stage) -> None:
    page = stage.page
    page.set_viewport_size({"width": 390, "height": 844})
    stage.show(moments_of_five()["action"])
    seats = page.locator('.player:not([data-own="true"])')
    assert seats.count() == 4
    for seat in seats.all():
        name = seat.locator(".seat-name").bounding_box()
        assert name
        assert 0 < name["x"] < name["x"] + name["width"] < 390
        assert name["height"] > 10
    stage.show(moments_of_five()["over"])
    expect(page.locator(".hg-result")).to_be_visible()
    rows = page.locator(".hg-result tbody th").all_inner_texts()
    assert sorted(row.split()[0] for row in rows) == ["Dragon", "Goat", "Rabbit", "Rat", "Tiger"]


def test_what_a_shared_first_place_means_is_said_as_the_game_says_it(stage: Stage) -> None:
    page = stage.page
    over = moments()["over"]
    view = {**over.view, "result": [1] * len(over.view["result"]), "prompt": "Nobody has won"}
    stage.show(over._replace(frame={**over.frame, "view": view}))
    expect(page.locator(".end h2")).to_have_text("Nobody has won")


def test_of_several_bots_the_winner_is_called_by_the_dynasty(stage: Stage) -> None:
    page = stage.page
    over = moments_of_five()["over"]
    stage.show(over)
    first = page.locator(".end tbody tr").first
    (winner,) = [seat for seat, place in enumerate(over.view["result"]) if place == 1]
    assert over.view["seats"][winner]["bot"]
    expect(page.locator(".end h2")).to_be_visible()  # as soon as its chart is there
    name = page.locator(".end h2").inner_text().removesuffix(" has won")
    assert name in ("Tiger", "Rabbit", "Rat", "Goat", "Dragon")
    expect(first).to_contain_text(name)


@pytest.mark.parametrize(("width", "height"), [(1000, 768), (1024, 768), (1100, 800), (1240, 800)])
def test_beside_the_side_column_the_hand_stays_in_one_row(stage: Stage, width: int, height: int) -> None:
    page = stage.page
    page.set_viewport_size({"width": width, "height": height})
    for asks in ("action", "war", "revolt"):
        stage.show(moments()[asks])
        tops = page.locator(".hg-hand .hg-tile").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().top)"
        )
        assert len(set(tops)) == 1
        assert page.locator(".hg-map").bounding_box()["width"] >= 360  # type: ignore[index]


def test_the_only_rival_is_called_by_a_whole_name_beside_a_low_board(stage: Stage) -> None:
    page = stage.page
    page.set_viewport_size({"width": 844, "height": 390})
    stage.show(moments()["action"])
    name = page.locator('.player:not([data-own="true"]) .player-name')
    expect(name).to_have_text("Easy bot")
    assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_open_points_are_whole_in_a_strip(stage: Stage, width: int, height: int) -> None:
    page = stage.page
    page.set_viewport_size({"width": width, "height": height})
    for players in range(2, 6):
        shown = begun(players)
        state = {**shown.view["state"], "points": [[12, 3, 3, 14, 5]] * players}
        stage.show(shown._replace(frame={**shown.frame, "view": {**shown.view, "state": state}}))
        facts = page.locator('.player:not([data-own="true"]) .hg-facts')
        assert [one for one in facts.all() if one.evaluate(CUT)] == [], players


def test_low_what_is_given_is_drawn_beside_the_leader(stage: Stage) -> None:
    page = stage.page
    page.set_viewport_size({"width": 844, "height": 390})
    stage.show(revolt_to_answer())
    expect(page.locator(".hg-switch")).to_be_visible()
    expect(page.locator(".hg-stepper output .hg-tile")).to_be_visible()


def test_the_end_of_five_is_whole_in_a_low_window(stage: Stage) -> None:
    page = stage.page
    page.set_viewport_size({"width": 844, "height": 390})
    stage.show(moments_of_five()["over"])
    expect(page.locator(".hg-result")).to_be_visible()
    assert page.locator(".end-count").evaluate("(one) => one.scrollHeight <= one.clientHeight")


def test_at_the_end_every_dynasty_is_wholly_read_on_a_phone(stage: Stage) -> None:
    page = stage.page
    page.set_viewport_size({"width": 390, "height": 844})
    stage.show(moments_of_five()["over"])
    expect(page.locator(".hg-result")).to_be_visible()
    cut = """() => [...document.querySelectorAll('.hg-result tbody th')].filter((cell) => {
      const range = new Range();
      range.selectNodeContents([...cell.childNodes].find((node) => node.textContent.trim().length > 2));
      return range.getBoundingClientRect().right > cell.getBoundingClientRect().right - 5;
    }).map((cell) => cell.textContent)"""
    assert page.evaluate(cut) == []


@pytest.mark.parametrize("five", [False, True])
def test_the_table_at_the_end_fits_the_narrowest_phone(stage: Stage, five: bool) -> None:
    page = stage.page
    page.set_viewport_size({"width": 360, "height": 800})
    stage.show((moments_of_five() if five else moments())["over"])
    assert page.locator(".hg-result td").count() >= 4
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375), (640, 360), (568, 320)])
def test_on_a_phone_on_its_side_the_board_has_the_height_and_what_is_given_is_in_sight(
    stage: Stage, width: int, height: int
) -> None:
    page = stage.page
    page.set_viewport_size({"width": width, "height": height})
    stage.show(moments()["action"])
    board = page.locator(".hg-map").bounding_box()
    assert board
    assert board["height"] >= 0.8 * height
    stage.show(war_to_join())
    page.locator('.hg-war-side[data-part="hex:C8"]').click()
    give = page.locator('[data-step="give"]').bounding_box()
    assert give
    assert give["width"] >= 44
    assert give["x"] + give["width"] <= width
    assert give["y"] + give["height"] <= height


def last_questions() -> list[str]:
    """Questions to which is added that they end the game."""
    full = {"hand": ["red " * 6, "red " * 6], "bag": "", "market": ""}
    game, kingdoms = tianxia.load("huang"), tianxia.load("huang", eighteen_kingdoms=True)
    matches = [
        game.position({**full, "actions_done": 2}),
        game.position({**full, "hand": ["red " * 5, ""], "moves": [[0, "replace red"]] * 4}),
        game.position({**full, "actions_done": 2, "market": "red " * 6, "quiet_turns": 99}),
        kingdoms.position({**full, **GRANARY}),
    ]
    return [match.prompt(0, lang) for match in matches for lang in i18n.languages()]


def test_the_bar_has_room_for_a_question_that_ends_the_game(page: Page, server: Server) -> None:
    stage = Stage(page, server, "huang")
    stage.show(moments()["end_turn"])
    said = last_questions()
    assert sum("game" in text or "grę" in text for text in said) == 8
    for width in (1280, 390, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert [text for text in said if lines(page, text) > 3] == [], width
