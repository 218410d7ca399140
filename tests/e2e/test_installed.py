"""The site as an app, and whose turn it is: what a browser keeps, what it shows without a connection, what a tab says."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.conftest import Opening, Server
from tests.e2e.contender import play_one
from tests.e2e.player import DONE, MY_TURN
from tests.server.company import table_for
from tests.waiting import until
from tianxia.server.visitors import GUEST_COOKIE

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found.sort();
}"""


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str, list[str]]]:
    """A site with a game of Ada and Ben, and what their browsers are known by."""
    folder = tmp_path_factory.mktemp("company")
    game, tokens = table_for(folder, "Ada", "Ben")
    running = Server(folder)
    yield running, game, tokens
    running.kill()


@pytest.fixture
def context(opening: Opening) -> BrowserContext:
    """A window like everybody's, with the service worker."""
    return opening(service_workers="allow")


def known(context: BrowserContext, server: Server, token: str) -> None:
    context.add_cookies([{"name": GUEST_COOKIE, "value": token, "url": server.address}])


def test_the_app_keeps_its_shell_and_no_page_of_anybody(
    company: tuple[Server, str, list[str]], context: BrowserContext
) -> None:
    server, game, tokens = company
    known(context, server, tokens[0])
    page = context.new_page()
    page.goto(server.address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => 0)")
    page.reload()  # under the worker
    assert page.evaluate("() => navigator.serviceWorker.controller !== null")
    page.goto(f"{server.address}/table/{game}")
    expect(page.locator("#prompt")).not_to_be_empty()
    page.goto(f"{server.address}/account")
    kept = page.evaluate(KEPT)
    assert "/offline" in kept
    assert all(path == "/offline" or path.startswith("/static/") for path in kept)
    assert [path for path in kept if path.endswith(".js")] == ["/static/theme.js"]
    context.set_offline(True)
    page.goto(f"{server.address}/table/{game}")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_role("heading", name="Brak połączenia")).to_be_visible()
    assert page.locator("body").evaluate("body => getComputedStyle(body).margin") == "0px", "its style is there"
    context.set_offline(False)
    page.reload()
    expect(page.locator("#prompt")).not_to_be_empty()


def test_whose_turn_it_is_is_said_by_every_tab(
    company: tuple[Server, str, list[str]], opening: Opening, context: BrowserContext
) -> None:
    server, game, tokens = company
    other = opening(service_workers="allow")
    for one, token in zip((context, other), tokens, strict=True):
        known(one, server, token)
    pages: list[Page] = [one.new_page() for one in (context, other)]
    for page in pages:
        page.goto(f"{server.address}/table/{game}")
        expect(page.locator(".table-page")).to_have_attribute("data-link", "open")
        expect(page.locator("#prompt")).not_to_have_text("Laying out the table")
    asked, rival = sorted(pages, key=lambda page: not page.evaluate(MY_TURN))
    expect(asked).to_have_title(re.compile("^• Your turn · Chu Han"))
    expect(rival).to_have_title("Chu Han · Tianxia")
    expect(sign(asked)).to_have_attribute("href", TURN)
    expect(sign(rival)).to_have_attribute("href", re.compile("/icon.svg$"))
    rival.goto(f"{server.address}/lobby")
    start = rival.context.new_page()
    start.goto(server.address)
    expect(rival.locator("#turns")).to_be_empty()
    expect(start.locator("#own-games .state")).not_to_contain_text("our turn")
    dice, there = random.Random(3), rival.context.new_page()
    there.goto(f"{server.address}/table/{game}")

    def passed() -> bool:
        """Nobody is asked for a moment where the rival has nothing to react with; once its own page says so it has the turn."""
        if asked.evaluate(MY_TURN):
            play_one(asked, dice)
            asked.wait_for_function(DONE)
        return bool(there.evaluate(MY_TURN))

    until(passed)
    expect(asked).to_have_title("Chu Han · Tianxia")
    expect(rival.locator("#turns")).to_have_text("It is your turn: Chu Han")
    expect(rival.get_by_role("link", name="Chu Han")).to_have_attribute("href", f"/table/{game}")
    expect(rival).to_have_title(re.compile(r"^\(1\) "))
    expect(sign(rival)).to_have_attribute("href", TURN)
    expect(start.locator("#own-games .state")).to_contain_text("our turn")
    expect(start.locator("#turns")).to_have_text("It is your turn: Chu Han")
    expect(sign(start)).to_have_attribute("href", TURN)
    expect(start).to_have_title(re.compile(r"^\(1\) "))


TURN = re.compile("/icon-turn.svg$")


def sign(page: Page) -> Locator:
    return page.locator('link[rel="icon"]')


WORKER = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, rest) => self.shown.push({ title, ...rest });
  self.clients.openWindow = async (url) => self.shown.push(`opened ${url}`);
  WindowClient.prototype.focus = async function () { self.shown.push(`focused ${this.url}`); };
}"""
"""A browser without a screen shows no notice, and opens and focuses no window: what the worker asks for is noted."""
CLICK = """(data) => {
  const event = new ExtendableEvent("notificationclick");
  event.notification = { data, close: () => self.shown.push("closed") };
  self.dispatchEvent(event);
}"""


def test_a_push_shows_a_notice_and_a_click_leads_to_its_table(
    company: tuple[Server, str, list[str]], context: BrowserContext
) -> None:
    server, game, tokens = company
    known(context, server, tokens[0])
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    registrations: list[Any] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    devtools.send("ServiceWorker.enable")
    with context.expect_event("serviceworker") as found:
        page.goto(server.address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => 0)")
    until(lambda: page.evaluate("null") or registrations)  # who asks the page hears of them
    worker, table = found.value, f"{server.address}/table/{game}"
    worker.evaluate(WORKER)

    def shown() -> Any:
        return worker.evaluate("self.shown.splice(0)")

    told = {"title": "Chu Han", "body": "It is your turn.", "url": table, "tag": game}
    to = {"origin": server.address, "registrationId": registrations[0]["registrationId"]}
    devtools.send("ServiceWorker.deliverPushMessage", {**to, "data": json.dumps(told)})
    until(lambda: worker.evaluate("self.shown.length"))
    (notice,) = shown()
    assert notice.pop("icon") == f"{server.address}/static/icons/192.png"
    assert notice == {"title": "Chu Han", "body": "It is your turn.", "tag": game, "data": {"url": table}}
    for url, done in ((table, f"opened {table}"), ("https://example.org/", None)):
        worker.evaluate(CLICK, {"url": url})
        until(lambda: worker.evaluate("self.shown.length") == (2 if done else 1))  # noqa: B023
        assert shown() == (["closed", done] if done else ["closed"]), "it leads nowhere else"
    page.goto(table)
    worker.evaluate(CLICK, {"url": table})
    until(lambda: worker.evaluate("self.shown.length") == 2)
    assert shown() == ["closed", f"focused {table}"], "where it is open already it comes to the front"
