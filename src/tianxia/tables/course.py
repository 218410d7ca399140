"""How the points of a finished game went, and which actions turned it: for the chart of its end.

It is made of the whole record, also of what nobody knew while the game was played, so it is told of games that are over only.
"""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import tianxia
from tianxia.engine import i18n
from tianxia.tables.table_view import Course, Turn

MOST = 5
"""Actions that are said to have turned a game."""


class Point(NamedTuple):
    """How a game stood after so many actions."""

    place: int
    events: int
    score: tuple[int, ...]
    gains: tuple[int, ...]
    income: tuple[int, ...]
    turn: bool  # one began here, or the game ended


Brought = list[int]
"""Points of each seat that an action brought or cost, those among them that came later because of it."""


def points(match: "tianxia.Match", line: Sequence[tuple[int, int]]) -> list[Point]:
    """How a game stood at each place of its line, from where the match begins; games that have no points have none here."""
    found = []
    for place in range(len(line) + 1):
        if place:
            match = match.after(*line[place - 1])
        found.append(Point(place, match.event_count, *match.reckoned, match.quiet or place == len(line)))
    return found


def worth(match: "tianxia.Match", found: Sequence[Point]) -> list[Brought]:
    """What each action of a match that is over brought: income counts for whatever action it came to flow by, the latest
    first where it dwindles."""
    events, income = match.events(None), match.game.income
    sources: list[list[int]] = [[] for _ in range(match.game.seats)]  # places of actions, one for each point of income
    told = [[0] * match.game.seats for _ in found]
    for before, after in itertools.pairwise(found):
        paid = [0] * match.game.seats
        for event in events[before.events : after.events]:
            if income and (amount := income.paid(event)):
                paid[event["seat"]] += amount
        for seat, flows in enumerate(sources):
            told[after.place][seat] += after.gains[seat] - before.gains[seat]
            del flows[after.income[seat] :]
            flows += [after.place] * (after.income[seat] - len(flows))
            for place in flows[: paid[seat]]:
                told[after.place][seat] -= 1
                told[place][seat] += 1
    return told


def turning(told: Sequence[Brought]) -> list[int]:
    """The places of the actions that moved the seats furthest apart, in their order; of equal ones the later."""
    swings = [(max(points, default=0) - min(points, default=0), place) for place, points in enumerate(told)]
    return sorted(place for size, place in sorted(swings, reverse=True)[:MOST] if size > 0)


def course(match: "tianxia.Match", found: Sequence[Point], lang: str) -> Course:
    """The course of a match that is over, by its points, in a language."""
    turns, told = [one for one in found if one.turn], worth(match, found)
    return Course(
        places=[one.place for one in turns],
        events=[one.events for one in turns],
        scores=[list(of_seat) for of_seat in zip(*(one.score for one in turns), strict=True)],
        turns=[_told(match, found[place - 1], found[place], told[place], lang) for place in turning(told)],
    )


def _told(match: "tianxia.Match", before: Point, after: Point, points: Brought, lang: str) -> Turn:
    """An action with what it brought: told by its most telling event, else by what was played."""
    speak, telling = i18n.translator(lang), match.game.telling
    seat, action = match.actions[after.place - 1]
    events = match.events(None, before.events)[: after.events - before.events]
    best = min(
        (one for one in events if one["kind"] in telling), key=lambda one: telling.index(one["kind"]), default=None
    )
    text = match.game.notes.describe(best, speak) if best else match.game.label(action, lang)
    return Turn(
        after.place,
        before.events + events.index(best) + 1 if best else after.events,
        seat,
        points,
        text,
    )
