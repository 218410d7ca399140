"""Moments of Chu Han that only events bring: one of each choice, and one of each event and of the campaign."""

from functools import cache

import tianxia
from tests.e2e.staged import Moment, moment, played

GAMES = 14
"""So many games are looked through for moments."""
EAGER = {"warlord": 8.0, "swap": 8.0, "row": 8.0, "decree": 4.0, "take": 3.0, "pass": 2.0}
"""Players of these games like what events allow."""
CHOICES = ("swap", "row", "give", "take", "warlord")


@cache
def moments() -> dict[str, Moment]:
    """By the kind of action that an event allows, or by the event; `match` is in the second match of a campaign."""
    found: dict[str, Moment] = {}
    game = tianxia.load("chu-han", events=True, campaign="river_and_hill")
    for seed in range(GAMES):
        for course in played(game, seed, EAGER):
            if not course.match.to_act:
                found["over"] = moment(course, 0, "over")
                break
            (seat,) = course.match.to_act
            state = course.match.view(seat)["state"]
            kinds = {action.kind for action in course.match.legal(seat)}
            names = [kind for kind in CHOICES if kind in kinds] + [state["event"]]
            names += ["match"] if state["match_number"] == 2 else []
            names += ["lent"] if state["lent"][seat] != "none" else []
            for name in names:
                if name not in found:
                    found[name] = moment(course, seat, name)
    return found
