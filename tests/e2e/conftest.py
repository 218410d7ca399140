"""A real server in its own process, and a real Chromium in front of it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.e2e.serving import serve
from tests.forked import ROOT, Forked
from tests.waiting import LONG, until

if TYPE_CHECKING:
    from tests.e2e.staged import Stage

PATIENCE = 1000 * LONG
"""The same in milliseconds."""
expect.set_options(timeout=PATIENCE)

HERE = Path(__file__).parent
SOURCE = ROOT / "src"
PAGE_SCRIPT = SOURCE / "tianxia" / "server" / "static" / "app" / "frame.js"
ALONE = "import sys; from tests.e2e.serving import serve; serve(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))"


class Server:
    """The whole server in a process of its own, with games in a folder of its own. Each of them has the same deal."""

    def __init__(self, folder: Path, deal: int = 1, source: Path = SOURCE) -> None:
        self.folder, self.deal, self.source = folder, deal, source
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Starts the process and waits until it answers."""
        # interpreted rules: a page asks for a few steps a second, and nothing has to compile first
        told = (self.port, str(self.folder), self.deal)
        self.process = Forked(serve, *told) if self.source == SOURCE else self.of_its_own(*map(str, told))
        until(self.answers)

    def of_its_own(self, *told: str) -> "subprocess.Popen[bytes]":
        """A process that loads another copy of the project."""
        path = f"{self.source}{os.pathsep}{ROOT}"
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
        return subprocess.Popen([sys.executable, "-c", ALONE, *told], env=environment, start_new_session=True)

    def answers(self) -> bool:
        """Whether the server does."""
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=2):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        """What a power cut does."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


GROUPS = {
    "browser with moments": (
        "test_chu_han", "test_huang", "test_huns", "test_in_sight", "test_room", "test_scenes", "test_sun_tzu_told"
    ),
    "browser with games": (
        "test_lessons", "test_one_screen", "test_presses", "test_several", "test_sun_tzu", "test_with_others"
    ),
}  # fmt: skip
"""How the files of one group begin: those that look at the same moments of games, which are found once, and those that play long.
All others are the third group."""
CHROMIUM_SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
UNDRAWN = "--force-gpu-mem-available-mb=0"
"""All boxes are laid out, but nothing is drawn into them: no test looks at pixels."""
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
"""The first one that is there is taken: the shell opens no window around a page, which takes the others most of the time."""


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not PAGE_SCRIPT.is_file():
        pytest.fail("the table page is not built: install the project, or run `npm ci && npm run build` in web/")
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.kill()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of several processes three have all these tests, each with one server and one browser, and the others have the rest."""
    for item in items:
        if item.path.parent == HERE:
            found = next((group for group, begin in GROUPS.items() if item.path.name.startswith(begin)), "browser")
            item.add_marker(pytest.mark.xdist_group(found))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, for this folder only: while Playwright runs, no other test of this process can run an event loop."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        pytest.fail("these tests need Chromium: `apt-get install chromium-headless-shell`")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=[*CHROMIUM_SWITCHES, UNDRAWN])
        yield started
        started.close()


LAPTOP: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en-GB",
    "reduced_motion": "reduce",
    "service_workers": "block",  # in each new window it would be installed anew: see test_installed.py
}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def open_context(browser: Browser, **about: Any) -> BrowserContext:
    """A window like that of a laptop, of somebody who wants little motion, as far as nothing else is said of it."""
    opened = browser.new_context(**{**LAPTOP, **about})
    opened.set_default_timeout(PATIENCE)
    return opened


Opening = Callable[..., BrowserContext]


@pytest.fixture
def opening(browser: Browser) -> Iterator[Opening]:
    """Opens windows that are closed after the test."""
    opened: list[BrowserContext] = []

    def open_one(**about: Any) -> BrowserContext:
        opened.append(open_context(browser, **about))
        return opened[-1]

    yield open_one
    for context in opened:
        context.close()


@pytest.fixture
def context(opening: Opening) -> BrowserContext:
    return opening()


@pytest.fixture
def phone(opening: Opening) -> Page:
    """A page under a finger."""
    return opening(**PHONE).new_page()


def complaints_of(page: Page) -> list[str]:
    """What its console will say that should not be there."""
    complaints: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        expected = ("WebSocket connection", "Service Worker registration blocked by Playwright")
        if message.type in ("error", "warning") and not any(words in message.text for words in expected):
            complaints.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return complaints


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page whose console must stay clean."""
    opened = context.new_page()
    complaints = complaints_of(opened)
    yield opened
    assert complaints == []


@pytest.fixture(scope="package")
def stages(browser: Browser, server: Server) -> Iterator[Callable[[str], "Stage"]]:
    """By game the one page on which tests look at its moments: to open one takes longer than most of them do."""
    from tests.e2e.staged import Stage  # which knows what a server is from here

    opened: dict[str, Stage] = {}

    def stage_of(game: str) -> Stage:
        if game not in opened:
            opened[game] = Stage(open_context(browser).new_page(), server, game)
        return opened[game]

    yield stage_of
    for stage in opened.values():
        stage.page.context.close()


@pytest.fixture
def staged(stages: Callable[[str], "Stage"]) -> Iterator[Callable[[str], "Stage"]]:
    """The page for the moments of a game as if it had just been opened; its console must stay clean."""
    taken: list[Stage] = []

    def take(game: str) -> "Stage":
        stage = stages(game)
        stage.anew()
        taken.append(stage)
        return stage

    yield take
    assert [stage.complaints for stage in taken if stage.complaints] == []
