"""Moments of Sun Tzu: each question as either side meets it, in random games with all that can be chosen."""

from functools import cache
from typing import Any

import tianxia
from tests.e2e.staged import Moment, moment, played, stand
from tests.tables.playing import history_of
from tianxia.games.sun_tzu.pieces import PROVINCES

GAMES = 16
"""So many games are looked through for moments."""
EAGER = {"confirm": 40.0, "take_back": 0.05, "discard": 0.4, "pass": 0.5, "order": 3.0}
"""Players of these games change little once it is ordered, and use what they have."""
OPTIONS: tuple[dict[str, Any], ...] = (
    {"events": True, "light_infantry": "army"},
    {"events": True, "battle_order": "from_round_2"},
    {},
    {"beginner": True},
)
FAULTS = """() => {
  const boxes = (selector) =>
    [...document.querySelectorAll(`.st-map ${selector}`)].map((one) => [one, one.getBoundingClientRect()]);
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const number = ({ x, y, width, height }) => new DOMRect(x + 0.35 * width, y, 0.3 * width, 0.35 * height);
  const place = (one) => one.closest('.st-place').dataset.place;
  const covered = (some, by) =>
    some.filter(([one, a]) => by.some(([other, b]) => place(one) === place(other) && meet(a, b))).map(([one]) => one);
  const written = boxes(':is(.st-name, .st-step, .st-gave, .st-armies b)');
  const numbers = boxes(':is(.st-laid, .st-order) .card').map(([one, box]) => [one, number(box)]);
  return [
    ...covered(written, boxes(":is(.st-laid, .st-order, .st-verdict)")).map((one) => `${place(one)}: ${one.textContent} covered`),
    ...covered(numbers, boxes('.st-verdict')).map((one) => `${place(one)}: the number of a card is covered`),
  ];
}"""
"""What is written in a province, or on a card, and something else lies over it."""


@cache
def moments() -> dict[str, Moment]:
    """By what is asked and of whom (`orders 0`, or `orders, waiting 0` for who is not), late in a game if possible."""
    found = {"infantry 1": infantry()}
    rounds: dict[str, int] = {}
    for seed in range(GAMES):
        for history in played(tianxia.load("sun-tzu", **OPTIONS[seed % len(OPTIONS)]), seed, EAGER):
            match = history.match
            asks, number = (str(match.asked["kind"]) if match.asked else "over"), int(match.record(None)[0]["round"])
            for seat in range(2):
                name = f"{asks if seat in match.to_act or not match.to_act else f'{asks}, waiting'} {seat}"
                if rounds.get(name, -1) < number:
                    rounds[name] = number
                    found[name] = moment(history, seat, name)
    return found


def ordered(position: dict[str, Any], *orders: str, **options: Any) -> tianxia.Match:
    """A match in which both have given and sealed their orders: the cards from QIN to WU, of blue and of red."""
    match = tianxia.load("sun-tzu", **options).position(position)
    for seat, cards in enumerate(orders):
        for province, card in zip(PROVINCES, cards.split(), strict=True):
            match.play(seat, f"order {province} {card}")
    for seat in range(len(orders)):
        match.play(seat, "confirm")
    return match


def infantry() -> Moment:
    """The army of Light infantry, which random games hardly ever bring [S9.6]."""
    options = {"events": True, "light_infantry": "army"}
    match = ordered({"event": "Light infantry", "figure": 2}, "2 3 4 5 1", "2 3 4 5 1", **options)
    history = history_of(match.game, 0)
    stand(history, match)
    return moment(history, 1, "infantry 1")


def standing(position: dict[str, Any], **options: Any) -> Moment:
    """A written position, as blue sees it."""
    game = tianxia.load("sun-tzu", **options)
    history = history_of(game, 0)
    stand(history, game.position(position))
    return moment(history, 0, "standing")
