"""Logging in by a provider of OpenID Connect: who comes, who is refused, and what an account without a password can do."""

import base64
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey
from starlette.testclient import TestClient

from tests.server.provider import CLIENT, FOREIGN, KEYS, SECRET, Provider
from tests.server.test_account import FREE, begin, cookies, done, header, log_in, post, register, wrong
from tests.server.test_account import SECRET as PASSWORD
from tianxia.server.application import app
from tianxia.server.registration import Registration
from tianxia.server.visitors import ACCOUNT_COOKIE
from tianxia.tables.opening import FILE
from tianxia.tables.pace import AT_ONCE

Make = Callable[..., TestClient]
COOKIE = "tianxia_errand"


@pytest.fixture
def provider() -> Iterator[Provider]:
    running = Provider()
    yield running
    running.close()


@pytest.fixture
def open_site(provider: Provider, tmp_path: Path) -> Iterator[Make]:
    """Makes a site where people may log in by the provider."""
    with ExitStack() as stack:

        def made(base_url: str = "http://testserver", label: str = "Guild", **settings: Any) -> TestClient:
            openid = Registration(provider.issuer, CLIENT, SECRET, label)
            application = app(tmp_path, pace=AT_ONCE, workers=0, limits=FREE, openid=openid, **settings)
            return stack.enter_context(TestClient(application, base_url, follow_redirects=False))

        yield made


@pytest.fixture
def client(open_site: Make) -> TestClient:
    return open_site()


def another(client: TestClient) -> TestClient:
    """Another browser at the same site."""
    return TestClient(client.app, client.base_url, follow_redirects=False)


def leave(client: TestClient, root: str = "", **form: str) -> str:
    """Presses the button; the address of the provider to which the page goes on."""
    answer = post(client, f"{root}/account/openid", **form)
    assert answer.status_code == 200, answer.text
    address = answer.headers["refresh"].removeprefix("0; url=")
    (linked,) = re.findall(r'class="primary" href="([^"]*)"', answer.text)
    assert unescape(linked) == address
    return str(address)


def come(client: TestClient, provider: Provider, **form: str) -> Response:
    """The whole way: there, and back with a code."""
    return client.get(provider.visited(leave(client, **form)))


def refused(answer: Response, status: int, text: str) -> None:
    assert (answer.status_code, wrong(answer)[: len(text)]) == (status, text)
    assert ACCOUNT_COOKIE not in cookies(answer)


# -- coming and going ---------------------------------------------------------------------------------------------------


def test_the_button_is_there_only_where_a_provider_is_set(client: TestClient, tmp_path: Path) -> None:
    assert "Log in with Guild" in client.get("/account").text
    assert "Zaloguj przez Guild" in client.get("/account", headers={"accept-language": "pl"}).text
    with TestClient(app(tmp_path / "other", pace=AT_ONCE, workers=0), follow_redirects=False) as plain:
        assert "openid" not in plain.get("/account").text
        assert post(plain, "/account/openid").status_code == 404
        assert plain.get("/account/openid?state=x").status_code == 404
        assert plain.get("/account/openid/name").status_code == 404


@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
def test_the_first_log_in_makes_an_account_and_the_next_one_finds_it(
    client: TestClient, provider: Provider, algorithm: str
) -> None:
    provider.algorithm = algorithm
    table = begin(client)
    answer = done(come(client, provider), "/account?told=registered")
    assert {"httponly", "samesite=lax", "path=/"} <= cookies(answer)[ACCOUNT_COOKIE]
    assert set(client.cookies) == {ACCOUNT_COOKIE}
    assert header(client) == "Ada"
    assert table in client.get("/").text, "the guest's games are in it"
    token = client.cookies[ACCOUNT_COOKIE]
    done(post(client, "/account/logout"), "/account?told=logout")
    provider.who["preferred_username"] = "Eve"
    phone = another(client)
    done(come(phone, provider), "/")
    assert header(phone) == "Ada", "known by the subject, whatever it is called there now"
    assert phone.cookies[ACCOUNT_COOKIE] != token
    assert table in phone.get("/").text


def test_what_is_asked_once_is_kept_and_a_new_key_is_found(client: TestClient, provider: Provider) -> None:
    for _ in range(3):
        come(another(client), provider)
    assert provider.asked == {"/.well-known/openid-configuration": 1, "/keys": 1, "/token": 3}
    provider.keys = [RSAKey.generate_key(2048, {"use": "sig"})]
    come(client, provider)
    assert header(client) == "Ada"
    assert provider.asked["/keys"] == 2


def test_keys_are_not_fetched_as_often_as_somebody_likes(client: TestClient, provider: Provider) -> None:
    provider.sign = lambda claims: jwt.encode({"alg": "RS256", "kid": "none"}, claims, FOREIGN)
    for _ in range(8):
        refused(come(client, provider), 403, "Guild has not confirmed who you are.")
    assert provider.asked["/keys"] <= 5


@pytest.mark.parametrize("called", ["Guest 1", "ada@example.org", "x" * 40, None, 7])
def test_who_cannot_be_called_as_there_is_asked(client: TestClient, provider: Provider, called: Any) -> None:
    provider.who["preferred_username"] = called
    done(come(client, provider), "/account/openid/name")
    assert ACCOUNT_COOKIE not in client.cookies
    page = client.get("/account/openid/name").text
    assert "Guild has told us who you are." in page
    assert post(client, "/account/openid/name", name="Bot").status_code == 400
    done(post(client, "/account/openid/name", name="Bea"), "/account?told=registered")
    assert header(client) == "Bea"
    done(post(client, "/account/openid/name", name="Eve"), "/account")
    assert header(client) == "Bea"


def test_a_name_that_is_taken_is_proposed_and_another_chosen(client: TestClient, provider: Provider) -> None:
    register(another(client), "Ada")
    done(come(client, provider), "/account/openid/name")
    assert 'value="Ada"' in client.get("/account/openid/name").text
    answer = post(client, "/account/openid/name", name="ADA")
    assert (answer.status_code, wrong(answer)[:24]) == (409, "That name is taken, or t")
    done(post(client, "/account/openid/name", name="Ada B"), "/account?told=registered")
    assert log_in(another(client), "Ada").status_code == 303, "nobody else's account is touched"


def test_a_nickname_is_taken_where_the_other_is_none(client: TestClient, provider: Provider) -> None:
    provider.who = {"sub": "u-2", "preferred_username": "b@c", "nickname": "Bea", "name": "Beatrix Smith"}
    come(client, provider)
    assert header(client) == "Bea"


# -- accounts that are there --------------------------------------------------------------------------------------------


def test_an_account_is_linked_with_its_password_and_unlinked_with_it(client: TestClient, provider: Provider) -> None:
    register(client, "Bea")
    refused(post(client, "/account/openid"), 403, "This is not your password.")
    before = client.cookies[ACCOUNT_COOKIE]
    done(come(client, provider, password=PASSWORD), "/account?told=linked")
    assert client.cookies[ACCOUNT_COOKIE] != before
    phone = another(client)
    done(come(phone, provider), "/")
    assert header(phone) == "Bea"
    thief = another(client)
    thief.cookies.set(ACCOUNT_COOKIE, before)
    assert header(thief) == "Account", "the session is another one now"
    assert post(phone, "/account/openid/unlink", password="wrong horse").status_code == 403
    done(post(phone, "/account/openid/unlink", password=PASSWORD), "/account?told=unlinked")
    stranger = another(client)
    done(come(stranger, provider), "/account?told=registered")
    assert header(stranger) == "Ada", "somebody new"


def test_an_identity_belongs_to_one_account_and_an_account_has_one_of_a_provider(
    client: TestClient, provider: Provider
) -> None:
    come(another(client), provider)
    register(client, "Bea")
    refused(come(client, provider, password=PASSWORD), 409, "It belongs to another account here")
    provider.who = {"sub": "u-2"}
    done(come(client, provider, password=PASSWORD), "/account?told=linked")
    provider.who = {"sub": "u-3"}
    refused(come(client, provider), 409, "It belongs to another account here, or another one")


def test_an_account_without_a_password_sets_one_and_only_then_is_unlinked(
    client: TestClient, provider: Provider
) -> None:
    come(client, provider)
    assert log_in(another(client), "Ada", "").status_code == 403
    assert log_in(another(client), "Ada").status_code == 403
    answer = post(client, "/account/openid/unlink")
    assert (answer.status_code, wrong(answer)[:20]) == (409, "Set a password first")
    text = client.get("/account").text
    assert 'id="old-password"' not in text
    assert "Set a password" in text
    done(post(client, "/account/password", new=PASSWORD), "/account?told=password")
    done(log_in(another(client), "Ada"), "/")
    assert post(client, "/account/password", new="another horse").status_code == 403, "from now on it is asked for"
    done(post(client, "/account/openid/unlink", password=PASSWORD), "/account?told=unlinked")


def test_what_needs_a_password_needs_a_log_in_of_just_now_where_there_is_none(
    client: TestClient, provider: Provider, tmp_path: Path
) -> None:
    come(client, provider)
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("UPDATE sessions SET created = created - 700")
    for act in ("password", "delete"):
        answer = post(client, f"/account/{act}", new=PASSWORD)
        assert (answer.status_code, wrong(answer)[:32]) == (403, "For this you have to log in anew")
    done(come(client, provider), "/account?told=again")
    assert provider.last["prompt"] == "login"
    done(post(client, "/account/delete"), "/account?told=delete")
    done(come(client, provider), "/account?told=registered")
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        assert database.execute("SELECT count(*) FROM identities").fetchone() == (1,)


def test_somebody_who_is_kept_out_does_not_come_in(client: TestClient, provider: Provider, tmp_path: Path) -> None:
    come(another(client), provider)
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("UPDATE people SET banned = 1")
    refused(come(client, provider), 403, "You cannot play here any more.")


# -- what is refused ----------------------------------------------------------------------------------------------------


def unsigned(claims: dict[str, Any]) -> str:
    parts = [json.dumps(one).encode() for one in ({"alg": "none", "typ": "JWT"}, claims)]
    return ".".join(base64.urlsafe_b64encode(one).rstrip(b"=").decode() for one in parts) + "."


def by_secret(claims: dict[str, Any]) -> str:
    return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(SECRET * 2))


def by_somebody_else(claims: dict[str, Any]) -> str:
    return jwt.encode({"alg": "RS256", "kid": KEYS["RS256"].kid}, claims, FOREIGN)


SPOILT: list[dict[str, Any]] = [
    {"nonce": "another"},
    {"nonce": None},
    {"nonce": None, "nonce_supported": False},
    {"aud": "another"},
    {"aud": ["another"]},
    {"aud": "another", "azp": CLIENT},
    {"aud": None},
    {"aud": [CLIENT, "another"]},
    {"azp": "another"},
    {"iss": "https://evil.example"},
    {"iss": None},
    {"exp": 1_000_000_000},
    {"exp": None},
    {"iat": 4_000_000_000},
    {"sub": None},
    {"sub": ""},
    {"sub": 7},
    {"sub": "x" * 256},
    {"at_hash": "AAAA"},
]


def test_a_token_that_is_not_for_this_log_in_is_refused(client: TestClient, provider: Provider) -> None:
    for spoil in SPOILT:
        provider.spoil = spoil
        answer = come(client, provider)
        assert (answer.status_code, ACCOUNT_COOKIE in cookies(answer)) == (403, False), spoil
        assert wrong(answer).startswith("Guild has not confirmed who you are.")
    provider.spoil = {}
    done(come(client, provider), "/account?told=registered")


def test_a_token_that_the_provider_has_not_signed_is_refused(client: TestClient, provider: Provider) -> None:
    provider.told = {"id_token_signing_alg_values_supported": ["none", "HS256", "RS256", "ES256"]}
    for sign in (unsigned, by_secret, by_somebody_else, lambda claims: "a.b.c", lambda claims: ""):
        provider.sign = sign
        refused(come(client, provider), 403, "Guild has not confirmed who you are.")


def test_an_answer_is_taken_once_and_only_in_the_browser_that_asked(client: TestClient, provider: Provider) -> None:
    kept = leave(client), client.cookies[COOKIE]
    back = provider.visited(kept[0])
    refused(another(client).get(back), 400, "This log-in has taken too long")
    victim = another(client)
    leave(victim)
    refused(victim.get(back), 400, "This log-in has taken too long")
    done(client.get(back), "/account?told=registered")
    post(client, "/account/logout")
    client.cookies.set(COOKIE, kept[1])
    refused(client.get(provider.visited(kept[0])), 400, "This log-in has taken too long")
    for query in ("", "?state=", "?code=x", "?state=%C5%82&code=x"):
        refused(client.get("/account/openid" + query), 400, "This log-in has taken too long")


def test_an_answer_that_comes_too_late_is_refused(client: TestClient, provider: Provider, tmp_path: Path) -> None:
    back = provider.visited(leave(client))
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("UPDATE errands SET created = created - 700")
    refused(client.get(back), 400, "This log-in has taken too long")
    leave(client)
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        assert database.execute("SELECT count(*) FROM errands").fetchone() == (1,), "that is forgotten"


def test_a_code_of_another_log_in_is_refused(client: TestClient, provider: Provider) -> None:
    """The attacker's code, with the victim's own state."""
    stolen = provider.visited(leave(another(client))).partition("code=")[2].partition("&")[0]
    refused(client.get(provider.visited(leave(client), code=stolen)), 403, "Guild has not confirmed who you are.")


def test_an_answer_to_a_link_needs_the_account_that_asked_for_it(client: TestClient, provider: Provider) -> None:
    register(client, "Bea")
    back = provider.visited(leave(client, password=PASSWORD))
    post(client, "/account/logout")
    refused(client.get(back), 403, "You are not logged in any more.")
    log_in(client, "Bea")
    back = provider.visited(leave(client, password=PASSWORD))
    post(client, "/account/logout")
    register(client, "Eve")
    refused(client.get(back), 400, "This log-in has taken too long")
    post(client, "/account/logout")
    back = provider.visited(leave(client))
    assert client.get(back).headers["location"] == "/account?told=registered"


def test_an_answer_by_another_provider_is_refused(client: TestClient, provider: Provider) -> None:
    refused(client.get(provider.visited(leave(client), iss="https://evil.example")), 403, "Guild has not confirmed")
    assert not provider.asked["/token"], "it did not get the code"
    done(client.get(provider.visited(leave(client), iss=provider.issuer)), "/account?told=registered")


def test_a_provider_that_names_itself_has_to(client: TestClient, provider: Provider) -> None:
    provider.told = {"authorization_response_iss_parameter_supported": True}
    refused(come(client, provider), 403, "Guild has not confirmed")


def test_who_says_no_there_is_told_so_and_no_text_of_another_site_is_shown(
    client: TestClient, provider: Provider
) -> None:
    answer = client.get(provider.visited(leave(client), error="access_denied", error_description="Call 555-0100"))
    refused(answer, 400, "You were not logged in: Guild was not to tell us who you are.")
    assert "555" not in answer.text
    answer = client.get(provider.visited(leave(client), error="server_error"))
    refused(answer, 403, "Guild has not confirmed who you are.")
    assert not provider.asked["/token"]


@pytest.mark.parametrize(
    "told",
    [
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://evil.example/token"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"jwks_uri": "https://a.example:99999/keys"},
        {"jwks_uri": None},
        {"more": "x" * 300_000},
    ],
    ids=["issuer", "endpoint", "script", "port", "keys", "size"],
)
def test_a_provider_that_says_nonsense_of_itself_is_not_gone_to(
    client: TestClient, provider: Provider, told: dict[str, Any]
) -> None:
    provider.told = told
    answer = post(client, "/account/openid")
    refused(answer, 502, "Guild cannot be reached at the moment.")
    assert "refresh" not in answer.headers


def test_without_the_provider_the_rest_goes_on(client: TestClient, provider: Provider) -> None:
    provider.secret = "changed"
    refused(come(client, provider), 403, "Guild has not confirmed who you are.")
    address = provider.visited(leave(client))
    provider.close()
    refused(client.get(address), 502, "Guild cannot be reached at the moment.")
    register(client, "Bea")


@pytest.mark.parametrize("path", ["/account/openid", "/account/openid/unlink", "/account/openid/name"])
def test_no_other_site_begins_a_log_in(client: TestClient, path: str) -> None:
    for headers in (
        {},
        {"origin": "http://evil.example"},
        {"origin": "http://testserver", "sec-fetch-site": "cross-site"},
    ):
        answer = client.post(path, headers=headers)
        assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


# -- where the site lies ------------------------------------------------------------------------------------------------


def test_under_a_path_and_over_tls_the_way_back_is_the_address_that_the_browser_sees(
    open_site: Make, provider: Provider
) -> None:
    client = open_site("https://games.example", root_path="/tianxia")
    client.cookies.set("any", "one")
    address = leave(client, "/tianxia")
    back = provider.visited(address)
    assert provider.last["redirect_uri"] == "https://games.example/tianxia/account/openid"
    answer = done(client.get(back), "/tianxia/account?told=registered")
    assert {"secure", "path=/tianxia/"} <= cookies(answer)[ACCOUNT_COOKIE]


def test_over_tls_the_cookies_are_bound_to_the_host(open_site: Make, provider: Provider) -> None:
    client = open_site("https://games.example")
    answer = post(client, "/account/openid")
    assert {"secure", "httponly", "path=/", "samesite=lax", "max-age=600"} <= cookies(answer)[f"__Host-{COOKIE}"]
    answer = client.get(provider.visited(answer.headers["refresh"].removeprefix("0; url=")))
    assert set(client.cookies) == {f"__Host-{ACCOUNT_COOKIE}"}


def test_no_secret_is_kept_or_logged(
    client: TestClient, provider: Provider, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    address = leave(client)
    state, back = client.cookies[COOKIE], provider.visited(address)
    code = back.partition("code=")[2].partition("&")[0]
    client.get(back)
    logged = "\n".join(line for line in caplog.messages if "testserver" not in line)  # that is this test's browser
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    for secret in (state, code, SECRET, client.cookies[ACCOUNT_COOKIE]):
        assert secret.encode() not in stored
        assert secret not in logged
