"""A guest's own games: the list, what is wrong with one, the export, to resign and to delete."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from httpx import Client

from tests.server.site import Browser, Site, client_of
from tests.server.test_pages import begin, post


@pytest.fixture
def client(shared: Site) -> Iterator[Client]:
    with client_of(shared) as client:
        yield client


def lines(client: Client, lang: str = "en") -> dict[str, str]:
    """The text of each line of the list, by the address of its table."""
    text = client.get("/", headers={"accept-language": lang}).text.partition('<section class="mine"')[2]
    items = re.findall(r"<li>(.*?)</li>", text.partition("</section>")[0], re.DOTALL)
    found = {}
    for item in items:
        (address,) = re.findall(r'class="go-on" href="(/table/[^"/]*)', item)
        found[address] = " ".join(re.sub(r"<[^>]*>", " ", item).split())
    return found


def damage(site: Site, address: str, statement: str) -> None:
    with closing(sqlite3.connect(site.folder / "tianxia.sqlite3")) as database, database:
        assert database.execute(statement, (address.removeprefix("/table/"),)).rowcount


def test_the_list_tells_games_apart(client: Client) -> None:
    ours = begin(client, game="huns", way="screen")
    bots = begin(client, game="chu-han", seat="0")
    told = lines(client)
    assert list(told) == [bots, ours]
    assert re.fullmatch(
        r"Chu Han against Normal bot Go on → Hand 1: (your turn|waiting for Normal bot)"
        r" Points: you: 0 , : Normal bot: 1 begun \d+ \w+ 20\d\d, \d\d:\d\d Details Resign Delete",
        told[bots].replace("Go on", "Go on →"),
    )
    assert re.search(r"Round 1: \w+ to play begun ", told[ours])
    assert "Starcie 1: twój ruch" in lines(client, "pl")[bots]


def test_sides_at_one_screen_are_called_as_at_the_table_and_have_nothing_to_resign(client: Client) -> None:
    address = begin(client, game="sun-tzu", way="screen")
    told = {lang: lines(client, lang)[address] for lang in ("en", "pl")}
    assert re.fullmatch(
        r"Sun Tzu two at one screen Go on Sun Tzu, King Shao to play Points: Sun Tzu: 0 , : King Shao: 0 begun .* Details Delete",
        told["en"],
    )
    assert re.search(r"Sun Tzu, Król Shao.* Usuń$", told["pl"])
    page = client.get(f"{address}/about").text
    assert f'href="{address}/delete"' in page
    assert f'href="{address}/resign"' not in page


def test_before_the_first_round_a_line_begins_with_whose_turn_it_is(client: Client) -> None:
    address = begin(client, game="sun-tzu", seat="0")
    assert " Go on Your turn " in lines(client)[address]
    assert " Twój ruch " in lines(client, "pl")[address]


def test_the_list_says_when_one_played_last_and_whose_turn_it_is(shared: Site) -> None:
    browser = Browser(shared)
    table = browser.play(seat="0")
    with browser.open(table) as page:
        page.until_asked()
        page.command(page.plain())
        page.hear("ack")
    with client_of(shared, cookies=browser.cookies) as client:
        assert re.search(r"last played \d+ \w+ ago", lines(client)[f"/table/{table}"])


def test_who_resigns_has_lost_and_finds_the_game_among_the_finished_ones(client: Client) -> None:
    address = begin(client, game="huang", seat="0")
    assert f'href="{address}/resign"' in client.get(f"{address}/about").text
    asked = client.get(f"{address}/resign")
    assert "Resign this game" in asked.text
    assert "The game ends at once, and you have lost it" in asked.text
    assert "your turn" in lines(client)[address], "to be asked changes nothing"
    answer = post(client, f"{address}/resign")
    assert (answer.status_code, answer.headers["location"]) == (303, address)
    page = client.get("/").text
    assert "1 finished game" in page
    assert "you resigned" in lines(client)[address]
    for answer in (post(client, f"{address}/resign"), client.get(f"{address}/resign")):
        assert answer.status_code == 409
        assert "There is nothing to resign here" in answer.text
        assert "Resign this game" not in answer.text
    assert f'href="{address}/resign"' not in client.get("/").text
    told = client.get(f"{address}/export").json()
    assert told["rows"][-1]["kind"] == "resigned"
    assert int(told["seed"]) > 0, "once a game is over nothing is left out"


def test_the_page_of_a_game_that_is_played_hears_that_it_was_resigned(shared: Site) -> None:
    browser = Browser(shared)
    table = browser.play(seat="0")
    with browser.open(table) as page:
        page.until_asked()
        assert shared.post(f"/table/{table}/resign", browser.cookies).status == 303
        while not page.view["resigned"]:
            page.hear()
        assert (page.view["result"], page.view["legal"]) == ([2, 1], [])


def test_players_who_have_all_seats_have_nobody_to_resign_to(client: Client) -> None:
    address = begin(client, game="chu-han", way="screen")
    assert "Resign this game" not in client.get(f"{address}/resign").text
    assert post(client, f"{address}/resign").status_code == 409
    assert "finished" not in client.get("/").text


def test_a_deleted_game_is_gone(client: Client) -> None:
    address, other = begin(client), begin(client)
    asked = client.get(f"{address}/delete").text
    assert "The game is deleted for good" in asked
    assert "is not counted in your results" in asked
    assert set(lines(client)) == {address, other}, "to be asked changes nothing"
    assert post(client, f"{address}/delete").headers["location"] == "/"
    assert list(lines(client)) == [other]
    assert client.get(address).status_code == 404
    assert client.get(f"{address}/export").status_code == 404


@pytest.mark.parametrize("what", ["about", "export", "resign", "delete"])
def test_nobody_else_can_do_anything_with_it(client: Client, what: str) -> None:
    address = begin(client)
    mine = dict(client.cookies)
    for cookies in ({}, {"tianxia_guest": "somebody"}):
        client.cookies.clear()
        client.cookies.update(cookies)
        path = f"{address}/{what}"
        assert client.get(path).status_code == 404
        assert what not in ("resign", "delete") or post(client, path).status_code == 404
    begin(client)  # another guest
    assert client.get(f"{address}/about").status_code == 404
    client.cookies.clear()
    client.cookies.update(mine)
    assert address in lines(client)
    assert "finished" not in client.get("/").text


@pytest.mark.parametrize("what", ["resign", "delete"])
def test_no_other_site_can_resign_or_delete(client: Client, what: str) -> None:
    address = begin(client)
    assert client.post(f"{address}/{what}", headers={"origin": "http://evil.example"}).status_code == 403
    assert client.get(f"{address}/{what}").status_code == 200, "it only asks"
    assert address in lines(client)


def test_an_export_holds_nothing_that_its_guest_may_not_know(shared: Site) -> None:
    browser = Browser(shared)
    table = browser.play(seat="0")
    with browser.open(table) as page:
        for _ in range(3):
            if page.until_asked():
                page.command(page.view["legal"][0]["id"])
                page.hear("step")
    with client_of(shared, cookies=browser.cookies) as client:
        answer = client.get(f"/table/{table}/export")
        assert answer.headers["content-disposition"] == f'attachment; filename="tianxia-{table}.json"'
        told = answer.json()
        assert {row["seat"] for row in told["rows"]} == {0}
        assert not {"seed", "salt", "played"} & told.keys()
        assert not any("number" in row for row in told["rows"]), "gaps would count what others chose unseen"
        assert not {"number", "hash", "command", "guest"} & {
            key for row in told["rows"] for key in (*row, *row.get("sitter", {}))
        }
        assert told["rows"][-1]["kind"] == "action"
        assert len(told["commitment"]) == 64


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE games SET game = 'chess' WHERE id = ?", "there is no game &#39;chess&#39;"),
        ("UPDATE games SET options = '[1' WHERE id = ?", "options cannot be read"),
        ("UPDATE seats SET bot = 'god' WHERE game = ? AND seat = 1", "there is no bot &#39;god&#39;"),
        (
            "UPDATE rows SET row = replace(row, 'started', 'danced') WHERE game = ? AND number = 2",
            "row 2 cannot be read",
        ),
    ],
)
def test_a_damaged_game_is_marked_and_leads_to_what_can_be_done(site: Site, statement: str, fault: str) -> None:
    with client_of(site) as client:
        bad, good = begin(client, seat="0"), begin(client, seat="0")
        damage(site, bad, statement)
        told = lines(client)
        assert "can&#39;t be read" in told[bad]
        assert "your turn" in told[good]
        answer = client.get(bad)
        assert answer.status_code == 500
        assert "does not fit this version" in answer.text
        assert fault in answer.text
        assert f'href="{bad}/export"' in answer.text
        assert client.get(f"{bad}/export").json()["id"] == bad.removeprefix("/table/")
        assert client.get("/health").status_code == 200
        mine = dict(client.cookies)
        client.cookies.clear()
        assert f"{bad}/export" not in client.get(bad).text, "only its guest can do something with it"
        client.cookies.update(mine)
        assert post(client, f"{bad}/delete").status_code == 303
        assert list(lines(client)) == [good]
    assert "Traceback" not in site.errors()


def test_health_counts_the_damaged_games(site: Site) -> None:
    with client_of(site) as client:
        bad = begin(client)
        before = client.get("/health").json()["damaged"]
        damage(site, bad, "UPDATE games SET seed = 'x' WHERE id = ?")
        client.get(bad)
        assert client.get("/health").json()["damaged"] == before + 1
        post(client, f"{bad}/delete")
        assert client.get("/health").json()["damaged"] == before
