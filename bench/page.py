"""What the table page costs and how it answers, on a slow machine and a slow line, in Chromium, as a table in Markdown.

    python bench/page.py                    # all games on both machines
    python bench/page.py huns --at phone    # one of them
    python bench/page.py --decisions 20     # not to the end of the games

The processor is slowed four times. The lines are those of Lighthouse: a phone has 150 ms and 1.6 Mbit/s, a laptop 40 ms and
10 Mbit/s. Somebody who likes animations plays a whole game with real presses, as the tests do. Told are the kilobytes that come
over the line (gzip), seconds until something can be chosen, the longest way from a press to the next picture (INP: of fewer
than 50 presses the slowest), how far things were pushed that nobody had just pressed (CLS, worst window), and how many pictures
took longer than 50 ms, of how many presses.
"""

import argparse
import random
import shutil
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.e2e import commander, contender, raider, ruler
from tests.e2e.conftest import BROWSERS, CHROMIUM_SWITCHES, Server
from tests.e2e.player import MY_TURN, begin


class Machine(NamedTuple):
    """What somebody sits at."""

    width: int
    height: int
    latency: float  # milliseconds, there and back
    throughput: float  # kbit/s


MACHINES = {"laptop": Machine(1280, 800, 40, 10_240), "phone": Machine(390, 844, 150, 1_638.4)}
SLOWER = 4
SLOW_FRAME = 50  # milliseconds
PLAY = {
    "chu-han": contender.play_one,
    "huang": lambda page, dice: ruler.play_one(page, dice, page.evaluate(ruler.OFFERS)),
    "huns": raider.play_one,
    "sun-tzu": commander.play_one,
}
GOALS = {"script": 90, "first use": 1.5, "INP": 200, "CLS": 0.02}
"""Kilobytes, seconds, milliseconds."""

WATCH = f"""
window.measured = {{ presses: {{}}, shift: 0, slow: 0, first: null }};
let [sum, began, last] = [0, 0, -1e9];
const watch = (type, take, more = {{}}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({{ type, buffered: true, ...more }});
watch('event', ({{ interactionId, duration }}) => {{
  const presses = window.measured.presses;
  if (interactionId) presses[interactionId] = Math.max(presses[interactionId] ?? 0, duration);
}}, {{ durationThreshold: 16 }});
watch('layout-shift', ({{ value, hadRecentInput, startTime }}) => {{
  if (hadRecentInput) return;
  if (startTime - last > 1000 || startTime - began > 5000) [sum, began] = [0, startTime];
  [sum, last] = [sum + value, startTime];
  window.measured.shift = Math.max(window.measured.shift, sum);
}});
watch('long-animation-frame', ({{ duration }}) => window.measured.slow += duration > {SLOW_FRAME});
const usable = () => {{
  if (document.querySelector('.table-page [data-lit="true"], .pinned button[aria-disabled="false"]:not([data-kind=undo])'))
    window.measured.first = performance.now();
  else requestAnimationFrame(usable);
}};
usable();
"""


def throttled(page: Page, machine: Machine) -> dict[str, float]:
    """Slows the page down; gives the kilobytes that come over its line, by kind, as they come."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    bytes_a_second = machine.throughput * 1000 / 8
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": machine.latency,
            "downloadThroughput": bytes_a_second,
            "uploadThroughput": bytes_a_second / 2,
        },
    )
    kinds, came = dict[str, str](), defaultdict[str, float](float)
    session.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: told["type"]}))
    session.on("Network.loadingFinished", lambda told: _add(came, kinds, told))
    return came


def _add(came: dict[str, float], kinds: dict[str, str], told: dict[str, Any]) -> None:
    kind = kinds.get(told["requestId"], "Other")
    came[kind] += told["encodedDataLength"] / 1024


def measured(browser: Browser, server: Server, game: str, machine: Machine, decisions: int) -> dict[str, Any]:
    """One game on one machine, to its end or for so many decisions."""
    context = browser.new_context(
        viewport={"width": machine.width, "height": machine.height}, locale="en-GB", reduced_motion="no-preference"
    )
    context.set_default_timeout(60_000)
    context.add_init_script(WATCH)
    context.add_init_script("localStorage.setItem('tianxia.speed', 'fast')")
    page, dice = context.new_page(), random.Random(1)
    came = throttled(page, machine)
    begin(page, server, game)
    page.wait_for_function("() => window.measured.first !== null", timeout=60_000)
    loaded = dict(came)
    for _ in range(decisions):
        page.wait_for_function(MY_TURN, timeout=60_000)
        if page.locator(".end").count():
            break
        PLAY[game](page, dice)
    told = page.evaluate("window.measured")
    context.close()
    presses = sorted(told["presses"].values())
    return {
        "script": loaded.get("Script", 0),
        "styles": loaded.get("Stylesheet", 0),
        "fonts": loaded.get("Font", 0),
        "page": loaded.get("Document", 0),
        "first use": told["first"] / 1000,
        "INP": presses[-1 - len(presses) // 50] if presses else 0,
        "CLS": told["shift"],
        "slow": told["slow"],
        "presses": len(presses),
    }


def main() -> None:
    """Prints a line for each game and machine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sorted(PLAY), help="all of them if none is named")
    parser.add_argument("--at", choices=MACHINES, help="at this machine only")
    parser.add_argument("--decisions", type=int, default=100_000, help="at most so many a game")
    wanted = parser.parse_args()
    server = Server(Path(tempfile.mkdtemp()))
    print("| game | at | script KB | styles KB | fonts KB | page KB | first use s | INP ms | CLS | frames > 50 ms |")
    print("| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: |")
    try:
        with sync_playwright() as playwright:
            chromium = next(filter(None, map(shutil.which, BROWSERS)))
            browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_SWITCHES)
            for game in wanted.games:
                for name, machine in MACHINES.items():
                    if wanted.at in (None, name):
                        print(row(game, name, measured(browser, server, game, machine, wanted.decisions)), flush=True)
            browser.close()
    finally:
        server.kill()


def row(game: str, name: str, found: dict[str, Any]) -> str:
    """A line of the table; what is beyond its goal is bold."""
    cells = {
        "script": f"{found['script']:.1f}",
        "styles": f"{found['styles']:.1f}",
        "fonts": f"{found['fonts']:.1f}",
        "page": f"{found['page']:.1f}",
        "first use": f"{found['first use']:.2f}",
        "INP": f"{found['INP']:.0f}",
        "CLS": f"{found['CLS']:.3f}",
    }
    marked = [f"**{cell}**" if found[what] > GOALS.get(what, float("inf")) else cell for what, cell in cells.items()]
    return f"| {game} | {name} | {' | '.join(marked)} | {found['slow']} of {found['presses']} presses |"


if __name__ == "__main__":
    main()
