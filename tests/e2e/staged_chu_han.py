"""Moments of Chu Han that only events bring: one of each choice, and one of each event and of the campaign."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import tianxia
from tests.e2e.staged import Moment, moment, played
from tianxia.games.chu_han.cards import KINDS

GAMES = 14
"""So many games are looked through for moments."""
EAGER = {"warlord": 8.0, "swap": 8.0, "row": 8.0, "decree": 4.0, "take": 3.0, "pass": 2.0}
"""Players of these games like what events allow."""
CHOICES = ("swap", "row", "give", "take", "warlord")
REACTIONS = {"cancel": KINDS.index("lyu_zhi"), "restore": KINDS.index("xiao_he")}


FAULTS = """() => [...document.querySelectorAll(
  '.chu-han > *, .chu-han .card, .chu-han :is(button, .caption, .stakes li, .small-play, .declared)'
)].filter((one) => {
  const around = one.closest(one.matches('.declared, .to-beat .card') ? '.stage' : '.board, .tray');
  const [box, room] = [one, around].map((element) => element.getBoundingClientRect());
  const within = box.left > room.left - 1 && box.right < room.right + 1 && box.top > room.top - 1 && box.bottom < room.bottom + 1;
  return box.height > 0 && !within;
}).map((one) => `not whole: ${one.outerHTML.slice(0, 80)}`)"""
"""What lies on the table and is not whole."""


@cache
def moments() -> dict[str, Moment]:
    """By the kind of action that an event allows, or by the event.

    `match` is in the second match of a campaign, `beside` a window whose card lies beside the event, and `after` followed by an
    event the first decision after a hand with it that somebody went out in.
    """
    found: dict[str, Moment] = {}
    game = tianxia.load("chu-han", events=True, campaign="river_and_hill")
    for seed in range(GAMES):
        before, event, hand = "none", "none", 0
        for history in played(game, seed, EAGER):
            if not history.match.to_act:
                found["over"] = moment(history, 0, "over")
                break
            (seat,) = history.match.to_act
            state = history.match.view(seat)["state"]
            names = list(named(state, seat, {action.kind for action in history.match.legal(seat)}))
            if state["hand_number"] != hand:
                before, hand = event, state["hand_number"]
                ended = any(one["kind"] == "went_out" for one in history.match.events(None)[-14:])
                names += [f"after {before}"] if ended else []
            event = state["event"]
            for name in names:
                if name not in found:
                    found[name] = moment(history, seat, name)
    return found


def named(state: dict[str, Any], seat: int, kinds: set[str]) -> Iterator[str]:
    """What a moment is an example of."""
    yield from (kind for kind in CHOICES if kind in kinds)
    yield state["event"]
    if state["match_number"] == 2:
        yield "match"
    if state["lent"][seat] != "none":
        yield "lent"
    if any(kind in kinds and not state["hand"][seat][card] for kind, card in REACTIONS.items()):
        yield "beside"
