"""The programs in ``examples`` do what they are there to show, on a real server."""

import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import tianxia
from tests.server.programs import token_in
from tests.server.site import Browser, Site

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    """An example as a module."""
    spec = spec_from_file_location(f"examples_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples find each other where they lie."""
    monkeypatch.syspath_prepend(str(EXAMPLES))


def token(site: Site, name: str) -> str:
    """A new account with a token, made as people make it: on the page of the account."""
    browser = Browser(site)
    answer = site.post("/account/register", {}, name=name, password="correct horse")
    for cookie in answer.headers.get_all("set-cookie"):
        kept, _, value = cookie.partition(";")[0].partition("=")
        browser.cookies[kept] = value
    page = site.post("/account/token", browser.cookies, label="an example", play="1").read().decode()
    return token_in(page)


@pytest.mark.parametrize("game", tianxia.games())
def test_the_example_plays_each_game_to_its_end(shared: Site, game: str) -> None:
    module = example("play")
    module.random.seed(1)
    result = module.play(shared.origin, token(shared, f"Player of {game.replace('-', ' ')}"), game)
    assert min(result) == 1
    assert len(result) == tianxia.load(game).seats


def test_two_programs_play_each_other(shared: Site) -> None:
    one, other = token(shared, "One"), token(shared, "Other")
    example("play").random.seed(2)
    assert sorted(example("duel").duel(shared.origin, one, other, "chu-han")) in ([1, 1], [1, 2])


class Busy(BaseHTTPRequestHandler):
    """Asks whoever comes to come again, twice, and then answers."""

    asked = 0

    def do_GET(self) -> None:
        """Counts, too."""
        Busy.asked += 1
        self.send_response(429 if Busy.asked < 3 else 200)
        self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(b'\n{"type": "full"}\n')

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


def test_the_example_comes_again_when_it_is_told_to_also_on_a_stream() -> None:
    module = example("play")
    with HTTPServer(("127.0.0.1", 0), Busy) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        stream = module.call(f"http://127.0.0.1:{server.server_port}/api/games/x/stream", "token")
        assert list(module.frames(stream)) == [{"type": "full"}]
        server.shutdown()
    assert Busy.asked == 3
