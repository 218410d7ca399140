"""What lies where on a table page: that nothing is hidden, covered or pushed."""

from collections.abc import Iterator, Sequence

from playwright.sync_api import Page

from tests.e2e.conftest import HERE

SIZES = ((1920, 1080), (1280, 800), (1024, 640), (844, 390), (390, 844), (640, 400))
"""A large screen, small laptops, a phone both ways, and what a zoom of 200 % leaves of a small laptop."""

TRANSLATED = """(names) => {
  const texts = document.createTreeWalker(document.querySelector('.table-page'), NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (names.includes(data.trim()) && !parentElement.closest('[translate="no"]')) found.push(parentElement.outerHTML);
  }
  return found;
}"""
"""Where names stand by themselves and a browser would translate them."""

SETTLED = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
"""Until parts that fit themselves into their place have been told how large it is: they are in the next frame."""

PLACES = """(parts) => parts.map((part) => {
  const { x, y, height } = document.querySelector(part).getBoundingClientRect();
  return [part, x, y, height].join(' ');
}).join(', ')"""
"""Where some parts of the page are, each of which is there."""

LINES = """async (text) => {
  const prompt = document.querySelector('#prompt'), range = new Range();
  prompt.textContent = text;
  await null; // the page looks whether that is too much
  range.selectNodeContents(prompt);
  return prompt.scrollHeight > prompt.clientHeight ? Infinity : range.getClientRects().length;
}"""

FAULTS = (HERE / "faults.js").read_text("utf-8")

WATCH = """{
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { WebSocket } = window;
  let before = Promise.resolve();
  window.WebSocket = class extends WebSocket {
    constructor(...about) {
      super(...about);
      this.addEventListener('message', (message) => {
        if (!message.isTrusted) return;
        message.stopImmediatePropagation();
        before = before.then(painted).then(() => this.dispatchEvent(new MessageEvent('message', { data: message.data })));
      });
    }
  };

  let shifts = [];
  const around = (node) => (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node);
  const way = ({ from, to }) => Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y));
  const far = (one) => way(one) / Math.max(innerWidth, innerHeight);
  const wide = ({ from, to }) => (from.width * from.height + to.width * to.height) / (innerWidth * innerHeight);
  const note = (entries) => {
    for (const entry of entries) {
      const moved = entry.sources
        .map(({ node, previousRect, currentRect }) => ({ one: around(node), from: previousRect, to: currentRect }))
        .filter(({ one }) => one && !one.closest('.log-lines'));
      const value = Math.min(entry.value, moved.reduce((sum, one) => sum + Math.min(1, wide(one)) * far(one), 0));
      if (value > 0) shifts.push([value, moved.map(({ one }) => one.getAttribute('class') ?? one.localName)]);
    }
  };
  const watching = new PerformanceObserver((list) => note(list.getEntries()));
  watching.observe({ type: 'layout-shift' });
  window.shiftsSince = async () => {
    await painted();
    note(watching.takeRecords());
    const found = shifts;
    shifts = [];
    return found;
  };
}"""
"""Notes each shift as the browser counts it, whether somebody pressed something just before or not. All that the table sends is
painted by itself: else a busy machine would paint several changes as one, and count less. What goes on as more is told is none:
the log, and the strip of what happened last."""


def faults(page: Page, own: str, more: str = "() => []") -> list[str]:
    """What is hidden, covered or beyond its place on the page as it is now; `own` selects what the player holds, a script of a
    game finds more."""
    found: list[str] = page.evaluate(f"async (own) => (await {SETTLED}, [...({FAULTS})(own), ...({more})()])", own)
    return found


def lines(page: Page, text: str) -> float:
    """How many lines a question takes in the bar; infinite where it has no room for all of them."""
    found: float = page.evaluate(LINES, text)
    return found


def translated(page: Page, names: Sequence[str]) -> list[str]:
    """The elements in which a browser's translation would change one of these names."""
    found: list[str] = page.evaluate(TRANSLATED, names)
    return found


def at_every_size(page: Page) -> Iterator[str]:
    """The page at one size after the other; gives its name."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        yield f"{width} x {height}"


class Shifts:
    """How far what was on a page that is still to be loaded is pushed, from one look to the next: the sum of the browser's layout
    shifts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(WATCH)

    def since(self) -> tuple[float, list[str]]:
        """The sum since the last look, and what was pushed."""
        found = self.page.evaluate("window.shiftsSince()")
        return sum(value for value, _ in found), sorted({source for _, sources in found for source in sources})
