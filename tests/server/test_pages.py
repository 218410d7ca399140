"""The pages, asked for as a browser would."""

import json
import re
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Client, Response
from starlette.testclient import TestClient

from tests.server.site import Site, client_of
from tianxia.games.huns import deck
from tianxia.server import rulebook
from tianxia.server.application import STATIC, Static, packed
from tianxia.server.visitors import GUEST_COOKIE


@pytest.fixture
def client(shared: Site) -> Iterator[Client]:
    with client_of(shared) as client:
        yield client


def post(client: Client, path: str, **form: str) -> Response:
    """A form sent by one of our own pages."""
    return client.post(path, data=form, headers={"origin": str(client.base_url).rstrip("/")})


def begin(client: Client, **form: str) -> str:
    answer = post(client, "/play", **{"game": "chu-han", **form})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_the_start_page_shows_the_games_that_can_be_played(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "Chu Han" in page.text
    assert "2 players" in page.text
    assert 'action="/play"' in page.text
    assert "Your games" not in page.text
    assert "set-cookie" not in page.headers


def test_one_click_begins_a_game_and_the_start_page_lists_it(client: Client) -> None:
    table = begin(client)
    assert client.get(table).status_code == 200
    page = client.get("/")
    assert "Your games" in page.text
    assert f'href="{table}"' in page.text


def test_two_at_one_screen_get_a_table_with_both_seats(client: Client) -> None:
    table = begin(client, way="screen")
    assert 'data-seats="0 1"' in client.get(table).text
    page = client.get("/")
    assert f'href="{table}"' in page.text
    assert "two at one screen" in page.text
    client.cookies.clear()
    assert "data-seats" not in client.get(table).text


def test_a_table_with_a_bot_has_no_seats_to_pass_the_screen_between(client: Client) -> None:
    assert "data-seats" not in client.get(begin(client)).text


def test_another_guest_does_not_see_my_games(client: Client) -> None:
    table = begin(client)
    client.cookies.clear()
    assert table not in client.get("/").text


def test_the_guest_cookie_is_hidden_from_scripts_and_from_other_sites(client: Client) -> None:
    answer = post(client, "/play", game="chu-han")
    (cookie,) = [value for value in answer.headers.get_list("set-cookie") if value.startswith(GUEST_COOKIE)]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert len(client.cookies[GUEST_COOKIE]) >= 40
    assert "set-cookie" not in post(client, "/play", game="chu-han").headers


BROWSER = {"accept": "text/html,*/*"}


def test_a_browser_that_keeps_no_cookie_is_told_and_no_game_is_begun(client: Client, shared: Site) -> None:
    headers = {**BROWSER, "origin": shared.origin}
    asked = client.post("/play", data={"game": "chu-han"}, headers=headers)
    assert (asked.status_code, asked.headers["location"]) == (307, "?again=yes")
    kept = client.post("/play?again=yes", data={"game": "chu-han"}, headers=headers)
    assert kept.status_code == 303
    client.cookies.clear()
    before = games(shared)
    refused = client.post("/play?again=yes", data={"game": "chu-han"}, headers=headers)
    assert refused.status_code == 400
    assert "One cookie is needed" in refused.text
    assert "set-cookie" not in refused.headers
    assert games(shared) == before


def games(site: Site) -> int:
    with sqlite3.connect(site.folder / "tianxia.sqlite3") as store:
        return int(store.execute("SELECT count(*) FROM games").fetchone()[0])


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"game": "chess"},
        {"game": "chu-han", "level": "god"},
        {"game": "chu-han", "seat": "2"},
        {"game": "chu-han", "seat": "-1"},
        {"game": "chu-han", "filler": "x" * 5000},
    ],
)
def test_a_wrong_choice_is_told(client: Client, form: dict[str, str]) -> None:
    answer = post(client, "/play", **form)
    assert answer.status_code == 400
    assert 'href="/"' in answer.text


@pytest.mark.parametrize("path", ["/play", "/language"])
@pytest.mark.parametrize("headers", [{}, {"origin": "http://evil.example"}, {"origin": "null"}])
def test_a_post_from_elsewhere_is_refused(client: Client, path: str, headers: dict[str, str]) -> None:
    answer = client.post(path, data={"game": "chu-han", "lang": "pl"}, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_a_name_that_is_not_ours_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"host": "[::"}).status_code == 421
    assert client.get("/", headers={"host": "localhost"}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/table/none", "/none", "/rules/chu-han", "/static/site.css", "/health"])
def test_every_answer_has_the_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_every_page_names_both_licences(client: Client, lang: str) -> None:
    for path in ("/", "/rules/huns", "/nowhere"):
        text = client.get(path, headers={"accept-language": lang}).text
        assert "Apache" in text
        assert "SIL Open Font License 1.1" in text


def test_fonts_may_be_loaded_and_a_browser_that_has_them_is_not_sent_them_again(client: Client) -> None:
    page = client.get("/")
    assert "font-src 'self';" in page.headers["content-security-policy"]
    fonts = re.findall(r'rel="preload" href="([^"]+)" as="font" type="font/woff2" crossorigin', page.text)
    assert fonts == ["/static/fonts/text.woff2", "/static/fonts/print-bold.woff2"]
    for font in fonts:
        answer = client.get(font)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "font/woff2")
        assert answer.headers["cache-control"] == "no-cache"
        assert client.get(font, headers={"if-none-match": answer.headers["etag"]}).status_code == 304


def test_a_script_is_sent_packed_to_who_can_unpack_it_and_only_if_it_is_another_one(client: Client) -> None:
    path, plain = "/static/theme.js", {"accept-encoding": "identity"}
    for _ in range(2):  # the second time it is packed already
        packed, whole = client.get(path), client.get(path, headers=plain)
        assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
        assert "content-encoding" not in whole.headers
        assert packed.content == whole.content == (STATIC / "theme.js").read_bytes()
        assert int(packed.headers["content-length"]) < len(whole.content) == int(whole.headers["content-length"])
        assert packed.headers["content-type"] == whole.headers["content-type"]
        assert client.get(path, headers={"if-none-match": packed.headers["etag"]}).status_code == 304
    assert client.get(path, headers={"range": "bytes=3-9"}).content == whole.content[3:10]


def test_a_file_is_packed_once_until_it_changes(tmp_path: Path) -> None:
    file, client = tmp_path / "a.js", TestClient(Static(directory=tmp_path))  # which packs nothing for it
    for text in ("let first;" * 200, "let second;" * 200):
        file.write_text(text)
        before = packed.cache_info()
        answers = [client.get("/a.js") for _ in range(3)]
        assert {(answer.text, answer.headers["content-encoding"]) for answer in answers} == {(text, "gzip")}
        after = packed.cache_info()
        assert (after.misses - before.misses, after.hits - before.hits) == (1, 2)


@pytest.mark.parametrize("path", ["/", "/rules/chu-han"])
def test_pages_have_no_inline_script_or_style(client: Client, path: str) -> None:
    text = client.get(path).text
    assert all(script.startswith(' src="/static/') for script in re.findall("<script([^>]*)>", text))
    assert "<style" not in text
    assert " style=" not in text
    assert " onclick" not in text


def test_the_table_page_has_the_island_and_all_its_texts(client: Client) -> None:
    table = begin(client)
    text = client.get(table, headers={"accept-language": "pl"}).text
    assert f'data-table="{table.removeprefix("/table/")}" data-game="chu-han" data-lang="pl"' in text
    assert '<script type="module" src="/static/app/chu-han.js"></script>' in text
    assert '<link rel="modulepreload" href="/static/app/frame.js">' in text, "one after the other would take longer"
    texts = text.partition('id="texts">')[2].partition("</script>")[0]
    assert "<" not in texts
    assert '"{count} card": ["{count} karta", "{count} karty", "{count} kart"]' in texts


def test_the_table_page_has_the_texts_of_the_cards_in_its_language(client: Client) -> None:
    table = begin(client, game="huns")
    text = client.get(table, headers={"accept-language": "pl"}).text
    told = text.partition('<script type="application/json" id="glossary">')[2].partition("</script>")[0]
    assert "<" not in told
    glossary = json.loads(told)
    assert len(glossary) == 60
    assert glossary["M02"] == {
        "name": "Kwatermistrz",
        "about": "Najemnik z 5 polami, od 4 graczy",
        "timing": "we własnej turze",
        "effect": "Gdy rabujesz: dodaj do tej partii 1 pasujące dobro z rezerwy w innym kolorze niż kolor rabunku "
        "(ty wybierasz); także do pustego rabunku. Nic, jeśli takiego nie ma.",
    }


def test_a_game_without_cards_to_read_has_no_glossary_in_its_page(client: Client) -> None:
    assert 'id="glossary"' not in client.get(begin(client, game="huang")).text


def test_the_rules_of_a_game_with_cards_tell_each_card(client: Client) -> None:
    text = client.get("/rules/huns").text
    assert '<dt id="E01"><a href="#E01">E01</a></dt>' in text
    assert "<b>Alan Archer</b> (Mercenary with 3 spaces, from 3 players; when you take a die, if you like)." in text
    assert 'id="cards"' not in client.get("/rules/huang").text


def test_an_unknown_table_says_what_to_do(client: Client) -> None:
    answer = client.get("/table/none")
    assert answer.status_code == 404
    assert "There is no such table" in answer.text
    assert 'href="/"' in answer.text


@pytest.mark.parametrize(("path", "status"), [("/none", 404), ("/rules/chess", 404), ("/play", 405)])
def test_a_wrong_address_gets_a_page(client: Client, path: str, status: int) -> None:
    answer = client.get(path, headers={"accept-language": "pl"})
    assert answer.status_code == status
    assert "Na stronę główną" in answer.text


def test_the_language_is_the_browsers_until_one_is_chosen(client: Client) -> None:
    polish = {"accept-language": "pl-PL,pl;q=0.9"}
    assert "Zagraj z botem" in client.get("/", headers=polish).text
    answer = post(client, "/language", lang="en", back="/rules/chu-han")
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules/chu-han")
    assert "Play a bot" in client.get("/", headers=polish).text
    post(client, "/language", lang="pl")
    assert "Zagraj z botem" in client.get("/").text


@pytest.mark.parametrize("back", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:x", ""])
def test_the_language_form_leads_nowhere_else(client: Client, back: str) -> None:
    answer = post(client, "/language", lang="xx", back=back)
    assert answer.headers["location"] == "/"
    assert "set-cookie" not in answer.headers


def test_health_asks_the_store(client: Client) -> None:
    assert client.get("/health").json()["ok"] is True


def test_who_leaves_while_a_form_is_sent_is_no_failure(shared: Site, client: Client) -> None:
    head = (
        f"POST /play HTTP/1.1\r\nHost: 127.0.0.1:{shared.port}\r\nOrigin: {shared.origin}\r\nContent-Length: 50\r\n"
        "Expect: 100-continue\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", shared.port)) as leaving:
        leaving.sendall(head.encode())
        assert leaving.recv(100).startswith(b"HTTP/1.1 100")  # the form is being read
        leaving.sendall(b"game=")
    for _ in range(2):
        assert client.get("/health").status_code == 200  # what came before was dealt with
    assert shared.errors() == ""


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET game = 'chess' WHERE id = :id",
        "UPDATE games SET options = '{\"seasons\":1}' WHERE id = :id",
        "UPDATE games SET options = '[1' WHERE id = :id",
        "UPDATE games SET options = '[1]' WHERE id = :id",
        "UPDATE games SET seed = 'x' WHERE id = :id",
        "DELETE FROM seats WHERE seat = 1 AND game = :id",
        "DELETE FROM rows WHERE number = 0 AND game = :id",
    ],
)
def test_a_game_that_cannot_be_read_is_told_and_hinders_nothing_else(site: Site, damage: str) -> None:
    with client_of(site) as client:
        address = begin(client, seat="0")
        with sqlite3.connect(site.folder / "tianxia.sqlite3") as database:
            assert database.execute(damage, {"id": address.removeprefix("/table/")}).rowcount == 1
        database.close()
        answer = client.get(address)
        assert answer.status_code == 500
        assert "does not fit this version" in answer.text
        for act in ("rematch", "bots"):
            assert "does not fit this version" in post(client, f"{address}/{act}", level="nonsense").text
        assert client.get("/").status_code == 200
        assert client.get(begin(client)).status_code == 200
        assert "Traceback" not in site.errors()


def test_a_game_waits_for_the_deck_that_it_began_with(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    told = json.loads(deck.OURS.read_text("utf-8"))
    (site.folder / "ours.json").write_text(json.dumps(told, indent=2), "utf-8")
    first, last = told["wagons"][0], told["wagons"][-1]
    first["type"], last["type"] = last["type"], first["type"]
    (site.folder / "mine.json").write_text(json.dumps(told), "utf-8")

    def again(file: str) -> None:
        site.stop()
        monkeypatch.setenv("TIANXIA_DECK", str(site.folder / file))
        site.start()

    with client_of(site) as client:
        address = begin(client, game="huns", seat="0")
        for file, status, what in (
            ("mine.json", 409, "began with another map or deck"),
            ("ours.json", 200, "table"),  # the same deck in another file is no other deck
        ):
            again(file)
            answer = client.get(address)
            assert answer.status_code == status
            assert what in answer.text
    monkeypatch.delenv("TIANXIA_DECK")
    assert "Traceback" not in site.errors()


def test_names_are_escaped_where_they_are_shown(client: Client) -> None:
    assert "<b>" not in client.get("/table/<b>x").text


def test_a_rules_text_is_read_by_section_and_number() -> None:
    text = "C1 Goal\nC1.1 First to 31\n  wins.\nC1.1a Not to 30.\n\nC2 Cards\nC2.1 There are 46."
    assert [(s.number, [r.number for r in s.rules]) for s in rulebook.parse(text)] == [
        ("C1", ["C1.1", "C1.1a"]),
        ("C2", ["C2.1"]),
    ]
    with pytest.raises(ValueError, match="begins with a section"):
        rulebook.parse("some words")


def test_numbers_of_rules_are_found_with_their_letters() -> None:
    assert rulebook.NUMBER.findall("see C4, C4.1 and C4.1a.") == ["C4", "C4.1", "C4.1a"]
    assert rulebook.NUMBER.findall("see N4.2.1, and N4.2.") == ["N4.2.1", "N4.2"]
