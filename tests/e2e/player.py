"""A player with a mouse at any game's table: sits down, waits to be asked, clicks; what a game needs more is beside this."""

import json
from collections import defaultdict
from typing import Any, Literal

from playwright.sync_api import Locator, Page, WebSocket

from tests.e2e.conftest import Server
from tests.frames import Frame, Reader

MY_TURN = """() => document.querySelector('.end') !== null || (document.querySelector('.sending') === null
  && document.querySelector(`.pinned button[aria-disabled="false"]:not([data-kind=undo]), [data-lit="true"],
    .offers .main:not([data-kind=pass-screen])`) !== null)"""
DONE = "() => document.querySelector('.sending') === null"
EASY = "easy"
HALT = """() => new MutationObserver((changes) => {
  for (const change of changes)
    for (const flight of change.addedNodes) flight.getAnimations().forEach((motion) => motion.pause());
}).observe(document.querySelector('.flights'), { childList: true })"""
"""What travels stands still, so that a slow machine sees it."""
SLOW_PAINT = """{
  const { setTimeout } = window;
  window.requestAnimationFrame = () => 0;
  window.setTimeout = (work, wait = 0, ...rest) => setTimeout(work, wait < 100 ? 2_000 : wait, ...rest);
}"""
"""Before anything is loaded: what waits for a frame comes seconds later. Such a page is asked from outside."""


def come_in(
    page: Page, server: Server, game: str, *, screen: bool = False, seat: int | None = None, **options: Any
) -> None:
    """By clicking, from the front page to a running game, against easy bots or of all at one screen."""
    page.goto(server.address)
    form = page.locator(f'form[action="/play"]:has(input[name="game"][value="{game}"])')
    for summary in form.locator("summary").all():
        summary.click()
    form.locator(f'input[name="level"][value="{EASY}"]').check()
    if seat is not None:
        form.locator(f'input[name="seat"][value="{seat}"]').check()
    for name, wanted in options.items():
        choose(form, f"option.{name}", wanted)
    form.locator("button[name=way]" if screen else "button.primary").click()
    page.wait_for_url("**/table/*")
    load_fonts(page)
    if not screen:
        wait_for_turn(page)


def choose(form: Locator, name: str, wanted: Any) -> None:
    """Fills a field of a form in, whatever kind of field it is."""
    field = form.locator(f'[name="{name}"]:not([type="hidden"])')
    match field.first.get_attribute("type"):
        case "checkbox":
            field.set_checked(wanted)
        case "radio":
            form.locator(f'[name="{name}"][value="{wanted}"]').check()
        case "number":
            field.fill(str(wanted))
        case _:
            field.select_option(wanted)


def begin(
    page: Page,
    server: Server,
    game: str,
    *,
    screen: bool = False,
    bots: int = 0,
    seat: int | Literal["any"] = 0,
    **options: Any,
) -> None:
    """The same at once: the form of the front page is sent, which takes half as long as to show it and to fill it in.

    The seat is drawn for who wants that only: what is met is the same whichever games were begun before.
    """
    own = {"way": "screen", "bots": str(bots)} if screen else {"seat": str(seat)}
    form = {"game": game, "level": EASY, **own}
    for name, wanted in options.items():
        form[f"option.{name}"] = {True: "on", False: "off"}[wanted] if isinstance(wanted, bool) else str(wanted)
    headers = {"origin": server.address, "accept-language": page.evaluate("navigator.language")}
    answer = page.request.post(f"{server.address}/play", form=form, headers=headers, max_redirects=0)
    assert answer.status == 303, answer.text()
    page.goto(server.address + answer.headers["location"])
    load_fonts(page)


def load_fonts(page: Page) -> None:
    """Waits for all fonts of the page, those too that nothing on it is written in yet: what is measured stays so."""
    page.evaluate("Promise.all([...document.fonts].map((font) => font.load())).then(() => null)")


def sit_down(page: Page, server: Server, game: str, *, screen: bool = False, **choices: Any) -> None:
    """A running game, and the player is asked; at one screen the curtain is down."""
    begin(page, server, game, screen=screen, **choices)
    if not screen:
        wait_for_turn(page)


def wait_for_turn(page: Page) -> None:
    """Until the page lets the player decide, or the game is over."""
    page.wait_for_function(MY_TURN)


def my_turn(page: Page, offers: str) -> dict[str, Any]:
    """Waits for it; tells what a script finds on offer then."""
    wait_for_turn(page)
    found: dict[str, Any] = page.evaluate(offers)
    return found


def painted(page: Page) -> None:
    """Until what the page was told last is on it: the frame after the next one has begun."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))")


def number(page: Page) -> int:
    """The number of the view, which grows with all that happens."""
    return int(page.locator(".table-page").get_attribute("data-number") or 0)


def changed(page: Page, before: int) -> None:
    """Waits until something has happened since; where several share a screen that may bring the curtain down at once."""
    page.wait_for_function(
        f"""() => document.querySelector('.plaque') !== null
          || Number(document.querySelector('.table-page')?.dataset.number) > {before}"""
    )


def said(page: Page) -> list[Frame]:
    """All that the page will send to the table to change it."""
    frames: list[Frame] = []

    def keep(payload: str | bytes) -> None:
        frame = json.loads(payload)
        if frame["type"] in ("command", "undo"):
            frames.append(frame)

    page.on("websocket", lambda socket: socket.on("framesent", keep))
    return frames


def heard(page: Page) -> dict[str, list[Frame]]:
    """All that the page will be sent, by the seat that a screen of several shows; of one player it is `""`."""
    frames: defaultdict[str, list[Frame]] = defaultdict(list)

    def hear(socket: WebSocket) -> None:
        received, reader = frames[socket.url.partition("?seat=")[2]], Reader()
        socket.on("framereceived", lambda payload: received.append(reader.read(json.loads(payload))))

    page.on("websocket", hear)
    return frames
