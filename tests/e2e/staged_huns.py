"""Moments of Huns: one of every kind that comes up in some random games, and written ones."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

import tianxia
from tests.e2e.staged import Moment, moment, played, stand
from tests.tables.playing import course_of
from tianxia.tables.course import Course

GAMES = 12
"""So many games are looked through for moments."""
MANY_CARDS = 15
EAGER = {"use": 6.0, "on": 2.0, "brand": 2.0, "raise": 3.0, "loot_as": 2.0, "flee": 0.4, "done": 0.6, "draw": 1.3}
"""Players of these games like effects, so that rare moments come up."""


@cache
def moments() -> dict[str, Moment]:
    """A moment of every kind that came up, by what is asked, if possible with many cards on the table."""
    found: dict[str, Moment] = {}
    rich: set[str] = set()
    for seed in range(GAMES):
        for course in played(tianxia.load("huns", players=2 + seed % 3), seed, EAGER):
            if not course.match.to_act:
                found["over"] = moment(course, 0, "over")
                break
            (seat,) = course.match.to_act
            asks = asked(course)
            many = cards(course) >= MANY_CARDS
            if asks not in found or (many and asks not in rich):
                found[asks] = moment(course, seat, asks)
                rich |= {asks} if many else set()
    return found


def asked(course: Course) -> str:
    """The moment of N11.3, by the question's name."""
    return str(course.match.asked["kind"]) if course.match.asked else "over"


def cards(course: Course) -> int:
    """Cards in all camps."""
    return sum(int(camp).bit_count() for camp in course.match.record(None)[0]["camp"])


def at(position: Mapping[str, Any], *acts: str, **options: Any) -> Course:
    """The course of a game that stands at a position, after some acts of the first seat."""
    game = tianxia.load("huns", **options)
    match = game.position(position)
    for act in acts:
        match.play(0, act)
    course = course_of(game, 0)
    stand(course, tianxia.Match(game, match._states, match.start))  # nobody was told what led there
    course.streams = {viewer: msgspec.structs.replace(stream, marks=()) for viewer, stream in course.streams.items()}
    return course
