"""Accounts as a browser sees them: log in, log out, sessions, names, claims."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed

from tests.server.site import UNLIMITED, Browser, Site
from tianxia.server.application import app
from tianxia.server.limits import Limits
from tianxia.server.visitors import ACCOUNT_COOKIE, GUEST_COOKIE
from tianxia.tables.opening import FILE
from tianxia.tables.pace import AT_ONCE

SECRET = "correct horse"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/604.1"

Make = Callable[..., TestClient]
FREE = Limits(
    **{**UNLIMITED, "entries": 1e6, "entries_at_once": 1_000_000, "guesses": 1e6, "guesses_at_once": 1_000_000}
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """An application for all tests that need none of their own; each has another name and another browser."""
    with TestClient(app(tmp_path_factory.mktemp("site"), pace=AT_ONCE, workers=0, limits=FREE)) as running:
        yield running


@pytest.fixture
def make(site: TestClient) -> Make:
    """Makes browsers of one site."""

    def browser(agent: str = FIREFOX, base_url: str = "http://testserver") -> TestClient:
        return TestClient(site.app, base_url, headers={"user-agent": agent}, follow_redirects=False)

    return browser


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Callable[..., TestClient]]:
    """Makes a site with limits, or at a path, of its own."""
    with ExitStack() as stack:

        def made(limits: Limits = FREE, base_url: str = "http://testserver", **settings: Any) -> TestClient:
            application = app(tmp_path, pace=AT_ONCE, workers=0, limits=limits, **settings)
            return stack.enter_context(TestClient(application, base_url, follow_redirects=False))

        yield made


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    """Another one for each test."""
    number = sum(ord(letter) * (place + 1) for place, letter in enumerate(request.node.name))
    return "Ada " + "".join("abcdefghkm"[int(digit)] for digit in str(number))


def post(client: TestClient, path: str, **form: str) -> Response:
    """A form sent by one of our own pages."""
    return client.post(path, data=form, headers={"origin": str(client.base_url).rstrip("/")})


def done(answer: Response, where: str) -> Response:
    assert (answer.status_code, answer.headers["location"]) == (303, where), answer.text
    return answer


def register(client: TestClient, name: str, password: str = SECRET) -> Response:
    return done(post(client, "/account/register", name=name, password=password), "/account?told=registered")


def log_in(client: TestClient, name: str, password: str = SECRET) -> Response:
    return post(client, "/account/login", name=name, password=password)


def begin(client: TestClient, **form: str) -> str:
    answer = post(client, "/play", game="chu-han", **form)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def cookies(answer: Response) -> dict[str, set[str]]:
    """By name what is said of each cookie that is set."""
    found = {}
    for line in answer.headers.get_list("set-cookie"):
        name, *attributes = (part.strip() for part in line.split(";"))
        found[name.partition("=")[0]] = {one.lower() for one in attributes}
    return found


def header(client: TestClient) -> str:
    """What the entry in the header of the start page says."""
    (entry,) = re.findall(r'href="/account".*?<span>(.*?)</span>', client.get("/").text, re.DOTALL)
    return str(entry)


def wrong(answer: Response) -> str:
    (text,) = re.findall(r'<p class="wrong"[^>]*>(.*?)</p>', answer.text)
    return str(text)


# -- coming and going ---------------------------------------------------------------------------------------------------


def test_nothing_is_asked_before_the_first_game(make: Make) -> None:
    client = make()
    page = client.get("/")
    assert "set-cookie" not in page.headers
    assert header(client) == "Account"
    assert client.get(begin(client)).status_code == 200
    assert set(client.cookies) == {GUEST_COOKIE}


def test_a_guest_gets_a_password_and_keeps_its_games_and_its_cookie_is_another(make: Make, name: str) -> None:
    client = make()
    table = begin(client)
    before = client.cookies[GUEST_COOKIE]
    answer = register(client, name)
    assert {"httponly", "samesite=lax", "path=/"} <= cookies(answer)[ACCOUNT_COOKIE]
    assert set(client.cookies) == {ACCOUNT_COOKIE}
    assert header(client) == name
    assert table in client.get("/").text
    assert "You have an account now" in client.get("/account?told=registered").text
    stranger = make()
    for cookie in (GUEST_COOKIE, ACCOUNT_COOKIE):
        stranger.cookies.set(cookie, before)
    assert table not in stranger.get("/").text, "the token from before is worth nothing"


def test_one_logs_out_here_and_in_elsewhere(make: Make, name: str) -> None:
    client, phone = make(), make(SAFARI)
    register(client, name)
    table = begin(client)
    token = client.cookies[ACCOUNT_COOKIE]
    done(post(client, "/account/logout"), "/account?told=logout")
    assert not client.cookies
    assert header(client) == "Account"
    client.cookies.set(ACCOUNT_COOKIE, token)
    assert header(client) == "Account", "the session is gone from the store, not the cookie alone"
    done(log_in(phone, name.upper()), "/")
    assert phone.cookies[ACCOUNT_COOKIE] != token
    assert table in phone.get("/").text
    again = log_in(phone, name)
    assert cookies(again)[ACCOUNT_COOKIE]
    assert phone.get("/account").text.count("Safari, iPhone") == 1, "the token of before ended when another was given"


@pytest.mark.parametrize(
    ("called", "password"), [("", "wrong horse"), ("Nobody at all", SECRET), ("<i>", ""), ("", "")]
)
def test_nobody_is_told_whether_name_or_password_was_wrong(make: Make, name: str, called: str, password: str) -> None:
    client = make()
    register(client, name)
    stranger = make()
    answer = log_in(stranger, called or name, password)
    assert (answer.status_code, wrong(answer)) == (403, "Name and password do not match.")
    assert not stranger.cookies
    assert not password or password not in answer.text
    assert "<i>" not in answer.text.partition('id="login-name"')[2].partition(">")[0]


@pytest.mark.parametrize(
    ("form", "status", "why"),
    [
        ({"password": "seven77"}, 400, "At least 8 letters"),
        ({"password": "x" * 257}, 400, "At least 8 letters"),
        ({"name": "", "password": SECRET}, 400, "24 letters at most"),
        ({"name": "Bot 1", "password": SECRET}, 400, "choose another name"),
        ({"name": "a\u202eb", "password": SECRET}, 400, "U+202E"),
        ({"name": "TAKEN by me", "password": SECRET}, 409, "That name is taken"),
        ({}, 400, "letters"),
    ],
)
def test_what_is_wrong_with_a_registration_is_told_and_nothing_is_made(
    make: Make, name: str, form: dict[str, str], status: int, why: str
) -> None:
    assert post(make(), "/account/register", name="Taken by me", password=SECRET).status_code in (303, 409)
    client = make()
    answer = post(client, "/account/register", **{"name": name, **form})
    assert answer.status_code == status
    assert why in wrong(answer)
    assert not client.cookies
    assert log_in(client, name, form.get("password", "")).status_code == 403
    assert SECRET not in answer.text


def test_the_longest_password_of_the_longest_letters_is_taken(make: Make, name: str) -> None:
    client = make()
    register(client, name, "🐉" * 256)
    done(post(client, "/account/password", password="🐉" * 256, new="🐎" * 256), "/account?told=password")


# -- sessions -----------------------------------------------------------------------------------------------------------


def test_sessions_are_listed_with_their_browser_and_end_one_by_one_or_together(make: Make, name: str) -> None:
    client, phone, other = make(), make(SAFARI), make("")
    register(client, name)
    for browser in (phone, other):
        log_in(browser, name)
    text = client.get("/account").text
    assert re.search(r"<b>Firefox, Linux</b> · this browser<br>", text)
    assert re.search(r"<b>Safari, iPhone</b><br><span class=\"muted\">since \d+ \w+ \d{4}, \d\d:\d\d, last seen ", text)
    assert "<b>a browser</b>" in text
    assert "<b>przeglądarka</b>" in client.get("/account", headers={"accept-language": "pl"}).text
    (session,) = re.findall(r'name="session" value="(\w+)" aria-label="Log out: Safari, iPhone', text)
    assert phone.cookies[ACCOUNT_COOKIE] not in text
    done(post(client, "/account/sessions", session=session), "/account?told=sessions")
    assert [header(one) for one in (client, phone, other)] == [name, "Account", name]
    log_in(phone, name)
    done(post(client, "/account/sessions"), "/account?told=others")
    assert [header(one) for one in (client, phone, other)] == [name, "Account", "Account"]


def test_nobody_ends_the_session_of_another(make: Make, name: str) -> None:
    client, stranger = make(), make()
    register(client, name)
    log_in(make(SAFARI), name)
    register(stranger, name + " x")
    (session,) = re.findall(r'name="session" value="(\w+)"', client.get("/account").text)
    post(stranger, "/account/sessions", session=session)
    assert session in client.get("/account").text


def test_a_new_password_logs_every_other_browser_out_and_needs_the_old_one(make: Make, name: str) -> None:
    client, phone = make(), make(SAFARI)
    register(client, name)
    log_in(phone, name)
    token = client.cookies[ACCOUNT_COOKIE]
    answer = post(client, "/account/password", password="wrong horse", new="battery staple")
    assert (answer.status_code, wrong(answer)) == (403, "This is not your password.")
    assert post(client, "/account/password", password=SECRET, new="short").status_code == 400
    assert header(phone) == name
    done(post(client, "/account/password", password=SECRET, new="battery staple"), "/account?told=password")
    assert client.cookies[ACCOUNT_COOKIE] != token
    assert (header(client), header(phone)) == (name, "Account")
    assert log_in(phone, name).status_code == 403
    done(log_in(phone, name, "battery staple"), "/")


@pytest.mark.parametrize("act", ["password", "sessions", "claim", "delete"])
def test_what_only_an_account_can_do_asks_to_log_in(make: Make, act: str) -> None:
    client = make()
    begin(client)
    answer = post(client, f"/account/{act}", password=SECRET, new="battery staple")
    assert (answer.status_code, wrong(answer)[:27]) == (403, "You are not logged in any m")
    assert 'action="/account/login"' in answer.text


# -- names --------------------------------------------------------------------------------------------------------------


def test_a_guest_is_called_as_it_likes_also_before_its_first_game(make: Make) -> None:
    client = make()
    client.get("/")
    done(post(client, "/account/name", name="  Łucja "), "/account?told=name")
    assert "In this browser you are Łucja." in client.get("/account").text
    done(post(client, "/account/name", name="Zoë"), "/account?told=name")
    assert "In this browser you are Zoë." in client.get("/account").text
    assert header(client) == "Account"
    assert post(client, "/account/name", name="Guest 1").status_code == 400
    other = make()
    done(post(other, "/account/name", name="Zoë"), "/account?told=name")


def test_an_account_is_renamed_and_logs_in_by_the_new_name(make: Make, name: str) -> None:
    client, stranger = make(), make()
    register(client, name)
    new = name + " new"
    done(post(client, "/account/name", name=new), "/account?told=name")
    assert header(client) == new
    assert log_in(stranger, name).status_code == 403
    done(log_in(stranger, new), "/")
    assert post(make(), "/account/name", name=new.lower()).status_code == 409, "a guest is not called like an account"


# -- games --------------------------------------------------------------------------------------------------------------


def test_who_logs_in_where_a_guest_has_games_is_offered_them(make: Make, name: str) -> None:
    register(make(), name)
    client = make()
    tables = [begin(client), begin(client, way="screen")]
    done(log_in(client, name), "/account")
    assert "a guest has 2 games. Take them into your account?" in client.get("/account").text
    assert "gość ma 2 gry" in client.get("/account", headers={"accept-language": "pl"}).text
    assert not any(table in client.get("/").text for table in tables)
    done(post(client, "/account/logout"), "/account?told=logout")
    assert all(table in client.get("/").text for table in tables), "who does not take them finds them again"
    log_in(client, name)
    done(post(client, "/account/claim"), "/account?told=claim")
    assert set(client.cookies) == {ACCOUNT_COOKIE}
    assert all(table in client.get("/").text for table in tables)
    assert "Take them" not in client.get("/account").text
    done(post(client, "/account/claim"), "/account")
    post(client, "/account/logout")
    assert not any(table in client.get("/").text for table in tables)


def test_an_account_is_deleted_with_its_password(make: Make, name: str) -> None:
    client = make()
    register(client, name)
    running, over = begin(client, seat="0"), begin(client, seat="0")
    post(client, f"{over}/resign")
    assert post(client, "/account/delete", password="wrong horse").status_code == 403
    assert header(client) == name
    done(post(client, "/account/delete", password=SECRET), "/account?told=delete")
    assert not client.cookies
    assert log_in(client, name).status_code == 403
    assert client.get(running).status_code == 404
    assert client.get(over).status_code == 200


# -- safety -------------------------------------------------------------------------------------------------------------

ACTS = ("name", "register", "login", "logout", "password", "sessions", "claim", "delete")


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver", "sec-fetch-site": "cross-site"},
        {"origin": "http://testserver", "sec-fetch-site": "same-site"},
    ],
)
def test_no_other_site_sends_a_form_of_an_account(make: Make, name: str, act: str, headers: dict[str, str]) -> None:
    client = make()
    answer = client.post(f"/account/{act}", data={"name": name, "password": SECRET}, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert answer.headers["content-type"].startswith("text/plain")


def test_a_form_is_sent_and_never_fetched(make: Make) -> None:
    assert make().get("/account/logout").status_code == 405
    assert post(make(), "/account/none").status_code == 404


def test_over_tls_the_cookies_are_bound_to_the_host(make: Make, name: str) -> None:
    client = make(base_url="https://testserver")
    table = begin(client)
    assert set(client.cookies) == {f"__Host-{GUEST_COOKIE}"}
    answer = register(client, name)
    assert {"secure", "httponly", "path=/", "samesite=lax"} <= cookies(answer)[f"__Host-{ACCOUNT_COOKIE}"]
    assert not any(one.startswith("domain") for one in cookies(answer)[f"__Host-{ACCOUNT_COOKIE}"])
    assert set(client.cookies) == {f"__Host-{ACCOUNT_COOKIE}"}
    assert table in client.get("/").text
    token = client.cookies[f"__Host-{ACCOUNT_COOKIE}"]
    client.cookies.clear()
    client.cookies.set(ACCOUNT_COOKIE, token)
    client.cookies.set(GUEST_COOKIE, token)
    assert header(client) == "Account", "a neighbour of the site could have set these"


def test_a_guest_of_before_is_known_over_tls_by_the_plain_cookie(make: Make) -> None:
    plain, client = make(), make(base_url="https://testserver")
    table = begin(plain)
    client.cookies.set(GUEST_COOKIE, plain.cookies[GUEST_COOKIE])
    assert table in client.get("/").text


def test_under_a_path_the_cookies_have_that_path_and_the_plain_name(own_site: Make, name: str) -> None:
    client = own_site(base_url="https://testserver", root_path="/tianxia")
    client.cookies.set("any", "one")
    answer = post(client, "/tianxia/account/register", name=name, password=SECRET)
    done(answer, "/tianxia/account?told=registered")
    assert {"secure", "path=/tianxia/"} <= cookies(answer)[ACCOUNT_COOKIE]
    text = client.get("/tianxia/account").text
    assert re.findall(r'(?:action|href)="(/(?!tianxia/)[^"]*)"', text) == []


def test_a_browser_that_keeps_no_cookie_is_told_before_anything_is_made(make: Make, name: str) -> None:
    client = make()
    headers = {"origin": "http://testserver", "accept": "text/html"}
    form = {"name": name, "password": SECRET}
    assert client.post("/account/register", data=form, headers=headers).headers["location"] == "?again=yes"
    client.cookies.clear()
    answer = client.post("/account/register?again=yes", data=form, headers=headers)
    assert (answer.status_code, "One cookie is needed" in answer.text) == (400, True)
    assert log_in(make(), name).status_code == 403


def test_tries_are_counted_by_address_and_by_name(own_site: Make) -> None:
    client = own_site(Limits(entries=1e-6, entries_at_once=6, guesses=1e-6, guesses_at_once=3))
    answers = [log_in(client, called, "wrong horse") for called in ("Ada", "ADA", "a-d-a", "Ada")]
    assert [answer.status_code for answer in answers] == [403, 403, 403, 429]
    assert wrong(answers[-1]).startswith("Too many tries for this name.")
    assert int(answers[-1].headers["retry-after"]) > 0
    other = log_in(client, "Eve", "wrong horse")
    assert other.status_code == 403, "another name"
    assert log_in(client, "Eve", "wrong horse").status_code == 403
    for act in ("register", "name", "login"):
        last = post(client, f"/account/{act}", name="Joe", password=SECRET)
        assert (last.status_code, wrong(last)[:27]) == (429, "Too many tries from this ad")


def test_tokens_and_passwords_are_neither_kept_nor_logged(own_site: Make, tmp_path: Path, caplog: Any) -> None:
    caplog.set_level("DEBUG")
    client = own_site()
    begin(client)
    tokens = [client.cookies[GUEST_COOKIE]]
    register(client, "Ada")
    tokens.append(client.cookies[ACCOUNT_COOKIE])
    log_in(client, "Ada", "wrong horse")
    log_in(client, "Ada")
    tokens.append(client.cookies[ACCOUNT_COOKIE])
    post(client, "/account/password", password=SECRET, new="battery staple")
    tokens.append(client.cookies[ACCOUNT_COOKIE])
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    for secret in (*tokens, SECRET, "battery staple", "wrong horse"):
        assert secret.encode() not in stored
        assert secret not in caplog.text
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        assert "argon2" in database.execute("SELECT password FROM people").fetchone()[0]
        hashes = [token for (token,) in database.execute("SELECT token FROM sessions")]
    assert len(set(tokens)) == 4
    assert all(hash not in caplog.text for hash in hashes)


@pytest.mark.parametrize("path", ["/account", "/account?told=name", "/account?told=%3Cb%3E"])
def test_the_page_has_no_inline_script_and_is_kept_by_no_cache(make: Make, path: str) -> None:
    answer = make().get(path)
    assert answer.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert all(script.startswith(' src="/static/') for script in re.findall("<script([^>]*)>", answer.text))
    assert not re.search(r" style=| onclick|<style|<b>", answer.text)


def test_a_page_at_a_table_is_hung_up_when_its_session_ends(shared: Site) -> None:
    browser = Browser(shared)
    table = browser.play(seat="0")
    with browser.open(table) as page:
        page.until_asked()
        answer = shared.post("/account/register", browser.cookies, name="Hung Up", password=SECRET)
        assert answer.status == 303
        with pytest.raises(ConnectionClosed):
            page.hear("nothing more")
    cookie = next(line for line in answer.headers.get_all("set-cookie") if line.startswith(ACCOUNT_COOKIE))
    browser.cookies[ACCOUNT_COOKIE] = cookie.partition(";")[0].partition("=")[2]
    with browser.open(table) as page:
        page.until_asked()
        assert page.view["viewer"] == 0
        shared.post("/account/logout", browser.cookies)
        with pytest.raises(ConnectionClosed):
            page.hear("nothing more")
    with browser.open(table) as page:
        page.hear("full")
        assert page.view["viewer"] is None
