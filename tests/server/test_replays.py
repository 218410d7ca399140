"""Finished games over HTTP: who gets a replay, what it costs, what goes on from it, what may be brought in."""

import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient, Response

import tianxia
from tianxia.engine import files
from tianxia.server import replays
from tianxia.server.application import app
from tianxia.server.limits import COST, Limits
from tianxia.tables import imports
from tianxia.tables.history import MOST_ROWS
from tianxia.tables.imports import MOST_BYTES
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.registry import Registry
from tianxia.tables.replay import Replay
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Terms, start_of
from tianxia.tables.store import Person

ORIGIN = "http://test"
ENOUGH = Limits(games=1e6, games_at_once=1_000_000, work=1e9, work_at_once=1e9)


@asynccontextmanager
async def site(folder: Path, limits: Limits = ENOUGH) -> AsyncIterator[AsyncClient]:
    """A browser before a server of its own, without a network."""
    application = app(folder, pace=AT_ONCE, workers=0, limits=limits)
    async with application.router.lifespan_context(application):
        transport = ASGITransport(application)
        async with AsyncClient(transport=transport, base_url=ORIGIN, headers={"origin": ORIGIN}) as client:
            client.cookies.set("tianxia_lang", "en")
            client.app = application  # type: ignore[attr-defined]
            yield client


@cache
def record(game: str = "chu-han", steps: int = 10_000) -> bytes:
    """A random game as a record file."""
    chance, match = random.Random(5), tianxia.load(game).new(1)
    while match.to_act and match.step_count < steps:
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
    return files.written(match)


async def bring(client: AsyncClient, text: bytes) -> Response:
    return await client.post("/import", files={"file": ("game.json", text, "application/json")})


async def brought(client: AsyncClient, text: bytes = b"") -> str:
    """The address of a game that was brought in."""
    answer = await bring(client, text or record())
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removesuffix("/replay")


async def position(client: AsyncClient, table: str, **asked: Any) -> Any:
    answer = await client.get(f"{table}/replay/position", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_record_file_becomes_a_game_in_the_list_that_can_be_replayed_and_taken_away(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as client:
            table = await brought(client)
            steps = len(json.loads(record())["steps"])
            listed = (await client.get("/")).text
            assert "1 finished game" in listed
            assert f'href="{table}/replay"' in listed
            page = await client.get(f"{table}/replay")
            assert 'data-replay="0"' in page.text
            first, last = await position(client, table), await position(client, table, at=10**6, seat=1)
            assert (first["place"], first["last"], first["view"]["result"]) == (0, steps, None)
            assert (last["place"], last["after"], last["view"]["viewer"]) == (steps, steps, 1)
            assert last["view"]["result"]
            assert last["view"]["commitment"] == ""  # it was made when the file came: it would prove nothing
            again = files.match_of((await client.get(f"{table}/record")).content, "again", tianxia.load)
            assert again.hash() == files.match_of(record(), "first", tianxia.load).hash()
            assert (await bring(client, (await client.get(f"{table}/record")).content)).status_code == 303

    asyncio.run(test())


def test_the_export_of_a_table_can_be_brought_in_too_and_no_name_comes_with_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as client:
            answer = await client.post("/play", data={"game": "chu-han", "seat": "1", "level": "hard"})
            table = answer.headers["location"]
            assert (await bring(client, (await client.get(f"{table}/export")).content)).status_code == 400
            await client.post(f"{table}/resign")
            told = (await client.get(f"{table}/export")).json()
            told["seats"][0]["name"] = "Somebody famous"
            again = await brought(client, json.dumps(told).encode())
            end = (await position(client, again, at=10**6))["view"]
            assert (end["resigned"], end["result"]) == ([1], [1, 2])
            assert end["seats"][0]["name"] == "Hard bot"
            assert [seat["bot"] for seat in end["seats"]] == ["hard", None]

    asyncio.run(test())


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "step 3": lambda told: told["steps"][2].__setitem__(1, "pass"),
    "leads to another position": lambda told: told["steps"][2].__setitem__(2, "0" * 16),
    "is not over": lambda told: told.update(json.loads(record(steps=9))),
    "no game": lambda told: told.update(game="chess"),
    "began with a written position": lambda told: told.update(start={"position": {}}),
    "goes on from too long a game": lambda told: told.update(
        start={"anew": {"start": {"seed": 1}, "moves": [[0, "pass"]] * (MOST_ROWS + 1), "seat": 0, "seed": 1}}
    ),
    "the start of the game in the file cannot be read": lambda told: told.update(start={"anew": 7}),
    f"more than {MOST_ROWS}": lambda told: told.update(steps=[[0, "pass", ""]] * (MOST_ROWS + 1)),
    "should be a seed": lambda told: told.update(start={"deal": 1}),
    "seed": lambda told: told.update(start={"seed": "one"}),
}


@pytest.mark.parametrize("wrong", CHANGES)
def test_what_is_wrong_with_a_record_file_is_told(wrong: str) -> None:
    told = json.loads(record())
    CHANGES[wrong](told)
    with pytest.raises(tianxia.BadRecord, match=wrong):
        imports.read(json.dumps(told).encode())


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (b"", "not a record file"),
        (b"{" * 100_000, "not a record file"),
        (b'{"start":' * 100_000, "not a record file"),
        (b"\xff\xfe", "not a record file"),
        (b" " * (MOST_BYTES + 1), "larger than 1024 KiB"),
        (b" " * (3 * MOST_BYTES), "larger than 1024 KiB"),
        (b'{"commitment": "x", "game": "chu-han"}', "cannot be read"),
    ],
    ids=["nothing", "torn", "deep", "no text", "large", "far too large", "no export"],
)
def test_a_file_that_is_no_game_is_refused_and_nothing_is_stored(tmp_path: Path, text: bytes, wrong: str) -> None:
    async def test() -> None:
        async with site(tmp_path) as client:
            answer = await bring(client, text)
            assert answer.status_code == 400
            assert wrong in answer.text
            assert "Your games" not in (await client.get("/")).text

    asyncio.run(test())


FIELD = b'--x\r\nContent-Disposition: form-data; name="file"\r\n'


@pytest.mark.parametrize(
    "body",
    [
        b"--x\r\n\r\n" * 120_000,
        b"".join(b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (n, n + 1) for n in range(5000)),
        b"--x\r\n" + b'Content-Disposition: form-data; name="a\\"; *0*=y; ' * 20_000,
        FIELD + b"Content-Transfer-Encoding: base64\r\n\r\n###",
        FIELD,
        b"--y\r\n",
    ],
    ids=["parts", "nested", "head", "coded", "no end", "none"],
)
def test_a_form_of_any_shape_is_read_at_once(body: bytes) -> None:
    """In as many steps as it has parts that are looked at: where one is read letter by letter, everybody waits."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        assert replays.file_in(body, b"x") in (b"", b"###")
    finally:
        sys.setprofile(None)
    assert calls < 100


def test_the_field_of_a_form_is_found_as_browsers_send_it(tmp_path: Path) -> None:
    text = record()
    note = b'------Xy\r\nContent-Disposition: form-data; name="note"\r\n\r\n{}\r\n'
    file = b'------Xy\r\nContent-Type: text/json\r\ncontent-disposition: form-data; filename="\xc5\x82.json"; name="file"\r\n\r\n'

    async def test() -> None:
        async with site(tmp_path) as client:
            body = note + file + text + b"\r\n------Xy--\r\n"
            for kind in (
                "multipart/form-data; boundary=----Xy",
                'Multipart/Form-Data; charset=utf-8; Boundary="----Xy"',
            ):
                answer = await client.post("/import", content=body, headers={"content-type": kind})
                assert answer.status_code == 303, answer.text

    asyncio.run(test())


def test_a_running_game_gives_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as client:
            table = (await client.post("/play", data={"game": "chu-han"})).headers["location"]
            for path in ("/replay", "/replay/position", "/record"):
                assert (await client.get(table + path)).status_code == 409
                assert (await client.get("/table/nothing" + path)).status_code == 404
            sent = {"at": "0", "seat": "0", "level": "easy"}
            assert (await client.post(f"{table}/replay/go-on", data=sent)).status_code == 409

    asyncio.run(test())


def test_where_onlookers_are_not_let_in_only_players_see_the_replay(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as client:
            registry: Registry = client.app.state.registry  # type: ignore[attr-defined]
            eve = Person("eve", "Eve")
            seats = (Seat("Eve", guest="eve"), Seat("normal", bot="normal"))
            for onlookers, status in ((True, 200), (False, 404)):
                table = await registry.create("chu-han", {}, seats, "en", Terms(onlookers=onlookers))
                await registry.resign(table, eve, "en")
                for path in ("replay", "replay/position", "record"):
                    assert (await client.get(f"/table/{table}/{path}")).status_code == status

    asyncio.run(test())


def test_a_game_that_went_on_from_another_one_can_be_brought_in_too() -> None:
    game, chance = tianxia.load("chu-han"), random.Random(5)
    first = files.match_of(record(steps=20), "first", tianxia.load)
    match = game.dealt_anew(first, 1, seed=3)
    while match.to_act:
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
    setup, _, history = imports.brought_in(files.written(match), Person("ada", "Ada"), "en")
    assert history.match.hash() == match.hash()
    replay = Replay(setup, history)
    assert replay.at(0, 1, "en").view.state == first.view(1)["state"]
    past = replay.past(4, 0)
    assert past is not None
    assert game.started(start_of(9, past)).view(0)["state"] == replay.at(4, 0, "en").view.state


def test_a_position_is_what_the_seat_saw_in_the_language_of_the_address(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as client:
            table = await brought(client)
            own, onlooker = await position(client, table, at=5, seat=1), await position(client, table, at=5)
            assert own["view"]["state"]["hand"][0] is None
            assert own["view"]["state"]["hand"][1]
            assert onlooker["view"]["state"]["hand"] == [None, None]
            assert own["view"]["legal"] == []
            assert (await position(client, table, at=5, lang="pl"))["view"]["lang"] == "pl"
            assert 'lang="pl"' in (await client.get(f"{table}/replay?at=5&lang=pl")).text
            for asked in ({"seat": "2"}, {"seat": "9999"}):
                assert (await client.get(f"{table}/replay/position", params=asked)).status_code == 400

    asyncio.run(test())


def test_anybody_plays_on_from_a_position_in_a_seat_against_bots(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as client:
            table = await brought(client)
            then = await position(client, table, at=7, seat=1)
            client.cookies.delete("tianxia_guest")
            sent = {"at": "7", "seat": "1", "level": "easy"}
            answer = await client.post(f"{table}/replay/go-on", data=sent)
            assert answer.status_code == 303
            other = answer.headers["location"]
            assert other != table
            assert "Your games" in (await client.get("/")).text
            await client.post(f"{other}/resign")  # bots may have played since
            now = await position(client, other, at=0, seat=1)
            assert now["view"]["state"] == then["view"]["state"]
            assert now["view"]["past"] == f"{table}/replay?at=7&seat=1"
            assert now["view"]["seats"][0]["bot"] == "easy"
            for wrong in ({"level": "god"}, {"seat": "2"}, {"at": "x"}):
                assert (await client.post(f"{table}/replay/go-on", data={**sent, **wrong})).status_code == 400
            assert (await client.post(f"{table}/replay/go-on", data={**sent, "at": str(10**6)})).status_code == 409
            assert (await client.get(f"{other}/record")).json()["start"]["anew"]["seat"] == 1

    asyncio.run(test())


def test_who_asks_for_too_much_waits_and_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        once = COST["import"] + 20 * COST["page"]
        async with site(tmp_path, Limits(work=0.001, work_at_once=once + COST["replay"], patience=0.01)) as client:
            table = await brought(client)
            await position(client, table)
            answers = [(await client.get(f"{table}/replay/position")).status_code for _ in range(20)]
            assert answers[0] == 200
            assert answers[-1] == 429
        (tmp_path / "another").mkdir()
        async with site(tmp_path / "another", Limits(work=0.001, work_at_once=5 * once, patience=0.01)) as client:
            await brought(client)
            few, many = [await client.post("/import", content=b" " * size) for size in (1024, 1 << 20)]
            assert (few.status_code, many.status_code) == (400, 429), "a large file takes as long as many"

    asyncio.run(test())
