"""The page of Huang has room for what is needed: nothing of it lies below the edge or is cut off."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.player import begin
from tests.e2e.staged import Stage
from tests.e2e.staged_huang import moments, moments_of_five

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
    page.set_viewport_size({"width": 1280, "height": height})
    begin(page, server, "huang")
    told = page.locator(".hg-primer dl")
    expect(told).to_be_visible(visible=open_)
    page.locator(".hg-primer summary").click()
    expect(told).to_be_visible(visible=not open_)
    page.reload()
    page.locator(".hg-primer").wait_for()
    expect(told).to_be_visible(visible=not open_)


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
