"""The clock of a seat, from the restart of a server to its end and to the return of who was late."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import ROOT, Server

BANK = 20.0


@pytest.fixture
def left_behind(tmp_path: Path) -> Iterator[tuple[Server, str, str]]:
    """A server on what another one left, the name of a table, and the token of who is to act there."""
    script = [sys.executable, "-m", "tests.e2e.clocked_game", str(tmp_path), str(BANK)]
    made = subprocess.run(
        script, capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}
    )
    name, token = made.stdout.split()
    running = Server(tmp_path)
    yield running, name, token
    running.kill()


def test_a_clock_counts_down_a_bot_takes_over_and_the_player_returns(
    browser: Browser, left_behind: tuple[Server, str, str]
) -> None:
    server, name, token = left_behind
    phone = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", reduced_motion="reduce")
    phone.add_cookies([{"name": "tianxia_guest", "value": token, "url": server.address}])
    page = phone.new_page()
    page.goto(f"{server.address}/table/{name}")
    mine = page.locator(".player[data-own=true]")
    figures = mine.locator(".clock-figures")
    expect(figures).to_have_attribute("data-runs", "true")
    expect(figures).to_have_text(re.compile(r"^0:[01]\d$"))
    expect(page.locator("#log")).to_contain_text("The server was down; the clocks stood still for 1 minute")
    table = page.locator(".table-page")
    number, before = table.get_attribute("data-number"), figures.text_content()
    expect(figures).not_to_have_text(before or "")
    assert table.get_attribute("data-number") == number
    expect(figures).to_have_attribute("aria-hidden", "true")
    assert violations(page) == []

    again = page.get_by_role("button", name="Take your seat again")
    expect(again).to_be_visible(timeout=60_000)
    expect(page.locator("#prompt")).to_have_text("A bot plays for you while you are away.")
    expect(mine).to_contain_text("away, a bot plays")
    expect(page.locator("#live")).to_contain_text("is over.")
    again.press("Enter")
    expect(figures).to_have_text("0:10")
    expect(again).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("is back.")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    phone.close()
