"""Several people at the tables of a real server: chat, offers, and who may look on."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.frames import Frame
from tests.server.company import table_for
from tests.server.site import Browser, Page, Site
from tianxia.server.visitors import GUEST_COOKIE

HTML = '<img src=x onerror="alert(1)">\u202e</script>'


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, dict[str, tuple[str, list[str]]]]]:
    """A server with a table that is open to onlookers, and one that is closed to them."""
    folder = tmp_path_factory.mktemp("company")
    tables = {
        "open": table_for(folder, "Ada", "Ben"),
        "closed": table_for(folder, "Cyd", "Dot", onlookers=False),
    }
    running = Site(folder)
    yield running, tables
    running.stop()
    assert running.errors() == ""


def browser_of(site: Site, token: str = "") -> Browser:
    browser = Browser(site)
    browser.cookies = {GUEST_COOKIE: token} if token else {}
    return browser


def ask(page: Page, **frame: Any) -> Frame:
    """Sends a frame and gives its answer."""
    page.sent += 1
    page.say({"id": f"x{page.sent}", **frame})
    while (answer := page.hear())["type"] not in ("ack", "error"):
        pass
    assert answer["id"] == f"x{page.sent}"
    return answer


def test_what_is_written_comes_as_it_was_written_and_too_much_of_it_is_refused(
    home: tuple[Site, dict[str, tuple[str, list[str]]]],
) -> None:
    site, tables = home
    table, (ada, ben) = tables["open"]
    with browser_of(site, ada).open(table) as one, browser_of(site, ben).open(table) as two:
        first = two.hear("chat")
        assert (first["lines"], first["whole"]) == ([], True)
        assert first["presets"]["hello"] == "Hello!"
        assert ask(one, type="say", text=HTML)["type"] == "ack"
        (line,) = two.hear("chat")["lines"]
        assert line["text"] == HTML.replace("\u202e", "")
        assert (line["seat"], line["own"]) == (0, False)
        codes = [ask(one, type="say", preset="hello").get("code") for _ in range(20)]
        assert codes[0] is None
        assert codes[-1] == "limited"
        assert ask(two, type="report", seat=0, reason="shouts").get("code") == "limited", "one address shares it"


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "say", "text": 1},
        {"type": "say", "text": "x" * 1001},
        {"type": "say", "text": "x", "seat": 0},
        {"type": "hush", "seat": -1, "how": "mute"},
        {"type": "hush", "seat": 1, "how": "kill"},
        {"type": "report"},
        {"type": "offer", "game": "t", "expect": 1, "what": "money"},
        {"type": "answer", "game": "t", "offer": "1", "agree": True},
        {"type": "answer", "game": "t", "offer": 1, "agree": "yes"},
    ],
)
def test_malformed_frames_are_refused_and_the_line_stays(
    home: tuple[Site, dict[str, tuple[str, list[str]]]], frame: Frame
) -> None:
    site, tables = home
    table, (ada, _) = tables["open"]
    with browser_of(site, ada).open(table) as page:
        page.hear("full")
        assert ask(page, **frame)["code"] == "malformed"


def test_an_offer_comes_to_the_other_and_ends_the_game(home: tuple[Site, dict[str, tuple[str, list[str]]]]) -> None:
    site, tables = home
    table, (cyd, dot) = tables["closed"]
    with browser_of(site, cyd).open(table) as one, browser_of(site, dot).open(table) as two:
        one.hear("full"), two.hear("full")
        assert "abandon" in one.view["may_offer"]
        made = ask(one, type="offer", game=table, expect=one.view["number"], what="abandon")
        assert made["type"] == "ack"
        while two.view["offer"] is None:
            two.hear()
        assert two.view["offer"]["asked"]
        number = two.view["offer"]["number"]
        assert ask(two, type="answer", game=table, offer=number, agree=True)["type"] == "ack"
        for page in (one, two):
            while page.view["settled"] != "abandon":
                page.hear()
            assert page.view["result"] is None
            assert page.view["revealed"] is not None


def test_a_closed_table_tells_who_does_not_play_there_so(
    home: tuple[Site, dict[str, tuple[str, list[str]]]], tmp_path: Path
) -> None:
    site, tables = home
    closed, (cyd, _) = tables["closed"]
    _, (ada, _) = tables["open"]
    for token in ("", ada):
        with browser_of(site, token).open(closed) as page:
            told = page.hear()
            assert (told["type"], told["code"]) == ("error", "foreign")
            assert told["reason"] == "This table is closed to onlookers."
    for token, status in (("", 403), (ada, 403), (cyd, 200)):
        assert site.get(f"/table/{closed}", {GUEST_COOKIE: token} if token else {}).status == status
    with browser_of(site).open(tables["open"][0]) as page:
        page.hear("full")
        while page.view["onlookers"] != 1:  # one who went a moment ago is gone soon
            page.hear("step")


def test_whom_somebody_does_not_read_stands_on_the_account_page_and_can_be_read_again(
    home: tuple[Site, dict[str, tuple[str, list[str]]]],
) -> None:
    site, tables = home
    table, (cyd, _) = tables["closed"]
    cookies = {GUEST_COOKIE: cyd}
    with browser_of(site, cyd).open(table) as page:
        assert ask(page, type="hush", seat=1, how="block")["type"] == "ack"
    shown = site.get("/account", cookies).read().decode()
    assert '<b translate="no">Dot</b> · blocked' in shown
    (key,) = re.findall(r'name="person" value="(\w+)"', shown)
    assert site.post("/account/hear", cookies, person="nobody").status == 303
    assert ">Dot</b>" in site.get("/account", cookies).read().decode()
    assert site.post("/account/hear", cookies, person=key).status == 303
    assert ">Dot</b>" not in site.get("/account", cookies).read().decode()
