"""The page of Huang has room for what is needed: nothing of it lies below the edge or is cut off."""

import pytest
from playwright.sync_api import Page, expect

import tianxia
from tests.e2e.conftest import Server
from tests.e2e.staged import Stage
from tests.e2e.staged_huang import moments, moments_of_five, war_to_join
from tests.e2e.test_huns import FITS
from tests.games.huang.test_positions import GRANARY
from tianxia.engine import i18n

BOTTOMS = """() => Object.fromEntries([".hg-own", ".hg-map", ".hg-fight", ".hg-war", ".log"].map(
  (name) => [name, document.querySelector(name)?.getBoundingClientRect().bottom ?? 0]))"""


def test_all_that_is_needed_to_act_is_in_sight_on_a_small_laptop(page: Page, server: Server) -> None:
    stage = Stage(page, server, "huang")
    for shown in (*moments().values(), *moments_of_five().values()):
        if shown.asks == "over":
            continue
        stage.show(shown)
        bottoms = page.evaluate(BOTTOMS)
        assert max(bottoms.values()) <= 800, (shown.asks, shown.players, bottoms)
        assert page.evaluate("document.documentElement.scrollHeight") <= 800, (shown.asks, shown.players)


def test_a_conflict_stays_where_it_is_whether_something_is_told_or_not(page: Page, server: Server) -> None:
    stage = Stage(page, server, "huang")
    stage.show(moments()["war"])
    expect(page.locator(".hg-telling")).to_be_hidden()
    before = page.locator(".hg-fight").bounding_box()
    page.locator(".hg-hex").first.hover()
    expect(page.locator(".hg-telling")).to_be_visible()
    assert page.locator(".hg-fight").bounding_box() == before


@pytest.mark.parametrize(("height", "open_"), [(800, False), (1000, True)])
def test_the_five_colours_are_told_where_there_is_room_and_stay_as_they_were_left(
    page: Page, server: Server, height: int, open_: bool
) -> None:
    action = moments()["action"]
    without_conflict = action._replace(frame={**action.frame, "events": []})
    for opened, is_open in ((page, open_), (page.context.new_page(), not open_)):
        opened.set_viewport_size({"width": 1280, "height": height})
        Stage(opened, server, "huang").show(without_conflict)
        told = opened.locator(".hg-primer dl")
        expect(told).to_be_visible(visible=is_open)
        opened.locator(".hg-primer summary").click()
        expect(told).to_be_visible(visible=not is_open)


def test_on_a_phone_all_that_may_be_given_stands_beside_each_other(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    stage = Stage(page, server, "huang")
    stage.show(war_to_join())
    page.locator('.hg-war-side[data-part="hex:C8"]').click()
    page.locator(".hg-switch").click()
    boxes = [one.bounding_box() for one in page.locator(".hg-stepper > *").all()]
    edges = [edge for box in boxes if box for edge in (box["x"], box["x"] + box["width"])]
    assert len(edges) == 10
    assert edges == sorted(edges)
    assert edges[-1] <= 390


def test_on_a_phone_a_player_is_told_by_the_dynasty_first(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    stage = Stage(page, server, "huang")
    stage.show(moments_of_five()["over"])
    for name in ("Rabbit", "Rat", "Goat", "Dragon"):
        panel = page.locator(".player", has=page.locator(".dim", has_text=name))
        dynasty, player = panel.locator(".dim").bounding_box(), panel.locator("h2").bounding_box()
        assert dynasty
        assert player
        assert dynasty["x"] < player["x"]
    rows = page.locator(".hg-result tbody th").all_inner_texts()
    assert sorted(row.split()[0] for row in rows) == ["Dragon", "Goat", "Rabbit", "Rat", "Tiger"]


def test_what_a_shared_first_place_means_is_said_as_the_game_says_it(page: Page, server: Server) -> None:
    over = moments()["over"]
    view = {**over.view, "result": [1] * len(over.view["result"]), "prompt": "Nobody has won"}
    Stage(page, server, "huang").show(over._replace(frame={**over.frame, "view": view}))
    expect(page.locator(".end h2")).to_have_text("Nobody has won")


def test_of_several_bots_the_winner_is_called_by_the_dynasty(page: Page, server: Server) -> None:
    over = moments_of_five()["over"]
    stage = Stage(page, server, "huang")
    stage.show(over)
    first = page.locator(".end tbody tr").first
    (winner,) = [seat for seat, place in enumerate(over.view["result"]) if place == 1]
    assert over.view["seats"][winner]["bot"]
    name = page.locator(".end h2").inner_text().removesuffix(" has won")
    assert name in ("Tiger", "Rabbit", "Rat", "Goat", "Dragon")
    expect(first).to_contain_text(name)


@pytest.mark.parametrize(("width", "height"), [(1000, 768), (1024, 768), (1100, 800), (1240, 800)])
def test_beside_the_side_column_the_hand_stays_in_one_row_and_in_sight(
    page: Page, server: Server, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    stage = Stage(page, server, "huang")
    for asks in ("action", "war", "revolt"):
        stage.show(moments()[asks])
        assert max(page.evaluate(BOTTOMS).values()) <= height
        tops = page.locator(".hg-hand .hg-tile").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().top)"
        )
        assert len(set(tops)) == 1
        assert page.locator(".hg-map").bounding_box()["width"] >= 360  # type: ignore[index]


@pytest.mark.parametrize("five", [False, True])
def test_the_table_at_the_end_fits_the_narrowest_phone(page: Page, server: Server, five: bool) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    Stage(page, server, "huang").show((moments_of_five() if five else moments())["over"])
    assert page.locator(".hg-result td").count() >= 4
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375), (640, 360), (568, 320)])
def test_on_a_phone_on_its_side_the_board_comes_first_and_the_bar_is_one_line(
    page: Page, server: Server, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    stage = Stage(page, server, "huang")
    stage.show(moments()["action"])
    board = page.locator(".hg-map").bounding_box()
    assert board
    assert board["y"] < 130
    assert board["height"] >= 0.7 * height
    page.evaluate("y => scrollTo(0, y)", board["y"])
    bar = page.locator(".actions").bounding_box()
    assert bar
    assert bar["height"] <= 66
    assert bar["y"] <= 1 or bar["y"] + bar["height"] == height
    hand = page.locator(".hg-hand").bounding_box()
    assert hand
    if bar["y"] > 1:  # the hand lies over the bar, not under it
        assert hand["y"] + hand["height"] <= bar["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    stage.show(war_to_join())
    page.locator('.hg-war-side[data-part="hex:C8"]').click()
    give = page.locator('[data-step="give"]').bounding_box()
    offers = page.locator(".offers").bounding_box()
    assert give
    assert offers
    assert give["width"] >= 90
    assert give["x"] + give["width"] <= offers["x"] + offers["width"]


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


def test_the_bar_has_room_for_every_question(page: Page, server: Server) -> None:
    stage = Stage(page, server, "huang")
    stage.show(moments()["end_turn"])
    said = {text for shown in moments().values() for lang in i18n.languages() for text in shown.prompts[lang]}
    assert sum("game" in text or "grę" in text for text in last_questions()) == 8
    for width in (1280, 390, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert [text for text in (*said, *last_questions()) if not page.evaluate(FITS, text)] == [], width
