"""What lies where on a table page: that nothing is hidden, covered or pushed."""

from collections.abc import Iterator

from playwright.sync_api import Page

SIZES = ((1920, 1080), (1280, 800), (1024, 640), (844, 390), (390, 844), (640, 400))
"""A large screen, small laptops, a phone both ways, and what a zoom of 200 % leaves of a small laptop."""

FAULTS = """(own) => {
  const faults = [];
  const shown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible';
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const called = (one) => one.dataset.part || one.dataset.kind || one.id || `.${one.getAttribute('class').replaceAll(' ', '.')}`;
  const inside = (a, b) => a.left >= b.left - 1 && a.top >= b.top - 1 && a.right <= b.right + 1 && a.bottom <= b.bottom + 1;
  const page = new DOMRect(0, 0, innerWidth, innerHeight);

  const room = document.querySelector('.table-page');
  if (document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls');
  if (room.scrollHeight > room.clientHeight || room.scrollWidth > room.clientWidth) faults.push('the room scrolls');

  const parts = [['bar', '.bar'], ['board', '.board'], ['tray', '.tray'], ['players', '.players'], ['recap', '.recap']]
    .flatMap(([part, selector]) => all(selector).map((one) => [part, one.getBoundingClientRect()]));
  for (const [part, box] of parts) if (!inside(box, page)) faults.push(`the ${part} is not in the window`);
  parts.forEach(([one, a], i) => parts.slice(i + 1).forEach(([other, b]) => {
    if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) faults.push(`the ${one} lies over the ${other}`);
  }));
  for (const part of ['.board', '.hand-area', '.decide', '.bar', '.prompt']) {
    for (const one of all(part)) {
      if (one.scrollHeight > one.clientHeight + 1) faults.push(`${part} is too low for what it holds`);
      if (one.scrollWidth > one.clientWidth + 1) faults.push(`${part} is too narrow for what it holds`);
    }
  }
  const tray = document.querySelector('.tray').getBoundingClientRect();
  for (const one of all('.hand-area, .decide')) if (!inside(one.getBoundingClientRect(), tray)) faults.push(`${called(one)} does not fit the tray`);

  // what clips a thing: every box around it that scrolls or hides what goes beyond it
  const clips = (one) => {
    const found = [page];
    for (let box = one.parentElement; box && box !== room; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (overflowX !== 'visible' || overflowY !== 'visible') found.push(box.getBoundingClientRect());
    }
    return found;
  };
  const hit = (one, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && (one.contains(top) || top.contains(one) || (one.ownerSVGElement && one.ownerSVGElement === top.ownerSVGElement));
  };
  const asked = new Set(all(`[data-lit="true"], .offers .main, .pinned > .button, ${own}`));
  for (const one of asked) {
    const box = one.getBoundingClientRect();
    if (!clips(one).every((clip) => inside(box, clip))) faults.push(`${called(one)} is not wholly in view`);
    const spots = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) => [0.15, 0.5, 0.85].map((y) => [box.left + x * box.width, box.top + y * box.height]));
    if (!spots.some(([x, y]) => hit(one, x, y))) faults.push(`${called(one)} is covered`);
  }
  return [...new Set(faults)];
}"""
"""What is wrong with where things lie; `own` finds the own cards, tiles or wagons."""

WATCH = """() => {
  window.shifts = [];
  const around = (node) => (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const moved = entry.sources.map(({ node }) => around(node)).filter((one) => one && !one.closest('.hand'));
      if (moved.length > 0) window.shifts.push([entry.value, moved.map((one) => one.getAttribute('class') ?? one.localName)]);
    }
  }).observe({ type: 'layout-shift' });
}"""
"""Notes each shift, whether somebody pressed something just before or not; a hand that closes up where a card was is none."""


def faults(page: Page, own: str) -> list[str]:
    """What is hidden, covered or beyond its place on the page as it is now; `own` selects what the player holds."""
    found: list[str] = page.evaluate(FAULTS, own)
    return found


def at_every_size(page: Page) -> Iterator[str]:
    """The page at one size after the other; gives its name."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        yield f"{width} x {height}"


class Shifts:
    """How far what was on the page is pushed, from one look to the next: the sum of the browser's layout shifts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(WATCH)

    def since(self) -> tuple[float, list[str]]:
        """The sum since the last look, and what was pushed."""
        found = self.page.evaluate("() => window.shifts.splice(0)")
        return sum(value for value, _ in found), sorted({source for _, sources in found for source in sources})
