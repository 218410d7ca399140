"""Moments of Huang: one of everything that may be asked, found in some random games with all modules."""

from functools import cache

import tianxia
from tests.e2e.staged import Moment, moment, played
from tianxia.games.huang.state import ASKS

GAMES = 12
"""So many games are looked through for moments."""
EARLY = 40
"""Before this decision the board is still empty: a moment is looked for later, if there is one."""
EAGER = {
    "leader": 2.0,
    "establish": 20.0,
    "riot": 8.0,
    "pagoda": 3.0,
    "palace": 6.0,
    "move": 6.0,
    "pass": 0.1,
    "withdraw": 0.2,
}
"""Players of these games like pagodas and palaces, so that rare moments come up."""


@cache
def moments() -> dict[str, Moment]:
    """A moment of every kind that came up, by what is asked."""
    found: dict[str, Moment] = {}
    for seed in range(GAMES):
        options = {
            "players": 2 + seed % 4,
            "bandits": seed % 4 == 1,
            "palace": seed % 3 > 0,
            "eighteen_kingdoms": seed % 4 == 3,
        }
        for number, course in enumerate(played(tianxia.load("huang", **options), seed, EAGER)):
            asks = ASKS[int(course.match.record(None)[0]["asks"])]
            if asks == "over":
                found[asks] = moment(course, 0, asks)
                break
            if asks not in found and number > EARLY:
                found[asks] = moment(course, course.match.to_act[0], asks)
        if len(found) == len(ASKS):
            break
    return found
