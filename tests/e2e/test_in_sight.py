"""What is asked about is in sight: on a small laptop, on a phone on its side, at a zoom of 200 %."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import tianxia
from tests.e2e import staged_chu_han, staged_huns
from tests.e2e.conftest import Server
from tests.e2e.player import sit_down
from tests.e2e.staged import Moment, Stage, moment, stand
from tests.tables.playing import history_of

LAPTOP = (1280, 800)
LOW = [(844, 390), (640, 400)]
"""A phone on its side, and what a zoom of 200 % leaves of a small laptop."""
OWN = {
    "chu-han": ".hand-card",
    "sun-tzu": ".hand-card",
    "huang": '.hg-hand [data-part^="hand:"]',
    "huns": ".hn-home .hn-wagon",
}

IN_SIGHT = """(all) => all.filter((one) => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + 6, box.bottom - 6];
  const found = document.elementFromPoint(x, y);
  return box.top >= 0 && box.bottom <= innerHeight && found !== null && (one.contains(found) || found.contains(one));
}).length"""
ABOVE_THE_HAND = """(all) => all.filter((one) => one.getBoundingClientRect().height > 0).every((one) =>
  one.getBoundingClientRect().bottom <= document.querySelector('.hand-area').getBoundingClientRect().top)"""
TOP = "(one) => one.getBoundingClientRect().top + scrollY"


@pytest.fixture
def laptop(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": LAPTOP[0], "height": LAPTOP[1]}, locale="en-GB", reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def standing(game: str, position: dict[str, object]) -> Moment:
    """A written position, as the first seat sees it."""
    loaded = tianxia.load(game)
    history = history_of(loaded, 0)
    stand(history, loaded.position(position))
    return moment(history, 0, "")


@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("game", OWN)
def test_in_a_low_window_what_one_holds_is_in_sight(
    browser: Browser, server: Server, game: str, size: tuple[int, int]
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    page = context.new_page()
    sit_down(page, server, game, seat=0, **({"generals": False} if game == "sun-tzu" else {}))
    for height in (0, 200):
        page.evaluate(f"scrollTo(0, {height})")
        assert page.locator(OWN[game]).evaluate_all(IN_SIGHT) >= 2, height
    context.close()


# -- Huns --------------------------------------------------------------------------------------------------------------


def test_the_own_cards_of_huns_begin_above_the_fold(laptop: Page, server: Server) -> None:
    stage = Stage(laptop, server, "huns")
    for asks, shown in staged_huns.moments().items():
        if asks == "over" or not shown.view["state"]["camp"][shown.view["viewer"]]:
            continue
        others = shown.view["viewer"] in shown.view["to_act"] and asks in (
            "sweep", "ambush", "outrider", "bribe", "levy", "encircled", "victim", "swap"
        )  # fmt: skip
        stage.show(shown)
        laptop.evaluate("scrollTo(0, 0)")
        assert others or laptop.locator(".hn-own li").first.evaluate(TOP) < LAPTOP[1] - 100, asks


def test_cards_that_are_drawn_push_nothing(laptop: Page, server: Server) -> None:
    stage = Stage(laptop, server, "huns")
    for asks in ("drawn", "flee"):
        stage.show(staged_huns.moments()[asks])
        expect(laptop.locator(".hn-asked > *").first).to_be_visible()
        before = laptop.locator(".hn-home").evaluate(TOP)
        laptop.locator(".hn-asked").evaluate("(one) => (one.style.display = 'none')")
        assert laptop.locator(".hn-home").evaluate(TOP) == before, asks
        laptop.locator(".hn-asked").evaluate("(one) => (one.style.display = '')")


@pytest.mark.parametrize("size", [LAPTOP, *LOW])
def test_the_wagons_to_choose_from_are_in_sight_however_far_the_own_cards_are_read(
    laptop: Page, server: Server, size: tuple[int, int]
) -> None:
    laptop.set_viewport_size({"width": size[0], "height": size[1]})
    stage = Stage(laptop, server, "huns")
    stage.show(staged_huns.moments()["new_wagon"])
    for height in (
        "0",
        "innerHeight",
        "document.querySelector('.hn-own').getBoundingClientRect().bottom - innerHeight",
    ):
        laptop.evaluate(f"scrollTo(0, {height})")
        assert laptop.locator('.hn-market [data-lit="true"]').evaluate_all(IN_SIGHT) >= 4, height


# -- Chu Han -----------------------------------------------------------------------------------------------------------


def test_the_trick_of_chu_han_is_whole_above_the_hand(laptop: Page, server: Server) -> None:
    stage = Stage(laptop, server, "chu-han")
    for name, shown in staged_chu_han.moments().items():
        if name == "over":
            continue
        stage.show(shown)
        laptop.evaluate("scrollTo(0, 0)")
        laid = laptop.locator(".trick :is(.card, .declared, .hand-end, .earlier)")
        assert laid.evaluate_all(ABOVE_THE_HAND), name


def test_many_offers_take_one_line_and_cover_nothing(laptop: Page, server: Server) -> None:
    stage = Stage(laptop, server, "chu-han")
    hands = ["zhongli_mo ji_bu peng_yue 2 2 4 4 5 5 8 8 9", "2 2 4"]
    stage.show(standing("chu-han", {"hand": hands}))
    laptop.locator('[data-part="hand:zhongli_mo"]').click(position={"x": 8, "y": 12})
    expect(laptop.locator(".offers > .chip")).to_have_count(3)
    offers, recap = (laptop.locator(name).bounding_box() for name in (".offers", ".recap"))
    assert offers
    assert recap
    assert offers["y"] + offers["height"] <= recap["y"] + 1


# -- Sun Tzu -----------------------------------------------------------------------------------------------------------


def test_both_pools_lie_above_the_hand_while_orders_are_given(laptop: Page, server: Server) -> None:
    sit_down(laptop, server, "sun-tzu", seat=0, generals=False)
    laptop.evaluate("scrollTo(0, 0)")
    assert laptop.locator(".st-side").evaluate_all(ABOVE_THE_HAND)


@pytest.mark.parametrize("points", [-9, 0, 9])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_figure_stands_above_its_number_inside_the_rail(
    laptop: Page, server: Server, points: int, width: int
) -> None:
    laptop.set_viewport_size({"width": width, "height": 800})
    stage = Stage(laptop, server, "sun-tzu")
    stage.show(standing("sun-tzu", {"figure": points}))
    boxes = [laptop.locator(f".st-{name}").bounding_box() for name in ("figure .st-drawing", "rail")]
    figure, rail = boxes
    assert figure
    assert rail
    assert rail["x"] <= figure["x"] + 1
    assert figure["x"] + figure["width"] <= rail["x"] + rail["width"] + 1
    space = laptop.locator('.st-space[data-here="true"]')
    expect(space).to_have_text(str(abs(points)))
    number = space.evaluate(
        "(one) => { const range = new Range(); range.selectNodeContents(one); return range.getBoundingClientRect().top; }"
    )
    assert figure["y"] + figure["height"] <= number + 5  # letters have room above them
