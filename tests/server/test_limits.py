"""What one address may ask of a server, with real sockets: the others are served all the same."""

import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets import Origin
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.server.site import UNLIMITED, Browser, Site, client_of
from tests.waiting import LONG, until
from tianxia.server.limits import COST, Bucket, Buckets, Limits

HEAD = "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    sites: list[Site] = []

    def make(**settings: Any) -> Site:
        limits = {**UNLIMITED, **settings.pop("limits", {})}
        sites.append(Site(tmp_path, limits=limits, **settings))
        return sites[-1]

    yield make
    for site in sites:
        site.stop()


@pytest.fixture
def opened() -> Iterator[contextlib.ExitStack]:
    """Lines that are there until the end of a test."""
    with contextlib.ExitStack() as stack:
        yield stack


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that waits for nobody."""
    site = Site(tmp_path_factory.mktemp("site"), limits={**UNLIMITED, "request": 0.5, "stall": 0.5})
    yield site
    site.stop()
    assert site.errors() == ""


def dial(site: Site, text: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", site.port))
    line.sendall(text.encode())
    return line


def ends(lines: list[socket.socket], drip: bytes = b"") -> bool:
    """All lines are closed by the other side, while bytes drip into them."""
    until = time.monotonic() + LONG
    for line in lines:
        line.settimeout(0.1)
    while lines and time.monotonic() < until:
        for line in list(lines):
            try:
                if drip:
                    line.sendall(drip)
                if not line.recv(65536):
                    raise ConnectionError
            except TimeoutError:
                pass
            except ConnectionError:
                lines.remove(line)
    return not lines


@pytest.mark.parametrize(
    ("begin", "drip"),
    [
        ("", b""),
        (HEAD.replace("{method}", "GET"), b""),
        (HEAD.replace("{method}", "GET"), b"X: y\r\n"),
        (HEAD.replace("{method}", "POST") + "Content-Length: 4000\r\n\r\ngame=", b"x"),
        (HEAD.replace("{method}", "POST") + "Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        # answered at once, because it is too long
        (HEAD.replace("{method}", "POST") + "Content-Length: 9000000\r\n\r\n" + "x" * 5000, b"x"),
        # the second of two requests in one piece
        (
            HEAD.replace("{method}", "GET") + "\r\n" + HEAD.replace("{method}", "POST") + "Content-Length: 9\r\n\r\n",
            b"",
        ),
    ],
    ids=["nothing", "half a head", "a head without end", "half a body", "chunks", "what is not read", "the second one"],
)
def test_a_request_that_never_ends_is_cut_off(hasty: Site, begin: str, drip: bytes) -> None:
    lines = [dial(hasty, begin.format(path="/play", port=hasty.port)) for _ in range(5)]
    assert ends(lines, drip)


def test_a_request_that_is_spoilt_behind_its_head_is_refused_and_fails_nowhere(made: Callable[..., Site]) -> None:
    site = made()
    for method, path in (("POST", "/play"), ("GET", "/lobby/news"), ("POST", "/nowhere"), ("PUT", "/api/games")):
        head = HEAD.format(method=method, path=path, port=site.port)
        with dial(site, f"{head}Transfer-Encoding: chunked\r\n\r\nno length\r\n") as line:
            assert line.recv(100).startswith(b"HTTP/1.1 400")
        with dial(site, f"{head}Transfer-Encoding: chunked\r\n\r\n") as line:
            if path != "/play":  # which waits for its form
                assert line.recv(100).startswith(b"HTTP/1.1 ")
            line.sendall(b"no length\r\n")
            while line.recv(1000):
                pass
    assert client_of(site).get("/health").status_code == 200
    assert "[error]" not in site.errors()


def test_an_open_table_is_no_request_that_never_ends(hasty: Site) -> None:
    with join(hasty, Browser(hasty).play()) as line:
        assert ends([dial(hasty, "")]), "who came after it had all the time that a request has"
        line.send('{"type":"ping"}')
        assert any(json.loads(line.recv(LONG))["type"] == "pong" for _ in range(9))


def test_who_asks_and_does_not_read_is_cut_off(hasty: Site) -> None:
    request = HEAD.format(method="GET", path="/static/app/frame.js", port=hasty.port) + "\r\n"
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", hasty.port))
        with pytest.raises(ConnectionError):
            keep_on(lambda: line.sendall(request.encode() * 10))


def test_a_page_that_does_not_read_is_cut_off(hasty: Site) -> None:
    table = Browser(hasty).play(game="huang", **{"option.players": "5"})  # its frames are the largest
    taking_little = socket.socket()
    taking_little.setsockopt(
        socket.SOL_SOCKET, socket.SO_RCVBUF, 4096
    )  # before it connects: the kernel keeps little then
    taking_little.connect(("127.0.0.1", hasty.port))
    with join(hasty, table, max_queue=1, sock=taking_little) as line, pytest.raises((ConnectionClosed, OSError)):
        keep_on(lambda: line.send('{"type":"hello","last":0}'))


def keep_on(act: Callable[[], object]) -> None:
    """Again and again, until it fails or a long time is over."""
    until(lambda: act() and False, LONG, every=0.02)


def join(site: Site, table: str, address: str = "127.0.0.1", **settings: Any) -> ClientConnection:
    """A table's line, of a visitor from this address."""
    return connect(
        f"ws://127.0.0.1:{site.port}/table/{table}/socket",
        origin=Origin(site.origin),
        additional_headers={"X-Forwarded-For": address},
        compression=None,
        open_timeout=LONG,
        close_timeout=0.1,
        **settings,
    )


def test_games_of_one_address_are_counted(made: Callable[..., Site]) -> None:
    site = made(limits={"games": 0.001, "games_at_once": 3})
    with client_of(site) as client:
        headers = {"origin": site.origin, "x-forwarded-for": "192.0.2.1", "accept-language": "pl"}

        def begin(**changed: str) -> Any:
            client.cookies.clear()
            return client.post("/play", data={"game": "chu-han"}, headers={**headers, **changed})

        assert [begin().status_code for _ in range(5)] == [303, 303, 303, 429, 429]
        assert "Z tego adresu rozpoczęto za dużo gier." in begin().text
        assert begin(**{"x-forwarded-for": "192.0.2.2"}).status_code == 303
        assert client.get("/", headers=headers).status_code == 200


def test_pages_of_one_address_are_counted(made: Callable[..., Site]) -> None:
    site = made(limits={"work": 0.001, "work_at_once": 20.0, "patience": 0.1})
    with client_of(site) as client:
        headers = {"x-forwarded-for": "192.0.2.1", "accept-language": "pl"}
        answers = [client.get("/static/site.css", headers=headers) for _ in range(8)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
        assert answers[-1].headers["retry-after"]
        assert answers[-1].text == "Za dużo żądań z tego adresu. Odczekaj kilka sekund.\n"
        assert client.get("/health").status_code == 200


def test_costly_frames_of_one_address_wait_and_those_of_others_do_not(
    made: Callable[..., Site], opened: contextlib.ExitStack
) -> None:
    site = made(limits={"work": 20.0, "work_at_once": 20.0, "patience": 60.0})
    table = Browser(site).play()
    lines = [opened.enter_context(join(site, table, "192.0.2.1")) for _ in range(3)]
    began = time.monotonic()
    for line in lines:
        for _ in range(30):
            line.send('{"type":"hello","last":0}')
    with join(site, table, "192.0.2.2") as other:
        other.send('{"type":"hello","last":0}')
        assert json.loads(other.recv(LONG))["type"] == "full"
        answered = time.monotonic() - began
    heard = 0
    while heard < 10:  # hellos that wait together get one answer, and everybody hears of who comes and goes
        for line in lines:
            with contextlib.suppress(TimeoutError):
                heard += json.loads(line.recv(0.1))["type"] == "full"
        if time.monotonic() - began > LONG:
            break
    waited = time.monotonic() - began
    assert waited > ((3 + 10) * COST["hello"] - 20) / 20 - 0.1
    assert answered < waited


def test_what_would_wait_for_long_is_refused(made: Callable[..., Site]) -> None:
    site = made(limits={"work": 0.1, "work_at_once": 30.0, "patience": 1.0})
    browser = Browser(site)
    with browser.open(browser.play(seat="0")) as page:
        page.hear("full")
        for number in range(20):
            page.say({"type": "why", "id": str(number), "parts": []})
        answers = [page.hear() for _ in range(20)]
        assert {answer["type"] for answer in answers} == {"why", "error"}
        refused = [answer for answer in answers if answer["type"] == "error"]
        assert {answer["code"] for answer in refused} == {"limited"}
        assert refused[0]["reason"].startswith("Too much is asked for from this address")
        page.say({"type": "ping"})
        assert page.hear()["type"] in ("pong", "error")


def test_tables_of_one_address_are_counted(made: Callable[..., Site], opened: contextlib.ExitStack) -> None:
    site = made(limits={"sockets": 2})
    table = Browser(site).play()
    for _ in range(2):
        opened.enter_context(join(site, table, "192.0.2.1"))
    with join(site, table, "192.0.2.1") as third:
        assert json.loads(third.recv(LONG))["code"] == "limited"
    with join(site, table, "192.0.2.2") as other:
        other.send('{"type":"hello","last":0}')
        assert json.loads(other.recv(LONG))["type"] == "full"
    opened.close()
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        with join(site, table, "192.0.2.1") as again:
            again.send('{"type":"hello","last":0}')
            if json.loads(again.recv(LONG))["type"] == "full":
                return
    pytest.fail("the places of who has left are not free again")


def test_with_few_files_and_many_idle_lines_the_server_lives(made: Callable[..., Site]) -> None:
    site = made(files=128, limits={"request": 60.0})
    lines = []
    for number in range(150):
        lines.append(dial(site, HEAD.format(method="GET", path="/", port=site.port) if number % 2 else ""))
        if number % 50 == 0:
            with client_of(site) as client:
                assert client.get("/health").status_code == 200
    with client_of(site) as client:
        assert client.get("/health").status_code == 200
        assert client.get("/static/site.css").status_code == 200
    for line in lines:
        line.close()
    assert len(site.errors().splitlines()) < 20


def test_with_few_files_and_many_tables_the_server_lives(
    made: Callable[..., Site], opened: contextlib.ExitStack
) -> None:
    site = made(files=128, limits={"sockets": 1000})
    table = Browser(site).play()
    for _ in range(110):
        with contextlib.suppress(WebSocketException, OSError):
            opened.enter_context(join(site, table))
    with client_of(site) as client:
        assert client.get("/health").status_code == 200
    opened.close()
    assert "Traceback" not in site.errors()


def test_the_soft_limit_of_files_is_raised(tmp_path: Path) -> None:
    script = "from tianxia.server import running; print(running.open_files(), running.open_files())"
    command = ["prlimit", "--nofile=100:1000", sys.executable, "-c", script]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "1000 1000\n"


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(1000.0, 2)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    until(bucket.take)
    slow = Bucket(1.0, 2)
    assert slow.owe(2, 5) == 0
    assert slow.owe(3, 5) == pytest.approx(3, abs=0.1)
    assert slow.owe(3, 5) is None, "too long, and nothing is owed for it"
    assert slow.owe(2, 6) == pytest.approx(5, abs=0.1)


def test_the_addresses_seen_longest_ago_are_forgotten() -> None:
    buckets = Buckets(1.0, 1)
    assert buckets["first"].take()
    assert not buckets["first"].take()
    for number in range(20_000):
        buckets[str(number)].take()
    assert buckets["first"].take()
    assert not buckets["19999"].take()


def test_every_limit_is_told_on_the_page_with_its_usual_value() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    usual = Limits()
    for name in Limits.__struct_fields__:
        assert f"| `{name}` | {getattr(usual, name):g} |" in page
