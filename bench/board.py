"""How long the page of Huang takes to draw a full board after a move: script, styles and layout, in Chromium.

    python bench/board.py

Plays at random until the board is crowded; then the time of the page's main thread is taken over some moves. Waiting for
the server and for other programs does not count; painting is done elsewhere.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.e2e.conftest import BROWSERS, CHROMIUM_SWITCHES, Server
from tests.e2e.player import begin

CROWDED = 50  # tiles on the board
MEASURED = 30  # moves, own and others'
TARGET = 16.0  # milliseconds a move
PARTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")

# the page's own socket: the newest view is kept, and `play` sends a random action, tiles above all
SCRIPT = """
window.moves = 0;
const Real = window.WebSocket;
window.WebSocket = class extends Real {
  constructor(...args) {
    super(...args);
    window.line = this;
    this.addEventListener('message', ({ data }) => {
      if (!data.includes('"view":{')) return;
      window.moves++;
      setTimeout(() => play(JSON.parse(data).view), 60);
    });
  }
};
function play({ legal, number, table, state }) {
  window.tiles = state.tiles.flat().length;
  window.over = state.asks === 'over';
  if (!legal.length) return;
  const tiles = legal.filter(({ kind }) => kind === 'place');
  const from = tiles.length && Math.random() < 0.8 ? tiles : legal;
  const { id } = from[Math.floor(Math.random() * from.length)];
  window.line.send(JSON.stringify({ type: 'command', id: crypto.randomUUID(), game: table, expect: number, action: id }));
}
"""


def thread_time(session: CDPSession) -> dict[str, float]:
    """Milliseconds of the main thread so far, by what they were spent on."""
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return {part: 1000 * metrics[part] for part in PARTS}


def measured(page: Page, server: Server) -> tuple[int, dict[str, float]]:
    """Tiles on the board when the timing began, and milliseconds a move."""
    page.add_init_script(SCRIPT)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    while not crowded(page, server):
        pass
    tiles, moves, before = page.evaluate("window.tiles"), page.evaluate("window.moves"), thread_time(session)
    page.wait_for_function(f"() => window.over || window.moves >= {moves + MEASURED}", timeout=120_000)
    after, done = thread_time(session), page.evaluate("window.moves") - moves
    return tiles, {part: (after[part] - before[part]) / done for part in PARTS}


def crowded(page: Page, server: Server) -> bool:
    """Plays a new game until the board is crowded; False if it ended before."""
    begin(page, server, "huang", players=3)
    page.wait_for_function(f"() => window.over || window.tiles >= {CROWDED}", timeout=120_000)
    return page.evaluate("() => window.tiles") >= CROWDED  # type: ignore[no-any-return]


def main() -> None:
    """Prints milliseconds a move, in all and by part."""
    server = Server(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            chromium = next(filter(None, map(shutil.which, BROWSERS)))
            browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_SWITCHES)
            page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            tiles, parts = measured(page, server)
            browser.close()
    finally:
        server.kill()
    print(f"from {tiles} tiles on: {sum(parts.values()):.1f} ms a move (target {TARGET})")
    print(", ".join(f"{part.removesuffix('Duration')} {time:.1f}" for part, time in parts.items()))


if __name__ == "__main__":
    main()
