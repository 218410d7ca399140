"""Tables with others over HTTP: the form, the waiting room, the invitation, the lobby, the rematch, and what is refused."""

import html
import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from httpx import Client, Response

from tests.server.site import UNLIMITED, Site, client_of
from tests.server.test_pages import post
from tests.waiting import until
from tianxia.server import invitation

FREE = {**UNLIMITED, "entries": 1e6, "entries_at_once": 1_000_000, "sockets": 8}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"), limits=FREE)
    yield running
    assert running.errors() == ""
    running.stop()


@pytest.fixture
def clients(site: Site) -> Iterator[list[Client]]:
    """The browsers of Ada, Ben and Cyd."""
    with ExitStack() as stack:
        yield [stack.enter_context(client_of(site, verify=False)) for _ in range(3)]


def words(page: Response) -> str:
    """What is read on a page."""
    main = page.text.partition("<main")[2].partition("</main>")[0]
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", main).split()))


def made(client: Client, game: str = "chu-han", name: str = "Ada", **form: str) -> str:
    answer = post(client, "/new", game=game, name=name, **form)
    assert answer.status_code == 303, words(answer)
    return str(answer.headers["location"])


def begun(client: Client, table: str) -> bool:
    return 'id="table"' in client.get(table).text


def test_the_box_leads_to_a_form_with_what_was_chosen_on_it(clients: list[Client]) -> None:
    assert 'formaction="/new"' in clients[0].get("/").text
    page = clients[0].get("/new", params={"game": "huang", "option.players": "3", "option.bandits": "on"}).text
    assert re.search(r'value="3" checked', page)
    assert re.search(r'name="option.bandits" value="on"[^>]* checked', page)
    assert 'href="/new?game=huns"' in clients[0].get("/new").text


def test_who_has_the_link_sees_the_table_chooses_a_name_and_the_game_begins(site: Site, clients: list[Client]) -> None:
    ada, ben, cyd = clients
    table = made(ada, "huang", order="fixed", **{"option.players": "3", "seat.1": "easy", "option.bandits": "on"})
    host = ada.get(table)
    assert "Ada Tiger · you" in words(host)
    assert "1 more player, and the game begins." in words(host)
    assert f'value="{site.origin}{table}"' in host.text
    assert "This address works on this machine only." in words(host)
    assert invitation.drawn(f"http://192.0.2.7{table}") in ada.get(table, headers={"host": "192.0.2.7"}).text
    assert not re.search(r"\sstyle=|<script>|<style", host.text)

    page = ben.get(table)
    assert "set-cookie" not in page.headers
    assert "Ada invites you to play" in words(page)
    assert "Bandits yes" in words(page)
    assert "<title>2/3 · Huang" in page.text
    bad = post(ben, f"{table}/join", name="Bot", seat="2")
    assert (bad.status_code, 'value="Bot"' in bad.text) == (400, True)
    assert "choose another name" in words(bad)
    assert post(ben, f"{table}/join", name="Ben", seat="2").headers["location"] == table
    assert all(begun(client, table) for client in (ada, ben, cyd))
    late = post(cyd, f"{table}/join", name="Cyd")
    assert (late.status_code, f'href="{table}"' in late.text) == (409, True)
    assert "This game has begun already." in words(late)


def test_guests_who_write_no_name_get_a_number_and_may_be_called_otherwise_when_they_sit_down(
    clients: list[Client],
) -> None:
    ada, ben, _ = clients
    table = made(ada, "huns", "", **{"option.players": "3"})
    assert re.search(r"Guest \d+ you", words(ada.get(table)))
    assert 'name="name" value=""' in ada.get("/new?game=huns").text
    post(ben, f"{table}/join", name="")
    assert re.search(r"Guest \d+ host Guest \d+", words(ada.get(table))) is None
    again = made(ada, "huns", "Ada")
    assert "Ada you" in words(ada.get(again))
    assert "Ada you" in words(ada.get(table))
    assert 'name="name" value="Ada"' in ada.get("/new?game=huns").text


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"seat.0": "person"}, "Choose one seat for yourself"),
        ({"seat.0": "me", "seat.1": "me"}, "Choose one seat for yourself"),
        ({"seat.1": "screen"}, "the seats are not drawn"),
        ({"option.bandits": "maybe"}, "maybe"),
        ({"name": "nor​mal"}, "A name is of letters"),
    ],
)
def test_a_wrong_form_comes_back_as_it_was_filled_in(clients: list[Client], form: dict[str, str], told: str) -> None:
    sent = {
        "game": "huang",
        "name": "Ada",
        "open": "public",
        "option.players": "4",
        "seat.2": "hard",
        "clock": "day",
        **form,
    }
    answer = post(clients[0], "/new", **sent)
    assert answer.status_code == 400
    assert told in words(answer)
    page = answer.text
    assert re.search(r'name="open" value="public" checked', page)
    assert re.search(r'name="clock" value="day" checked', page)
    assert re.search(r'name="seat.2">.*?value="hard" selected', page, re.DOTALL)
    assert re.search(r'name="option.players" value="4" checked', page)
    assert f'name="name" value="{sent["name"]}"' in page


@pytest.mark.parametrize(
    "form",
    [{"game": "go"}, {"seat.1": "queen"}, {"order": "age"}, {"open": "never"}, {"clock": "noon"}, {"watch": "all"}],
)
def test_what_is_no_choice_at_all_is_refused(clients: list[Client], form: dict[str, str]) -> None:
    assert post(clients[0], "/new", **{"game": "chu-han", **form}).status_code == 400


def test_a_screen_may_be_shared_at_a_table_with_others(clients: list[Client]) -> None:
    ada, ben, _ = clients
    table = made(ada, "huang", order="fixed", **{"option.players": "3", "seat.1": "screen"})
    assert "Tiger you" in words(ada.get(table))
    assert "Rabbit you" in words(ada.get(table))
    post(ben, f"{table}/join", name="Ben")
    assert re.search(r'data-seats="(0 1|1 0)"', ada.get(table).text)
    assert "data-seats" not in ben.get(table).text


def test_who_may_not_do_something_at_a_table_cannot(site: Site, clients: list[Client]) -> None:
    ada, ben, cyd = clients
    table = made(ada, "huang", order="fixed", **{"option.players": "4"})
    before = words(cyd.get(table))
    assert post(cyd, f"{table}/leave").status_code == 409
    for client in (cyd, ben):
        for act in ("bots", "clear", "close"):
            answer = post(client, f"{table}/{act}", seat="1")
            assert (answer.status_code, "Only who made this table" in words(answer)) == (403, True)
    post(ben, f"{table}/join", name="Ben", seat="1")
    assert post(ben, f"{table}/close").status_code == 403
    assert post(ada, f"{table}/join", seat="2").status_code == 409  # sits there already
    for seat in ("1", "0", "7", "-1", "99999999999999999999", "x"):
        answer = post(cyd, f"{table}/join", name="Cyd", seat=seat)
        assert (answer.status_code, "This seat is not free." in words(answer)) == (409, True)
        assert 'name="name" value="Cyd"' in answer.text
    for seat in ("0", "3", "7", "x", ""):
        assert "Nobody else sits in this seat." in words(post(ada, f"{table}/clear", seat=seat))
    assert post(ada, f"{table}/bots", level="godlike").status_code == 400
    assert post(ada, f"{table}/dance").status_code == 404
    for act in ("join", "leave", "bots", "clear", "close", "rematch"):
        assert cyd.post(f"{table}/{act}", data={"seat": "2"}).status_code == 403  # no page of ours sent it
        assert site.post(f"/table/nowhere/{act}", {}).status in (403, 404, 409)
    after = before.replace("free seat Rabbit Sit here", "Ben Rabbit · away").replace("3 more", "2 more")
    assert words(cyd.get(table)) == after
    assert post(ada, f"{table}/clear", seat="1").status_code == 303
    assert words(cyd.get(table)) == before


def test_the_host_may_fill_the_table_with_bots_or_close_it(clients: list[Client]) -> None:
    ada, ben, _ = clients
    table = made(ada, "huang", **{"option.players": "4"})
    post(ada, f"{table}/bots", seat="1", level="hard")
    assert "Hard bot" in words(ada.get(table))
    assert not begun(ada, table)
    post(ada, f"{table}/bots", level="easy")
    assert begun(ada, table)
    assert post(ada, f"{table}/close").status_code == 409
    table = made(ada)
    assert post(ada, f"{table}/close").headers["location"] == "/"
    for answer in (ben.get(table), post(ben, f"{table}/join", name="Ben"), post(ada, f"{table}/close")):
        assert answer.status_code in (404, 409)
        assert "There is no such table" in words(answer)


def test_a_list_of_own_games_leads_to_the_waiting_room(clients: list[Client]) -> None:
    table = made(clients[0])
    assert "Chu Han Go on Waiting for players" in words(clients[0].get("/"))
    assert clients[0].get(f"{table}/about").headers["location"] == table


def long_gone(site: Site, table: str) -> None:
    """As if the page of who waits there had been closed for long."""
    with closing(sqlite3.connect(site.folder / "tianxia.sqlite3", timeout=60)) as database, database:
        database.execute("UPDATE games SET played = played - 100 WHERE id = ?", (table.removeprefix("/table/"),))


def test_the_lobby_shows_public_tables_and_games_and_no_others(site: Site, clients: list[Client]) -> None:
    ada, ben, cyd = clients
    secret, table = made(ada), made(ada, "huns", open="public", **{"option.players": "2"})
    other = made(ada, "huang", open="public", **{"option.players": "2"})
    assert f'href="{table}"' in cyd.get("/").text
    for query, found in {
        "": {table, other},
        "?game=huns": {table},
        "?players=2": {table, other},
        "?players=4": set(),
        "?game=go&players=x": set(),
    }.items():
        page = cyd.get(f"/lobby{query}").text
        assert {one for one in (secret, table, other) if f'href="{one}"' in page} == found
    assert "1 of 2 seats is free" in words(cyd.get("/lobby?game=huns"))
    long_gone(site, other)
    assert f'href="{other}"' not in cyd.get("/lobby").text
    post(ben, f"{table}/join", name="Ben")
    page = cyd.get("/lobby?game=huns")
    assert re.search("Being played 1 Huns Casual · (Ada – Ben|Ben – Ada) Look on Round 1", words(page))
    assert f'href="{table}"' not in cyd.get("/").text
    assert begun(cyd, table)


def line_of(client: Client, table: str) -> str:
    """How the lobby tells of a table or a game."""
    (line,) = re.findall(rf'<a class="go-on" href="{table}".*?</a>', client.get("/lobby").text, re.DOTALL)
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", line).split()))


def test_who_looks_for_a_table_or_a_game_reads_what_is_played_and_how(clients: list[Client]) -> None:
    ada, ben, cyd = clients
    assert "No such table waits at the moment." in words(cyd.get("/lobby?game=sun-tzu&players=2&clock=blitz"))
    plain = made(ada, "huang", open="public", order="fixed", clock="blitz", **{"option.players": "2"})
    other = made(ada, "huang", open="public", order="lot", **{"option.players": "2", "option.bandits": "on"})
    for table, seats, usual in ((plain, "stay as they are here", True), (other, "drawn by lot", False)):
        told = words(cyd.get(table))
        assert f"Seats {seats}" in told
        assert "Found by everybody, in the lobby" in told
        assert ("With the usual options" in told) == usual
        assert "Your table" in line_of(ada, table)
        assert ("Bandits" in line_of(cyd, table)) != usual
        post(ben, f"{table}/join", name="Ben")
        assert "Your table" in line_of(ada, table)
        assert "Look on" in line_of(cyd, table)
        assert ("Bandits" in line_of(cyd, table)) != usual
    assert line_of(cyd, plain).endswith("Blitz · 2 players")
    assert "Found by link only" in words(cyd.get(made(ada)))


def test_the_time_of_a_table_is_chosen_told_looked_for_and_kept_in_a_rematch(site: Site, clients: list[Client]) -> None:
    ada, ben, cyd = clients
    assert "5 minutes each, and 5 seconds more for each turn." in words(ada.get("/new?game=chu-han"))
    quick, slow = (made(ada, order="fixed", open="public", clock=clock) for clock in ("blitz", "day"))
    assert "Time Blitz 5 minutes each" in words(ben.get(quick))
    assert "Time A turn a day 2 days each" in words(ben.get(slow))
    for query, found in {
        "": {quick, slow},
        "?clock=blitz": {quick},
        "?clock=day": {slow},
        "?clock=none": set(),
    }.items():
        page = cyd.get(f"/lobby{query}").text
        assert {one for one in (quick, slow) if f'href="{one}"' in page} == found
    assert re.search("1 of 2 seats is free A turn a day · opened", words(cyd.get("/lobby?clock=day")))
    for table in (quick, slow):
        long_gone(site, table)
    page = cyd.get("/lobby").text
    assert [f'href="{table}"' in page for table in (quick, slow)] == [False, True]
    post(ben, f"{quick}/join", name="Ben")
    post(ada, f"{quick}/resign")
    again = str(post(ada, f"{quick}/rematch").headers["location"])
    assert "Time Blitz" in words(ben.get(again))


def heard(client: Client, path: str, count: str) -> tuple[int, str]:
    """The status of a page's news, and the first event since a count."""
    with client.stream("GET", path, params={"last": count}) as answer:
        told = (line.removeprefix("data: ") for line in answer.iter_lines() if line.startswith("data"))
        return answer.status_code, next(told, "")


def count_of(page: Response) -> str:
    return re.findall(r'data-news="[^"]*\?last=(\d+)"', page.text)[0]


def test_pages_hear_that_something_has_changed_and_nothing_else(site: Site, clients: list[Client]) -> None:
    ada, ben, cyd = clients
    table = made(ada, "huang", open="public", **{"option.players": "3"})
    lobby, room = cyd.get("/lobby"), cyd.get(table)
    post(ben, f"{table}/join", name="Ben")
    assert heard(cyd, f"{table}/news", count_of(room)) == (200, "changed")
    assert heard(cyd, "/lobby/news", count_of(lobby)) == (200, "changed")
    assert heard(cyd, f"{table}/news", "no number") == (200, "changed")
    assert cyd.get("/table/nowhere/news").status_code == 204
    until(lambda: "Ada host · away" in words(cyd.get(table)))
    with ada.stream("GET", f"{table}/news", params={"last": "-1"}):
        until(lambda: "Ada host" in words(cyd.get(table)) and "host · away" not in words(cyd.get(table)))
        with ExitStack() as stack:
            open_ones = [
                stack.enter_context(ben.stream("GET", "/lobby/news", params={"last": count_of(ben.get("/lobby"))}))
                for _ in range(9)
            ]
            assert [one.status_code for one in open_ones] == [200] * 7 + [503] * 2
    until(lambda: "Ada host · away" in words(cyd.get(table)))


def test_who_only_looks_on_hears_that_a_closed_game_begins_and_never_that_it_is_over(clients: list[Client]) -> None:
    ada, ben, cyd = clients
    table = made(ada, order="fixed", open="link", watch="nobody")
    before = count_of(ben.get(table))
    post(ben, f"{table}/join", name="Ben")
    running = [heard(cyd, f"{table}/news", last) for last in (before, "1", "99")]
    post(ada, f"{table}/resign")
    assert running == [heard(cyd, f"{table}/news", last) for last in (before, "1", "99")] == [(200, "changed")] * 3


def test_who_makes_a_table_says_who_may_look_on(clients: list[Client]) -> None:
    ada, ben, cyd = clients
    tables = {watch: made(ada, order="fixed", watch=watch) for watch in ("at-once", "later", "nobody")}
    told = {watch: words(cyd.get(table)) for watch, table in tables.items()}
    assert [text in told[watch] for watch in tables for text in ("5 minutes behind", "Who may look on Nobody")] == [
        *(False, False), *(True, False), *(False, True)
    ]  # fmt: skip
    for table in tables.values():
        post(ben, f"{table}/join", name="Ben")
    assert [cyd.get(table).status_code for table in tables.values()] == [200, 200, 403]
    assert ben.get(tables["nobody"]).status_code == 200


def test_a_rematch_is_offered_to_those_who_played(clients: list[Client]) -> None:
    ada, ben, cyd = clients
    table = made(ada, order="fixed", open="public")
    post(ben, f"{table}/join", name="Ben")
    assert post(ada, f"{table}/rematch").status_code == 409
    post(ada, f"{table}/resign")
    assert post(cyd, f"{table}/rematch").status_code == 403
    new = str(post(ada, f"{table}/rematch").headers["location"])
    assert "kept for Ben" in words(ada.get(new))
    assert "A rematch, with seats changed" in words(ada.get(new))
    assert "stay as they are" not in words(ada.get(new))
    assert f'href="{new}"' not in cyd.get("/lobby").text  # it is for those two
    assert "Sit down" not in words(cyd.get(new))
    assert "This table is for those who have played together already." in words(cyd.get(new))
    assert post(cyd, f"{new}/join", name="Cyd").status_code == 403
    assert not begun(cyd, new)
    assert post(ben, f"{table}/rematch").headers["location"] == new
    assert begun(ben, new)


def test_in_the_network_of_the_house_others_find_it_and_when_it_is_stopped_no_page_holds_it_up(tmp_path: Path) -> None:
    lan = invitation.lan_address()
    site = Site(tmp_path, lan=bool(lan))
    assert site.process is not None
    assert site.process.stdout is not None
    with closing(site.process.stdout), client_of(site, verify=False) as client:
        if lan:
            found = f"http://{lan}:{site.port}"
            assert site.process.stdout.readline().strip() == f"In your network it is {found}/"
            code = f"\n{invitation.printed(f'{found}/')}"
            assert site.process.stdout.read(len(code)) == code
            table = made(client)
            assert f'value="{found}{table}"' in client.get(table).text
            assert client.get("/", headers={"host": f"{lan}:{site.port}"}).status_code == 200
            assert client.get("/", headers={"host": "evil.example"}).status_code == 421
        with client.stream("GET", "/lobby/news") as answer:
            site.stop()
            assert [line for line in answer.iter_lines() if line.startswith("data")] == ["data: changed"]
    assert site.errors() == ""
