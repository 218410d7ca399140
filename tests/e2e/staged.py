"""Moments of Huns for the page: found in random games by the real rules, shown as the frame of the seat that is asked."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Page, WebSocketRoute

import tianxia
from tests.e2e.conftest import Server
from tests.e2e.player import begin
from tianxia.engine import i18n
from tianxia.games.huns.state import TASKS
from tianxia.tables.course import Course
from tianxia.tables.frames import Full
from tianxia.tables.store import Row, Seat, Setup
from tianxia.tables.views import seat_views, table_view

GAMES = 12
"""So many games are looked through for moments."""
MANY_CARDS = 15
EAGER = {"use": 6.0, "on": 2.0, "brand": 2.0, "raise": 3.0, "loot_as": 2.0, "flee": 0.4, "done": 0.6, "draw": 1.3}
"""Players of these games like effects, so that rare moments come up."""


class Moment(NamedTuple):
    """What a seat is asked, and the frame that its page gets."""

    asks: str
    players: int
    frame: dict[str, Any]
    prompts: dict[str, list[str]]
    """By language, what every seat reads then."""

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.frame["view"])

    @property
    def legal(self) -> list[dict[str, Any]]:
        return list(self.view["legal"])


@cache
def moments() -> dict[str, Moment]:
    """A moment of every kind that came up, by what is asked, if possible with many cards on the table."""
    found: dict[str, Moment] = {}
    rich: set[str] = set()
    for seed in range(GAMES):
        course = Course(tianxia.load("huns", players=2 + seed % 3), seed)
        dice = random.Random(seed)
        while course.match.to_act:
            (seat,) = course.match.to_act
            legal = course.match.legal(seat)
            asks = asked(course)
            many = cards(course) >= MANY_CARDS
            if asks not in found or (many and asks not in rich):
                found[asks] = moment(course, seat, asks)
                rich |= {asks} if many else set()
            weights = [EAGER.get(action.kind, 1.0) for action in legal]
            (choice,) = dice.choices(legal, weights)
            course.accept(course.prepare(Row(course.rows, "action", seat, choice.id, None, 0.0)))
        found["over"] = moment(course, 0, "over")
    return found


def asked(course: Course) -> str:
    """The moment of N11.3, as the record names it."""
    record = course.match.record(None)[0]
    return TASKS[int(record["task"][int(record["depth"]) - 1])]


def cards(course: Course) -> int:
    """Cards in all camps."""
    return sum(int(camp).bit_count() for camp in course.match.record(None)[0]["camp"])


def moment(course: Course, viewer: int, asks: str) -> Moment:
    """The frame of a viewer, in English."""
    lang = i18n.DEFAULT
    players = course.game.seats
    seats = (Seat("Guest", guest="g"), *[Seat("easy", bot="easy")] * (players - 1))
    setup = Setup("staged", "huns", {}, 0, "salt", seats, 0.0, lang, "")
    view = table_view(setup, course, viewer, lang)
    view = msgspec.structs.replace(view, seats=seat_views(seats, {0}, view.to_act, lang))
    frame = Full(view.number, view, course.events(viewer, 0, lang))
    prompts = {lang: [course.match.prompt(seat, lang) for seat in range(players)] for lang in i18n.languages()}
    return Moment(asks, players, json.loads(msgspec.json.encode(frame)), prompts)


class Stage:
    """A table page that shows moments, and keeps what it sends."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.sent: list[dict[str, Any]] = []
        self.frame = ""
        page.route_web_socket("**/socket*", self.connect)
        begin(page, server, "huns")

    def connect(self, line: WebSocketRoute) -> None:
        """The page's line ends here."""

        def hear(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "hello" and self.frame:
                line.send(self.frame)
            elif told["type"] in ("command", "why"):
                self.sent.append(told)

        line.on_message(hear)

    def show(self, shown: Moment) -> None:
        """The page opens at this moment."""
        self.frame = json.dumps(shown.frame)
        self.sent.clear()
        self.page.reload()
        self.page.locator(".huns").wait_for()

    def played(self) -> int:
        """The action that the page has sent."""
        self.page.locator(".sending").wait_for()
        (command,) = [told for told in self.sent if told["type"] == "command"]
        return int(command["action"])


def find(test: Callable[[dict[str, Any]], bool], legal: list[dict[str, Any]]) -> dict[str, Any]:
    """The first legal action that fits."""
    return next(action for action in legal if test(action))
