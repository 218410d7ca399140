"""The start page: who plays, what stands in the list of games, how those against bots ended."""

import re
from collections.abc import Iterator

import pytest
from httpx import Client

from tests.server.site import Site, client_of
from tests.server.test_own_games import lines
from tests.server.test_pages import BROWSER, begin, post


@pytest.fixture
def client(shared: Site) -> Iterator[Client]:
    with client_of(shared) as client:
        yield client


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def part(text: str, begin: str, end: str) -> str:
    """What is said between two tags."""
    return plain(text.partition(begin)[2].partition(end)[0])


def you(client: Client, lang: str = "en") -> str:
    return part(client.get("/", headers={"accept-language": lang}).text, 'class="you"', "</summary>")


# -- the own name -------------------------------------------------------------------------------------------------------


def test_a_guest_chooses_a_name_before_the_first_game_keeps_it_and_changes_it_later(client: Client) -> None:
    assert you(client).endswith("Choose your name")
    assert you(client, "pl").endswith("Wybierz swoją nazwę")
    answer = post(client, "/name", name="  Żaneta ")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert you(client).endswith("You play as Żaneta Change it")
    assert 'value="Żaneta"' in client.get("/").text
    guest = dict(client.cookies)
    address = begin(client, game="sun-tzu", way="")
    assert '"name": "Żaneta"' in client.get(f"{address}/export").text.encode().decode("unicode_escape")
    assert "set-cookie" not in post(client, "/name", name="Ola").headers, "it is the same guest"
    assert dict(client.cookies) == guest
    assert you(client, "pl").endswith("Grasz jako Ola Zmień")
    assert list(lines(client)) == [address]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "A name has 24 letters at most, and one at least."),
        ("x" * 25, "A name has 24 letters at most, and one at least."),
        ("<b>Eve</b>", "A name is of letters and digits; this is none: &lt;"),
        ("Bot", "Bots, guests or sides are called like that: choose another name."),
        ("Аda", "A name is of the letters of one script; this one mixes several."),
    ],
)
def test_a_name_that_nobody_may_have_is_refused_in_place_with_the_reason(
    client: Client, name: str, reason: str
) -> None:
    answer = post(client, "/name", name=name)
    assert answer.status_code == 400
    assert 'id="you" open' in answer.text
    assert reason in answer.text
    assert "<b>Eve" not in answer.text
    assert "set-cookie" not in answer.headers, "nobody is made by that"
    assert you(client).endswith("Choose your name")


def test_a_name_that_an_account_has_is_taken_and_the_account_links_to_its_page(client: Client, shared: Site) -> None:
    assert post(client, "/account/register", name="Ilona", password="a long password").status_code == 303
    shown = client.get("/").text
    assert '<a translate="no" href="/people/Ilona">Ilona</a>' in shown
    assert 'action="/name"' not in shown
    with client_of(shared) as other:
        answer = post(other, "/name", name="ILONA")
        assert answer.status_code == 409
        assert "That name is taken" in answer.text
        assert 'value="ILONA"' in answer.text


def test_a_browser_that_keeps_no_cookie_is_no_new_guest(client: Client, shared: Site) -> None:
    answer = client.post("/name", data={"name": "Ida"}, headers={**BROWSER, "origin": shared.origin})
    assert (answer.status_code, answer.headers["location"]) == (307, "?again=yes")
    assert client.post("/name", data={"name": "Ida"}, headers={"origin": "http://evil.example"}).status_code == 403


# -- the boxes and the list ---------------------------------------------------------------------------------------------


def test_each_box_begins_a_game_with_one_click_invites_and_folds_the_rest(client: Client) -> None:
    boxes = client.get("/").text.split('<article class="box"')[1:]
    assert len(boxes) == 4
    for box in boxes:
        before, fold, folded = box.partition("<details")
        assert fold
        assert "Play a bot" in before
        assert re.search(r"Invite (a friend|friends)", before)
        assert 'type="radio"' not in before
        assert 'name="level"' in folded
        assert '<input type="hidden" name="option.' in folded or 'class="option"' in folded


def test_rivals_are_counted_in_words(client: Client) -> None:
    one = begin(client, game="huns", seat="0")
    several = begin(client, game="huns", seat="0", **{"option.players": "4"})
    told = lines(client, "pl")
    assert " przeciwnik: Bot" in told[one]
    assert " przeciwnicy: 3 boty " in told[several]


def test_points_stand_in_a_line_where_the_rules_make_them_public(client: Client) -> None:
    chu_han, hidden = begin(client, game="chu-han", seat="1"), begin(client, game="huang", seat="0")
    shown = begin(client, game="huang", seat="0", **{"option.open_points": "on", "option.players": "3"})
    told = lines(client, "pl")
    assert "Punkty: ty: 1 , : Bot zwykły: 0 " in told[chu_han]
    assert "Punkty:" not in told[hidden]
    assert "Punkty: ty: 0 , : Bot zwykły 1: 0 , : Bot zwykły 2: 0 " in told[shown]


def test_a_line_tells_how_much_time_is_left_on_a_clock(client: Client, shared: Site) -> None:
    table = post(client, "/new", game="sun-tzu", clock="rapid").headers["location"]
    assert "time left" not in lines(client)[table], "nobody has come"
    with client_of(shared) as other:
        assert post(other, f"{table}/join", name="Bruno").status_code == 303
    assert re.search(r"time left: 15 minutes", lines(client)[table])
    assert re.search(r"pozostały czas: 15 minut", lines(client, "pl")[table])
    page = client.get("/").text
    assert re.search(r'id="turns" aria-live="polite">It is your turn: <a href="/table/\w+">Sun Tzu</a></p>', page)
    for what, told in (("resign", "you have lost it"), ("delete", "Those who play with you keep it")):
        assert told in client.get(f"{table}/{what}").text
    assert "It is not over: to delete it is to resign" in client.get(f"{table}/delete").text
    post(client, f"{table}/resign")
    assert "time left" not in lines(client)[table]
    assert "It is not over" not in client.get(f"{table}/delete").text


# -- results against bots -----------------------------------------------------------------------------------------------


def tally(client: Client, lang: str = "en") -> str:
    return part(client.get("/", headers={"accept-language": lang}).text, '<details id="tally">', "</table>")


def test_games_against_bots_are_counted_by_game_and_level_and_stay_when_they_are_deleted(client: Client) -> None:
    begin(client, seat="0")
    begin(client, way="screen")
    assert tally(client) == ""
    for game, level in (("sun-tzu", "hard"), ("chu-han", "normal"), ("chu-han", "easy"), ("chu-han", "easy")):
        table = begin(client, game=game, level=level, seat="0")
        assert "It counts" not in client.get(f"{table}/resign").text
        post(client, f"{table}/resign")
    expected = "Game Bots Played Won Chu Han easy 2 0 normal 1 0 Sun Tzu hard 1 0"
    assert tally(client) == f"Against bots: 4 games, 0 won {expected}"
    assert tally(client, "pl").startswith("Z botami: 4 gry, 0 wygranych Gra Boty Rozegrane Wygrane Chu Han łatwy 2 0")
    assert "stays in your results" in client.get(f"{table}/delete").text
    post(client, f"{table}/delete")
    assert tally(client).endswith(expected)
    assert post(client, "/account/register", name="Halina", password="a long password").status_code == 303
    assert tally(client).endswith(expected), "an account has what its guest has played"
