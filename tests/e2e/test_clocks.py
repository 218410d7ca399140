"""The clock of a seat, from the restart of a server to its end and to the return of who was late."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import ROOT, Opening, Server
from tests.e2e.sight import faults
from tests.e2e.staged import Stage, timed
from tests.e2e.staged_huang import begun

LONG, SHORT = 600.0, 30.0
"""Seconds on the clocks of two games; some were used before the server was stopped."""


@pytest.fixture
def left_behind(tmp_path: Path) -> Iterator[tuple[Server, list[str]]]:
    """A server on what another one left, the token of who is to act there, and the names of the tables."""
    script = [sys.executable, "-m", "tests.e2e.clocked_game", str(tmp_path), str(LONG), str(SHORT)]
    made = subprocess.run(
        script, capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}
    )
    running = Server(tmp_path)
    yield running, made.stdout.split()
    running.kill()


def test_a_clock_counts_down_a_bot_takes_over_and_the_player_returns(
    opening: Opening, left_behind: tuple[Server, list[str]]
) -> None:
    server, (token, *games) = left_behind
    context = opening(viewport={"width": 390, "height": 844})
    context.add_cookies([{"name": "tianxia_guest", "value": token, "url": server.address}])
    long, short = context.new_page(), context.new_page()
    for page, name in ((short, games[1]), (long, games[0])):
        page.goto(f"{server.address}/table/{name}")
    figures = figures_of(long)
    expect(figures).to_have_attribute("data-runs", "true")
    expect(figures).to_have_text(re.compile(r"^(9|8|7|6):\d\d$"))
    expect(long.locator("#log")).to_contain_text("The server was down; the clocks stood still for 3 hours")
    table = long.locator(".table-page")
    number, before = table.get_attribute("data-number"), figures.text_content()
    expect(figures).not_to_have_text(before or "")
    assert table.get_attribute("data-number") == number
    expect(figures).to_have_attribute("aria-hidden", "true")
    assert violations(long) == []
    assert long.evaluate(FITS, LONGEST), "the clock leaves the question its room"
    expect(figures).to_be_in_viewport()
    assert long.evaluate(APART), "and lies beside it"

    again = short.get_by_role("button", name="Take your seat again")
    expect(again).to_be_visible()
    expect(short.locator("#prompt")).to_have_text("A bot plays for you while you are away.")
    expect(short.locator(OWN)).to_contain_text("away, a bot plays")
    expect(short.locator("#live")).to_contain_text("is over.")
    again.press("Enter")
    expect(figures_of(short)).to_have_text("0:10")  # and stands still: the bot has passed the turn on
    expect(again).to_have_count(0)
    expect(short.locator("#log")).to_contain_text("is back.")
    assert short.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


CUT = """() => [...document.querySelectorAll('.player .dim')]
  .filter((one) => one.parentElement.clientWidth && one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
"""What stands in the panels of the players and is not wholly seen."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (640, 400)])
@pytest.mark.parametrize("players", [2, 5])
def test_on_a_phone_the_clock_of_who_is_asked_stands_beside_the_question_whoever_that_is(
    staged: Callable[[str], Stage], players: int, width: int, height: int
) -> None:
    stage = staged("huang")
    page = stage.page
    page.set_viewport_size({"width": width, "height": height})
    stage.show(timed(begun(players)))
    expect(page.locator(".asked-time .clock-figures")).to_have_text("4:59")
    expect(page.locator(".asked-time .clock-figures")).to_be_visible()
    assert page.evaluate(APART)
    assert faults(page, ".none") == []
    assert page.evaluate(CUT) == []


OWN = ".player[data-own=true]"
LONGEST = "Twoje natarcie: zagraj zestaw; przedtem możliwe: dekret i zdolność natarcia"
FITS = """async (text) => {
  const prompt = document.querySelector('#prompt'), before = [...prompt.childNodes];
  prompt.textContent = text;
  await null; // the page looks whether that is too much
  const fits = prompt.scrollHeight <= prompt.clientHeight;
  prompt.replaceChildren(...before);
  return fits;
}"""

APART = """() => {
  const [clock, prompt] = ['.asked-time', '#prompt'].map((one) => document.querySelector(one).getBoundingClientRect());
  return clock.right <= prompt.left;
}"""


def figures_of(page: Page) -> Locator:
    return page.locator(f"{OWN} .clock-figures")
