"""What the table of Sun Tzu asks, and that what is tapped is what is meant: frames of a real table, changed in a few places."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.commander import my_turn, sit_down, tap
from tests.e2e.conftest import Opening, Server
from tests.frames import Frame, as_step

Change = Callable[[Frame], None]


class Line:
    """The line between page and server; what came first can come again with changes, and from then on no other view."""

    def __init__(self, page: Page) -> None:
        self.first: Frame = {}
        self.number = 0
        self.real = True
        page.route_web_socket("**/socket", self.connect)

    def connect(self, line: WebSocketRoute) -> None:
        self.line = line
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(self.hear)

    def hear(self, message: str | bytes) -> None:
        frame = json.loads(message)
        if not self.first and frame.get("view", {}).get("legal"):
            self.first = frame
        if self.real or frame["type"] not in ("full", "step", "error"):
            self.number = max(self.number, frame.get("number") or 0)
            self.line.send(message)

    def show(self, change: Change, type: str = "full") -> None:
        self.real = False
        frame = deepcopy(self.first)
        self.number = max(self.number, frame["number"]) + 1
        frame["number"] = self.number
        frame["view"]["number"] = frame["number"]
        change(frame)
        self.line.send(json.dumps(as_step(frame) if type == "step" else frame))


def begin(page: Page, server: Server) -> Line:
    """The first orders of blue against a bot."""
    line = Line(page)
    sit_down(page, server, seat=0, beginner=True)
    assert my_turn(page)["asks"] == "orders"
    return line


def holds(view: dict[str, Any], general: str) -> None:
    """Blue has this general."""
    view["state"] |= {"generals": 1, "held": [[general], None]}


def march(start: str, end: str) -> dict[str, Any]:
    label = f"March: 1 army from {start} to {end}"
    parts = ["general:B1", f"province:{start}", f"province:{end}"]
    args = {"start": start, "end": end}
    return {"id": 900, "kind": "use_b1", "args": args, "text": "", "parts": parts, "label": label, "irreversible": True}


def test_the_order_of_the_taps_is_the_way_of_a_march_and_a_chip_means_what_it_says(page: Page, server: Server) -> None:
    line = begin(page, server)

    def marches(frame: Frame) -> None:
        holds(frame["view"], "B1")
        ways = [("HAN-QI", "WU"), ("WU", "HAN-QI"), ("CHU", "WU"), ("WU", "CHU"), ("QIN", "CHU"), ("CHU", "QIN")]
        frame["view"]["legal"] += [{**march(*way), "id": 900 + i} for i, way in enumerate(ways)]

    line.show(marches)
    offered = page.locator(".offers .main > span:first-child")
    for taps in (("general:B1", "province:WU", "province:HAN-QI"), ("province:WU", "province:HAN-QI", "general:B1")):
        for part in taps:
            tap(page, part)
        expect(offered).to_have_text(["March: 1 army from WU to HAN-QI"])
        page.keyboard.press("Escape")
    for way in ("WU to HAN-QI", "HAN-QI to WU"):
        tap(page, "general:B1")
        expect(page.locator(".chip")).to_have_count(6)
        assert page.locator(".offers").evaluate("offers => offers.offsetHeight") < 70, "the strip is not covered"
        expect(page.locator(".chip", has_text=way)).to_have_text(re.compile(r"no undo$"))
        page.keyboard.press("Escape")
    tap(page, "general:B1")
    page.locator(".chip", has_text="HAN-QI to WU").click()
    expect(page.locator(".sending")).to_contain_text("March: 1 army from HAN-QI to WU")


def test_a_tap_that_no_play_uses_leaves_the_choice_as_it_was(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    assert my_turn(page)["asks"] == "general"
    for stray in ("hand:5", "province:QIN"):
        tap(page, stray)
        expect(page.locator('.st-general[data-lit="true"]')).to_have_count(5)
        expect(page.locator('.offers [data-kind="why"]')).to_be_visible()
    tap(page, "general:B2")
    expect(page.locator(".offers .main")).to_have_text("Choose Feintno undo")
    expect(page.locator('[aria-pressed="true"]')).to_have_count(1)


def test_a_lifted_seal_says_so(page: Page, server: Server) -> None:
    line = begin(page, server)

    def lifted(frame: Frame) -> None:
        said = [("confirmed", 0, {}), ("discarded", 1, {"card": "7"}), ("lifted", 0, {})]
        frame["events"] += [{"kind": kind, "seat": seat, "step": 1, "text": kind, **more} for kind, seat, more in said]

    line.show(lifted)
    expect(page.locator(".recap li").last.locator(".drawn")).to_have_text("Orders open again: confirm anew")


def test_nobody_is_ready_in_a_game_that_was_resigned_during_the_orders(page: Page, server: Server) -> None:
    line = begin(page, server)
    ready = page.locator('.st-ready[data-ready="true"]')
    line.show(lambda frame: frame["view"].update({"to_act": [0]}))
    expect(ready).to_have_count(1)
    over = {"to_act": [], "legal": [], "waiting": True, "result": [1, 2], "ended": "resigned"}
    line.show(lambda frame: frame["view"].update(over))
    expect(ready).to_have_count(0)


def test_who_has_nothing_to_use_is_told_that_it_goes_on_by_itself(page: Page, server: Server) -> None:
    line = begin(page, server)

    def silent(frame: Frame) -> None:
        frame["view"] |= {"to_act": [0], "legal": [], "waiting": True}

    def asked(frame: Frame, prompt: str) -> None:
        frame["view"]["prompt"] = prompt

    note, undo = page.locator(".note p"), page.locator('.pinned [data-kind="undo"]')
    line.show(lambda frame: asked(frame, "First"))
    undo.click(force=True)
    expect(note).to_have_text("Nothing has been played yet.")
    line.show(silent)
    expect(page.locator(".told .hint")).to_have_text("Everybody is asked, so that nobody can tell what you hold.")
    expect(note).to_have_count(1)
    line.show(lambda frame: asked(frame, "Then"))
    expect(page.locator("#prompt")).to_have_text("Then")
    expect(note).to_have_count(0)  # it was about what was asked before


def test_a_general_that_is_too_late_says_so(page: Page, server: Server) -> None:
    line = begin(page, server)

    def late(frame: Frame) -> None:
        holds(frame["view"], "B5")
        frame["view"]["state"]["round"] = 7

    line.show(late)
    expect(page.locator(".st-own-general [data-late='true']")).to_contain_text("too late")


def test_what_is_tapped_while_something_is_told_is_kept_whole(opening: Opening, server: Server) -> None:
    """The hand grows under the press that ends the telling: the card that was pressed is chosen, and goes where it is sent."""
    page = opening(reduced_motion="no-preference").new_page()
    line = begin(page, server)

    def before(frame: Frame) -> None:
        frame["view"]["state"]["hand"][0] = [int(i < 6) for i in range(len(frame["view"]["state"]["hand"][0]))]
        frame["view"]["legal"] = []

    def vanguard(frame: Frame) -> None:
        step = {"step": frame["number"], "seat": 1}
        frame["events"] = [
            {**step, "kind": "general_shown", "general": "B3", "text": "Vanguard is shown"},
            {**step, "kind": "gained", "figure": 1, "text": "1 point"},
            {**step, "kind": "drew", "count": 4, "text": "4 cards"},
        ]

    for press in ("mouse", "keys"):
        line.show(before)
        expect(page.locator(".hand-card")).to_have_count(6)
        line.show(vanguard, "step")
        expect(page.locator("#prompt")).to_have_text("What has happened is being told")
        card = page.locator('.hand-card[data-part="hand:5"]')
        box = card.bounding_box()
        assert box
        if press == "mouse":
            page.mouse.click(box["x"] + 12, box["y"] + 12, delay=60)
        else:
            card.press("Enter")
        expect(page.locator(".hand-card")).to_have_count(10)
        expect(card).to_have_attribute("aria-pressed", "true")
        assert box != card.bounding_box()
        page.keyboard.press("Escape")
        expect(card).to_have_attribute("aria-pressed", "false")
    tap(page, "hand:5")
    tap(page, "province:QIN")
    expect(page.locator(".sending")).to_contain_text("5")
    expect(page.locator(".sending")).to_contain_text("QIN")
