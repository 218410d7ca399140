"""Options of a game: asked for on its box, read from the form, shown at the table. A stand-in has some."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import tianxia
from tianxia.engine.options import Option, Value
from tianxia.games import chu_han
from tianxia.server.application import app
from tianxia.server.choices import Wrong, options_of, read
from tianxia.tables import sound
from tianxia.tables.pace import AT_ONCE

ORIGIN = "http://testserver"
DOUBLED = Option("doubled", "Easy", "Every score counts twice from the start.")  # a title that has a translation
OPENED = Option("decree_open", "Decrees", "When decrees may be taken.", ("early_on", "late"), default=1)


def together(given: Mapping[str, Value]) -> dict[str, Value]:
    """Doubled scores bring early decrees with them, and exclude late ones."""
    if given.get("doubled") and given.get("decree_open") == "late":
        raise tianxia.TianxiaError("doubled goes with early decrees only")
    return {"decree_open": "early_on"} if given.get("doubled") else {}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A site whose game has an option that is on or off and one with names."""
    game = replace(chu_han.GAME, option_table=(DOUBLED, OPENED), combine=together)
    monkeypatch.setattr(chu_han, "GAME", game)
    sound._game.cache_clear()  # games that are alike are one for as long as the process lives
    with TestClient(app(tmp_path, pace=AT_ONCE, workers=0), follow_redirects=False) as client:
        yield client
    sound._game.cache_clear()


def begin(client: TestClient, **fields: str) -> dict[str, str]:
    """Begins a game with these values; gives the table's options in words, by name."""
    form = {"game": "chu-han", "seat": "0", **{f"option.{name}": value for name, value in fields.items()}}
    answer = client.post("/play", data=form, headers={"origin": ORIGIN})
    assert answer.status_code == 303, answer.text
    with client.websocket_connect(f"{answer.headers['location']}/socket", headers={"origin": ORIGIN}) as socket:
        socket.send_json({"type": "hello"})
        options = socket.receive_json()["view"]["options"]
    return {name: option["words"] for name, option in options.items()}


def test_who_chooses_nothing_plays_as_usual(tmp_path: Path) -> None:
    with TestClient(app(tmp_path, pace=AT_ONCE, workers=0), follow_redirects=False) as client:
        assert begin(client) == {"events": "no", "campaign": "none"}


def test_the_box_asks_for_each_option_with_title_and_help(client: TestClient) -> None:
    text = client.get("/").text
    form = text.partition('action="/play"')[2].partition("</form>")[0]
    assert "<summary>Seat, level, options</summary>" in form
    assert 'type="checkbox" name="option.doubled" value="on"' in form
    assert "Every score counts twice from the start." in form
    assert re.findall(r'name="option.decree_open" value="(\w+)"( checked)?> ([\w ]+)', form) == [
        ("early_on", "", "early on"),
        ("late", " checked", "late"),
    ]


def test_the_table_shows_what_was_chosen(client: TestClient) -> None:
    assert begin(client) == {"doubled": "no", "decree_open": "late"}
    assert begin(client, decree_open="early_on") == {"doubled": "no", "decree_open": "early on"}


def test_what_is_usual_does_not_count_as_chosen(client: TestClient) -> None:
    assert begin(client, doubled="on", decree_open="late") == {"doubled": "yes", "decree_open": "early on"}


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("option.doubled", "maybe", "Option doubled of chu-han is off or on, not &#39;maybe&#39;"),
        ("option.rng", "7", "There is no option of chu-han &#39;rng&#39;; there are doubled, decree_open"),
    ],
)
def test_a_wrong_option_is_told(client: TestClient, field: str, value: str, what: str) -> None:
    answer = client.post("/play", data={"game": "chu-han", field: value}, headers={"origin": ORIGIN})
    assert answer.status_code == 400
    assert what in answer.text
    assert 'href="/"' in answer.text


def test_a_way_to_play_that_there_is_not_is_told(client: TestClient) -> None:
    answer = client.post("/play", data={"game": "chu-han", "way": "online"}, headers={"origin": ORIGIN})
    assert answer.status_code == 400
    assert "There is no such way to play; leave it out, or write screen." in answer.text


def sent(client: TestClient, game: str, **fields: str) -> str:
    """The box of a game on the page that comes back, its tags without line breaks."""
    form = {"game": game, **{name.replace("_", ".", 1): value for name, value in fields.items()}}
    answer = client.post("/play", data=form, headers={"origin": ORIGIN})
    assert answer.status_code == 400
    return answer.text.partition(f'value="{game}">')[2].partition("</form>")[0]


@pytest.mark.parametrize(
    ("game", "fields", "reason"),
    [
        ("sun-tzu", {"beginner": "on", "events": "on"}, "Beginners play without events and generals [S2.3]"),
        ("huang", {"bandits": "on", "eighteen_kingdoms": "on"}, "The map of Eighteen Kingdoms has no bandits [M1]"),
        ("huang", {"short_game": "on", "players": "3"}, "The short game is for 2 players [H2.2]"),
    ],
)
def test_who_chose_what_excludes_each_other_gets_the_box_back(
    client: TestClient, game: str, fields: dict[str, str], reason: str
) -> None:
    box = sent(client, game, level="hard", seat="1", **{f"option_{name}": value for name, value in fields.items()})
    assert f'role="alert" tabindex="-1" autofocus>{reason}</p>' in box
    assert box.count(" open>") == 1, "what was chosen is in sight"
    checked = set(re.findall(r'name="([\w.]+)" value="(\w+)"[^>]* checked', box))
    chosen = {(f"option.{name}", value) for name, value in fields.items()}
    assert chosen | {("level", "hard"), ("seat", "1")} <= checked


def test_a_first_game_is_that_of_beginners_whatever_was_chosen_before() -> None:
    chosen = {"game": "sun-tzu", "first": "yes", "option.events": "on"}
    assert options_of(tianxia.load("sun-tzu"), chosen, "en") == {"beginner": True}


def test_options_that_exclude_each_other_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    early = replace(OPENED, default=0)
    monkeypatch.setattr(chu_han, "GAME", replace(chu_han.GAME, option_table=(DOUBLED, early), combine=together))
    with pytest.raises(Wrong, match="Doubled goes with early decrees only"):
        read({"game": "chu-han", "option.doubled": "on", "option.decree_open": "late"}, "en")
