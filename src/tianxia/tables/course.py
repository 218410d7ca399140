"""How the points of a finished game went, and which actions turned it: for the chart of its end.

It is made of the whole record, also of what nobody knew while the game was played, so it is told of games that are over only.
"""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import tianxia
from tianxia.engine import i18n
from tianxia.tables.frames import Course, Turn

MOST = 5
"""Actions that are said to have turned a game."""


class Point(NamedTuple):
    """How a game stood after so many actions."""

    place: int
    events: int
    score: tuple[int, ...]
    gains: tuple[int, ...]
    turn: bool  # one began here, or the game ended


def points(match: "tianxia.Match", line: Sequence[tuple[int, int]]) -> list[Point]:
    """How a game stood at each place of its line, from where the match begins; games that have no points have none here."""
    found = []
    for place in range(len(line) + 1):
        if place:
            match = match.after(*line[place - 1])
        found.append(Point(place, match.event_count, *match.reckoned, match.quiet or place == len(line)))
    return found


def swing(before: Point, after: Point) -> int:
    """How far an action moved the seats apart, in points."""
    changed = [now - then for now, then in zip(after.gains, before.gains, strict=True)]
    return max(changed, default=0) - min(changed, default=0)


def turning(found: Sequence[Point]) -> list[int]:
    """The places of the actions that changed most, in their order; of equal ones the later."""
    swings = [(swing(before, after), after.place) for before, after in itertools.pairwise(found)]
    return sorted(place for size, place in sorted(swings, reverse=True)[:MOST] if size > 0)


def course(match: "tianxia.Match", found: Sequence[Point], lang: str) -> Course:
    """The course of a match that is over, by its points, in a language."""
    turns = [one for one in found if one.turn]
    return Course(
        places=[one.place for one in turns],
        events=[one.events for one in turns],
        scores=[list(of_seat) for of_seat in zip(*(one.score for one in turns), strict=True)],
        turns=[_told(match, found[place - 1], found[place], lang) for place in turning(found)],
    )


def _told(match: "tianxia.Match", before: Point, after: Point, lang: str) -> Turn:
    """An action with what it changed: told by its most telling event, else by what was played."""
    speak, telling = i18n.translator(lang), match.game.telling
    seat, action = match.actions[after.place - 1]
    events = match.events(None, before.events)[: after.events - before.events]
    best = min(
        (one for one in events if one["kind"] in telling), key=lambda one: telling.index(one["kind"]), default=None
    )
    text = match.game.notes.describe(best, None, speak) if best else match.game.label(action, lang)
    return Turn(
        after.place,
        before.events + events.index(best) + 1 if best else after.events,
        seat,
        [now - then for now, then in zip(after.gains, before.gains, strict=True)],
        text,
    )
