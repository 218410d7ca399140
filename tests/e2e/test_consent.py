"""What all agree to, on two pages: who is asked for consent reads it in the tab too, and what came of it is told."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Opening, Server
from tests.e2e.player import MY_TURN
from tests.server.company import table_for
from tests.waiting import until
from tianxia.cli import main
from tianxia.server.visitors import GUEST_COOKIE
from tianxia.tables.opening import FILE
from tianxia.tables.time_control import CLOCKS


class Company(NamedTuple):
    """The table of Ada, who reads English, and of Ben, who reads Polish."""

    server: Server
    game: str
    pages: tuple[Page, Page]


TABLES = 4
"""One for each test."""
Tables = Iterator[tuple[str, list[str]]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Tables]]:
    """A server, and the tables that are on it: to start one for each test takes as long as the test."""
    folder = tmp_path_factory.mktemp("company")
    tables = [table_for(folder, "Ada", "Ben", clock=CLOCKS["days"]) for _ in range(TABLES)]
    server = Server(folder)
    yield server, iter(tables)
    server.kill()


@pytest.fixture
def company(site: tuple[Server, Tables], opening: Opening) -> Company:
    server, tables = site
    game, tokens = next(tables)
    opened: list[Page] = []
    for token, locale in zip(tokens, ("en-GB", "pl-PL"), strict=True):
        context = opening(locale=locale)
        context.add_cookies([{"name": GUEST_COOKIE, "value": token, "url": server.address}])
        opened.append(context.new_page())
        opened[-1].goto(f"{server.address}/table/{game}")
        expect(opened[-1].locator(".player").first).to_be_visible()
    return Company(server, game, (opened[0], opened[1]))


@pytest.fixture
def pages(company: Company) -> tuple[Page, Page]:
    return company.pages


def offer(page: Page, what: str) -> None:
    page.locator("#settings-button").click()
    page.locator(f"[data-offer={what}]").click()


def answer(page: Page, how: str) -> None:
    page.locator(f"[data-answer={how}]").click()


def sign(page: Page) -> Locator:
    return page.locator('link[rel="icon"]')


def test_a_tab_says_that_ones_consent_is_asked_for_until_it_is_answered(pages: tuple[Page, Page]) -> None:
    ada, ben = pages
    until(lambda: len({sign(page).get_attribute("href") for page in pages}) == 2)  # one of them is to act
    titles = [page.title() for page in pages]
    signs = [sign(page).get_attribute("href") for page in pages]
    for asking, asked, words, taking_back in (
        (ada, ben, "Prośba o twoją zgodę", False),
        (ben, ada, "Your consent is asked for", True),
    ):
        mine, yours = pages.index(asking), pages.index(asked)
        offer(asking, "draw")
        expect(asked).to_have_title(f"• {words} · Chu Han · Tianxia")
        expect(sign(asked)).to_have_attribute("href", re.compile("/icon-turn.svg$"))
        expect(asking.locator(".offered")).to_be_visible()
        expect(asking).to_have_title(titles[mine])
        answer(asking if taking_back else asked, "withdraw" if taking_back else "decline")
        for page in (asked, asking):
            expect(page.locator(".offered")).to_have_count(0)
        expect(asked).to_have_title(titles[yours])
        expect(sign(asked)).to_have_attribute("href", str(signs[yours]))


def test_only_what_became_of_an_offer_is_told(pages: tuple[Page, Page]) -> None:
    ada, ben = pages
    notes = [page.locator(".note") for page in pages]

    def told(*words: str) -> None:
        for page, note, said in zip(pages, notes, words, strict=True):
            expect(note).to_have_text(said)
            expect(page.locator("#live")).to_contain_text(said)
            assert page.locator("#live").inner_text().count(said) == 1, "it is read aloud once"
            note.get_by_role("button").click()

    offer(ada, "draw")
    ben.locator("#settings-button").click()
    ben.locator(".days-off button").click()
    ben.keyboard.press("Escape")
    for page, words in ((ada, "Ben takes a day off."), (ben, "Ben bierze dzień wolny.")):
        expect(page.locator("#log")).to_contain_text(words)
        expect(page.locator(".offered")).to_be_visible()
        expect(page.locator(".note")).to_have_count(0)
    answer(ben, "decline")
    told("Ben does not agree.", "Ben nie zgadza się.")

    offer(ben, "draw")
    answer(ben, "withdraw")
    told("Ben takes the offer back.", "Ben wycofuje propozycję.")

    first, second = sorted(pages, key=lambda page: not page.evaluate(MY_TURN))
    first.locator('.hand-card[data-lit="true"]').last.click(position={"x": 8, "y": 12})
    first.locator(".offers .main").first.click()
    second.locator('.pinned [data-kind="pass"]').click()
    offer(first, "undo")
    answer(second, "agree")
    name = "Ada" if first is ada else "Ben"
    told(f"All agree: {name} takes the last action back.", f"Wszyscy się zgadzają: {name} cofa ostatnią akcję.")


def test_what_another_takes_back_is_told_and_where_to_ask_once_one_has_answered(pages: tuple[Page, Page]) -> None:
    first, second = sorted(pages, key=lambda page: not page.evaluate(MY_TURN))
    english = second is pages[0]

    def lead() -> None:
        first.locator('.hand-card[data-lit="true"]').last.click(position={"x": 8, "y": 12})
        first.locator(".offers .main").first.click()
        second.wait_for_function(MY_TURN)

    lead()
    first.locator('[data-kind="undo"]').click()
    name = "Ben" if english else "Ada"
    expect(second.locator(".note")).to_have_text(
        f"{name} takes the last action back." if english else f"{name} cofa ostatnią akcję."
    )
    expect(second.locator("#live")).to_contain_text(name)
    expect(first.locator(".note")).to_have_count(0)
    lead()
    expect(second.locator(".note")).to_have_count(0)
    second.locator('.pinned [data-kind="pass"]').click()
    first.wait_for_function(MY_TURN)
    first.locator('[data-kind="undo"]').click(force=True)
    expect(first.locator(".note")).to_contain_text(str(first.locator("#settings-button").get_attribute("title")))


def test_of_several_actions_that_are_gone_it_is_told_only_that_the_game_goes_on(company: Company) -> None:
    server, game, pages = company
    first, second = sorted(pages, key=lambda page: not page.evaluate(MY_TURN))
    first.locator('.hand-card[data-lit="true"]').last.click(position={"x": 8, "y": 12})
    first.locator(".offers .main").first.click()
    second.wait_for_function(MY_TURN)
    second.locator('.pinned [data-kind="pass"]').click()
    first.wait_for_function(MY_TURN)
    server.kill()
    with closing(sqlite3.connect(server.folder / FILE)) as database:
        found = database.execute("SELECT row FROM rows WHERE game = ? ORDER BY number", (game,)).fetchall()
    begin = [json.loads(row)["kind"] for (row,) in found].index("action")
    folder, kept = str(server.folder), str(server.folder / "kept")
    with pytest.raises(SystemExit) as end:
        main(["admin", "rewind", game, str(begin - 1), "--keep-in", kept, "--data-dir", folder])
    assert not end.value.code
    server.start()
    words = "The game goes on from an earlier point.", "Gra toczy się dalej od wcześniejszego momentu."
    for page, said in zip(pages, words, strict=True):
        expect(page.locator(".note")).to_have_text(said)
        expect(page.locator("#live")).to_contain_text(said)
