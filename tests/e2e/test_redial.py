"""How a page dials again when the line breaks: later and later, not all pages at once, and anew after it was heard."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.conftest import Server
from tests.e2e.player import sit_down
from tests.e2e.staged import PONG

FIRST, LONGEST = 400, 30_000  # milliseconds, see connection.ts
JITTER = (0.5, 1.5)
STEPS = 10
"""In so many steps the page's clock goes through a wait."""


class Line:
    """A line to the table that can be cut, and the moments at which it was dialled, by the page's clock."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.answers = page, False
        self.lines: list[WebSocketRoute] = []
        self.cut = False
        page.clock.install()
        page.route_web_socket("**/socket*", self.dialled)
        sit_down(page, server, "chu-han")
        page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now()") / 1000 + 1, UTC))

    def dialled(self, line: WebSocketRoute) -> None:
        self.lines.append(line)
        if not self.cut:
            line.connect_to_server()
        elif self.answers:
            line.send(PONG)
        else:
            line.close()

    def break_off(self) -> None:
        self.cut = True
        self.lines[-1].close(code=1012)  # as a server does that is started anew
        self.lost()

    def lost(self) -> None:
        """The page knows that the line is cut."""
        self.page.wait_for_function("document.querySelector('.table-page').dataset.link === 'reconnecting'")

    def waits(self, tries: int) -> Iterator[float]:
        """How long the page waits before each of so many tries, in milliseconds of its clock."""
        for number in range(tries):
            dialled, waited, step = len(self.lines), 0.0, min(LONGEST, FIRST * 2**number) / STEPS
            while len(self.lines) == dialled:
                self.page.clock.run_for(int(step))
                waited += step
                self.page.evaluate("null")  # a dial is told of before this is answered
            self.page.evaluate("null")  # and its end known to the page before this
            yield waited


@pytest.fixture
def line(page: Page, server: Server) -> Line:
    return Line(page, server)


def test_a_page_dials_while_its_scripts_are_on_their_way_and_keeps_that_line(page: Page, server: Server) -> None:
    dialled: list[str] = []
    page.on("websocket", lambda line: dialled.append(line.url))
    sit_down(page, server, "chu-han")
    assert len(dialled) == 1
    page.route("**/static/app/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    with page.expect_websocket():
        page.reload(wait_until="commit")


def test_a_page_that_was_faster_has_no_second_line(page: Page, server: Server) -> None:
    late: list[Route] = []
    sit_down(page, server, "chu-han")
    page.route("**/dial.js*", lambda route: late.append(route))
    dialled: list[str] = []
    page.on("websocket", lambda line: dialled.append(line.url))
    with page.expect_request("**/dial.js*"):
        page.reload(wait_until="commit")
    expect(page.locator(".chu-han")).to_be_visible()
    late[0].continue_()
    page.wait_for_load_state("load")
    page.evaluate("null")  # a dial is told of before this is answered
    assert len(dialled) == 1


def test_a_page_dials_later_and_later_while_nobody_answers(line: Line) -> None:
    line.break_off()
    for number, waited in enumerate(line.waits(9)):
        meant = min(LONGEST, FIRST * 2**number)
        assert JITTER[0] * meant <= waited <= (JITTER[1] + 2 / STEPS) * meant, number


def test_two_pages_do_not_dial_at_the_same_moment(line: Line) -> None:
    line.break_off()
    tenths = {round(waited / min(LONGEST, FIRST * 2**number), 1) for number, waited in enumerate(line.waits(9))}
    assert len(tenths) > 2


def test_a_page_that_was_answered_dials_at_once_when_the_line_breaks_anew(line: Line) -> None:
    line.break_off()
    assert len(list(line.waits(6))) == 6
    line.answers = True
    list(line.waits(1))
    line.page.wait_for_function("document.querySelector('.table-page').dataset.link === 'open'")
    line.answers = False
    line.break_off()
    (waited,) = line.waits(1)
    assert waited <= (JITTER[1] + 2 / STEPS) * FIRST


def test_a_page_that_comes_back_with_back_dials_at_once(line: Line) -> None:
    """A browser that kept it shows it as it was left, with a line that has long been cut."""
    line.break_off()
    assert len(list(line.waits(6))) == 6
    dialled = len(line.lines)
    line.page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    line.page.evaluate("null")
    assert len(line.lines) == dialled + 1


def test_what_was_asked_is_asked_again_when_the_line_is_back(line: Line) -> None:
    told = line.page.locator(".told")
    line.break_off()
    line.page.locator('.pinned [data-kind="decree"]').hover()
    line.page.clock.run_for(1)  # it is drawn
    line.page.clock.run_for(300)  # and rests there for a moment
    expect(told).to_have_text("Take a decree: draw 2")
    line.cut = False
    list(line.waits(1))
    expect(told).to_have_text(re.compile(r"^Take a decree: draw 2\. .+"))
    line.break_off()
    line.page.keyboard.press("i")
    expect(line.page.locator(".note")).to_have_text("A bot thinks it over …")
    line.cut = False
    list(line.waits(1))
    expect(line.page.locator(".note")).to_contain_text("Hint: ")


def test_the_moment_that_is_looked_back_at_is_asked_for_again_when_the_line_is_back(line: Line) -> None:
    page, number = line.page, "Number(document.querySelector('.table-page').dataset.number)"
    begin = page.evaluate(number)
    page.locator('.pinned [data-kind="decree"]').click()
    page.wait_for_function(f"() => {number} > {begin}")
    line.break_off()
    now = page.evaluate(number)
    page.clock.run_for(1)  # it is drawn
    page.keyboard.press(",")
    expect(page.locator("#actions")).to_contain_text("This is how it was")
    line.cut = False
    list(line.waits(1))
    page.wait_for_function(f"() => {number} < {now}")
