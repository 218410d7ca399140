"""What people do around a game with others: make a table, sit down, play on until it is over, play a long stretch quickly."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, Page

from tests.e2e import commander, contender, raider, ruler
from tests.e2e.conftest import Server
from tests.e2e.player import MY_TURN, choose, wait_for_turn
from tests.frames import Frame
from tests.server import site
from tests.waiting import until

AT_THE_TABLE = ".table-page[data-link=open], .curtain"
CURTAIN = ".plaque .main, [data-kind=pass-screen]"
PASS_ON = f"""() => {{
  const button = document.querySelector('{CURTAIN}');
  button?.click();
  return button !== null;
}}"""
"""Where several share a screen: who is behind the curtain comes, or hands the screen on, if that is asked at this moment: the
page may pass it on by itself."""
Choice = dict[str, Any]


class Evening(NamedTuple):
    """A game as it is played in company."""

    game: str
    choices: Choice
    """On the form of a table, by field."""
    decide: Callable[[Page, random.Random], object]
    """Somebody who is asked clicks."""
    late: Callable[[Choice], bool]
    """Whether the game is near its end, by its public state: until then it is played without clicks."""
    shared: tuple[int, ...] = ()
    """The seats at the screen of who made the table, if there are several."""


def play_huang(page: Page, dice: random.Random) -> None:
    ruler.play_one(page, dice, page.evaluate(ruler.OFFERS))


def play_huns(page: Page, dice: random.Random) -> None:
    raider.click_one(page, dice, page.evaluate(raider.OFFERS))


EVENINGS = (
    Evening("huns", {"open": "public", "option.max_rounds": 2}, play_huns, lambda state: state["round"] == 2),
    Evening("chu-han", {}, contender.play_one, lambda state: max(state["score"]) > 20),
    Evening(
        "huang",
        {"option.players": 3, "order": "fixed", "seat.2": "screen"},
        play_huang,
        lambda state: state["bag_size"] < 10,
        (0, 2),
    ),
    Evening(
        "sun-tzu", {"clock": "days", "option.beginner": True}, commander.play_one, lambda state: state["round"] > 5
    ),
)


def open_table(page: Page, server: Server, game: str, name: str, choices: Choice) -> None:
    """By clicking, from the box of a game to a table that waits."""
    page.goto(server.address)
    page.locator(f"article[aria-labelledby=box-{game}]").get_by_role("button", name="Invite ").click()
    form = page.locator(".new-table")
    for field, wanted in choices.items():
        choose(form, field, wanted)
    form.get_by_label("Your name").fill(name)
    form.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/table/*")


def asked(pages: Sequence[Page]) -> Page:
    """Waits for one where somebody is to do something."""
    found: list[Page] = []
    until(
        lambda: (
            found.extend(page for page in pages if page.locator(CURTAIN).count() or page.evaluate(MY_TURN)) or found
        ),
        every=0.02,
    )
    return found[0]


def play_on(pages: Sequence[Page], evening: Evening, dice: random.Random, clicks: int) -> int:
    """Whoever is asked clicks, until the game is over or so often; gives how often."""
    for click in range(clicks):
        page = asked(pages)
        if page.locator(".end").count():
            return click
        if not page.evaluate(PASS_ON) and page.evaluate(MY_TURN):  # else it was passed on meanwhile
            evening.decide(page, dice)
    return clicks


class Program(NamedTuple):
    """A browser's owner without the browser."""

    port: int
    origin: str
    cookies: dict[str, str]

    @property
    def site(self) -> "Program":
        return self


SURE = ("confirm", "replace")
"""What is always done where it can be: it brings the end nearer."""


def hasten(
    people: Sequence[tuple[BrowserContext, Sequence[int]]], server: Server, table: str, late: Callable[[Choice], bool]
) -> list[list[Frame]]:
    """All play by the line of their pages, each seat by itself, until the game is late by its public state; gives what each
    of these lines was sent."""

    def play(cookies: dict[str, str], seat: int | None) -> list[Frame]:
        dice = random.Random(seat or len(cookies))
        with site.Page(
            Program(server.port, server.address, cookies), table, seat=None if seat is None else str(seat)
        ) as line:
            line.hear("full")
            while not late(line.view["state"]):
                assert line.view["result"] is None, "over before it was near its end"
                if line.view["legal"]:
                    sure = [action for action in line.view["legal"] if action["kind"] in SURE]
                    line.command(dice.choice(sure or line.view["legal"])["id"])
                    assert line.hear("ack")
                line.hear()
            return line.frames

    lines = [
        ({kept["name"]: kept["value"] for kept in context.cookies()}, seat)
        for context, seats in people
        for seat in (seats or [None])
    ]
    with ThreadPoolExecutor(len(lines)) as all_of_them:
        return list(all_of_them.map(lambda line: play(*line), lines))


def skip_ahead(page: Page, server: Server, late: Callable[[Choice], bool]) -> list[Frame]:
    """The long middle of a game against bots without a browser, which would take longer to draw it; gives what was sent."""
    table = page.url
    page.goto("about:blank")
    (frames,) = hasten([(page.context, ())], server, table.rpartition("/")[2], late)
    page.goto(table)
    wait_for_turn(page)
    return frames
