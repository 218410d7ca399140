"""What a game page loads: the frame and its own game, at once, small, and nothing of another game."""

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

import tianxia
from tests.e2e.conftest import PAGE_SCRIPT, ROOT, Server
from tests.e2e.player import begin
from tianxia.server.boxes import imported

APP = PAGE_SCRIPT.parent
SOURCES = ROOT / "web" / "src" / "games"
GAMES = tianxia.games.names()
MOST = 60_000
"""Bytes of script that a game page may load, gzipped."""
FORBIDDEN = """for (const kind of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, kind, { get() { throw new DOMException('', 'SecurityError'); } });"""
"""As in a browser that is told to keep nothing of any site."""
LONG_TEXT = re.compile(r'"([^"\\\n]{30,})"')


def folder(game: str) -> Path:
    return SOURCES / game.replace("-", "_")


def texts_of(game: str) -> set[str]:
    """Long texts in the sources of a game, paths of drawings above all: they survive the build unchanged."""
    code = "\n".join(path.read_text("utf-8") for path in folder(game).glob("*.ts*"))
    return set(LONG_TEXT.findall(code))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_page_loads_the_frame_its_own_game_and_the_drawings_it_shares_only_and_needs_no_storage(
    page: Page, server: Server, game: str
) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.add_init_script(FORBIDDEN)
    begin(page, server, game)
    page.locator(f'.table-page[data-game="{game}"] .board').wait_for()
    built = sorted(url.partition("/static/app/")[2] for url in loaded if "/static/app/" in url)
    people = ["people.js"] if "people" in imported(game) else []
    assert built == sorted([f"{game}.css", f"{game}.js", "frame.css", "frame.js", *people])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_page_loads_at_most_60_kb_of_script(server: Server, game: str) -> None:
    sizes = [len(gzip.compress((APP / f"{name}.js").read_bytes())) for name in ("frame", game)]
    assert sum(sizes) <= MOST


@pytest.mark.parametrize("game", GAMES)
def test_the_script_of_a_game_is_in_its_own_file_only(server: Server, game: str) -> None:
    scripts = {path.stem: path.read_text("utf-8") for path in APP.glob("*.js")}
    assert set(scripts) >= {"frame", *GAMES}
    texts = {text for text in texts_of(game) if text in scripts[game]}
    assert len(texts) >= 20, "the drawings of the game were not found in its script"
    for other in GAMES:
        texts -= texts_of(other) if other != game else set()
    found = {name: [text for text in texts if text in script] for name, script in scripts.items() if name != game}
    assert {name: some[0] for name, some in found.items() if some} == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_game_imports_from_another(game: str) -> None:
    imports = re.findall(r'from "(\.\./[^"]+)"', "\n".join(p.read_text("utf-8") for p in folder(game).glob("*.ts*")))
    assert [place for place in imports if not place.startswith(("../../frame/", "../../people/", "../../types"))] == []
