"""Learn by playing: one click on a box, for whoever is new to a game more plainly than for who knows it."""

import re
from collections.abc import Iterator

import pytest
from httpx import Client

import tianxia
from tests.server.site import Site, client_of
from tests.server.test_pages import post
from tianxia.tables import lessons

BUTTON = re.compile(r'<button class="([\w ]+)" formaction="/guide"')


@pytest.fixture
def client(shared: Site) -> Iterator[Client]:
    with client_of(shared) as client:
        yield client


def test_one_click_begins_the_lesson_of_a_game_on_its_own_deal(client: Client) -> None:
    for game in tianxia.games():
        answer = post(client, "/guide", game=game)
        assert answer.status_code == 303
        address = answer.headers["location"]
        told = client.get(f"{address}/export").text
        assert str(lessons.lesson(game).digest) in told  # type: ignore[union-attr]
        assert address in client.get("/").text


def test_who_has_played_a_game_finds_its_lesson_among_the_other_ways(client: Client) -> None:
    new = BUTTON.findall(client.get("/").text)
    assert new == ["second learn"] * len(tianxia.games())
    post(client, "/guide", game="huns")
    assert sorted(BUTTON.findall(client.get("/").text)) == ["more"] + ["second learn"] * (len(tianxia.games()) - 1)
    assert "guided game" in client.get("/").text


def test_there_is_no_lesson_of_another_game(client: Client) -> None:
    assert post(client, "/guide", game="chess").status_code == 400
    assert post(client, "/guide").status_code == 400
