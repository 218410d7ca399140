"""Tokens and bot accounts on the page of an account."""

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.programs import token_in
from tests.server.test_account import Make, begin, make, name, own_site, post, register, site, wrong  # noqa: F401
from tianxia.tables import tokens
from tianxia.tables.rows import Seat
from tianxia.tables.views import called


def told(client: TestClient, token: str) -> Any:
    """What a token is told of its account."""
    return client.get("/api/account", headers={"authorization": f"Bearer {token}"})


def test_a_token_is_made_shown_once_listed_and_revoked(make: Make, name: str) -> None:  # noqa: F811
    client = make()
    register(client, name)
    page = post(client, "/account/token", label="  My\u202e <b>bot\n ", read="1", play="1")
    token = token_in(page.text)
    assert told(make(), token).json() == {
        "id": told(make(), token).json()["id"],
        "name": name,
        "program": False,
        "scopes": ["play", "read"],
    }
    again = client.get("/account").text
    assert token not in again
    assert "<b>My &lt;b&gt;bot</b> · play, read" in again
    (id,) = re.findall(r'name="token" value="(\w+)"', again)
    stranger = make()
    register(stranger, "Not " + name)
    assert post(stranger, "/account/revoke", token=id).status_code == 303
    assert told(make(), token).status_code == 200, "it is not hers"
    assert post(client, "/account/revoke", token=id).headers["location"] == "/account?told=revoke"
    assert told(make(), token).status_code == 401
    assert 'name="token"' not in client.get("/account").text


@pytest.mark.parametrize("form", [{}, {"label": "x"}, {"play": "1"}, {"label": " \u200b", "play": "1"}])
def test_a_token_has_a_name_and_is_good_for_something(make: Make, name: str, form: dict[str, str]) -> None:  # noqa: F811
    client = make()
    register(client, name)
    assert wrong(post(client, "/account/token", **form)) == "Give the token a name, and choose what it is good for."
    assert wrong(post(make(), "/account/token", label="x", play="1")).startswith("You are not logged in")


def test_an_account_has_so_many_tokens_and_no_more(make: Make, name: str) -> None:  # noqa: F811
    client = make()
    register(client, name)
    pages = [post(client, "/account/token", label=f"bot {number}", read="1") for number in range(tokens.MOST + 1)]
    assert [page.status_code for page in pages] == [200] * tokens.MOST + [409]
    assert "as many tokens as it may have" in wrong(pages[-1])


def test_tokens_are_made_from_pages_of_this_site_only(make: Make, name: str) -> None:  # noqa: F811
    client = make()
    register(client, name)
    foreign = {"origin": "https://elsewhere.example"}
    assert client.post("/account/token", data={"label": "x", "play": "1"}, headers=foreign).status_code == 403
    assert 'name="token"' not in client.get("/account").text


def test_an_account_without_games_becomes_a_bot_for_good_and_everybody_reads_it(make: Make, name: str) -> None:  # noqa: F811
    client = make()
    register(client, name)
    assert post(client, "/account/program").headers["location"] == "/account?told=program"
    page = client.get("/account?told=program").text
    assert "This is a bot account now." in page
    assert 'action="/account/program"' not in page
    token = token_in(post(client, "/account/token", label="x", play="1").text)
    assert told(make(), token).json()["program"] is True
    headers = {"authorization": f"Bearer {token}"}
    game = client.post("/api/games", json={"game": "chu-han", "seats": ["me", "easy"]}, headers=headers).json()
    assert game["seats"][0] == {"name": name, "bot": None, "program": True, "own": True}
    exported = client.get(f"/api/games/{game['id']}/export", headers=headers).json()
    assert [seat["program"] for seat in exported["seats"]] == [True, False]
    with client.websocket_connect(f"/table/{game['id']}/socket", headers={"origin": "http://testserver"}) as socket:
        socket.send_json({"type": "hello", "last": 0})
        seats = socket.receive_json()["view"]["seats"]
    assert (seats[0]["name"], seats[0]["bot"], seats[0]["program"]) == (f"{name} (bot)", None, True)
    post(client, "/account/name", name=f"{name} b")
    assert client.get("/api/games", headers=headers).json()["games"][0]["seats"][0]["program"] is True


def test_who_has_games_stays_a_person(make: Make, name: str) -> None:  # noqa: F811
    client = make()
    register(client, name)
    begin(client)
    assert 'action="/account/program"' not in client.get("/account").text
    assert wrong(post(client, "/account/program")).startswith("This account has games")
    assert wrong(post(make(), "/account/program")).startswith("You are not logged in")


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_a_deleted_bot_was_one(lang: str) -> None:
    assert called(Seat("deleted", program=True), lang).endswith("(bot)")
    assert called(Seat("deleted"), lang) in called(Seat("deleted", program=True), lang)
