"""Moments of a game for its page: found in random games by the real rules, shown as the frame of the seat that is asked."""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Page, WebSocketRoute

import tianxia
from tests.e2e.conftest import Server, complaints_of
from tests.e2e.player import begin, load_fonts
from tests.tables.playing import action_row, follow, history_of
from tianxia.engine import i18n
from tianxia.engine.game import Game
from tianxia.tables.frames import Chat, ChatLine, Full, encode_frame
from tianxia.tables.history import History
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Setup
from tianxia.tables.views import seat_views, table_view

# whoever presses, points or moves the focus may leave something behind
TOUCHED = """window.touched = false;
for (const kind of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focusin'])
  addEventListener(kind, () => { window.touched = true; }, { capture: true, passive: true });"""
USED = """window.touched || document.querySelector('.tray [aria-pressed="true"]') !== null"""
"""Somebody has touched it, or a moment after which something is chosen already was shown."""
PONG = json.dumps({"type": "pong", "now": 0.0})
SHOWN = """(board) => {
  const note = document.querySelector('.note.why > .bare'); // that something was taken back: events of the moment before are gone
  if (!document.querySelector(board)) return false;
  note?.click();
  return !note;
}"""
RECENT = 40
"""Events, of which boards show the last trick, conflict or round."""


class Moment(NamedTuple):
    """What a seat is asked, and the frame that its page gets."""

    asks: str
    players: int
    frame: dict[str, Any]
    prompts: dict[str, list[str]]
    """By language, what every seat reads then."""
    preview: Callable[[int], str]
    """What an action would bring, by its id."""

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.frame["view"])

    @property
    def legal(self) -> list[dict[str, Any]]:
        return list(self.view["legal"])

    @property
    def recent(self) -> "Moment":
        """The same with the begin and the end of its log: it is drawn anew each time, and hundreds of lines take long."""
        events = self.frame["events"]
        return self._replace(frame={**self.frame, "events": [*events[:1], *events[1:][-RECENT:]]})


def played(game: Game, seed: int, weights: Mapping[str, float]) -> Iterator[History]:
    """A random game, decision by decision; some kinds of action are chosen more often, so that rare moments come up."""
    history, dice = history_of(game, seed), random.Random(seed)
    while history.match.to_act:
        yield history
        seat, *others = history.match.to_act
        if others:
            seat = dice.choice([seat, *others])
        legal = history.match.legal_ids(seat).tolist()
        (choice,) = dice.choices(legal, [weights.get(game.actions.kind_of(number).name, 1.0) for number in legal])
        follow(history, action_row(history, seat, choice))
    yield history


def stand(history: History, match: tianxia.Match) -> None:
    """The game goes on from a written position: what was played since the quiet one is told, and nothing before it."""
    history.now = history.now._replace(match=match)
    told = {viewer: len(match.events(viewer)) for viewer in history.viewers}
    history.streams = {viewer: stream._replace(events=told[viewer]) for viewer, stream in history.streams.items()}
    history._shown_at = {viewer: [1] * told[viewer] for viewer in history.viewers}


def moment(history: History, viewer: int, asks: str) -> Moment:
    """The frame of a viewer, in English."""
    lang = i18n.DEFAULT
    players = history.game.seats
    seats = (Seat("Guest", guest="g"), *[Seat("easy", bot="easy")] * (players - 1))
    setup = Setup("staged", history.game.id, {}, 0, "salt", 0.0, lang, "")
    view = table_view(setup, history, viewer, lang)
    view = msgspec.structs.replace(view, seats=seat_views(seats, {0}, view.to_act, lang))
    frame = Full(view.number, view, history.events(viewer, 0, lang))
    prompts = {lang: [history.match.prompt(seat, lang) for seat in range(players)] for lang in i18n.languages()}
    then = history.match.copy()
    return Moment(
        asks, players, json.loads(msgspec.json.encode(frame)), prompts, lambda number: then.preview(viewer, number)
    )


def taught(shown: Moment) -> Moment:
    """The same in a guided first game, whose card takes room from the table."""
    card = {
        "text": "A capital is yours as long as nobody else has more beside it. " * 2,
        "task": "End the turn now.",
        "at": [],
    }
    guide = {"cards": [card], "done": 1, "first": 4, "count": 20, "last": False}
    return shown._replace(frame={**shown.frame, "view": {**shown.view, "guide": guide}})


def hinting(shown: Moment) -> Moment:
    """The same where a bot may be asked for a hint."""
    return shown._replace(frame={**shown.frame, "view": {**shown.view, "hints": True}})


def timed(shown: Moment) -> Moment:
    """The same among people who all have a clock, with 5 minutes less a second on each."""
    seats = [{**seat, "bot": None, "connected": True} for seat in shown.view["seats"]]
    clock = {"left": 299.0, "runs": None, "vacation": 0}
    clocks = {"live": True, "words": "", "seats": [clock] * len(seats)}
    return shown._replace(frame={**shown.frame, "view": {**shown.view, "seats": seats, "clocks": clocks}})


class Stage:
    """A table page that shows moments, and keeps what it sends.

    It is opened once; moments come on its line, as after a broken one, which is sturdier and faster than pages loaded anew.
    """

    def __init__(self, page: Page, server: Server, game: str) -> None:
        self.page = page
        self.board = f".{game}"
        self.sent: list[dict[str, Any]] = []
        self.line: WebSocketRoute | None = None
        self.frame = ""
        self.shown: Moment | None = None
        self.number = 0
        self.complaints = complaints_of(page)
        page.add_init_script(TOUCHED)
        page.route_web_socket("**/socket*", self.connect)
        begin(page, server, game)

    def anew(self) -> None:
        """The page as it was when it was opened; loaded again only where somebody has touched it.

        What a script has written into it stays: a test that does that has a page of its own.
        """
        page = self.page
        self.complaints.clear()
        page.emulate_media(color_scheme="light", reduced_motion="reduce", forced_colors="none", media="screen")
        page.set_viewport_size({"width": 1280, "height": 800})
        if page.evaluate(USED):
            page.mouse.move(0, 0)
            page.evaluate("localStorage.clear()")
            self.frame = ""
            self.load()

    def load(self) -> None:
        """The page comes anew, with the moment that it is to show."""
        self.line = None
        self.page.goto(self.page.url)
        load_fonts(self.page)
        self.sent.clear()

    def connect(self, line: WebSocketRoute) -> None:
        """The page's line ends here."""

        def hear(message: str | bytes) -> None:
            told = json.loads(message)
            match told["type"]:
                case "hello":
                    self.line = line
                    if self.frame:
                        line.send(self.frame)
                case "ping":
                    line.send(PONG)  # a page that hears nothing for some seconds gives its line up
                case "echo":  # of that pong
                    pass
                case "why" if "action" in told and self.shown:
                    reason = self.shown.preview(told["action"])
                    line.send(json.dumps({"type": "why", "id": told["id"], "reason": reason}))
                case _:
                    self.sent.append(told)

        line.on_message(hear)

    def show(self, shown: Moment) -> None:
        """The page shows this moment; the number of the view tells that it does."""
        self.number += 1
        self.shown = shown
        view = {**shown.view, "number": self.number}
        self.frame = json.dumps({**shown.frame, "number": self.number, "view": view})
        if self.sent:  # the page waits for the answer to a command that nobody carries out
            self.load()
        elif self.line:
            self.line.send(self.frame)
        self.page.wait_for_function(SHOWN, arg=f'[data-number="{self.number}"] {self.board}')

    def talk(self, *texts: str, muted: Sequence[int] = ()) -> None:
        """The page is told all that was written: this, at the second seat."""
        lines = [ChatLine(number, 1, 0.0, text, False) for number, text in enumerate(texts)]
        assert self.line
        self.line.send(encode_frame(Chat(lines, True, list(muted), [], {}, 300)).decode())

    def played(self) -> int:
        """The action that the page has sent."""
        self.page.locator(".sending").wait_for()
        (command,) = [told for told in self.sent if told["type"] == "command"]
        return int(command["action"])


def find(test: Callable[[dict[str, Any]], bool], legal: list[dict[str, Any]]) -> dict[str, Any]:
    """The first legal action that fits."""
    return next(action for action in legal if test(action))
