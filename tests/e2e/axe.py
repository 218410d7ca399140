"""What axe, the checker of accessibility, finds on a page."""

from collections.abc import Iterator
from typing import Literal

from playwright.sync_api import Page

from tests.e2e.conftest import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

# colours are measured when nothing fades any more
STILL = """() => document.getAnimations().every((one) =>
  one.playState !== 'running' || one.effect.getComputedTiming().iterations === Infinity)"""


BY_LOOK = ("color-contrast", "scrollable-region-focusable")
"""What can differ between two looks of one page; all else is found in the first."""


def violations(page: Page, *rules: str) -> list[str]:
    """What axe finds, by all rules or by these; `npm ci` in web/ brings it, and so does every build of the page."""
    page.wait_for_function(STILL)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    chosen = {
        "reporter": "no-passes",
        "selectors": False,
        "preload": False,
        **only,
    }  # no more is looked for than is told
    found = page.evaluate(
        "async (chosen) => (await axe.run(document, chosen)).violations.map((v) => [v.id, v.nodes[0].html])", chosen
    )
    return [f"{rule}: {html}" for rule, html in found]


def looks(page: Page, *wanted: tuple[Literal["light", "dark"], int]) -> Iterator[int]:
    """The page in one theme and width after another; gives the width."""
    for theme, width in wanted:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": 844})
        yield width
