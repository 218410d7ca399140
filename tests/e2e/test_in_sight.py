"""What is asked about is in sight at every question of every game, on a large screen, a laptop and a phone; nothing is pushed."""

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import tianxia
from tests.e2e import (
    commander,
    contender,
    raider,
    ruler,
    staged_chu_han,
    staged_huang,
    staged_huns,
    staged_sun_tzu,
)
from tests.e2e.conftest import PHONE, Opening, Server
from tests.e2e.player import MY_TURN, painted, sit_down
from tests.e2e.sight import FAULTS, PLACES, SETTLED, SIZES, TRANSLATED, Shifts, at_every_size, faults, lines
from tests.e2e.staged import Moment, Stage, hinting, moment, stand, taught
from tests.tables.playing import history_of

MOST_PUSHED = 0.015
"""Of layout shift at one decision and all that follows from it."""
DECISIONS = 24
HINTED = ((1280, 800), (844, 390), (390, 844))
"""At these sizes a bot may be asked for a hint wherever one may; at the others nobody is there to ask."""
LONG_ONES = 6
"""Of all that can be done at a moment so many are looked at."""
CHIPS_CUT = """() => {
  const row = document.querySelector('.offers'), { left, right, top, bottom } = row.getBoundingClientRect();
  const goesOn = row.dataset.after === 'true' && getComputedStyle(row).maskImage !== 'none'; // and shows it
  const whole = (box) => box.left > left - 1 && (goesOn || box.right < right + 1) && box.top > top - 1 && box.bottom < bottom + 1;
  const cut = (chip) => [chip, ...chip.children].some((one) => !one.matches('.sr') && !whole(one.getBoundingClientRect()));
  return [...document.querySelectorAll('.offers > .chip')].filter(cut).map((chip) => chip.textContent);
}"""


WORDS_CUT = """async (texts) => {
  const told = document.querySelector('.told'), words = document.createElement('p'), before = [...told.childNodes], cut = [];
  const edge = (one, side) => one.getBoundingClientRect()[side];
  told.replaceChildren(words);
  for (const text of texts) {
    words.textContent = text;
    await null; // the page looks whether that is too much
    const grows = getComputedStyle(told).overflowY === 'visible'; // over the foot of the hand
    const beyond = edge(words, 'top') < edge(told, 'top') - MOST || edge(words, 'bottom') > edge(told, 'bottom') + 1;
    if (grows ? beyond : told.scrollHeight > told.clientHeight) cut.push(text);
  }
  told.replaceChildren(...before); // other tests go on with this page
  return cut;
}""".replace("MOST", "20")
SETS_CUT = f"""async () => {{
  const card = document.querySelector('.hand-card[data-lit="true"]');
  if (!card) return null;
  card.click();
  await {SETTLED};
  const cut = ({CHIPS_CUT})();
  document.querySelector('.offers .clear').click();
  await new Promise((done) => setTimeout(done));
  return cut.map((text) => `of a set not all is seen: ${{text}}`);
}}"""
"""The sets that the first card may become, where not all of one is seen."""
LOOK = f"""async ({{ names, stay, own, texts, over }}) => (await {SETTLED}, {{
  translated: ({TRANSLATED})(names),
  hints: [...document.querySelectorAll('.ask-hint')].map(() => ({PLACES})(['.ask-hint'])),
  ...(!over && {{
    faults: [...({FAULTS})(own), ...MORE()],
    stand: ({PLACES})(stay),
    cut: await ({WORDS_CUT})(texts),
    alone: await ALONE(),
  }}),
}})"""
"""All that is looked for at a moment: to ask for each by itself takes longer than to find it. `MORE` and `ALONE` are a game's."""
PLAYS_COVERED = """() => {
  const edge = document.querySelector('.offers .clear').getBoundingClientRect().left + 1;
  return [...document.querySelectorAll('.offers .main')].filter((one) => one.getBoundingClientRect().right > edge)
    .map((one) => one.textContent);
}"""


def standing(game: str, position: dict[str, object]) -> Moment:
    """A written position, as the first seat sees it."""
    loaded = tianxia.load(game)
    history = history_of(loaded, 0)
    stand(history, loaded.position(position))
    return moment(history, 0, "")


class Walked(NamedTuple):
    """A game as it is looked at: its moments, what a player holds, and who plays it."""

    own: str
    moments: tuple[Callable[[], dict[str, Moment]], ...]
    play: Callable[[Page, random.Random], Any]
    more: str = "() => []"
    """A script that finds faults of this game only."""
    alone: str = "() => []"
    """The same, where no lesson takes room; null where there is nothing to look at."""
    sizes: tuple[tuple[int, int], ...] = ()
    """At which it is looked at too."""
    stay: tuple[str, ...] = ()
    """What stays where it is for so many players, whatever is asked."""


GAMES = {
    "chu-han": Walked(".hand-card", (staged_chu_han.moments,), contender.play_one, staged_chu_han.FAULTS, SETS_CUT),
    "sun-tzu": Walked(".hand-card", (staged_sun_tzu.moments,), commander.play_one, staged_sun_tzu.FAULTS),
    "huang": Walked(
        '.hand-area [data-part^="hand:"]',
        (staged_huang.moments, staged_huang.moments_of_five, staged_huang.wars),
        lambda page, dice: ruler.play_one(page, dice, page.evaluate(ruler.OFFERS)),
        staged_huang.FAULTS,
        sizes=((768, 1024),),
        stay=staged_huang.STAY,
    ),
    "huns": Walked(".hn-home .hn-wagon", (staged_huns.moments,), raider.play_one, alone=staged_huns.FAULTS),
}


@pytest.fixture
def window(context: BrowserContext) -> Page:
    return context.new_page()


def brought(shown: Moment) -> list[str]:
    """The longest texts of what an action brings; Huang tells it in a place of its own."""
    told = {f"{action['label']}. Then: {shown.preview(action['id'])}" for action in shown.legal}
    return [] if shown.view["game"] == "huang" else sorted(told, key=len)[-LONG_ONES:]


@pytest.mark.parametrize("game", tuple(GAMES))
def test_what_is_asked_is_in_sight_at_every_size(staged: Callable[[str], Stage], game: str) -> None:
    walked, found, alone = GAMES[game], defaultdict[str, list[str]](list), 0
    stage = staged(game)
    look = LOOK.replace("MORE", f"({walked.more})").replace("ALONE", f"({walked.alone})")
    all_shown = [{asks: (shown, brought(shown)) for asks, shown in moments().items()} for moments in walked.moments]
    for width, height in (*SIZES, *walked.sizes):
        stage.page.set_viewport_size({"width": width, "height": height})
        hints = set[str]()
        for some in all_shown:
            stood: dict[int, str] = {}
            for asks, (shown, texts) in some.items():
                asked = (width, height) in HINTED and shown.players == 2 and len(shown.legal) > 1
                stage.show(hinting(shown.recent) if asked else shown.recent)
                names = [seat["name"] for seat in shown.frame["view"]["seats"]]
                own, over = ".ask-hint, " * asked + walked.own, asks.startswith("over")
                about = {"names": names, "stay": walked.stay, "own": own, "texts": texts, "over": over}
                seen = stage.page.evaluate(look, about)
                told = [f"{one} is translated" for one in seen["translated"]]
                assert len(seen["hints"]) == asked
                hints.update(seen["hints"])
                if not over:
                    told += seen["faults"]
                    if stood.setdefault(shown.players, seen["stand"]) != seen["stand"]:
                        told.append(f"not as before: {seen['stand']}")
                    told += [f"what an action brings is cut: {text}" for text in seen["cut"]]
                    told += seen["alone"] or ()
                    alone += seen["alone"] is not None
                for fault in told:
                    found[fault].append(f"{asks} of {shown.players} at {width} x {height}")
        if len(hints) > 1:
            found[f"a hint is asked for in several places: {hints}"].append(f"{width} x {height}")
    assert not found, "\n".join(f"{fault}: {len(places)} times, as {places[0]}" for fault, places in found.items())
    assert alone > LONG_ONES


CHOOSE = """(at) => {
  const lit = [...document.querySelectorAll('.tray [data-part][data-lit="true"]:not([aria-pressed="true"])')];
  const one = lit.filter(({ dataset }, i) => lit.findIndex((other) => other.dataset.part === dataset.part) === i)[at];
  one?.click();
  return Boolean(one);
}"""
MOST_CHOSEN = 6
LESSONS = ((1920, 1080), (1280, 800), (1024, 640), (390, 844))
"""A lesson of a phone on its side shows no more than what it is about."""


@pytest.mark.parametrize("game", tuple(GAMES))
def test_beside_a_lesson_what_is_asked_is_in_sight_too(staged: Callable[[str], Stage], game: str) -> None:
    walked, found, stage = GAMES[game], defaultdict[str, list[str]](list), staged(game)
    for width, height in LESSONS:
        stage.page.set_viewport_size({"width": width, "height": height})
        for asks, shown in walked.moments[0]().items():
            if not asks.startswith("over"):
                stage.show(taught(shown.recent))
                for fault in faults(stage.page, walked.own, walked.more):
                    found[fault].append(f"{asks} at {width} x {height}")
    assert not found, "\n".join(f"{fault}: {len(places)} times, as {places[0]}" for fault, places in found.items())


@pytest.mark.parametrize("game", ["chu-han", "huang", "sun-tzu"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_no_button_cuts_what_it_says_whatever_is_chosen(
    staged: Callable[[str], Stage], game: str, width: int, height: int
) -> None:
    walked, found, stage = GAMES[game], defaultdict[str, list[str]](list), staged(game)
    page = stage.page
    page.set_viewport_size({"width": width, "height": height})
    for asks, shown in walked.moments[0]().items():
        for at in range(MOST_CHOSEN):
            stage.show(hinting(shown.recent))
            if not page.evaluate(CHOOSE, at):
                break
            for fault in faults(page, ".none"):
                found[fault].append(f"{asks}, {at}")
    assert not found, "\n".join(f"{fault}: {len(places)} times, as {places[0]}" for fault, places in found.items())


@pytest.mark.parametrize("game", tuple(GAMES))
def test_nothing_is_pushed_while_a_game_is_played(window: Page, server: Server, game: str) -> None:
    dice, pushed = random.Random(8), list[tuple[str, float, list[str]]]()
    shifts = Shifts(window)
    sit_down(window, server, game)
    for size in ((1280, 800), (390, 844)):
        window.set_viewport_size({"width": size[0], "height": size[1]})
        painted(window)
        shifts.since()
        for _ in range(DECISIONS // 2):
            GAMES[game].play(window, dice)
            window.wait_for_function(MY_TURN)
            if window.locator(".end").count():
                break
            value, sources = shifts.since()
            pushed.append((f"{size[0]} x {size[1]}", value, sources))
    assert len(pushed) > DECISIONS // 2
    assert [one for one in pushed if one[1] > MOST_PUSHED] == []


def test_on_a_phone_what_is_told_pushes_nothing_in_its_strip(opening: Opening, server: Server) -> None:
    page, dice = opening(**PHONE, reduced_motion="no-preference").new_page(), random.Random(8)
    page.add_init_script("localStorage.setItem('tianxia.speed', 'fast')")
    shifts = Shifts(page)
    sit_down(page, server, "sun-tzu", generals=False)
    shifts.since()
    commander.give_orders(page, dice)
    page.wait_for_function(MY_TURN)
    assert page.locator(".recap li").count() > len(commander.PROVINCES)
    assert "li" not in shifts.since()[1]
    line, last = (page.locator(one).bounding_box() for one in (".recap ol", ".recap li:last-child"))
    assert line
    assert last
    assert line["x"] <= last["x"]
    assert last["x"] + last["width"] <= line["x"] + line["width"] + 1


@pytest.mark.parametrize("game", tuple(GAMES))
def test_a_question_has_two_lines_of_the_bar_and_on_the_narrowest_phone_three(
    window: Page, server: Server, game: str
) -> None:
    shown = [one for moments in GAMES[game].moments for one in moments().values()]
    shown += [staged_huang.revolt_to_answer(), staged_huang.strong_revolt()] if game == "huang" else []
    stage = Stage(window, server, game)
    stage.show(shown[0])
    said = {text for one in shown for prompts in one.prompts.values() for text in prompts}
    for width, most in ((1280, 2), (390, 2), (360, 3)):
        window.set_viewport_size({"width": width, "height": 800})
        assert [text for text in said if lines(window, text) > most] == [], width
    stage.talk("Hello")
    window.locator("#chat-button").wait_for()
    window.set_viewport_size({"width": 390, "height": 800})
    assert [text for text in said if lines(window, text) > 2] == [], "beside the chat"
    window.locator("#side-button").click()
    window.get_by_role("button", name="This game, settings and keys").click()
    expect(window.locator("dialog[open]")).to_be_visible()


def test_every_chip_is_whole_beside_the_others(staged: Callable[[str], Stage]) -> None:
    stage, shown = staged("sun-tzu"), staged_sun_tzu.moments()
    for size in at_every_size(stage.page):
        for asks in ("next 0", "window 0"):
            stage.show(shown[asks].recent)
            assert stage.page.evaluate(CHIPS_CUT) == [], f"{asks} at {size}"


def test_two_plays_stand_side_by_side_and_a_stop_stays_at_its_word(staged: Callable[[str], Stage]) -> None:
    stage, shown = staged("chu-han"), staged_chu_han.moments()["sudden_charge"]
    page = stage.page
    page.set_viewport_size({"width": 640, "height": 400})
    stage.show(shown.recent)
    page.locator('.hand-card[data-part="hand:ji_bu"]').click(position={"x": 8, "y": 12})
    assert page.evaluate(PLAYS_COVERED) == []
    expect(page.locator(".prompt .nowrap").first).to_have_text("lead:")


@pytest.mark.parametrize("points", [-9, 0, 9])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_figure_stands_above_its_number_inside_the_rail(
    staged: Callable[[str], Stage], points: int, width: int
) -> None:
    stage = staged("sun-tzu")
    window = stage.page
    window.set_viewport_size({"width": width, "height": 800})
    stage.show(standing("sun-tzu", {"figure": points}))
    boxes = [window.locator(f".st-{name}").bounding_box() for name in ("figure .st-drawing", "rail")]
    figure, rail = boxes
    assert figure
    assert rail
    assert rail["x"] <= figure["x"] + 1
    assert figure["x"] + figure["width"] <= rail["x"] + rail["width"] + 1
    space = window.locator('.st-space[data-here="true"]')
    expect(space).to_have_text(str(abs(points)))
    number = space.evaluate(
        "(one) => { const range = new Range(); range.selectNodeContents(one); return range.getBoundingClientRect().top; }"
    )
    assert figure["y"] + figure["height"] <= number + 5  # letters have room above them
