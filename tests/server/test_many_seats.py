"""Games for more than two: how many play is asked on the box, and everybody gets a seat. Huang has two to five."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import tianxia
from tianxia.server import boxes
from tianxia.server.application import app
from tianxia.server.choices import Wrong, read
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.store import Person

ORIGIN = "http://testserver"
ADA = Person("ada", "Ada")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(app(tmp_path, pace=AT_ONCE, workers=0), follow_redirects=False) as client:
        yield client


def sat(lang: str = "en", **form: str) -> list[str]:
    """Who sits where after these choices: the guest's name, its sides at one screen, or bots by their level."""
    return [seat.name for seat in read({"game": "huang", **form}, lang).seats(ADA)]


def players(count: int) -> dict[str, str]:
    return {"option.players": str(count)}


def begin(client: TestClient, **form: str) -> str:
    answer = client.post("/play", data={"game": "huang", **form}, headers={"origin": ORIGIN})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def view(client: TestClient, table: str, **query: str) -> dict[str, Any]:
    with client.websocket_connect(f"{table}/socket", headers={"origin": ORIGIN}, params=query) as socket:
        socket.send_json({"type": "hello"})
        return socket.receive_json()["view"]  # type: ignore[no-any-return]


def test_a_page_meets_no_table_that_was_let_go(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are let go as soon as nobody visits them, so it opens the table anew."""
    table = begin(client, way="screen", **players(2))
    monkeypatch.setattr("tianxia.tables.opened.IDLE", 0.0)
    for _ in range(3):
        with client.websocket_connect(f"{table}/socket", headers={"origin": ORIGIN}) as socket:
            socket.send_json({"type": "hello"})
            seen = socket.receive_json()["view"]
            sent = {"game": seen["table"], "expect": seen["number"], "action": seen["legal"][0]["id"]}
            socket.send_json({"type": "command", "id": str(seen["number"]), **sent})
            assert socket.receive_json()["type"] == "ack"


# --- who gets a seat -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_guest_plays_a_bot_at_every_other_seat(count: int) -> None:
    for seat in range(count):
        wanted = ["easy"] * count
        wanted[seat] = "Ada"
        assert sat(level="easy", seat=str(seat), **players(count)) == wanted


def test_a_seat_that_is_drawn_is_one_of_those_that_are_taken() -> None:
    drawn = {sat(**players(3)).index("Ada") for _ in range(100)}
    assert drawn == {0, 1, 2}


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "nobody sits there: choose another seat"), ("pl", "W grze dla 3 graczy")]
)
def test_a_seat_that_nobody_has_is_told(lang: str, said: str) -> None:
    with pytest.raises(Wrong, match=said):
        sat(lang, seat="3", **players(3))


@pytest.mark.parametrize("seat", ["5", "-1", "x", "", "00"])
def test_a_seat_that_the_game_does_not_have_is_told(seat: str) -> None:
    with pytest.raises(Wrong, match="There is no such seat"):
        sat(seat=seat, **players(5))


@pytest.mark.parametrize(("lang", "said"), [("en", "write a number from 2 to 5"), ("pl", "wpisz liczbę od 2 do 5")])
@pytest.mark.parametrize("count", ["1", "6", "", "two", "2.5"])
def test_a_number_that_may_not_be_chosen_is_told(lang: str, said: str, count: str) -> None:
    with pytest.raises(Wrong, match=said):
        sat(lang, **{"option.players": count})


def test_at_one_screen_every_seat_is_called_by_its_side() -> None:
    assert sat(way="screen", **players(4)) == ["Tiger", "Rabbit", "Rat", "Goat"]


def test_bots_may_have_the_last_seats_beside_those_at_one_screen() -> None:
    assert sat(way="screen", bots="2", level="hard", **players(4)) == ["Tiger", "Rabbit", "hard", "hard"]


@pytest.mark.parametrize(("count", "bots"), [(2, "1"), (3, "2"), (5, "4"), (5, "-1"), (5, "x"), (5, "")])
def test_at_least_two_must_be_left_at_one_screen(count: int, bots: str) -> None:
    with pytest.raises(Wrong, match="At least two of you"):
        sat(way="screen", bots=bots, **players(count))


# --- the box ---------------------------------------------------------------------------------------------------------


def form_of(client: TestClient, lang: str = "en") -> str:
    text = client.get("/", headers={"accept-language": lang}).text
    (form,) = (part for part in text.split("<article")[1:] if 'name="game" value="huang"' in part)
    return form


@pytest.mark.parametrize(("lang", "said"), [("en", "2–5 players"), ("pl", "2–5 graczy")])
def test_the_box_says_how_many_can_play(client: TestClient, lang: str, said: str) -> None:
    assert said in form_of(client, lang)
    assert boxes.players_in_words(tianxia.load("chu-han"), lang) in ("2 players", "2 gracze")


def test_the_number_of_players_is_asked_once_and_before_the_seat(client: TestClient) -> None:
    form = form_of(client)
    found = re.findall(r'name="option.players" value="(\d)"( checked)?> (\d)', form)
    assert found == [("2", " checked", "2"), ("3", "", "3"), ("4", "", "4"), ("5", "", "5")]
    assert form.index("option.players") < form.index('name="seat"')
    assert re.findall(r'data-seat="(\d)"', form) == ["0", "1", "2", "3", "4"]


def test_a_number_out_of_many_is_written_into_a_field(client: TestClient) -> None:
    assert 'type="number" name="option.stall_turns" value="100" min="0" max="200"' in form_of(client)
    assert view(client, begin(client, **{"option.stall_turns": "7"}))["options"]["stall_turns"]["value"] == 7


# --- the table -------------------------------------------------------------------------------------------------------


def test_bots_at_a_table_can_be_told_apart(client: TestClient) -> None:
    table = begin(client, seat="1", **players(4))
    names = [seat["name"] for seat in view(client, table)["seats"]]
    assert names[0::2] == ["Normal bot 1", "Normal bot 2"]
    assert names[3] == "Normal bot 3"
    assert view(client, begin(client, seat="1"))["seats"][0]["name"] == "Normal bot"


def test_the_table_tells_how_many_play(client: TestClient) -> None:
    options = view(client, begin(client, **players(3)))["options"]
    assert options["players"] == {"title": options["players"]["title"], "words": "3", "value": 3}


def test_the_screen_is_passed_between_all_who_share_it(client: TestClient) -> None:
    table = begin(client, way="screen", **players(5))
    (seats,) = re.findall('data-seats="([^"]*)"', client.get(table).text)
    assert sorted(seats.split()) == list("01234")
    for seat in range(5):
        own = view(client, table, seat=str(seat))
        assert own["viewer"] == seat
        assert [hand is not None for hand in own["state"]["hand"]] == [other == seat for other in range(5)]


def test_the_screen_is_not_passed_to_a_bot(client: TestClient) -> None:
    table = begin(client, way="screen", bots="1", **players(3))
    (seats,) = re.findall('data-seats="([^"]*)"', client.get(table).text)
    assert sorted(seats.split()) == ["0", "1"]


def listed(client: TestClient, table: str) -> str:
    text = client.get("/").text.partition(f'href="{table}"')[2].partition("</li>")[0]
    return re.sub("<[^>]*>", "", text.partition('class="what">')[2].partition('<span class="go"')[0]).strip()


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"seat": "0"}, "Huang against Normal bot"),
        ({"seat": "0", **players(4)}, "Huang against 3 bots"),
        ({"way": "screen"}, "Huang two at one screen"),
        ({"way": "screen", **players(3)}, "Huang 3 players at one screen"),
        ({"way": "screen", "bots": "1", **players(3)}, "Huang two at one screen, against Normal bot"),
    ],
)
def test_the_start_page_lists_who_plays(client: TestClient, form: dict[str, str], said: str) -> None:
    assert listed(client, begin(client, **form)) == said
