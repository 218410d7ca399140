"""The table socket of a real server."""

import asyncio
import contextlib
import json
from typing import Any

import pytest
import uvicorn
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.site import Browser, Page, Site
from tests.waiting import LONG, soon, take_breath
from tianxia.server.limits import Limits
from tianxia.server.protocols import Config
from tianxia.server.socket import Texts
from tianxia.tables.frames import Pong


def test_the_first_answer_is_the_whole_table(browser: Browser) -> None:
    table = browser.play(seat="0")
    with browser.open(table) as page:
        frame = page.hear()
        assert (frame["type"], frame["number"], frame["view"]["viewer"]) == ("full", 1, 0)
        assert frame["view"]["table"] == table
        assert [seat["bot"] for seat in frame["view"]["seats"]] == [None, "normal"]
        assert all(seat["connected"] for seat in frame["view"]["seats"])
        assert len(frame["view"]["commitment"]) == 64
        assert frame["view"]["revealed"] is None


def test_a_command_is_acknowledged_and_then_shown(browser: Browser) -> None:
    with browser.open(browser.play(seat="0")) as page:
        assert page.until_asked()
        before = page.view["number"]
        id = page.command(page.plain())
        answer = page.hear()
        assert (answer["type"], answer["id"]) == ("ack", id)
        assert answer["number"] == before + 1
        step = page.hear()
        assert step["type"] == "step"
        assert step["number"] >= before + 1
        assert all(event["step"] > before and event["text"] for event in step["events"])


def test_the_same_command_is_answered_again_and_played_once(browser: Browser) -> None:
    table = browser.play(seat="0")
    with browser.open(table) as page:
        assert page.until_asked()
        action, expect = page.plain(), page.view["number"]
        for _ in range(3):
            page.command(action, id="once", expect=expect)
        answers = [page.hear("ack") for _ in range(3)]
        assert answers[0] == answers[1] == answers[2]
    with browser.open(table) as other:
        other.hear("full")
        other.command(action, id="once", expect=expect)
        assert other.hear("ack") == answers[0]


def test_a_command_for_an_older_table_is_stale(browser: Browser) -> None:
    with browser.open(browser.play(seat="0")) as page:
        assert page.until_asked()
        action = page.plain()
        for expect in (0, 7, 2**31):
            id = page.command(action, expect=expect)
            error = page.hear()
            assert (error["type"], error["id"], error["code"]) == ("error", id, "stale")


def test_an_illegal_action_is_refused_with_a_reason_and_changes_nothing(browser: Browser) -> None:
    with browser.open(browser.play(seat="0")) as page:
        assert page.until_asked()
        legal = {action["id"] for action in page.view["legal"]}
        for action in (*[n for n in range(60) if n not in legal][:5], 10**6):
            page.command(action)
            error = page.hear()
            assert (error["type"], error["code"]) == ("error", "illegal")
            assert error["reason"]
            assert legal == {action["id"] for action in page.view["legal"]}


@pytest.mark.parametrize(
    "garbage",
    [
        *("", "{", "[]", "null", "1", '"hello"', "{}", '{"type":"none"}', '{"type":"command"}', "[" * 4000, "\0"),
        '{"type":"command","id":"a","game":"x","expect":"1","action":1}',
        '{"type":"command","id":"a","game":"x","expect":-1,"action":1}',
        '{"type":"command","id":"a","game":"x","expect":1,"action":1e99}',
        '{"type":"command","id":"a","game":"x","expect":1,"action":1,"seat":1}',
        '{"type":"command","id":"","game":"x","expect":1,"action":1}',
        json.dumps({"type": "command", "id": "a" * 65, "game": "x", "expect": 1, "action": 1}),
        json.dumps({"type": "why", "id": "a", "parts": ["x"] * 65}),
        json.dumps({"type": "ping", "filler": "x" * 5000}),
        '{"type":"hello","last":null}',
        json.dumps({"type": "hello", "x" * 3000: 1}),
        b"\xff\xfe",
        b'{"type":"ping"}',
    ],
)
def test_a_malformed_frame_is_answered_and_the_connection_goes_on(browser: Browser, garbage: str | bytes) -> None:
    with browser.open(browser.play(seat="0")) as page:
        page.until_asked()
        page.say(garbage)
        error = page.hear()
        assert (error["type"], error["code"]) == ("error", "malformed")
        assert 0 < len(error["reason"]) <= 400
        page.say({"type": "ping"})
        assert page.hear()["type"] == "pong"


def test_a_frame_of_an_unknown_type_is_told_which_there_are(browser: Browser) -> None:
    with browser.open(browser.play(seat="0")) as page:
        page.until_asked()
        page.say({"type": "none"})
        reason = page.hear("error")["reason"]
        assert "'none'" in reason
        frames = "command, undo, why, hint, look, return, day_off, freely, ping, echo, hello, offer, answer, say, hush, report"
        assert reason.endswith(f"; there are {frames}")


def test_a_malformed_command_is_named_in_the_answer(browser: Browser) -> None:
    with browser.open(browser.play(seat="0")) as page:
        page.until_asked()
        page.command(0, expect="one")
        assert page.hear("error")["id"]


def test_a_command_for_another_table_is_refused(browser: Browser) -> None:
    first, second = browser.play(seat="0"), browser.play(seat="0")
    with browser.open(first) as page:
        page.until_asked()
        page.command(page.view["legal"][0]["id"], game=second)
        assert page.hear("error")["code"] == "malformed"


def test_an_enormous_frame_closes_the_connection_and_only_that(browser: Browser) -> None:
    table = browser.play(seat="0")
    with browser.open(table) as page:
        page.until_asked()
        page.say("x" * 100_000)
        with pytest.raises(ConnectionClosed) as closed:
            page.hear("pong")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    with browser.open(table) as page:
        assert page.until_asked()


def test_a_second_account_looks_on_and_cannot_act(browser: Browser) -> None:
    table = browser.play(seat="0")
    stranger = Browser(browser.site)
    stranger.play()
    for other in (stranger, Browser(browser.site)):
        with browser.open(table) as page, other.open(table) as watching:
            page.until_asked()
            view = watching.hear("full")["view"]
            assert (view["viewer"], view["legal"], view["waiting"], view["can_undo"]) == (None, [], True, False)
            assert view["state"]["hand"] == [None, None]
            action = page.view["legal"][0]["id"]
            watching.view = page.view
            watching.command(action)
            assert watching.hear("error")["code"] == "foreign"
            watching.say({"type": "undo", "id": "u", "game": table, "expect": view["number"]})
            assert watching.hear("error")["code"] == "foreign"


def test_too_many_frames_are_refused_with_a_clear_error(browser: Browser) -> None:
    with browser.open(browser.play(seat="0")) as page:
        page.until_asked()
        for _ in range(200):
            page.say({"type": "ping"})
        answers = [page.hear() for _ in range(200)]
        assert {answer["type"] for answer in answers} == {"pong", "error"}
        assert {answer["code"] for answer in answers if answer["type"] == "error"} == {"limited"}
        take_breath()
        page.say({"type": "ping"})
        assert page.hear()["type"] == "pong"


def test_a_flood_is_cut_off(browser: Browser) -> None:
    with browser.open(browser.play(seat="0")) as page:
        with pytest.raises(ConnectionClosed):
            flood(page)
        assert page.frames[-1]["code"] == "limited"


def flood(page: Page) -> None:
    with contextlib.suppress(ConnectionClosed):
        for _ in range(1000):
            page.say({"type": "ping"})
    while True:
        page.hear()


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_page_from_elsewhere_is_told_so_and_sees_nothing(browser: Browser, origin: str | None) -> None:
    table = browser.play()
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    turned_away(browser, table, "origin", origin=Origin(origin) if origin else None, cookies=cookies)


@pytest.mark.parametrize("table", ["nowhere", "a" * 300])
def test_who_asks_for_an_unknown_table_is_told_so(browser: Browser, table: str) -> None:
    turned_away(browser, table, "gone", origin=Origin(browser.site.origin))


def turned_away(browser: Browser, table: str, code: str, *, origin: Origin | None, cookies: str = "") -> None:
    """One frame with the reason, and the line is closed."""
    address = f"ws://127.0.0.1:{browser.site.port}/table/{table}/socket"
    with connect(address, origin=origin, additional_headers={"Cookie": cookies}, open_timeout=LONG) as line:
        error = json.loads(line.recv(LONG))
        assert (error["type"], error["id"], error["code"]) == ("error", "", code)
        assert error["reason"]
        with pytest.raises(ConnectionClosed):
            line.recv(LONG)


def test_a_page_that_comes_back_gets_what_it_missed(browser: Browser) -> None:
    table = browser.play(seat="0")
    with browser.open(table) as page:
        assert page.until_asked()
        seen = page.view["number"]
        page.command(page.plain())
        page.hear("ack")
        page.hear("step")
    with browser.open(table, last=seen) as back:
        step = back.hear()
        assert step["type"] == "step"
        assert step["events"]
        assert all(event["step"] > seen for event in step["events"])
    with browser.open(table, last=10**6) as back:
        assert back.hear()["type"] == "full"


def test_three_tabs_see_the_same_table_and_one_may_leave(browser: Browser) -> None:
    table = browser.play(seat="0")
    with browser.open(table) as one, browser.open(table) as two:
        with browser.open(table) as three:
            three.until_asked()
        for page in (one, two):
            page.until_asked()
        one.command(one.plain())
        one.hear("ack")
        step = one.hear("step")
        while two.view["number"] < step["number"]:
            two.hear("step")
        assert two.view["state"]["hand"] == one.view["state"]["hand"]
        assert one.view["seats"][0]["connected"]


def test_why_not_is_answered_in_words(browser: Browser) -> None:
    with browser.open(browser.play(seat="0")) as page:
        page.until_asked()
        page.say({"type": "why", "id": "w1", "parts": page.view["legal"][0]["parts"]})
        told = page.hear("why")
        assert (told["id"], "5 decrees are left" in told["reason"]) == ("w1", True)
        page.say({"type": "why", "id": "w2", "parts": ["hand:nothing", "hand:of", "hand:this"]})
        assert page.hear("why")["reason"]


def test_a_button_that_cannot_be_pressed_says_why(browser: Browser) -> None:
    with browser.open(browser.play(seat="0")) as page:
        page.until_asked()
        for kind, reason in {
            "pass": "The leader must play a set [C4.2]",
            "decree": "",
            "castle": "There is no such action; there are decree, ji_bu,",
        }.items():
            page.say({"type": "why", "id": "w", "parts": [], "kind": kind})
            told = page.hear("why")["reason"]
            assert told.startswith(reason)
            assert bool(told) == bool(reason)


def test_four_browsers_open_a_new_table_at_once(shared: Site) -> None:
    browser = Browser(shared)
    tables = [browser.play(seat="0") for _ in range(2)]
    shared_tables = [browser.open(table) for table in tables * 4]
    for page in shared_tables:
        assert page.hear()["view"]["viewer"] == 0
    for page in shared_tables:
        page.close()


def test_a_guest_with_both_seats_names_the_one_that_it_wants_to_see(browser: Browser) -> None:
    table = browser.play(way="screen")
    for seat in (0, 1):
        with browser.open(table, seat=str(seat)) as page:
            view = page.hear("full")["view"]
            assert view["viewer"] == seat
            assert [hand is not None for hand in view["state"]["hand"]] == [seat == 0, seat == 1]
            assert [who["name"] for who in view["seats"]] == ["Han", "Chu"]
            assert all(who["connected"] for who in view["seats"])


def test_a_guest_with_both_seats_may_look_on_as_nobody(browser: Browser) -> None:
    table = browser.play(way="screen")
    with browser.open(table, seat="none") as page:
        view = page.hear("full")["view"]
        assert (view["viewer"], view["legal"], view["state"]["hand"]) == (None, [], [None, None])


def test_without_a_name_it_is_the_seat_that_is_asked(browser: Browser) -> None:
    table = browser.play(way="screen")
    with browser.open(table, seat="0") as han:
        assert han.until_asked()
        han.command(han.plain())
        han.hear("ack")
    with browser.open(table) as page:
        assert page.hear("full")["view"]["viewer"] == 1


@pytest.mark.parametrize("seat", ["1", "2", "-1", "x", "", "0" * 5000])
def test_a_seat_that_is_not_the_guests_is_refused_with_a_reason(shared: Site, seat: str) -> None:
    browser = Browser(shared)
    table = browser.play(seat="0")
    for who, wish in ((browser, seat), (Browser(shared), seat), (Browser(shared), "0")):
        with who.open(table, seat=wish) as page:
            error = page.hear()
            assert (error["type"], error["id"], error["code"]) == ("error", "", "foreign")
            assert error["reason"] == "This seat is not yours."
            with pytest.raises(ConnectionClosed):
                page.hear()


def test_a_frame_that_many_get_is_written_once() -> None:
    texts, one, other = Texts(), Pong(1.0), Pong(1.0)
    assert texts.of(one) is texts.of(one) == texts.of(other)
    assert json.loads(texts.of(Pong(2.0))) == {"type": "pong", "now": 2.0}


def test_what_is_sent_after_a_page_was_given_up_finds_nobody() -> None:
    """It is no fault of the program: uvicorn gives a connection up that answers no ping."""
    found: list[BaseException] = []

    async def application(scope: Any, _receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            try:
                while True:
                    await send({"type": "websocket.send", "text": "."})
                    await asyncio.sleep(0)
            except Exception as error:
                found.append(error)

    async def test() -> None:
        settings = {"ws_ping_interval": 0.01, "ws_ping_timeout": 0.01, "lifespan": "off", "log_config": None}
        server = uvicorn.Server(Config(application, Limits(connections=10), port=0, **settings))
        serving = asyncio.create_task(server.serve())
        await soon(lambda: server.started)
        reader, writer = await asyncio.open_connection(*server.servers[0].sockets[0].getsockname())
        asked = ("GET / HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
        writer.write("\r\n".join((*asked, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "")).encode())
        taking = asyncio.create_task(reader.read())
        await soon(lambda: found)
        writer.close()
        server.should_exit = True
        await asyncio.gather(serving, taking)

    asyncio.run(test())
    assert isinstance(found[0], OSError)
