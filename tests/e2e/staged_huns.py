"""Moments of Huns: one of every kind that comes up in some random games, and written ones."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import tianxia
from tests.e2e.staged import Moment, moment, played, stand
from tests.tables.playing import history_of
from tianxia.tables.history import History

GAMES = 12
"""So many games are looked through for moments."""
MANY_CARDS = 15
EAGER = {"use": 6.0, "on": 2.0, "brand": 2.0, "raise": 3.0, "loot_as": 2.0, "flee": 0.4, "done": 0.6, "draw": 1.3}
"""Players of these games like effects, so that rare moments come up."""

FAULTS = """() => {
  if (![1920, 1280, 390].includes(innerWidth)) return []; // to try them all takes longer than to show a moment
  const forms = ['full', 'small', 'named', 'pictures', 'icons', 'kinds'];
  const cut = (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
  const lists = [...document.querySelectorAll('.hn-tiles')].map((list) => ({ list, density: list.dataset.density }));
  const found = forms.flatMap((form, i) => {
    const tried = lists.filter(({ density }) => i < forms.indexOf(density));
    for (const { list } of tried) list.dataset.density = form;
    const whole = ({ list }) => !cut(list) && [...list.children].every(({ firstElementChild: card }) => !card || !cut(card));
    return tried.filter(whole).map(() => `cards would be whole in a larger form: ${form}`);
  });
  for (const { list, density } of lists) list.dataset.density = density;
  return found;
}"""
"""The forms in which the cards of a list would be whole, larger than the one that it has; no list takes room from another."""


@cache
def moments() -> dict[str, Moment]:
    """A moment of every kind that came up, by what is asked, if possible with many cards on the table."""
    found: dict[str, Moment] = {}
    rich: set[str] = set()
    for seed in range(GAMES):
        for history in played(tianxia.load("huns", players=2 + seed % 3), seed, EAGER):
            if not history.match.to_act:
                found["over"] = moment(history, 0, "over")
                break
            (seat,) = history.match.to_act
            asks = asked(history)
            many = cards(history) >= MANY_CARDS
            if asks not in found or (many and asks not in rich):
                found[asks] = moment(history, seat, asks)
                rich |= {asks} if many else set()
    return found


def asked(history: History) -> str:
    """The moment of N11.3, by the question's name."""
    return str(history.match.asked["kind"]) if history.match.asked else "over"


def cards(history: History) -> int:
    """Cards in all camps."""
    return sum(int(camp).bit_count() for camp in history.match.record(None)[0]["camp"])


def at(position: Mapping[str, Any], *acts: str, **options: Any) -> History:
    """The history of a game that stands at a position, after some acts of the first seat."""
    game = tianxia.load("huns", **options)
    match = game.position(position)
    for act in acts:
        match.play(0, act)
    history = history_of(game, 0)
    stand(history, tianxia.Match(game, match._states, match.start))  # nobody was told what led there
    return history
